"""The discard rack over HTTP: as recorded, as of a position, for whose eyes."""

import pytest

from tests.api.desk import RECORD_412, ROUND_412, Desk
from tests.scenario import dealt, event, opened, round_record

PATH = "/v1/tables/THB-03/rack"


def cards(rack):
    return [card["card"] for one in rack["rounds"] for pile in one["piles"] for card in pile["cards"]]


def asked(desk: Desk, path=PATH, role="floor", **params):
    return desk.get(role, path, params=params)


def test_the_rack_of_a_table_is_told_back_to_front(evening):
    rack = asked(evening, until=ROUND_412).json()
    collected = [one.get("cards") for one in RECORD_412["events"] if one["type"] == "hand_collected"]
    hands = [pile for pile in rack["rounds"][0]["piles"] if pile["kind"] == "hand"]
    assert [[card["card"] for card in pile["cards"]] for pile in hands if pile["ordered"]] == [
        faces for faces in collected if faces
    ]
    assert (rack["order"], rack["lag"], rack["as_of"]) == ("back_to_front", 0, evening.head())
    assert rack["begins"]["because"] == "shuffled_after_each_round"


def test_without_a_round_it_is_that_after_the_last(evening):
    assert asked(evening).json() == asked(evening, until=ROUND_412).json()


@pytest.mark.parametrize("role", ["floor", "accountant", "surveillance"])
def test_who_looks_rounds_up_sees_the_rack(evening, role):
    assert asked(evening, role=role).status_code == 200


@pytest.mark.parametrize("role", ["recorder", "warehouse", "auditor"])
def test_who_does_not_is_refused(evening, role):
    assert asked(evening, role=role).json()["code"] == "scope_missing"


@pytest.mark.parametrize(
    ("path", "params", "status", "code"),
    [
        ("/v1/tables/THB-99/rack", {}, 404, "table_not_found"),
        ("/v1/tables/T-1/rack", {}, 404, "round_not_found"),
        ("/v1/tables/T-1/rack", {"until": ROUND_412}, 422, "invalid_query"),
        (PATH, {"until": "THB-03/2026-11-28/9"}, 404, "round_not_found"),
        (PATH, {"until": "412"}, 422, "invalid_reference"),
        (PATH, {"as_of": 10**9}, 422, "invalid_query"),
        (PATH, {"untli": ROUND_412}, 422, "invalid_query"),
    ],
)
def test_what_is_asked_wrongly_is_told(evening, path, params, status, code):
    refused = asked(evening, path, **params)
    assert (refused.status_code, refused.json()["code"]) == (status, code)


def test_faces_that_nobody_has_seen_are_for_surveillance_alone(desk):
    told = (opened(), dealt(1, "As"), dealt(1, "Kd", "up"), event("hand_collected", to=1, cards=["As", "Kd"]))
    assert desk.record(round_record(*told)).status_code == 201
    desk.project()
    assert cards(asked(desk, "/v1/tables/T-1/rack").json()) == [None, "Kd"]
    assert cards(asked(desk, "/v1/tables/T-1/rack", role="surveillance").json()) == ["As", "Kd"]


def test_as_of_a_position_a_later_correction_is_not_known(desk):
    told = (opened(), dealt(1, "As"), event("hand_collected", to=1, cards=["As"]), event("closed"))
    desk.record(round_record(*told))
    before = desk.head()
    righted = event("corrected", corrects=3, event=None, reason="video", by="F-1", source="video_review",
                    approved_by="S-1")  # fmt: skip
    assert desk.record(round_record(righted, after=4)).status_code == 201
    desk.project()
    assert cards(asked(desk, "/v1/tables/T-1/rack", as_of=before).json()) == ["As"]
    rack = asked(desk, "/v1/tables/T-1/rack").json()
    assert (cards(rack), rack["rounds"][0]["not_racked"]) == ([], [{"hand": "1", "cards": ["As"]}])
