"""What the rules give one wager, as a line of a round's adjudication.

A line refers to the verdict and to the hand that decided, and holds beside them
only what is its own: most lines of a round share both with others.  Money is
whole cents.  Source: CONTRACT §4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol, TypeAlias, cast

from ledger.games.seam import Evidence, Fixed, Odds, Outcome
from ledger.games.view import WagerKey

TablePrize: TypeAlias = Odds | Fixed  # what a table inventory can pay without a meter

CHIPS: Final = "chips"
# What is dropped in the box when its wager wins or loses.
# Source: accounting A.2, coupons, promotional chips.
SURRENDERED: Final = frozenset({"match_play", "promo_single"})

STAKE_TAKEN: Final = frozenset({"lose", "forfeit"})
STAKE_RETURNED: Final = frozenset({"win", "push", "void", "unpaid"})
UNJUDGED: Final = frozenset({"open", "undetermined"})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a wager, and why: a row that a game has for it.

    `prize` and `odds`, its text, are given where it wins.  `keeps_stake` is
    whether the house keeps the stake of a wager that wins, `paid_from` who pays
    it where the table inventory does not: the cage or a fund.  `times` is how often
    it wins its stake, None where that is no whole number or the stake has no part in it.
    `judged` is whether the rules say what becomes of the wager, `takes` whether the
    house then has its stake.
    """

    outcome: Outcome
    rule: str
    evidence: Evidence
    table: str | None = None
    prize: TablePrize | None = None
    odds: str | None = None
    missing: str | None = None
    keeps_stake: bool = False
    paid_from: str | None = None
    times: int | None = field(init=False, default=0)
    judged: bool = field(init=False)
    takes: bool = field(init=False)

    def __post_init__(self) -> None:
        taken = self.outcome in STAKE_TAKEN or (self.outcome == "win" and self.keeps_stake)
        object.__setattr__(self, "judged", self.outcome not in UNJUDGED)
        object.__setattr__(self, "takes", taken)
        if self.prize is not None:
            evenly = isinstance(self.prize, Odds) and self.prize.d == 1
            object.__setattr__(self, "times", self.prize[0] if evenly else None)


class Hand(Protocol):
    """The hand that decided: its name, and the cards that make it as they are announced."""

    @property
    def rank(self) -> str | None: ...
    @property
    def cards(self) -> Sequence[str] | None: ...


class Shown(NamedTuple):
    """A hand as it is to be shown: with its cards, and named where that says something."""

    rank: str | None
    faces: Sequence[str | None] | None

    @property
    def cards(self) -> Sequence[str] | None:
        """The cards, all of them known."""
        return cast("Sequence[str] | None", self.faces)


class Unnamed(NamedTuple):
    """A hand of which the cards alone are shown."""

    hand: Hand

    @property
    def rank(self) -> None:
        """Nothing."""

    @property
    def cards(self) -> Sequence[str] | None:
        """The cards of the hand."""
        return self.hand.cards


NO_HAND: Final[Hand] = Shown(None, None)


class Resolution:
    """What the rules give one wager (CONTRACT §4): its verdict, the hand that decided, and what is paid.

    collected + returned = stake where it is judged.  `limited_from` is what was
    paid before a limit.  A coupon that wins or loses is dropped, so that its face
    is collected.  A line never changes: another takes its place.
    """

    __slots__ = ("hand", "key", "late", "limited_from", "paid", "stake", "verdict")

    def __init__(
        self,
        key: WagerKey,
        stake: int,
        verdict: Verdict,
        hand: Hand = NO_HAND,
        paid: int = 0,
        *,
        late: bool = False,
        limited_from: int | None = None,
    ) -> None:
        self.key: Final = key
        self.stake: Final = stake
        self.verdict: Final = verdict
        self.hand: Final = hand
        self.paid: Final = paid
        self.late: Final = late
        self.limited_from: Final = limited_from

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Resolution) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return f"Resolution{self._parts()!r}"

    def _parts(self) -> tuple[object, ...]:
        return (self.key, self.stake, self.verdict, self.hand, self.paid, self.late, self.limited_from)

    def judged(self, verdict: Verdict, paid: int = 0) -> Resolution:
        """The line by another verdict."""
        return Resolution(
            self.key, self.stake, verdict, self.hand, paid, late=self.late, limited_from=self.limited_from
        )

    def limited(self, paid: int) -> Resolution:
        """The line paid only so much, by a limit."""
        before = self.limited_from or self.paid
        return Resolution(
            self.key, self.stake, self.verdict, self.hand, paid, late=self.late, limited_from=before
        )

    @property
    def collected(self) -> int:
        """What of the stake the house takes."""
        verdict = self.verdict
        taken = verdict.takes or (self.key[4] in SURRENDERED and verdict.outcome == "win")
        return self.stake if taken else 0

    @property
    def returned(self) -> int:
        """What of the stake goes back."""
        back = self.verdict.outcome in STAKE_RETURNED and not self.collected
        return self.stake if back else 0

    @property
    def spot(self) -> int:
        spot: int = self.key[0]
        return spot

    @property
    def wager(self) -> str:
        wager: str = self.key[1]
        return wager

    @property
    def on(self) -> str | None:
        on: str | None = self.key[2]
        return on

    @property
    def patron(self) -> str | None:
        patron: str | None = self.key[3]
        return patron

    @property
    def tender(self) -> str | None:
        """The tender; None for chips, which go without saying."""
        tender: str = self.key[4]
        return None if tender == CHIPS else tender

    @property
    def outcome(self) -> Outcome:
        return self.verdict.outcome

    @property
    def rule(self) -> str:
        return self.verdict.rule

    @property
    def evidence(self) -> Evidence:
        return self.verdict.evidence

    @property
    def odds(self) -> str | None:
        return self.verdict.odds

    @property
    def table(self) -> str | None:
        return self.verdict.table

    @property
    def missing(self) -> str | None:
        return self.verdict.missing

    @property
    def paid_from(self) -> str | None:
        return self.verdict.paid_from

    @property
    def rank(self) -> str | None:
        return self.hand.rank

    @property
    def cards(self) -> Sequence[str] | None:
        return self.hand.cards
