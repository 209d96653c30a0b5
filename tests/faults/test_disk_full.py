"""The disk fills up under eight writers: nothing is acknowledged that is not on it; room alone mends it."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ledger.postgres import embedded
from tests.faults.appending import faults
from tests.faults.forms import ANSWERS_WITHIN_S, forms
from tests.faults.load import WRITERS, Load, recorders

# Room for the cluster and three more segments of its write-ahead log.
ROOM = 64 << 20


@pytest.fixture
def small_disk(migrated: Path) -> Iterator[Path]:
    """A home on a file system of its own that has little room."""
    with TemporaryDirectory() as folder:
        home = Path(folder, "small")
        home.mkdir()
        used = int(subprocess.run(["du", "-sb", migrated], check=True, capture_output=True).stdout.split()[0])
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={used + ROOM}", "tmpfs", home],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        if mounted.returncode:
            pytest.skip(f"no file system may be mounted here: {mounted.stderr.strip()}")
        try:
            Path(folder).chmod(0o711)
            subprocess.run(["cp", "-a", migrated, home], check=True)
            yield home
        finally:
            embedded.stop(home)
            subprocess.run(["umount", home], check=True)


def _fill(disk: Path, name: str) -> Path:
    """Take what room there is."""
    ballast = disk / name
    with ballast.open("wb") as file:
        try:
            while True:
                file.write(bytes(1 << 16))
                file.flush()
        except OSError:
            return ballast


@forms("times", quick=1, full=5)
def test_a_full_disk_loses_nothing_that_was_acknowledged_and_needs_room_alone(
    small_disk, times, slack, counted
):
    waits: list[float] = []
    with recorders(embedded.start(small_disk).url, 2) as opened:
        with Load(opened) as load:
            for time_ in range(times):
                load.answered_since(time.monotonic(), 30)
                ballast = _fill(small_disk, f"ballast {time_}")
                # Until the segments of the log that were at hand are written full.
                before, deadline = len(load.refused), time.monotonic() + 60
                while len(load.refused) < before + WRITERS and time.monotonic() < deadline:
                    time.sleep(0.05)
                assert len(load.refused) >= before + WRITERS, "the disk never was full"
                ballast.unlink()
                # Found, or launched where it gave up: as whoever opens a ledger does.
                embedded.start(small_disk)
                waits.append(load.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S))
        assert faults(opened[0], load.tried, load.acknowledged) == []
    assert max(waits) < ANSWERS_WITHIN_S * slack
    counted(
        times=times,
        acknowledged=len(load.acknowledged),
        refusals=len(load.refused),
        room_kb=shutil.disk_usage(small_disk).free >> 10,
        went_on_s=max(waits),
    )
