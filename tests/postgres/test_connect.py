"""The way from settings to a connection."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from ledger.errors import StoreUnavailable
from ledger.postgres import embedded
from ledger.postgres.connect import Role, connect, conninfo, database_url
from ledger.settings import Settings


def settings(**given: Any) -> Settings:
    return Settings(_env_file=None, **given)


def test_with_a_url_that_server_is_used_and_none_is_started(tmp_path):
    url = "postgresql://u@h/d"
    assert database_url(settings(database_url=url, home=tmp_path)) == url
    assert embedded.status(tmp_path) is None


def test_without_a_url_the_embedded_server_is_started(home):
    url = database_url(settings(home=home))
    assert url == embedded.start(home).url
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT current_database()").fetchone() == ("pitledger",)


def test_a_password_may_come_from_a_file(tmp_path):
    (tmp_path / "password").write_text("s p'a\\ce\n")
    url = database_url(
        settings(database_url="postgresql://u@h/d", database_password_file=tmp_path / "password")
    )
    assert conninfo_to_dict(url)["password"] == "s p'a\\ce"


def test_a_password_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(StoreUnavailable, match="password file"):
        database_url(settings(database_url="postgresql://u@h/d", database_password_file=tmp_path / "none"))


def test_what_the_url_says_is_kept_unless_we_need_it_otherwise(server_url):
    with_options = conninfo(
        conninfo(server_url, property="other", role=None, work_mem="5MB", TimeZone="Asia/Tokyo"),
        property="demo",
        role=None,
    )
    with psycopg.connect(with_options) as connection:
        for name, value in {"work_mem": "5MB", "TimeZone": "UTC", "search_path": '"demo",pg_temp'}.items():
            assert connection.execute(f"SHOW {name}").fetchone() == (value,)


def test_a_value_may_hold_spaces_and_backslashes(server_url):
    url = conninfo(server_url, property="demo", role=None, **{"pitledger.note": "a b\\c  d"})
    with psycopg.connect(url) as connection:
        assert connection.execute("SHOW pitledger.note").fetchone() == ("a b\\c  d",)


def test_before_migration_there_is_no_role_to_open_as(empty_database_url):
    with pytest.raises(psycopg.OperationalError, match="nobody"):
        connect(f"{empty_database_url} options='-c role=nobody_at_all'", property="demo", role=None)


@pytest.mark.parametrize("role", Role)
def test_a_role_opens_in_a_property_of_any_name(database_url, role):
    with connect(database_url, property="Demo.2-x", role=role) as connection:
        assert connection.execute("SHOW search_path").fetchone() == ('"Demo.2-x",pg_temp',)


def test_a_vanished_server_is_noticed_in_seconds_unless_the_url_says_otherwise():
    ours = conninfo_to_dict(conninfo("postgresql://h/d", property="demo", role=None))
    theirs = conninfo_to_dict(conninfo("postgresql://h/d?connect_timeout=30", property="demo", role=None))
    assert (ours["connect_timeout"], theirs["connect_timeout"]) == ("5", "30")
