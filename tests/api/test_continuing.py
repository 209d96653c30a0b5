"""Live recording: events that continue a stream, at the version its sender knows."""

from __future__ import annotations

import json

import pytest

from ledger.identity import stream_id
from tests.scenario import event, opened, placed, round_record, session_record

PATH = "/v1/rounds/T-1/2026-11-28/1/events"
T1 = "2026-11-28T20:14:05-05:00"


def first(amount, spot=1, **fields):
    return {"occurred_at": T1, "source": "dealer", "by": "D-1", **placed(spot, "ante", amount, **fields)}


def then(name, **fields):
    return {"occurred_at": T1, **event(name, **fields)}


def send(desk, *events, match=None, path=PATH, **fields):
    headers = {} if match is None else {"If-Match": match}
    return desk("recorder", "POST", path, json={"events": list(events), **fields}, headers=headers)


@pytest.fixture
def table(desk):
    desk.record(round_record(opened()))
    return desk


@pytest.fixture(scope="module")
def refusing(evening):
    """The same, for what is refused and leaves no trace."""
    evening.record(round_record(opened()))
    return evening


def test_an_event_is_appended_to_the_version_named(table):
    answer = send(table, first(15_00), match='"1"')
    assert answer.status_code == 201
    assert answer.headers["etag"] == '"2"'
    assert (answer.json()["version"], answer.json()["appended"]) == (2, 1)
    answer = send(table, first(15_00, spot=2), then("betting_closed"), match=answer.headers["etag"])
    assert (answer.status_code, answer.headers["etag"]) == (201, '"4"')


def test_a_retry_is_recognised(table):
    send(table, first(15_00), match='"1"')
    again = send(table, first(15_00), match='"1"')
    assert (again.status_code, again.json()["status"]) == (200, "already_there")
    overlap = send(table, first(15_00), then("betting_closed"), match='"1"')
    assert (overlap.status_code, overlap.json()["appended"], overlap.json()["version"]) == (201, 1, 3)


def test_somebody_who_is_behind_is_told_so(table):
    send(table, first(15_00), match='"1"')
    stale = send(table, first(25_00), match='"1"')
    assert (stale.status_code, stale.json()["code"], stale.json()["status"]) == (412, "version_conflict", 412)
    ahead = send(table, first(25_00), match='"7"')
    assert (ahead.status_code, ahead.json()["code"]) == (412, "version_gap")
    send(table, first(5_00, id="x-1"), match='"2"')
    other = send(table, first(10_00, id="x-1"), match='"3"')
    assert (other.status_code, other.json()["code"]) == (412, "id_conflict")


def test_who_does_not_say_what_they_continue_is_asked_to(table):
    answer = send(table, first(15_00))
    assert (answer.status_code, answer.json()["code"]) == (428, "precondition_required")


@pytest.mark.parametrize("match", ["*", 'W/"1"', '"1", "2"', "one", '"-1"', '"99999999999"', ""])
def test_a_version_is_one_number(refusing, match):
    answer = send(refusing, first(15_00), match=match)
    assert (answer.status_code, answer.json()["code"]) == (400, "header_invalid")


