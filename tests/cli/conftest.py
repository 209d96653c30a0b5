import pytest
from pydantic import SecretStr

from ledger.settings import Settings
from projections.runner import Projector
from tests.cli.commands import environment


@pytest.fixture
def env(database_url, tmp_path):
    """The environment of a command that uses the migrated database of this test."""
    return environment(PITLEDGER_DATABASE_URL=database_url, PITLEDGER_HOME=str(tmp_path / "home"))


@pytest.fixture(scope="module")
def module_env(module_database_url, tmp_path_factory):
    """The same for all tests of a module that only ask."""
    home = tmp_path_factory.mktemp("home")
    return environment(PITLEDGER_DATABASE_URL=module_database_url, PITLEDGER_HOME=str(home))


def settings_of(env) -> Settings:
    """The settings that a command has in an environment."""
    return Settings(_env_file=None, database_url=SecretStr(env["PITLEDGER_DATABASE_URL"]))


def let_views_catch_up(env) -> None:
    """What a projector beside would have done by now."""
    Projector(settings_of(env)).catch_up()
