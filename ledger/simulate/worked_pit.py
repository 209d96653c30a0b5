"""The worked pit that ships with the product: what a demo shows.

A round with two mistakes that is worked out by hand, the shift of accounting
A.5 at a table whose game has no rules here, and simulated tables of both
games.  The seeds are fixed, so that a second demo finds all of it recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from ledger.simulate.evening import Evening
from ledger.simulate.pit import simulate

# In this order: what registers tables and submissions comes first.
WORKED: Final = ("setup.ndjson", "session_thb_03.ndjson", "round_thb_412.json", "golden_shift.ndjson")
SIMULATED: Final = (
    Evening("texas_holdem_bonus", ("THB-01", "THB-02"), rounds=60, seed=28, mistakes=0.12),
    Evening("poker", ("POK-01",), rounds=60, seed=28, mistakes=0.06),
)


def worked_pit() -> Iterator[str]:
    """Its records, each one line of JSON; in a property of whatever name."""
    for name in WORKED:
        text = files("ledger.simulate").joinpath("worked", name).read_text(encoding="utf-8")
        yield from (line.replace('"property": "demo", ', "", 1) for line in text.splitlines() if line)
    for evening in SIMULATED:
        yield from simulate(evening)
