"""What holds of the book of any round, whatever was recorded in whatever order.

That each event balances, in value and by reason, `booked_round` sees to.
"""

from hypothesis import given
from hypothesis import strategies as st

from ledger.book.funds import said_by_round
from ledger.book.postings import summed
from ledger.book.rounds import booked, post, total
from ledger.events.rounds import RoundCorrected
from ledger.rounds.state import Round, fold
from tests.book.booked import booked_round
from tests.book.nonsense import GAMES, rounds
from tests.scenario import Event, event

HEADERS = st.sampled_from([{"session": 1}, {"session": None}, {"session": 1, "currency": "chip"}])
PROMOTED = {"match_play", "promo_single", "promo_multi"}
ANY = st.sampled_from(GAMES).flatmap(lambda game: st.tuples(st.just(game), rounds(game)))


def carried(told) -> int:
    """What earlier rounds left on the layout, so far as this one says."""
    return sum(wager.carried for wager in told.state.wagers)


@given(ANY, HEADERS)
def test_the_book_is_the_fold_of_the_effective_events(stream, header):
    game, events = stream
    told = booked_round(*events, game=game, **header)
    facts = [one for one in told.state.events if one is not None and not isinstance(one, RoundCorrected)]
    assert summed(told.postings) == total(told.state.header, facts)


@given(ANY, HEADERS, st.data())
def test_a_replay_posts_what_was_posted_live(stream, header, data):
    game, events = stream
    told = booked_round(*events, game=game, **header)
    version = data.draw(st.integers(0, len(events) - 1))
    before = fold(told.state.header, told.state.log, until=version)
    assert post(before, told.state.log[version]) == told.by_event[version]


@given(ANY, HEADERS)
def test_booked_is_posted_and_then_taken(stream, header):
    game, events = stream
    told = booked_round(*events, game=game, **header)
    again = Round(told.state.header)
    assert [booked(again, one) for one in told.state.log] == told.by_event
    assert (again.log, again.events) == (told.state.log, told.state.events)


@given(rounds("texas_holdem_bonus"))
def test_the_layout_of_a_closed_round_is_empty(events: list[Event]):
    told = booked_round(*events, {"type": "closed"}, game="texas_holdem_bonus")
    assert told.balance("layout") == -carried(told)


@given(rounds("texas_holdem_bonus"))
def test_the_layout_holds_what_the_round_says_lies_there(events: list[Event]):
    told = booked_round(*events, game="texas_holdem_bonus")
    assert told.balance("layout") == sum(wager.on_layout for wager in told.state.wagers) - carried(told)


@given(rounds("poker"))
def test_the_pot_holds_what_the_round_says_is_in_it(events: list[Event]):
    told = booked_round(*events, game="poker")
    assert told.balance("pot") == told.state.pot.content
    assert told.balance("layout") == 0


@given(ANY, st.sampled_from([{"session": None}, {"currency": "chip"}]))
def test_no_tray_or_box_is_touched_but_by_the_adjustments_that_name_one(stream, header):
    game, events = stream
    others = [event("voided", reason="quiet") if "adjustment_posted" in str(one) else one for one in events]
    told = booked_round(*others, game=game, **header)
    assert not {leg.account for leg in told.postings} & {"table_inventory", "drop_box"}


@given(ANY)
def test_a_fund_has_what_was_contributed_less_what_was_paid_of_it(stream):
    game, events = stream
    told = booked_round(*events, game=game)
    said = said_by_round(told.state)
    contributed = sum(cents for (kind, *_), cents in said.items() if kind == "contribution")
    paid_of_it = sum(cents for (kind, *_), cents in said.items() if kind == "paid")
    assert told.balance("fund", "fund-1") == contributed - paid_of_it


@given(ANY)
def test_the_table_inventory_counts_towards_a_prize_what_it_paid_and_no_more_than_is_due(stream):
    game, events = stream
    for wager in booked_round(*events, game=game).state.wagers:
        by_tray = sum(prize.tray for prize in wager.prizes.values())
        owing = sum(prize.due for prize in wager.prizes.values())
        assert by_tray <= wager.paid
        assert not owing or by_tray == wager.paid


@given(ANY)
def test_the_house_wins_what_the_tray_and_box_gain_from_wagers(stream):
    game, events = stream
    told = booked_round(*events, game=game)
    won = sum(
        leg.amount
        for leg in told.postings
        if leg.account in {"table_inventory", "drop_box"}
        and leg.reason in {"collect_loss", "pay_win", "progressive"}
    )
    settled = sum(
        (0 if wager.tender in PROMOTED else wager.collected) - wager.paid for wager in told.state.wagers
    )
    assert won == settled
