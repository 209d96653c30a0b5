"""Slips and forms told to a pit: sessions of two tables, each case in a series and on a date of its own."""

from __future__ import annotations

from typing import Any

from tests.projections.pit import OPENER, at, closer, opener
from tests.scenario import Event, event, session_record

FLOOR = {"source": "supervisor", "by": "F-2"}
FORTY = {"500": 40}
STEPS = ("requested", "issued", "dispatched", "received")


def slip(serial: int, type: str = "fill", series: str = "2026") -> dict[str, Any]:
    return {"type": type, "series": series, "serial": serial}


class Series:
    """Events about the numbers of one series."""

    def __init__(self, name: str) -> None:
        self.name = name

    def slip(self, serial: int, type: str = "fill") -> dict[str, Any]:
        return slip(serial, type, self.name)

    def step(self, name: str, serial: int, when: str = "20:10:00", **fields: Any) -> Event:
        """`fill_requested` and so on, of forty $5 chips, by the floor."""
        number = self.slip(serial, name.partition("_")[0])
        return event(name, occurred_at=at(when), **{"slip": number, "chips": FORTY, **FLOOR, **fields})

    def fill(self, serial: int, hour: str = "20", **fields: Any) -> list[Event]:
        """A fill from request to receipt within four minutes."""
        return [
            self.step(f"fill_{name}", serial, f"{hour}:1{minute}:00", **fields)
            for minute, name in enumerate(STEPS)
        ]


def dated(date: str, *events: Event, table: str = "T-1", number: int = 1, **opening: Any) -> dict[str, Any]:
    """A session of a gaming date, opened as ever and not closed."""
    return session_record(opener(**opening), *events, table=table, gaming_date=date, number=number)


def closed(**fields: Any) -> Event:
    return closer(OPENER, **fields)


def corrected(version: int, instead: Event | None, **fields: Any) -> Event:
    put_right = {} if instead is None else {"event": instead}
    said = {"reason": "misread", "source": "supervisor", "by": "F-2", "approved_by": "F-9", **fields}
    return event("corrected", occurred_at=at("23:30:00"), corrects=version, **put_right, **said)
