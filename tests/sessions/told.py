"""Sessions for tests, through the door and the checks."""

from __future__ import annotations

from typing import Any

from ledger.events.records import SessionHeader
from ledger.sessions.decide import begin, extend
from tests.scenario import Event, event, read, session_record

OPENER = {"500": 600, "2500": 400}


def opened(**fields: object) -> Event:
    """The opener of the swing shift, counted by F-1 and signed for by D-1."""
    return event(
        "opened",
        **{
            "opener": OPENER,
            "shift": "swing",
            "source": "supervisor",
            "by": "F-1",
            "approved_by": "D-1",
            **fields,
        },
    )


def closed(**fields: object) -> Event:
    return event("closed", **{"closer": OPENER, "by": "F-1", "approved_by": "D-1", **fields})


def fill(step: str, chips: dict[str, int], serial: int = 1001, **fields: object) -> Event:
    return event(
        f"fill_{step}", slip={"type": "fill", "series": "2026", "serial": serial}, chips=chips, **fields
    )


def credit(step: str, chips: dict[str, int], **fields: object) -> Event:
    return event(
        f"credit_{step}", slip={"type": "credit", "series": "2026", "serial": 551}, chips=chips, **fields
    )


def corrected(version: int, instead: Event | None = None, **fields: object) -> Event:
    put_right = {} if instead is None else {"event": instead}
    return event("corrected", corrects=version, reason="misread", approved_by="F-9", **put_right, **fields)


def session(*events: Event) -> Any:
    """The session after these events; its parts are None until they happen, so it is not typed."""
    record = read(session_record(*events))
    assert isinstance(record.head, SessionHeader)
    return extend(begin(record.head), record.facts)


def signed(way: str, dealer: str, at: str) -> Event:
    """A dealer signs in or out at a time of the evening, `21:00:40`."""
    return event(f"dealer_signed_{way}", dealer=dealer, occurred_at=f"2026-11-28T{at}-05:00")


def form(serial: int, series: str = "2026", kind: str = "vigorish") -> dict[str, object]:
    return {"type": kind, "series": series, "serial": serial}
