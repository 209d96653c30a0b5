"""The seam between a game and everything else.

A game is a `Game`: its felt, procedure, pay tables and two pure functions over
a round.  `adjudicate` says what the rules give, `conform` what the dealer did
against procedure.  Games see a round through the protocols of `view` and import
neither `rounds` nor each other.  Money is whole cents throughout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ledger.games.figures import Figure
from ledger.games.view import RoundView
from ledger.money import Breakage

if TYPE_CHECKING:
    from ledger.games.resolution import Resolution

Evidence: TypeAlias = Literal["nj_text", "mixed", "derived", "not_nj_text", "not_found"]
Outcome: TypeAlias = Literal["win", "lose", "push", "void", "forfeit", "unpaid", "open", "undetermined"]


# What `betting_closed` closes before the deal when it names no wager: all but these (CONTRACT §3).
ALL_BEFORE_THE_DEAL = "*"
LATER_WAGERS = frozenset({"flop", "turn", "river", "play", "bet", "second"})


# --- pay tables and submissions -----------------------------------------------


class Odds(NamedTuple):
    """`n` to `d`: a stake w wins n*w/d and is kept."""

    n: int
    d: int

    def __str__(self) -> str:
        return f"{self.n}:{self.d}"


class Fixed(NamedTuple):
    """A flat prize in cents that does not scale with the stake."""

    cents: int

    def __str__(self) -> str:
        return f"fixed {self.cents}"


class MeterPercent(NamedTuple):
    """A share of a progressive meter."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent} % of the meter"


Prize: TypeAlias = Odds | Fixed | MeterPercent


@dataclass(frozen=True, slots=True)
class PayTable:
    """The prizes of a wager by row; a rank without a row loses.

    `table_id` is that of the game's file of sources, `inline` for one given in
    a record, the submission's name for one submitted.  `unpaid` are the rows of
    a published table that win nothing, in its words; `elected_by` is the option
    and its value by which it is elected, where one is; `when` says in words to
    what it applies.
    """

    table_id: str
    wager: str
    rows: Mapping[str, Prize]
    evidence: Evidence
    source: str
    unpaid: Mapping[str, str] = field(default_factory=dict)
    elected_by: tuple[str, str] | None = None
    when: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the rules leave to the licensee.

    `values` are the values it may take, None where it is none of a list.
    """

    name: str
    default: object
    values: tuple[object, ...] | None
    evidence: Evidence
    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Submission:
    """The licensee's elections for one game, complete: defaults filled.

    `name` is the registered name, `inline` or `default`; `version` the event of
    the submission stream, 0 for the other two.  `effective` is the date from
    which that version holds, `superseded` since when another has its place.  It
    is compared by identity, so that a game may keep what it makes of one.
    """

    name: str
    version: int
    game: str
    pay_tables: Mapping[str, PayTable]
    options: Mapping[str, Any]
    effective: date | None = None
    superseded: date | None = None

    @property
    def breakage(self) -> Breakage:
        """Who gets the part of a cent that odds leave over."""
        return Breakage(self.options["breakage"])


def nothing_expected(_: Submission) -> tuple[Figure, ...]:
    """No figures: of a game whose wagers win the house nothing by chance."""
    return ()


# --- what a game says ---------------------------------------------------------


class PotShare(NamedTuple):
    """What one player wins of a pot."""

    spot: int
    amount: int
    rank: str | None = None


class PotResolution(NamedTuple):
    """What the rules give of a poker pot; amounts in the round's units.

    `amount` is gross; what the winners share is less the rake and what was
    contributed to funds out of this pot.
    """

    pot: int
    amount: int
    eligible: tuple[int, ...]
    winners: tuple[PotShare, ...]
    rake: int = 0
    outcome: Literal["won", "open", "undetermined"] = "won"
    missing: str | None = None
    rule: str = ""
    evidence: Evidence = "not_found"
    contributed: int = 0


class Adjudication(NamedTuple):
    """What the rules give a round, and the dealer's steps in their order.

    `order` are the steps, or what finds them once they are asked for: it then
    holds the facts that it needs, for a round goes on.
    """

    resolutions: tuple[Resolution, ...] = ()
    pots: tuple[PotResolution, ...] = ()
    order: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()

    @property
    def settlement_order(self) -> tuple[str, ...]:
        """The dealer's steps due so far, named as in CONTRACT §4."""
        return self.order if isinstance(self.order, tuple) else self.order()


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was not as it should have been.

    `event` is the stream version; for something absent, of the step that
    should have come after it.  `facts` are further fields (spot, wager, due, …).
    """

    code: str
    rule: str
    evidence: Evidence
    event: int
    detail: str
    facts: Mapping[str, object] = field(default_factory=dict)


# --- a game -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WagerKind:
    """A wager printed on the felt.

    `stage` names when it may be placed, which is a step of the procedure.  A `side`
    wager is resolved on its own, so that what is announced of a spot as a whole
    does not speak of it.
    """

    name: str
    stage: str
    label: str
    optional: bool = False
    side: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the procedure: who acts, in which order, by which paragraph."""

    code: str
    actor: Literal["dealer", "player", "supervisor"]
    order: Literal["clockwise", "counterclockwise", "any", "once"]
    text: str
    rule: str
    evidence: Evidence


