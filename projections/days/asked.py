"""Questions to the view of days."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

from ledger.chipsets.state import ChipSet
from ledger.days.findings import findings
from ledger.errors import DayNotFound, InvalidQuery
from ledger.money import value
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.days import floating, queries, standing
from projections.days.answers import ChipFloat, DayLine, DayPage, DayState, Openers, PlaceCount, TrayCount
from projections.days.floating import Custody
from projections.days.projection import NAME as DAYS
from projections.days.said import Ruled, SeenDay, chip_sets, day, days, ruled
from projections.inventory import queries as inventory
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation import places
from projections.reconciliation.figures import of_session
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.queries import currency_of, facts
from projections.reconciliation.together import together

VIEWS = (DAYS, INVENTORY, RECONCILIATION)


class DaysAsked(Asked):
    """Gaming days, their openers, the chip float."""

    def day(
        self,
        gaming_date: date,
        *,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> DayState:
        """A gaming date as a whole.  Raises DayNotFound where no table was in use, JurisdictionNotFound."""

        def work(seen: Look) -> DayState:
            own = day(self.ledger, gaming_date, seen.as_of)
            return self._day(seen, own, self._ruled(own, jurisdiction))

        return look(self.ledger, VIEWS, as_of, work, known_at=as_known_at)

    def days(
        self,
        *,
        after: str | None = None,
        limit: int = 50,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> DayPage:
        """Gaming dates that were recorded or had a session, the latest first; `limit` is at most 500."""
        size = limited(limit)
        before = None if after is None else _date(after)

        def work(seen: Look) -> DayPage:
            dates = queries.recorded_dates(seen, before, size + 1)
            following = cursor(str(dates[size - 1])) if len(dates) > size else None
            lines = [self._line(one) for one in days(self.ledger, dates[:size], seen.as_of)]
            return DayPage(as_of=seen.as_of, lag=seen.lag, days=lines, after=following)

        return look(self.ledger, VIEWS, as_of, work, known_at=as_known_at)

    def openers(
        self,
        gaming_date: date,
        *,
        table: str | None = None,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> Openers:
        """Each opener of a date against the closer before it.  Raises TableNotFound, JurisdictionNotFound."""
        if table is not None:
            self._known(table)

        def work(seen: Look) -> Openers:
            by = self._ruled(day(self.ledger, gaming_date, seen.as_of), jurisdiction)
            self.ledger.registry.refresh()
            return Openers(
                as_of=seen.as_of,
                lag=seen.lag,
                gaming_date=gaming_date,
                jurisdiction=by.profile.name,
                pattern_shortages=self.pattern.shortages,
                pattern_days=self.pattern.days,
                openers=queries.openers(
                    seen,
                    gaming_date,
                    by.profile,
                    self.pattern,
                    currency_of=partial(currency_of, self.ledger),
                    table=table,
                ),
            )

        return look(self.ledger, VIEWS, as_of, work, known_at=as_known_at)

    def chip_float(
        self,
        gaming_date: date,
        *,
        currency: str | None = None,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> ChipFloat:
        """Chips of value with patrons at the end of a gaming date.  Raises JurisdictionNotFound.

        `currency` None: that of the first set of value.
        """

        def work(seen: Look) -> ChipFloat:
            by = self._ruled(day(self.ledger, gaming_date, seen.as_of), jurisdiction)
            sets = chip_sets(self.ledger, queries.chip_set_names(seen), seen.as_of)
            return self._float(seen, gaming_date, currency or floating.currency_of(sets), sets, by)

        return look(self.ledger, VIEWS, as_of, work, known_at=as_known_at)

    def _ruled(self, own: SeenDay, asked: str | None) -> Ruled:
        opened = own.state.opened
        return ruled(asked, None if opened is None else opened.jurisdiction, self.jurisdiction)

    # --- the day -------------------------------------------------------------------

    def _line(self, own: SeenDay) -> DayLine:
        return DayLine(
            gaming_date=own.state.header.gaming_date,
            recorded=bool(own.recorded),
            jurisdiction=self._ruled(own, None).profile.name,
            state=standing.state_of(own.state),
        )

    def _day(self, seen: Look, own: SeenDay, by: Ruled) -> DayState:
        state, gaming_date = own.state, own.state.header.gaming_date
        following = day(self.ledger, gaming_date + timedelta(days=1), seen.as_of).state
        sessions, strays = queries.sessions(seen, gaming_date), queries.stray_rounds(seen, gaming_date)
        there = _in_use(seen, gaming_date)
        if not (own.recorded or sessions or strays or there):
            raise DayNotFound(gaming_date=gaming_date)
        tables = standing.tables(there, sessions, state.not_opened, strays)
        lasted = standing.length(state, following, sessions)
        return DayState(
            as_of=seen.as_of,
            lag=seen.lag,
            gaming_date=gaming_date,
            recorded=bool(own.recorded),
            jurisdiction=by.profile.name,
            jurisdiction_by=by.by,
            state=standing.state_of(state),
            preliminary=own.mark(state.preliminary_at),
            audited=own.mark(state.audited_at),
            shifts=None if state.opened is None else state.opened.shifts,
            began_at=lasted.began_at,
            ended_at=lasted.ended_at,
            hours=lasted.hours,
            by=lasted.by,
            tables=tables,
            counts=[one for one in self._places(seen, gaming_date) if one.gaming_date == gaming_date],
            poker_restated=dict(state.restated),
            findings=[one.code for one in findings(state)],
            warnings=standing.warnings(lasted, tables, by.profile),
        )

    def _places(
        self, seen: Look, gaming_date: date, sets: Sequence[ChipSet] | None = None
    ) -> list[PlaceCount]:
        """What was counted outside tables, in the currency of its set."""
        if sets is None:
            sets = chip_sets(self.ledger, queries.chip_set_names(seen), seen.as_of)
        currencies: dict[str | None, str] = {one.header.name: one.currency for one in sets}
        return queries.places(seen, gaming_date, {**currencies, None: floating.currency_of(sets)})

    # --- the float -----------------------------------------------------------------

    def _float(
        self, seen: Look, gaming_date: date, currency: str, sets: Sequence[ChipSet], by: Ruled
    ) -> ChipFloat:
        # In which money each table plays.
        self.ledger.registry.refresh()
        now = self._custody(seen, gaming_date, currency, sets)
        before = self._custody(seen, gaming_date - timedelta(days=1), currency, sets)
        previous = before.amount if before.places else None
        change = None if previous is None else now.amount - previous
        win = self._win(seen, gaming_date, currency)
        return ChipFloat(
            as_of=seen.as_of,
            lag=seen.lag,
            gaming_date=gaming_date,
            currency=currency,
            jurisdiction=by.profile.name,
            complete=now.complete,
            lines=floating.lines(now),
            amount=now.amount,
            previous=previous,
            change=change,
            table_win=win,
            receipts=None if win is None or change is None else win + change,
            places=list(now.places),
            trays=list(now.trays),
            warnings=floating.warnings(now, currency, by.profile),
        )

    def _custody(self, seen: Look, gaming_date: date, currency: str, sets: Sequence[ChipSet]) -> Custody:
        value_sets = floating.of_value(sets, currency)
        named = {one.header.name for one in value_sets}
        # A count that names no set is of the house's chips.
        if currency == floating.currency_of(sets):
            named.add("")
        return Custody(
            gaming_date,
            floating.chips(value_sets, gaming_date),
            [one for one in self._places(seen, gaming_date, sets) if (one.chip_set or "") in named],
            self._trays(seen, gaming_date, currency),
        )

    def _trays(self, seen: Look, gaming_date: date, currency: str) -> list[TrayCount]:
        """The tray of each table in use at the end of a date, by the last session up to it."""
        tables = [name for name in _in_use(seen, gaming_date) if self._plays_in(name, currency)]
        found = []
        for one in queries.last_counts(seen, tables, gaming_date):
            if one.opener is None:
                continue
            chips = one.closer
            if chips is None:
                chips = inventory.tray(seen, one.session).by_denomination
            found.append(
                TrayCount(
                    table=one.table,
                    session=one.session,
                    basis="expected" if one.closer is None else "counted",
                    by_denomination=dict(sorted(chips.items())),
                    amount=value(chips),
                )
            )
        return found

    def _plays_in(self, table: str, currency: str) -> bool:
        return currency_of(self.ledger, table) == currency

    def _win(self, seen: Look, gaming_date: date, currency: str) -> int | None:
        """The accounting win of the day at the tables of a currency; None while a count is missing."""
        found = facts(self.ledger, seen, gaming_date, None)
        sessions = [of_session(one) for one in found if self._plays_in(one.table, currency)]
        return together(sessions).accounting_win if sessions else 0


def _date(after: str) -> date:
    (text,) = place(after, (str,))
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list") from None


def _in_use(seen: Look, gaming_date: date) -> dict[str, str | None]:
    """The tables in use on a date, each with its pit."""
    idle = places.known(seen).without_activity(gaming_date, (), {})
    return {one.table: one.pit for one in idle}
