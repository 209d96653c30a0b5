"""The recorder: where events are written, and the one place that keeps their order.

**The order promise.**  Positions become visible in their order: a reader that
has seen position n will never be shown a smaller one afterwards.  A sequence
alone does not give that: it hands out 5 and then 6, and 6 may commit first;
whoever reads in between passes 5 and never comes back.  So every writer takes
one lock (`lock_events()` in the schema, EXCLUSIVE on `append_order`) before it
draws a position, and holds it until it has committed.  Readers do not wait.
eventsourcing's POSTGRES_ENABLE_DB_FUNCTIONS drops the lock and with it the
promise; it is off here.

**All or nothing.**  An append with the answer to its request is in one
transaction, one call to the server, so that the lock is never held while the
server waits for us.  It is optimistic: nothing is looked up beforehand, the
primary key refuses what exists already, whoever decided by registrations that
are not the last is refused, and culprits are looked for only after a refusal.

**Everybody its own answer.**  Callers who append at the same time share a
transaction (`group`), one lock and one notice.  Where it is refused, those in
whose way something is stored are answered so, and the others go on without
them: nobody fails for what another sent.

**A lost acknowledgement.**  When the connection breaks while we wait for the
answer, the append may have been committed.  It is sent again: the lock makes
that wait for the outcome of the first attempt, and if the events of the whole
transaction are then found stored as they were sent, with positions that follow
one another, the first attempt had succeeded, and all of its callers are told
so.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Literal
from psycopg.types.numeric import Int8

from ledger.errors import StoreUnavailable
from ledger.postgres.datastore import Connection, LedgerDatastore
from ledger.store.appends import Batch, KeyTaken, Outdated, Remembered, StreamAppend, StreamConflict
from ledger.store.arrays import Array, bigints, byteas, ids, integers, texts
from ledger.store.group import GroupCommit, Waiting
from ledger.store.refused import Refused, insert

# Raised by append_events() in the schema.
NOTHING_TO_CONTINUE: Final = "PL001"
REGISTERED_SINCE: Final = "PL003"
REGISTERED_NO_MORE: Final = "PL004"
# The parameters of _columns().
ANSWERS: Final = "%b::text[], %b::text[], %b::bytea[], %b::integer[], %b::bytea[], %b::bytea[]"

Row = tuple[Any, ...]


class LedgerRecorder(PostgresApplicationRecorder):
    """Appends to and reads from the events of one property.  Safe to share between threads."""

    datastore: LedgerDatastore

    def __init__(self, datastore: LedgerDatastore, *, events_table_name: str = "events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        # Channels belong to the whole database; a property is woken by its own appends alone.
        self.channel_name = datastore.schema
        self._group = GroupCommit(self._commit)

    def close(self) -> None:
        """Answer all who wait, then give the connections back."""
        self._group.close()
        self.datastore.close()

    def create_table(self) -> None:
        """Do nothing: migrations own the schema."""

    # --- writing --------------------------------------------------------------

    def append(self, appends: Sequence[StreamAppend], remember: Remembered | None = None) -> int:
        """Store all of the events, in order, and the answer to remember; the position of the first event.

        Their positions follow one another.  Raises StreamConflict where a
        stream has not exactly `after` events and KeyTaken where the key was
        used before (also where both hold), and then nothing is written; and
        StoreUnavailable where the server does not answer in time, and then
        only sending the same again can tell.
        """
        return self.append_batch(Batch.of(appends, () if remember is None else (remember,)))

    def append_batch(self, batch: Batch) -> int:
        """The same of what was put into columns already.  Raises Outdated, too."""
        assert batch.ids, "an append has events; remember() is for an answer alone"
        return self._group.append(batch)

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Store events of any streams and versions, for eventsourcing; their positions, None of no events.

        Raises the library's IntegrityError where a version exists already.
        Not the library's own way: its pipeline waits for ever where a message
        is larger than a Unix socket's buffers, of 5,000 events for instance.
        """
        if not stored_events:
            return None
        try:
            first = self._group.append(Batch.unchecked(stored_events))
        except StreamConflict as refusal:
            raise IntegrityError("an event of this version exists already") from refusal
        return list(range(first, first + len(stored_events)))

    def _commit(self, group: Sequence[Waiting]) -> None:
        """Append what several callers wait for in one transaction, and answer each of them."""
        # Each attempt makes it shorter: what is sent again is what the one before sent last, whole.
        # None of them knew what another registers: in the log it comes after what was decided without it.
        left = sorted(group, key=lambda one: one.batch.registers()) if len(group) > 1 else list(group)
        try:
            self.datastore.patiently(lambda connection, earlier: _settle(connection, left, earlier))
        except StoreUnavailable as trouble:
            for one in left:
                one.refusal = StoreUnavailable(detail=trouble.facts["detail"])
        except (psycopg.DatabaseError, ValueError, struct.error) as trouble:
            if len(left) == 1:
                left[0].refusal = trouble
                return
            # What one of them sent cannot be stored: the others shall not suffer for it.
            for one in left:
                self._commit([one])

    def remember(self, remembered: Remembered) -> None:
        """Store the answer to a request that added no event, for ever.  Raises KeyTaken, StoreUnavailable."""

        def attempt(connection: Connection, earlier: int) -> None:
            found = _insert_remembered(connection, remembered)
            if found is not None:
                _confirm(connection)
                if not (earlier and found == remembered):
                    raise KeyTaken(found)

        self.datastore.patiently(attempt)

    def confirm(self) -> None:
        """Return when all that is stored is as safe as a commit makes it.  Raises StoreUnavailable."""
        self.datastore.patiently(lambda connection, _: _confirm(connection))

    def keep_refused(self, rows: Sequence[Refused]) -> None:
        """Keep what was refused, beside the events.  Tries once.  Raises StoreUnavailable."""
        try:
            self.datastore.patiently(lambda connection, _: insert(connection, rows), patience_s=0)
        except psycopg.Error as trouble:
            raise StoreUnavailable(detail=str(trouble)) from trouble

    # --- reading --------------------------------------------------------------

    def read_streams(self, ids: Sequence[UUID]) -> dict[UUID, list[Notification]]:
        """The events of each stream asked for, by version, with their positions as `id`; empty if unknown."""
        streams: dict[UUID, list[Notification]] = {stream: [] for stream in ids}
        for row in self._rows(
            "SELECT originator_id, originator_version, topic, state, notification_id FROM events"
            " WHERE originator_id = ANY(%b) ORDER BY originator_id, originator_version",
            [list(streams)],
        ):
            streams[row[0]].append(Notification(*row))
        return streams

    def read_since(self, position: int, limit: int, prefixes: Sequence[str] = ()) -> list[Notification]:
        """Up to `limit` events after a position (0: from the first), in order, with their positions as `id`.

        With `prefixes` only those whose topic begins with one of them; those
        of `table.` and `submission.` have an index of their own.
        """
        return [Notification(*row) for row in self.rows_since(position, limit, prefixes)]

    def rows_since(self, position: int, limit: int, prefixes: Sequence[str] = ()) -> list[Row]:
        """The same as the table has them, for the mapper: to wrap each takes longer than to fetch it."""
        return self._rows(
            SQL(
                "SELECT originator_id, originator_version, topic, state, notification_id FROM events"
                " WHERE notification_id > %b {} ORDER BY notification_id LIMIT %b"
            ).format(_of_topics(prefixes)),
            [position, limit],
        )

    def head(self) -> int:
        """The last position, 0 in an empty ledger."""
        ((position,),) = self._rows("SELECT coalesce(max(notification_id), 0) FROM events", [])
        return int(position)

    def remembered(self, principal: str, key: str) -> Remembered | None:
        """The first answer to a principal's request with a key, if there was one."""

        def look(connection: Connection, _: int) -> Remembered | None:
            kept = _select_remembered(connection, [(principal, key)])
            if kept:
                _confirm(connection)
            return kept[0] if kept else None

        return self.datastore.patiently(look)

    def _rows(self, statement: str | Composed, parameters: Sequence[object]) -> list[Row]:
        def read(connection: Connection, _: int) -> list[Row]:
            with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
                return cursor.execute(statement, parameters).fetchall()

        return self.datastore.patiently(read)


