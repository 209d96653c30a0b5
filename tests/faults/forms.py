"""Each fault has two forms: a quick one for every run of the tests, the full one of `make check-faults`."""

from __future__ import annotations

from typing import Any, Final

import pytest

# The longest that a full form may take, in seconds.
FULL_S: Final = 1800
# The mark for the first answer after a fault is over, in seconds.
ANSWERS_WITHIN_S: Final = 5


def forms(argnames: str, *, quick: Any, full: Any, full_s: int = FULL_S) -> pytest.MarkDecorator:
    """Parametrize a test with how much of its fault each form makes."""
    marks = (pytest.mark.faults, pytest.mark.timeout(full_s))
    return pytest.mark.parametrize(
        argnames, [pytest.param(quick, id="quick"), pytest.param(full, id="full", marks=marks)]
    )


def percentile(times_s: list[float], part: float) -> float:
    """The time below which that part of them lies."""
    return sorted(times_s)[min(int(len(times_s) * part), len(times_s) - 1)]
