"""Gaming days for tests, through the door and the checks."""

from __future__ import annotations

from typing import Any

from ledger.days.decide import begin, extend
from ledger.days.state import GamingDay
from ledger.events.records import GamingDayHeader
from tests.scenario import T0, Event, event, read


def opened(**fields: object) -> Event:
    """The day begun by A-1 of accounting."""
    return event("opened", **{"source": "manual", "by": "A-1", **fields})


def shut(table: str = "T-1", **fields: object) -> Event:
    return event("table_not_opened", table=table, **fields)


def counted(place: str, chips: dict[str, int], **fields: object) -> Event:
    """Chips outside tables, counted by the cage and approved by its supervisor."""
    return event("chips_counted", place=place, chips=chips, **{"by": "G-1", "approved_by": "G-2", **fields})


def preliminary(**fields: object) -> Event:
    return event("preliminary_issued", **{"by": "CT-1", **fields})


def audited(**fields: object) -> Event:
    return event("audited", **{"by": "A-1", "approved_by": "A-2", **fields})


def restated(session: str, amount: int, **fields: object) -> Event:
    said = {"by": "A-1", "approved_by": "A-2", "reason": "rake box counted twice", **fields}
    return event("poker_revenue_restated", session=session, amount=amount, **said)


def corrected(version: int, instead: Event | None = None, **fields: object) -> Event:
    put_right = {} if instead is None else {"event": instead}
    said = {"by": "A-1", "approved_by": "A-9", "reason": "misread", **fields}
    return event("corrected", corrects=version, **put_right, **said)


def day_record(*events: Event, **header: Any) -> dict[str, Any]:
    """A record of the gaming day 2026-11-28; times filled in."""
    timed = [{"occurred_at": T0, **one} for one in events]
    return {
        "format": "pitledger/1",
        "stream": "gaming_day",
        "gaming_date": "2026-11-28",
        **header,
        "events": timed,
    }


def day(*events: Event) -> GamingDay:
    """The day after these events."""
    record = read(day_record(*events))
    assert isinstance(record.head, GamingDayHeader)
    return extend(begin(record.head), record.facts)
