"""What each view knows of the exceptions of one gaming date, as of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final
from uuid import UUID

from ledger.amounts import CHIP
from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.sessions.state import Session
from ledger.sessions.state import fold as fold_session
from projections.asking import Fields, Look
from projections.exceptions.answers import ExceptionLine, RoundFindings
from projections.exceptions.items import Item, items
from projections.exceptions.kinds import KINDS
from projections.reconciliation.other_currencies import other_currencies
from projections.reconciliation.queries import currency_of

OF_SESSIONS: Final = (
    "SELECT known.session AS key, stream_id, known.position AS read_to, table_name, gaming_date,"
    " item.version, code, rule, evidence, detail, amount, incident, slip, occurred_at,"
    " stored.notification_id AS position"
    " FROM exception_sessions AS known LEFT JOIN exception_items AS item USING (session)"
    " LEFT JOIN events AS stored ON originator_id = stream_id AND originator_version = item.version"
    " WHERE gaming_date = %(gaming_date)s AND first_position <= %(as_of)s"
    " ORDER BY table_name, known.session, item.n"
)
OF_GOODWILL: Final = (
    "SELECT session, position, stream, version, amount, occurred_at FROM reconciliation_exceptions"
    " WHERE reason = 'goodwill' AND account = 'table_inventory' AND position <= %(as_of)s"
    " AND split_part(session, '/', 2) = %(gaming_date)s::text ORDER BY position"
)
# Rounds and sessions have their gaming date in their key; what is decided about a fund without naming one
# stands with the calendar date (UTC) on which it was.
OF_FUNDS: Final = (
    "SELECT fund, position, stream, key, version, table_name, findings, occurred_at FROM fund_movements"
    " WHERE findings <> '[]' AND position <= %(as_of)s AND CASE stream"
    " WHEN 'fund' THEN coalesce(gaming_date,"
    " (coalesce(occurred_at, recorded_at) AT TIME ZONE 'UTC')::date) = %(gaming_date)s"
    " ELSE split_part(key, '/', 2) = %(gaming_date)s::text END ORDER BY position, n"
)
# Of an open round that hides a face the row that everybody may see.
OF_ROUNDS: Final = (
    "SELECT gaming_date, code, count(*) AS rounds FROM ("
    " SELECT DISTINCT gaming_date, round_id, jsonb_array_elements_text(findings) AS code FROM rounds"
    " WHERE gaming_date BETWEEN %(since)s AND %(until)s AND audience <> 'surveillance'"
    " AND position <= %(as_of)s) AS found"
    " GROUP BY gaming_date, code"
)
# Of those that have changed since, the row no longer says what was found.
CHANGED_ROUNDS: Final = (
    "SELECT gaming_date, round_id FROM rounds WHERE gaming_date BETWEEN %(since)s AND %(until)s"
    " AND audience <> 'surveillance' AND first_position <= %(as_of)s AND position > %(as_of)s"
)


def of_kind(code: str, gaming_date: date, table: str | None, **said: Any) -> ExceptionLine:  # noqa: ANN401 - checked by the model
    """A line whose rule, evidence and, where nothing more is said, words are those of its code."""
    kind = KINDS[code]
    words = said.pop("detail", None)
    fields: Fields = {
        "version": None, "position": None, "amount": None, "slip": None, "incident": None,
        "occurred_at": None, **said,
    }  # fmt: skip
    return ExceptionLine(
        gaming_date=gaming_date,
        table=table,
        code=code,
        detail=kind.title if words is None else f"{kind.title}: {words}",
        rule=kind.rule,
        evidence=kind.evidence,
        **fields,
    )


# --- sessions ---------------------------------------------------------------------


def of_sessions(ledger: Ledger, look: Look, gaming_date: date) -> Iterator[ExceptionLine]:
    """The findings of the sessions of a date.

    A session that has changed since is folded again, and one that is played
    without money: the rows have their words in money.
    """
    rows = look.rows(OF_SESSIONS, gaming_date=gaming_date)
    changed = {
        row["stream_id"]
        for row in rows
        if row["read_to"] > look.as_of or currency_of(ledger, row["table_name"]) == CHIP
    }
    again = _told_again(ledger, look, changed)
    for row in rows:
        if row["stream_id"] not in changed:
            if row["code"] is not None:
                yield _of_row(row)
        else:
            yield from again.pop(row["stream_id"], ())


def _of_row(row: Fields) -> ExceptionLine:
    own = {name: row[name] for name in ExceptionLine.model_fields if name in row}
    return ExceptionLine(**own, table=row["table_name"], stream="session")


def _told_again(ledger: Ledger, look: Look, streams: Iterable[UUID]) -> dict[UUID, list[ExceptionLine]]:
    found = {}
    for stream, known in recorded_by(ledger, look, streams).items():
        state = session_of(known)
        currency = currency_of(ledger, state.header.table)
        found[stream] = [of_item(item, state, known) for item in items(state, currency)]
    return found


def session_of(known: Sequence[Recorded]) -> Session:
    """A session from its events."""
    header = known[0].header
    assert isinstance(header, SessionHeader)
    return fold_session(header, (one.event for one in known))


def of_item(item: Item, state: Session, known: Sequence[Recorded]) -> ExceptionLine:
    """A matter of a session as a line, of which these are the events."""
    return ExceptionLine(
        **item._asdict(),
        gaming_date=state.header.gaming_date,
        table=state.header.table,
        stream="session",
        key=state.key,
        position=known[item.version - 1].position,
    )


# --- what other views know ----------------------------------------------------------


def of_goodwill(look: Look, gaming_date: date) -> Iterator[ExceptionLine]:
    """Adjustments that correct nothing, with the session whose tray they touch."""
    for row in look.rows(OF_GOODWILL, gaming_date=gaming_date):
        yield of_kind(
            "goodwill",
            gaming_date,
            row["session"].partition("/")[0],
            stream="round",
            key=row["stream"],
            version=row["version"],
            position=row["position"],
            amount=row["amount"],
            occurred_at=row["occurred_at"],
        )


def of_other_currencies(ledger: Ledger, look: Look, gaming_date: date) -> Iterator[ExceptionLine]:
    """Rounds that moved the trays and boxes of a date in another currency than their table plays in."""
    for one in other_currencies(ledger, look, gaming_date):
        kept = currency_of(ledger, one.table)
        yield of_kind(
            "other_currency_in_tray",
            gaming_date,
            one.table,
            stream="round",
            key=one.round,
            version=one.version,
            position=one.position,
            amount=one.amount,
            currency=one.currency,
            occurred_at=one.occurred_at,
            detail=f"{one.session} is kept in {kept}, the round in {one.currency}",
        )


def of_funds(look: Look, gaming_date: date) -> Iterator[ExceptionLine]:
    """What was not as it should have been with funds."""
    for row in look.rows(OF_FUNDS, gaming_date=gaming_date):
        for one in row["findings"]:
            yield ExceptionLine(
                gaming_date=gaming_date,
                table=row["table_name"],
                stream=row["stream"],
                key=row["key"],
                version=row["version"],
                position=row["position"],
                code=one["code"],
                detail=f"{row['fund']}: {one['detail']}",
                amount=None,
                slip=None,
                incident=None,
                rule=one["rule"],
                evidence=one["evidence"],
                occurred_at=row["occurred_at"],
            )


def of_rounds(ledger: Ledger, look: Look, since: date, until: date) -> list[RoundFindings]:
    """How many rounds of each date have each finding; a round that has changed since is judged again."""
    rows = look.rows(OF_ROUNDS, since=since, until=until)
    found = Counter({(row["gaming_date"], row["code"]): row["rounds"] for row in rows})
    changed = {
        row["round_id"]: row["gaming_date"] for row in look.rows(CHANGED_ROUNDS, since=since, until=until)
    }
    if changed:
        ledger.registry.refresh()
    for stream, known in recorded_by(ledger, look, changed).items():
        codes = {finding.code for finding in ledger.rebuilt(known).judgement.findings}
        found.update((changed[stream], code) for code in codes)
    return [
        RoundFindings(
            gaming_date=gaming_date,
            code=code,
            rounds=rounds,
            link=f"/v1/rounds?gaming_date={gaming_date}&finding={code}",
        )
        for (gaming_date, code), rounds in sorted(found.items())
    ]


def recorded_by(ledger: Ledger, look: Look, streams: Iterable[UUID]) -> dict[UUID, list[Recorded]]:
    """The events of streams up to the position looked at."""
    wanted = list(streams)
    return {
        stream: [one for one in events if one.position is not None and one.position <= look.as_of]
        for stream, events in (ledger.recorded(wanted).items() if wanted else ())
    }
