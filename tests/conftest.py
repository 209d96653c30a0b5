"""Databases for tests: one server a run, one migrated template on it, one copy a test at a time.

By default the server is the embedded one in a folder of its own, shared by
the workers of a run and stopped at its end.  With PITLEDGER_TEST_DATABASE_URL
that server is used instead: databases are made on it, and dropped again.
"""

from __future__ import annotations

import fcntl
import logging
import os
import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

import psutil
import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from pydantic import SecretStr

from ledger.postgres import embedded
from ledger.postgres.migrate import migrate
from ledger.settings import Settings
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.databases import Databases, administer, copy, drop

# What is asserted there says what it compared, as it does in a test.
pytest.register_assert_rewrite("tests.days_machine.checks")

RUN = "PITLEDGER_TEST_RUN"  # a folder for this run; workers inherit it
FOLDER = "pitledger-test-"
SERVER = "PITLEDGER_TEST_DATABASE_URL"
PROPERTY = "demo"


def pytest_configure(config: pytest.Config) -> None:
    # The controller's doing: it is there before its workers, and after them.
    if RUN not in os.environ:
        for left in Path(tempfile.gettempdir()).glob(f"{FOLDER}*/controller"):
            if not psutil.pid_exists(int(left.read_text() or os.getpid())):
                _remove(left.parent)
        os.environ[RUN] = tempfile.mkdtemp(prefix=FOLDER)
        (_run() / "controller").write_text(str(os.getpid()))
        # Whoever terminates a run means what Ctrl-C means: stop, and clear up.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        config.add_cleanup(_end_of_run)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # What asks the server of the run, and so is worth running on another one.
    for item in items:
        if "server_url" in getattr(item, "fixturenames", ()):
            item.add_marker("server")


def _end_of_run() -> None:
    if url := os.environ.get(SERVER):
        # Those of tests that were interrupted, too.
        with psycopg.connect(url, autocommit=True) as connection:
            made = connection.execute(
                "SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{_prefix()}%"]
            )
            for (name,) in made.fetchall():
                drop(url, name)
    _remove(Path(os.environ.pop(RUN)))


def _remove(run: Path) -> None:
    """Stop the servers of a run, those of interrupted tests too, and remove its folder."""
    for pid_file in run.glob("**/postgres/data/postmaster.pid"):
        embedded.stop(pid_file.parents[2])
    shutil.rmtree(run)


@pytest.fixture(scope="session")
def server_url() -> str:
    """A connection string of the server of this run, into a database for administration.

    It need not outlive the machine, so that it does not wait for the disk: thousands of
    databases are copied there.  What commits wait for is as always.
    """
    if url := os.environ.get(SERVER):
        return url
    with mock.patch.dict(embedded.DURABLE, {"fsync": "off", "full_page_writes": "off"}):
        return make_conninfo(embedded.start(_run()).url, dbname="postgres")


@pytest.fixture(scope="session")
def template(server_url: str) -> str:
    """The name of a migrated, empty database to copy; made by the first worker that asks."""
    note = _run() / "template"
    with (_run() / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            name = f"{_prefix()}template"
            administer(server_url, SQL("CREATE DATABASE {}").format(Identifier(name)))
            migrate(make_conninfo(server_url, dbname=name), PROPERTY)
            note.write_text(name)
    return note.read_text()


@pytest.fixture(scope="session")
def databases(server_url: str, template: str) -> Databases:
    """The migrated databases of this process."""
    return Databases(server_url, template, _prefix())


@pytest.fixture
def empty_database_url(server_url: str) -> Iterator[str]:
    """The connection string of a database of one's own with nothing in it."""
    name = copy(server_url, "template0", _prefix())
    yield make_conninfo(server_url, dbname=name)
    drop(server_url, name)


@pytest.fixture
def database_url(databases: Databases) -> Iterator[str]:
    """The connection string of a migrated database of one's own; its property is `demo`."""
    with databases.one() as url:
        yield url


@pytest.fixture(scope="module")
def module_database_url(databases: Databases) -> Iterator[str]:
    """The same for all tests of a module together."""
    with databases.one() as url:
        yield url


@pytest.fixture(scope="session")
def new_database(databases: Databases) -> Callable[[], AbstractContextManager[str]]:
    """Makes a migrated database of one's own as often as it is asked to, for tests of many examples."""
    return databases.one


@pytest.fixture
def recorder(database_url: str) -> Iterator[LedgerRecorder]:
    """The recorder of the property `demo` in a migrated database of one's own."""
    recorder = open_recorder(database_url, property=PROPERTY)
    with recorder.datastore:
        yield recorder


@pytest.fixture
def other(database_url: str) -> Iterator[LedgerRecorder]:
    """The recorder of another process: two appends of one recorder would share a queue, and never race."""
    other = open_recorder(database_url, property=PROPERTY)
    with other.datastore:
        yield other


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings of a process that serves the migrated database."""
    return Settings(
        _env_file=None, database_url=SecretStr(database_url), home=tmp_path / "home", property=PROPERTY
    )


@pytest.fixture
def seed() -> int:
    """A seed for what a test leaves to chance, told where it fails; the seed of the run gives it again."""
    number = random.randrange(10**6)
    logging.getLogger(__name__).warning("seed %s", number)
    return number


@pytest.fixture(scope="session")
def cluster() -> Path:
    """A folder `postgres` as the first start leaves it in a home; made by the first worker that asks."""
    made = _run() / "cluster"
    with (_run() / "lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            embedded.start(made)
            embedded.stop(made)
    return made / "postgres"


@pytest.fixture
def used_home(home: Path, cluster: Path) -> Path:
    """A home in which a server has been started and stopped before, which saves most of a second."""
    home.mkdir()
    subprocess.run(["cp", "-a", cluster, home], check=True)
    return home


@pytest.fixture
def home() -> Iterator[Path]:
    """A home in which a test may start an embedded server of its own; stopped and removed."""
    yield from _home()


@pytest.fixture(scope="module")
def module_home() -> Iterator[Path]:
    """The same for all tests of a module together."""
    yield from _home()


def _home() -> Iterator[Path]:
    # Not tmp_path: every run of pytest closes the folders above it to other users, the server's among them.
    with tempfile.TemporaryDirectory(dir=_run()) as folder:
        yield Path(folder, "home")
        embedded.stop(Path(folder, "home"))


def _run() -> Path:
    return Path(os.environ[RUN])


def _prefix() -> str:
    """How the names of this run's databases begin."""
    return f"{_run().name.replace('-', '_').lower()}_"
