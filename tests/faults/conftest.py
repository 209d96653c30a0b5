"""What each full form came to, in a line of a report that is printed at the end of the run."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.postgres import embedded
from ledger.postgres.migrate import migrate

Counted = Callable[..., None]
LINES = "faults.report"


def _report() -> Path:
    return Path(os.environ["PITLEDGER_TEST_RUN"], LINES)


@pytest.fixture
def counted(request: pytest.FixtureRequest, seed: int) -> Counted:
    """Says what a form came to: counts, and times with their unit in their name."""
    began = time.monotonic()

    def tell(**counts: float) -> None:
        line = {"fault": request.node.name, "seed": seed, "took_s": time.monotonic() - began, **counts}
        with _report().open("a") as report:
            report.write(json.dumps(line) + "\n")

    return tell


@pytest.fixture
def slack(request: pytest.FixtureRequest) -> int:
    """How many times its mark a form may take: the marks are the full forms', beside which nothing runs."""
    return 1 if request.node.get_closest_marker("faults") else 4


@pytest.fixture(scope="session")
def migrated() -> Path:
    """A folder `postgres` of an embedded server, stopped, whose ledger `demo` is empty."""
    made = Path(os.environ["PITLEDGER_TEST_RUN"], "migrated")
    with (made.parent / "migrated.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            migrate(embedded.start(made).url, "demo")
            embedded.stop(made)
    return made / "postgres"


@pytest.fixture
def ledger_home(home: Path, migrated: Path) -> Path:
    """A home of one's own with an empty ledger `demo`, its server not started."""
    home.mkdir()
    subprocess.run(["cp", "-a", migrated, home], check=True)
    return home


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.option.markexpr != "faults" or not _report().exists():
        return
    terminalreporter.section("faults")
    for line in map(json.loads, _report().read_text().splitlines()):
        said = " · ".join(f"{_shown(value)} {name}" for name, value in line.items() if name != "fault")
        terminalreporter.line(f"{line['fault']}: {said}")


def _shown(value: float) -> str:
    return f"{value:.2f}".removesuffix(".00")
