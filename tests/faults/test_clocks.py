"""Clocks that step and disagree: the order of record is that of positions, and no clock moves it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest

from ledger.application.opening import open_ledger
from projections.asking import known_by
from projections.integrity.sealer import Sealer
from projections.rebuild import rebuild
from tests.faults.forms import forms
from tests.integrity.sealed import SealedLedger
from tests.projections.pit import Pit, clock, pit_of, table
from tests.projections.test_projector import digests
from tests.scenario import document, event, opened, placed, round_record


@pytest.fixture
def pit(settings) -> Iterator[Pit]:
    with pit_of(settings) as found:
        yield found


@forms("rounds", quick=40, full=2000)
def test_two_writers_whose_clocks_step_and_disagree_leave_one_order_in_which_all_agree(
    pit, settings, seed, rounds, counted
):
    chance = Random(seed)
    shown = [clock("20:00:00"), clock("20:00:00") + timedelta(minutes=7)]
    pit.now = clock("19:00:00")
    pit.tell(table())
    with open_ledger(settings) as other:
        ledgers = (pit.ledger, other)
        pit.ledger.clock, other.clock = (lambda: shown[0]), (lambda: shown[1])
        for number in range(1, rounds + 1):
            writer = chance.randrange(2)
            # Mostly it goes on; now and then it is set back or forward by up to an hour, or stands still.
            step = chance.choice([1, 1, 1, 0, chance.uniform(-3600, 3600)])
            shown[writer] += timedelta(seconds=step)
            record = round_record(opened(), placed(1, "main", 25_00), event("closed"), number=number)
            assert ledgers[writer].record(document(record), by="test").status == "appended"
    log = [pit.ledger.mapper.to_domain_event(one) for one in pit.ledger.recorder.read_since(0, 100_000)]
    positions = [one.position for one in log]
    assert positions == list(range(1, len(log) + 1))
    told = [one.recorded_at for one in log]
    assert told != sorted(told), "no clock stepped back"
    # A moment is a position, whatever the clocks said: a later one no earlier position, the end the end.
    moments = sorted({*told, min(told) - timedelta(days=1), max(told) + timedelta(days=1)})
    known = _known(pit, moments)
    assert (known[0], known[-1]) == (0, len(log))
    assert known == sorted(known)
    pit.projector.catch_up()
    views = digests(settings)
    for view in views:
        rebuild(settings, view)
    assert digests(settings) == views
    Sealer(settings).seal()
    assert SealedLedger(settings, pit.ledger.recorder).verify().ok
    counted(rounds=rounds, stepped_back=sum(b < a for a, b in itertools.pairwise(told)))


def _known(pit: Pit, moments: list[datetime]) -> list[int]:
    return [known_by(pit.ledger, moment) for moment in moments]
