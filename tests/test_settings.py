"""Configuration is read once and refused clearly."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from ledger.settings import InvalidSettings, Settings, load_settings


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"PITLEDGER_{name.upper()}", raising=False)
    monkeypatch.chdir(tmp_path)


def test_needs_nothing(monkeypatch):
    monkeypatch.setenv("HOME", "/home/dealer")
    settings = load_settings()
    assert settings.database_url is None
    assert settings.home == Path("/home/dealer/.local/share/pitledger")
    assert (settings.property, settings.host, settings.port) == ("demo", "127.0.0.1", 8000)


def test_reads_variables_and_then_the_env_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("PITLEDGER_PROPERTY=boardwalk\nPITLEDGER_PORT=9000\nPOSTGRES_PASSWORD=x\n")
    monkeypatch.setenv("PITLEDGER_PORT", "9001")
    settings = load_settings()
    assert (settings.property, settings.port) == ("boardwalk", 9001)


def test_an_empty_variable_is_an_absent_one(monkeypatch):
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", "")
    assert load_settings().database_url is None


def test_cannot_be_changed():
    with pytest.raises(ValidationError):
        load_settings().port = 1  # type: ignore[misc]  # the type says so too


@pytest.mark.parametrize("name", ["demo", "Demo.2-x", "9", "x" * 63, "select"])
def test_a_property_is_any_name_of_a_schema(monkeypatch, name):
    monkeypatch.setenv("PITLEDGER_PROPERTY", name)
    assert load_settings().property == name


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PROPERTY", "public"),
        ("PROPERTY", "pg_catalog"),
        ("PROPERTY", "information_schema"),
        ("PROPERTY", 'x" CASCADE'),
        ("PROPERTY", "x" * 64),
        ("PORT", "many"),
        ("PORT", "65536"),
        ("DATABASE_URL", "postgresql://u:hunter2%ZZ@h/d"),
        ("DATABASE_URL", "mysql://u:hunter2@h/d"),
    ],
)
def test_names_the_variable_at_fault_and_no_secret(monkeypatch, variable, value):
    monkeypatch.setenv(f"PITLEDGER_{variable}", value)
    with pytest.raises(InvalidSettings, match=f"PITLEDGER_{variable}: ") as refusal:
        load_settings()
    assert "hunter2" not in str(refusal.value)


def test_names_every_variable_at_fault(monkeypatch):
    monkeypatch.setenv("PITLEDGER_PORT", "many")
    monkeypatch.setenv("PITLEDGER_PROPERTY", "public")
    with pytest.raises(InvalidSettings, match=r"PITLEDGER_PROPERTY.*PITLEDGER_PORT"):
        load_settings()


def test_a_password_file_without_a_server_is_a_mistake(monkeypatch):
    monkeypatch.setenv("PITLEDGER_DATABASE_PASSWORD_FILE", "/run/secrets/password")
    with pytest.raises(InvalidSettings, match="database_url"):
        load_settings()


def test_shows_no_secret(monkeypatch):
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", "postgresql://u:hunter2@h/d")
    assert "hunter2" not in repr(load_settings())
