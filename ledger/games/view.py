"""What a round shows a game: protocols that `rounds` satisfies.

Games read rounds through these and import nothing of `rounds`.  Money is whole
cents throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from ledger.events.base import Event, Header

# Spot, wager, what it rides on, patron, tender: what makes it this wager.
WagerKey: TypeAlias = tuple[int, str, str | None, str | None, str]
Place: TypeAlias = int | Literal["dealer", "board", "stand"]
Faces: TypeAlias = Sequence[str | None]  # of a place, in the order dealt; None while unknown


class CardView(Protocol):
    """A card of a round; `face` is the face adjudication uses, None while unknown."""

    @property
    def version(self) -> int: ...
    @property
    def face(self) -> str | None: ...
    @property
    def side(self) -> str: ...
    @property
    def shown(self) -> bool: ...


def all_shown(cards: Iterable[CardView]) -> bool:
    """Whether all of these cards are turned up."""
    return False not in [card.shown for card in cards]


class TakenBack(NamedTuple):
    """What of a stake was taken back, in cents, at which version.

    `late` is whether its betting was closed then, or the dealer's cards were up.
    """

    version: int
    amount: int
    late: bool


class WagerView(Protocol):
    """A wager (spot, wager, on, patron, tender).

    `stake` is what was placed in time less what was withdrawn, `late` what was
    added after its betting was closed, `taken_back` how the stake became less.
    """

    @property
    def key(self) -> WagerKey: ...
    @property
    def spot(self) -> int: ...
    @property
    def wager(self) -> str: ...
    @property
    def on(self) -> str | None: ...
    @property
    def patron(self) -> str | None: ...
    @property
    def tender(self) -> str: ...
    @property
    def stake(self) -> int: ...
    @property
    def late(self) -> int: ...
    @property
    def withdrawn(self) -> int: ...
    @property
    def taken_back(self) -> Sequence[TakenBack]: ...
    @property
    def collected(self) -> int: ...
    @property
    def paid(self) -> int: ...
    @property
    def returned(self) -> int: ...
    @property
    def placed_at(self) -> int: ...


class AtSpot(Protocol):
    """The wagers at a spot in the order placed: those of the hand compared, and those resolved beside it."""

    @property
    def main(self) -> Sequence[WagerView]: ...
    @property
    def side(self) -> Sequence[WagerView]: ...


class RoundView(Protocol):
    """A round as the games see it.  `events[k]` is the effective event of version k + 1.

    An event corrected to nothing is None there.  `at_spots` holds the wagers by
    spot, `by_name` those of one name at a spot, `hands` the cards at each place in
    the order dealt, `read` their faces as adjudication uses them, `decisions`
    (version, spot, decision), `folded_at` when each spot first folded, in the
    order in which they did, `irregularities` what was noted (version, kind),
    `turned_up` the versions at which cards were exposed or revealed.

    `apart` is whether each card in a hand or on the board is whole or unknown and
    none is there twice, `acted_late` whether anybody decided or placed a later
    wager when a card was up that may be the dealer's: where they say that nothing
    can have gone wrong, it is not looked for.
    """

    @property
    def header(self) -> Header: ...
    @property
    def game(self) -> str: ...
    @property
    def currency(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def spots(self) -> Sequence[int]: ...
    @property
    def events(self) -> Sequence[Event | None]: ...
    @property
    def wagers(self) -> Sequence[WagerView]: ...
    @property
    def at_spots(self) -> Mapping[int, AtSpot]: ...
    @property
    def by_name(self) -> Mapping[tuple[int, str], Sequence[WagerView]]: ...
    @property
    def hands(self) -> Mapping[Any, Sequence[CardView]]: ...
    @property
    def read(self) -> Mapping[Any, Sequence[str | None]]: ...
    @property
    def decisions(self) -> Sequence[tuple[int, int, str]]: ...
    @property
    def folded_at(self) -> Mapping[int, int]: ...
    @property
    def irregularities(self) -> Sequence[tuple[int, str]]: ...
    @property
    def turned_up(self) -> Sequence[int]: ...
    @property
    def acted_late(self) -> bool: ...
    @property
    def apart(self) -> bool: ...
    @property
    def meters(self) -> Mapping[str, int]: ...
    @property
    def closed_at(self) -> int | None: ...
    @property
    def voided_at(self) -> int | None: ...

    def faces(self, place: Place) -> tuple[str | None, ...]:
        """The faces at a place in the order dealt, as adjudication uses them."""
        ...

    def decided(self, spot: int, decision: str) -> int | None:
        """The version at which a spot made a decision, or None."""
        ...
