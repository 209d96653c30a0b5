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


def found(desk: Desk, cards, path=PATH, role="floor", **params):
    return desk(role, "POST", f"{path}/check", json={"cards": cards}, params=params)


def test_the_cards_found_are_laid_against_the_rack_and_nothing_is_recorded(evening):
    whole = cards(asked(evening).json())
    before = evening.head()
    same = found(evening, whole)
    assert (same.status_code, same.json()["agrees"], same.json()["learned"]) == (200, True, [])
    # Read by hand: tens as 10, what nobody could read as ?, and the seven of hearts is not there.
    read = [face if face is None else face.replace("T", "10") for face in whole if face != "7h"]
    said = found(evening, read, until=ROUND_412).json()
    (one,) = said["differences"]
    assert (said["agrees"], one["kind"], [card["card"] for card in one["recorded"]]) == (
        False,
        "missing",
        ["7h"],
    )
    assert [(hand["round"], hand["hand"], hand["found"]) for hand in one["implies"]] == [
        (ROUND_412, "2", ["2d"])
    ]
    assert evening.head() == before


def test_a_card_found_twice_is_told_and_not_refused(evening):
    whole = cards(asked(evening).json())
    told = found(evening, [*whole, "As"]).json()
    ((one),) = told["doubled"]
    assert (one["card"], one["should_be"], one["found"][-1]["place"]) == ("As", 1, len(whole) + 1)
    assert {hand["round"] for hand in one["implies"]} <= {ROUND_412}


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"json": {"cards": ["1s"]}}, 422, "impossible_card"),
        ({"json": {"cards": [7]}}, 422, "invalid_field"),
        ({"json": {"cards": "As Kd"}}, 422, "invalid_field"),
        ({"json": {"cards": ["As"] * 1041}}, 422, "invalid_field"),
        ({"json": {}}, 422, "missing_field"),
        ({"json": {"cards": [], "until": ROUND_412}}, 422, "unknown_field"),
        ({"json": {"cards": [None] * 417}}, 422, "too_many_cards"),
        ({"json": ["As"]}, 422, "invalid_field"),
        (
            {"content": b'{"cards": [\xff]}', "headers": {"Content-Type": "application/json"}},
            400,
            "malformed_json",
        ),
        ({"content": b"As Kd", "headers": {"Content-Type": "text/plain"}}, 415, "media_type_unsupported"),
        ({"json": {"cards": []}, "params": {"at": "yesterday"}}, 422, "invalid_query"),
        ({"json": {"cards": []}, "params": {"at": "2020-01-01T00:00:00Z"}}, 404, "round_not_found"),
    ],
)
def test_cards_that_are_none_are_refused(evening, sent, status, code):
    answer = evening("floor", "POST", f"{PATH}/check", **sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("role", ["recorder", "warehouse", "auditor"])
def test_who_does_not_look_rounds_up_checks_no_rack(evening, role):
    assert found(evening, [], role=role).json()["code"] == "scope_missing"


def test_whoever_may_not_see_a_face_learns_nothing_of_it_by_laying_cards_beside_it(desk):
    """Every card fits a place of which the asker may not know the face."""
    told = (opened(), dealt(1, "As"), dealt(1, "Kd", "up"), event("hand_collected", to=1, cards=["As", "Kd"]))
    assert desk.record(round_record(*told)).status_code == 201
    desk.project()
    said = {
        role: [
            found(desk, [face, "Kd"], "/v1/tables/T-1/rack", role).json()["agrees"] for face in ("As", "2c")
        ]
        for role in ("floor", "surveillance")
    }
    assert said == {"floor": [True, True], "surveillance": [True, False]}


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
