"""One session over HTTP: its events as they stand, the tray after each, as of when one asks."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime

import pytest

from tests.api.desk import WORKED
from tests.api.schemas import faults
from tests.scenario import event, session_record

SHIFT = json.loads((WORKED / "golden_shift.ndjson").read_text())
GOLDEN = "BJ-04/2025-03-08/1"
SHORT = "T-1/2026-11-29/1"
AT = "2026-11-29T20:00:00-05:00"


def at(time, one):
    return {**one, "occurred_at": f"2026-11-29T{time}-05:00"}


FIRST = [
    at("20:00:00", event("opened", opener={"500": 100, "2500": 100}, shift="swing", source="supervisor",
                         by="F-22", approved_by="D-1")),
    at("21:00:00", event("buy_in", tender="cash", tendered=100_00, chips={"2500": 4}, source="dealer",
                         by="D-1")),
    at("23:00:00", event("shift_changed", from_="swing", to="grave", count={"500": 100, "2500": 96},
                         by="F-22", approved_by="D-1")),
]  # fmt: skip
PUT_RIGHT = [
    at("23:30:00", event("corrected", corrects=2, reason="it was $125", by="F-22", approved_by="F-9",
                         source="supervisor",
                         event=event("buy_in", tender="cash", tendered=125_00, chips={"2500": 5}))),
    at("22:00:00", event("coin_taken", amount=5_00, chips={"500": 1}, source="manual", by="F-22")),
]  # fmt: skip


@pytest.fixture(scope="module")
def before_put_right():
    return {}


@pytest.fixture(scope="module")
def floor(evening, before_put_right):
    assert evening.record(SHIFT).status_code == 201
    first = session_record(*FIRST, gaming_date="2026-11-29")
    assert evening.record(first).status_code == 201
    before_put_right.update(position=evening.head(), time=datetime.now(UTC).isoformat())
    more = session_record(*PUT_RIGHT, gaming_date="2026-11-29", after=3)
    assert evening.record(more).status_code == 201
    evening.project()
    return evening


def shown(floor, session=SHORT, **asked):
    answer = floor.get("accountant", f"/v1/sessions/{session}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_golden_shift_is_shown_event_by_event(floor):
    said = shown(floor, GOLDEN)
    assert (said["status"], said["version"], said["tray"]["total"]) == ("closed", 28, 36_810_00)
    trays = {one["type"]: one["tray"]["total"] for one in said["events"]}
    assert (trays["opened"], trays["fill_received"], trays["credit_dispatched"]) == (
        43_200_00, 43_200_00, 38_200_00,
    )  # fmt: skip
    assert (trays["tip_changed"], trays["play_totaled"]) == (32_200_00, 36_810_00)
    moved = {one["type"]: one["moved"] for one in said["events"]}
    assert moved["tip_changed"]["by_denomination"] == {"100": 50, "500": 10, "10000": -1}
    assert (moved["tip_changed"]["total"], moved["dealer_signed_in"]) == (0, None)
    assert [one["slip"] for one in said["slips"]] == ["fill/2025/1001", "credit/2025/551"]
    assert said["documents"] == [
        {"document": "CC-8841", "issued": 10_000_00, "issued_at": 20, "redeemed": 4_000_00}
    ]
    (box,) = said["boxes"]
    assert box["counted"] == {"cash": 6_200_00, "documents": 6_000_00, "coupons": 200_00}
    assert said["findings"] == []


def test_a_correction_stands_beside_what_it_corrects_in_the_shift_of_that(floor):
    opened, bought, changed, corrected, coin = shown(floor)["events"]
    assert [one["standing"] for one in (opened, bought, changed, corrected, coin)] == [
        "in_effect", "corrected", "in_effect", "correction", "in_effect",
    ]  # fmt: skip
    assert (bought["corrected_by"], bought["event"]["tendered"], bought["instead"]["tendered"]) == (
        4, 100_00, 125_00,
    )  # fmt: skip
    assert (corrected["moved"]["total"], corrected["tray"]["total"]) == (-25_00, 2_875_00)
    assert [one["shift"] for one in (bought, changed, corrected, coin)] == [
        "swing",
        "grave",
        "swing",
        "swing",
    ]


def test_a_session_as_it_was_known_before_it_was_put_right(floor, before_put_right):
    position, time = before_put_right["position"], before_put_right["time"]
    for asked in ({"as_of": position}, {"as_known_at": time}):
        said = shown(floor, **asked)
        assert (said["version"], said["as_of"], said["tray"]["total"]) == (3, position, 2_900_00)
        assert said["events"][1]["standing"] == "in_effect"


def test_a_session_is_named_by_its_uuid_too_and_its_etag_is_its_version(floor):
    said = shown(floor)
    answer = floor.get("accountant", f"/v1/sessions/{said['stream']}")
    assert (answer.json()["session"], answer.headers["etag"]) == (SHORT, '"5"')


def test_what_is_said_is_as_its_schemas_have_it(floor):
    for path, name in (
        (f"/v1/sessions/{GOLDEN}", "session-report"),
        (f"/v1/sessions/{GOLDEN}/postings", "postings"),
        ("/v1/trial-balance", "trial-balance"),
        ("/v1/sessions", "sessions"),
    ):
        schema = floor.get("accountant", f"/v1/schemas/{name}").json()
        assert faults(schema, floor.get("accountant", path).json()) == []


def test_the_legs_of_each_event_sum_to_zero_and_all_accounts_together_too(floor):
    legs = floor.get("accountant", f"/v1/sessions/{GOLDEN}/postings").json()["entries"]
    sums: Counter[int] = Counter()
    for leg in legs:
        sums[leg["version"]] += leg["amount"]
    assert len(sums) > 15
    assert set(sums.values()) == {0}
    assert floor.get("accountant", "/v1/trial-balance").json()["out_of_balance"] == {"USD": 0}


def test_sessions_are_listed_over_all_tables(floor):
    said = floor.get("accountant", "/v1/sessions").json()
    assert [one["session"] for one in said["sessions"]] == [SHORT, GOLDEN]
    of_date = floor.get("accountant", "/v1/sessions", params={"gaming_date": "2025-03-08"}).json()
    assert [one["session"] for one in of_date["sessions"]] == [GOLDEN]
    page = floor.get("accountant", "/v1/sessions", params={"limit": 1}).json()
    rest = floor.get("accountant", "/v1/sessions", params={"limit": 1, "after": page["after"]}).json()
    assert [one["session"] for one in (*page["sessions"], *rest["sessions"])] == [SHORT, GOLDEN]


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/v1/sessions/T-1/2026-11-29/9", 404, "session_not_found"),
        ("/v1/sessions/T-1/2026-11-29/9/postings", 404, "session_not_found"),
        (f"/v1/sessions/{SHORT}?as_of=1", 404, "session_not_found"),
        (f"/v1/sessions/{SHORT}?as_of=99999999", 422, "invalid_query"),
        (f"/v1/sessions/{SHORT}?jurisdiction=MOON", 404, "jurisdiction_not_found"),
        ("/v1/sessions/nonsense", 422, "invalid_reference"),
        ("/v1/trial-balance?as_of=99999999", 422, "invalid_query"),
    ],
)
def test_what_is_not_there_or_cannot_be_asked_is_refused_by_code(floor, path, status, code):
    said = floor.get("accountant", path)
    assert (said.status_code, said.json()["code"]) == (status, code)


def test_who_records_may_see_how_far_a_session_is_and_no_books(floor):
    assert floor.get("recorder", f"/v1/sessions/{SHORT}").status_code == 200
    for path in ("/v1/sessions", f"/v1/sessions/{SHORT}/postings", "/v1/trial-balance"):
        assert floor.get("recorder", path).status_code == 403
        assert floor.get("warehouse", path).status_code == 403
