"""The states of a gaming date's report: as it is now, as first printed, as audited.

Source: accounting A.3, count room, revenue audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.application.ledger import Ledger
from ledger.days.state import GamingDay
from ledger.errors import DayNotAudited, DayNotPreliminary, LedgerError
from projections.days.said import day

Issued: TypeAlias = Literal["preliminary", "audited"]

# A state -> the version of the event that brought the day into it, and the refusal where there is none.
VERSIONS: Final[Mapping[Issued, Callable[[GamingDay], int | None]]] = MappingProxyType(
    {"preliminary": lambda day: day.preliminary_at, "audited": lambda day: day.audited_at}
)
MISSING: Final[Mapping[Issued, type[LedgerError]]] = MappingProxyType(
    {"preliminary": DayNotPreliminary, "audited": DayNotAudited}
)


def position_of(ledger: Ledger, gaming_date: date, state: Issued, until: int) -> int:
    """The position as of which a gaming date is reported in a state, if it was by `until`.

    Raises DayNotPreliminary, DayNotAudited.
    """
    seen = day(ledger, gaming_date, until)
    version = VERSIONS[state](seen.state)
    if version is None:
        raise MISSING[state](gaming_date=str(gaming_date))
    position = seen.recorded[version - 1].position
    assert position is not None, "events of the log have their position"
    return position
