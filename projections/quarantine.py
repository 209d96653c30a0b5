"""Views in quarantine: each stands before an event that it cannot take in, and the others go on.

A view stops as a whole.  All that it says stays right as of its position, its
lag grows for everybody to see, and what comes after the event waits, so that
the order of record is kept; skipping the event, or its stream, would make
figures that are wrong and look current.  An event that cannot even be read
concerns every view, for nobody knows what it says.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg.rows import dict_row, tuple_row
from pydantic import ValidationError

from ledger.errors import LedgerError, SchemaNotCurrent, StoreBusy, StoreUnavailable
from projections.answers import Quarantined

# Of an error, to say what it is.
MOST_LETTERS: Final = 2000
# What says nothing of an event: connections that broke, a full disk, a lock not had in time.
OUTAGES: Final = (
    psycopg.OperationalError, psycopg.InterfaceError, StoreUnavailable, StoreBusy, SchemaNotCurrent,
    OSError, MemoryError,
)  # fmt: skip


class Poisoned(Exception):
    """Views that stand at `after` cannot take in the next event, and why."""

    def __init__(self, views: Collection[str], after: int, trouble: Exception) -> None:
        super().__init__(f"{', '.join(views)} cannot take in what comes after {after}: {described(trouble)}")
        self.views = tuple(views)
        self.after = after
        self.trouble = trouble


def is_of_an_event(trouble: Exception) -> bool:
    """Whether trouble says something of what was to be taken in, rather than of the server or the machine."""
    return not isinstance(trouble, OUTAGES)


def described(trouble: Exception) -> str:
    """What went wrong and where, without a value: that may be a face which nobody has been shown."""
    name = type(trouble).__name__
    if isinstance(trouble, LedgerError):
        why = f" ({described(trouble.__cause__)})" if isinstance(trouble.__cause__, Exception) else ""
        return f"{trouble.code}: {trouble.message}{why}"
    if isinstance(trouble, ValidationError):
        wrong = trouble.errors(include_url=False, include_context=False, include_input=False)
        return f"{name}: " + "; ".join(f"{one['type']} at {'.'.join(map(str, one['loc']))}" for one in wrong)
    if isinstance(trouble, psycopg.Error):
        return f"{name} ({trouble.sqlstate})"
    frames = traceback.extract_tb(trouble.__traceback__)
    where = f" in {frames[-1].name}, {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{name}{where}"


def keep(connection: psycopg.Connection[Any], poisoned: Poisoned) -> Quarantined | None:
    """Write down that views cannot go on, one try more where it is known; what is said of the first of them.

    None where none of them stands there any more.
    """
    error = described(poisoned.trouble).replace("\0", "\N{REPLACEMENT CHARACTER}")[:MOST_LETTERS]
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            "INSERT INTO quarantine AS known (view, after, position, stream_id, version, topic, error)"
            " SELECT application_name, at.notification_id, at_fault.notification_id, originator_id,"
            " originator_version, topic, %(error)s FROM tracking AS at, LATERAL"
            " (SELECT * FROM events WHERE notification_id > at.notification_id"
            " ORDER BY notification_id LIMIT 1) AS at_fault"
            " WHERE application_name = ANY(%(views)s) AND at.notification_id = %(after)s"
            " ON CONFLICT (view) DO UPDATE SET after = excluded.after, position = excluded.position,"
            " stream_id = excluded.stream_id, version = excluded.version, topic = excluded.topic,"
            " error = excluded.error, last_tried = excluded.last_tried,"
            " first_seen = CASE WHEN known.position = excluded.position THEN known.first_seen"
            " ELSE excluded.first_seen END,"
            " tries = CASE WHEN known.position = excluded.position THEN known.tries + 1 ELSE 1 END"
            " RETURNING position, stream_id::text AS stream, version, topic, error, first_seen,"
            " last_tried, tries",
            {"views": list(poisoned.views), "after": poisoned.after, "error": error},
        ).fetchall()
    return Quarantined(**rows[0]) if rows else None


def standing(connection: psycopg.Connection[Any]) -> dict[str, Quarantined]:
    """The views in quarantine, and what each stands before."""
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            "SELECT view, position, stream_id::text AS stream, version, topic, error, first_seen,"
            " last_tried, tries FROM quarantine"
            " JOIN tracking ON application_name = view AND notification_id = after ORDER BY view"
        ).fetchall()
    return {row.pop("view"): Quarantined(**row) for row in rows}


def tries(connection: psycopg.Connection[Any]) -> set[tuple[str, int, int]]:
    """Each view in quarantine with the position of its event and how often that was tried."""
    return {(view, held.position, held.tries) for view, held in standing(connection).items()}


def by_place(connection: psycopg.Connection[Any]) -> list[list[str]]:
    """The views in quarantine, those that stand at one position together."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT array_agg(view ORDER BY view) FROM quarantine"
            " JOIN tracking ON application_name = view AND notification_id = after"
            " GROUP BY after ORDER BY after"
        ).fetchall()
    return [views for (views,) in rows]


def release(connection: psycopg.Connection[Any], views: Collection[str]) -> None:
    """Forget what is written of views that went on."""
    connection.execute("DELETE FROM quarantine WHERE view = ANY(%s)", [list(views)])
