"""Reports of gaming dates and their journal, as JSON, CSV or XLSX.

`/v1/reports/exceptions` and `/v1/reports/theoretical-win` stand with what they report on.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answering import GamingDate, Jurisdiction, Known
from api.auth import Accountant
from api.bodies import JSON
from api.openapi import problems
from api.questions import Dates, InState, OneTable
from api.services import Shared
from api.sheets.answering import OneSheet, attached, form_of, given, in_forms
from ledger.errors import InvalidQuery
from projections.reports import (
    adjustments,
    journal_sheets,
    master_game_sheets,
    poker_revenue,
    statistics,
)
from projections.reports.adjustments import Adjustments
from projections.reports.chart import chart
from projections.reports.journal import Journal
from projections.reports.master_game import MasterGameReport
from projections.reports.poker_revenue import PokerRevenue
from projections.reports.statistics import Statistics

router = APIRouter(prefix="/v1", tags=["accounting"])

READS: Final[dict[int | str, dict[str, Any]]] = problems(401, 403, 404, 406, 422, 503)


@in_forms(
    router,
    "/reports/master-game-report",
    operation_id="masterGameReport",
    response_model=MasterGameReport,
    responses=READS,
)
def master_game_report(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    table: OneTable = None,
    state: InState = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """The master game report of a gaming date: each table from opener to counted box, and all forms entered.

    Money is in cents, in CSV and XLSX in units of the currency.  Of many dates (`from`, `to`) there are the
    figures day by day, without forms and of the property, as CSV or XLSX alone.
    """
    since, until = dates
    views = services.views
    if since == until:
        found = views.master_game_report(since, table=table, state=state, **known)
        return given(request, lambda: found, lambda: master_game_sheets.workbook(found), sheet)
    form = form_of(request)
    if form == JSON:
        raise InvalidQuery(detail="many gaming dates are given as CSV or XLSX; JSON has one a request")
    if table is not None:
        raise InvalidQuery(detail="many gaming dates are given of the property, not of one table")
    book = views.master_game_month(since, until, state=state, **known)
    return attached(form, book, sheet)


@in_forms(
    router, "/reports/statistics", operation_id="statistics", response_model=Statistics, responses=READS
)
def get_statistics(
    *,
    request: Request,
    gaming_date: GamingDate,
    _: Accountant,
    services: Shared,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """Drop, win and win to drop by table and game: of the day, month to date, year to date.

    Each day's figure is laid against those of the previous year: `outside` is more than 1.96 standard
    deviations from their mean, `not_testable` where fewer than 30 days were counted through.
    """
    found = services.views.statistics(gaming_date, **known)
    return given(request, lambda: found, lambda: statistics.workbook(found), sheet)


@in_forms(
    router, "/reports/adjustments", operation_id="adjustments", response_model=Adjustments, responses=READS
)
def get_adjustments(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    jurisdiction: Jurisdiction = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """What was recorded of gaming dates after their preliminary report, else after the closer; its effect.

    `over_threshold` are those for the month-end list of the jurisdiction.  Effects are in cents, from the
    side of the house.
    """
    found = services.views.adjustments(*dates, jurisdiction=jurisdiction, **known)
    return given(request, lambda: found, lambda: adjustments.workbook(found), sheet)


@in_forms(
    router,
    "/reports/poker-revenue",
    operation_id="pokerRevenue",
    response_model=PokerRevenue,
    responses=READS,
)
def get_poker_revenue(
    *,
    request: Request,
    _: Accountant,
    services: Shared,
    dates: Dates,
    jurisdiction: Jurisdiction = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """Poker revenue by session: rake, what the counts give, when a negative one is due, what is restated."""
    found = services.views.poker_revenue(*dates, jurisdiction=jurisdiction, **known)
    return given(request, lambda: found, lambda: poker_revenue.workbook(found), sheet)


@in_forms(router, "/journal", operation_id="journal", response_model=Journal, responses=READS)
def get_journal(
    *,
    request: Request,
    gaming_date: GamingDate,
    _: Accountant,
    services: Shared,
    table: OneTable = None,
    state: InState = None,
    known: Known,
    sheet: OneSheet = None,
) -> Response:
    """The general-ledger journal of a gaming date, by account and by session; it balances, and says so.

    Accounts have the numbers and names of PITLEDGER_CHART_OF_ACCOUNTS where it is set.  What funds took in
    and paid is in the property's journal alone.
    """
    found = services.views.journal(
        gaming_date,
        table=table,
        state=state,
        **known,
        accounts=chart(services.settings.chart_of_accounts),
    )
    return given(request, lambda: found, lambda: journal_sheets.workbook(found), sheet)
