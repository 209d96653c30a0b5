"""A reconciliation as sheets: all sessions on the first, then one a session with its tray by denomination.

A session's sheet has, one below the other, the tray from opener to variance,
the win as a sum that adds up, the drop, what is stated beside the variance, and
the candidates for it with the events that they point at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from projections.reconciliation.answers import Candidate, Reconciliation, SessionFigures
from projections.reconciliation.rows import WORDS
from projections.reports.master_game_sheets import FIGURES, figures, summed, totals
from projections.reports.moved_sheet import NAME as MOVED
from projections.reports.moved_sheet import moved_sheet
from projections.reports.sheet import CURRENCY, Column, Fact, Row, Sheet, Workbook, sheet_name
from projections.reports.wording import about, amount

SESSION: Final = (
    Column("table", "table"),
    Column("number", "session", "count"),
    Column("game", "game"),
    Column("pit", "pit"),
    Column("status", "status"),
    Column("currency", "currency"),
    Column("opened_at", "opened", "time"),
    Column("closed_at", "closed", "time"),
)
STRAY: Final = (
    Column("round", "round"),
    Column("session", "session"),
    Column("opened_at", "opened", "time"),
    Column("why", "why it stands apart"),
)
BEFORE: Final = (Column("part", "part"), Column("line", "line"))
AFTER: Final = (
    Column("unspecified", "without chips", "money"),
    Column("amount", "amount", "money"),
    Column("running", "running", "money"),
    Column("evidence", "evidence"),
)
# Chips by denomination, cents without chips, cents, and where it is from.
Line = tuple[str, Mapping[int, int], int | None, int | None, int | None, str | None]


def workbook(found: Reconciliation) -> Workbook:
    """All sessions, then each of them on a sheet of its own, then rounds that stand apart."""
    facts = (
        Fact("gaming_date", "gaming date", found.gaming_date, "date"),
        *about(found.as_of, found.state_in_words, found.as_known_at),
    )
    total = [summed(SESSION, *one) for one in totals(found.total, found.by_currency)]
    sheets = [Sheet("Sessions", "Sessions", SESSION + FIGURES, _sessions(found), facts, total=total)]
    taken = ["Sessions", "Rounds apart", MOVED]
    for one in found.sessions:
        name = sheet_name(f"{one.table} {one.number}", taken)
        taken.append(name)
        sheets.append(_sheet(one, name, facts))
    sheets.append(Sheet("Rounds apart", "Rounds that no session covers", STRAY, _stray(found), facts))
    sheets.append(moved_sheet(found, facts))
    return Workbook(f"reconciliation-{found.gaming_date}-{found.state}", found.as_of, sheets, many=True)


def _sessions(found: Reconciliation) -> Iterator[Row]:
    for one in found.sessions:
        place = (one.table, one.number, one.game, one.pit, one.status.replace("_", " "), one.currency)
        yield (*place, one.opened_at, one.closed_at, *figures(one))
    for idle in found.no_activity:
        cells = len(SESSION) + len(FIGURES)
        yield (idle.table, None, None, idle.pit, "No activity", *(None,) * (cells - 5))


def _stray(found: Reconciliation) -> Iterator[Row]:
    for one in found.stray_rounds:
        yield (one.key, one.session, one.opened_at, one.why.replace("_", " "))


# --- one session --------------------------------------------------------------------------


def _sheet(one: SessionFigures, name: str, facts: Sequence[Fact]) -> Sheet:
    faces = sorted({face for line in _lines(one) for face in line[1][1]})
    chips = tuple(Column(f"chips_{face}", amount(face, one.currency), "count") for face in faces)
    title = f"{one.table}/{one.gaming_date}/{one.number}, {one.game or 'no game offered'}"
    about_it = (*facts, Fact(CURRENCY, "currency", one.currency))
    return Sheet(name, title, BEFORE + chips + AFTER, map(partial(_row, faces), _lines(one)), about_it)


def _row(faces: Sequence[int], line: tuple[str, Line]) -> Row:
    part, (name, chips, unspecified, amount, running, evidence) = line
    counts = [chips.get(face) if chips else None for face in faces]
    return (part, name, *counts, unspecified, amount, running, evidence)


def _lines(one: SessionFigures) -> Iterator[tuple[str, Line]]:
    for row in one.tray:
        name = WORDS.get(row.movement, row.movement)
        yield "tray", (name, row.by_denomination, row.unspecified, row.total, row.running, None)
    for part, terms in (("win", _win(one)), ("drop", _drop(one))):
        for name, cents in terms:
            yield part, (name, {}, None, cents, None, None)
    yield from _beside(one)
    for candidate in one.candidates or ():
        for line in _candidate(candidate):
            yield "candidate", line


def _beside(one: SessionFigures) -> Iterator[tuple[str, Line]]:
    """What is stated beside the sums: theory, the opener, exceptions, what explains part of the variance."""
    if (theory := one.theoretical) is not None and theory.win is not None:
        said = f"z {theory.z or 'not known'}, {theory.basis.replace('_', ' ')}"
        yield "theory", ("theoretical win", {}, None, theory.win, None, said)
        yield "theory", ("sigma", {}, None, theory.sigma, None, None)
    if (opener := one.continuity) is not None and opener.amount is not None:
        asked = "; ".join(each.words for each in opener.asked) or None
        name = f"opener less closer of {opener.previous}"
        yield "opener", (name, opener.by_denomination, None, opener.amount, None, asked)
    if opener is not None and (closed := opener.settled) is not None:
        name = f"opener was less closer of {opener.previous}"
        where = f"{closed.count} put right: {closed.session} #{closed.version}"
        yield "opener", (name, closed.by_denomination, None, closed.amount, None, where)
    for item in one.exception_items:
        where = f"{item.stream} #{item.version}"
        yield "exception", (item.type, {}, None, item.amount, None, where)
    for slip in one.in_transit:
        yield "in transit", (slip.slip, slip.by_denomination, None, slip.amount, None, slip.evidence.sentence)
    for currency, cents in one.other_currencies.items():
        yield "other currency", (f"moved in {currency}, not exchanged", {}, None, cents, None, None)
    if one.outstanding_color:
        yield "color", ("outstanding at marker value", {}, None, one.outstanding_color, None, None)


def _win(one: SessionFigures) -> Iterator[tuple[str, int | None]]:
    """The identity as an addition.  Source: accounting A.4, formulas 4 and 7."""
    win = one.round_win
    yield "by the rules", win.rules
    yield "mispayments", win.mispayments
    yield "not judged", win.unjudged
    yield "round win", win.total
    yield "match play", one.match_play
    yield "exceptions", one.exceptions
    yield "tray over/short", None if one.variance is None else one.variance.total
    yield "drop over/short", one.drop.variance
    yield "accounting win", one.accounting_win


def _drop(one: SessionFigures) -> Iterator[tuple[str, int | None]]:
    drop = one.drop
    yield "cash", drop.cash
    yield "documents", drop.documents
    yield "coupons", drop.coupons
    yield "expected", drop.expected
    yield "counted", drop.counted
    yield "over/short", drop.variance


def _candidate(one: Candidate) -> Iterator[Line]:
    """A candidate, each thing that it says happened, what would remain; offered, never booked."""
    shift = "" if one.shift is None else f"{one.shift}, "
    yield f"{shift}{one.rank}. {one.reason}", {}, None, one.amount, None, None
    for explanation in one.explanations:
        events = "; ".join(_where(each.stream, each.version, each.sentence) for each in explanation.evidence)
        yield explanation.sentence, explanation.by_denomination, None, explanation.amount, None, events
    left = one.remains
    yield "would remain", left.by_denomination, left.unspecified, left.total, None, None


def _where(stream: str, version: int | None, sentence: str) -> str:
    return f"{stream}: {sentence}" if version is None else f"{stream} #{version}: {sentence}"
