"""What the floor puts right after a round: both records stay, and the books follow.

Round 412 has a $25 ante paid at spot 4 where the rules push it.
"""

from __future__ import annotations

import json

import pytest

from tests.api.desk import RECORD_412, ROUND_412

PAID_ANTE = 35
FLOOR = {"source": "supervisor", "by": "F-22", "occurred_at": "2026-11-28T20:20:00-05:00"}
TWO = {"reason": "the pit's book says so", "approved_by": "F-9"}
ANTE = {"spot": 4, "wager": "ante"}
SESSION = {
    "format": "pitledger/1", "stream": "session", "table": "THB-03", "gaming_date": "2026-11-28", "number": 1,
    "events": [{
        "type": "opened", "occurred_at": "2026-11-28T20:00:00-05:00", "source": "supervisor", "by": "F-22",
        "approved_by": "D-1187", "shift": "swing", "opener": {"500": 100, "2500": 100, "10000": 20},
    }],
}  # fmt: skip


@pytest.fixture
def floor(desk):
    """The round recorded in an opened session of its table."""
    assert desk.record(SESSION).status_code == 201
    assert desk.record(RECORD_412).status_code == 201
    return desk


def post(floor, *events, after=49):
    """What a floor person sends: the first event says who and when, the others go on from it."""
    first, *rest = events
    later = [{"occurred_at": FLOOR["occurred_at"], **one} for one in rest]
    return floor(
        "recorder", "POST", f"/v1/rounds/{ROUND_412}/events", json={"events": [{**FLOOR, **first}, *later]},
        headers={"If-Match": f'"{after}"'},
    )  # fmt: skip


def corrected(version, event=None, **fields):
    return {"type": "corrected", "corrects": version, "event": event, **TWO, **fields}


def adjusted(amount, direction, **fields):
    return {
        "type": "adjustment_posted", **ANTE, "amount": amount, "direction": direction, "session":
        "THB-03/2026-11-28/1", "corrects": PAID_ANTE, **TWO, **fields,
    }  # fmt: skip


def report(floor, **params):
    floor.project()
    said = floor.get("floor", f"/v1/rounds/{ROUND_412}/report.json", params=params)
    assert said.status_code == 200, said.text
    return said.json()


def wager(said, spot=4, name="ante"):
    (found,) = [one for one in said["wagers"] if (one["spot"], one["wager"]) == (spot, name)]
    return found


def codes(said):
    return [one["code"] for one in said["findings"]]


def books_balance(floor):
    floor.project()
    return floor.get("accountant", "/v1/trial-balance").json()["out_of_balance"] == {"USD": 0}


def tray(floor):
    floor.project()
    return floor.get("accountant", "/v1/tables/THB-03/inventory").json()


def test_a_payment_that_never_happened_is_struck_out_and_both_records_stay(floor):
    before = report(floor)
    worth = tray(floor)["total"]
    assert post(floor, corrected(PAID_ANTE)).status_code == 201
    after = report(floor)
    assert (wager(before)["settled"]["paid"], wager(after)["settled"]["paid"]) == (25_00, 0)
    assert "wager_mispaid" in codes(before)
    assert "wager_mispaid" not in codes(after)
    assert after["tray"]["change"]["total"] == before["tray"]["change"]["total"] + 25_00
    assert tray(floor)["total"] == worth + 25_00
    (one,) = after["corrections"]
    assert (one["first_recorded"]["event"]["amount"], one["as_corrected"]) == (25_00, None)
    assert (one["by"], one["approved_by"], one["reason"]) == ("F-22", "F-9", TWO["reason"])
    entry = after["timeline"][PAID_ANTE - 1]
    assert (entry["event"]["amount"], entry["corrected_by"]) == (25_00, 50)
    assert wager(report(floor, version=49))["settled"]["paid"] == 25_00
    assert books_balance(floor)


def test_a_payment_of_another_amount_moves_the_difference_alone_chip_by_chip(floor):
    right = {"type": "wager_paid", **ANTE, "amount": 10_00, "chips": {"500": 2}}
    before = tray(floor)
    assert post(floor, corrected(PAID_ANTE, right)).status_code == 201
    said = report(floor)
    after = tray(floor)
    assert wager(said)["settled"]["paid"] == 10_00
    moved = {
        chip: count - before["by_denomination"][chip] for chip, count in after["by_denomination"].items()
    }
    assert {chip: count for chip, count in moved.items() if count} == {"500": 3}
    assert books_balance(floor)


def test_chips_taken_back_at_the_table_are_an_adjustment_and_what_was_paid_stays_paid(floor):
    worth = tray(floor)["total"]
    back = adjusted(25_00, "from_patron", chips={"500": 5})
    ruled = {"type": "ruling_made", "ruling": "the ante pushes", "wagers": [ANTE], "approved_by": "F-9"}
    answer = post(floor, ruled, back)
    assert answer.status_code == 201, answer.text
    said = report(floor)
    one = wager(said)
    assert (one["rules"][0]["outcome"], one["declared"]["outcome"]) == ("unpaid", "win")
    assert (one["settled"]["paid"], one["adjusted"], one["house"]["mispaid"]) == (25_00, -25_00, -25_00)
    assert tray(floor)["total"] == worth + 25_00
    assert "event_after_close" not in codes(said)
    assert books_balance(floor)


