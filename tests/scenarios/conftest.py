"""A property of one's own for each scenario: an API, a real Postgres, the tables of the worked pit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.app import create_app
from ledger.settings import Settings
from tests.api.desk import Desk
from tests.projections.pit import Pit, pit_of


@pytest.fixture(scope="module")
def house(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A ledger with its tables registered; everything recorded in it is the module's own."""
    home: Path = tmp_path_factory.mktemp("home")
    settings = Settings(_env_file=None, database_url=SecretStr(module_database_url), home=home)
    app = create_app(settings)
    with TestClient(app) as client:
        desk = Desk(app, settings, client)
        desk.set_up()
        yield desk


@pytest.fixture
def pit(settings: Settings) -> Iterator[Pit]:
    """A pit of one's own, nothing registered in it."""
    with pit_of(settings) as found:
        yield found


@pytest.fixture(scope="module")
def shared_pit(module_database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pit]:
    """A pit for all tests of a module that only ask."""
    home = tmp_path_factory.mktemp("home")
    with pit_of(Settings(_env_file=None, database_url=SecretStr(module_database_url), home=home)) as found:
        yield found
