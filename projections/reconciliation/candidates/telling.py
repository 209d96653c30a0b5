"""What a session's own events moved in its tray, each with a sentence and its place in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from ledger.book.postings import UNSPECIFIED
from ledger.book.sessions import post
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.sessions.slips import SLIP_STEPS
from ledger.sessions.state import Session, evolve, fold
from projections.reconciliation.answers import Evidence
from projections.reports.words import Money, plain

Fields: TypeAlias = Mapping[str, Any]
# Counts of the tray are no movements of it.
COUNTS: Final = frozenset({"opened", "closed", "shift_changed"})


@dataclass(frozen=True, slots=True)
class Movement:
    """An event that moved chips of the tray: signed counts by denomination, and cents without chips."""

    version: int
    position: int
    shift: int | None
    type: str
    chips: Mapping[int, int]
    unspecified: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """A session as its own events tell it."""

    key: str
    state: Session
    movements: Sequence[Movement]
    positions: Mapping[int, int]
    money: Money

    def evidence(self, version: int, sentence: str) -> Evidence:
        """One of its events as evidence."""
        return Evidence(
            stream=self.key, version=version, position=self.positions.get(version), sentence=sentence
        )

    def of(self, movement: Movement) -> Evidence:
        """A movement as evidence."""
        return self.evidence(movement.version, movement.sentence)


def told(recorded: Sequence[Recorded], currency: str) -> Told:
    """A session's events, corrections in effect, and money written in a currency."""
    header = recorded[0].header
    assert isinstance(header, SessionHeader)
    state = fold(header, (one.event for one in recorded))
    positions = {one.version: one.position for one in recorded if one.position is not None}
    money = Money(currency)
    return Told(header.key, state, _movements(state, positions, money), positions, money)


def _movements(state: Session, positions: Mapping[int, int], money: Money) -> list[Movement]:
    """What each event in effect moved."""
    found: list[Movement] = []
    before = Session(state.header)
    for version, event in enumerate(state.events, 1):
        if event is None or event.type == "corrected":
            continue
        legs = [leg for leg in post(before, event) if leg.account == "table_inventory"]
        evolve(before, event)
        if event.type in COUNTS or not legs:
            continue
        chips: dict[int, int] = {}
        for leg in legs:
            if leg.denomination != UNSPECIFIED:
                chips[leg.denomination] = chips.get(leg.denomination, 0) + leg.count
        said = sentence(event.model_dump(mode="json", by_alias=True), money)
        rest = sum(leg.amount for leg in legs if leg.denomination == UNSPECIFIED)
        shift = state.shift_number_at(version)
        found.append(Movement(version, positions[version], shift, event.type, chips, rest, said))
    return found


# --- sentences ----------------------------------------------------------------------


def counted(chips: Mapping[Any, int] | None, money: Money) -> str:
    """`2 × $100.00, 5 × $25.00`, the largest first."""
    known = sorted(((int(face), count) for face, count in (chips or {}).items() if count), reverse=True)
    return ", ".join(f"{count} × {money(face)}" for face, count in known) or "no chips"


def sentence(event: Fields, money: Money) -> str:
    """What an event of a session moved."""
    if event["type"] in SLIP_STEPS:
        slip = event["slip"]
        name = f"{slip['type']}/{slip['series']}/{slip['serial']}"
        return f"slip {name}, {plain(event['type'])}: {counted(event['chips'], money)}"
    said = SENTENCES.get(event["type"])
    return plain(event["type"]) if said is None else said(event, money)


def _bought_in(event: Fields, money: Money) -> str:
    given = counted(event["chips"], money)
    return f"buy-in of {money(event['tendered'])} {plain(event['tender'])} for {given}"


def _exchanged(event: Fields, money: Money) -> str:
    return f"{plain(event['type'])}: {counted(event['in'], money)} in for {counted(event['out'], money)}"


def _document(event: Fields, money: Money) -> str:
    chips = f" for {counted(event['chips'], money)}" if event.get("chips") else ""
    return f"{plain(event['type'])} {event['document']}: {money(event['amount'])}{chips}"


def _totaled(_: Fields, __: Money) -> str:
    return "play in totals: which of its payments and collections is not recorded"


def _taken(event: Fields, money: Money) -> str:
    given = counted(event["chips"], money) if event.get("chips") else money(event.get("amount") or 0)
    return f"{plain(event['type'])}: {given}"


def _moved(event: Fields, money: Money) -> str:
    return f"movement outside the list ({event['incident']}): {counted(event['chips'], money)}"


SENTENCES: Final[Mapping[str, Callable[[Fields, Money], str]]] = MappingProxyType(
    {
        "buy_in": _bought_in,
        "color_changed": _exchanged,
        "tip_changed": _exchanged,
        "bad_beat_changed": _exchanged,
        "counter_check_issued": _document,
        "counter_check_redeemed": _document,
        "play_totaled": _totaled,
        "coin_taken": _taken,
        "rake_taken": _taken,
        "progressive_swept": _taken,
        "movement_recorded": _moved,
    }
)
