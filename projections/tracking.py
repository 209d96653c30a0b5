"""How far each view has read, in the table that eventsourcing's tracking recorders use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import psycopg
from psycopg.rows import tuple_row

from projections import quarantine
from projections.answers import ViewStatus
from projections.days.projection import NAME as DAYS
from projections.days.projection import DaysView
from projections.decks.projection import NAME as DECKS
from projections.decks.projection import DecksView
from projections.disputes.projection import NAME as DISPUTES
from projections.disputes.projection import DisputesView
from projections.exceptions.projection import NAME as EXCEPTIONS
from projections.exceptions.projection import ExceptionsView
from projections.funds.projection import NAME as FUNDS
from projections.funds.projection import FundsView
from projections.integrity.ids import NAME as EVENT_IDS
from projections.integrity.ids import EventIdsView
from projections.integrity.stored import events_until
from projections.inventory.projection import NAME as INVENTORY
from projections.inventory.projection import InventoryView
from projections.patterns.projection import NAME as PATTERNS
from projections.patterns.projection import PatternsView
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.projection import ReconciliationView
from projections.rounds.projection import NAME as ROUNDS
from projections.rounds.projection import RoundsView
from projections.seam import View
from projections.slips.projection import NAME as SLIPS
from projections.slips.projection import SlipsView
from projections.theory.projection import NAME as THEORY
from projections.theory.projection import TheoryView
from projections.writing import Connection

# Each view by name, made with the suffix of the tables that it is to write.
VIEWS: Final[Mapping[str, Callable[[str], View]]] = {
    INVENTORY: InventoryView,
    ROUNDS: RoundsView,
    RECONCILIATION: ReconciliationView,
    FUNDS: FundsView,
    DAYS: DaysView,
    DECKS: DecksView,
    DISPUTES: DisputesView,
    THEORY: TheoryView,
    EVENT_IDS: EventIdsView,
    SLIPS: SlipsView,
    EXCEPTIONS: ExceptionsView,
    PATTERNS: PatternsView,
}


Cursor: TypeAlias = psycopg.Cursor[tuple[Any, ...]]


class Overtaken(Exception):
    """Somebody else moved a view on, or put a rebuilt one in its place: begin again from what is there."""


class Mark(NamedTuple):
    """How far a view has read, and which transaction said so.

    A row of `tracking` that somebody else has written, to the same position
    even, has another `written`: so the one who wrote it last knows it again.
    """

    position: int
    written: str


def begin(connection: Connection, names: Sequence[str]) -> dict[str, Mark]:
    """The mark of each view; a new one stands at 0, and its row is made."""
    connection.execute(
        "INSERT INTO tracking (application_name, notification_id)"
        " SELECT name, 0 FROM unnest(%s::text[]) AS name"
        " ON CONFLICT DO NOTHING",
        [list(names)],
    )
    return marks(
        connection.execute(
            "SELECT application_name, notification_id, xmin::text FROM tracking"
            " WHERE application_name = ANY(%s)",
            [list(names)],
        )
    )


def positions(connection: psycopg.Connection[Any], names: Sequence[str]) -> dict[str, int]:
    """The last position that each view has taken in, 0 where none."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT application_name, notification_id FROM tracking WHERE application_name = ANY(%s)",
            [list(names)],
        ).fetchall()
    return dict.fromkeys(names, 0) | dict(rows)


