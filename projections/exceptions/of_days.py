"""What a gaming day says of itself that was not as it should have been, or that its tables contradict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.days.findings import KINDS as OF_DAYS
from ledger.days.findings import findings
from ledger.events.days import PokerRevenueRestated, TableNotOpened
from ledger.games.seam import FindingKind
from projections.asking import Look
from projections.days.said import SeenDay
from projections.exceptions.answers import ExceptionLine
from projections.exceptions.kinds import KINDS

PLAYED: Final = (
    "SELECT table_name FROM reconciliation_sessions"
    " WHERE gaming_date = %(gaming_date)s AND table_name = ANY(%(tables)s) AND first_position <= %(as_of)s"
    " UNION SELECT table_name FROM reconciliation_rounds"
    " WHERE gaming_date = %(gaming_date)s AND table_name = ANY(%(tables)s) AND first_position <= %(as_of)s"
)
OPENED: Final = (
    "SELECT session FROM reconciliation_sessions WHERE session = ANY(%(sessions)s)"
    " AND gaming_date = %(gaming_date)s AND first_position <= %(as_of)s"
)


def lines(look: Look, own: SeenDay) -> Iterator[ExceptionLine]:
    """The findings of its own events, tables said shut that were played, revenue restated of no session."""
    for finding in findings(own.state):
        yield _line(own, OF_DAYS[finding.code], finding.event)
    gaming_date, state = own.state.header.gaming_date, own.state
    said = {event.table: version for version, event in state.of(TableNotOpened)}
    if said:
        played = look.rows(PLAYED, gaming_date=gaming_date, tables=list(said))
        for table in sorted(row["table_name"] for row in played):
            yield _line(own, KINDS["said_shut_and_opened"], said[table], table=table)
    restated = state.of(PokerRevenueRestated)
    if not restated:
        return
    rows = look.rows(OPENED, gaming_date=gaming_date, sessions=[event.session for _, event in restated])
    opened = {row["session"] for row in rows}
    for version, event in restated:
        if event.session not in opened:
            yield _line(
                own,
                KINDS["restated_session_unknown"],
                version,
                table=event.session.partition("/")[0],
                amount=event.amount,
                words=event.session,
            )


def _line(
    own: SeenDay,
    kind: FindingKind,
    version: int,
    *,
    table: str | None = None,
    amount: int | None = None,
    words: str | None = None,
) -> ExceptionLine:
    """A line of an event of the day; `words` say more than the title of its code."""
    header, shown = own.state.header, own.recorded[version - 1]
    return ExceptionLine(
        gaming_date=header.gaming_date,
        table=table,
        stream="gaming_day",
        key=header.key,
        version=version,
        position=shown.position,
        code=kind.code,
        detail=kind.title if words is None else f"{kind.title}: {words}",
        amount=amount,
        slip=None,
        incident=None,
        rule=kind.rule,
        evidence=kind.evidence,
        occurred_at=shown.event.occurred_at,
    )
