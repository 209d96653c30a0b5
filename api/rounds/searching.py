"""The filters of a search for rounds, as they stand in a query."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from api.answering import Day, Instant
from ledger.cards import Face
from ledger.money import MOST
from projections.rounds.answers import RoundFilter, Status


def wanted(  # noqa: PLR0917 - each parameter is one of the query
    table: Annotated[str | None, Query(max_length=64)] = None,
    gaming_date: Annotated[Day | None, Query(description="as assigned when the session opened")] = None,
    session: Annotated[
        str | None, Query(max_length=100, description="a session's key, or `-` for none")
    ] = None,
    game: Annotated[str | None, Query(max_length=64)] = None,
    status: Annotated[Status | None, Query()] = None,
    since: Annotated[
        Instant | None, Query(description="opened at or after this time, by the floor's clock")
    ] = None,
    until: Annotated[
        Instant | None, Query(description="opened before this time, by the floor's clock")
    ] = None,
    spot: Annotated[
        int | None, Query(ge=1, le=255, description="where card, rank or finding are looked for")
    ] = None,
    card: Annotated[Face | None, Query(description="a face (`As`)")] = None,
    rank: Annotated[
        str | None, Query(max_length=64, description="a hand as the game names it (`flush`)")
    ] = None,
    finding: Annotated[str | None, Query(max_length=64, description="a code listed at /v1/findings")] = None,
    amount: Annotated[
        int | None, Query(ge=1, le=MOST, description="staked, paid, collected or returned at once, in cents")
    ] = None,
) -> RoundFilter:
    """What is looked for; every filter that is given must hold."""
    return RoundFilter(
        table=table,
        gaming_date=gaming_date,
        session=session,
        game=game,
        status=status,
        since=since,
        until=until,
        spot=spot,
        card=card,
        rank=rank,
        finding=finding,
        amount=amount,
    )


Wanted = Annotated[RoundFilter, Depends(wanted)]
