"""Which video a dispute is about: each table from before its first round in dispute until after its last.

Made of the rounds as they were recorded up to a position, so that it is the
same whenever that position is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import NamedTuple

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger
from ledger.disputes.due import MARGIN
from ledger.errors import TableNotFound
from ledger.events.base import Recorded
from ledger.events.disputes import DisputeOpened
from ledger.events.records import RoundHeader
from ledger.events.registry import CamerasAssigned
from ledger.identity import stream_id
from ledger.rounds import state as rounds
from projections.disputes.answers import WindowSaid


class Span(NamedTuple):
    """A round, the times of its first and last event in effect until it was closed, who dealt it, in what."""

    key: str
    since: datetime
    until: datetime
    dealers: tuple[str, ...] = ()
    currency: str = DEFAULT_CURRENCY


def spans(ledger: Ledger, keys: Sequence[str], as_of: int) -> list[Span]:
    """When rounds were played, as of a position; those that say no time are left out."""
    ids = dict.fromkeys(stream_id(ledger.property, RoundHeader.STREAM, key) for key in keys)
    found = ledger.recorded(ids)
    return [one for stream in ids for one in _span(found.get(stream, ()), as_of)]


def _span(recorded: Iterable[Recorded], as_of: int) -> Iterator[Span]:
    known = [one for one in recorded if (one.position or 0) <= as_of]
    header = known[0].header if known else None
    if not isinstance(header, RoundHeader):
        return
    found = span(rounds.fold(header, (one.event for one in known), known[0].in_force))
    if found is not None:
        yield found


def span(state: rounds.Round) -> Span | None:
    """When a round was played; None where it says no time."""
    played = state.events[: state.closed_at]
    times = [event.occurred_at for event in played if event is not None and event.occurred_at is not None]
    return Span(state.key, min(times), max(times), dealers(state), state.currency) if times else None


def dealers(state: rounds.Round) -> tuple[str, ...]:
    """Who dealt a round, paid and collected, as the dealers' own events say."""
    said = (event for event in state.events if event is not None and event.source == "dealer")
    return tuple(dict.fromkeys(event.by for event in said if event.by is not None))


def cameras_by(ledger: Ledger, as_of: int, table: str, at: datetime) -> list[str]:
    """The cameras that looked at a table at a time, as recorded up to a position; none: nobody said."""
    try:
        recorded = ledger.stream("table", table)
    except TableNotFound:
        return []
    found: list[str] = []
    for one in recorded:
        event, known = one.event, (one.position or 0) <= as_of
        if known and isinstance(event, CamerasAssigned) and (event.occurred_at or at) <= at:
            found = list(event.cameras)
    return found


def looked_at(
    opened: DisputeOpened, played: Sequence[Span], cameras: Callable[[str, datetime], list[str]]
) -> tuple[list[WindowSaid], tuple[str, ...]]:
    """What to look at, and the rounds, or the table, of which no time is known.

    The time of the incident, where somebody said one that no round covers, is a window of its own.
    Times are said by the clock of the complaint: what is looked up on a recorder is the floor's.
    """
    zone = (opened.occurred_at and opened.occurred_at.tzinfo) or UTC
    found = [
        _window(table, own, cameras(table, min(one.since for one in own) - MARGIN), zone)
        for table, own in _by_table(played).items()
    ]
    tables = list(dict.fromkeys(_table(key) for key in opened.rounds)) or [opened.table or ""]
    at = opened.incident_at
    if at is not None and not any(one.since <= at <= one.until for one in found):
        found += [
            WindowSaid(
                table=table, since=at - MARGIN, until=at + MARGIN, cameras=cameras(table, at), rounds=[]
            )
            for table in tables
        ]
    timed = {one.key for one in played}
    untimed = [key for key in opened.rounds if key not in timed] if at is None else []
    return found, tuple(untimed if opened.rounds or at is not None else tables)


def _table(key: str) -> str:
    return key.partition("/")[0]


def _by_table(played: Sequence[Span]) -> Mapping[str, list[Span]]:
    found: dict[str, list[Span]] = {}
    for one in played:
        found.setdefault(_table(one.key), []).append(one)
    return found


def _window(table: str, own: Sequence[Span], cameras: list[str], zone: tzinfo) -> WindowSaid:
    """From some minutes before the first until some after the last."""
    return WindowSaid(
        table=table,
        since=(min(one.since for one in own) - MARGIN).astimezone(zone),
        until=(max(one.until for one in own) + MARGIN).astimezone(zone),
        cameras=cameras,
        rounds=[one.key for one in own],
    )
