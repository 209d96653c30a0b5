"""The door: what is a record, what is not, and where it says so."""

import copy
import json

import pytest

from ledger.errors import LedgerError
from ledger.events.base import TOPICS
from ledger.events.records import read_record
from tests.scenario import T0, dealt, event, opened, paid, placed, read, round_record, session_record


def refused(record, code, pointer):
    text = record if isinstance(record, str | bytes) else json.dumps(record)
    with pytest.raises(LedgerError) as caught:
        read_record(text)
    assert (caught.value.code, caught.value.pointer) == (code, pointer), caught.value


def changed(path, value):
    record = copy.deepcopy(GOOD)
    at = record
    for part in path[:-1]:
        at = at[part]
    if value is GONE:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return record


def adjusted(**fields):
    """An adjustment of $25 to the patron of spot 1."""
    return event(
        "adjustment_posted", occurred_at=T0, spot=1, wager="ante", amount=25_00, direction="to_patron",
        session="T-1/2026-11-28/1", approved_by="F-1", reason="short paid", **fields,
    )  # fmt: skip


GONE = object()
GOOD = round_record(
    opened(spots=[1]),
    placed(1, "ante", 25_00, chips={"2500": 1}),
    dealt(1, "As"),
    paid(1, "ante", 25_00),
    event("closed"),
    submission={"pay_tables": {"bonus": {"AA": "30:1"}}},
)

PRIZE = ("submission", "pay_tables", "bonus", "AA")
# A prize that is wrong, its code, and where in it the fault is.
WRONG_PRIZES = [
    ({"meter_percent": 0}, "invalid_field", "/meter_percent"),
    ({"meter_percent": 101}, "invalid_field", "/meter_percent"),
    ({"meter_percent": 1.5}, "invalid_field", "/meter_percent"),
    ({"meter_percent": "10"}, "invalid_field", "/meter_percent"),
    ({"meter_percent": None}, "invalid_field", "/meter_percent"),
    ({"fixed": 0}, "amount_not_positive", "/fixed"),
    ({"fixed": -1}, "amount_not_positive", "/fixed"),
    ({"fixed": "100"}, "amount_not_whole", "/fixed"),
    ({"fixed": 1.5}, "amount_not_whole", "/fixed"),
    ({"fixed": 2**53}, "invalid_field", "/fixed"),
    ({"fixed": 5, "meter_percent": 10}, "invalid_odds", ""),
    ({"fixxed": 5}, "invalid_odds", ""),
    ({}, "invalid_odds", ""),
    (30, "invalid_odds", ""),
    (None, "invalid_odds", ""),
    (["30:1"], "invalid_odds", ""),
    ("30 to 1", "invalid_odds", ""),
]
REFUSED = [
    (("format",), "pitledger/2", "unknown_format", "/format"),
    (("stream",), "rond", "unknown_stream", "/stream"),
    (("stream",), GONE, "missing_field", "/stream"),
    (("table",), GONE, "missing_field", "/table"),
    (("table",), "-T", "invalid_field", "/table"),
    (("game",), GONE, "missing_field", "/game"),
    (("gaming_date",), None, "missing_field", "/gaming_date"),
    (("gaming_date",), "28.11.2026", "invalid_field", "/gaming_date"),
    (("number",), -1, "invalid_field", "/number"),
    (("number",), 2**53, "invalid_field", "/number"),
    (("number",), True, "invalid_field", "/number"),
    (("colour",), "red", "unknown_field", "/colour"),
    (("after",), -1, "invalid_field", "/after"),
    (("events",), [], "invalid_field", "/events"),
    (("events", 0, "by"), GONE, "missing_field", "/events/0/by"),
    (("events", 0, "source"), GONE, "missing_field", "/events/0/source"),
    (("events", 0, "source"), "rumour", "invalid_field", "/events/0/source"),
    (("events", 0), dealt(1, "As", source="shoe", by="S", occurred_at=T0), "not_opened", "/events/0/type"),
    (("events", 4), opened(occurred_at=T0), "opened_twice", "/events/4/type"),
    (("events", 1, "type"), "wager_wished", "unknown_event_type", "/events/1/type"),
    (("events", 1, "type"), GONE, "missing_field", "/events/1/type"),
    (("events", 1, "amount"), 0, "amount_not_positive", "/events/1/amount"),
    (("events", 1, "amount"), -5, "amount_not_positive", "/events/1/amount"),
    (("events", 1, "amount"), 25.5, "amount_not_whole", "/events/1/amount"),
    (("events", 1, "amount"), "2500", "amount_not_whole", "/events/1/amount"),
    (("events", 1, "amount"), 26_00, "chips_mismatch", "/events/1/chips"),
    (("events", 1), adjusted(chips={"500": 4}), "chips_mismatch", "/events/1/chips"),
    (("events", 1, "chips"), {"25.5": 1}, "invalid_field", "/events/1/chips/25.5"),
    (("events", 1, "chips"), {"0": 1}, "invalid_field", "/events/1/chips/0"),
    (("events", 1, "spot"), 0, "invalid_field", "/events/1/spot"),
    (("events", 2, "card"), "1x", "impossible_card", "/events/2/card"),
    (("events", 2, "card"), "as", "impossible_card", "/events/2/card"),
    (("events", 2, "to"), "moon", "invalid_field", "/events/2/to"),
    (("events", 2, "occurred_at"), "2026-11-28T20:14:03", "naive_time", "/events/2/occurred_at"),
    (("events", 2, "occurred_at"), "yesterday", "invalid_time", "/events/2/occurred_at"),
    (("events", 2, "occurred_at"), 1764378843, "invalid_time", "/events/2/occurred_at"),
    (("events", 2, "occurred_at"), "1764378843", "invalid_time", "/events/2/occurred_at"),
    (("gaming_date",), "1764374400", "invalid_time", "/gaming_date"),
    (("events", 2, "occurred_at"), "2026-11-28T20:14:05-0500", "invalid_time", "/events/2/occurred_at"),
    (("events", 2, "occurred_at"), "2026-11-28T20:14Z", "invalid_time", "/events/2/occurred_at"),
    (("events", 2, "occurred_at"), "2026-11-28T20:14:05,5Z", "invalid_time", "/events/2/occurred_at"),
    (("events", 1, "chips"), {"02500": 0, "2500": 1}, "invalid_field", "/events/1/chips/02500"),
    (("events", 1, "chips"), {"+2500": 1}, "invalid_field", "/events/1/chips/+2500"),
    (("events", 2, "occurred_at"), None, "time_missing", "/events/2/occurred_at"),
    (("events", 2, "note"), "a\x00b", "invalid_field", "/events/2/note"),
    (("submission", "pay_tables", "bonus", "AA"), "30-1", "invalid_odds", "/submission/pay_tables/bonus/AA"),
    (("submission", "pay_tables", "bonus", "AA"), "0:1", "invalid_odds", "/submission/pay_tables/bonus/AA"),
    *((PRIZE, prize, code, f"/submission/pay_tables/bonus/AA{at}") for prize, code, at in WRONG_PRIZES),
    (("submission", "options"), {"breakage": None}, "invalid_field", "/submission/options/breakage"),
    (("submission", "options"), {"breakage": 1.5}, "invalid_field", "/submission/options/breakage"),
    (("submission", "options"), {"breakage": []}, "invalid_field", "/submission/options/breakage"),
]


