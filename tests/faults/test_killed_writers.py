"""Writers are killed at any moment: nothing acknowledged is lost, nothing appears but what was sent, once."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import count
from pathlib import Path

from tests.faults.appending import faults, retried
from tests.faults.forms import forms

ROOT = Path(__file__).parents[2]


def written(
    url: str, run: str, acknowledgements: int, how: str = "careful"
) -> tuple[set[str], dict[str, int]]:
    """What a writer tried, and what was acknowledged to it, until it was killed after so many of these."""
    tried: set[str] = set()
    acknowledged: dict[str, int] = {}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.writer", url, run, how],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            word, name, *position = line.split()
            tried.add(name)
            if word == "ack":
                acknowledged[name] = int(position[0])
            if len(acknowledged) == acknowledgements:
                # What it had written until it died is read to the end.
                writer.kill()
    return tried, acknowledged


@forms("appends", quick=150, full=2000)
def test_nothing_acknowledged_is_lost_and_nothing_appears_that_was_not_sent(
    recorder, database_url, seed, appends, counted
):
    chance = random.Random(seed)
    tried: set[str] = set()
    acknowledged: dict[str, int] = {}
    for run in count():
        if len(acknowledged) >= appends:
            break
        more, told = written(database_url, str(run), chance.randrange(1, 100))
        tried |= more
        acknowledged |= told
    assert len(tried) > len(acknowledged) > 0
    assert faults(recorder, tried, acknowledged) == []
    for name in tried - acknowledged.keys():
        retried(recorder, name)
    assert faults(recorder, tried, acknowledged) == []
    assert len(recorder.read_since(0, 10_000)) == 2 * len(tried)
    counted(kills=run, acknowledged=len(acknowledged), unanswered=len(tried) - len(acknowledged))


def test_an_answer_kept_outside_the_transaction_is_found_out(recorder, database_url):
    tried, acknowledged = written(database_url, "careless", 1_000_000, "careless")
    found = faults(recorder, tried, acknowledged)
    assert any("has no answer" in fault for fault in found), found
