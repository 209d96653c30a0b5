"""Two ledgers that differ by nothing but unseen faces say the same to all who may not see those."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.app import create_app
from ledger.cards import DECK, cards
from ledger.settings import Settings
from projections.integrity.sealer import Sealer
from tests.api.desk import Desk, key_for
from tests.scenario import T0, dealt, event, opened, placed, round_record
from tests.scenarios.shoe import deck, happened, in_use, inspected

DAY = "2026-11-28"
RECORDED_AT = datetime(2026, 11, 29, 2, tzinfo=UTC)
OPEN = {"hole cards": f"THB-03/{DAY}/900", "a draw": f"T-1/{DAY}/1"}
# What is not known to a table, in one ledger and in the other: in one the same card comes twice.
UNSEEN = {"plain": cards("2c3d4h5s6c7d8h9sTc"), "doubled": cards("AsAhAsKdKsAhAdQc9h")}
SCOPES = ("accounting", "disputes", "ruling", "reporting", "integrity", "operations", "personal", "recording")
# Of files the pages say the same; how a schema is written is no answer of the ledger's.
LEFT_OUT = re.compile(r"\.(xlsx|pdf)$|^/(v1/schemas|v1/feed/stream|v1/integrity|metrics|healthz|readyz)")
VALUES: dict[str, list[str]] = {
    "/v1/rounds/{id}": [*OPEN.values()], "/v1/tables/{name}": ["THB-03", "T-1"], "/v1/decks/{name}": ["B7"],
    "/v1/disputes/{name}": ["D-1"], "{place}": ["1", "2", "dealer"], "{at}": ["5", "12"],
    "{gaming_date}": [DAY], "{number}": ["1", "2"], "{name}": ["none"], "{id}": ["none"],
    "{type}/{series}/{serial}": ["fill/A/1"],
}  # fmt: skip
FACES = sorted({*UNSEEN["plain"], *UNSEEN["doubled"]})
ASKED: dict[str, list[str]] = {
    "/v1/rounds": [*(f"card={face}" for face in FACES), "finding=card_duplicated", "rank=pair"],
    "/v1/decks/B7/impact": [f"{fault}={face}" for face in FACES for fault in ("missing", "extra")],
}  # fmt: skip
# What is asked by sending something.
SENT: list[tuple[str, dict[str, Any]]] = [
    *((f"/v1/tables/{table}/rack/check", {"cards": found})
      for table in ("THB-03", "T-1")
      for found in ([], ["As", "As"], *([face, face] for face in UNSEEN["plain"]), FACES)),
    *(("/v1/alternatives", {"rounds": [key], "suppose": suppose})
      for key in OPEN.values()
      for suppose in ([], [{"corrects": 2}], [{"corrects": 4, "event": dealt(1, "As")}])),
]  # fmt: skip


def told(faces: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Records of two open rounds, of the deck of one, and of what was refused of it."""
    at = datetime.fromisoformat(T0)
    hole = round_record(
        opened(spots=[1, 2]), placed(1, "ante", 15_00), placed(2, "ante", 15_00),
        dealt(1, faces[0]), dealt(2, faces[1]), dealt("dealer", faces[2]), dealt(1, faces[3]),
        event("card_burned", card=faces[4]), dealt("board", "Qh", face="up"),
        table="THB-03", number=900, game="texas_holdem_bonus", deck="B7",
    )  # fmt: skip
    right = {**dealt(2, faces[7]), "occurred_at": T0, "source": "manual", "by": "F-1"}
    draw = round_record(
        opened(), dealt(1, faces[0]), dealt(2, faces[1]), dealt(2, faces[2]),
        event("cards_discarded", spot=2, cards=[faces[2]]),
        event("card_moved", of=2, card=faces[0], to=3), event("card_returned", card=faces[5], **{"from": 3}),
        event("corrected", corrects=3, event=right, reason="misread", approved_by="F-2"),
        event("hand_collected", to=2, cards=[faces[7]]),
    )  # fmt: skip
    left = [face for face in DECK if face not in {*faces[:5], "Qh"}][:40]
    later = at + timedelta(minutes=1)
    of_deck = [
        happened(later, "counted", count=40, cards=left),
        inspected(later, cards=left),
        happened(later, "card_found", card=faces[6], state="extra"),
        happened(later, "card_removed", card=faces[8]),
    ]
    yield deck("B7", *in_use(at - timedelta(hours=1), table="THB-03"))
    yield hole
    yield draw
    yield deck("B7", *in_use(at - timedelta(hours=1), table="THB-03"), *of_deck)
    yield {**draw, "events": [draw["events"][0], {**draw["events"][1], "card": faces[3]}]}
    yield {**draw, "after": 9, "events": [{**dealt(1, faces[3] + "!"), "occurred_at": T0}]}


