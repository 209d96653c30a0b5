"""Records in, receipts out, on a real Postgres."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.errors import LedgerError
from ledger.store.appends import KeyTaken, Remembered
from tests.scenario import (
    collected,
    dealt,
    document,
    event,
    opened,
    paid,
    placed,
    revealed,
    round_record,
    session_record,
    table_record,
)

ROUND = [
    opened(),
    placed(1, "ante", 5_00),
    dealt(1, "As"),
    revealed(1, "As"),
    paid(1, "ante", 5_00),
    event("closed"),
]
OPENER = event("opened", opener={"500": 10}, shift="day", source="supervisor", by="F-2", approved_by="D-1")


@pytest.fixture
def ledger(settings):
    with open_ledger(settings) as opened_ledger:
        yield opened_ledger


@pytest.fixture
def table(ledger):
    assert record(ledger, table_record()).status == "appended"


def record(ledger, doc, **asked):
    return ledger.record(document(doc), by="test", **asked)


def head(ledger):
    return ledger.recorder.head()


def test_a_round_is_appended_once_and_known_again(ledger, table):
    first = record(ledger, round_record(*ROUND))
    assert (first.status, first.version, first.appended, first.stream) == (
        "appended", 6, 6, "round/T-1/2026-11-28/1",
    )  # fmt: skip
    at = head(ledger)
    again = record(ledger, round_record(*ROUND))
    assert (again.status, again.version, again.appended) == ("already_there", 6, 0)
    assert head(ledger) == at


def test_a_new_round_asks_for_nothing_before_it_is_appended(ledger, table, monkeypatch):
    record(ledger, round_record(*ROUND))

    def asked(*_, **__):
        raise AssertionError("a question to the server before the append")

    monkeypatch.setattr(ledger.recorder, "_rows", asked)
    assert record(ledger, round_record(*ROUND, number=2)).status == "appended"


def test_a_round_is_rebuilt_from_what_is_stored(ledger, table):
    record(ledger, round_record(*ROUND))
    seen = ledger.round("T-1/2026-11-28/1")
    assert seen.state.faces(1) == ("As",)
    assert [one.event.type for one in seen.recorded] == [one["type"] for one in ROUND]
    assert ledger.round("T-1/2026-11-28/1", version=2).state.faces(1) == ()


def test_an_open_round_hides_what_was_not_shown_and_a_closed_one_nothing_at_any_version(ledger, table):
    record(ledger, round_record(*ROUND[:3]))
    assert ledger.round("T-1/2026-11-28/1").state.faces(1) == (None,)
    assert ledger.round("T-1/2026-11-28/1", sees_all=True).state.faces(1) == ("As",)
    record(ledger, round_record(*ROUND))
    assert ledger.round("T-1/2026-11-28/1", version=3).state.faces(1) == ("As",)


def test_a_round_as_known_at_a_time_leaves_out_what_was_recorded_later(settings, ledger, table):
    moment = datetime.now(UTC)
    record(ledger, round_record(*ROUND))
    later = Ledger(ledger.recorder, "demo", clock=lambda: moment + timedelta(days=1))
    right = event("corrected", corrects=2, reason="misread", approved_by="F-1", event=placed(1, "ante", 9_00))
    appended = later.record(
        document(round_record({**right, "source": "manual", "by": "D-1"}, after=6)), by="test"
    )
    assert appended.version == 7
    known = moment + timedelta(hours=1)
    assert later.round("T-1/2026-11-28/1").state.wagers[0].stake == 9_00
    assert later.round("T-1/2026-11-28/1", known_at=known).state.wagers[0].stake == 5_00


REFUSED = [
    (round_record(*ROUND, table="T-9"), "unknown_table", "/table"),
    (round_record(*ROUND, game="whist"), "unknown_game", "/game"),
    (round_record(*ROUND, submission="nj-1999"), "unknown_submission", "/submission"),
    (round_record(*ROUND, property="elsewhere"), "wrong_property", "/property"),
    (
        round_record(*ROUND, submission={"options": {"moon": True}}),
        "unknown_option",
        "/submission/options/moon",
    ),
    (
        round_record(opened(), placed(1, "moon", 5_00), game="texas_holdem_bonus"),
        "unknown_wager",
        "/events/1/wager",
    ),
    (round_record(opened(), placed(1, "ante", 0)), "amount_not_positive", "/events/1/amount"),
    (session_record(OPENER, table="T-9"), "unknown_table", "/table"),
    (table_record("T-2", game="whist"), "unknown_game", "/events/1/game"),
    (table_record("T-2", submission="nj-1999"), "unknown_submission", "/events/1/submission"),
]


@pytest.mark.parametrize(("sent", "code", "pointer"), REFUSED)
def test_what_names_something_unknown_is_refused_and_leaves_nothing(ledger, table, sent, code, pointer):
    at = head(ledger)
    receipt = record(ledger, sent)
    assert (receipt.status, receipt.problem.code, receipt.problem.pointer) == ("refused", code, pointer)
    assert head(ledger) == at


def test_the_same_number_with_other_content_is_a_conflict_and_appends_nothing(ledger, table):
    record(ledger, round_record(*ROUND[:2]))
    other = round_record(opened(), placed(1, "ante", 6_00), *ROUND[2:])
    receipt = record(ledger, other)
    assert (receipt.problem.code, receipt.problem.pointer) == ("version_conflict", "/events/1")
    assert len(ledger.stream("round", "T-1/2026-11-28/1")) == 2


def test_many_records_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(ledger):
    sent: list[Any] = [
        table_record(),
        round_record(*ROUND, number=1),
        round_record(*ROUND, number=2, game="whist"),
        b"{",
        *[round_record(*ROUND, number=number) for number in range(3, 30)],
        round_record(*ROUND, number=1),
    ]
    receipts = list(
        ledger.record_all([one if isinstance(one, bytes) else document(one) for one in sent], by="test")
    )
    statuses = [receipt.status for receipt in receipts]
    assert statuses == ["appended", "appended", "refused", "refused", *["appended"] * 27, "already_there"]
    again = list(ledger.record_all([document(one) for one in sent if not isinstance(one, bytes)], by="test"))
    assert {receipt.status for receipt in again} == {"already_there", "refused"}


def test_a_round_in_an_open_hand_tells_its_recorder_no_finding_about_hidden_cards(ledger, table):
    twice = [opened(), dealt(1, "As"), dealt(2, "As")]
    assert record(ledger, round_record(*twice)).findings == ()
    assert [one.code for one in record(ledger, round_record(*twice), sees_all=True).findings] == [
        "card_duplicated"
    ]
    closed = round_record(*twice, event("closed"))
    assert [one.code for one in record(ledger, closed).findings] == ["card_duplicated"]


def test_enforcing_procedure_refuses_what_would_be_recorded_otherwise(ledger, table):
    late = round_record(opened(), event("betting_closed"), placed(1, "ante", 5_00))
    receipt = record(ledger, late, enforce=True)
    assert receipt.problem.code == "procedure_findings"
    assert record(ledger, late).status == "appended"


def test_enforcing_procedure_helps_no_more_with_what_is_stored(ledger, table):
    late = round_record(opened(), event("betting_closed"), placed(1, "ante", 5_00))
    record(ledger, late)
    assert record(ledger, late, enforce=True).status == "already_there"
    ruling = event("ruling_made", ruling="stands", approved_by="F-1", source="supervisor", by="F-2")
    assert record(ledger, round_record(ruling, after=3), enforce=True).status == "appended"


def test_a_round_is_judged_for_ever_by_what_was_in_force_when_it_was_recorded(ledger):
    def submitted(threshold, effective):
        return event(
            "submitted", game="texas_holdem_bonus", jurisdiction="NJ", effective=effective,
            options={"ante_pays_from": threshold}, source="manual", by="C-1",
            occurred_at="2026-01-01T00:00:00Z",
        )  # fmt: skip

    base = {"format": "pitledger/1", "stream": "submission", "name": "nj-1"}
    record(ledger, {**base, "events": [submitted("flush", "2026-01-05")]})
    record(ledger, table_record(game="texas_holdem_bonus", submission="nj-1"))
    hand = round_record(opened(), placed(1, "ante", 5_00), game="texas_holdem_bonus")
    record(ledger, hand)
    record(ledger, {**base, "after": 1, "events": [submitted("straight", "2026-02-01")]})
    record(ledger, {**hand, "number": 2})
    assert ledger.round("T-1/2026-11-28/1").judgement.submission.options["ante_pays_from"] == "flush"
    assert ledger.round("T-1/2026-11-28/2").judgement.submission.options["ante_pays_from"] == "straight"


def test_one_idempotency_key_at_once_from_many_callers_appends_once(ledger, table):
    def remember(receipt):
        return Remembered("test", "K-1", b"digest", 201, receipt.status.encode())

    outcomes = []

    def call():
        try:
            outcomes.append(record(ledger, round_record(*ROUND), remember=remember).status)
        except KeyTaken as taken:
            outcomes.append(taken.remembered.body.decode())

    callers = [threading.Thread(target=call) for _ in range(16)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert outcomes == ["appended"] * 16
    assert len(ledger.stream("round", "T-1/2026-11-28/1")) == 6


def test_callers_that_continue_one_round_at_once_never_lose_or_double_an_event(ledger, table):
    record(ledger, round_record(*ROUND[:2]))

    def bet(spot):
        one = placed(spot, "ante", 1_00, id=f"B-{spot}", source="dealer", by="D-1")
        while True:
            after = len(ledger.stream("round", "T-1/2026-11-28/1"))
            if record(ledger, round_record(one, after=after)).status != "refused":
                return

    callers = [threading.Thread(target=bet, args=(spot,)) for spot in range(2, 12)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    state = ledger.round("T-1/2026-11-28/1").state
    assert sorted(wager.spot for wager in state.wagers) == list(range(1, 12))
    assert state.version == 12


def test_what_is_not_recorded_is_not_found(ledger):
    with pytest.raises(LedgerError) as caught:
        ledger.round("T-1/2026-11-28/99")
    assert caught.value.code == "round_not_found"
    with pytest.raises(LedgerError) as caught:
        ledger.round("nonsense")
    assert caught.value.code == "invalid_reference"


def test_money_collected_beyond_the_stake_is_recorded_and_found(ledger, table):
    receipt = record(ledger, round_record(opened(), placed(1, "ante", 5_00), collected(1, "ante", 7_00)))
    assert [(one.code, one.facts["beyond"]) for one in receipt.findings] == [("amount_beyond_stake", 2_00)]