def _of_topics(prefixes: Sequence[str]) -> Composed:
    # Literals, for a partial index is used only where its condition can be read off the statement.
    patterns = [SQL("topic LIKE {}").format(Literal(_as_pattern(prefix))) for prefix in prefixes]
    return SQL("AND ({})").format(SQL(" OR ").join(patterns)) if patterns else Composed([])


def _as_pattern(prefix: str) -> str:
    pattern = prefix.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%") + "%"
    # psycopg reads a single one as a parameter's.
    return pattern.replace("%", "%%")


# --- one append, on one connection --------------------------------------------


def _settle(connection: Connection, left: list[Waiting], earlier: int) -> None:
    """Store what is left of a group and answer it, refusing whoever stands in its way, until none is left.

    After `earlier` attempts of which nobody knows, what is found stored is a success.
    """
    while left:
        batch = Batch.together([one.batch for one in left])
        try:
            first = _send(connection, batch)
        except psycopg.DatabaseError as refusal:
            if not _is_about_what_exists(refusal):
                raise
            found = _found(connection, batch) if earlier else None
            if found is None:
                left[:] = _not_at_fault(connection, left)
                continue
            _confirm(connection)
            first = found
        for one in left:
            one.first = first
            first += len(one.batch.ids)
        left.clear()


