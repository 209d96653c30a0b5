"""What each spot did when it had looked at its three cards, and when.

The second wager is placed or the hand folded, nothing else (13:69F-24.10(b));
to take the wager back before the last two cards is to fold.  After that (c) lets
nobody take it back: it stands as it lay when they were begun.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, TypeAlias

from ledger.events.rounds import WagerWithdrawn
from ledger.games import fates
from ledger.games.fates import fate_of
from ledger.games.orders import clockwise
from ledger.games.view import CardView, Place, RoundView, WagerView

Fate: TypeAlias = fates.Fate | Literal["withdrawn"]
STAYS_BY: Final = "second"
DEALT_FIRST: Final = 3
DEALT: Final = 5
OUT: Final[frozenset[Fate]] = frozenset({"folded", "withdrawn"})


class Decisions:
    """What the spots decided of a second wager, by version.

    `fates` are what the spots with a wager did, from the dealer's left, `left_at`
    when those that are out left.  `at` is when each first placed a second wager or
    folded, `begun` when the first did either; `staying` are the spots with a second
    wager, those among them that took it back too late (`back_late`).
    """

    def __init__(self, seen: RoundView, late_wagers: str) -> None:
        spots, folds = seen.at_spots, seen.folded_at
        self._hands = seen.hands
        self.fates: dict[int, Fate] = {}
        self.left_at: dict[int, int] = {**folds}
        self.staying: set[int] = set()
        self.back_late: Collection[int] = ()
        self.at = at = {**folds}
        taken_back: list[WagerView] = []
        for spot in clockwise(spots):
            main = spots[spot].main
            second = [wager for wager in main if wager.wager == STAYS_BY]
            for wager in second:
                placed_at = wager.placed_at
                if spot not in at or at[spot] > placed_at:
                    at[spot] = placed_at
                if wager.stake or wager.late:
                    self.staying.add(spot)
                if wager.taken_back:
                    taken_back.append(wager)
            fate = fate_of(spot, main, STAYS_BY, folds, late_wagers)
            self.fates[spot] = fate
            if fate == "undecided" and second:
                self._withdraw(seen, spot, second)
        self.begun = min(at.values()) if at else seen.version + 1
        if taken_back:
            self._lay_anew(seen, taken_back, late_wagers)

    def _withdraw(self, seen: RoundView, spot: int, second: Sequence[WagerView]) -> None:
        """Let a spot be out that took its second wager back and said nothing."""
        if any(wager.withdrawn for wager in second):
            self.fates[spot] = "withdrawn"
            self.left_at[spot] = withdrawn_at(seen, spot)

    def _lay_anew(self, seen: RoundView, taken_back: Sequence[WagerView], late_wagers: str) -> None:
        """Let what was taken back too late stay: such a spot is judged as its second wager lay."""
        dealt_at = self.second_deal_at
        self.back_late = {wager.spot for wager in taken_back if _amount_back_late(wager, dealt_at)}
        self.staying |= self.back_late
        for spot in self.back_late:
            second = as_laid(seen.by_name[spot, STAYS_BY], dealt_at)
            self.fates[spot] = fate_of(spot, second, STAYS_BY, seen.folded_at, late_wagers)
            if self.fates[spot] == "undecided":
                self._withdraw(seen, spot, second)

    @cached_property
    def second_deal_at(self) -> int | None:
        """When a hand first got a card after the third though it was not the first deal any more.

        Or got both of them though nobody had been asked.
        """
        later, begun = [], self.begun
        for place, hand in self._hands.items():
            if len(hand) > DEALT_FIRST:
                unasked = dealt_unasked(self._hands, place)
                later += [card.version for card in hand[DEALT_FIRST:] if unasked or card.version > begun]
        return min(later, default=None)


def dealt_unasked(hands: Mapping[Place, Sequence[CardView]], place: Place) -> bool:
    """Whether a hand and the dealer's are whole, and it got its fourth card when the dealer had three."""
    hand, dealer = hands[place], hands.get("dealer", ())
    if not len(hand) == len(dealer) == DEALT:
        return False
    return dealer[DEALT_FIRST - 1].version < hand[DEALT_FIRST].version


def as_laid(main: Sequence[WagerView], second_deal_at: int | None) -> Sequence[WagerView]:
    """The main wagers of a spot, the second one whole of which a part was taken back too late."""
    return [_laid(wager, _amount_back_late(wager, second_deal_at)) for wager in main]


def _laid(wager: WagerView, back_late: int) -> WagerView:
    """The wager with what was taken back too late, as far as it is judged."""
    if not back_late:
        return wager
    laid = WagerView(wager.key, wager.placed_at)
    laid.stake, laid.late = wager.stake + back_late, wager.late
    laid.withdrawn, laid.taken_back = wager.withdrawn, wager.taken_back
    return laid


def _amount_back_late(wager: WagerView, second_deal_at: int | None) -> int:
    """What was taken back of a second wager when it no longer could be, in cents."""
    if second_deal_at is None or wager.wager != STAYS_BY:
        return 0
    return sum(back.amount for back in wager.taken_back if back.version > second_deal_at)


def withdrawn_at(seen: RoundView, spot: int) -> int:
    """The version at which a spot last took its second wager back, or a part of it; 0 where it did not."""
    events = seen.events
    for version in range(len(events), 0, -1):
        event = events[version - 1]
        if type(event) is WagerWithdrawn and event.spot == spot and event.wager == STAYS_BY:
            return version
    return 0
