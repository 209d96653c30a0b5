"""Who sits where, with how much, and by which structure: what the opening of a hand says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from ledger.events.records import RoundHeader
from ledger.events.round_parts import BettingStructure
from ledger.events.rounds import RoundOpened
from ledger.games.poker.variants import VARIANTS, Limit, Variant
from ledger.games.view import RoundView

_NONE: Final[Mapping[int, int]] = MappingProxyType({})


class Seating(NamedTuple):
    """The players of a hand.

    `order` runs clockwise from the button's left, so the button comes last; it
    is ascending where the button is not recorded.  `stacks` are in the round's
    units, without those that are not known.
    """

    order: tuple[int, ...]
    button: int | None
    stacks: Mapping[int, int]
    structure: BettingStructure | None
    variant: Variant | None

    @property
    def limit(self) -> Limit | None:
        """How the hand is bet; the structure's word goes before the name of the game."""
        if self.structure is not None:
            return self.structure.limit
        return self.variant.limit if self.variant is not None else None

    @property
    def antes(self) -> Mapping[int, int]:
        """The ante due from each spot."""
        return _given(self.structure.antes) if self.structure else _NONE

    @property
    def blinds(self) -> Mapping[int, int]:
        """The blind due from each spot."""
        return _given(self.structure.blinds) if self.structure else _NONE

    @property
    def straddles(self) -> Mapping[int, int]:
        """The straddle announced by each spot."""
        return _given(self.structure.straddles) if self.structure else _NONE

    def bet_size(self, street: int) -> int | None:
        """The bet of a fixed-limit street, else the least that a bet may be; None where not known."""
        structure = self.structure
        if structure is None:
            return None
        if structure.limit != "fixed_limit":
            return structure.min_bet or max(self.blinds.values(), default=0) or None
        big = street > 0 and self.variant is not None and self.variant.streets[street - 1].big
        return structure.big_bet if big else structure.small_bet


def _given(amounts: Mapping[int, int] | None) -> Mapping[int, int]:
    return _NONE if amounts is None else amounts


def seating(seen: RoundView) -> Seating:
    """What the opening and the header of a round say."""
    opened = cast("RoundOpened", seen.events[0])
    header = cast("RoundHeader", seen.header)
    spots = players(seen)
    button = opened.button
    if button is not None:
        spots = sorted(spots, key=lambda spot: (spot <= button, spot))
    variant = VARIANTS.get(header.variant) if header.variant is not None else None
    return Seating(tuple(spots), button, _given(opened.stacks), opened.structure, variant)


def players(seen: RoundView) -> list[int]:
    """The spots in the hand, ascending: with cards, chips or a decision; all before the deal."""
    dealt = {place for place, cards in seen.hands.items() if isinstance(place, int) and cards}
    acting = {spot for _, spot, _ in seen.decisions}
    if not dealt:
        return sorted({*seen.spots, *acting})
    return sorted({*dealt, *acting, *(wager.spot for wager in seen.wagers)})
