"""What a round shows a game: a protocol that `rounds` satisfies, and classes that it fills.

Games read rounds through these and import nothing of `rounds`.  What is read of
every card and wager is a class, which is compiled to reads of memory; a protocol
is not.  Money is whole cents throughout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from ledger.events.base import Event, Header

# Spot, wager, what it rides on, patron, tender: what makes it this wager.  Were the five typed one by one,
# compiled code would take the tuple apart and make it anew at every turn; so a wager and its lines share it.
WagerKey: TypeAlias = tuple[Any, ...]
Place: TypeAlias = int | Literal["dealer", "board", "stand"]
Faces: TypeAlias = Sequence[str | None]  # of a place, in the order dealt; None while unknown


class CardView:
    """A card of a round; `face` is the face adjudication uses, None while unknown.

    `version` is that of the event which put it on the layout.
    """

    __slots__ = ("face", "shown", "side", "version")

    def __init__(self, version: int, face: str | None, side: str) -> None:
        self.version = version
        self.face = face
        self.side = side
        self.shown = side == "up"


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


class WagerView:
    """A wager (spot, wager, on, patron, tender).

    `stake` is what was placed in time less what was withdrawn, `late` what was
    added after its betting was closed, `taken_back` how the stake became less.
    """

    __slots__ = (
        "collected", "key", "late", "on", "paid", "patron", "placed_at", "returned", "spot", "stake",
        "taken_back", "tender", "wager", "withdrawn",
    )  # fmt: skip

    def __init__(self, key: WagerKey, placed_at: int) -> None:
        spot, wager, on, patron, tender = key
        self.key = key  # what makes it this wager
        self.spot: int = spot
        self.wager: str = wager
        self.on: str | None = on
        self.patron: str | None = patron
        self.tender: str = tender
        self.placed_at = placed_at
        self.stake = 0
        self.late = 0
        self.withdrawn = 0
        self.taken_back: tuple[TakenBack, ...] = ()
        self.collected = 0
        self.paid = 0
        self.returned = 0


class AtSpot:
    """The wagers at a spot in the order placed: those of the hand compared, and those resolved beside it."""

    __slots__ = ("main", "side")

    def __init__(self) -> None:
        self.main: list[WagerView] = []
        self.side: list[WagerView] = []


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
    def at_spots(self) -> dict[int, AtSpot]: ...
    @property
    def by_name(self) -> Mapping[tuple[int, str], Sequence[WagerView]]: ...
    @property
    def hands(self) -> Mapping[Any, Sequence[CardView]]: ...
    @property
    def read(self) -> dict[Any, list[str | None]]: ...
    @property
    def decisions(self) -> Sequence[tuple[int, int, str]]: ...
    @property
    def folded_at(self) -> dict[int, int]: ...
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
