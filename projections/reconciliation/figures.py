"""The figures of a session and of many, from the terms of `ledger.book.terms`.  Source: accounting A.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple, TypeAlias

from ledger.book import terms as book
from ledger.book.postings import UNSPECIFIED, Account, Reason
from ledger.money import value
from projections.answers import Vector
from projections.reconciliation.answers import Drop, ExceptionItem, Figures, RoundWin, SessionFigures

# Account, reason, denomination -> chips and cents.
Sums: TypeAlias = Mapping[tuple[Account, Reason, int], tuple[int, int]]
Chips: TypeAlias = Mapping[int, int]


class Judged(NamedTuple):
    """What rounds add to the win of their session in cents; `judged` if the rules say anything of one."""

    judged: bool = False
    rules: int = 0
    mispaid: int = 0
    unjudged: int = 0

    def plus(self, other: Judged) -> Judged:
        """Those rounds and others."""
        return Judged(
            self.judged or other.judged,
            self.rules + other.rules,
            self.mispaid + other.mispaid,
            self.unjudged + other.unjudged,
        )


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """All that the figures of one session are made of.

    `opener` is None where the session was not opened, `closer` where it is
    not closed, `counted` where its boxes are not all counted.  `sums` are of
    its postings; `judged` is from its rounds and `taken` from its own events,
    neither from a posting of the view: so one can find the other wrong.
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
    sums: Sums = field(default_factory=dict)
    judged: Judged = field(default_factory=Judged)
    taken: int = 0
    exceptions: Sequence[ExceptionItem] = ()

    @property
    def key(self) -> str:
        """`table/date/number`."""
        return f"{self.table}/{self.gaming_date}/{self.number}"


def of_session(facts: SessionFacts) -> SessionFigures:
    """The figures of one session."""
    totals: dict[tuple[Account, Reason], int] = {}
    for (account, reason, _), (_, amount) in facts.sums.items():
        totals[account, reason] = totals.get((account, reason), 0) + amount
    terms = book.terms(totals)
    closed = facts.closer is not None and facts.opener is not None
    closer = value(facts.closer) if facts.closer is not None else None
    counted = None if facts.counted is None else facts.counted.total
    both = (closer, counted) if closed and closer is not None and counted is not None else None
    round_win = _round_win(terms.round_win, totals.get(("table_inventory", "adjustment")), facts)
    holds = None if both is None else terms.identity_holds(*both)
    return SessionFigures(
        table=facts.table,
        gaming_date=facts.gaming_date,
        number=facts.number,
        status="not_counted" if facts.opener is None else "closed" if closed else "open",
        game=facts.game,
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
    )


def _variance(facts: SessionFacts) -> Vector:
    chips: dict[int, int] = {}
    total = unspecified = 0
    for (account, _, denomination), (count, amount) in facts.sums.items():
        if account != "table_inventory":
            continue
        total += amount
        if denomination == UNSPECIFIED:
            unspecified += amount
        else:
            chips[denomination] = chips.get(denomination, 0) + count
    found = book.variance(facts.closer or {}, book.Vector(total, chips, unspecified))
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
    if not rounds.judged and not rounds.mispaid and adjusted is None:
        return RoundWin(total=win, rules=None, mispayments=None, unjudged=unjudged)
    return RoundWin(total=win, rules=rounds.rules, mispayments=mispaid, unjudged=unjudged)


def _explained(win: RoundWin) -> bool:
    """Whether what the win is made of comes to what was posted: not if a round is missing, or there twice."""
    return win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged


# --- many sessions together -----------------------------------------------------


def together(sessions: Sequence[Figures]) -> Figures:
    """The sum of some sessions; what cannot be said of one of them cannot be said of all."""

    def plus(of: Callable[[Figures], int | None]) -> int | None:
        return _sum(of(one) for one in sessions)

    def sure(of: Callable[[Figures], int]) -> int:
        return sum(of(one) for one in sessions)

    return Figures(
        opener=plus(lambda one: one.opener),
        fills=sure(lambda one: one.fills),
        credits=sure(lambda one: one.credits),
        expected_closer=plus(lambda one: one.expected_closer),
        counted_closer=plus(lambda one: one.counted_closer),
        variance=_vectors([one.variance for one in sessions]),
        drop=Drop(
            expected=sure(lambda one: one.drop.expected),
            counted=plus(lambda one: one.drop.counted),
            variance=plus(lambda one: one.drop.variance),
            cash=sure(lambda one: one.drop.cash),
            documents=sure(lambda one: one.drop.documents),
            coupons=sure(lambda one: one.drop.coupons),
        ),
        accounting_win=plus(lambda one: one.accounting_win),
        round_win=RoundWin(
            total=sure(lambda one: one.round_win.total),
            # A session without judged rounds adds nothing to what the rules give; all of it is unjudged.
            rules=_known(one.round_win.rules for one in sessions),
            mispayments=_known(one.round_win.mispayments for one in sessions),
            unjudged=sure(lambda one: one.round_win.unjudged),
        ),
        match_play=sure(lambda one: one.match_play),
        exceptions=sure(lambda one: one.exceptions),
        identity_holds=_all([one.identity_holds for one in sessions]),
    )


def _sum(amounts: Iterable[int | None]) -> int | None:
    total = 0
    for amount in amounts:
        if amount is None:
            return None
        total += amount
    return total


def _known(amounts: Iterable[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _all(holds: Sequence[bool | None]) -> bool | None:
    """False where one does not hold, None where one cannot be said."""
    if False in holds:
        return False
    return None if None in holds else True


def _vectors(vectors: Sequence[Vector | None]) -> Vector | None:
    chips: dict[int, int] = {}
    total = unspecified = 0
    for one in vectors:
        if one is None:
            return None
        total += one.total
        unspecified += one.unspecified
        for face, count in one.by_denomination.items():
            chips[face] = chips.get(face, 0) + count
    return Vector(total=total, by_denomination=dict(sorted(chips.items())), unspecified=unspecified)
