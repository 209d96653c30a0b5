"""Whatever happens on some gaming days, the figures are those of whoever keeps books beside the ledger.

What holds at each step and at the end stands in `checks.py`.  Hundreds of
examples: `tests/exact/days_machine`.
"""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.days_machine.machine import gaming_days
from tests.days_machine.pits import pits

FEW = settings(
    max_examples=6,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    # A failing example says its steps; to look for a shorter one takes minutes.
    phases=[Phase.generate],
)


# Twenty seconds where nothing else runs.
@pytest.mark.timeout(300)
def test_random_gaming_days_are_told_as_they_were(new_database, tmp_path):
    new_pit = pits(new_database, tmp_path / "home")
    run_state_machine_as_test(gaming_days(new_pit), settings=FEW)
