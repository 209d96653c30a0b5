from collections.abc import Iterator

import pytest

from ledger.settings import Settings
from tests.checking.tampered import Tampered, worked_pit
from tests.projections.pit import Pit, pit_of


@pytest.fixture(scope="module")
def tampered(module_database_url, tmp_path_factory) -> Iterator[Tampered]:
    """A worked pit in one database, for tests that put back what they change."""
    home = tmp_path_factory.mktemp("home")
    settings = Settings(_env_file=None, database_url=module_database_url, home=home, property="demo")
    with pit_of(settings) as pit:
        worked_pit(pit)
        yield Tampered(pit)


@pytest.fixture
def pit(settings) -> Iterator[Pit]:
    """A pit of one's own, nothing registered in it."""
    with pit_of(settings) as pit:
        yield pit
