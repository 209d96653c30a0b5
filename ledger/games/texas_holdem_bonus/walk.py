"""How far a round has come, event by event, and what a step still lacks.

`Walk` is where `conform` stands in the record.  The functions of `NEEDS` answer
the conditions of `procedure`: at which places is it not yet done?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.events.rounds import CardHandled
from ledger.games.orders import clockwise, counterclockwise, passed_over
from ledger.games.seam import EMPTY, Adjudication, Finding, RoundView
from ledger.games.texas_holdem_bonus.findings import found
from ledger.games.texas_holdem_bonus.procedure import (
    BOARD,
    CONDITIONS,
    MAIN_WAGERS,
    OUT_OF_ORDER,
    STEP,
    STREETS,
    Condition,
)

Place: TypeAlias = int | str
DEALERS_TURN: Final = 256  # after the last spot there can be

DECISIONS: Final[Mapping[int, str]] = MappingProxyType({street.before: street.decision for street in STREETS})
_CONDITIONS: Final[Mapping[str, tuple[Condition, ...]]] = MappingProxyType(
    {step: tuple(row for row in CONDITIONS if row.step == step) for step in STEP}
)


class Walk:
    """A round as far as it has been walked.

    `due` are the wagers at each spot for which the rules take or pay money,
    `up` the places whose cards have been turned up, `begun` the version at which
    the settlement pass came to each spot, in that order.  `void` are the spots
    whose ante was handed back as void: nothing more is due to them.
    """

    __slots__ = (
        "begun", "board_begun_at", "burned", "cards", "covered", "decided", "decisions_begun_at", "due",
        "folded_at", "found", "in_play", "lies_at", "placed_at", "playing", "racked", "reported", "seen",
        "settled", "showdown_at", "shut", "stakes", "up", "void",
    )  # fmt: skip

    def __init__(self, seen: RoundView, adjudication: Adjudication) -> None:
        self.seen = seen
        self.due = _due(adjudication)
        self.found: list[Finding] = []
        self.reported: set[tuple[str, Place]] = set()
        self.stakes: dict[tuple[int, str], int] = {}
        self.placed_at: dict[tuple[int, str], int] = {}
        self.in_play: set[int] = set()
        self.shut: set[str] = set()
        self.cards: dict[Place, int] = {}
        self.lies_at: dict[int, Place] = {}
        self.burned = False
        self.covered = False
        self.decided: dict[str, dict[int, str]] = {street.decision: {} for street in STREETS}
        self.playing: set[int] = set()
        self.folded_at: dict[int, int] = {}
        self.decisions_begun_at: int | None = None
        self.board_begun_at: int | None = None
        self.showdown_at: int | None = None
        self.up: set[Place] = set()
        self.begun: dict[int, int] = {}
        self.settled: set[tuple[int, str]] = set()
        self.racked: list[Place] = []
        self.void: set[int] = set()

    @property
    def board(self) -> int:
        """How many community cards lie on the table."""
        return self.cards.get("board", 0)

    @property
    def stage(self) -> str | None:
        """The stage of the wagers that may be placed now, as the felt names it; None between two."""
        return DECISIONS.get(self.board) if self.cards else "before_the_deal"

    @property
    def antes(self) -> list[int]:
        """The spots with an ante, from the dealer's left."""
        return clockwise(
            spot for (spot, wager), stake in self.stakes.items() if wager == "ante" and stake > 0
        )

    def unsettled(self, spot: int, wagers: Iterable[str]) -> bool:
        """Whether money is due at a spot that has not been moved."""
        return any(wager in wagers and (spot, wager) not in self.settled for wager in self.due.get(spot, ()))

    def is_on_layout(self, spot: int, wager: str) -> bool:
        """Whether a wager was placed and not wholly taken back."""
        return self.stakes.get((spot, wager), 0) > 0

    def is_folded(self, spot: int) -> bool:
        """Whether a spot folded and does not play all the same."""
        return spot in self.folded_at and spot not in self.playing

    def place_of(self, event: CardHandled) -> Place | None:
        """Where the card that an event is about lies, as far as it says."""
        if event.of is not None:
            return self.lies_at.get(event.of)
        if event.from_ is not None or event.card is None:
            return event.from_
        holding = (
            place for place, hand in self.seen.hands.items() if event.card in [card.face for card in hand]
        )
        return next(holding, None)

    def report(
        self,
        code: str,
        version: int,
        detail: str,
        facts: Mapping[str, object] = EMPTY,
        rule: str | None = None,
    ) -> None:
        """Add a finding."""
        self.found.append(found(code, version, detail, facts, rule))

    def take(self, step: str, place: Place, version: int) -> None:
        """A step is taken at a place: report what should have been before it, and who was passed over."""
        for row in _CONDITIONS[step]:
            for who in NEEDS[row.needs](self, place):
                self._lacking(row, who, place, version)
        code = OUT_OF_ORDER.get(step)
        if code is None or (code, place) in self.reported:
            return
        passed = PASSED_OVER[step](self, place)
        if passed:
            self.reported.add((code, place))
            detail = f"{named(place)} came before {', '.join(named(other) for other in passed)}"
            self.report(code, version, detail, {**at(place), "passed_over": passed}, STEP[step].rule)

    def _lacking(self, row: Condition, who: Place, place: Place, version: int) -> None:
        if (row.code, who) in self.reported:
            return
        self.reported.add((row.code, who))
        facts = at(place) if "{spot}" in row.detail else at(who)
        detail = row.detail.format(who=named(who), spot=place)
        self.found.append(Finding(row.code, row.rule, row.evidence, version, detail, facts))


