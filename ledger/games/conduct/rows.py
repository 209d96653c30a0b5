"""The tables in which a game says how a round is conducted.

`Conduct` is all that the walk knows of a game: its felt and steps, what is
dealt when, what must have been done before each step and by the end, whose turn
a step is, and the few functions that only this game has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.rounds import ProgressivePaid, WagerCollected, WagerPaid, WagerReturned
from ledger.games.conduct import times
from ledger.games.seam import Adjudication, Evidence, FindingKind, Step, WagerKind
from ledger.games.view import RoundView

if TYPE_CHECKING:
    from ledger.games.conduct.walk import Walk

Place: TypeAlias = int | str
Places: TypeAlias = Sequence[Place]
Settlement: TypeAlias = WagerCollected | WagerPaid | WagerReturned | ProgressivePaid

Need: TypeAlias = "Callable[[Walk, Place], Places]"  # the step is taken at a place: where is it not yet done?
Lack: TypeAlias = "Callable[[Walk], Places]"  # the round is over: where was it not done?
Follow: TypeAlias = "Callable[[Walk, Any, int], None]"  # take an event, recorded at a version
NOWHERE: Places = ()

# How the cards of one deal come: each hand one after the other, each hand whole, or either.
Manner: TypeAlias = Literal["one_by_one", "stacks", "either"]

ANTE = "ante"
BEFORE_THE_DEAL = "before_the_deal"


# --- what happens when --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt as one step: so many to each hand, or to the board.

    `before` is how many lie there already, `through` how many when it is done.
    `burn` is the step of a card burned before a deal to the board.  Of the dealer's
    cards `dealer_up` lie face up, of the board all, the rest face down.  `shoe` is
    the manner from a manual shoe or the hand, `machine` from an automated shoe;
    where the record does not say which, either will do.

    `opens_at` is from how many cards on what follows it may be wagered and decided.
    Hands are looked at one by one, so that a decision made too early is found by
    what the hands still lack; the board is looked at when it is complete.
    """

    step: str
    to: Literal["hands", "board"]
    cards: int
    before: int = 0
    burn: str | None = None
    dealer_up: int = 0
    shoe: Manner = "one_by_one"
    machine: Manner = "stacks"
    through: int = field(init=False)
    opens_at: int = field(init=False)

    def __post_init__(self) -> None:
        through = self.before + self.cards
        object.__setattr__(self, "through", through)
        object.__setattr__(self, "opens_at", self.before + 1 if self.to == "hands" else through)


class Stage(NamedTuple):
    """A time for wagers and decisions, named as `WagerKind.stage` and the step of it.

    It follows the deal whose step is `after` (None: it is before the deal) and
    ends when the next deal is begun, or the dealer's cards are turned up.
    `words` are what may be said where no chips move; `asks` is who has to decide.
    """

    name: str
    after: str | None
    words: tuple[str, ...] = ()
    asks: Literal["antes", "playing", "nobody"] = "nobody"


class Ratio(NamedTuple):
    """A wager has to be so many times another one at its spot."""

    wager: str
    times: int
    of: str
    rule: str
    evidence: Evidence


# --- what must have been done ---------------------------------------------------------


class Condition(NamedTuple):
    """When `step` is taken, `needs` must have been done; else the finding `code`.

    In `detail`, {who} is where it was not done and {spot} where the step was taken.
    """

    step: str
    needs: Need
    code: str
    rule: str
    evidence: Evidence
    detail: str


class Absence(NamedTuple):
    """A round that is over must have come through `step`; where `lacks` says it did not, the finding `code`.

    `found_as` are the codes by which a later step has found the same absence
    already.  A step that is each hand's own stops no other.  In `detail`, {who}
    is where it was not done, {board} how many community cards lay there.
    """

    step: str
    lacks: Lack
    code: str
    rule: str
    evidence: Evidence
    detail: str
    found_as: tuple[str, ...] = ()
    of_each_hand: bool = False


class Turn(NamedTuple):
    """A step that is taken in an order round the table: `passed` are those whose turn was before."""

    step: str
    code: str
    passed: Need


