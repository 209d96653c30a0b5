"""What requests for several reports ask by: gaming dates, a table, the state of a day."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, TypeAlias

from fastapi import Depends, Query

from api.answering import Day
from api.spans import optional_span, span

OneDate: TypeAlias = Annotated[
    Day | None, Query(description="this gaming date alone; or name `from` and `to`")
]
First: TypeAlias = Annotated[Day | None, Query(alias="from", description="the first gaming date")]
Last: TypeAlias = Annotated[
    Day | None, Query(alias="to", description="the last gaming date, in it; absent: the first alone")
]
OneTable: TypeAlias = Annotated[
    str | None, Query(max_length=64, description="this table alone; absent: the property")
]
InState: TypeAlias = Annotated[
    Literal["preliminary", "audited"] | None,
    Query(description="as the count room first printed it, or as revenue audit left it; absent: as it is"),
]


def asked(gaming_date: OneDate = None, first: First = None, last: Last = None) -> tuple[date, date]:
    """The first and the last gaming date that a request names.  Raises InvalidQuery."""
    return span(gaming_date, first, last)


def perhaps_asked(
    gaming_date: OneDate = None, first: First = None, last: Last = None
) -> tuple[date, date] | None:
    """The same where a request may name none.  Raises InvalidQuery."""
    return optional_span(gaming_date, first, last)


Dates: TypeAlias = Annotated[tuple[date, date], Depends(asked)]
AnyDates: TypeAlias = Annotated[tuple[date, date] | None, Depends(perhaps_asked)]
