"""A ledger dumped and restored into another server, and one recovered to a point in time: proven whole."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from psycopg.conninfo import make_conninfo
from pydantic import SecretStr

from api.app import create_app
from ledger.application.ledger import Ledger
from ledger.errors import InvalidQuery
from ledger.postgres import embedded
from ledger.postgres.connect import database_url
from ledger.settings import Settings
from projections.feed import Feed
from projections.integrity.sealer import Sealer
from projections.rebuild import digest, rebuild
from projections.tracking import VIEWS
from tests.api.desk import Desk
from tests.faults.conftest import Counted
from tests.integrity.sealed import SealedLedger
from tests.projections.evening import evening
from tests.projections.pit import Pit, pit_of, table
from tests.scenario import opened, placed, round_record

ROUNDS = 4


def _settings(url: str, home: Path) -> Settings:
    # The seal's key stays where it was: it is no part of the database.
    return Settings(_env_file=None, database_url=SecretStr(url), home=home.with_name("keys"), property="demo")


def _program(name: str, *arguments: str) -> None:
    done = subprocess.run([embedded._programs() / name, *arguments], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr


def _read(pit: Pit, after: int = 0) -> list[bytes]:
    """What a subscriber is given after a position."""
    return [one.line for one in Feed(pit.ledger).lines(after)]


def _views(settings: Settings) -> dict[str, str]:
    return {view: digest(settings, view, with_places=True) for view in VIEWS}


@pytest.fixture
def other_home(ledger_home: Path) -> Iterator[Path]:
    """A home for a second server."""
    home = ledger_home.with_name("other")
    yield home
    embedded.stop(home)


def test_a_dump_restored_into_a_new_cluster_is_the_same_ledger_and_goes_on(
    ledger_home, other_home, tmp_path, seed, counted: Counted
):
    url = embedded.start(ledger_home).url
    with pit_of(_settings(url, ledger_home)) as pit:
        head = pit.tell(*evening(seed, rounds=ROUNDS))
        pit.projector.catch_up()
        kept = Sealer(pit.settings).seal()
        assert kept is not None
        given, views = _read(pit), _views(pit.settings)
        _program("pg_dumpall", "--roles-only", "-d", url, "-f", str(tmp_path / "roles"))
        _program("pg_dump", "-Fc", "-d", url, "-f", str(tmp_path / "dump"))
    embedded.stop(ledger_home)

    new = embedded.start(other_home).url
    # The login is there already.
    _program("psql", "-q", "-d", new, "-f", str(tmp_path / "roles"))
    _program("pg_restore", "--exit-on-error", "-d", new, str(tmp_path / "dump"))
    with pit_of(_settings(new, ledger_home)) as pit:
        assert SealedLedger(pit.settings, pit.ledger.recorder).verify(old=kept.note).ok
        assert (_read(pit), _views(pit.settings)) == (given, views)
        assert pit.tell(table("T-90")) > head
        pit.projector.catch_up()
        assert _read(pit) == given + _read(pit, head)
        before = digest(pit.settings, "rounds", with_places=True)
        rebuild(pit.settings, "rounds")
        assert digest(pit.settings, "rounds", with_places=True) == before
        Sealer(pit.settings).seal()
        assert SealedLedger(pit.settings, pit.ledger.recorder).verify(old=kept.note).ok
        with psycopg.connect(new) as other, pytest.raises(psycopg.errors.InsufficientPrivilege):
            other.execute("DELETE FROM demo.events")
    counted(events=len(given))


@pytest.fixture
def archived(ledger_home: Path) -> tuple[str, Path]:
    """A server that archives its log, and the folder where."""
    archive = ledger_home / "postgres" / "archive"
    with psycopg.connect(embedded.start(ledger_home).url, autocommit=True) as administrator:
        for setting, value in {
            "archive_mode": "on",
            "archive_command": f"cp %p {shlex.quote(str(archive))}/%f",
        }.items():
            administrator.execute(f"ALTER SYSTEM SET {setting} = '{value}'".encode())
    embedded.stop(ledger_home)
    account = embedded._account(embedded._Place(ledger_home / "postgres"))
    archive.mkdir()
    account.own(archive)
    return embedded.start(ledger_home).url, archive


def _recover(home: Path, archive: Path, point: str) -> str:
    """Start a server from the base backup there, recovered up to a point."""
    data = home / "postgres" / "data"
    with (data / "postgresql.auto.conf").open("a") as settings:
        settings.write(
            "archive_mode = off\n"
            f"restore_command = 'cp {shlex.quote(str(archive))}/%f %p'\n"
            f"recovery_target_name = '{point}'\nrecovery_target_action = promote\n"
        )
    (data / "recovery.signal").touch()
    url = embedded.start(home).url
    with psycopg.connect(url, autocommit=True) as administrator:
        while administrator.execute("SELECT pg_is_in_recovery()").fetchone() == (True,):
            pass
    return url


def test_recovered_to_a_point_it_is_the_ledger_of_then_and_who_had_read_further_is_told(
    archived, ledger_home, other_home, seed, counted: Counted
):
    url, archive = archived
    place = embedded._Place(other_home / "postgres")
    told = evening(seed, rounds=ROUNDS)
    with pit_of(_settings(url, ledger_home)) as pit:
        pit.tell(*told[:20])
        pit.projector.catch_up()
        with embedded._alone(place):
            embedded._run(
                place, "pg_basebackup", "-d", make_conninfo(url, dbname=""), "-D", "data", "-c", "fast"
            )
        head = pit.tell(*told[20:])
        pit.projector.catch_up()
        kept = Sealer(pit.settings).seal()
        assert kept is not None
        given = _read(pit)
        with psycopg.connect(url, autocommit=True) as administrator:
            administrator.execute("SELECT pg_create_restore_point('then')")
            lost = pit.tell(table("T-90"))
            administrator.execute("SELECT pg_switch_wal()")
    embedded.stop(ledger_home)

    with pit_of(_settings(_recover(other_home, archive, "then"), ledger_home)) as pit:
        assert pit.ledger.recorder.head() == head
        assert SealedLedger(pit.settings, pit.ledger.recorder).verify(old=kept.note).ok
        assert _read(pit) == given
        pit.projector.catch_up()
        _assert_nobody_misses_what_comes(pit, head, lost)
        Sealer(pit.settings).seal()
        assert SealedLedger(pit.settings, pit.ledger.recorder).verify(old=kept.note).ok
    counted(events=len(given))


def test_an_api_that_outlives_a_restore_to_an_earlier_point_knows_what_is_registered_then(
    ledger_home, tmp_path, counted: Counted
):
    url = embedded.start(ledger_home).url
    settings = _settings(url, ledger_home)
    app = create_app(settings)
    with pit_of(settings) as pit, TestClient(app) as client:
        desk, services = Desk(app, settings, client), app.state.services
        pit.tell(table("T-1"))
        _program("pg_dump", "-Fc", "-n", "demo", "-d", url, "-f", str(tmp_path / "dump"))
        lost = pit.tell(table("T-90"))
        assert desk.record(_round("T-90", 1)).status_code == 201
        services.views.ledger.registry.refresh()
        assert "T-90" in services.views.ledger.registry.tables
        _restore(url, tmp_path / "dump", lost)

        # Nobody started the API again, and nobody asked it anything in between.
        refused = desk.record(_round("T-90", 2))
        assert (refused.status_code, refused.json()["code"]) == (422, "unknown_table")
        services.views.ledger.registry.refresh()
        assert "T-90" not in services.views.ledger.registry.tables
        assert desk.record(_round("T-1", 1)).status_code == 201

        # Another process registers it otherwise.
        for currency in ("EUR", "GBP"):
            _restore(url, tmp_path / "dump", lost)
            lost = pit.tell(_table_in(currency))
            assert desk.record(_round("T-90", 3)).status_code == 201
            for ledger in (services.ledger, services.views.ledger):
                assert _told_by(ledger) == (currency, currency)
    counted(restores=3)


def _restore(url: str, dump: Path, lost: int) -> None:
    """Put the ledger back in place as it was dumped, to go on after the last position given out."""
    with psycopg.connect(url, autocommit=True) as administrator:
        administrator.execute("DROP SCHEMA demo CASCADE")
        # As always then, nobody's connection outlives it.
        administrator.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = current_database()"
        )
        _program("pg_restore", "--exit-on-error", "-d", url, str(dump))
        administrator.execute("SELECT setval('demo.events_notification_id_seq', %s)", [lost])


def _table_in(currency: str) -> dict[str, Any]:
    told = table("T-90")
    first, *rest = told["events"]
    return {**told, "events": [{**first, "currency": currency}, *rest]}


def _told_by(ledger: Ledger) -> tuple[str | None, str | None]:
    """The currency in which a round was recorded, and the one of its table as it is rebuilt."""
    held = ledger.round("T-90/2026-11-28/3").state.in_force
    return None if held is None else held.currency, ledger.registry.table("T-90").currency


def _round(name: str, number: int) -> dict[str, Any]:
    return round_record(opened(), placed(1, "main", 25_00), table=name, number=number)


def _assert_nobody_misses_what_comes(pit: Pit, head: int, lost: int) -> None:
    """Who has read what is no more is told, and may go on where positions are left out."""
    with pytest.raises(InvalidQuery, match="restored"):
        _read(pit, lost)
    with psycopg.connect(database_url(pit.settings), autocommit=True) as administrator:
        administrator.execute("SELECT setval('demo.events_notification_id_seq', %s)", [lost + 1000])
    end = pit.tell(table("T-91"))
    assert lost + 1000 < end
    assert len(_read(pit, lost)) == len(_read(pit, head)) == end - lost - 1000
    pit.projector.catch_up()
