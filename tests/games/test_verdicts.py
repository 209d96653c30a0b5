"""A verdict knows beforehand how often its stake is won, where that does not hang on the stake."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.games.resolution import NO_HAND, Resolution, Verdict
from ledger.games.seam import Fixed, Odds
from ledger.games.settling import Terms, add_lines, winnings, won
from ledger.money import Breakage
from ledger.rounds.parts import Wager

LOSES = Verdict("lose", "rule 2", "nj_text")

stakes = st.integers(1, 10_000_00)


def paid(stake, verdict, breakage=Breakage.HOUSE):
    wager, lines = Wager((1, "ante", None, None, "chips"), 1), list[Resolution]()
    wager.stake = stake
    add_lines(lines, [wager], {"ante": verdict}, NO_HAND, Terms(breakage, "undetermined", {}, {}))
    (line,) = lines
    return line.paid


@given(stakes, st.integers(1, 1000), st.integers(1, 9), st.sampled_from(Breakage))
def test_a_verdict_says_how_often_the_stake_is_won_where_odds_come_out_even(stake, n, d, breakage):
    wins = won("rule 1", "nj_text", "T-1", Odds(n, d))
    assert (wins.times is None) == (d != 1)
    assert wins.times is None or stake * wins.times == winnings(Odds(n, d), stake, breakage)
    assert paid(stake, wins, breakage) == winnings(Odds(n, d), stake, breakage)


@given(stakes, st.integers(1, 10_000_00))
def test_a_flat_prize_is_no_multiple_of_the_stake(stake, cents):
    flat = won("rule 1", "nj_text", "T-1", Fixed(cents))
    assert flat.times is None
    assert paid(stake, flat) == cents


@given(stakes)
def test_where_there_is_no_prize_the_stake_is_won_no_times(stake):
    assert (LOSES.times, paid(stake, LOSES)) == (0, 0)
