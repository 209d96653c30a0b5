import pytest

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


def let_views_catch_up(env):
    """What a projector beside would have done by now."""
    Projector(Settings(_env_file=None, database_url=env["PITLEDGER_DATABASE_URL"])).catch_up()
