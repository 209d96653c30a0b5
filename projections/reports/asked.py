"""Reports of a gaming date: each is built from the reconciliation and, where that is not enough, the log.

All of a report reflects one position, its `as_of`: the one asked for, that of
the state asked for, or the last that the views have taken in.
"""

from __future__ import annotations

from datetime import date, datetime

from ledger.amounts import CHIP
from ledger.identity import stream_id
from ledger.jurisdictions.profile import Profile
from ledger.tables.state import Table
from projections.asking import Look
from projections.days.said import day, days, ruled
from projections.funds.projection import NAME as FUNDS
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation import queries as reconciliation
from projections.reconciliation.asked import ReconciliationAsked
from projections.reconciliation.figures import of_session
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.queries import currency_of
from projections.reconciliation.states import Issued, standing, stated
from projections.reports import (
    adjusting,
    daily,
    master_game,
    moment,
    month,
    poker_revenue,
    queries,
    statistics,
)
from projections.reports.adjustments import Adjustments
from projections.reports.chart import Chart, chart
from projections.reports.forms import forms
from projections.reports.journal import Journal
from projections.reports.journal_day import put_together
from projections.reports.master_game import MasterGameReport
from projections.reports.moment import Moment
from projections.reports.month import DayFigures
from projections.reports.poker_revenue import POKER, PokerRevenue, PokerSession
from projections.reports.sheet import Workbook
from projections.reports.statistics import Statistics
from projections.reports.wording import about


