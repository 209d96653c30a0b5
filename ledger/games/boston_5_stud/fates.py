"""What each spot did when it had looked at its three cards, and when.

The second wager is placed or the hand folded, nothing else (13:69F-24.10(b));
to take the wager back before the last two cards is to fold.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.rounds import WagerWithdrawn
from ledger.games import fates
from ledger.games.seam import Evidence
from ledger.games.view import Place, RoundView, WagerView

Fate: TypeAlias = fates.Fate | Literal["withdrawn", "withdrawn_late"]
STAYS_BY: Final = "second"
DEALT_FIRST: Final = 3
DEALT: Final = 5
OUT: Final[frozenset[Fate]] = frozenset({"folded", "withdrawn"})

# What is missing to judge a spot that is neither playing nor out.
WITHDRAWN_LATE: Final = "the rule for a {wager} wager taken back after the last two cards (spot {spot})"
MISSING: Final[Mapping[str, str]] = MappingProxyType(
    dict([*fates.MISSING.items(), ("withdrawn_late", WITHDRAWN_LATE)])
)
# How well the text is known by which that is asked.
EVIDENCE: Final[Mapping[str, Evidence]] = MappingProxyType(
    dict([*fates.EVIDENCE.items(), ("withdrawn_late", "not_found")])
)


class Decisions(NamedTuple):
    """What the spots decided of a second wager, by version.

    `at` is when each first placed it or folded, `folds` when each first folded,
    `begun` when the first did either, `second_deal_at` when a hand then first got
    a card after the third, or got both though nobody had been asked; `staying` are
    the spots with a second wager.
    """

    at: Mapping[int, int]
    folds: Mapping[int, int]
    staying: Collection[int]
    begun: int
    second_deal_at: int | None


class Standing(NamedTuple):
    """What a spot did, and where it is out the version at which it left."""

    fate: Fate
    left_at: int = 0


def decisions_of(seen: RoundView) -> Decisions:
    """The decisions of a round as far as it was recorded."""
    staying: set[int] = set()
    at = {**seen.folded_at}
    for wager in seen.wagers:
        if wager.wager == STAYS_BY:
            spot = wager.spot
            at[spot] = min(wager.placed_at, at.get(spot, wager.placed_at))
            if wager.stake or wager.late:
                staying.add(spot)
    begun = min(at.values(), default=seen.version + 1)
    later = [
        card.version
        for place, hand in seen.hands.items()
        for card in hand[DEALT_FIRST:]
        if card.version > begun or dealt_unasked(seen, place)
    ]
    return Decisions(at, seen.folded_at, staying, begun, min(later, default=None))


def dealt_unasked(seen: RoundView, place: Place) -> bool:
    """Whether a hand and the dealer's are whole, and it got its fourth card when the dealer had three."""
    hand, dealer = seen.hands[place], seen.hands.get("dealer", ())
    if not len(hand) == len(dealer) == DEALT:
        return False
    return dealer[DEALT_FIRST - 1].version < hand[DEALT_FIRST].version


def standing_of(
    seen: RoundView, spot: int, main: Sequence[WagerView], late_wagers: str, decisions: Decisions
) -> Standing:
    """What a spot did, from its main wagers and what it said."""
    folded_at = decisions.folds.get(spot)
    fate = fates.fate_of(main, STAYS_BY, late_wagers, fold=folded_at is not None)
    if fate not in {"folded", "undecided"} or not _is_withdrawn(main):
        return Standing(fate, folded_at or 0)
    left_at, dealt_at = withdrawn_at(seen, spot), decisions.second_deal_at
    if dealt_at is not None and left_at > dealt_at:
        return Standing("withdrawn_late")
    return Standing("withdrawn", left_at) if folded_at is None else Standing("folded", folded_at)


def _is_withdrawn(main: Sequence[WagerView]) -> bool:
    return any(wager.withdrawn for wager in main if wager.wager == STAYS_BY)


def withdrawn_at(seen: RoundView, spot: int) -> int:
    """The version at which a spot last took its second wager back, or a part of it; 0 where it did not."""
    versions = [
        version
        for version, event in enumerate(seen.events, 1)
        if isinstance(event, WagerWithdrawn) and (event.spot, event.wager) == (spot, STAYS_BY)
    ]
    return max(versions, default=0)
