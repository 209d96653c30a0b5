"""Questions to the view of funds."""

from __future__ import annotations

from datetime import UTC, datetime

from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.disputes.projection import NAME as DISPUTES
from projections.funds import queries as funds
from projections.funds.answers import FundPage, FundState
from projections.funds.projection import NAME as FUNDS


class FundsAsked(Asked):
    """Funds and their history."""

    def funds(
        self,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> FundPage:
        """Funds by name, established or only named; `limit` is at most 500."""
        size = limited(limit)
        last = "" if after is None else place(after, (str,))[0]

        def work(seen: Look) -> FundPage:
            found = [line for line in funds.lines(self.ledger, seen) if line.fund > last]
            following = cursor(found[size - 1].fund) if len(found) > size else None
            return FundPage(as_of=seen.as_of, lag=seen.lag, funds=found[:size], after=following)

        return look(self.ledger, [FUNDS], as_of, work, known_at=as_known_at)

    def fund(
        self,
        name: str,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> FundState:
        """A fund by name, as of a position or as known at a time, and a page of its history, latest first.

        Raises FundNotFound, also where nothing had named it by then.
        """
        size = limited(limit)
        before = funds.LAST if after is None else funds.Place(*place(after, (int, int)))
        asked_at = as_known_at or datetime.now(UTC)

        def work(seen: Look) -> FundState:
            return funds.fund(
                self.ledger, seen, name, known_at=as_known_at, asked_at=asked_at, before=before, size=size
            )

        return look(self.ledger, [FUNDS, DISPUTES], as_of, work)
