"""A fund for tests, and what rounds say of it."""

from __future__ import annotations

from typing import Any

from tests.scenario import T0, Event, event

Record = dict[str, Any]


def established(kind: str = "progressive", seed: int = 10_000_00, **rules: Any) -> Event:
    """A fund established by A-1; a progressive takes 71 cents of each dollar staked at T-1."""
    given = {"tables": ["T-1"], "contribution": {"n": 71, "d": 100}, **rules}
    if kind != "progressive":
        given = {"tables": ["T-1"], "contribution": {"fixed": 1_00}, **rules}
    return event("established", source="manual", by="A-1", kind=kind, seed=seed, rules=given)


def adjusted(**fields: Any) -> Event:
    return event("contribution_adjusted", **{"reason": "the audit", "approved_by": "A-2", **fields})


def seeded(amount: int) -> Event:
    return event("seeded", amount=amount)


def reset(**fields: Any) -> Event:
    return event("reset", **{"reason": "after the win", "approved_by": "A-2", **fields})


def closed(**fields: Any) -> Event:
    return event("closed", **{"reason": "the game is gone", **fields})


def won(
    amount: int, spot: int = 2, fund: str = "CS-PROG", wager: str = "progressive", **fields: Any
) -> Event:
    return event("progressive_won", spot=spot, wager=wager, fund=fund, amount=amount, **fields)


def paid_out(amount: int, spot: int = 2, fund: str = "CS-PROG", **fields: Any) -> Event:
    """A prize paid, at the cage unless said otherwise."""
    given = {"wager": "progressive", "at": "cage", **fields}
    return event("progressive_paid", spot=spot, fund=fund, amount=amount, **given)


def fund_record(*events: Event, name: str = "CS-PROG", **header: Any) -> Record:
    """A record of a fund; times filled in."""
    timed = [{"occurred_at": T0, **one} for one in events]
    people = {"source": "manual", "by": "A-1"} if header.get("after") else {}
    timed[0] = {**people, **timed[0]}
    return {"format": "pitledger/1", "stream": "fund", "name": name, **header, "events": timed}
