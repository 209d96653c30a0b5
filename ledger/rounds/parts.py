"""What a round is made of: cards, wagers, the rack, and remarks of the fold.

All of it belongs to one `Round` and is changed by its fold alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from ledger.games.seam import EMPTY
from ledger.games.view import CardView, WagerKey, WagerView

Place: TypeAlias = Any  # a spot, "dealer", "board" or "stand"

CHIPS: Final = "chips"
MATCH_PLAY: Final = "match_play"
# What the house itself issued to be wagered: its face is no money of a patron's, and never the tray's.
# One for several decisions goes back when it wins.  Source: accounting A.2, coupons, promotional chips.
PROMOTIONS: Final = frozenset({MATCH_PLAY, "promo_single", "promo_multi"})


class NamesWager(Protocol):
    """An event, or a part of one, that says which wager is meant."""

    @property
    def spot(self) -> int: ...
    @property
    def wager(self) -> str | None: ...
    @property
    def on(self) -> str | None: ...
    @property
    def patron(self) -> str | None: ...
    @property
    def tender(self) -> str | None: ...


class Card(CardView):
    """A card dealt or burned: what was recorded, and what was revealed later.

    `place` is where it lies now, `source` who recorded its face.
    """

    __slots__ = ("place", "recorded", "shoe_position", "source")

    def __init__(
        self,
        version: int,
        place: Place,
        recorded: str | None,
        side: str,
        source: str | None,
        *,
        shoe_position: int | None = None,
    ) -> None:
        super().__init__(version, recorded, side)
        self.place = place
        self.recorded = recorded
        self.source = source
        self.shoe_position = shoe_position


class Wager(WagerView):
    """One wager and all that became of it, in cents."""

    __slots__ = (
        "adjusted", "carried", "declared", "declared_rank", "dropped", "into_box", "left", "on_layout",
        "paid_at", "placed_late_at", "prizes", "settled_at",
    )  # fmt: skip

    def __init__(self, key: WagerKey, placed_at: int) -> None:
        super().__init__(key, placed_at)
        self.placed_late_at: int | None = None
        self.on_layout = 0
        self.carried = 0
        self.into_box = 0  # of what was collected, the part that went to the drop box
        self.dropped = 0  # of a coupon collected, the part that went with its payment
        self.left = 0  # on the layout when the round was closed
        self.adjusted = 0  # later, to the patron; negative from the patron
        self.declared: str | None = None
        self.declared_rank: str | None = None
        self.paid_at: int | None = None
        self.settled_at: int | None = None
        self.prizes: dict[str, Prize] = {}  # what was recorded of funds, by fund

    @property
    def won(self) -> int:
        """What was recorded as won of funds."""
        return sum(prize.won for prize in self.prizes.values())

    @property
    def paid_at_cage(self) -> int:
        """What was paid of funds without touching the tray."""
        return sum(prize.cage for prize in self.prizes.values())


class Prize:
    """What a wager won of one fund, in cents, and what paid it.

    `tray` is the part of what the table inventory paid on the wager that
    settled the prize, whichever of the two was recorded first.
    """

    __slots__ = ("cage", "cage_at", "tray", "won", "won_at")

    def __init__(self) -> None:
        self.won = 0
        self.cage = 0
        self.tray = 0
        self.won_at: int | None = None
        self.cage_at: int | None = None

    @property
    def paid(self) -> int:
        """What was paid of it, wherever."""
        return self.cage + self.tray

    @property
    def due(self) -> int:
        """What is still owed."""
        return max(0, self.won - self.paid)

    @property
    def overpaid(self) -> int:
        """What was paid beyond what was won."""
        return max(0, self.paid - self.won)


class Remark(NamedTuple):
    """Something the fold saw that has no place in the state: a finding's raw fact."""

    code: str
    version: int
    facts: Mapping[str, object] = EMPTY


class Racked(NamedTuple):
    """Cards that went into the discard rack together, in pick-up order.

    `ordered` is False where the order inside the hand was not recorded.
    """

    version: int
    owner: Place
    cards: tuple[Card, ...]
    ordered: bool
    size: int


class Pot:
    """The money of a poker round, in the round's units."""

    __slots__ = ("awarded", "collected", "contributed", "funds", "put_in", "rake", "returned")

    def __init__(self) -> None:
        self.put_in: dict[int, int] = {}
        self.returned: dict[int, int] = {}
        self.awarded: dict[int, int] = {}
        self.collected = 0  # into the tray or box, where no rule of poker sends it
        self.rake = 0
        self.contributed = 0
        self.funds: dict[str, int] = {}

    @property
    def content(self) -> int:
        """What is still in the pot."""
        return (
            sum(self.put_in.values())
            - sum(self.returned.values())
            - sum(self.awarded.values())
            - self.collected
            - self.rake
            - self.contributed
        )