def test_a_stream_begins_as_a_record(table):
    answer = send(table, first(15_00), match='"0"', path="/v1/rounds/T-1/2026-11-28/2/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "round_not_found")
    answer = send(table, then("closed"), match='"0"', path="/v1/sessions/T-1/2026-11-28/2/events")
    assert (answer.status_code, answer.json()["code"]) == (404, "session_not_found")


def test_a_stream_may_be_named_by_its_uuid(table):
    path = f"/v1/rounds/{stream_id('demo', 'round', 'T-1/2026-11-28/1')}/events"
    assert send(table, first(15_00), match='"1"', path=path).status_code == 201


def test_a_pointer_points_into_the_body(table):
    answer = send(table, first(15_00), first(0), match='"1"')
    assert (answer.status_code, answer.json()["pointer"]) == (422, "/events/1/amount")


def test_the_first_event_says_who_saw_it(table):
    answer = send(table, then("betting_closed"), match='"1"')
    assert (answer.status_code, answer.json()["code"]) == (422, "missing_field")
    assert answer.json()["pointer"] == "/events/0/source"


def test_the_header_may_be_repeated_and_must_then_agree(table):
    assert send(table, first(15_00), match='"1"', table="T-1", game="unruled", after=1).status_code == 201
    other_game = send(table, first(15_00, spot=2), match='"2"', game="poker")
    assert (other_game.status_code, other_game.json()["code"]) == (412, "version_conflict")
    assert other_game.json()["pointer"] == "/game"
    for field, value in {"table": "T-2", "number": 2, "after": 9, "stream": "session", "format": "x"}.items():
        answer = send(table, first(15_00, spot=2), match='"2"', **{field: value})
        assert (answer.status_code, answer.json()["pointer"]) == (422, f"/{field}")


@pytest.mark.parametrize("body", ["", "[", "[]", '"events"', "null", "[" * 100_000])
def test_a_body_is_an_object_with_events(refusing, body):
    answer = refusing(
        "recorder", "POST", PATH, content=body, headers={"If-Match": "1", "Content-Type": "application/json"}
    )
    assert answer.status_code in {400, 422}
    assert answer.json()["code"] in {"malformed_json", "invalid_field"}
    assert answer.json()["pointer"] == ""


# What is no JSON, or not the JSON of RFC 8259: in another encoding, too deep, with half a surrogate.
BODIES = {
    "nothing": b"",
    "broken off": b'{"events": [',
    "more than one": b'{"events": []} {}',
    "UTF-16": '{"events": []}'.encode("utf-16"),
    "UTF-16 without a mark": '{"events": []}'.encode("utf-16-le"),
    "UTF-32": '{"events": []}'.encode("utf-32"),
    "Latin-1": '{"note": "\u00e9"}'.encode("latin-1"),
    "too deep": b'{"note": ' + b"[" * 300 + b"]" * 300 + b"}",
    "deep beyond measure": b"[" * 100_000,
    "half a surrogate": b'{"note": "\\ud800"}',
    "a number without end": b'{"after": ' + b"1" * 5000 + b"}",
    "two marks": b"\xef\xbb\xbf" * 2 + b"{}",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_is_no_json_is_told_in_the_same_words_as_of_a_record(refusing, body):
    headers = {"If-Match": "1", "Content-Type": "application/json"}
    of_record = refusing("recorder", "POST", "/v1/records", content=body, headers=headers)
    of_events = refusing("recorder", "POST", PATH, content=body, headers=headers)
    assert (of_events.status_code, of_events.json()["code"]) == (400, "malformed_json")
    assert (of_record.status_code, of_record.json()) == (400, of_events.json())


def test_a_byte_order_mark_is_no_part_of_the_body(table):
    body = b"\xef\xbb\xbf" + json.dumps({"events": [first(15_00)]}).encode()
    headers = {"If-Match": "1", "Content-Type": "application/json"}
    assert table("recorder", "POST", PATH, content=body, headers=headers).status_code == 201


def test_a_body_without_events_is_told_what_is_missing(refusing):
    answer = refusing("recorder", "POST", PATH, json={}, headers={"If-Match": "1"})
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (
        422,
        "missing_field",
        "/events",
    )


def test_a_session_goes_on_likewise(desk):
    chips = {"500": 100, "2500": 100}
    desk.record(
        session_record(
            event("opened", opener=chips, shift="day", source="supervisor", by="F-1", approved_by="D-1")
        )
    )
    path = "/v1/sessions/T-1/2026-11-28/1/events"
    bought = {
        "source": "dealer",
        "by": "D-1",
        **then("buy_in", tender="cash", tendered=100_00, chips={"2500": 4}),
    }
    answer = send(desk, bought, match='"1"', path=path)
    assert (answer.status_code, answer.headers["etag"]) == (201, '"2"')
    assert "location" not in answer.headers
    assert send(desk, bought, match='"1"', path=path).status_code == 200
