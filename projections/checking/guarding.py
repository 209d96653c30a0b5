"""What guards the record, and what lies beside the events: triggers, rights, answers kept, digests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, LiteralString

import psycopg
from psycopg.rows import dict_row

from ledger.application.refused import sent
from ledger.identity import stream_id
from ledger.postgres.connect import Role
from ledger.postgres.migrate import MIGRATIONS
from projections import tracking
from projections.checking.answers import Mismatch
from projections.checking.ground import Ground, Rows, found
from projections.disputes.projection import NAME as DISPUTES

# Tables in which rows are added and never changed.
OF_RECORD: Final = (
    "events", "idempotency_keys", "refused_commands",
    "seal_leaves", "seal_nodes", "seal_checkpoints", "seal_keys", "seal_refused",
    "seal_chapters", "seal_chapter_streams",
)  # fmt: skip
SLICE: Final = 500

# Bits of pg_trigger.tgtype: before UPDATE, DELETE, TRUNCATE of a statement; before the first two, of a row.
# Of events also before INSERT of a statement, which waits for its turn.
GUARDS: Final[LiteralString] = (
    "SELECT of || '.' || name AS subject, CASE WHEN tgtype IS NULL THEN 'it is not there'"
    " WHEN tgenabled <> 'A' THEN 'it fires ' || tgenabled::text ELSE 'it guards less than it did' END"
    " AS detail FROM (SELECT of, name, acts, 'refuse_change' AS does FROM unnest(%(tables)s::text[]) AS of,"
    " unnest(ARRAY['refuse_change', 'refuse_change_of_row'], ARRAY[58, 27]) AS refusing (name, acts)"
    " UNION ALL SELECT 'events', 'in_turn', 6, 'lock_before_insert') AS wanted"
    " LEFT JOIN pg_trigger ON tgname = name AND tgrelid = to_regclass(quote_ident(of))"
    " WHERE (tgenabled = 'A' AND tgtype = acts AND tgqual IS NULL AND cardinality(tgattr::int2[]) = 0"
    " AND tgfoid = to_regproc(does)) IS NOT TRUE ORDER BY 1"
)
# A function as a migration makes it: its name, what it is given, and its body.
MADE: Final = re.compile(
    r"CREATE (?:OR REPLACE )?FUNCTION (\w+)\s*\(([^()]*)\).*?AS \$\$(.*?)\$\$;", re.DOTALL
)
FUNCTIONS: Final[LiteralString] = (
    "SELECT name AS subject, CASE WHEN prosrc IS NULL THEN 'it is not there' ELSE 'it does something else'"
    " END AS detail FROM unnest(%(names)s::text[], %(given)s::text[], %(bodies)s::text[])"
    " AS made (name, given, body) LEFT JOIN pg_proc ON proname = name"
    " AND pronamespace = current_schema()::regnamespace AND pg_get_function_identity_arguments(oid) = given"
    " WHERE prosrc IS DISTINCT FROM body ORDER BY 1"
)
RIGHTS: Final[LiteralString] = (
    "SELECT role || ' on ' || of AS subject, 'it has the right of ' || act AS detail"
    " FROM (SELECT role, of, to_regclass(quote_ident(of)) AS place FROM unnest(%(tables)s::text[]) AS of,"
    " unnest(%(roles)s::text[]) AS role) AS every,"
    " unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'OWNER']) AS act"
    " WHERE CASE act WHEN 'UPDATE' THEN has_any_column_privilege(role, place, act) WHEN 'OWNER' THEN"
    " pg_has_role(role, (SELECT relowner FROM pg_class WHERE oid = place), 'MEMBER')"
    " ELSE has_table_privilege(role, place, act) END ORDER BY 1, 2"
)
SEQUENCE: Final[LiteralString] = (
    "SELECT 'events_notification_id_seq' AS subject, head AS position,"
    " 'it stands at ' || coalesce(pg_sequence_last_value(sequence), 0) AS detail"
    " FROM to_regclass('events_notification_id_seq') AS sequence,"
    " (SELECT max(notification_id) AS head FROM events) AS events"
    " WHERE head > coalesce(pg_sequence_last_value(sequence), 0)"
)
ANSWERS: Final[LiteralString] = (
    "SELECT principal, key, body FROM idempotency_keys WHERE (principal, key) > (%(principal)s, %(key)s)"
    " AND status IN (200, 201) ORDER BY principal, key LIMIT %(most)s"
)
REFUSED: Final[LiteralString] = (
    "SELECT id, digest, body FROM refused_commands WHERE id > %(after)s AND body IS NOT NULL"
    " ORDER BY id LIMIT %(most)s"
)


def looked(ground: Ground) -> Iterator[Mismatch]:
    """What is wrong with what guards the record, and with what lies beside the events."""
    roles = [role.value for role in Role if role is not Role.OWNER]
    yield from found("guard_missing", ground.rows(GUARDS, tables=list(OF_RECORD)))
    if ground.wants("guard_missing"):
        made = functions()
        names, given = zip(*made, strict=True)
        yield from found(
            "guard_missing",
            ground.rows(FUNCTIONS, names=list(names), given=list(given), bodies=list(made.values())),
        )
    yield from found("right_excessive", ground.rows(RIGHTS, tables=list(OF_RECORD), roles=roles))
    if ground.wants("sequence_behind", "answer_dangling"):
        with ground.connected(Role.WRITER) as connection:
            yield from found("sequence_behind", _rows(connection, SEQUENCE))
            yield from _answers(ground, connection)
    yield from _digests(ground)
    if ground.wants("subject_unknown"):
        yield from _subjects(ground)


def functions() -> dict[tuple[str, str], str]:
    """The bodies of the functions that migrations make, by name and parameters, as the last of them does."""
    texts = [path.read_text() for path in sorted(MIGRATIONS.glob("*.sql"))]
    return {
        (name, " ".join(given.split())): body for text in texts for name, given, body in MADE.findall(text)
    }


def _answers(ground: Ground, connection: psycopg.Connection[Any]) -> Iterator[Mismatch]:
    """Answers that are given again, whose stream does not have the events that they tell of."""
    last = {"principal": "", "key": ""}
    while kept := _rows(connection, ANSWERS, **last, most=SLICE):
        last = {name: kept[-1][name] for name in last}
        told = [(row, *_told(ground, row["body"])) for row in kept]
        stored = ground.ledger.recorder.read_streams([stream for _, stream, _ in told if stream is not None])
        for row, stream, version in told:
            there = len(stored.get(stream, ())) if stream is not None else 0
            if stream is None or there < version:
                yield Mismatch(
                    kind="answer_dangling",
                    subject=f"{row['principal']} {row['key']}",
                    detail=f"it tells of {version} events of a stream that has {there}",
                )


def _told(ground: Ground, body: bytes) -> tuple[Any, int]:
    """The stream and how many events of it an answer tells of; no stream where it cannot be read."""
    try:
        said = json.loads(body)
        kind, _, key = said["stream"].partition("/")
        return stream_id(ground.ledger.property, kind, key), int(said["version"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return None, 0


def _digests(ground: Ground) -> Iterator[Mismatch]:
    after = 0
    while ground.wants("refused_digest_wrong") and (kept := ground.rows(REFUSED, after=after, most=SLICE)):
        after = kept[-1]["id"]
        for row in kept:
            if row["digest"] is not None and sha256(sent(bytes(row["body"]))).digest() != row["digest"]:
                detail = "its digest is of something else"
                yield Mismatch(kind="refused_digest_wrong", subject=str(row["id"]), detail=detail)


def _subjects(ground: Ground) -> Iterator[Mismatch]:
    """Personal data of subjects whom no dispute names, among disputes read after the data."""
    with ground.connected(Role.CUSTODIAN) as connection:
        kept = [row["subject"] for row in _rows(connection, "SELECT subject FROM personal_data ORDER BY 1")]
    head = ground.ledger.recorder.head()
    read = ground.ledger.recorder.datastore.patiently(
        lambda connection, _: tracking.positions(connection, [DISPUTES])
    )
    named = ground.rows("SELECT subject FROM disputes WHERE subject = ANY(%(kept)s)", kept=kept)
    unnamed = sorted({*kept} - {row["subject"] for row in named})
    if unnamed and read[DISPUTES] < head:
        ground.skip("subject_unknown", f"{DISPUTES} has not read all events")
        return
    for subject in unnamed:
        yield Mismatch(kind="subject_unknown", subject=subject, detail="no dispute names them")


def _rows(connection: psycopg.Connection[Any], statement: LiteralString, **fields: object) -> Rows:
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(statement, fields).fetchall()
