"""A report over HTTP in the form that is asked for: JSON, CSV or XLSX, by Accept or by the path's ending.

    @in_forms(router, "", operation_id="getJournal", response_model=Journal, responses=problems(401, 403))
    def get_journal(*, request: Request, sheet: OneSheet = None, …) -> Response:
        return given(request, lambda: journal, lambda: sheets(journal), sheet)

A file is written whole before any of it is sent, so that what goes wrong on the
way is a problem and not half a file; it lies on the disk, never in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import IO, Annotated, Any, Final, TypeVar

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from api.answering import answer
from api.bodies import JSON
from api.negotiation import preferred
from api.sheets import csv, xlsx
from api.sheets.choosing import chosen
from ledger.errors import InvalidQuery
from projections.reports.sheet import Workbook

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])
Responses = dict[int | str, dict[str, Any]]

CSV: Final = "text/csv"
FORMS: Final = (JSON, CSV, xlsx.MEDIA_TYPE)
# What a path ends with -> the form, and the ending of its operation's name.
ENDINGS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {".csv": (CSV, "Csv"), ".xlsx": (xlsx.MEDIA_TYPE, "Xlsx")}
)
OF_PAGES: Final = frozenset({"after", "limit"})
AS_OF: Final = "Pitledger-As-Of"
PIECE: Final = 1 << 16
FILE: Final[dict[str, Any]] = {"schema": {"type": "string", "format": "binary"}}
HEADERS: Final[dict[str, Any]] = {
    AS_OF: {
        "description": "position of the ledger that a file reflects; in JSON it is `as_of`",
        "schema": {"type": "integer"},
    }
}

OneSheet = Annotated[
    str | None,
    Query(max_length=31, description="which table of the report, of CSV alone; absent: the first"),
]


def in_forms(
    router: APIRouter, path: str, *, operation_id: str, response_model: type[BaseModel], responses: Responses
) -> Callable[[Endpoint], Endpoint]:
    """Give an endpoint three routes: its path, and the same with `.csv` and with `.xlsx`."""

    def register(endpoint: Endpoint) -> Endpoint:
        all_forms: Responses = {
            200: {"content": {CSV: FILE, xlsx.MEDIA_TYPE: FILE}, "headers": HEADERS},
            **responses,
        }
        router.add_api_route(
            path, endpoint, methods=["GET"], operation_id=operation_id,
            response_model=response_model, responses=all_forms,
        )  # fmt: skip
        for ending, (form, suffix) in ENDINGS.items():
            this_form: Responses = {200: {"content": {form: FILE}, "headers": HEADERS}, **responses}
            router.add_api_route(
                path + ending, endpoint, methods=["GET"], operation_id=operation_id + suffix,
                response_class=Response, responses=this_form,
            )  # fmt: skip
        return endpoint

    return register


def form_of(request: Request) -> str:
    """The media type that is asked for.

    Raises NotAcceptable; InvalidQuery where a parameter is given that means nothing in that form.
    """
    endings = (form for ending, (form, _) in ENDINGS.items() if request.url.path.endswith(ending))
    form = next(endings, None) or preferred(request.headers.get("accept"), FORMS)
    for name in request.query_params:
        if name == "sheet" and form != CSV:
            raise InvalidQuery(detail="sheet chooses the table of a CSV; JSON and XLSX hold them all")
        if name in OF_PAGES and form != JSON:
            raise InvalidQuery(detail=f"{name} is for pages of JSON; a file holds all of it")
    return form


def given(
    request: Request,
    document: Callable[[], BaseModel],
    workbook: Callable[[], Workbook],
    sheet: str | None = None,
) -> Response:
    """The answer in the form that is asked for; only that one is made.

    Raises NotAcceptable, InvalidQuery.
    """
    form = form_of(request)
    return answer(document()) if form == JSON else attached(form, workbook(), sheet)


def attached(form: str, book: Workbook, sheet: str | None = None) -> Response:
    """A report as a file, CSV or XLSX.  Raises InvalidQuery where there is no such sheet."""
    with TemporaryDirectory(prefix="pitledger-") as folder:
        if form == CSV:
            ending, file = ".csv", _csv(book, sheet, Path(folder))
        else:
            ending, file = ".xlsx", _xlsx(book, Path(folder))
    length = file.seek(0, 2)
    file.seek(0)
    return StreamingResponse(
        _sent(file),
        media_type=form,
        headers={
            "Content-Disposition": f'attachment; filename="{book.name}{ending}"',
            "Content-Length": str(length),
            AS_OF: str(book.as_of),
        },
    )


def _csv(book: Workbook, sheet: str | None, folder: Path) -> IO[bytes]:
    path = folder / "sheet"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.write(chosen(book, sheet), file)
    return path.open("rb")


def _xlsx(book: Workbook, folder: Path) -> IO[bytes]:
    path = folder / "book"
    xlsx.write(book, path, folder)
    return path.open("rb")


def _sent(file: IO[bytes]) -> Iterator[bytes]:
    """The file in pieces; it has no name any more, and is gone when it is closed."""
    with file:
        while piece := file.read(PIECE):
            yield piece
