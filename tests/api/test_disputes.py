"""Disputes over HTTP: opened at the desk, with the video to secure first; decided by who may."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from tests.api.desk import RECORD_412, ROUND_412

NAME = "D-2026-014"
OPENED = {
    "type": "opened", "occurred_at": "2026-11-28T20:20:00-05:00", "source": "supervisor", "by": "F-22",
    "rounds": [ROUND_412], "spot": 1, "wager": "ante", "subject": "S-81", "claim": "no", "amount": 25_00,
}  # fmt: skip
CAMERAS = {
    "type": "cameras_assigned",
    "occurred_at": "2026-01-05T10:00:00-05:00",
    "cameras": ["C-118", "C-119"],
}
RULED = {
    "type": "ruling_made", "occurred_at": "2026-11-28T21:00:00-05:00", "source": "supervisor", "by": "F-22",
    "ruling": "the ante pays from a flush", "approved_by": "F-9",
}  # fmt: skip
REQUESTED = {**RULED, "type": "evidence_requested", "cameras": ["C-118"]}
del REQUESTED["ruling"], REQUESTED["approved_by"]


@pytest.fixture
def floor(desk):
    desk.record(RECORD_412)
    desk.record({
        "format": "pitledger/1", "stream": "table", "table": "THB-03", "after": 3,
        "events": [{**CAMERAS, "source": "manual", "by": "C-01"}],
    })  # fmt: skip
    return desk


def opened(desk, role="floor", **fields):
    body = {"name": NAME, "events": [{**OPENED, **fields}]}
    answer = desk(role, "POST", "/v1/disputes", json=body)
    desk.project()
    return answer


def post(desk, role, after, *events, name=NAME):
    return desk(
        role,
        "POST",
        f"/v1/disputes/{name}/events",
        json={"events": events},
        headers={"If-Match": f'"{after}"'},
    )


def test_opening_a_dispute_says_at_once_which_video_to_secure_and_until_when(floor):
    answer = opened(floor)
    assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
    assert answer.headers["location"] == f"/v1/disputes/{NAME}"
    said = floor.get("floor", f"/v1/disputes/{NAME}").json()
    (window,) = said["windows"]
    assert (window["table"], window["cameras"], window["rounds"]) == (
        "THB-03",
        ["C-118", "C-119"],
        [ROUND_412],
    )
    since, until = (datetime.fromisoformat(window[name]) for name in ("since", "until"))
    dealt = datetime.fromisoformat("2026-11-28T20:14:03-05:00")
    assert since == dealt - timedelta(minutes=5)
    first = said["due"][0]
    assert (first["kind"], datetime.fromisoformat(first["by"])) == (
        "preserve_video",
        until + timedelta(days=7),
    )


def test_opening_it_again_is_there_already_and_otherwise_is_a_conflict(floor):
    assert opened(floor).status_code == 201
    assert opened(floor).status_code == 200
    answer = opened(floor, amount=30_00)
    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")


def test_disputes_are_listed_by_table_round_and_how_far_they_came(floor):
    opened(floor)
    for params, found in (
        ({}, [NAME]),
        ({"table": "THB-03"}, [NAME]),
        ({"table": "T-1"}, []),
        ({"round": ROUND_412}, [NAME]),
        ({"status": "closed"}, []),
    ):
        listed = floor.get("floor", "/v1/disputes", params=params).json()
        assert [one["dispute"] for one in listed["disputes"]] == found
    assert floor.get("floor", "/v1/disputes").json()["disputes"][0]["next"]["kind"] == "preserve_video"


def test_evidence_is_asked_for_at_the_desk_and_decided_by_who_may_rule(floor):
    opened(floor)
    assert post(floor, "floor", 1, REQUESTED).status_code == 201
    refused = post(floor, "floor", 2, RULED)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert post(floor, "shift_manager", 2, RULED).status_code == 201
    floor.project()
    said = floor.get("floor", f"/v1/disputes/{NAME}").json()
    assert (said["status"], said["version"]) == ("ruled", 3)
    assert said["requests"][0]["preserved"] is None


def test_a_ruling_hidden_in_the_record_that_opens_a_dispute_wants_the_scope_too(floor):
    answer = floor("floor", "POST", "/v1/disputes", json={"name": NAME, "events": [OPENED, RULED]})
    assert answer.status_code == 403
    assert floor.get("floor", f"/v1/disputes/{NAME}").status_code == 404


@pytest.mark.parametrize(
    ("role", "path", "said"),
    [
        ("accountant", "/v1/disputes", (403, "scope_missing")),
        ("floor", "/v1/disputes/D-1", (404, "dispute_not_found")),
        ("floor", "/v1/disputes?status=lost", (422, "invalid_query")),
    ],
)
def test_what_cannot_be_asked_of_disputes_is_refused(floor, role, path, said):
    answer = floor.get(role, path)
    assert (answer.status_code, answer.json()["code"]) == said


def test_one_person_cannot_rule_alone(floor):
    opened(floor)
    answer = post(floor, "shift_manager", 1, {**RULED, "approved_by": "F-22"})
    assert (answer.status_code, answer.json()["code"]) == (422, "same_person")