# The codes that the walk itself reports, whatever the rows are.
_ANY_GAMES = (
    "burn_card_unexpected",
    "card_faced_wrong",
    "community_cards_wrong",
    "dealing_method_wrong",
    "decision_contradicted",
    "decision_not_offered",
    "hand_racked_twice",
    "hand_revealed_early",
    "return_misstated",
    "settled_before_showdown",
    "void_played_on",
    "void_settled",
    "wager_carried_unexpected",
    "wager_out_of_stage",
    "wager_withdrawn_late",
)


# The rows of one step, each with what it asks, and whether a single pass comes to a spot by it.
RowsOf: TypeAlias = tuple[tuple[tuple[Need, Condition | Turn], ...], bool]


# --- a game's conduct ---------------------------------------------------------------------


def _standing(walk: Walk, place: Place) -> str | None:
    """The step that turning up a hand is where only those compared are turned up."""
    if place == "dealer":
        return "showdown"
    return "reveal" if place in walk.standing else None


def kept_for(*wagers: str) -> Callable[[Walk, int], str]:
    """The step that racking a spot's hand is: a folded one is kept while one of these wagers lives on."""

    def racks(walk: Walk, spot: int) -> str:
        if not walk.is_folded(spot):
            return "rack"
        kept = any(walk.is_on_layout(spot, wager) for wager in wagers)
        return "rack_folded" if kept else "rack_fold"

    return racks


racked_at_once = kept_for()


_IN_NO_PASS: Mapping[Place, str] = MappingProxyType({})


def _in_no_pass(_: Adjudication) -> Mapping[Place, str]:
    """No spot belongs to a pass of its own where all are settled in the same."""
    return _IN_NO_PASS


