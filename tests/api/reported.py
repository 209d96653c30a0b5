"""A desk with the dispute of the worked pit on it, and reports as somebody reads them."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from httpx2 import Response
from pydantic import SecretStr
from pypdf import PdfReader

from api.app import create_app
from ledger.settings import Settings
from ledger.simulate.worked_pit import DISPUTED, worked_pit
from tests.api.desk import Desk

DISPUTE = "D-2026-031"
(TABLE,) = DISPUTED.tables
ROUND = f"{TABLE}/2026-11-29/8"
REPORT = f"/v1/disputes/{DISPUTE}/report"


def records() -> Iterator[str]:
    """What the worked pit records of the dispute: its table, deck, rounds, and itself."""
    for line in worked_pit():
        head = json.loads(line)
        about = head.get("table") == TABLE or head.get("name") in {DISPUTE, "simulated-tcp", "TCP-D7"}
        if about:
            yield line


@contextmanager
def desk_at(database_url: str, home: Path) -> Iterator[Desk]:
    """A desk on a database of its own, with the dispute."""
    settings = Settings(_env_file=None, database_url=SecretStr(database_url), home=home)
    app = create_app(settings)
    with TestClient(app) as client:
        desk = Desk(app, settings, client)
        set_up(desk)
        yield desk


def set_up(desk: Desk) -> None:
    told = list(records())
    disputes = [line for line in told if json.loads(line)["stream"] == "dispute"]
    answers = desk.record_lines("\n".join(line for line in told if line not in disputes))
    assert {one["status"] for one in answers} == {"appended"}
    for line in disputes:
        assert desk("floor", "POST", "/v1/disputes", json=json.loads(line)).status_code == 201
    desk.project()


def take(desk: Desk, role: str, form: str = "json", *, name: str = DISPUTE, **params: Any) -> Response:
    """The report, for a reason that is always the same unless said."""
    asked = {"reason": "for the file", **params}
    answer = desk.get(role, f"/v1/disputes/{name}/report.{form}", params=asked)
    desk.project()
    return answer


def words(answer: Response) -> str:
    """What stands on the pages of an answer, in HTML or PDF, on one line."""
    if answer.headers["content-type"].startswith("text/html"):
        body = answer.text.partition("<body>")[2]
        text = html.unescape(re.sub(r"<[^>]+>", " ", body))
    else:
        pages = PdfReader(io.BytesIO(answer.content)).pages
        text = " ".join(page.extract_text() for page in pages).replace("\u200b", "")
    return " ".join(text.split())


def said(desk: Desk, role: str = "floor") -> dict[str, Any]:
    """The dispute as it stands."""
    found: dict[str, Any] = desk.get(role, f"/v1/disputes/{DISPUTE}").json()
    return found


def post(desk: Desk, *events: dict[str, Any], name: str = DISPUTE, role: str = "shift_manager") -> Response:
    """Events at the end of a dispute."""
    version = desk.get("floor", f"/v1/disputes/{name}").json()["version"]
    answer = desk(
        role,
        "POST",
        f"/v1/disputes/{name}/events",
        json={"events": list(events)},
        headers={"If-Match": f'"{version}"'},
    )
    desk.project()
    return answer
