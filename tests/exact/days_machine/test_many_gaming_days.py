"""The same as `tests/days_machine`, over many more days, others each time.

A failing example says its steps, and `@reproduce_failure` how to have it again.
"""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.days_machine.machine import gaming_days
from tests.days_machine.pits import pits

MANY = settings(
    max_examples=25,
    stateful_step_count=80,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@pytest.mark.parametrize("part", range(6))
def test_many_random_gaming_days_are_told_as_they_were(new_database, tmp_path, part):
    new_pit = pits(new_database, tmp_path / f"home-{part}")
    run_state_machine_as_test(gaming_days(new_pit), settings=MANY)