# What may follow from an irregularity; NOT_FOUND where no text read says it.
Remedy: TypeAlias = Literal[
    "CARD_TO_DISCARD_AND_CONTINUE",
    "USE_AS_NEXT_CARD",
    "RELOCATE_CARD",
    "HAND_VOID_RETURN_WAGERS",
    "WAGERS_FORFEIT",
    "ROUND_VOID_RETURN_ALL",
    "ROUND_VOID_DECK_REMOVED",
    "WINS_PAID_REST_RETURNED",
    "NOT_FOUND",
]


class Case(NamedTuple):
    """What one source makes of an irregularity; two rows of a condition contradict each other.

    `wagers` are those that the remedy touches, None where it touches all.
    """

    condition: str
    remedy: Remedy
    evidence: Evidence
    citation: str
    wagers: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A permanent code of a finding, listed at /v1/findings.

    `group` is procedure (the dealer's steps), settlement (money), cards, or
    record (what was written down); `enforce` refuses procedure.
    """

    code: str
    group: Literal["procedure", "settlement", "cards", "record"]
    title: str
    rule: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Game:
    """All that the rest knows of a game.  Adding one touches its folder and the registry.

    `banked` is "house" where the table inventory pays, "players" where a pot
    does, "unruled" where nothing is judged.  `lives_on` are the wagers that may
    stay on the layout past the close of a round; None means all of them.
    `free_felt` accepts any wager name.  `closes` says which wagers the stage
    that ends covers when `betting_closed` names none.  `published` are all pay
    tables of its file of sources in printed order, those of `pay_tables` among
    them; `irregularities` the rows of its table of irregularities, `conditions`
    what each of them is about in words.  `ladders` are ranks from the best
    down, by wager: a pay table that pays one of them says all that are better.
    `whole` are the wagers that win on every row, so that a table says each;
    `metered` those with a fund whose meter a prize may be a share of.  `voidable` are the
    wagers that the dealer's hand can make void.  `expected`
    says of each submission what its wagers win the house by chance.
    """

    name: str
    title: str
    section: str
    rules_version: str
    banked: Literal["house", "players", "unruled"]
    wagers: Mapping[str, WagerKind]
    procedure: tuple[Step, ...]
    pay_tables: Mapping[str, PayTable]
    rows: Mapping[str, tuple[str, ...]]
    options: Mapping[str, Option]
    adjudicate: Callable[[RoundView, Submission], Adjudication]
    conform: Callable[[RoundView, Submission, Adjudication], Sequence[Finding]]
    closes: Callable[[RoundView], frozenset[str]]
    free_felt: bool = False
    lives_on: frozenset[str] | None = frozenset()
    unstaked: frozenset[str] = frozenset()  # paid without being placed (ante_bonus)
    findings: tuple[FindingKind, ...] = ()
    published: tuple[PayTable, ...] = ()
    irregularities: tuple[Case, ...] = ()
    conditions: Mapping[str, str] = field(default_factory=dict)
    ladders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    metered: frozenset[str] = frozenset()
    voidable: frozenset[str] = frozenset()
    deck: tuple[str, ...] = ()
    expected: Callable[[Submission], tuple[Figure, ...]] = nothing_expected
    sides: frozenset[str] = field(init=False)  # resolved beside the hand compared: side wagers, unstaked ones

    def __post_init__(self) -> None:
        sides = {kind.name for kind in self.wagers.values() if kind.side}
        object.__setattr__(self, "sides", self.unstaked.union(sides))


EMPTY: Mapping[str, Any] = MappingProxyType({})
