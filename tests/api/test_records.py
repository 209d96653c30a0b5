"""Records over HTTP: one with one answer, many with a line each, and what cannot be a record."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.api.desk import RECORD_412, ROUND_412, SETUP, codes, lines
from tests.scenario import dealt, event, opened, paid, placed, round_record

MEGABYTE = 1024 * 1024


def test_a_whole_round_is_appended_once_and_known_the_second_time(desk):
    first = desk.record(RECORD_412)
    assert first.status_code == 201
    assert first.headers["etag"] == '"49"'
    assert first.headers["location"] == f"/v1/rounds/{ROUND_412}"
    said = first.json()
    assert {**said, "findings": None} == {
        "line": 1,
        "stream": f"round/{ROUND_412}",
        "status": "appended",
        "version": 49,
        "appended": 49,
        "findings": None,
    }
    assert [finding["code"] for finding in said["findings"]] == ["burn_card_missing", "wager_mispaid"]

    head = desk.head()
    second = desk.record(RECORD_412)
    assert second.status_code == 200
    assert second.json() == {**said, "status": "already_there", "appended": 0}
    assert desk.head() == head


def test_the_recorder_of_an_event_is_who_holds_the_key(desk):
    desk.record(round_record(opened()))
    timeline = desk.get("floor", "/v1/rounds/T-1/2026-11-28/1/report").json()["timeline"]
    assert [entry["recorded_by"] for entry in timeline] == ["recorder"]
    assert [entry["by"] for entry in timeline] == ["D-1"]


def test_many_records_are_answered_line_by_line_in_order(desk):
    answers = desk.record_lines(
        lines(
            round_record(opened(), number=1),
            round_record(opened(), number=2),
            round_record(opened(), number=1),
        )
    )
    assert [answer["line"] for answer in answers] == [1, 2, 3]
    assert [answer["status"] for answer in answers] == ["appended", "appended", "already_there"]
    assert answers[2]["stream"] == "round/T-1/2026-11-28/1"


def test_a_bad_line_is_told_with_its_number_and_the_rest_goes_on(desk):
    good, late = round_record(opened(), number=1), round_record(opened(), number=2)
    answers = desk.record_lines(lines(good) + '\n{"format": \n' + lines(late))
    assert [(answer["line"], answer["status"]) for answer in answers] == [
        (1, "appended"),
        (3, "refused"),
        (4, "appended"),
    ]
    assert answers[1]["problem"]["code"] == "malformed_json"
    assert answers[1]["problem"]["status"] == 400


def test_a_line_longer_than_a_record_may_be_is_skipped_and_told(empty_desk):
    limit = empty_desk.settings.max_body_bytes
    monster = b'{"format": "pitledger/1", "note": "' + b"x" * (limit + MEGABYTE) + b'"}\n'
    answers = empty_desk.record_lines(monster + SETUP.encode())
    assert codes(answers) == ["body_too_large", None, None, None]
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4]


def test_a_whole_record_longer_than_allowed_is_refused_unread(desk):
    answer = desk.record({"note": "x" * desk.settings.max_body_bytes})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_a_small_body_that_unpacks_to_a_large_one_is_refused(desk):
    bomb = gzip.compress(b" " * (desk.settings.max_body_bytes + 1))
    assert len(bomb) < 20_000
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = desk("recorder", "POST", "/v1/records", content=bomb, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_compressed_records_are_records(desk):
    one = gzip.compress(json.dumps(RECORD_412).encode())
    answer = desk(
        "recorder",
        "POST",
        "/v1/records",
        content=one,
        headers={"Content-Type": "application/json", "Content-Encoding": "gzip"},
    )
    assert answer.status_code == 201
    # Two members one after the other are one body, as gzip has it.
    two = gzip.compress(lines(round_record(opened(), number=1)).encode())
    two += gzip.compress(lines(round_record(opened(), number=2)).encode())
    answers = desk.record_lines(two, headers={"Content-Encoding": "gzip"})
    assert [answer["status"] for answer in answers] == ["appended", "appended"]


def test_a_compressed_body_that_breaks_off_is_told_and_what_came_whole_is_recorded(desk):
    body = gzip.compress(lines(*(round_record(opened(), number=number) for number in range(1, 400))).encode())
    answers = desk.record_lines(body[: len(body) // 2], headers={"Content-Encoding": "gzip"})
    assert codes(answers)[-1] == "body_damaged"
    assert {answer["status"] for answer in answers[:-1]} <= {"appended"}


def test_what_is_neither_json_nor_ndjson_is_not_guessed_at(desk):
    answer = desk("recorder", "POST", "/v1/records", content="a=b", headers={"Content-Type": "text/csv"})
    assert (answer.status_code, answer.json()["code"]) == (415, "media_type_unsupported")
    answer = desk("recorder", "POST", "/v1/records", content="{}", headers={"Content-Encoding": "br"})
    assert (answer.status_code, answer.json()["code"]) == (400, "header_invalid")


def test_ten_thousand_answers_do_not_wait_for_a_reader(desk):
    """More than any buffer between us holds: the client sends all of it before it reads a line."""
    answers = desk.record_lines("not a record\n" * 10_000)
    assert [answer["line"] for answer in answers] == list(range(1, 10_001))
    assert set(codes(answers)) == {"malformed_json"}


def test_procedure_is_enforced_where_asked_for(desk):
    answer = desk.record(RECORD_412, params={"enforce": "procedure"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "procedure_findings"
    assert "burn_card_missing" in answer.json()["detail"]
    assert desk.get("floor", f"/v1/rounds/{ROUND_412}").status_code == 404


# --- what cannot be a record --------------------------------------------------------


def changed(**fields):
    return {**round_record(opened(), placed(1, "ante", 15_00)), **fields}


def with_event(one):
    return round_record(opened(), {"occurred_at": "2026-11-28T20:14:05-05:00", **one})


BAD = {
    "a game that nobody has heard of": (changed(game="snap"), "unknown_game", "/game"),
    "a table that is not registered": (changed(table="T-99"), "unknown_table", "/table"),
    "a submission that is not registered": (
        changed(submission="nj-1999"),
        "unknown_submission",
        "/submission",
    ),
    "another property": (changed(property="north"), "wrong_property", "/property"),
    "another format": (changed(format="pitledger/9"), "unknown_format", "/format"),
    "another stream": (changed(stream="roulette"), "unknown_stream", "/stream"),
    "a stream that is a list": (changed(stream=["round"]), "unknown_stream", "/stream"),
    "a stream that is an object": (changed(stream={"round": 1}), "unknown_stream", "/stream"),
    "no stream": ({"format": "pitledger/1"}, "missing_field", "/stream"),
    "a field that is not there": (changed(colour="red"), "unknown_field", "/colour"),
    "an event of an unknown type": (
        with_event(event("wager_thrown", spot=1)),
        "unknown_event_type",
        "/events/1/type",
    ),
    "an amount of nothing": (with_event(placed(1, "ante", 0)), "amount_not_positive", "/events/1/amount"),
    "an amount below nothing": (with_event(placed(1, "ante", -5)), "amount_not_positive", "/events/1/amount"),
    "half a cent": (
        with_event({**placed(1, "ante", 15_00), "amount": 15.5}),
        "amount_not_whole",
        "/events/1/amount",
    ),
    "an amount as text": (
        with_event({**placed(1, "ante", 15_00), "amount": "1500"}),
        "amount_not_whole",
        "/events/1/amount",
    ),
    "chips that do not make the amount": (
        with_event(placed(1, "ante", 15_00, chips={"500": 2})),
        "chips_mismatch",
        "/events/1/chips",
    ),
    "a card that is none": (with_event(dealt(1, "1s")), "impossible_card", "/events/1/card"),
    "a time without an offset": (
        with_event({**placed(1, "ante", 15_00), "occurred_at": "2026-11-28T20:14:05"}),
        "naive_time",
        "/events/1/occurred_at",
    ),
    "a time that is none": (
        with_event({**placed(1, "ante", 15_00), "occurred_at": "yesterday"}),
        "invalid_time",
        "/events/1/occurred_at",
    ),
    "a correction by one person alone": (
        with_event(event("ruling_made", ruling="stands", approved_by="D-1")),
        "same_person",
        "/events/1/approved_by",
    ),
    "a round that begins in the middle": (
        round_record({**placed(1, "ante", 15_00), "source": "dealer", "by": "D-1"}),
        "not_opened",
        "/events/0/type",
    ),
    "a correction of nothing": (
        with_event(event("corrected", corrects=9, event=None, reason="slip", approved_by="F-2")),
        "unknown_version",
        "/events/1/corrects",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_be_a_record_is_refused_with_its_code_and_where(evening, what):
    desk = evening
    document, code, pointer = BAD[what]
    head = desk.head()
    answer = desk.record(document)
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["pointer"]) == (422, code, pointer)
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["status"] == 422
    # As one of many, too, and nothing of it is half-written.
    (line,) = desk.record_lines(lines(document))
    assert (line["status"], line["problem"]["code"], line["problem"]["pointer"]) == ("refused", code, pointer)
    assert desk.head() == head


def test_an_unknown_wager_is_refused_where_the_felt_has_its_wagers_printed(desk):
    document = {**RECORD_412, "number": 413, "events": RECORD_412["events"][:2]}
    document["events"] = [document["events"][0], {**document["events"][1], "wager": "lucky_ladies"}]
    answer = desk.record(document)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_wager")
    assert answer.json()["pointer"] == "/events/1/wager"
    assert "ante" in answer.json()["detail"]


def test_a_byte_order_mark_is_no_part_of_a_record(desk):
    """As an editor on Windows puts it before one record as before many."""
    mark = b"\xef\xbb\xbf"
    one = mark + json.dumps(round_record(opened())).encode()
    headers = {"Content-Type": "application/json"}
    assert desk("recorder", "POST", "/v1/records", content=one, headers=headers).status_code == 201
    (answer,) = desk.record_lines(one)
    assert answer["status"] == "already_there"


def test_malformed_json_is_said_to_be_that(desk):
    for text in (
        '{"format": "pitledger/1"',
        "",
        "nonsense",
        '{"a": "\ud800"}'.encode("utf-8", "surrogatepass"),
    ):
        answer = desk(
            "recorder", "POST", "/v1/records", content=text, headers={"Content-Type": "application/json"}
        )
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_json")


def test_the_same_round_with_other_content_is_a_conflict_and_changes_nothing(desk):
    desk.record(round_record(opened(), placed(1, "ante", 15_00)))
    head = desk.head()
    answer = desk.record(round_record(opened(), placed(1, "ante", 25_00)))
    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")
    assert answer.json()["pointer"] == "/events/1"
    answer = desk.record(round_record(placed(1, "ante", 5_00, source="dealer", by="D-1"), after=7))
    assert (answer.status_code, answer.json()["code"]) == (409, "version_gap")
    assert desk.head() == head


def test_what_only_went_against_procedure_is_recorded_and_found(desk):
    record = round_record(
        opened(limits={"ante": {"minimum": 15_00, "maximum": 100_00}}),
        placed(1, "ante", 10_00),
        event("betting_closed"),
        placed(2, "ante", 20_00),
        dealt(1, "As"),
        dealt(2, "As"),
        paid(3, "ante", 5_00),
        event("closed"),
    )
    answer = desk.record(record)
    assert answer.status_code == 201
    found = {finding["code"] for finding in answer.json()["findings"]}
    assert found >= {"wager_below_minimum", "wager_late", "card_duplicated", "wager_unknown"}
