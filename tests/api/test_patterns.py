"""Mistakes by dealer over HTTP, and the rounds beside one."""

from __future__ import annotations

import pytest

from tests.api.desk import ROUND_412

DAY = "2026-11-28"


def asked(desk, role="floor", **params):
    return desk.get(role, "/v1/patterns", params={"from": DAY, **params})


def test_a_mispayment_leads_to_its_dealer_round_and_time(evening):
    said = asked(evening, kind="mispayment").json()
    (row,) = said["patterns"]
    assert (row["dealer"], row["patron"], row["amount"], row["rounds"], row["dealt"]) == (
        "D-1187", "THB-03/4", 25_00, 1, 1,
    )  # fmt: skip
    assert row["few"]
    (mistake,) = row["mistakes"]
    assert (mistake["round"], mistake["event"], mistake["code"]) == (ROUND_412, 35, "wager_mispaid")
    assert mistake["since"].startswith("2026-11-29T01:14:03")
    assert (said["as_of"], said["lag"], said["few_below"]) == (evening.head(), 0, 5)


def test_as_of_a_position_before_the_round_there_is_nothing(evening):
    assert asked(evening, as_of=evening.head() - 49).json()["patterns"] == []


def test_it_is_for_the_dispute_desk_and_surveillance(evening):
    allowed = {role for role in evening.keys if asked(evening, role).status_code == 200}
    assert allowed == {"floor", "shift_manager", "surveillance"}


@pytest.mark.parametrize(
    ("params", "status", "code"),
    [
        ({"to": "2026-11-27"}, 422, "invalid_query"),
        ({"kind": "theft"}, 422, "invalid_query"),
        ({"from": "20261128"}, 422, "invalid_query"),
        ({"table": "T-99"}, 404, "table_not_found"),
        ({"fron": DAY}, 422, "invalid_query"),
    ],
)
def test_what_cannot_be_asked_is_refused(evening, params, status, code):
    answer = asked(evening, **params)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_rounds_beside_one_are_told_with_their_outcome(evening):
    answer = evening.get("floor", f"/v1/rounds/{ROUND_412}/neighbours", params={"n": 2})
    assert (answer.status_code, answer.json()["round"]) == (200, ROUND_412)
    assert answer.json()["before"] == answer.json()["after"] == []
    assert evening.get("warehouse", f"/v1/rounds/{ROUND_412}/neighbours").status_code == 403
    for path, code in ((f"{ROUND_412}/neighbours?n=51", 422), ("T-1/2026-11-28/9/neighbours", 404)):
        assert evening.get("floor", f"/v1/rounds/{path}").status_code == code


def test_the_report_of_a_round_says_what_the_record_leaves_open_for_programs_and_people(evening):
    said = evening.get("floor", f"/v1/rounds/{ROUND_412}/report.json").json()
    page = evening.get("floor", f"/v1/rounds/{ROUND_412}/report.html").text
    assert said["unsettled"]
    assert "What the record leaves open" in page
