"""Migrations killed half-way, and applied while workers of the version before record."""

from __future__ import annotations

import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest
from psycopg.conninfo import make_conninfo
from psycopg.rows import tuple_row

from ledger.postgres import embedded
from ledger.postgres import migrate as migrating
from ledger.postgres.datastore import Connection
from ledger.postgres.migrate import MIGRATIONS, migrate, pending
from ledger.store import recorder as appending
from ledger.store.appends import Batch
from ledger.store.arrays import bigints, byteas, ids, texts
from tests.cli.commands import PITLEDGER, environment
from tests.faults.appending import faults
from tests.faults.forms import forms
from tests.faults.load import Load, recorders

# From this one on single commands are appended as the version before did, in sessions of this name.
OLD = "20261129140000"
BEFORE = "the version before"
# No migration's: the random word before and after a dump, and options that a server keeps with each column.
NOT_OURS = re.compile(r"restrict|ALTER COLUMN \S+ SET \(")


@pytest.fixture
def program(server_url) -> str:
    """pg_dump, of the version of the server where the server is the embedded one."""
    return str(embedded._programs() / "pg_dump")


def schema(program: str, url: str) -> str:
    """All that migrations made and who may use it, as statements."""
    done = subprocess.run(
        [program, "--schema-only", "--no-owner", "-n", "demo", "-d", url],
        check=True,
        capture_output=True,
        text=True,
    )
    return "\n".join(line for line in done.stdout.splitlines() if not NOT_OURS.search(line))


@forms("kills", quick=2, full=20)
def test_killed_at_any_moment_it_is_begun_again_and_comes_to_the_same(
    empty_database_url, database_url, program, *, seed, kills, counted
):
    chance = random.Random(seed)
    env = environment(PITLEDGER_DATABASE_URL=empty_database_url)
    seen: list[int] = []
    for _ in range(kills):
        with subprocess.Popen(
            [PITLEDGER, "migrate"], env=env, stdout=subprocess.DEVNULL, start_new_session=True
        ) as process:
            before = len(pending(empty_database_url, "demo"))
            deadline = time.monotonic() + 60
            # From when it has begun with what is left, or has ended.
            while process.poll() is None and len(pending(empty_database_url, "demo")) == before:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            threading.Event().wait(chance.random() / 20)
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        seen.append(len(pending(empty_database_url, "demo")))
    assert seen[0] > 0, "the first was not killed half-way"
    migrate(empty_database_url, "demo")
    assert schema(program, empty_database_url) == schema(program, database_url)
    counted(kills=kills, left_after_each=sum(seen) / kills)


def as_before(connection: Connection, batch: Batch) -> int:
    """An append that does not say what it knows to be registered."""
    with connection.cursor(binary=True, row_factory=tuple_row) as cursor:
        cursor.execute(
            "SELECT append_events(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[],"
            f" %b::uuid[], %b::bigint[], {appending.ANSWERS})",
            [
                ids(batch.ids), bigints(batch.versions), texts(batch.topics), byteas(batch.states),
                ids(batch.continued_ids), bigints(batch.continued_after),
                *appending._columns(batch.remembered),
            ],
        )  # fmt: skip
        ((first,),) = cursor.fetchall()
    return int(first)


@pytest.fixture
def both_versions(monkeypatch):
    """Appends as the version before made them where the session has its name, else as they are made now."""
    now = appending._call

    def call(connection: Connection, batch: Batch) -> int:
        named = connection.info.get_parameters()["application_name"]
        return (as_before if named == BEFORE else now)(connection, batch)

    monkeypatch.setattr(appending, "_call", call)


@pytest.mark.usefixtures("both_versions")
def test_workers_of_the_version_before_go_on_while_the_schema_moves_on(empty_database_url, tmp_path, counted):
    old = tmp_path / "old"
    old.mkdir()
    for path in sorted(MIGRATIONS.glob("*.sql")):
        if path.name.partition("_")[0] <= OLD:
            shutil.copy(path, old)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating, "MIGRATIONS", old)
        migrate(empty_database_url, "demo")
    with recorders(make_conninfo(empty_database_url, application_name=BEFORE), 2) as opened:
        with Load(opened) as load:
            load.answered_since(time.monotonic(), 20)
            done = subprocess.run(
                [PITLEDGER, "migrate"],
                env=environment(PITLEDGER_DATABASE_URL=empty_database_url),
                check=False,
                stdout=subprocess.DEVNULL,
            )
            assert done.returncode == 0
            # Beside those that were there before, workers of this version.
            with recorders(empty_database_url, 2) as more, Load(more, prefix="new ") as new:
                went_on_s = load.answered_since(time.monotonic(), 20)
                new.answered_since(time.monotonic(), 20)
        assert faults(opened[0], load.tried | new.tried, load.acknowledged | new.acknowledged) == []
    assert pending(empty_database_url, "demo") == ()
    longest_s = max(
        later - earlier for moments in load.answered for earlier, later in itertools.pairwise(moments)
    )
    assert load.refused == new.refused == []
    counted(acknowledged=len(load.acknowledged), longest_s=longest_s, went_on_s=went_on_s)