def head(connection: psycopg.Connection[Any]) -> int:
    """The last position of the ledger, read from the events themselves; 0 in an empty one."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute("SELECT coalesce(max(notification_id), 0) FROM events")
        ((position,),) = cursor.fetchall()
    return int(position)


class Reached(NamedTuple):
    """The position that every view has taken in, and the true head."""

    position: int
    head: int

    @property
    def lag(self) -> int:
        """How far the last of them is behind."""
        return self.head - self.position


def reached(connection: psycopg.Connection[Any]) -> Reached:
    """How far all views have read: what `status` says of each as well, for which it counts events."""
    # In this order: no view is ever said to be ahead of the ledger.
    position = min(positions(connection, list(VIEWS)).values())
    return Reached(position, head(connection))


def status(connection: psycopg.Connection[Any]) -> tuple[ViewStatus, ...]:
    """How far each view has read, against the true head, and whether anything is in its way."""
    # In this order: a view is never said to be ahead of the ledger.
    read = positions(connection, list(VIEWS))
    last = head(connection)
    held, missed = quarantine.standing(connection), gaps(connection, read)
    return tuple(
        ViewStatus(
            view=name, position=position, head=last, lag=last - position,
            gap=missed[name], quarantined=held.get(name),
        )
        for name, position in read.items()
    )  # fmt: skip


def gaps(connection: psycopg.Connection[Any], read: Mapping[str, int]) -> dict[str, int | None]:
    """How many events up to its position each view has not taken in; None where nobody knows."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT view, position, events FROM events_taken WHERE view = ANY(%s)", [list(read)]
        ).fetchall()
    taken = {view: events for view, position, events in rows if position == read[view]}
    there = {position: events_until(connection, position) for position in set(read.values())}
    return {
        view: _missed(0 if position == 0 else taken.get(view), there[position])
        for view, position in read.items()
    }


def _missed(taken: int | None, there: int | None) -> int | None:
    return None if taken is None or there is None else there - taken


def hold(connection: Connection, expected: Mapping[str, Mark]) -> None:
    """Keep views where they are until this transaction ends.  Raises Overtaken where their marks are others.

    Whoever writes a view holds its row of `tracking` first, so that of two
    projectors only one can move a view from one position to the next.
    """
    found = marks(
        connection.execute(
            "SELECT application_name, notification_id, xmin::text FROM tracking"
            " WHERE application_name = ANY(%s) ORDER BY application_name FOR UPDATE",
            [list(expected)],
        )
    )
    if found != expected:
        raise Overtaken(f"expected {expected}, found {found}")


def held(connection: Connection, name: str) -> int:
    """The position of one view, kept there until this transaction ends."""
    begin(connection, [name])
    ((position,),) = connection.execute(
        "SELECT notification_id FROM tracking WHERE application_name = %s FOR UPDATE", [name]
    ).fetchall()
    return int(position)


def move(connection: Connection, names: Sequence[str], position: int, after: int, events: int) -> Cursor:
    """Say that views have taken in so many events, those between two positions; gives their marks."""
    return connection.execute(
        "WITH counted AS (INSERT INTO events_taken AS had (view, position, events)"
        " SELECT name, %(position)s, CASE WHEN %(after)s = 0 THEN %(events)s END"
        " FROM unnest(%(names)s::text[]) AS name ON CONFLICT (view) DO UPDATE SET"
        " position = excluded.position, events = CASE had.position WHEN %(after)s"
        " THEN had.events + %(events)s ELSE excluded.events END)"
        " UPDATE tracking SET notification_id = %(position)s WHERE application_name = ANY(%(names)s)"
        " RETURNING application_name, notification_id, xmin::text",
        {"names": list(names), "position": position, "after": after, "events": events},
    )


def take_over(connection: Connection, name: str, successor: str, position: int) -> None:
    """Say that a view is now what its successor is, up to a position, and that there is no successor."""
    connection.execute(
        "UPDATE tracking SET notification_id = %s WHERE application_name = %s", [position, name]
    )
    connection.execute("DELETE FROM events_taken WHERE view = %s", [name])
    connection.execute("UPDATE events_taken SET view = %s WHERE view = %s", [name, successor])
    forget(connection, [successor])


def forget(connection: Connection, names: Sequence[str]) -> None:
    """Take back what is said of how far views have read."""
    connection.execute("DELETE FROM events_taken WHERE view = ANY(%s)", [list(names)])
    connection.execute("DELETE FROM tracking WHERE application_name = ANY(%s)", [list(names)])


def marks(rows: Iterable[tuple[Any, ...]]) -> dict[str, Mark]:
    """Marks by name, of rows of `tracking`."""
    return {name: Mark(position, written) for name, position, written in rows}