def named(place: Place) -> str:
    """A place in words."""
    return f"spot {place}" if isinstance(place, int) else f"the {place}"


def at(place: Place) -> Mapping[str, object]:
    """A place as facts of a finding: a spot, or nothing."""
    return {"spot": place} if isinstance(place, int) else EMPTY


def _due(adjudication: Adjudication) -> Mapping[int, set[str]]:
    """The wagers at each spot that the dealer has to take or pay; a bonus not yet judged counts."""
    found_due: dict[int, set[str]] = {}
    for line in adjudication.resolutions:
        moves = line.outcome in {"win", "lose"} and (line.paid or line.collected)
        waits = line.wager == "bonus" and line.outcome in {"open", "undetermined"}
        if moves or waits:
            found_due.setdefault(line.spot, set()).add(line.wager)
    return found_due


# --- what a step needs ------------------------------------------------------------


def _ante(walk: Walk, place: Place) -> list[Place]:
    return [place] if isinstance(place, int) and not walk.is_on_layout(place, "ante") else []


def _two_cards(walk: Walk, _: Place) -> list[Place]:
    short = [spot for spot in walk.in_play if walk.cards.get(spot, 0) < 2 and walk.is_on_layout(spot, "ante")]
    dealer: list[Place] = ["dealer"] if walk.cards.get("dealer", 0) < 2 else []
    return [*clockwise(short), *dealer]


def _flop_decisions(walk: Walk, _: Place) -> list[Place]:
    return [spot for spot in walk.antes if spot not in walk.decided["flop_decision"]]


def _turn_decisions(walk: Walk, _: Place) -> list[Place]:
    return [spot for spot in clockwise(walk.playing) if spot not in walk.decided["turn_decision"]]


def _river_decisions(walk: Walk, _: Place) -> list[Place]:
    return [spot for spot in clockwise(walk.playing) if spot not in walk.decided["river_decision"]]


def _burn(walk: Walk, _: Place) -> list[Place]:
    return [] if walk.burned else [f"{walk.board} cards"]


def _flop_wager(walk: Walk, place: Place) -> list[Place]:
    return [] if place in walk.playing else [place]


def _board(walk: Walk, _: Place) -> list[Place]:
    """Not complete though it will be; a board that never was is another finding."""
    cut_short = walk.seen.closed_at is not None and len(walk.seen.faces("board")) < BOARD
    return ["dealer"] if walk.playing and walk.board < BOARD and not cut_short else []


def _showdown(walk: Walk, _: Place) -> list[Place]:
    return [] if walk.showdown_at is not None else ["dealer"]


def _reveal(walk: Walk, place: Place) -> list[Place]:
    return [] if place in walk.up else [place]


def _settle(walk: Walk, place: Place) -> list[Place]:
    return [place] if isinstance(place, int) and walk.unsettled(place, MAIN_WAGERS) else []


def _settle_bonus(walk: Walk, place: Place) -> list[Place]:
    return [place] if isinstance(place, int) and walk.unsettled(place, ("bonus",)) else []


def _pass(walk: Walk, _: Place) -> list[Place]:
    return [spot for spot in counterclockwise(walk.playing) if spot not in walk.begun]


def _racks(walk: Walk, _: Place) -> list[Place]:
    return [place for place in walk.cards if isinstance(place, int) and place not in walk.racked]


NEEDS: Final[Mapping[str, Callable[[Walk, Place], list[Place]]]] = MappingProxyType(
    {
        "ante": _ante,
        "two_cards": _two_cards,
        "flop_decisions": _flop_decisions,
        "turn_decisions": _turn_decisions,
        "river_decisions": _river_decisions,
        "burn": _burn,
        "flop_wager": _flop_wager,
        "board": _board,
        "showdown": _showdown,
        "reveal": _reveal,
        "settle": _settle,
        "settle_bonus": _settle_bonus,
        "pass": _pass,
        "racks": _racks,
    }
)


# --- who was passed over ------------------------------------------------------------


def _passed_in_deal(walk: Walk, place: Place) -> list[Place]:
    """Each place before this one should have the card that it now gets; the dealer comes last."""
    turn = place if isinstance(place, int) else DEALERS_TURN
    has = walk.cards.get(place, 0)
    if has >= 2:
        return []
    waiting = [
        spot for spot in walk.in_play if walk.cards.get(spot, 0) <= has and walk.is_on_layout(spot, "ante")
    ]
    return [*passed_over("clockwise", turn, waiting)]


def _passed_in_decision(walk: Walk, place: Place) -> list[Place]:
    asked = walk.decided[walk.stage or ""]
    waiting = [spot for spot in walk.playing if spot not in asked]
    return [*passed_over("clockwise", int(place), waiting)]


def _passed_in_settlement(walk: Walk, place: Place) -> list[Place]:
    if place in walk.begun:
        return []
    waiting = [spot for spot in walk.playing if spot not in walk.begun]
    return [*passed_over("counterclockwise", int(place), waiting)]


def _passed_in_rack(walk: Walk, place: Place) -> list[Place]:
    """Whoever was settled earlier is racked earlier."""
    begun = list(walk.begun)
    before = begun[: begun.index(place)] if isinstance(place, int) and place in begun else []
    return [spot for spot in before if spot not in walk.racked]


PASSED_OVER: Final[Mapping[str, Callable[[Walk, Place], list[Place]]]] = MappingProxyType(
    {
        "deal": _passed_in_deal,
        "turn_decision": _passed_in_decision,
        "river_decision": _passed_in_decision,
        "reveal": _passed_in_settlement,
        "settle": _passed_in_settlement,
        "settle_bonus": _passed_in_settlement,
        "rack": _passed_in_rack,
    }
)
