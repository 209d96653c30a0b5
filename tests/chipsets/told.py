"""Chip sets for tests."""

from __future__ import annotations

from typing import Any

from tests.scenario import T0, Event, event


def registered(**fields: Any) -> Event:
    """Value chips of $1, $5 and $25, kept by G-1 of the cage."""
    said = {"kind": "value", "denominations": [1_00, 5_00, 25_00], "source": "manual", "by": "G-1", **fields}
    return event("registered", **said)


def received(chips: dict[str, int], **fields: Any) -> Event:
    return event("chips_received", chips=chips, **{"approved_by": "G-2", **fields})


def destroyed(chips: dict[str, int], **fields: Any) -> Event:
    return event("chips_destroyed", chips=chips, approved_by="G-2", reason="worn", **fields)


def corrected(version: int, instead: Event | None = None) -> Event:
    put_right = {} if instead is None else {"event": instead}
    return event("corrected", corrects=version, reason="miscounted", approved_by="G-9", **put_right)


def chip_set_record(*events: Event, **header: Any) -> dict[str, Any]:
    """A record of the set value-2024; times filled in."""
    timed = [{"occurred_at": T0, **one} for one in events]
    return {"format": "pitledger/1", "stream": "chip_set", "name": "value-2024", **header, "events": timed}
