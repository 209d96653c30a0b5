"""The whole server is killed under eight writers: they go on as soon as there is one again."""

from __future__ import annotations

import os
import random
import signal
import threading
import time

from ledger.postgres import embedded
from tests.faults.appending import faults
from tests.faults.forms import ANSWERS_WITHIN_S, forms
from tests.faults.load import Load, recorders

# From when Postgres accepts connections.


@forms("kills", quick=2, full=10)
def test_the_postmaster_is_killed_again_and_again_under_eight_writers(
    ledger_home, seed, kills, slack, counted
):
    chance = random.Random(seed)
    waits: list[float] = []
    with recorders(embedded.start(ledger_home).url, 2) as opened:
        with Load(opened) as load:
            for _ in range(kills):
                load.answered_since(time.monotonic(), 30)
                threading.Event().wait(chance.random() / 5)
                server = embedded.status(ledger_home)
                assert server is not None
                os.kill(server.pid, signal.SIGKILL)
                assert embedded.start(ledger_home).started
                waits.append(load.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S))
        assert faults(opened[0], load.tried, load.acknowledged) == []
    assert max(waits) < ANSWERS_WITHIN_S * slack
    counted(
        kills=kills, acknowledged=len(load.acknowledged), refusals=len(load.refused), longest_s=max(waits)
    )
