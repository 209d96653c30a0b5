"""A shoe dealt for a while: a deck's record, and rounds of a free felt dealt from it, each timed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from tests.scenario import Event, dealt, event

Hands = Mapping[int, Sequence[str]]


def deck(name: str, *events: Event) -> dict[str, Any]:
    """A deck's record; each event says its own time."""
    first, *rest = events
    return {
        "format": "pitledger/1",
        "stream": "deck",
        "name": name,
        "events": [{"source": "manual", "by": "CR-1", **first}, *rest],
    }


def happened(at: datetime, name: str, **fields: Any) -> Event:
    """An event of a deck at a time."""
    return event(name, occurred_at=at.isoformat(), **fields)


def inspected(at: datetime, **fields: Any) -> Event:
    return happened(at, "inspected", **{"batch": "GEM-77", "backs": "red", **fields})


def shuffled(at: datetime) -> list[Event]:
    return [happened(at, "shuffle_started", machine="m17"), happened(at, "shuffle_completed", machine="m17")]


def in_use(at: datetime, table: str = "T-1", **fields: Any) -> list[Event]:
    """A deck inspected, shuffled and loaded at a time."""
    return [inspected(at, **fields), *shuffled(at), happened(at, "loaded", table=table)]


def coup(
    number: int, at: datetime, deck: str, hands: Hands, *, net: Mapping[int, int] | None = None, **header: Any
) -> dict[str, Any]:
    """A round opened at a time: $50 at each spot, its first card a second later, `net` in cents by spot.

    A spot that `net` does not name loses its stake.
    """
    won = dict.fromkeys(hands, -50_00) | dict(net or {})
    events = [event("opened", source="dealer", by="D-1")]
    events += [
        event("wager_placed", spot=spot, wager="main", amount=abs(won[spot]) or 50_00, patron=f"P-{spot}")
        for spot in hands
    ]
    cards = [dealt(spot, card, "up") for spot, hand in hands.items() for card in hand]
    cards[0] = {**cards[0], "occurred_at": (at + timedelta(seconds=1)).isoformat()}
    for spot, amount in won.items():
        kind, whose = ("wager_paid", amount) if amount > 0 else ("wager_collected", -amount)
        if amount:
            events_of = event(kind, spot=spot, wager="main", amount=whose)
            cards.append(events_of)
    clock = at.isoformat()
    timed = [{"occurred_at": clock, **one} for one in (*events, *cards, event("closed"))]
    return {
        "format": "pitledger/1", "stream": "round", "table": "T-1", "gaming_date": str(at.date()),
        "number": number, "game": "unruled", "deck": deck, **header, "events": timed,
    }  # fmt: skip


def coups(
    first: int, since: datetime, every: timedelta, deck: str, dealt: Sequence[Hands]
) -> list[dict[str, Any]]:
    """One round after another, numbered from `first`."""
    return [coup(first + n, since + n * every, deck, hands) for n, hands in enumerate(dealt)]
