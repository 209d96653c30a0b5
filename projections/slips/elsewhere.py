"""A slip that travels across a count: what the other sessions of its table say of it.

A session knows its own steps alone, so that of a fill sent in one session and
received in the next the one finds chips on their way, and the other chips that
nobody sent.  Together they are one slip.  Source: accounting A.4, formula 13;
A.6, fills in transit across the count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.money import value
from projections.asking import Look
from projections.slips.answers import Slip
from projections.slips.queries import Number, of_numbers
from projections.slips.steps import StepName

# What a session finds missing -> the step that another may have.
MISSING: Final[Mapping[str, StepName]] = MappingProxyType(
    {
        "slip_issued_not_requested": "requested",
        "slip_dispatched_not_issued": "issued",
        "slip_received_not_dispatched": "dispatched",
    }
)
# Count by denomination in cents.
Chips: TypeAlias = Mapping[int, int]
AT_CLOSE: Final = "slip_in_transit_at_close"


class Elsewhere:
    """Some slips whole, by name (`type/series/serial`), as of the position looked at."""

    def __init__(self, look: Look, names: Iterable[str]) -> None:
        self._slips: dict[str, list[Slip]] = {}
        for slip in of_numbers(look, sorted({_number(name) for name in names})):
            self._slips.setdefault(slip.name, []).append(slip)

    def slip(self, session: str, name: str, kind: str) -> Slip | None:
        """The fill or credit of that number of which the session has a step."""
        return next((one for one in self._of(session, name) if one.form == kind), None)

    def steps(self, session: str, name: str) -> dict[str, str]:
        """The steps of a slip that other sessions of the same table recorded, and in which."""
        table = session.partition("/")[0]
        return {
            step.step: step.session
            for slip in self._of(session, name)
            for step in slip.steps
            if step.moves and step.table == table and step.session != session
        }

    def on_the_way(self, session: str, name: str, kind: str, chips: Chips) -> tuple[Chips, str]:
        """What of the chips that a session finds on their way was so, and words where another knows more.

        What was sent here is on its way at the count of this session, wherever it arrived;
        what came in here on a slip sent elsewhere is none, but for what that slip is off by.
        """
        steps, amount = self.steps(session, name), value(chips)
        if amount > 0 and "received" in steps:
            return chips, f"on their way when this session was counted, received in {steps['received']}"
        if amount < 0 and "dispatched" in steps:
            slip = self.slip(session, name, kind)
            left = None if slip is None else slip.in_transit
            rest = {} if left is None else left.by_denomination
            return rest, f"sent in {steps['dispatched']}, and others counted in here"
        return chips, ""

    def words(self, session: str, name: str | None, code: str) -> str | None:
        """What a session's finding is to be told with: `received in T-1/2026-11-28/2`.

        None where it is no finding: the step that it misses is in another session
        of the table.
        """
        known = {} if name is None else self.steps(session, name)
        if code in MISSING and MISSING[code] in known:
            return None
        return f"received in {known['received']}" if code == AT_CLOSE and "received" in known else ""

    def _of(self, session: str, name: str) -> list[Slip]:
        return [slip for slip in self._slips.get(name, ()) if session in slip.sessions]


def concerns(code: str) -> bool:
    """Whether a finding may have to do with what another session knows."""
    return code in MISSING or code == AT_CLOSE


def _number(name: str) -> Number:
    kind, rest = name.split("/", 1)
    series, serial = rest.rsplit("/", 1)
    return kind, series, int(serial)