@dataclass(frozen=True, eq=False)
class Conduct:
    """How a game's round is conducted.

    `stays` is the wager by which a spot plays on rather than folds; `alone` are
    wagers that are dealt to and compared without an ante, and so without a
    decision.  `pass_steps` are the steps by which a single pass comes to a spot,
    which is then settled whole; none where the table is settled in several passes.

    `settles`, `reveals` and `racks` say which step an event is: a settlement of
    a wager, a hand turned up (None: none that matters), a spot's hand collected.
    `passes` says in which of several passes the rules have each spot settled.
    `follow` are the followers of events that the game has for itself, by their type.

    Raises AssertionError where a code that may be reported is not of `kinds`, or
    a step that may be taken not of `steps`.
    """

    wagers: Mapping[str, WagerKind]
    steps: tuple[Step, ...]
    kinds: tuple[FindingKind, ...]
    deals: tuple[Deal, ...]
    stages: tuple[Stage, ...]
    stays: str
    conditions: tuple[Condition, ...]
    absences: tuple[Absence, ...]
    turns: tuple[Turn, ...]
    settles: Callable[[Walk, Settlement], str]
    reveals: Callable[[Walk, Place], str | None] = _standing
    racks: Callable[[Walk, int], str] = racked_at_once
    passes: Callable[[Adjudication], Mapping[Place, str]] = _in_no_pass
    ratios: tuple[Ratio, ...] = ()
    alone: tuple[str, ...] = ()
    pass_steps: frozenset[str] = frozenset()
    hand_code: str = "hand_size_wrong"
    withdrawal_folds: bool = False
    folds_racked_at_once: bool = True
    follow: Mapping[type[Event], Follow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        codes = {
            self.hand_code,
            *_ANY_GAMES,
            *(["wager_ratio_wrong"] if self.ratios else []),
            *(["settlement_incomplete"] if self.pass_steps else []),
            *(["folded_hand_racked_late"] if self.folds_racked_at_once else []),
        }
        steps = {"showdown", "rack_dealer", *self.landmarks, *self.pass_steps}
        steps.update(stage.name for stage in self.stages)
        rows = [(row.code, row.step) for row in self.conditions]
        rows += [(row.code, row.step) for row in self.absences]
        rows += [(row.code, row.step) for row in self.turns]
        codes.update(code for code, _ in rows)
        steps.update(step for _, step in rows)
        assert codes <= self.kind.keys(), codes - self.kind.keys()
        assert steps <= self.step.keys(), steps - self.step.keys()

    @cached_property
    def step(self) -> Mapping[str, Step]:
        """The steps by code."""
        return {step.code: step for step in self.steps}

    @cached_property
    def place_of_step(self) -> Mapping[str, int]:
        """Where each step stands in the procedure."""
        return {step.code: place for place, step in enumerate(self.steps)}

    @cached_property
    def kind(self) -> Mapping[str, FindingKind]:
        """The kinds of finding by code."""
        return {kind.code: kind for kind in self.kinds}

    @cached_property
    def rows_of(self) -> Mapping[str, RowsOf]:
        """The rows of each step."""
        asked: list[tuple[Need, Condition | Turn]] = [(row.needs, row) for row in self.conditions]
        asked += [(turn.passed, turn) for turn in self.turns]
        return {
            step: (tuple(one for one in asked if one[1].step == step), step in self.pass_steps)
            for step in self.step
        }

    @cached_property
    def after_showdown(self) -> frozenset[str]:
        """The steps by which a wager is settled once the dealer's cards are up."""
        return frozenset(row.step for row in self.conditions if row.code == "settled_before_showdown")

    @cached_property
    def deal_of(self) -> Mapping[tuple[str, int], Deal]:
        """The deal of a card: to the hands or the board, and how many lie at its place already."""
        return {(deal.to, has): deal for deal in self.deals for has in range(deal.before, deal.through)}

    @cached_property
    def burned_for(self) -> tuple[Deal, ...]:
        """The deals before which a card is burned."""
        return tuple(deal for deal in self.deals if deal.burn is not None)

    @cached_property
    def dealt_for(self) -> frozenset[str]:
        """The wagers for which a spot gets cards in the first deal."""
        return frozenset({ANTE, *self.alone})

    @cached_property
    def stage_of(self) -> Mapping[str, Stage]:
        """The stage of each wager."""
        return {wager: self.stage_named[kind.stage] for wager, kind in self.wagers.items()}

    @cached_property
    def stage_named(self) -> Mapping[str, Stage]:
        """The stages by name."""
        return {stage.name: stage for stage in self.stages}

    @cached_property
    def next_deal(self) -> Mapping[str, Deal | None]:
        """The deal that ends each stage, by the stage's name; None where only the showdown does."""
        at: dict[str | None, int] = {None: 0}
        at.update((deal.step, place) for place, deal in enumerate(self.deals, 1))
        ends = [*self.deals, None]
        return {stage.name: ends[at[stage.after]] for stage in self.stages}

    @cached_property
    def deal_before(self) -> Mapping[str, Deal | None]:
        """The deal that opens each stage, by the stage's name; None before the deal."""
        deals = {deal.step: deal for deal in self.deals}
        return {stage.name: deals[stage.after] if stage.after else None for stage in self.stages}

    @cached_property
    def deciding(self) -> str:
        """The stage in which a spot plays on or folds."""
        return self.wagers[self.stays].stage

    @cached_property
    def decisions(self) -> tuple[str, ...]:
        """The stages in which something is decided."""
        return tuple(stage.name for stage in self.stages if stage.words)

    @cached_property
    def landmarks(self) -> frozenset[str]:
        """The steps that show how far the whole table has come."""
        burns = {deal.burn for deal in self.deals if deal.burn}
        return frozenset({*self.decisions, *(deal.step for deal in self.deals), *burns, "showdown"})

    @cached_property
    def hand(self) -> int:
        """How many cards make a hand."""
        return max(deal.through for deal in self.deals if deal.to == "hands")

    @cached_property
    def board(self) -> int:
        """How many cards make the board."""
        return max((deal.through for deal in self.deals if deal.to == "board"), default=0)

    def manners(self, dealing: str | None) -> Mapping[str, Manner]:
        """How the cards of each deal should come by a dealing method; unsaid, only where all agree."""
        return times.manners(self, dealing)

    def stages_at(self, fullest: int, board: int, *, begun: bool, shown_down: bool) -> times.Times:
        """The stages open and over at so many cards: of the fullest hand, and of the board.

        `begun` is whether any card was dealt, `shown_down` whether the dealer's are up.
        """
        return times.stages(self, fullest, board, begun=begun, shown_down=shown_down)

    def closed_by(self, fullest: int, board: int) -> frozenset[str]:
        """The wagers that "no more bets" closes when it names none: those whose time has come or gone.

        `fullest` counts the cards of the fullest hand, `board` those of the board.
        """
        return times.closed_by(self, fullest, board)

    def closes(self, seen: RoundView) -> frozenset[str]:
        """The same for a round as a game sees it."""
        fullest = max([len(cards) for place, cards in seen.hands.items() if place != "board"], default=0)
        return self.closed_by(fullest, len(seen.hands.get("board", ())))
