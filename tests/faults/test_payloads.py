"""Records of a megabyte, texts that are none, amounts beyond every account: a status, and it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.money import MOST
from projections.runner import Projector
from projections.views import open_views
from tests.api.desk import Desk, lines
from tests.scenario import document, event, opened, placed, round_record

NOTE = 4000
# Each says why it cannot be a record; the first byte that is none, the escape that is no letter, and so on.
BY = b'"by": "D-1"'
NONE = {
    "a byte that is no UTF-8": (BY, b'"by": "D-\xff"', 400, "malformed_json"),
    "half of a pair of surrogates, as bytes": (BY, b'"by": "D-\xed\xa0\x80"', 400, "malformed_json"),
    "half of a pair of surrogates, escaped": (BY, rb'"by": "D-\ud800"', 400, "malformed_json"),
    "a letter that Postgres has not": (BY, rb'"by": "D-\u0000"', 422, "invalid_field"),
    "an amount one beyond the most": (b"2500", b"%d" % (MOST + 1), 422, "invalid_field"),
    "an amount of four hundred digits": (b"2500", b"9" * 400, 422, "invalid_field"),
    "an amount with an exponent": (b"2500", b"25e999", 422, "amount_not_whole"),
    "a note longer than a note may be": (BY, BY + b', "note": "%s"' % (b"n" * 4001), 422, "invalid_field"),
    "deeper than anybody nests": (BY, b'"by": ' + b"[" * 50_000 + b"]" * 50_000, 400, "malformed_json"),
}  # fmt: skip


@pytest.fixture
def desk(settings) -> Iterator[Desk]:
    app = create_app(settings)
    with TestClient(app) as client:
        found = Desk(app, settings, client)
        found.set_up()
        yield found


def test_what_is_no_record_has_its_status_and_what_is_one_however_large_is_taken_in(desk, counted):
    small = document(round_record(opened(), placed(1, "main", 25_00)))
    for what, (old, new, status, code) in NONE.items():
        sent = small.replace(old, new, 1)
        assert sent != small, what
        answer = desk(
            "recorder", "POST", "/v1/records", content=sent, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (status, code), what
    notes = [event("stub_collected", source="dealer", by="D-1", note="n" * NOTE) for _ in range(280)]
    large = round_record(opened(), *notes, number=2)
    assert len(json.dumps(large)) > 1 << 20
    assert desk.record(large).status_code == 201
    # More of the largest amount than eight bytes can sum up.
    wagers = [placed(spot, "main", MOST) for spot in range(1, 8)]
    huge = [round_record(opened(), *wagers, number=number) for number in range(3, 153)]
    assert {said["status"] for said in desk.record_lines(lines(*huge))} == {"appended"}
    desk.project()
    assert desk.head() == min(view.position for view in Projector(desk.settings).status())
    with open_views(desk.settings) as asked:
        amounts = asked.trial_balance().model_dump_json()
    assert str(150 * 7 * MOST) in amounts
    page = desk.get("warehouse", "/v1/feed", params={"limit": 1000})
    assert len(page.content) > 1 << 20
    counted(refused=len(NONE), bytes=len(json.dumps(large)))
