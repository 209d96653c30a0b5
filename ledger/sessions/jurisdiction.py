"""Findings of a session that only some jurisdictions ask for, by their profile.

Source: disputes I16 (burning on relief); accounting A.3, fill (who signs a void).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from ledger.games.seam import Finding
from ledger.jurisdictions.profile import Profile
from ledger.sessions.attendance import Relief, reliefs
from ledger.sessions.findings import as_finding
from ledger.sessions.parts import Remark
from ledger.sessions.state import Session

RELIEF: str = "relief_burns"
VOID: str = "void_signatories"

# When a card was burned or dealt at the table, by the floor's clock.
Card: TypeAlias = tuple[datetime, Literal["burned", "dealt"]]


def asks_of_cards(profile: Profile) -> bool:
    """Whether a profile asks anything that only the cards of the rounds can answer."""
    return profile.asks(RELIEF)


def asks_of_voids(profile: Profile) -> bool:
    """Whether a profile has two people sign a void."""
    return (profile.number(VOID) or 0) > 1


def asked_findings(state: Session, profile: Profile, cards: Iterable[Card] = ()) -> tuple[Finding, ...]:
    """What a jurisdiction would have had otherwise; `cards` are those dealt and burned round each relief."""
    remarks: list[Remark] = []
    if asks_of_voids(profile):
        remarks += _voids(state, profile.rows[VOID].source)
    if profile.asks(RELIEF):
        in_order = sorted(cards)
        remarks += _burns(relieved(state), in_order, profile.rows[RELIEF].source)
    return tuple(as_finding(remark) for remark in sorted(remarks, key=lambda remark: remark.version))


def relieved(state: Session) -> list[Relief]:
    """The times when one dealer took the table over from another."""
    return [relief for relief in reliefs(state) if relief.into not in {None, relief.out}]


def _voids(state: Session, rule: str) -> Iterator[Remark]:
    """Slips voided by one alone."""
    for slip in state.slips.values():
        step = slip.steps.get("voided")
        if step is not None and step.approved_by is None:
            yield Remark("slip_voided_by_one", step.version, {"slip": slip.name, "by": step.by}, rule)


def _burns(found: Sequence[Relief], cards: Sequence[Card], rule: str) -> Iterator[Remark]:
    """Reliefs after which a card was dealt and none burned before it; where none was dealt yet, none.

    `cards` are in order of time.
    """
    dealt_at = [at for at, kind in cards if kind == "dealt"]
    burned_at = [at for at, kind in cards if kind == "burned"]
    for relief in found:
        dealt, burned = _next(dealt_at, relief.until), _next(burned_at, relief.since)
        if dealt is None or (burned is not None and burned <= dealt):
            continue
        facts = {"out": relief.out, "in": relief.into, "dealt_at": dealt.isoformat()}
        yield Remark("relief_not_burned", relief.version, facts, rule)


def _next(times: Sequence[datetime], since: datetime) -> datetime | None:
    """The first of some times, in their order, that is not before another."""
    place = bisect_left(times, since)
    return times[place] if place < len(times) else None
