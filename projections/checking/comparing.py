"""Every view made anew beside itself, from the first event, and held against it row by row.

It is the rebuild's own fold, into tables whose names end in `_check`.  Once
they have come near the live view, that is held where it stands for the moment
in which the rest is taken in and a snapshot of both begins; then it goes on,
and the snapshot is compared.  Nobody who records waits for any of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import psycopg
from psycopg.rows import dict_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from ledger.application.opening import open_ledger
from ledger.postgres.connect import Role
from projections import quarantine, tracking
from projections.checking.answers import Mismatch
from projections.checking.asking import named_row
from projections.checking.ground import MOST, Ground, found
from projections.following import BATCH, Follower
from projections.rebuild import lay_out
from projections.rounds.projection import ROUNDS
from projections.runner import projecting
from projections.seam import View
from projections.tracking import VIEWS
from projections.writing import Connection, Table

MADE: Final = "_check"
SNAPSHOT: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# Side by side: `one` as the view has it, `made` as the events give it.
APART: Final = SQL(
    "SELECT kind, subject, detail FROM (SELECT CASE WHEN one.{key} IS NULL THEN 'row_missing'"
    " WHEN made.{key} IS NULL THEN 'row_extra' ELSE 'row_differs' END AS kind,"
    " CASE WHEN one.{key} IS NULL THEN {made_named} ELSE {one_named} END AS subject,"
    " CASE WHEN one.{key} IS NULL THEN 'the events give it' WHEN made.{key} IS NULL"
    " THEN 'the events do not give it' ELSE (SELECT string_agg(had.key, ', ' ORDER BY had.key)"
    " FROM jsonb_each(to_jsonb(one)) AS had JOIN jsonb_each(to_jsonb(made)) AS has USING (key)"
    " WHERE had.value IS DISTINCT FROM has.value) END AS detail"
    " FROM {table} AS one FULL JOIN {beside} AS made ON {alike}"
    " WHERE ROW(one.*) IS DISTINCT FROM ROW(made.*)) AS every LIMIT {most}"
)
# What everybody may find a round by, of cards that the events do not show to everybody.  Which ones is not
# said: whoever reads this may not have been shown them.
SHOWN_EARLY: Final = SQL(
    "SELECT one.key AS subject, one.position, 'it is found by ' || count(*) || ' of them' AS detail"
    " FROM {table} AS one JOIN {beside} AS made ON made.round_id = one.round_id"
    " AND made.audience <> 'surveillance', unnest(one.marks) AS mark"
    " WHERE one.audience <> 'surveillance' AND mark LIKE 'card:%%' AND mark <> ALL(made.marks)"
    " GROUP BY one.key, one.position LIMIT {most}"
)


class Scratch(NamedTuple):
    """A view and the same made anew beside it."""

    live: View
    made: View


def compared(ground: Ground, *, anew: bool) -> Iterator[Mismatch]:
    """The rows in which views differ from what the events give.

    Where not `anew`, what an earlier check had made before it was broken off is
    gone on from.  Raises StoreUnavailable.
    """
    every = [Scratch(made(""), made(MADE)) for made in VIEWS.values()]
    with (
        open_ledger(ground.settings, Role.PROJECTOR) as ledger,
        projecting(ground.settings) as writing,
        projecting(ground.settings) as holding,
    ):
        _one_at_a_time(writing, ground.settings.property)
        for one in every:
            if anew or not _is_there(writing, one.made):
                lay_out(writing, one.live, one.made)
        held = quarantine.by_place(writing)
        apart = {name for names in held for name in names}
        for names in [[name for name in VIEWS if name not in apart], *held]:
            group = [one for one in every if one.live.name in names]
            with Follower(ledger, writing, [one.made for one in group]) as follower:
                for one in group:
                    yield from _compared(ground, follower, holding, one)
        for one in every:
            _clear_away(writing, one.made)


def _compared(ground: Ground, follower: Follower, holding: Connection, one: Scratch) -> Iterator[Mismatch]:
    name = one.live.name
    while (reached := tracking.positions(holding, [name])[name]) - follower.position > BATCH:
        follower.follow(reached, on_progress=lambda at: ground.told("views made anew", at, ground.head))
    with ground.connected(Role.READER) as reading, reading.transaction():
        with holding.transaction():
            reached = tracking.held(holding, name)
            follower.follow(reached)
            _begin(reading, one)
        if follower.position > reached:
            for kind in ("row_missing", "row_extra", "row_differs", "face_shown_early"):
                ground.skip(kind, f"{name} is being read anew")
            return
        ground.told(f"rows of {name}", reached, ground.head)
        for table, beside in zip(one.live.tables, one.made.tables, strict=True):
            for row in _rows(reading, _apart(table, beside)):
                if ground.wants(row["kind"]):
                    yield from found(row["kind"], [row])
            if table.name == ROUNDS.name and ground.wants("face_shown_early"):
                statement = SHOWN_EARLY.format(table=table.named, beside=beside.named, most=Literal(MOST + 1))
                yield from found("face_shown_early", _rows(reading, statement))


def _begin(reading: psycopg.Connection[Any], one: Scratch) -> None:
    """A snapshot of both, in which no rebuilt view comes in between."""
    tables = [table.named for table in (*one.live.tables, *one.made.tables)]
    reading.execute(SNAPSHOT)
    reading.execute(SQL("LOCK TABLE {} IN ACCESS SHARE MODE").format(SQL(", ").join(tables)))
    reading.execute("SELECT FROM tracking LIMIT 1")


def _apart(table: Table, beside: Table) -> Composed:
    alike = SQL(" AND ").join(SQL("one.{0} = made.{0}").format(Identifier(key)) for key in table.key)
    return APART.format(
        key=Identifier(table.key[0]),
        one_named=named_row(table, SQL("one")),
        made_named=named_row(table, SQL("made")),
        table=table.named,
        beside=beside.named,
        alike=alike,
        most=Literal(MOST + 1),
    )


def _rows(reading: psycopg.Connection[Any], statement: Composed) -> list[dict[str, Any]]:
    with reading.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(statement).fetchall()


# --- the tables beside ------------------------------------------------------------------


def _one_at_a_time(connection: Connection, property: str) -> None:
    """Wait for another check to end."""
    connection.execute("SELECT pg_advisory_lock(hashtextextended('pitledger check ' || %s, 0))", [property])


def _is_there(connection: Connection, made: View) -> bool:
    names: Sequence[str] = [table.name for table in made.tables]
    ((count,),) = connection.execute(
        "SELECT count(to_regclass(quote_ident(name))) FROM unnest(%s::text[]) AS name", [names]
    ).fetchall()
    return int(count) == len(names)


def _clear_away(connection: Connection, made: View) -> None:
    with connection.transaction():
        for table in made.tables:
            connection.execute(SQL("DROP TABLE {}").format(table.named))
        tracking.forget(connection, [made.name])
