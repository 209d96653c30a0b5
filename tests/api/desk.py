"""A desk at the API: whoever sits there has a key, and says what they want in the pit's terms."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

from api import keys
from ledger.settings import Settings
from projections.runner import Projector

HERE = Path(__file__).parent / "examples"
WORKED = Path(__file__).parents[1] / "book" / "examples"
SETUP = (HERE / "setup.ndjson").read_text()
ROUND_412 = "THB-03/2026-11-28/412"
RECORD_412: dict[str, Any] = json.loads((WORKED / "round_thb_412.json").read_text())

# Who sits where: each role has the one scope of its name, but for surveillance, which also looks rounds up.
ROLES: Mapping[str, tuple[str, ...]] = {
    "recorder": ("recording",),
    "accountant": ("accounting",),
    "floor": ("disputes",),
    "shift_manager": ("disputes", "ruling"),
    "surveillance": ("surveillance",),
    "warehouse": ("reporting",),
    "auditor": ("integrity",),
    "operator": ("operations",),
}


class Desk:
    """One property's API, and a key for each role."""

    def __init__(self, app: FastAPI, settings: Settings, client: TestClient) -> None:
        self.app = app
        self.settings = settings
        self.client = client
        with keys.administration(settings) as connection, connection.transaction():
            self.keys = {role: keys.create(connection, role, scopes)[1] for role, scopes in ROLES.items()}

    def __call__(self, role: str, method: str, path: str, **request: Any) -> Response:
        """A request by a role."""
        headers = {"Authorization": f"Bearer {self.keys[role]}", **request.pop("headers", {})}
        return self.client.request(method, path, headers=headers, **request)

    def get(self, role: str, path: str, **request: Any) -> Response:
        return self(role, "GET", path, **request)

    def record(self, document: Mapping[str, Any], *, role: str = "recorder", **request: Any) -> Response:
        """POST one record."""
        return self(role, "POST", "/v1/records", json=document, **request)

    def record_lines(self, lines: str | bytes, **request: Any) -> list[dict[str, Any]]:
        """POST NDJSON, and the answer lines."""
        headers = {"Content-Type": "application/x-ndjson", **request.pop("headers", {})}
        answer = self("recorder", "POST", "/v1/records", content=lines, headers=headers, **request)
        assert answer.status_code == 200, answer.text
        return [json.loads(line) for line in answer.text.splitlines()]

    def set_up(self) -> None:
        """Register the submission and tables of the worked pit, and the plain table T-1."""
        plain = {
            "format": "pitledger/1",
            "stream": "table",
            "table": "T-1",
            "events": [
                {
                    "type": "registered",
                    "occurred_at": "2026-01-05T10:00:00-05:00",
                    "source": "manual",
                    "by": "C-01",
                    "kind": "table",
                    "spots": 7,
                    "currency": "USD",
                },
            ],
        }
        answers = self.record_lines(SETUP + json.dumps(plain))
        assert [answer["status"] for answer in answers] == ["appended"] * 4

    def project(self) -> None:
        """Let the views take in all there is."""
        Projector(self.settings).catch_up()

    def head(self) -> int:
        """The position of the last event."""
        head: int = self.app.state.services.ledger.recorder.head()
        return head


def lines(*documents: Mapping[str, Any]) -> str:
    """Documents as NDJSON."""
    return "".join(json.dumps(document) + "\n" for document in documents)


def codes(answers: Iterable[Mapping[str, Any]]) -> list[str | None]:
    """The code of each answer's problem, None where there is none."""
    return [answer["problem"]["code"] if "problem" in answer else None for answer in answers]


def key_for(desk: Desk, *scopes: str) -> dict[str, str]:
    """The headers of somebody with these scopes."""
    with keys.administration(desk.settings) as connection, connection.transaction():
        made = keys.create(connection, "-".join(scopes), scopes)[1]
    return {"Authorization": f"Bearer {made}"}
