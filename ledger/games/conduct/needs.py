"""What a step can need, and whose turn it can be: the words of the rows of `Condition` and `Turn`.

Each function takes the walk and the place where a step is taken, and names the
places where something has not yet been done, or those whose turn was before.
Those that take a wager, a deal or a stage instead make such a function.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import takewhile
from typing import Final

from ledger.events.rounds import HandCollected
from ledger.games.conduct.dues import Spots
from ledger.games.conduct.rows import NOWHERE, Deal, Need, Place, Places
from ledger.games.conduct.walk import Walk
from ledger.games.decided import is_dealer_up
from ledger.games.orders import clockwise, counterclockwise, passed_over

DEALERS_TURN: Final = 256  # after the last spot there can be


# --- wagers, cards, decisions -------------------------------------------------------------


def wager(*names: str) -> Need:
    """One of these wagers was placed at the spot and lies there."""

    def lacking(walk: Walk, place: Place) -> Places:
        for name in names:
            if place in walk.laid[name]:
                return NOWHERE
        return [place] if isinstance(place, int) else NOWHERE

    return lacking


def hands(deal: Deal) -> Need:
    """Every hand that gets cards in a deal has them, and the dealer's."""
    through = deal.through

    def lacking(walk: Walk, _: Place) -> Places:
        cards = walk.cards
        places: list[Place] = [spot for spot in walk.awaits(deal) if cards.get(spot, 0) < through]
        if places:
            places.sort()
        if cards.get("dealer", 0) < through:
            places.append("dealer")
        return places

    return lacking


def decided(stage: str) -> Need:
    """Everybody who has to decide in a stage has done so; who was handed the stake back does not have to."""

    def lacking(walk: Walk, _: Place) -> Places:
        return clockwise(walk.asked(stage).difference(walk.decided[stage], walk.back))

    return lacking


def plays(walk: Walk, place: Place) -> Places:
    """The spot plays on."""
    return NOWHERE if place in walk.playing or not isinstance(place, int) else [place]


def burned(walk: Walk, _: Place) -> Places:
    """A card was burned for the deal that is begun; how many cards lie there tells the deals apart."""
    return NOWHERE if walk.burned else [f"{walk.board} cards"]


def board(walk: Walk, _: Place) -> Places:
    """The board is not complete though it will be; a board that never was is another finding.

    It will be while anybody plays or has still to decide, and where the floor
    stopped the round only then.
    """
    whole, seen = walk.conduct.board, walk.seen
    if walk.board >= whole:
        return NOWHERE
    closed = seen.closed_at is not None and seen.voided_at is None
    cut_short = closed and len(seen.faces("board")) < whole
    contested = walk.playing or any(decided(stage)(walk, "board") for stage in walk.decided)
    return ["dealer"] if contested and not cut_short else NOWHERE


# --- showdown, settlement, rack -----------------------------------------------------------


def shown_down(walk: Walk, _: Place) -> Places:
    """The dealer's cards are up."""
    return ["dealer"] if walk.showdown_at is None else NOWHERE


def turned_up(walk: Walk, place: Place) -> Places:
    """The hand of the spot is up."""
    return NOWHERE if place in walk.up else [place]


def all_turned_up(walk: Walk, _: Place) -> Places:
    """Every hand that is compared is up."""
    return counterclockwise(walk.standing.difference(walk.up))


def taken_before_showdown(walk: Walk, place: Place) -> Places:
    """What a fold before the dealer turned up forfeits is taken before that, too."""
    if walk.showdown_at is None or not isinstance(place, int):
        return NOWHERE
    return [place] if walk.folded_at.get(place, walk.showdown_at) < walk.showdown_at else NOWHERE


def settled(*names: str) -> Need:
    """The spot's wagers of these names are settled, or all of them where none is named."""
    wagers = names or None

    def lacking(walk: Walk, place: Place) -> Places:
        return [place] if isinstance(place, int) and walk.unsettled(place, wagers) else NOWHERE

    return lacking


