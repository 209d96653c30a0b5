"""The states of a gaming date's report: as it is now, as first printed, as audited.

Source: accounting A.3, count room, revenue audit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.application.ledger import Ledger
from ledger.days.state import GamingDay
from ledger.errors import LedgerError
from ledger.events.base import Recorded
from ledger.events.short import evolve
from projections.asking import Look
from projections.days.answers import Mark
from projections.days.said import SeenDay, day
from projections.days.standing import state_of
from projections.errors import DayNotAudited, DayNotPreliminary
from projections.reconciliation.answers import Moved, Standing
from projections.reconciliation.moved import moved, recorded_since
from projections.reconciliation.queries import currency_of

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


def stated(seen: SeenDay) -> Mark | None:
    """The event that brought a gaming date into the last of its states; None while it is live."""
    last = state_of(seen.state)
    return None if last == "live" else seen.mark(VERSIONS[last](seen.state))


# --- the state that a report shows --------------------------------------------------------

# Events of the day itself after which its reports are others.
CHANGING: Final = frozenset({"poker_revenue_restated", "table_not_opened", "corrected"})


def standing(
    ledger: Ledger, look: Look, seen: SeenDay, asked: Issued | None, table: str | None = None
) -> Standing:
    """What a report of a gaming date says of its state: of one table, or of the property.

    A look at the views of reconciliation and inventory.
    """
    last = state_of(seen.state)
    if asked is not None:
        return Standing(asked, last)
    said = stated(seen)
    if said is None:
        return Standing(last, last)
    since, version = said.position, said.version
    gaming_date = seen.state.header.gaming_date
    later = recorded_since(ledger, look, {"gaming_date": gaming_date, "table": table, "since": since})
    of_day = any(_changes(one, table) for one in seen.recorded[version:])
    changes = [
        *(moved(ledger, look, gaming_date, since, later.tables) if later.tables else ()),
        *(_restated(ledger, seen, version, table) if of_day else ()),
    ]
    return Standing("live" if of_day or later.recorded else last, last, bool(changes), changes)


def _changes(one: Recorded, table: str | None) -> bool:
    """Whether an event of the day changes a report of a table, or of the property."""
    event = one.event
    named = getattr(event, "table", None) or getattr(event, "session", "").partition("/")[0]
    return event.type in CHANGING and (table is None or named in {"", table})


def _restated(ledger: Ledger, seen: SeenDay, version: int, table: str | None) -> Iterator[Moved]:
    """By how much poker revenue is restated otherwise than it was as of a version of the day's own events."""
    before = GamingDay(seen.state.header)
    for one in seen.recorded[:version]:
        evolve(before, one.event)
    was, now = before.restated, seen.state.restated
    for session in sorted({*was, *now}):
        had, has = was.get(session, 0), now.get(session, 0)
        place = session.partition("/")[0]
        if had != has and table in {None, place}:
            currency = currency_of(ledger, place)
            yield Moved(
                session=session, figure="poker_restated", currency=currency, was=had, now=has, by=has - had
            )
