"""The API on a database of its own, set up with the tables of the worked pit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.app import create_app
from ledger.settings import Settings
from tests.api.desk import RECORD_412, Desk


def _at(settings: Settings) -> Iterator[Desk]:
    app = create_app(settings)
    with TestClient(app) as client:
        yield Desk(app, settings, client)


@pytest.fixture
def empty_desk(settings: Settings) -> Iterator[Desk]:
    """A ledger in which nothing is recorded yet."""
    yield from _at(settings)


@pytest.fixture
def desk(empty_desk: Desk) -> Desk:
    """A ledger with tables, and no round yet."""
    empty_desk.set_up()
    return empty_desk


@pytest.fixture(scope="module")
def evening(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The worked round recorded and in the views; for tests that record nothing."""
    home: Path = tmp_path_factory.mktemp("home")
    settings = Settings(_env_file=None, database_url=SecretStr(module_database_url), home=home)
    for desk in _at(settings):
        desk.set_up()
        assert desk.record(RECORD_412).status_code == 201
        desk.project()
        yield desk
