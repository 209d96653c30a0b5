"""Chapters over HTTP: what an auditor lists, reads and takes away."""

from __future__ import annotations

import pytest

from ledger.seal.notes import VerifierKey
from projections.chapters.checking import check
from projections.integrity.sealer import Sealer
from tests.api.desk import RECORD_412, key_for
from tests.days.told import audited, day_record, opened
from tests.scenario import event

DAY = "/v1/chapters/2026-11-28"


@pytest.fixture
def closed(desk):
    """The worked round's day audited, in the views and sealed."""
    desk.record(RECORD_412)
    assert desk.record(day_record(opened(), audited())).status_code == 201
    desk.project()
    Sealer(desk.settings).seal()
    return desk


def test_a_chapter_is_listed_shown_and_taken_away(closed):
    (one,) = closed.get("auditor", "/v1/chapters").json()["chapters"]
    shown = closed.get("auditor", DAY).json()
    assert (one["gaming_date"], one["digest"]) == ("2026-11-28", shown["digest"])
    assert shown["chapter"]["streams"] == {"gaming_day": 1, "round": 1, "table": 1}
    answer = closed.client.get(f"{DAY}/export", headers=key_for(closed, "integrity", "reporting"))
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert "chapter-2026-11-28-1.ndjson" in answer.headers["content-disposition"]
    key = VerifierKey.read(closed.get("auditor", "/v1/integrity/keys").json()["keys"][0]["key"])
    found = check(answer.content.splitlines(keepends=True), key=key)
    assert (found.ok, found.events) == (True, one["events"])
    page = closed.get("auditor", "/v1/chapters", params={"limit": 1, "after": "WzFd"}).json()
    assert (page["chapters"], page["after"], page["waiting"]) == ([], None, 0)


def test_what_is_not_there_and_who_may_not_are_said_so(closed):
    for path in ("/v1/chapters/2026-11-27", f"{DAY}?edition=2"):
        answer = closed.get("auditor", path)
        assert (answer.status_code, answer.json()["code"]) == (404, "chapter_not_found")
    assert closed.get("auditor", "/v1/chapters/yesterday").status_code == 422
    for role, path in (("accountant", DAY), ("auditor", f"{DAY}/export"), ("warehouse", f"{DAY}/export")):
        answer = closed.get(role, path)
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_faces_that_nobody_was_shown_are_taken_away_by_surveillance_alone(closed):
    dealt = {"occurred_at": "2026-11-28T20:15:00-05:00", "to": 1, "card": "As", "face": "down"}
    opening = [RECORD_412["events"][0], event("card_dealt", **dealt)]
    assert closed.record({**RECORD_412, "number": 413, "events": opening}).status_code == 201
    assert closed.record(day_record(audited(source="manual"), after=2)).status_code == 201
    closed.project()
    Sealer(closed.settings).seal()
    answer = closed.client.get(f"{DAY}/export", headers=key_for(closed, "integrity", "reporting"))
    assert (answer.status_code, answer.json()["code"]) == (409, "faces_withheld")
    headers = key_for(closed, "integrity", "reporting", "surveillance")
    answer = closed.client.get(f"{DAY}/export", headers=headers)
    assert check(answer.content.splitlines(keepends=True)).ok
