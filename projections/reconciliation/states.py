"""The states of a gaming date's report: as it is now, as first printed, as audited.

Source: accounting A.3, count room, revenue audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.days.state import GamingDay
from ledger.errors import LedgerError
from ledger.events.base import Recorded
from ledger.identity import stream_id
from projections.asking import Fields, Look
from projections.days.said import SeenDay, day
from projections.days.standing import state_of
from projections.errors import DayNotAudited, DayNotPreliminary
from projections.reconciliation.answers import Standing
from projections.reconciliation.rounds import ON_THE_DAY

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


# --- the state that a report shows --------------------------------------------------------

# Events of the day itself after which its reports are others.
CHANGING: Final = frozenset({"poker_revenue_restated", "table_not_opened", "corrected"})
# Sessions and rounds in which something was recorded after a position; some of it perhaps after `as_of`.
TOUCHED: Final = SQL(
    "SELECT NULL::uuid AS id, session AS key, position FROM reconciliation_sessions"
    " WHERE first_position <= %(as_of)s AND position > %(since)s AND {day} UNION ALL"
    " SELECT round_id, key, position FROM reconciliation_rounds"
    " WHERE first_position <= %(as_of)s AND position > %(since)s AND {day}"
).format(day=ON_THE_DAY)
# What moved in a session by a round of another gaming date.
MOVED: Final = (
    "SELECT FROM (SELECT DISTINCT session FROM reconciliation_sums"
    " WHERE split_part(session, '/', 2) = %(gaming_date)s::text"
    " AND (%(table)s::text IS NULL OR split_part(session, '/', 1) = %(table)s)) AS held"
    " JOIN inventory_accounts AS account ON holder = session AND account.position > %(since)s"
    " JOIN inventory_postings AS posting ON account_id = account.id"
    " AND posting.position > %(since)s AND posting.position <= %(as_of)s LIMIT 1"
)


def standing(
    ledger: Ledger, look: Look, seen: SeenDay, asked: Issued | None, table: str | None = None
) -> Standing:
    """What a report of a gaming date says of its state: of one table, or of the property.

    A look at the views of reconciliation and inventory.
    """
    last = state_of(seen.state)
    if asked is not None:
        return Standing(asked, last, changed_since=False)
    if last == "live":
        return Standing(last, last, changed_since=False)
    version = VERSIONS[last](seen.state)
    assert version is not None, "a state has the event that brought the day into it"
    since = seen.recorded[version - 1].position
    gaming_date = seen.state.header.gaming_date
    day_: Fields = {"gaming_date": gaming_date, "table": table, "since": since}
    changed = any(_changes(one, table) for one in seen.recorded[version:]) or _touched(ledger, look, day_)
    return Standing("live" if changed else last, last, changed)


def _changes(one: Recorded, table: str | None) -> bool:
    """Whether an event of the day changes a report of a table, or of the property."""
    event = one.event
    named = getattr(event, "table", None) or getattr(event, "session", "").partition("/")[0]
    return event.type in CHANGING and (table is None or named in {"", table})


def _touched(ledger: Ledger, look: Look, day_: Fields) -> bool:
    """Whether anything was recorded of the sessions and rounds of a day after a position, up to `as_of`."""
    if day_["since"] == look.as_of:
        return False
    rows = look.rows(TOUCHED, **day_)
    if any(row["position"] <= look.as_of for row in rows) or look.rows(MOVED, **day_):
        return True
    ids = [row["id"] or stream_id(ledger.property, "session", row["key"]) for row in rows]
    later = (
        "SELECT FROM events WHERE originator_id = ANY(%(ids)s)"
        " AND notification_id > %(since)s AND notification_id <= %(as_of)s LIMIT 1"
    )
    return bool(ids and look.rows(later, ids=ids, since=day_["since"]))
