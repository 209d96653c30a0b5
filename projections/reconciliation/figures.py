"""The figures of a session, from the terms of `ledger.book.terms`.  Source: accounting A.4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from ledger.amounts import DEFAULT_CURRENCY
from ledger.book import terms as book
from ledger.money import value
from projections.answers import Vector
from projections.reconciliation.answers import (
    Drop,
    Evidence,
    ExceptionItem,
    RoundWin,
    SessionFigures,
    Transit,
)
from projections.reconciliation.parts import NONE, InTransit, Parts
from projections.reconciliation.ratios import hours
from projections.reconciliation.rows import tray_rows
from projections.reconciliation.shifts import shifts
from projections.reconciliation.sums import Sums, by_reason, in_tray

Chips: TypeAlias = Mapping[int, int]


class Judged(NamedTuple):
    """What rounds add to the win of their session in cents; `judged` if the rules say anything of one.

    `handle` is the money staked in them, `rounds` how many they are.
    """

    judged: bool = False
    rules: int = 0
    mispaid: int = 0
    unjudged: int = 0
    handle: int = 0
    rounds: int = 0

    def plus(self, other: Judged) -> Judged:
        """Those rounds and others."""
        return Judged(
            self.judged or other.judged,
            self.rules + other.rules,
            self.mispaid + other.mispaid,
            self.unjudged + other.unjudged,
            self.handle + other.handle,
            self.rounds + other.rounds,
        )


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """All that the figures of one session are made of.

    `opener` is None where the session was not opened, `closer` where it is
    not closed, `counted` where its boxes are not all counted.  `sums` are of
    its postings; `judged` is from its rounds and `taken` from its own events,
    neither from a posting of the view: so one can find the other wrong.
    `by_shift` are the sums of each shift, where the tray was counted between them; `positions` those
    of its events that an answer points at, by version.
    """

    table: str
    gaming_date: date
    number: int
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    opener: Chips | None = None
    closer: Chips | None = None
    counted: book.Drop | None = None
    game: str | None = None
    pit: str | None = None
    currency: str = DEFAULT_CURRENCY
    shift: str | None = None
    parts: Parts = NONE
    totaled: bool = False
    sums: Sums = field(default_factory=dict)
    judged: Judged = field(default_factory=Judged)
    taken: int = 0
    exceptions: Sequence[ExceptionItem] = ()
    by_shift: Sequence[Sums] = ()
    positions: Mapping[int, int] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """`table/date/number`."""
        return f"{self.table}/{self.gaming_date}/{self.number}"


def of_session(facts: SessionFacts) -> SessionFigures:
    """The figures of one session."""
    totals = by_reason(facts.sums)
    terms = book.terms(totals)
    closed = facts.closer is not None and facts.opener is not None
    closer = value(facts.closer) if facts.closer is not None else None
    counted = None if facts.counted is None else facts.counted.total
    both = (closer, counted) if closed and closer is not None and counted is not None else None
    round_win = _round_win(terms.round_win, totals.get(("table_inventory", "adjustment")), facts)
    holds = None if both is None else terms.identity_holds(*both)
    by_shift, by_box = shifts(facts)
    return SessionFigures(
        **_place(facts),
        status="not_counted" if facts.opener is None else "closed" if closed else "open",
        opener=None if facts.opener is None else terms.of["O"],
        fills=terms.of["F"],
        credits=terms.of["C"],
        expected_closer=None if facts.opener is None else terms.expected_closer,
        counted_closer=closer,
        variance=_variance(facts) if closed else None,
        drop=_drop(terms, facts.counted),
        accounting_win=None if both is None else terms.accounting_win(*both),
        round_win=round_win,
        match_play=terms.match_play,
        exceptions=terms.exceptions,
        exception_items=list(facts.exceptions),
        identity_holds=holds if _explained(round_win) else False,
        handle=facts.judged.handle if facts.judged.rounds and not facts.totaled else None,
        tray=tray_rows(facts.sums, None if facts.opener is None else facts.closer),
        shifts=by_shift,
        by_box=by_box,
        in_transit=[_transit(facts, one) for one in facts.parts.in_transit],
        outstanding_color=facts.parts.color,
        continuity=None,
        candidates=None,
    )


def _place(facts: SessionFacts) -> dict[str, Any]:
    """Where and when it was."""
    return {
        "table": facts.table,
        "gaming_date": facts.gaming_date,
        "number": facts.number,
        "game": facts.game,
        "pit": facts.pit,
        "currency": facts.currency,
        "opened_at": facts.opened_at,
        "closed_at": facts.closed_at,
        "hours": hours(facts.opened_at, facts.closed_at),
    }


def _transit(facts: SessionFacts, one: InTransit) -> Transit:
    way = "left the cage" if one.kind == "fill" else "left the table"
    sentence = f"slip {one.slip}: chips {way} and were not counted in"
    if value(one.chips) < 0:
        sentence = f"slip {one.slip}: more was counted in than had been sent"
    return Transit(
        slip=one.slip,
        kind=one.kind,
        by_denomination=one.chips,
        amount=value(one.chips),
        evidence=Evidence(
            stream=facts.key,
            version=one.version,
            position=facts.positions.get(one.version),
            sentence=sentence,
        ),
    )


def _variance(facts: SessionFacts) -> Vector:
    found = book.variance(facts.closer or {}, in_tray(facts.sums))
    return Vector(
        total=found.total, by_denomination=dict(found.by_denomination), unspecified=found.unspecified
    )


def _drop(terms: book.Terms, counted: book.Drop | None) -> Drop:
    expected = terms.expected_drop
    shown = expected if counted is None else counted
    return Drop(
        expected=expected.total,
        counted=None if counted is None else counted.total,
        variance=None if counted is None else terms.drop_over_short(counted.total),
        cash=shown.cash,
        documents=shown.documents,
        coupons=shown.coupons,
    )


def _round_win(win: int, adjusted: int | None, facts: SessionFacts) -> RoundWin:
    """The win by the postings, and what it is made of by the rounds and the session's own events.

    What was put right later is a mispayment of the session whose tray paid for it.
    """
    rounds = facts.judged
    mispaid, unjudged = rounds.mispaid + (adjusted or 0), rounds.unjudged + facts.taken
    known = rounds.judged or bool(rounds.rules)
    put_right = known or bool(rounds.mispaid) or adjusted is not None
    return RoundWin(
        total=win,
        rules=rounds.rules if known else None,
        mispayments=mispaid if put_right else None,
        unjudged=unjudged,
    )


def _explained(win: RoundWin) -> bool:
    """Whether what the win is made of comes to what was posted: not if a round is missing, or there twice."""
    return win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged
