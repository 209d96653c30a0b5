"""Pits for tests that want many, one an example."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from pydantic import SecretStr

from ledger.settings import Settings
from tests.projections.pit import Pit, pit_of

NewPit = Callable[[], AbstractContextManager[Pit]]


def pits(new_database: Callable[[], AbstractContextManager[str]], home: Path) -> NewPit:
    """Opens a pit on a database of its own, nothing registered in it, as often as it is asked to."""

    @contextmanager
    def opened() -> Iterator[Pit]:
        with new_database() as url:
            settings = Settings(_env_file=None, database_url=SecretStr(url), home=home, property="demo")
            with pit_of(settings) as pit:
                yield pit

    return opened