def _send(connection: Connection, batch: Batch) -> int:
    """Append; the position of the first event.  Raises OperationalError where it came with a warning."""
    warnings: list[str] = []

    def hear(said: psycopg.errors.Diagnostic) -> None:
        if said.severity_nonlocalized == "WARNING":
            warnings.append(said.message_primary or "")

    connection.add_notice_handler(hear)
    try:
        first = _call(connection, batch)
    finally:
        connection.remove_notice_handler(hear)
    if warnings:
        raise psycopg.OperationalError(warnings[0])
    return first


def _confirm(connection: Connection) -> None:
    """Commit something, which waits for the disk and copies that must confirm, and so for all before it."""
    # A transaction that wrote nothing would not wait; the message is for nobody.
    connection.execute("SELECT pg_logical_emit_message(true, 'pitledger confirm', '')")


def _call(connection: Connection, batch: Batch) -> int:
    """Append in one call to the server, which is a transaction by itself."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        cursor.execute(
            "SELECT append_events(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[],"
            f" %b::uuid[], %b::bigint[], {ANSWERS}, %b)",
            [
                ids(batch.ids), bigints(batch.versions), texts(batch.topics), byteas(batch.states),
                ids(batch.continued_ids), bigints(batch.continued_after), *_columns(batch.remembered),
                Int8(batch.registered),
            ],
        )  # fmt: skip
        ((first,),) = cursor.fetchall()
    return int(first)


def _is_about_what_exists(refusal: psycopg.DatabaseError) -> bool:
    if isinstance(refusal, psycopg.errors.UniqueViolation):
        return refusal.diag.constraint_name in {"events_pkey", "idempotency_keys_pkey"}
    return refusal.sqlstate in {NOTHING_TO_CONTINUE, REGISTERED_SINCE, REGISTERED_NO_MORE}


def _found(connection: Connection, batch: Batch) -> int | None:
    """The first position of a batch if it is stored as sent, as one append, with its answers; else None."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT topic, state, notification_id FROM events"
            " JOIN unnest(%b::uuid[], %b::bigint[]) WITH ORDINALITY AS sent (id, version, place)"
            " ON originator_id = sent.id AND originator_version = sent.version ORDER BY place",
            [batch.ids, batch.versions],
        ).fetchall()
    sent = list(zip(batch.topics, batch.states, strict=True))
    if [row[:2] for row in rows] != sent:
        return None
    first = int(rows[0][2])
    if [row[2] for row in rows] != list(range(first, first + len(rows))):
        return None
    kept = _select_remembered(connection, [(answer.principal, answer.key) for answer in batch.remembered])
    return first if tuple(kept) == batch.remembered else None