@pytest.mark.parametrize(("path", "value", "code", "pointer"), REFUSED)
def test_what_cannot_be_a_record_is_refused_with_a_code_and_a_pointer(path, value, code, pointer):
    refused(changed(path, value), code, pointer)


@pytest.mark.parametrize(
    "text", ["", "{", "nul", b"\xff", '{"a": "\ud800"}'.encode("utf-8", "surrogatepass")]
)
def test_what_is_not_json_is_refused(text):
    refused(text, "malformed_json", "")


@pytest.mark.parametrize("text", ["[]", "null", "5", '"record"'])
def test_json_that_is_no_object_is_refused(text):
    refused(text, "invalid_field", "")


def test_one_person_cannot_approve_what_he_did():
    refused(
        round_record(opened(), event("ruling_made", ruling="pay", approved_by="D-1")),
        "same_person",
        "/events/1/approved_by",
    )
    opener = event("opened", opener={"100": 5}, shift="day", source="supervisor", by="F-2", approved_by="F-2")
    refused(session_record(opener), "same_person", "/events/0/approved_by")


def test_a_round_of_more_events_than_any_round_has_is_refused():
    refused(
        round_record(opened(), *[event("decision_made", spot=1, decision="check")] * 10_000),
        "record_too_large",
        "/events",
    )


def test_source_and_person_are_inherited_from_the_event_before():
    record = read(
        round_record(opened(), dealt(1, "As", source="shoe"), dealt(1, "Ks", by="D-2"), event("closed"))
    )
    assert [(one.source, one.by) for one in record.facts] == [
        ("dealer", "D-1"),
        ("shoe", "D-1"),
        ("shoe", "D-2"),
        ("shoe", "D-2"),
    ]


def test_an_event_that_corrects_gives_its_source_and_person_to_what_should_have_been():
    right = event("corrected", corrects=2, reason="misread", approved_by="F-1", event=placed(1, "ante", 5_00))
    record = read(round_record(opened(), placed(1, "ante", 25_00), right))
    should_have_been = record.facts[2].model_dump()["event"]
    assert (should_have_been["by"], should_have_been["occurred_at"]) == ("D-1", None)


def test_the_same_moment_in_two_offsets_is_the_same_event():
    east = read(round_record(opened(occurred_at="2026-11-28T20:14:03-05:00")))
    utc = read(round_record(opened(occurred_at="2026-11-29T01:14:03Z")))
    assert east.facts == utc.facts


def test_an_import_may_leave_the_date_and_the_time_unknown():
    record = read(round_record({**opened(source="import"), "occurred_at": None}, gaming_date=None))
    assert record.head.key == "T-1/-/1"


def test_every_topic_names_its_stream_and_a_version():
    for topic, known in TOPICS.items():
        stream, name, version = topic.split(".")
        assert (stream, name, version) == (known.STREAM, known.model_fields["type"].default, "v1")
        assert known.__doc__
