"""Questions to the view of slips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Final

from ledger.errors import SlipNotFound
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.days.said import day, ruled
from projections.reconciliation.queries import currency_of
from projections.slips import listing, numbering, queries
from projections.slips.answers import CouponList, NumberedSlips, Slip, SlipFilter, SlipNumbers, SlipPage
from projections.slips.projection import NAME as SLIPS

# The lists of slips in what is asked of their numbers.
SLIPS_OF_NUMBERS: Final = ("repeated", "voided", "in_transit")


class SlipsAsked(Asked):
    """Slips, their numbers, coupons."""

    def slips(
        self,
        wanted: SlipFilter | None = None,
        *,
        after: str | None = None,
        limit: int = 50,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> SlipPage:
        """Slips in order of number; `limit` is at most 500.  Raises TableNotFound."""
        size = limited(limit)
        if wanted is not None and wanted.table is not None:
            self._known(wanted.table)
        last = None if after is None else _number(*place(after, (str, str, int)))

        def work(seen: Look) -> SlipPage:
            slips = self._in_money(queries.found(seen, wanted or SlipFilter(), last, size + 1))
            found, more = _page(slips, size)
            following = cursor(found[-1].type, found[-1].series, found[-1].serial) if more else None
            return SlipPage(as_of=seen.as_of, lag=seen.lag, slips=found, after=following)

        return look(self.ledger, [SLIPS], as_of, work, known_at=as_known_at)

    def slip(
        self,
        type: str,
        series: str,
        serial: int,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> NumberedSlips:
        """All that a number was used for, each slip with every step.  Raises SlipNotFound."""

        def work(seen: Look) -> NumberedSlips:
            found = list(self._in_money(queries.of_numbers(seen, [(type, series, serial)])))
            if not found:
                raise SlipNotFound(slip=f"{type}/{series}/{serial}")
            return NumberedSlips(as_of=seen.as_of, lag=seen.lag, slips=found)

        return look(self.ledger, [SLIPS], as_of, work, known_at=as_known_at)

    def slip_numbers(
        self,
        since: date,
        until: date,
        *,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> SlipNumbers:
        """What is missing, out of order or repeated among the numbers used on some gaming dates, both in.

        Beside it the void slips of those dates and those in transit.  Of one date the day's own jurisdiction
        says whether numbers begin anew each year, of several the property's.  Raises JurisdictionNotFound.
        """

        def work(seen: Look) -> SlipNumbers:
            opened = day(self.ledger, since, seen.as_of).state.opened if since == until else None
            said = None if opened is None else opened.jurisdiction
            profile = ruled(jurisdiction, said, self.jurisdiction).profile
            found = numbering.numbers(seen, since, until, profile)
            in_money = {name: list(self._in_money(getattr(found, name))) for name in SLIPS_OF_NUMBERS}
            return found.model_copy(update=in_money)

        return look(self.ledger, [SLIPS], as_of, work, known_at=as_known_at)

    def coupons(
        self,
        since: date,
        until: date,
        *,
        table: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> CouponList:
        """The match-play coupons of some gaming dates, both in.  Raises TableNotFound."""
        if table is not None:
            self._known(table)
        return look(
            self.ledger,
            [SLIPS],
            as_of,
            lambda seen: listing.listed(self.ledger, seen, since, until, table),
            known_at=as_known_at,
        )

    def _in_money(self, slips: Iterable[Slip]) -> Iterator[Slip]:
        """The same slips with what their tables play in."""
        self.ledger.registry.refresh()
        for slip in slips:
            yield slip.model_copy(update={"currency": currency_of(self.ledger, slip.tables[0])})


def _page(found: Iterator[Slip], size: int) -> tuple[list[Slip], bool]:
    """So many slips, and whether there are more: those of one number come together, one a year."""
    page: list[Slip] = []
    for slip in found:
        if len(page) >= size and slip.name != page[-1].name:
            return page, True
        page.append(slip)
    return page, False


def _number(type: str, series: str, serial: int) -> queries.Number:
    return type, series, serial