def _not_at_fault(connection: Connection, group: Sequence[Waiting]) -> list[Waiting]:
    """Refuse those of a group in whose way something is stored; the others, who can try again."""
    batches = [one.batch for one in group]
    taken = {
        (answer.principal, answer.key): answer
        for answer in _select_remembered(
            connection, [(sent.principal, sent.key) for batch in batches for sent in batch.remembered]
        )
    }
    stored = _counts(connection, [stream for batch in batches for stream in batch.believed])
    registered = _last_registered(connection)
    for one in group:
        stale = {
            stream: stored[stream] for stream, after in one.batch.believed.items() if stored[stream] != after
        }
        earlier = [
            taken[key] for sent in one.batch.remembered if (key := (sent.principal, sent.key)) in taken
        ]
        if earlier:
            _confirm(connection)
            one.refusal = KeyTaken(earlier[0])
        elif stale or not one.batch.believed:
            one.refusal = StreamConflict(stale)
        elif not one.batch.knows(registered):
            one.refusal = Outdated()
    return [one for one in group if one.refusal is None]


def _counts(connection: Connection, streams: list[UUID]) -> dict[UUID, int]:
    """How many events each stream has."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT id, coalesce((SELECT max(originator_version) FROM events WHERE originator_id = id), 0)"
            " FROM unnest(%b::uuid[]) AS sent (id)",
            [streams],
        ).fetchall()
    return dict(rows)


def _last_registered(connection: Connection) -> int:
    """The position of the last registration of a table or submission, 0 where there is none."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        ((position,),) = cursor.execute(
            "SELECT coalesce(max(notification_id), 0) FROM events"
            " WHERE topic LIKE 'table.%' OR topic LIKE 'submission.%'"
        ).fetchall()
    return int(position)


# --- answers to remember --------------------------------------------------------


def _columns(answers: Sequence[Remembered]) -> tuple[Array, ...]:
    return (
        texts([one.principal for one in answers]),
        texts([one.key for one in answers]),
        byteas([one.digest for one in answers]),
        integers([one.status for one in answers]),
        byteas([one.headers for one in answers]),
        byteas([one.body for one in answers]),
    )


def _insert_remembered(connection: Connection, answer: Remembered) -> Remembered | None:
    """Store an answer; the one that was there before, if there was one."""
    done = connection.execute(
        "INSERT INTO idempotency_keys (principal, key, digest, status, headers, body)"
        " VALUES (%b, %b, %b, %b, %b, %b) ON CONFLICT DO NOTHING",
        [answer.principal, answer.key, answer.digest, answer.status, answer.headers, answer.body],
    )
    return None if done.rowcount else _select_remembered(connection, [(answer.principal, answer.key)])[0]


def _select_remembered(connection: Connection, keys: Sequence[tuple[str, str]]) -> list[Remembered]:
    """The answers kept for keys of principals, in their order; none for a key that nobody used."""
    if not keys:
        return []
    principals, names = (list(column) for column in zip(*keys, strict=True))
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        rows = cursor.execute(
            "SELECT principal, key, digest, status, body, headers FROM idempotency_keys"
            " JOIN unnest(%b::text[], %b::text[]) WITH ORDINALITY AS sent (principal, key, place)"
            " USING (principal, key) ORDER BY place",
            [principals, names],
        ).fetchall()
    return [Remembered(*row) for row in rows]
