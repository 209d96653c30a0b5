"""The sheets of the master game report."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from projections.reconciliation.answers import BoxFigures, CurrencySums, Figures, NoActivity, ShiftFigures
from projections.reports.forms import Form
from projections.reports.master_game import MasterGameReport, TableLine
from projections.reports.moved_sheet import moved_sheet
from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook
from projections.reports.wording import about, chips

FIGURES: Final = (
    Column("opener", "opener", "money"),
    Column("fills", "fills", "money"),
    Column("credits", "credits", "money"),
    Column("expected_closer", "closer expected", "money"),
    Column("counted_closer", "closer counted", "money"),
    Column("tray_over_short", "tray over/short", "money"),
    Column("drop_cash", "drop: cash", "money"),
    Column("drop_documents", "drop: documents", "money"),
    Column("drop_coupons", "drop: coupons", "money"),
    Column("drop_expected", "drop expected", "money"),
    Column("drop_counted", "drop counted", "money"),
    Column("drop_over_short", "drop over/short", "money"),
    Column("win", "win", "money"),
    Column("hold", "win to drop", "ratio"),
    Column("round_win", "round win", "money"),
    Column("match_play", "match play", "money"),
    Column("exceptions", "exceptions", "money"),
    Column("identity_holds", "identity holds", "flag"),
    Column("handle", "handle", "money"),
    Column("pc", "round win to handle", "ratio"),
    Column("theoretical_win", "theoretical win", "money"),
    Column("sigma", "sigma", "money"),
    Column("z", "z"),
)
TABLE: Final = (
    Column("table", "table"),
    Column("number", "session", "count"),
    Column("game", "game"),
    Column("pit", "pit"),
    Column("status", "status"),
    Column("currency", "currency"),
    Column("opened_at", "opened", "time"),
    Column("closed_at", "closed", "time"),
)
GAME: Final = (Column("game", "game"),)
IN: Final = Column("currency", "currency")
SHIFT: Final = (
    Column("table", "table"),
    Column("number", "session", "count"),
    Column("shift", "shift"),
    Column("currency", "currency"),
    Column("since", "since", "time"),
    Column("until", "until", "time"),
    Column("opener", "opener", "money"),
    Column("fills", "fills", "money"),
    Column("credits", "credits", "money"),
    Column("expected", "count expected", "money"),
    Column("counted", "count", "money"),
    Column("tray_over_short", "tray over/short", "money"),
    Column("drop_expected", "drop expected", "money"),
    Column("drop_counted", "drop counted", "money"),
    Column("drop_over_short", "drop over/short", "money"),
    Column("win", "win", "money"),
    Column("hold", "win to drop", "ratio"),
    Column("round_win", "round win", "money"),
)
BOX: Final = (*SHIFT[:2], Column("shift", "shifts"), *SHIFT[3:], Column("boxes", "boxes"))
FORMS: Final = (
    Column("table", "table"),
    Column("session", "session"),
    Column("shift", "shift"),
    Column("kind", "form"),
    Column("number", "number"),
    Column("state", "state"),
    Column("amount", "amount", "money"),
    Column("chips", "chips"),
    Column("by", "by"),
    Column("approved_by", "approved by"),
    Column("occurred_at", "occurred", "time"),
    Column("recorded_at", "recorded", "time"),
    Column("corrected", "corrected", "flag"),
    Column("reason", "reason"),
    Column("version", "event", "count"),
    Column("position", "position", "count"),
    IN,
)
SLIPS: Final = frozenset({"fill", "credit"})


def workbook(report: MasterGameReport) -> Workbook:
    """Tables, shifts, games, fills and credits, all forms."""
    facts = _about(report)

    def sheet(name: str, title: str, columns: tuple[Column, ...], rows: Iterator[Row], *total: Row) -> Sheet:
        return Sheet(name, f"Master game report: {title}", columns, rows, facts, total=total)

    forms = [(form, line.currency) for line in report.tables for form in line.forms]
    slips = (_form(*one) for one in forms if one[0].kind in SLIPS)
    names = list(totals(report.total, report.by_currency))
    whole = [summed(TABLE, *one) for one in names]
    return Workbook(
        f"master-game-report-{report.gaming_date}-{report.state}",
        report.as_of,
        (
            sheet("Tables", "tables", TABLE + FIGURES, _tables(report), *whole),
            sheet("Shifts", "shifts", SHIFT, _shifts(report)),
            sheet(
                "Games",
                "games",
                (*GAME, *FIGURES, IN),
                ((name, *figures(one), currency) for name, currency, one in _game_sums(report)),
                *((name, *figures(one), currency) for name, currency, one in names),
            ),
            sheet("Fills and credits", "slips", FORMS, slips),
            sheet("Forms", "all forms entered", FORMS, (_form(*one) for one in forms)),
            sheet("Boxes", "from one drop box to the next", BOX, _boxes(report)),
            moved_sheet(report, facts),
        ),
    )


def _about(report: MasterGameReport) -> tuple[Fact, ...]:
    jurisdiction = Fact("jurisdiction", "jurisdiction", report.jurisdiction)
    return (
        Fact("property", "property", report.property),
        Fact("gaming_date", "gaming date", report.gaming_date, "date"),
        jurisdiction,
        *about(report.as_of, report.state_in_words, report.as_known_at),
    )


def named_sums(report: MasterGameReport) -> Iterator[Total]:
    """The games and the totals of a report, each with its name."""
    yield from _game_sums(report)
    yield from totals(report.total, report.by_currency)


class Total(NamedTuple):
    """A sum of sessions: what it is called, in which currency, None of none at all."""

    name: str
    currency: str | None
    figures: Figures


def _game_sums(report: MasterGameReport) -> Iterator[Total]:
    for currency, sums in report.by_currency.items():
        for game, one in sums.by_game.items():
            yield Total(named(game, currency, report.by_currency), currency, one)


def totals(total: Figures | None, by_currency: Mapping[str, CurrencySums]) -> Iterator[Total]:
    """The total, or that of each currency where there are several."""
    if total is not None:
        yield Total("total", next(iter(by_currency), None), total)
        return
    for currency, sums in by_currency.items():
        yield Total(named("total", currency, by_currency), currency, sums.total)


def summed(columns: Sequence[Column], name: str, currency: str | None, one: Figures) -> Row:
    """A total below rows that begin with some columns, of which the first is its name."""
    beside = (currency if column.key == "currency" else None for column in columns[1:])
    return (name, *beside, *figures(one))


def named(name: str, currency: str, currencies: Collection[str]) -> str:
    """What a sum is called: with its currency where there are several."""
    return name if len(currencies) == 1 else f"{name}, {currency}"


def figures(one: Figures) -> Row:
    """The cells of `FIGURES`."""
    drop, theory = one.drop, one.theoretical
    return (
        one.opener, one.fills, one.credits, one.expected_closer, one.counted_closer,
        None if one.variance is None else one.variance.total,
        drop.cash, drop.documents, drop.coupons, drop.expected, drop.counted, drop.variance,
        one.accounting_win, by(one.accounting_win, drop.counted),
        one.round_win.total, one.match_play, one.exceptions, one.identity_holds,
        one.handle, by(one.round_win.total, one.handle),
        *((None, None, None) if theory is None else (theory.win, theory.sigma, theory.z)),
    )  # fmt: skip


def by(part: int | None, whole: int | None) -> Fraction | None:
    """A part by the whole, exactly; None where one is not known or there is nothing to divide by."""
    return None if part is None or not whole else Fraction(part, whole)


def _tables(report: MasterGameReport) -> Iterator[Row]:
    """A row a session, then the tables that did not open."""
    for line in report.tables:
        status = line.status.replace("_", " ")
        place = (line.table, line.number, line.game, line.pit, status, line.currency)
        yield (*place, line.opened_at, line.closed_at, *figures(line))
    for table in report.no_activity:
        yield _no_activity(table)


def _no_activity(table: NoActivity) -> Row:
    cells = len(TABLE) + len(FIGURES)
    said = (table.table, None, None, table.pit, "No activity")
    return (*said, *(None,) * (cells - len(said)))


def _shifts(report: MasterGameReport) -> Iterator[Row]:
    for line in report.tables:
        for shift in line.shifts:
            yield _shift(line, shift)


def _boxes(report: MasterGameReport) -> Iterator[Row]:
    for line in report.tables:
        for one in line.by_box:
            boxes = ", ".join(one.boxes) or None
            yield (*_period(line, ", ".join(one.shifts), one), boxes)


def _shift(line: TableLine, one: ShiftFigures) -> Row:
    return _period(line, one.shift, one)


def _period(line: TableLine, shift: str, one: ShiftFigures | BoxFigures) -> Row:
    return (
        line.table, line.number, shift, line.currency, one.since, one.until,
        one.opener, one.fills, one.credits, one.expected, one.counted,
        None if one.variance is None else one.variance.total,
        one.drop_expected, one.drop_counted, one.drop_variance,
        one.accounting_win, by(one.accounting_win, one.drop_counted), one.round_win,
    )  # fmt: skip


def _form(form: Form, currency: str) -> Row:
    return (
        form.table, form.session, form.shift, form.kind.replace("_", " "), form.number, form.state,
        form.amount, chips(form.by_denomination, currency), form.by, form.approved_by,
        form.occurred_at, form.recorded_at, form.corrected, form.reason, form.version, form.position,
        currency,
    )  # fmt: skip
