"""A pit with something in every view, and somebody with every right who tampers with it and puts it back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
from psycopg.sql import SQL, Identifier

from ledger.application import personal
from ledger.application.remembering import Remembered
from ledger.postgres.connect import connect, database_url
from projections.checking.answers import Check
from projections.checking.running import check
from projections.integrity.sealer import Sealer
from tests.projections.evening import evening
from tests.projections.pit import Pit, at, bought_in, closer, opener, table
from tests.scenario import dealt, event, opened, placed, round_record, session_record

WORKED = Path(__file__).parents[2] / "ledger" / "simulate" / "worked"
FILES = ("setup.ndjson", "session_thb_03.ndjson", "round_thb_412.json", "golden_shift.ndjson")
HOLE = 3
LEFT = {"100": 90, "500": 200, "2500": 100, "10000": 20}


def worked_pit(pit: Pit) -> None:
    """Record the worked pit, an evening, and what a check looks at besides; seal it, read it."""
    for name in FILES:
        text = (WORKED / name).read_text()
        lines = [text] if name.endswith(".json") else text.splitlines()
        pit.tell(*map(json.loads, lines))
    with psycopg.connect(database_url(pit.settings), autocommit=True) as other:
        # As a writer leaves it that was killed in the middle.
        other.execute("SELECT nextval('demo.events_notification_id_seq') FROM generate_series(1, %s)", [HOLE])
    pit.tell(*evening(seed=5), table("T-77"), table("T-78"), table("T-79"))
    pit.tell(
        session_record(opener(id="c-1"), closer(LEFT), table="T-77"),
        session_record(opener(), bought_in(10_00, {"100": 10}), closer(LEFT), table="T-79"),
        session_record({**opener(), "opener": LEFT, "occurred_at": at("23:30:00")}, table="T-79", number=2),
        round_record(opened(), placed(1, "main", 5_00, id="w-1"), event("closed"), table="T-78"),
        # A hand that nobody at the table has seen yet.
        round_record(opened(), placed(1, "ante", 15_00), dealt(1, "As"), table="THB-03", number=900,
                     game="texas_holdem_bonus"),
    )  # fmt: skip
    _beside(pit)
    pit.settings.home.mkdir(exist_ok=True)
    Sealer(pit.settings).seal()
    pit.projector.catch_up()


def _beside(pit: Pit) -> None:
    """An answer kept for a key, a refused record, and who somebody is."""
    document = json.dumps({"property": "demo", **round_record(opened(), table="T-2", number=99)})
    pit.ledger.record(
        document,
        by="test",
        remember=lambda receipt: Remembered(
            "test", "k-1", sha256(b"").digest(), 201,
            json.dumps({"stream": receipt.stream, "version": receipt.version}).encode(),
        ),
    )  # fmt: skip
    refused = pit.ledger.record(json.dumps(round_record(opened(), table="nowhere")), by="test")
    assert refused.status == "refused"
    access = personal.Access("F-2", "as told", datetime.now(UTC), "F-2")
    personal.put(pit.ledger, pit.settings, "D-1", b'{"name": "Somebody"}', access)


class Tampered:
    """What a check finds while something of the ledger is not as it was."""

    def __init__(self, pit: Pit) -> None:
        self.pit = pit
        with self._as_superuser() as other:
            other.execute("CREATE SCHEMA kept")
            for (name,) in other.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'demo'"
            ).fetchall():
                other.execute(
                    SQL("CREATE TABLE kept.{0} AS TABLE demo.{0}")
                    .format(Identifier(name))
                    .as_string()
                    .encode()
                )

    def check(self, kinds: Collection[str] = (), since: int = 0) -> Check:
        return check(self.pit.settings, kinds=kinds, since=since)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        with self._as_superuser() as other:
            return other.execute(statement.encode()).fetchall()

    @contextmanager
    def tampering(
        self, statements: Collection[str], tables: Collection[str], undone: str | None
    ) -> Iterator[None]:
        """Statements carried out; afterwards the tables hold again what they held before."""
        with self._as_superuser() as other, other.transaction():
            for statement in statements:
                other.execute(statement.encode())
        if undone is not None:  # what the end of the tampering would put right
            self._do(statements)
        try:
            yield
        finally:
            if undone is not None:
                self._do([undone])
            with self._as_superuser() as other, other.transaction():
                for name in tables:
                    for statement in (
                        "DELETE FROM {0}", "INSERT INTO {0} OVERRIDING SYSTEM VALUE TABLE kept.{0}",
                    ):  # fmt: skip
                        other.execute(SQL(statement).format(Identifier(name)))

    def _do(self, statements: Collection[str]) -> None:
        settings = self.pit.settings
        with connect(database_url(settings), property=settings.property, role=None) as other:
            for statement in statements:
                other.execute(statement.encode())

    @contextmanager
    def _as_superuser(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection of somebody whom no trigger holds back."""
        settings = self.pit.settings
        with connect(database_url(settings), property=settings.property, role=None) as other:
            armed = other.execute(
                "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgenabled = 'A'"
            ).fetchall()
            for table, trigger in armed:
                other.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}".encode())
            try:
                yield other
            finally:
                for table, trigger in armed:
                    other.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}".encode())