@pytest.fixture
def alike(new_database: Callable[[], AbstractContextManager[str]], tmp_path: Path) -> Iterator[list[Desk]]:
    """A desk at each of the two ledgers."""
    with new_database() as one, new_database() as two:
        urls = dict(zip(UNSEEN, (one, two), strict=True))
        desks = []
        for name, url in urls.items():
            settings = Settings(_env_file=None, database_url=SecretStr(url), home=tmp_path / name)
            app = create_app(settings)
            client = TestClient(app).__enter__()
            desks.append(Desk(app, settings, client))
        for made, faces in zip(desks, UNSEEN.values(), strict=True):
            made.app.state.services.ledger.clock = lambda: RECORDED_AT
            made.set_up()
            statuses = [made.record(one).status_code for one in told(faces)]
            assert statuses == [201] * 4 + [409, 422]
            complaint = {
                "type": "opened", "occurred_at": T0, "source": "manual", "by": "F-31",
                "rounds": [*OPEN.values()], "subject": "S-1", "claim": "he looked at my cards",
            }  # fmt: skip
            answer = made("floor", "POST", "/v1/disputes", json={"name": "D-1", "events": [complaint]})
            assert answer.status_code == 201, answer.text
            made.project()
            Sealer(made.settings).seal()
        yield desks
        for made in desks:
            made.client.__exit__(None, None, None)


def paths(desk: Desk) -> Iterator[str]:
    """Every address that can be asked, of the rounds, the deck and the dispute."""
    for path, said in desk.app.openapi()["paths"].items():
        if "get" not in said or LEFT_OUT.search(path):
            continue
        named = {one["name"]: one for one in said["get"].get("parameters", []) if one["in"] == "query"}
        needed = {
            name: {"gaming_date": DAY, "from": DAY, "reason": "asked"}[name]
            for name in ("gaming_date", "from", "reason")
            if name in named and (named[name].get("required") or "report" in path or "slips/" in path)
        }
        if "from" in needed and "gaming_date" in needed:
            del needed["from"]
        query = "&".join(f"{name}={value}" for name, value in needed.items())
        for address in _filled(path):
            yield f"{address}?{query}" if query else address
            yield from (f"{address}?{one}" for one in ASKED.get(address, ()))


def _filled(path: str) -> Iterator[str]:
    for place, values in VALUES.items():
        if place in path:
            part = re.findall(r"{[^}]*}(?:/{[^}]*})*", place)[0]
            for value in values:
                yield from _filled(path.replace(place, place.replace(part, value), 1))
            return
    yield path


# What tells one ledger from the other though both were told the same: times, and what is random.
OWN = re.compile(
    r"\d{4}-\d\d-\d\d[T ][\d:]+\.\d+(Z|\+00:00)?|[0-9a-f]{64}|[A-Za-z0-9+/]{43}=|\"lag(_ms)?\":\d+|"
    r'\\"salt\\":\\"[^"\\]+\\"'
)


def without_its_own(text: str) -> str:
    return OWN.sub("…", text)


def test_all_that_can_be_asked_is_answered_alike(alike):
    headers = [key_for(desk, *SCOPES) for desk in alike]
    asked = list(paths(alike[0]))
    answered = 0
    for path, body in [*((path, None) for path in asked), *SENT]:
        method = "GET" if body is None else "POST"
        first, second = (
            desk.client.request(method, path, json=body, headers=key)
            for desk, key in zip(alike, headers, strict=True)
        )
        answered += first.status_code == 200
        assert first.status_code == second.status_code, (path, body)
        said = zip(without_its_own(first.text).split(), without_its_own(second.text).split(), strict=True)
        assert [(path, body, *words) for words in said if len(set(words)) > 1] == []
    assert answered > 150