def test_an_adjustment_may_touch_the_tray_of_a_later_session_and_no_other(floor):
    later = {**SESSION, "number": 2}
    assert floor.record(later).status_code == 201
    assert post(floor, adjusted(25_00, "from_patron", session="THB-03/2026-11-28/2")).status_code == 201
    said = report(floor)
    assert said["tray"]["elsewhere"]["THB-03/2026-11-28/2"]["total"] == 25_00


BAD = [
    (corrected(PAID_ANTE, approved_by="F-22"), "same_person", "/events/0/approved_by"),
    (adjusted(25_00, "from_patron", approved_by="F-22"), "same_person", "/events/0/approved_by"),
    (
        corrected(PAID_ANTE, adjusted(1_00, "to_patron", by="F-3", approved_by="F-3")),
        "same_person",
        "/events/0/event/approved_by",
    ),
    (corrected(99), "unknown_version", "/events/0/corrects"),
    (adjusted(25_00, "from_patron", corrects=99), "unknown_version", "/events/0/corrects"),
    ({**corrected(PAID_ANTE), "approved_by": None}, "invalid_field", "/events/0/approved_by"),
    ({**corrected(PAID_ANTE), "reason": ""}, "invalid_field", "/events/0/reason"),
]


def test_one_person_or_no_reason_is_not_enough_and_nothing_is_recorded(floor):
    for event, code, pointer in BAD:
        refused = post(floor, event)
        assert (refused.status_code, refused.json()["code"], refused.json()["pointer"]) == (
            422,
            code,
            pointer,
        )
    assert post(floor, corrected(PAID_ANTE)).json()["version"] == 50


def test_a_round_declared_void_moves_nothing_by_itself_and_what_goes_back_is_recorded(floor):
    before = report(floor)
    worth = tray(floor)["total"]
    assert post(floor, {"type": "voided", "reason": "the deck held two queens of hearts"}).status_code == 201
    said = report(floor)
    assert (said["status"], tray(floor)["total"]) == ("voided", worth)
    assert [one["settled"] for one in said["wagers"]] == [one["settled"] for one in before["wagers"]]
    lost = adjusted(25_00, "to_patron", spot=2, corrects=18, chips={"2500": 1})
    assert post(floor, lost, after=50).status_code == 201
    assert (wager(report(floor), spot=2)["adjusted"], tray(floor)["total"]) == (25_00, worth - 25_00)
    assert books_balance(floor)


def test_a_wager_found_void_is_handed_back_where_it_was_recorded_as_lost(floor):
    worth = tray(floor)["total"]
    void = {"type": "wager_returned", "spot": 2, "wager": "ante", "amount": 25_00, "reason": "void"}
    assert post(floor, corrected(18, void)).status_code == 201
    one = wager(report(floor), spot=2)
    assert (one["settled"]["collected"], one["settled"]["returned"]) == (0, 25_00)
    assert tray(floor)["total"] == worth - 25_00
    assert books_balance(floor)


def test_a_card_moved_to_another_hand_keeps_where_it_was_dealt(floor):
    record = {**RECORD_412, "number": 413, "events": RECORD_412["events"][:14]}
    moved = {**FLOOR, "type": "card_moved", "of": 9, "to": 4}
    assert floor.record({**record, "events": [*record["events"], moved]}).status_code == 201
    said = floor.get("surveillance", "/v1/rounds/THB-03/2026-11-28/413").json()
    assert [card["card"] for card in said["cards"]["4"]] == ["Kh", "Tc", "7h"]
    assert (said["cards"]["4"][2]["dealt_to"], said["cards"]["4"][2]["version"]) == ("2", 9)
    assert [card["card"] for card in said["cards"]["2"]] == ["2d"]


def test_a_card_bound_after_the_close_judges_what_could_not_be(floor):
    record = json.loads(json.dumps(RECORD_412)) | {"number": 413}
    for one in record["events"]:
        if one["type"] == "card_dealt" and one["to"] == "dealer":
            one["card"] = None
    record["events"][31]["cards"] = []
    record["events"][46].pop("cards")
    assert floor.record(record).status_code == 201
    path = "/v1/rounds/THB-03/2026-11-28/413"
    before = floor.get("floor", f"{path}/resolutions").json()
    assert "undetermined" in {line["outcome"] for line in before["resolutions"]}
    bound = {
        **FLOOR,
        "source": "video_review",
        "type": "hand_revealed",
        "to": "dealer",
        "cards": ["Qh", "Jd"],
    }
    answer = floor(
        "recorder", "POST", f"{path}/events", json={"events": [bound]}, headers={"If-Match": '"49"'}
    )
    assert answer.status_code == 201
    after = floor.get("floor", f"{path}/resolutions").json()
    assert "undetermined" not in {line["outcome"] for line in after["resolutions"]}
    assert "event_after_close" not in codes(after)
    then = floor.get("floor", path, params={"version": 49}).json()
    assert [card["card"] for card in then["cards"]["dealer"]] == [None, None]


def test_the_same_goes_by_a_record_that_continues_the_round(floor):
    record = {
        "format": "pitledger/1", "stream": "round", "table": "THB-03", "gaming_date": "2026-11-28",
        "number": 412, "after": 49, "events": [{**FLOOR, **corrected(PAID_ANTE)}],
    }  # fmt: skip
    assert floor.record(record).status_code == 201
    assert floor.record(record).json()["status"] == "already_there"
    assert wager(report(floor))["settled"]["paid"] == 0
