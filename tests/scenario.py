"""Builders for tests: a record says only what the test talks about, the rest is filled in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ledger.events.records import Record, RoundHeader, read_record
from ledger.rounds.decide import begin, extend
from ledger.rounds.state import Round

T0 = "2026-11-28T20:14:03-05:00"

Event = dict[str, Any]


def opened(**fields: Any) -> Event:
    """A round opened by dealer D-1 at T0."""
    return {"type": "opened", "source": "dealer", "by": "D-1", **fields}


def event(name: str, **fields: Any) -> Event:
    """Any event; `from_` and `in_` stand for the words Python keeps."""
    return {"type": name, **{key.rstrip("_"): value for key, value in fields.items()}}


def placed(spot: int, wager: str, amount: int, **fields: Any) -> Event:
    return event("wager_placed", spot=spot, wager=wager, amount=amount, **fields)


def collected(spot: int, wager: str, amount: int, **fields: Any) -> Event:
    return event("wager_collected", spot=spot, wager=wager, amount=amount, **fields)


def paid(spot: int, wager: str, amount: int, **fields: Any) -> Event:
    return event("wager_paid", spot=spot, wager=wager, amount=amount, **fields)


def dealt(to: int | str, card: str | None, face: str = "down", **fields: Any) -> Event:
    return event("card_dealt", to=to, card=card, face=face, **fields)


def revealed(to: int | str, *cards: str | None) -> Event:
    return event("hand_revealed", to=to, cards=list(cards))


def round_record(*events: Event, **header: Any) -> dict[str, Any]:
    """A record of a round of the unruled game unless the header says otherwise; times filled in."""
    timed = [{"occurred_at": T0, **one} for one in events]
    return {
        "format": "pitledger/1",
        "stream": "round",
        "table": "T-1",
        "gaming_date": "2026-11-28",
        "number": 1,
        "game": "unruled",
        **header,
        "events": timed,
    }


def session_record(*events: Event, **header: Any) -> dict[str, Any]:
    """A record of the first session of T-1; times filled in."""
    timed = [{"occurred_at": T0, **one} for one in events]
    return {
        "format": "pitledger/1",
        "stream": "session",
        "table": "T-1",
        "gaming_date": "2026-11-28",
        "number": 1,
        **header,
        "events": timed,
    }


def table_record(name: str = "T-1", game: str = "unruled", submission: str | None = None) -> dict[str, Any]:
    """A table registered, offering a game."""
    offer = event("game_offered", game=game)
    if submission is not None:
        offer["submission"] = submission
    first = event(
        "registered", kind="table", spots=7, currency="USD", chip_set=[100, 500, 2500], source="manual"
    )
    return {
        "format": "pitledger/1",
        "stream": "table",
        "table": name,
        "events": [{"occurred_at": T0, "by": "C-1", **first}, {"occurred_at": T0, **offer}],
    }


def read(record: dict[str, Any]) -> Record:
    """A record through the door."""
    return read_record(json.dumps(record))


def document(record: dict[str, Any]) -> bytes:
    """A record as bytes."""
    return json.dumps(record).encode()


def folded(events: Iterable[Event], **header: Any) -> Round:
    """The round after these events, through the door and the checks."""
    record = read(round_record(*events, **header))
    assert isinstance(record.head, RoundHeader)
    return extend(begin(record.head), record.facts)
