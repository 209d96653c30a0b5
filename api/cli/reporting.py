"""`pitledger report`: the reports of gaming dates, on the terminal, as JSON, CSV and XLSX."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import typer

from api.cli import terminal
from api.cli.arguments import (
    AsJson,
    AsKnownAt,
    AsOf,
    First,
    GamingDate,
    InState,
    Jurisdiction,
    Last,
    Table,
)
from api.cli.exporting import OneSheet, ToCsv, ToXlsx, exported, given
from api.cli.moved import say_moved
from ledger.amounts import DEFAULT_CURRENCY

if TYPE_CHECKING:
    from projections.reports.adjustments import Adjustments
    from projections.reports.journal import Journal
    from projections.reports.master_game import MasterGameReport
    from projections.reports.poker_revenue import PokerRevenue
    from projections.reports.sheet import Workbook
    from projections.reports.statistics import Interval, Period, Statistics

FOUND: Final = 1


def master_game(
    *,
    first: First,
    last: Last = None,
    table: Table = None,
    state: InState = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Print the master game report.

    Each table from opener to counted box, with every form entered.  Of many
    dates the figures day by day, without forms, as CSV or XLSX.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.reports.master_game_sheets import workbook

    with views_of(load_settings()) as views:
        if last is not None and last != first:
            if table is not None or as_json or (csv is None and xlsx is None):
                raise typer.BadParameter("many dates are of the property, and go to --csv or --xlsx")

            def of_many() -> Workbook:
                return views.master_game_month(first, last, state=state, as_of=as_of, as_known_at=as_known_at)

            exported(of_many, csv=csv, xlsx=xlsx, sheet=sheet)
            return
        found = views.master_game_report(
            first, table=table, state=state, as_of=as_of, as_known_at=as_known_at
        )
    given(found, show=_show_master_game, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def _show_master_game(found: MasterGameReport) -> None:
    from projections.reports.master_game_sheets import named_sums

    said = f"{found.gaming_date}, {found.state_in_words}"
    terminal.say(f"Master game report of {said}, as of position {found.as_of:,}")
    say_moved(found)
    money, dash = terminal.money, terminal.DASH
    columns = ("session", "opener", "fills", "credits", "closer", "drop", "win", "hold", "tray", "box")
    rows = []
    for name, currency, one in [
        *((f"{line.table}/{line.number}", line.currency, line) for line in found.tables),
        *named_sums(found),
    ]:
        tray = None if one.variance is None else one.variance.total
        sums = (one.opener, one.fills, one.credits, one.counted_closer, one.drop.counted, one.accounting_win)
        hold = dash if one.hold is None else f"{one.hold:.1%}"
        written = partial(money, currency=currency or DEFAULT_CURRENCY)
        rows.append((name, *map(written, sums), hold, written(tray), written(one.drop.variance)))
    terminal.table("Tables, games, total", columns, rows, numbers=columns[1:])
    for idle in found.no_activity:
        terminal.say(f"{idle.table}: No activity" + (f", {idle.reason}" if idle.reason else ""))
    forms = [
        (
            form.session,
            form.kind.replace("_", " ") + (", corrected" if form.corrected else ""),
            form.number or dash,
            form.state or dash,
            money(form.amount, line.currency),
            form.by or dash,
            form.approved_by or dash,
        )
        for line in found.tables
        for form in line.forms
    ]
    form_columns = ("session", "form", "number", "state", "amount", "by", "approved by")
    terminal.table("Forms entered", form_columns, forms, numbers=("amount",))


# --- journal ------------------------------------------------------------------------------


def journal(
    *,
    gaming_date: GamingDate,
    table: Table = None,
    state: InState = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Print the general-ledger journal.

    Accounts have the numbers and names of the file PITLEDGER_CHART_OF_ACCOUNTS,
    where it is set.  Exit 1 if debits and credits differ.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.reports.chart import chart
    from projections.reports.journal_sheets import workbook

    settings = load_settings()
    accounts = chart(settings.chart_of_accounts)
    with views_of(settings) as views:
        found = views.journal(
            gaming_date,
            table=table,
            state=state,
            as_of=as_of,
            as_known_at=as_known_at,
            accounts=accounts,
        )
    given(found, show=_show_journal, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)
    if not all(total.balances for total in found.totals):
        raise typer.Exit(FOUND)


def _show_journal(found: Journal) -> None:
    said = f"{found.gaming_date}, {found.state_in_words}"
    terminal.say(f"Journal of {said}, as of position {found.as_of:,}")
    say_moved(found)
    money = terminal.money
    rows = [
        (
            line.number or terminal.DASH,
            line.name,
            line.currency,
            money(line.debit, line.currency) if line.debit else "",
            money(line.credit, line.currency) if line.credit else "",
        )
        for line in found.lines
    ]
    for total in found.totals:
        name = "total" if total.balances else "total: DOES NOT BALANCE"
        both = money(total.debits, total.currency), money(total.credits, total.currency)
        rows.append(("", name, total.currency, *both))
    columns = ("no.", "account", "currency", "debit", "credit")
    terminal.table("", columns, rows, numbers=("debit", "credit"))
    for one in found.left_out:
        terminal.say(f"not in it: {one.session}, {one.why}")
    for undated in found.funds_undated:
        put = terminal.money(undated.amount, undated.currency)
        terminal.say(f"in no journal: {put} {undated.currency} put into {undated.fund} on no gaming date")
    for strange in found.other_currencies:
        moved = f"{terminal.money(strange.amount, strange.currency)} {strange.currency}"
        terminal.say(
            f"in another currency: {moved} in {strange.session}, in these lines as if it were its own"
        )


# --- statistics ---------------------------------------------------------------------------


def statistics(
    *,
    gaming_date: GamingDate,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """Drop, win and win to drop: of the day, month and year to date.

    Each day against the daily figures of the previous year: outside 1.96
    standard deviations of their mean is marked; of fewer than 30 days nothing is.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.reports.statistics import workbook

    with views_of(load_settings()) as views:
        found = views.statistics(gaming_date, as_of=as_of, as_known_at=as_known_at)
    given(found, show=_show_statistics, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def _show_statistics(found: Statistics) -> None:
    rows = [
        (
            line.table or ("all tables" if line.game else "property"),
            line.game or "",
            line.currency,
            *(
                cell
                for period in (line.day, line.month, line.year)
                for cell in _period(period, line.currency)
            ),
            _outcomes(line.intervals),
        )
        for line in found.lines
    ]
    periods = [f"{word} {of}" for of in ("day", "MTD", "YTD") for word in ("drop", "win", "hold")]
    columns = ("table", "game", "currency", *periods, f"against {found.previous_year}")
    terminal.table(f"Statistics of {found.gaming_date}", columns, rows, numbers=periods)


def _outcomes(intervals: Sequence[Interval]) -> str:
    """What is outside its interval; the outcome alone where it is one for all."""
    outcomes = {one.outcome for one in intervals}
    if len(outcomes) == 1:
        return outcomes.pop().replace("_", " ")
    return ", ".join(f"{one.measure} {one.outcome.replace('_', ' ')}" for one in intervals)


def _period(one: Period, currency: str) -> tuple[str, str, str]:
    hold = terminal.DASH if one.hold is None else f"{one.hold:.1%}"
    return terminal.money(one.drop, currency), terminal.money(one.win, currency), hold


# --- adjustments --------------------------------------------------------------------------


def adjustments(
    *,
    first: First,
    last: Last = None,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """List what was put right after the fact.

    After the preliminary report of its day, else after the closer: by whom,
    with whom, why, and what it changed of the win.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.reports.adjustments import workbook

    with views_of(load_settings()) as views:
        found = views.adjustments(
            first, last or first, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
        )
    given(found, show=_show_adjustments, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json)


def _show_adjustments(found: Adjustments) -> None:
    if not found.adjustments:
        terminal.say("nothing was put right")
        return
    over = {None: "not known", True: "over", False: "not over"}
    rows = [
        (
            str(one.gaming_date),
            f"{one.key} #{one.version}",
            one.type if one.corrects is None else f"{one.type} #{one.corrects} {one.corrected_type}",
            one.currency,
            terminal.money(one.effect_on_win, one.currency),
            terminal.money(one.effect_on_round_win, one.currency),
            over[one.over_threshold],
            f"{one.by or terminal.DASH}, {one.approved_by or terminal.DASH}",
            one.reason or terminal.DASH,
        )
        for one in found.adjustments
    ]
    columns = (
        "date", "event", "what", "currency", "on win", "on round win", "threshold", "by, approved by",
        "reason",
    )  # fmt: skip
    terminal.table("Adjustments", columns, rows, numbers=("on win", "on round win"))


# --- poker revenue ------------------------------------------------------------------------


def poker_revenue(
    *,
    first: First,
    last: Last = None,
    jurisdiction: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    csv: ToCsv = None,
    xlsx: ToXlsx = None,
    sheet: OneSheet = None,
    as_json: AsJson = False,
) -> None:
    """List poker revenue by session, the negative ones with the day by which to report them."""
    from api.cli.opening import views_of
    from ledger.settings import load_settings
    from projections.reports.poker_revenue import workbook

    with views_of(load_settings()) as views:
        found = views.poker_revenue(
            first, last or first, jurisdiction=jurisdiction, as_of=as_of, as_known_at=as_known_at
        )
    given(
        found, show=_show_poker_revenue, workbook=workbook, csv=csv, xlsx=xlsx, sheet=sheet, as_json=as_json
    )


def _show_poker_revenue(found: PokerRevenue) -> None:
    if not found.sessions:
        terminal.say("no poker was played")
        return
    money = terminal.money
    rows = [
        (
            one.session,
            *(
                money(cents, one.currency)
                for cents in (one.rake, one.tray_over_short, one.drop_over_short, one.revenue)
            ),
            money(one.restated, one.currency) if one.restatements else "",
            money(one.restated_revenue, one.currency),
            "" if one.report_due is None else f"report by {one.report_due}",
        )
        for one in found.sessions
    ]
    columns = ("session", "rake", "tray", "box", "revenue", "restated by", "revenue restated", "negative")
    terminal.table("Poker revenue", columns, rows, numbers=columns[1:-1])
    for currency, sums in found.by_currency.items():
        said = f"{sums.uncounted} not counted, {sums.negative} negative"
        terminal.say(f"revenue {money(sums.revenue, currency)} {currency}, {said}")
