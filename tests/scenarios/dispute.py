"""Disputes and timed rounds for scenarios: the complaint in one line, rounds told second by second."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.scenario import Event, event, opened, round_record


def dispute(name: str, *events: Event, at: datetime, **complaint: Any) -> dict[str, Any]:
    """A dispute opened at a time by the floor, and what came after."""
    first = event("opened", **{"rounds": [], "subject": "S-1", "claim": "it was not paid", **complaint})
    timed = [{"occurred_at": at.isoformat(), **one} for one in (first, *events)]
    timed[0] |= {"source": "supervisor", "by": "F-1"}
    return {"format": "pitledger/1", "stream": "dispute", "name": name, "events": timed}


def said(role: str, who: str, text: str) -> Event:
    return event("statement_recorded", role=role, of=who, text=text)


def hand_at(day: str, events: list[tuple[str, Event]], **header: Any) -> dict[str, Any]:
    """A round of which every event says its time of day in New York; its first opens the round."""
    told = [{**one, "occurred_at": f"{day}T{time}-05:00"} for time, one in events]
    told[0] = {**opened(), **told[0]}
    return round_record(*told, gaming_date=day, **header)
