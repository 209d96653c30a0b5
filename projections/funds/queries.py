"""Funds asked: how they stand as of a position, what is owed, what happened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, NamedTuple

from ledger.application.ledger import Ledger
from ledger.errors import FundNotFound
from ledger.funds.state import Fund
from projections.asking import MOST_ROWS, Fields, Look, cursor
from projections.disputes.unsettled import unsettled
from projections.funds.answers import FundFinding, FundLine, FundMovement, FundState, Obligation
from projections.funds.standing import STANDING, funds_by_their_own


class Place(NamedTuple):
    """A movement's position, and its place among what its event did."""

    position: int
    n: int


LAST: Final = Place(2**63 - 1, 2**31 - 1)


def lines(ledger: Ledger, look: Look) -> list[FundLine]:
    """Every fund named as of the position looked at, by name."""
    rows = look.rows(STANDING)
    decided = funds_by_their_own(ledger, [row["name"] for row in rows], look.as_of)
    return [FundLine(**_line(row, decided[row["name"]])) for row in rows]


def fund(
    ledger: Ledger,
    look: Look,
    name: str,
    *,
    known_at: datetime | None,
    asked_at: datetime,
    before: Place,
    size: int,
) -> FundState:
    """One fund as of the position looked at, or as known at a time.

    Of what happened to it `size` movements before a place, the latest first.
    Raises FundNotFound.
    """
    until = look.as_of if known_at is None else _known_until(look, name, known_at)
    rows = [row for row in look.rows(STANDING, as_of=until) if row["name"] == name]
    if not rows:
        raise FundNotFound(fund=name)
    decided = funds_by_their_own(ledger, [name], until)[name]
    history = _history(look, name, until, before, size + 1)
    last = history[size - 1] if len(history) > size else None
    obligations = _obligations(ledger, look, name, until, asked_at)
    established = decided.established
    return FundState(
        **_line(rows[0], decided),
        as_of=look.as_of,
        lag=look.lag,
        as_known_at=known_at,
        seed=None if established is None else established.seed,
        rules=None if established is None else established.rules,
        contribution=decided.contribution,
        carry=rows[0]["carry"],
        winners=_movements(_winners(look, name, until)),
        in_dispute=sum(one.outstanding for one in obligations if one.in_dispute),
        obligations=obligations,
        findings=_findings(look, name, until),
        history=_movements(history[:size]),
        after=None if last is None else cursor(last["position"], last["n"]),
    )


def _line(row: Fields, decided: Fund) -> dict[str, Any]:
    established = decided.established
    return {
        "fund": row["name"],
        "kind": decided.kind,
        "title": None if established is None else established.title,
        "currency": decided.currency,
        "status": row["status"],
        "tables": list(decided.tables),
        "meter": row["meter"],
        "owed": row["owed"],
        "contributed": row["contributed"],
    }


def _known_until(look: Look, name: str, known_at: datetime) -> int:
    """The position up to which a fund was known at a time; 0 where nothing of it was."""
    rows = look.rows(
        "SELECT position FROM fund_movements"
        " WHERE fund = %(name)s AND position <= %(as_of)s AND recorded_at <= %(known_at)s"
        " ORDER BY position DESC LIMIT 1",
        name=name,
        known_at=known_at,
    )
    return rows[0]["position"] if rows else 0


def _history(look: Look, name: str, until: int, before: Place, limit: int) -> list[Fields]:
    return look.rows(
        "SELECT * FROM fund_movements WHERE fund = %(name)s AND position <= %(until)s"
        " AND (position, n) < (%(before)s, %(n)s) ORDER BY position DESC, n DESC LIMIT %(limit)s",
        name=name,
        until=until,
        before=before.position,
        n=before.n,
        limit=limit,
    )


def _winners(look: Look, name: str, until: int) -> list[Fields]:
    return look.rows(
        "SELECT * FROM fund_movements WHERE fund = %(name)s AND kind = 'won'"
        " AND position <= %(until)s ORDER BY position DESC, n DESC LIMIT %(limit)s",
        name=name,
        until=until,
        limit=MOST_ROWS,
    )


def _movements(rows: Iterable[Fields]) -> list[FundMovement]:
    own = FundMovement.model_fields
    return [
        FundMovement(
            **{name: row[name] for name in own if name in row and name != "findings"},
            table=row["table_name"],
            on=row["bet_on"],
            findings=[one["code"] for one in row["findings"]],
        )
        for row in rows
    ]


def _obligations(ledger: Ledger, look: Look, name: str, until: int, asked_at: datetime) -> list[Obligation]:
    rows = look.rows(
        "SELECT key AS round, spot, wager, bet_on AS on, patron, min(position) AS position,"
        " coalesce(sum(amount) FILTER (WHERE kind = 'won'), 0) AS won,"
        " coalesce(sum(amount) FILTER (WHERE kind = 'paid'), 0) AS paid,"
        " (array_agg(coalesce(occurred_at, recorded_at) ORDER BY kind DESC, position))[1] AS won_at"
        " FROM fund_movements WHERE fund = %(name)s AND kind IN ('won', 'paid') AND position <= %(until)s"
        " GROUP BY key, spot, wager, bet_on, patron"
        " HAVING sum(CASE kind WHEN 'won' THEN amount ELSE -amount END) <> 0"
        " ORDER BY position LIMIT %(limit)s",
        name=name,
        until=until,
        limit=MOST_ROWS,
    )
    disputes = unsettled(ledger, look, {row["round"] for row in rows}, until)
    return [
        Obligation(
            **row,
            outstanding=row["won"] - row["paid"],
            age_s=max(0, int((asked_at - row["won_at"]).total_seconds())),
            in_dispute=disputes.get(row["round"], []),
        )
        for row in rows
    ]


def _findings(look: Look, name: str, until: int) -> list[FundFinding]:
    rows = look.rows(
        "SELECT findings, stream, key, position FROM fund_movements"
        " WHERE fund = %(name)s AND findings <> '[]' AND position <= %(until)s"
        " ORDER BY position DESC, n DESC LIMIT %(limit)s",
        name=name,
        until=until,
        limit=MOST_ROWS,
    )
    said = ("code", "rule", "evidence", "event", "detail")
    return [
        FundFinding(
            **{field: one[field] for field in said},
            stream=row["stream"],
            key=row["key"],
            position=row["position"],
        )
        for row in rows
        for one in row["findings"]
    ]
