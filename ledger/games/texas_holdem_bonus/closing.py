"""What can be said of a round only when a stage or the whole of it is over.

A round that was closed, and not declared void, should have come through every
step.  The first that is missing is found; those after it could not be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.orders import clockwise, counterclockwise
from ledger.games.seam import Finding
from ledger.games.telling import shows_the_dealing
from ledger.games.texas_holdem_bonus.paytables import RATIO_TO_ANTE
from ledger.games.texas_holdem_bonus.procedure import ABSENCES, BOARD, STREETS, WAGERS, Absence
from ledger.games.texas_holdem_bonus.walk import Place, Walk, at, named

# Steps that are each hand's own: where one lacks them the others still go on.
OF_EACH_HAND: Final = frozenset({"reveal", "rack"})


def close(walk: Walk) -> None:
    """Report what was never done, in a round that was closed and not declared void."""
    for spot in walk.antes:
        _ratios(walk, spot)
    closed_at = walk.seen.closed_at
    if closed_at is None or walk.seen.voided_at is not None:
        return
    # Until the close a record may be of cards and wagers alone; whole, it says what lay over the hand.
    if walk.showdown_at is not None and not walk.covered:
        event = walk.decisions_begun_at or walk.showdown_at
        walk.report("cover_card_missing", event, "no cover card was laid over the dealer's cards")
    _absences(walk, closed_at)


def _absences(walk: Walk, closed_at: int) -> None:
    """Report the steps that nothing but the close has passed, and those passed unseen.

    One missing root is one finding: where the close cut the round short at a
    step, its later steps are not missed as well.
    """
    told = shows_the_dealing(walk.seen)
    for row in ABSENCES:
        if not told and row.step != "rack":
            continue
        lacking = [who for who in LACKING[row.needs](walk) if not _is_found(walk, row, who)]
        passed_at = _passed_at(walk, row.step) or closed_at
        for who in lacking:
            walk.reported.add((row.code, who))
            detail = row.detail.format(who=named(who), board=walk.board)
            facts = {"cards": walk.board} if who == "board" else at(who)
            walk.found.append(Finding(row.code, row.rule, row.evidence, passed_at, detail, facts))
        if lacking and passed_at == closed_at and row.step not in OF_EACH_HAND:
            return


def _is_found(walk: Walk, row: Absence, who: Place) -> bool:
    """Whether a later step has found the absence already, by the same code or another."""
    return any((code, who) in walk.reported for code in (row.code, *row.found_as))


def _passed_at(walk: Walk, step: str) -> int | None:
    """When the round went on without a step; None where only the close did."""
    decisions, board, showdown = walk.decisions_begun_at, walk.board_begun_at, walk.showdown_at
    later = {
        "deal": (decisions, board, showdown),
        "flop_decision": (board, showdown),
        "flop": (showdown,),
        "turn": (showdown,),
        "river": (showdown,),
    }
    return min((moment for moment in later.get(step, ()) if moment is not None), default=None)


def _ratios(walk: Walk, spot: int) -> None:
    """Too much is found at once, too little when no more can be added.  Evidence: published rules only."""
    ante = walk.stakes[spot, "ante"]
    for wager, times in RATIO_TO_ANTE.items():
        placed = walk.stakes.get((spot, wager), 0)
        if placed > times * ante or (0 < placed < times * ante and _is_over(walk, WAGERS[wager].stage)):
            detail = f"the {wager} wager is {placed} and {times} times the ante is {times * ante}"
            facts = {"spot": spot, "wager": wager, "amount": placed, "due": times * ante}
            walk.report("wager_ratio_wrong", walk.placed_at[spot, wager], detail, facts)


def _is_over(walk: Walk, stage: str) -> bool:
    """Whether the board has passed a stage of decisions, or the round is closed."""
    before = next(street.before for street in STREETS if street.decision == stage)
    return walk.board > before or walk.seen.closed_at is not None


# --- where a step is lacking when the round is over ---------------------------------------


def _staking(walk: Walk) -> list[int]:
    """The spots with an ante in time that was not handed back as void: cards are due to them."""
    return [spot for spot in walk.antes if spot in walk.in_play and spot not in walk.void]


def _playing(walk: Walk) -> list[Place]:
    """The spots whose hands are to be compared, in the order of settlement."""
    return [*counterclockwise(walk.playing - walk.void)]


def _deal(walk: Walk) -> list[Place]:
    """All of it; that a hand was turned up which no event dealt is another finding."""
    dealt = any(count for place, count in walk.cards.items() if place != "board")
    return ["dealer"] if _staking(walk) and not walk.up and not dealt else []


def _two_cards(walk: Walk) -> list[Place]:
    """Single hands, where there was a deal at all."""
    staking = _staking(walk)
    if not staking or ("deal_missing", "dealer") in walk.reported:
        return []
    hands: list[Place] = [*staking, "dealer"]
    return [place for place in hands if walk.cards.get(place, 0) < 2 and place not in walk.up]


def _flop_decisions(walk: Walk) -> list[Place]:
    """Of the spots that had cards to decide on."""
    decided = walk.decided["flop_decision"]
    return [spot for spot in _staking(walk) if walk.cards.get(spot) and spot not in decided]


def _later_decisions(stage: str) -> Callable[[Walk], list[Place]]:
    """Turn or river; where the showdown came all the same the short board is what is found."""

    def lacking(walk: Walk) -> list[Place]:
        asked = walk.decided[stage]
        if walk.showdown_at is not None:
            return []
        return [*clockwise(spot for spot in walk.playing - walk.void if spot not in asked)]

    return lacking


def _community_cards(count: int) -> Callable[[Walk], list[Place]]:
    """So many are due while anybody plays."""

    def lacking(walk: Walk) -> list[Place]:
        return ["board"] if walk.board < count and _playing(walk) else []

    return lacking


def _showdown(walk: Walk) -> list[Place]:
    """When all have folded nothing in the text says that the dealer turns up: SOURCES.md, all folded."""
    return ["dealer"] if walk.showdown_at is None and _playing(walk) else []


def _reveals(walk: Walk) -> list[Place]:
    return [spot for spot in _playing(walk) if spot not in walk.up]


def _racks(walk: Walk) -> list[Place]:
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


LACKING: Final[Mapping[str, Callable[[Walk], list[Place]]]] = MappingProxyType(
    {
        "deal": _deal,
        "two_cards": _two_cards,
        "flop_decisions": _flop_decisions,
        "flop": _community_cards(3),
        "turn_decisions": _later_decisions("turn_decision"),
        "turn": _community_cards(4),
        "river_decisions": _later_decisions("river_decision"),
        "river": _community_cards(BOARD),
        "showdown": _showdown,
        "reveals": _reveals,
        "racks": _racks,
    }
)
