"""What can be said of a round only when a stage or the whole of it is over.

A round that was closed, and not declared void, should have come through every
step.  The first that is missing is found; those after it could not be taken.
The functions here are the words of the rows of `Absence`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from ledger.amounts import amount_written
from ledger.games.conduct.rows import NOWHERE, Absence, Deal, Lack, Place, Places, Ratio
from ledger.games.conduct.walk import Walk, at, named
from ledger.games.orders import clockwise, counterclockwise
from ledger.games.seam import Finding
from ledger.games.telling import shows_the_dealing
from ledger.games.view import WagerView

# What is elected of late wagers -> whether they count; where nothing is, either may be so.
COUNTED: Final[Mapping[str, tuple[bool, ...]]] = MappingProxyType(
    {"stands": (True,), "void": (False,), "undetermined": (False, True)}
)


def close(walk: Walk, late_wagers: str) -> None:
    """Report what was never done, in a round that was closed and not declared void."""
    stakes, laid = walk.stakes, walk.seen.by_name
    late = any(one.late for one in walk.seen.wagers)
    for spot in walk.antes:
        for row in walk.conduct.ratios:
            wager, of = (spot, row.wager), (spot, row.of)
            placed = stakes.get(wager, 0)
            if placed <= 0:
                continue
            several = len(laid[wager]) > 1 or len(laid.get(of, ())) > 1
            if late or several or placed != row.times * stakes.get(of, 0):
                _ratio(walk, row, spot, COUNTED[late_wagers])
    closed_at = walk.seen.closed_at
    if closed_at is not None and walk.seen.voided_at is None:
        _absences(walk, closed_at)


def _absences(walk: Walk, closed_at: int) -> None:
    """Report the steps that nothing but the close has passed, and those passed unseen.

    One missing root is one finding: where the close cut the round short at a
    step, its later steps are not missed as well.
    """
    told = shows_the_dealing(walk.seen)
    for row in walk.conduct.absences:
        if not told and row.step != "rack":
            continue
        lacks = row.lacks(walk)
        lacking = [who for who in lacks if not _is_found(walk, row, who)] if lacks else lacks
        if not lacking:
            continue
        passed_at = None if row.of_each_hand else walk.passed_at(row.step)
        for who in lacking:
            walk.reported.add((row.code, who))
            detail = row.detail.format(who=named(who), board=walk.board)
            facts = {"cards": walk.board} if who == "board" else at(who)
            walk.found.append(
                Finding(row.code, row.rule, row.evidence, passed_at or closed_at, detail, facts)
            )
        if passed_at is None and not row.of_each_hand:
            return


def _is_found(walk: Walk, row: Absence, who: Place) -> bool:
    """Whether a later step has found the absence already, by the same code or another."""
    return any((code, who) in walk.reported for code in (row.code, *row.found_as))


def _ratio(walk: Walk, row: Ratio, spot: int, counted: Sequence[bool]) -> None:
    """Too much is found at once, too little when no more can be added; of what counts by every reading.

    Each patron's wagers are compared with his own.  Where some have no name nobody
    can say whose they are, so that only too much of all together is found.
    """
    laid = walk.seen.by_name
    wagers, bases = laid.get((spot, row.wager), ()), laid.get((spot, row.of), ())
    patrons = {one.patron for one in (*wagers, *bases)}
    over = walk.conduct.stage_of[row.wager].name in walk.times.over or walk.seen.closed_at is not None
    over = over and (len(patrons) == 1 or None not in patrons)
    for whose in [patrons] if None in patrons else [{patron} for patron in sorted(map(str, patrons))]:
        mine = [one for one in wagers if one.patron in whose]
        his = [one for one in bases if one.patron in whose]
        read = [(_sum(mine, late=late), row.times * _sum(his, late=late)) for late in counted]
        if all(placed > max(due, 0) or (over and 0 < placed < due) for placed, due in read):
            alone = len(patrons) == 1
            placed_at = walk.placed_at[spot, row.wager] if alone else max(one.placed_at for one in mine)
            _report_ratio(walk, row, spot, placed_at, read[0])


def _sum(laid: Iterable[WagerView], *, late: bool) -> int:
    """What some wagers come to in cents, with what came late or without."""
    return sum(one.stake + (one.late if late else 0) for one in laid)


def _report_ratio(walk: Walk, row: Ratio, spot: int, placed_at: int, read: tuple[int, int]) -> None:
    placed, due = read
    times = f"{row.times} times " if row.times > 1 else ""
    is_placed, is_due = (amount_written(amount, walk.seen.currency) for amount in read)
    detail = f"the {row.wager} wager is {is_placed} and {times}the {row.of} is {is_due}"
    facts = {"spot": spot, "wager": row.wager, "amount": placed, "due": due}
    walk.found.append(Finding("wager_ratio_wrong", row.rule, row.evidence, placed_at, detail, facts))


# --- where a step is lacking when the round is over ---------------------------------------


def dealt_in(walk: Walk, deal: Deal) -> list[int]:
    """The spots to which cards of a deal are due: their wager in time, and not handed back as void."""
    return clockwise(walk.awaits(deal).difference(walk.void))


def compared(walk: Walk) -> list[int]:
    """The spots whose hands are to be compared, in the order of settlement."""
    return counterclockwise(walk.standing.difference(walk.void))


def no_deal(walk: Walk) -> Places:
    """All of it; that a hand was turned up which no event dealt is another finding."""
    if walk.up or any(count for place, count in walk.cards.items() if place != "board"):
        return NOWHERE
    return ["dealer"] if dealt_in(walk, walk.conduct.deals[0]) else NOWHERE


def short_hands(deal: Deal) -> Lack:
    """Single hands, where there was a deal at all; of a later deal the hands that play on."""

    def lacking(walk: Walk) -> Places:
        spots, cards = dealt_in(walk, deal), walk.cards
        if not spots or ("deal_missing", "dealer") in walk.reported:
            return NOWHERE
        hands: list[Place] = [*spots, "dealer"]
        return [place for place in hands if cards.get(place, 0) < deal.through and place not in walk.up]

    return lacking


def none_faced(deal: Deal) -> Lack:
    """The dealer, none of whose cards was up when the table went on; out of a stack it may come later."""

    def lacking(walk: Walk) -> Places:
        whole = walk.cards.get("dealer", 0) >= deal.through
        passed = walk.passed_at(deal.step) is not None
        return ["dealer"] if whole and passed and walk.up_cards < deal.dealer_up else []

    return lacking


def undecided(stage: str) -> Lack:
    """Who had cards to decide on and was never asked.

    Of a stage between two deals this is said only until the showdown: where
    that came all the same, the cards that are short are what is found.
    """

    def lacking(walk: Walk) -> Places:
        if stage != walk.conduct.deciding and walk.showdown_at is not None:
            return []
        waiting = walk.asked(stage).difference(walk.decided[stage], walk.void)
        return [spot for spot in clockwise(waiting) if walk.cards.get(spot) and spot in walk.in_play]

    return lacking


def short_board(deal: Deal) -> Lack:
    """So many community cards are due while anybody plays."""

    def lacking(walk: Walk) -> Places:
        return ["board"] if walk.board < deal.through and compared(walk) else NOWHERE

    return lacking


def uncovered(walk: Walk) -> Places:
    """Until the close a record may be of cards and wagers alone; whole, it says what lay over the hand."""
    return ["dealer"] if walk.showdown_at is not None and not walk.covered else []


def no_showdown(walk: Walk) -> Places:
    """While anybody's hand is to be compared; that all have folded asks for none."""
    return ["dealer"] if walk.showdown_at is None and compared(walk) else []


def not_turned_up(walk: Walk) -> Places:
    """The hands to be compared that stayed down."""
    return [spot for spot in compared(walk) if spot not in walk.up]


def not_racked(walk: Walk) -> Places:
    """Hands left out of the rack, in a record that follows the rack at all."""
    if not walk.racked:
        return []
    hands: list[Place] = [*clockwise(place for place in walk.cards if isinstance(place, int)), "dealer"]
    return [
        place
        for place in hands
        if walk.cards.get(place)
        and place not in walk.racked
        and ("hand_not_revealed", place) not in walk.reported
    ]
