import pytest

from ledger.settings import Settings
from tests.projections.pit import pit_of


@pytest.fixture(scope="module")
def shared_pit(module_database_url, tmp_path_factory):
    """A pit for all tests of a module, which only ask."""
    home = tmp_path_factory.mktemp("home")
    settings = Settings(_env_file=None, database_url=module_database_url, home=home, property="demo")
    with pit_of(settings) as pit:
        yield pit


@pytest.fixture
def pit(settings):
    """A pit of one's own, nothing registered in it."""
    with pit_of(settings) as pit:
        yield pit
