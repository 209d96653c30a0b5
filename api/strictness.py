"""A parameter that a route does not know is refused: a misspelt `as_of` must not give today's answer.

So is one that is said twice: no route takes a list, and neither must be left out in silence.  That holds for
the headers, too, that decide what is recorded or where reading goes on.
"""

from __future__ import annotations

from typing import Final

from fastapi import Depends, Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Depends as Dependency
from fastapi.params import Query
from fastapi.routing import APIRoute

from api.errors import HeaderInvalid
from ledger.errors import InvalidQuery


def known_parameters_only(request: Request) -> None:
    """Refuse a query with a parameter that the route does not have, or twice.  Raises InvalidQuery."""
    route = request.scope.get("route")
    if not request.query_params or not isinstance(route, APIRoute):
        return
    known = {one.alias for one in get_flat_params(route.dependant) if isinstance(one.field_info, Query)}
    for name in request.query_params:
        if name not in known:
            there_are = ", ".join(sorted(known)) or "none"
            raise InvalidQuery(
                detail=f"there is no parameter {name} here; there are: {there_are}", parameter=name
            )
        if (times := len(request.query_params.getlist(name))) > 1:
            raise InvalidQuery(detail=f"{name} is given {times} times, and means one thing", parameter=name)


def said_once(request: Request, header: str) -> None:
    """Refuse a header that is given twice: which of them was meant, nobody knows.  Raises HeaderInvalid."""
    if (times := len(request.headers.getlist(header))) > 1:
        raise HeaderInvalid(header=header, detail=f"it is given {times} times, and means one thing")


no_unknown_parameters: Final[Dependency] = Depends(known_parameters_only)