def all_settled(*how: str, among: Collection[str] | None = None) -> Need:
    """Whatever is due in these ways (lose, win, forfeit, waits) is settled at every spot.

    `among` are the wagers meant, where not all are.
    """

    def lacking(walk: Walk, _: Place) -> Places:
        return [spot for spot in counterclockwise(walk.due) if walk.unsettled(spot, among, how)]

    return lacking


def pass_done(walk: Walk, _: Place) -> Places:
    """The single pass has come to every hand that is compared."""
    return counterclockwise(walk.standing.difference(walk.begun))


def played_out(walk: Walk, place: Place) -> Places:
    """The hand was compared, or given up; where no showdown ever came, that is what was found."""
    if walk.showdown_at is not None or place in walk.void or not is_dealer_up(walk.seen):
        return NOWHERE
    folds_later = place in walk.seen.folded_at and place not in walk.folded_at
    return [place] if folds_later or place in walk.standing else NOWHERE


def last_racked(walk: Walk, place: Place) -> Places:
    """Whoever a single pass came to and settled is racked; a hand that never is, is missed at the close."""
    if place in walk.begun:
        return NOWHERE
    lying = [spot for spot in walk.begun if spot not in walk.racked and not walk.unsettled(spot)]
    if not lying:
        return NOWHERE
    ever = {event.to for event in walk.seen.events if isinstance(event, HandCollected)}
    return [spot for spot in lying if spot in ever]


def hands_racked(walk: Walk, _: Place) -> Places:
    """Every spot's hand is racked."""
    return [place for place in walk.cards if isinstance(place, int) and place not in walk.racked]


# --- whose turn it is ---------------------------------------------------------------------


def dealing(deal: Deal) -> Need:
    """Clockwise, the dealer last: each place before this one should have the card that it now gets."""
    through = deal.through

    def passed(walk: Walk, place: Place) -> Places:
        if walk.as_due:
            return NOWHERE
        cards = walk.cards
        has = cards.get(place, 0)
        if has >= through:
            return NOWHERE
        turn = place if isinstance(place, int) else DEALERS_TURN
        before = [spot for spot in walk.awaits(deal) if spot < turn and cards.get(spot, 0) <= has]
        return clockwise(before) if before else NOWHERE

    return passed


def deciding(stage: str) -> Need:
    """Clockwise among those asked."""

    def passed(walk: Walk, place: Place) -> Places:
        waiting, turn = walk.asked(stage).difference(walk.decided[stage], walk.back), int(place)
        return clockwise([spot for spot in waiting if spot < turn])

    return passed


def single_pass(walk: Walk, place: Place) -> Places:
    """Counterclockwise in one pass: whoever it has not come to yet."""
    if place in walk.begun:
        return NOWHERE
    return passed_over("counterclockwise", int(place), walk.standing.difference(walk.begun))


def as_settled(walk: Walk, place: Place) -> Places:
    """Whoever was come to earlier in the single pass is racked earlier, and is found once where he is not."""
    if place not in walk.begun:
        return NOWHERE
    before = takewhile(lambda spot: spot != place, walk.begun)
    return [
        spot
        for spot in before
        if spot not in walk.racked and ("hand_racked_out_of_order", spot) not in walk.reported
    ]


def counterclockwise_among(waiting: Callable[[Walk], Collection[int]]) -> Need:
    """Counterclockwise among those for whom a step of a table-wide pass is still to be taken.

    A hand handed back belongs to no pass.
    """

    def passed(walk: Walk, place: Place) -> Places:
        if place in walk.void:
            return NOWHERE
        return passed_over("counterclockwise", int(place), waiting(walk))

    return passed


def to_turn_up(walk: Walk) -> Spots:
    """The hands to be compared that are not up."""
    return walk.standing.difference(walk.up)


def to_rack(walk: Walk) -> list[int]:
    """The hands compared that are not racked."""
    return clockwise(spot for spot in walk.standing if walk.cards.get(spot) and spot not in walk.racked)