class ReportsAsked(ReconciliationAsked):
    """Reports of gaming dates."""

    def journal(
        self,
        gaming_date: date,
        *,
        table: str | None = None,
        state: Issued | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        accounts: Chart | None = None,
    ) -> Journal:
        """The general-ledger journal of a gaming date, of one table or the property.

        What funds took in and paid is no table's, thus in the property's alone.
        Raises TableNotFound, DayNotPreliminary, DayNotAudited.
        """
        if table is not None:
            self._known(table)
        when = Moment(state, as_of, as_known_at)

        def work(seen: Look) -> Journal:
            facts = reconciliation.facts(self.ledger, seen, gaming_date, table)
            said = day(self.ledger, gaming_date, seen.as_of)
            restatements = said.state.restated
            restated = {
                key: cents for key, cents in restatements.items() if table in {None, key.partition("/")[0]}
            }
            shown = standing(self.ledger, seen, said, state, table)
            funds = queries.fund_days(self.ledger, seen, gaming_date) if table is None else []
            if table is None and state is None and (last := stated(said)) is not None:
                moved = queries.funds_moved(self.ledger, seen, gaming_date, last.position, funds)
                shown = shown.with_moved(moved)
            return Journal(
                as_of=seen.as_of,
                lag=seen.lag,
                gaming_date=gaming_date,
                **shown._asdict(),
                as_known_at=as_known_at,
                **put_together(facts, funds, restated, accounts or chart(), self._currency_of),
                funds_undated=queries.undated_of_funds(self.ledger, seen) if table is None else [],
                other_currencies=queries.strange_in_sessions(self.ledger, seen, gaming_date, table),
            )

        return moment.at(self.ledger, [RECONCILIATION, INVENTORY, FUNDS], gaming_date, when, work)

    def master_game_report(
        self,
        gaming_date: date,
        *,
        table: str | None = None,
        state: Issued | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> MasterGameReport:
        """The master game report of a gaming date, of one table or the property.

        Raises TableNotFound, DayNotPreliminary, DayNotAudited.
        """
        found = self.reconcile(gaming_date, table=table, state=state, as_of=as_of, as_known_at=as_known_at)
        ids = {
            stream_id(self.ledger.property, "session", master_game.key(one)): master_game.key(one)
            for one in found.sessions
        }
        entered = {
            ids[stream]: list(forms([one for one in events if (one.position or 0) <= found.as_of]))
            for stream, events in (self.ledger.recorded(ids) if ids else {}).items()
        }
        return master_game.master_game_report(self.ledger.property, found, entered)

    def master_game_month(
        self,
        since: date,
        until: date,
        *,
        state: Issued | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> Workbook:
        """The figures of many gaming dates as sheets, read day by day as the sheets are written.

        All of them reflect one position, or each the one at which its day came
        into the state that is asked for.  Raises InvalidQuery.
        """
        dates = moment.dates(since, until)
        when = Moment(None, as_of, as_known_at)
        limit = moment.at(self.ledger, [RECONCILIATION, INVENTORY], since, when, lambda seen: seen.as_of)

        def ask(gaming_date: date) -> DayFigures:
            this = Moment(state, limit, None)

            def work(seen: Look) -> DayFigures:
                facts = reconciliation.facts(self.ledger, seen, gaming_date, None)
                sessions = [of_session(one) for one in facts]
                said = day(self.ledger, gaming_date, seen.as_of)
                shown = standing(self.ledger, seen, said, state).in_words
                return DayFigures(gaming_date, seen.as_of, shown, sessions)

            return moment.at(self.ledger, [RECONCILIATION, INVENTORY], gaming_date, this, work)

        name = f"master-game-report-{since}-{until}{'' if state is None else f'-{state}'}"
        return month.workbook(name, limit, dates, ask, about(limit, state, as_known_at))

    def statistics(
        self, gaming_date: date, *, as_of: int | None = None, as_known_at: datetime | None = None
    ) -> Statistics:
        """Drop, win and win to drop of a gaming date, month and year to date, against the previous year."""
        month, year = gaming_date.replace(day=1), gaming_date.replace(month=1, day=1)
        previous = max(gaming_date.year - 1, 1)

        def work(seen: Look) -> Statistics:
            follows = self._rules_of(None, gaming_date, seen.as_of)
            wanted = follows.asks("win_to_drop_interval")
            return Statistics(
                as_of=seen.as_of,
                lag=seen.lag,
                gaming_date=gaming_date,
                as_known_at=as_known_at,
                jurisdiction=follows.name,
                tested_by=follows.name if wanted else None,
                previous_year=previous,
                lines=statistics.lines(
                    daily.period_sums(self.ledger, seen, year, month, gaming_date),
                    daily.day_moments(self.ledger, seen, date(previous, 1, 1), date(previous, 12, 31)),
                ),
            )

        when = Moment(None, as_of, as_known_at)
        return moment.at(self.ledger, [RECONCILIATION], gaming_date, when, work)

    def adjustments(
        self,
        since: date,
        until: date,
        *,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> Adjustments:
        """What was put right after the fact, of the gaming dates between two, both included.

        Thresholds are those of the jurisdiction that a day names, or of the one
        that is asked for.  Raises InvalidQuery, JurisdictionNotFound.
        """
        dates = moment.dates(since, until)
        ruled(jurisdiction, None, self.jurisdiction)

        def work(seen: Look) -> Adjustments:
            found = (
                adjusting.of_date(self.ledger, seen, one, self._rules_of(jurisdiction, one, seen.as_of))
                for one in dates
            )
            return Adjustments(
                as_of=seen.as_of,
                lag=seen.lag,
                since=since,
                until=until,
                as_known_at=as_known_at,
                adjustments=[adjustment for day in found for adjustment in day],
            )

        when = Moment(None, as_of, as_known_at)
        return moment.at(self.ledger, [RECONCILIATION, INVENTORY], until, when, work)

    def poker_revenue(
        self,
        since: date,
        until: date,
        *,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> PokerRevenue:
        """Poker revenue of the gaming dates between two, both included, and what is restated of it.

        Raises InvalidQuery, JurisdictionNotFound.
        """
        dates = moment.dates(since, until)
        ruled(jurisdiction, None, self.jurisdiction)
        self.ledger.registry.refresh()
        tables = [name for name, one in self.ledger.registry.tables.items() if _plays_poker(one)]

        def work(seen: Look) -> PokerRevenue:
            said = {one.state.header.gaming_date: one.state for one in days(self.ledger, dates, seen.as_of)}
            restated = {(at, key.partition("/")[0]) for at, one in said.items() for key in one.restated}
            played = queries.poker_days(seen, tables, since, until)
            sessions: list[PokerSession] = []
            for gaming_date, table in sorted({*played, *restated}):
                own = said[gaming_date]
                profile = self._rules_of(jurisdiction, gaming_date, seen.as_of)
                sessions += [
                    poker_revenue.of_session_facts(facts, own, profile)
                    for facts in reconciliation.facts(self.ledger, seen, gaming_date, table)
                    if (table in tables or facts.key in own.restated) and facts.currency != CHIP
                ]
            return PokerRevenue(
                as_of=seen.as_of,
                lag=seen.lag,
                since=since,
                until=until,
                as_known_at=as_known_at,
                sessions=sessions,
                **poker_revenue.summed(sessions),
                left_out=poker_revenue.restated_of_none(said.values(), sessions, self._currency_of),
            )

        when = Moment(None, as_of, as_known_at)
        return moment.at(self.ledger, [RECONCILIATION, INVENTORY], until, when, work)

    def _rules_of(self, asked: str | None, gaming_date: date, as_of: int) -> Profile:
        """Whose rules a day is looked at by.  Raises JurisdictionNotFound."""
        opened = day(self.ledger, gaming_date, as_of).state.opened
        return ruled(asked, None if opened is None else opened.jurisdiction, self.jurisdiction).profile

    def _currency_of(self, table: str) -> str:
        return currency_of(self.ledger, table)


def _plays_poker(table: Table) -> bool:
    return any(offer.game == POKER for _, offer in table.offers)
