"""Questions to the exceptions, and to what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from ledger.amounts import DEFAULT_CURRENCY
from ledger.errors import InvalidQuery
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.days.said import Ruled, day, ruled
from projections.exceptions import of_days, of_jurisdiction, of_slips, queries, refused
from projections.exceptions.answers import (
    Counted,
    ExceptionLine,
    ExceptionReport,
    RefusedBody,
    RefusedList,
    RefusedRecord,
)
from projections.exceptions.projection import NAME as EXCEPTIONS
from projections.funds.projection import NAME as FUNDS
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.queries import currency_of
from projections.rounds.projection import NAME as ROUNDS
from projections.slips.numbering import numbers_by_year
from projections.slips.projection import NAME as SLIPS

# All that a report is made of is looked at in one snapshot.
OF_REPORT: Final = (EXCEPTIONS, SLIPS, RECONCILIATION, INVENTORY, FUNDS, ROUNDS)
MOST_DAYS: Final = 366
MOST_REFUSED: Final = 500
DAY: Final = timedelta(days=1)


class ExceptionsAsked(Asked):
    """The exception report, and refused records."""

    def exceptions(
        self,
        since: date,
        until: date,
        *,
        jurisdiction: str | None = None,
        after: str | None = None,
        limit: int = 50,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> ExceptionReport:
        """The exceptions of some gaming dates, both in, day by day; `limit` is at most 500.

        Raises JurisdictionNotFound; InvalidQuery of more than a year.
        """
        size = limited(limit)
        dates = _dates(since, until)
        start = (since, 0) if after is None else _place(after, since, until)

        def work(seen: Look) -> ExceptionReport:
            self.ledger.registry.refresh()
            days = _Days(self, seen, as_known_at, jurisdiction)
            first = after is None
            lines, following, by_code = days.page(start, until, size, whole=first)
            return ExceptionReport(
                as_of=seen.as_of,
                lag=seen.lag,
                since=since,
                until=until,
                jurisdictions=sorted({days.ruled(one).profile.name for one in dates}),
                lines=lines,
                by_code=by_code,
                rounds=queries.of_rounds(self.ledger, seen, since, until) if first else [],
                after=following,
            )

        return look(self.ledger, OF_REPORT, as_of, work, known_at=as_known_at)

    def refused(
        self,
        *,
        gaming_date: date | None = None,
        after: str | None = None,
        limit: int = 50,
        sees_all: bool = False,
    ) -> RefusedList:
        """Records that were refused, the latest first; `limit` is at most 500.

        Without `sees_all` (surveillance) neither digest nor card is told of what may tell a face.
        """
        size = limited(limit)
        before = None if after is None else place(after, (int,))[0]
        found = refused.listed(
            self.ledger, gaming_date=gaming_date, before=before, limit=size + 1, sees_all=sees_all
        )
        more = len(found) > size
        return RefusedList(refused=found[:size], after=cursor(found[size - 1].refused) if more else None)

    def refused_record(self, number: int, *, sees_all: bool = False) -> RefusedBody:
        """One of them with what was sent, unless it may tell a face and the asker may not see those.

        Raises RefusedNotFound.
        """
        return refused.whole(self.ledger, number, sees_all=sees_all)


class _Days:
    """The exceptions of each gaming date in one snapshot."""

    def __init__(
        self, asked: ExceptionsAsked, look: Look, known_at: datetime | None, jurisdiction: str | None
    ) -> None:
        self._ledger = asked.ledger
        self._look = look
        self._known_at = known_at or _recorded_at(asked, look)
        self._asked, self._setting = jurisdiction, asked.jurisdiction

    def ruled(self, gaming_date: date) -> Ruled:
        """Whose rules a date follows.  Raises JurisdictionNotFound."""
        opened = day(self._ledger, gaming_date, self._look.as_of).state.opened
        return ruled(self._asked, None if opened is None else opened.jurisdiction, self._setting)

    def lines(self, gaming_date: date) -> Iterator[ExceptionLine]:
        """Those of one date: sessions, slips and coupons, funds, the day itself, what was refused."""
        ledger, seen = self._ledger, self._look
        profile = self.ruled(gaming_date).profile
        by_year = numbers_by_year(profile)
        yield from of_slips.across(seen, queries.of_sessions(ledger, seen, gaming_date))
        yield from of_jurisdiction.lines(ledger, seen, gaming_date, profile)
        yield from queries.of_goodwill(seen, gaming_date)
        yield from queries.of_other_currencies(ledger, seen, gaming_date)
        yield from of_slips.of_numbers(seen, gaming_date, by_year=by_year)
        yield from of_slips.of_slips(ledger, seen, gaming_date, by_year=by_year)
        yield from of_slips.of_coupons(ledger, seen, gaming_date)
        yield from queries.of_funds(seen, gaming_date)
        yield from of_days.lines(seen, day(ledger, gaming_date, seen.as_of))
        for one in refused.listed(
            ledger, gaming_date=gaming_date, known_at=self._known_at, limit=MOST_REFUSED
        ):
            yield _of_refused(one, gaming_date)

    def _with_currency(self, line: ExceptionLine) -> ExceptionLine:
        """A line with an amount, and what its table plays in, unless it says in what it is."""
        if line.amount is None or line.currency is not None:
            return line
        currency = DEFAULT_CURRENCY if line.table is None else currency_of(self._ledger, line.table)
        return line.model_copy(update={"currency": currency})

    def page(
        self, start: tuple[date, int], until: date, size: int, *, whole: bool
    ) -> tuple[list[ExceptionLine], str | None, list[Counted]]:
        """So many lines from a place on, the cursor of what follows, and where wanted the count of all."""
        found: list[ExceptionLine] = []
        following: str | None = None
        counted: dict[str, Counter[str | None]] = {}
        gaming_date, skipped = start
        while gaming_date <= until and (whole or following is None):
            for n, said in enumerate(self.lines(gaming_date)):
                line = self._with_currency(said)
                counted.setdefault(line.code, Counter()).update({None: 1})
                if line.currency is not None and line.amount is not None:
                    counted[line.code].update({line.currency: line.amount})
                if n < skipped or following is not None:
                    continue
                if len(found) == size:
                    following = cursor(gaming_date.isoformat(), n)
                else:
                    found.append(line)
            gaming_date, skipped = gaming_date + DAY, 0
        return found, following, _by_code(counted) if whole else []


def _by_code(counted: Mapping[str, Mapping[str | None, int]]) -> list[Counted]:
    """How often each code stands there (under None), and what those lines add up to, by currency."""
    found = []
    for code, sums in sorted(counted.items()):
        amounts = {currency: cents for currency, cents in sorted(sums.items(), key=str) if currency}
        total = None if len(amounts) > 1 else sum(amounts.values())
        found.append(Counted(code=code, count=sums[None], amount=total, by_currency=amounts))
    return found


def _of_refused(one: RefusedRecord, gaming_date: date) -> ExceptionLine:
    key = one.stream.partition("/")[2]
    times = "once" if one.times == 1 else f"{one.times} times"
    return queries.of_kind(
        "record_refused",
        gaming_date,
        key.partition("/")[0] if key.count("/") > 1 else None,
        stream="refused",
        key=one.stream,
        detail=f"{times}, sent by {one.refused_by}: {one.code}, {one.detail}",
        occurred_at=one.first_at,
    )


def _recorded_at(asked: ExceptionsAsked, look: Look) -> datetime | None:
    """Until when the ledger stood where a report is as of; None where that is now."""
    if look.as_of >= look.position:
        return None
    following = asked.ledger.recorder.read_since(look.as_of, 1)
    return asked.ledger.mapper.to_domain_event(following[0]).recorded_at if following else None


def _dates(since: date, until: date) -> list[date]:
    days = (until - since).days + 1
    if not 1 <= days <= MOST_DAYS:
        raise InvalidQuery(detail=f"from and to are gaming dates in this order, at most {MOST_DAYS} of them")
    return [since + n * DAY for n in range(days)]


def _place(after: str, since: date, until: date) -> tuple[date, int]:
    """The place that a cursor means.  Raises InvalidQuery where it is none of these dates."""
    text, n = place(after, (str, int))
    try:
        gaming_date = date.fromisoformat(text)
    except ValueError:
        gaming_date = until + DAY
    if not since <= gaming_date <= until or n < 0:
        raise InvalidQuery(detail="after is the cursor of an earlier page of this list")
    return gaming_date, n
