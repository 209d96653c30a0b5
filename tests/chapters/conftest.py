import pytest

from ledger.settings import Settings
from tests.projections.pit import pit_of


@pytest.fixture(scope="module")
def module_settings(module_database_url, tmp_path_factory) -> Settings:
    """Settings of a process that serves the migrated database of a module."""
    home = tmp_path_factory.mktemp("home")
    return Settings(_env_file=None, database_url=module_database_url, home=home, property="demo")


@pytest.fixture
def pit(settings):
    """A pit of one's own, nothing registered in it."""
    with pit_of(settings) as pit:
        yield pit
