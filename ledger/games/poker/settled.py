"""Whether the money of a hand went where the rules send it.

Source: 13:69F-14.19(c) for the order of rake, contribution and distribution;
what is uncalled and who wins by default, SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.games.poker.findings import found
from ledger.games.poker.play import Money, Play
from ledger.games.poker.showdown import is_over, stakes
from ledger.games.seam import Adjudication, Evidence, Finding, PotResolution, Submission
from ledger.games.view import RoundView

NJ_TEXT: Final[Evidence] = "nj_text"
DERIVED: Final[Evidence] = "derived"


def settled(play: Play, seen: RoundView, submission: Submission, said: Adjudication) -> Iterator[Finding]:
    """What was not as it should have been in the money; nothing is due in a round declared void."""
    yield from _order(play)
    if seen.closed_at is not None and play.content:
        detail = (
            f"{play.said(play.content)} was left in the pot"
            if play.content > 0
            else f"{play.said(-play.content)} too much was taken out"
        )
        yield found("pot_not_empty", seen.closed_at, detail, amount=play.content)
    if seen.voided_at is None:
        yield from _uncalled(play, seen, submission)
        yield from _awards(play, seen, said.pots)


def _uncalled(play: Play, seen: RoundView, submission: Submission) -> Iterator[Finding]:
    """What nobody called goes back before the pot is touched, and nothing else does."""
    money, over = stakes(play, submission), is_over(play, seen)
    taken = [money.version for money in (*play.rakes, *play.funds, *play.awards.values())]
    passed = min(taken, default=seen.closed_at)
    for spot, staked in money.staked.items():
        due = money.over if spot == money.over_spot else 0
        back = play.uncalled.get(spot, Money(0, 0))
        if back.amount > due and staked:
            detail = f"{play.said(back.amount)} went back to spot {spot}, {play.said(due)} was uncalled"
            yield found("called_bet_returned", back.version, detail, spot=spot, due=due, returned=back.amount)
        elif over and passed is not None and back.amount < due:
            detail = f"{play.said(due)} of spot {spot} was uncalled, {play.said(back.amount)} went back"
            yield found("uncalled_bet_not_returned", passed, detail, spot=spot, due=due, returned=back.amount)


def _order(play: Play) -> Iterator[Finding]:
    """Rake, then contribution, then distribution; the paragraph speaks of tables with a bonus fund."""
    contributed = min((money.version for money in play.funds), default=None)
    awarded = min((money.version for money in play.awards.values()), default=None)
    # Without a fund it follows from the award: what was pushed to a player is no longer in the pot.
    rule, evidence = ("13:69F-14.19(c)", NJ_TEXT) if play.funds else ("", DERIVED)
    for taken, what, passed, step in (
        (play.rakes, "rake", contributed, "the contribution"),
        (play.rakes, "rake", awarded, "a pot was awarded"),
        (play.funds, "contribution", awarded, "a pot was awarded"),
    ):
        for money in taken:
            if passed is not None and money.version > passed:
                detail = f"the {what} was taken after {step}"
                yield found("rake_out_of_order", money.version, detail, rule=rule, evidence=evidence)


def _awards(play: Play, seen: RoundView, pots: Sequence[PotResolution]) -> Iterator[Finding]:
    """Each pot to its winners: too much at once, too little when the round is closed."""
    due = _due(pots)
    unjudged = {line.pot for line in pots if line.outcome != "won"}
    for pot, spot in sorted({*due, *play.awards}):
        if pot in unjudged:
            continue
        gave = play.awards.get((pot, spot), Money(seen.closed_at or seen.version, 0))
        give = due.get((pot, spot), 0)
        if gave.amount > give or (seen.closed_at is not None and gave.amount < give):
            detail = f"spot {spot} was pushed {play.said(gave.amount)} of pot {pot}, due {play.said(give)}"
            yield found(
                "pot_misawarded", gave.version, detail, pot=pot, spot=spot, due=give, awarded=gave.amount
            )


def _due(pots: Sequence[PotResolution]) -> Mapping[tuple[int, int], int]:
    return {(line.pot, share.spot): share.amount for line in pots for share in line.winners}
