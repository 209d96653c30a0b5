"""A dispute from its events: how it stands, what is due and by when, what was not as it should be."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from ledger.book import disputes as book
from ledger.book.postings import balanced
from ledger.disputes.decide import begin, extend
from ledger.disputes.due import Window, due
from ledger.disputes.findings import KINDS, findings
from ledger.disputes.state import fold
from ledger.errors import LedgerError
from ledger.events.records import DisputeHeader
from ledger.events.short import evolve
from ledger.jurisdictions.disputing import PROFILES, QUESTIONS
from ledger.jurisdictions.questions import QUESTIONS as OF_THE_BOOKS
from tests.scenario import event, read

ROUND = "TCP-01/2026-11-28/17"
RECEIVED = datetime.fromisoformat("2026-11-28T22:00:00-05:00")
WINDOW = Window("TCP-01", RECEIVED - timedelta(minutes=20), RECEIVED - timedelta(minutes=10))
HOUR = timedelta(hours=1)


def after(hours, one):
    return {**one, "occurred_at": (RECEIVED + hours * HOUR).isoformat()}


def complaint(**fields):
    said = {
        "rounds": [ROUND], "spot": 3, "wager": "pair_plus", "subject": "S-81", "claim": "paid the wrong row",
        "amount": 120_00, "source": "supervisor", "by": "F-22", **fields,
    }  # fmt: skip
    return after(0, event("opened", **said))


def ruling(amount=-40_00):
    wager = {"round": ROUND, "spot": 3, "wager": "pair_plus", "to_patron": amount}
    return after(2, event("ruling_made", ruling="the flush pays 4:1", wagers=[wager], approved_by="F-9"))


def settled(amount=40_00, direction="from_patron", **fields):
    said = {"at": "cage", "document": "R-1", "approved_by": "F-9", **fields}
    return after(3, event("settlement_paid", amount=amount, direction=direction, **said))


def undone(version):
    return after(5, event("corrected", corrects=version, reason="not so", approved_by="F-3"))


STATEMENT = after(5, event("statement_recorded", role="dealer", of="D-1", text="I paid the row above"))
CLOSED = after(4, event("closed", outcome="dealer_error", losses=0, savings=40_00))
REQUESTED = after(
    0, event("evidence_requested", cameras=["C-118"], expires_at=(RECEIVED + 168 * HOUR).isoformat())
)

BOTH = after(0, event("evidence_requested", cameras=["C-118", "C-119"]))


def preserved(hours, **fields):
    return after(hours, event("evidence_preserved", location="locker 4", **fields))


def dispute(*events):
    record = read({"format": "pitledger/1", "stream": "dispute", "name": "D-14", "events": list(events)})
    assert isinstance(record.head, DisputeHeader)
    return extend(begin(record.head), record.facts)


def codes(state):
    return [(one.code, one.event) for one in findings(state)]


# --- how it stands -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([], "open"),
        ([ruling()], "ruled"),
        ([ruling(), after(3, event("escalated", to="the Division"))], "escalated"),
        ([ruling(), settled(), CLOSED], "closed"),
        ([ruling(), undone(2)], "open"),
    ],
)
def test_a_dispute_stands_as_its_events_say(events, status):
    assert dispute(complaint(), *events).status == status


def test_what_was_asked_for_is_open_until_it_is_secured():
    state = dispute(complaint(), REQUESTED, REQUESTED, preserved(1), preserved(2, request=3))
    assert [(one.version, one.preserved) for one in state.requests] == [(2, 4), (3, 5)]
    assert [one.preserved for one in dispute(complaint(), REQUESTED).requests] == [None]


# --- what is due -------------------------------------------------------------------------


def asked(jurisdiction, *events, days=7, currency="USD", **fields):
    state = dispute(complaint(**fields), *events)
    return due(state, PROFILES[jurisdiction], (WINDOW,), days, currency=currency)


@pytest.mark.parametrize(
    ("jurisdiction", "fields", "wanted"),
    [
        ("NJ", {}, {"preserve_video"}),
        ("NJ", {"electronic": True}, {"preserve_video", "disable_device"}),
        ("NJ", {"electronic": True, "amount": 99_99}, {"preserve_video"}),
        ("NJ", {"electronic": True, "amount": None}, {"preserve_video", "disable_device"}),
        ("NV", {}, {"preserve_video", "tell_patron"}),
        ("NV", {"amount": 499_99}, {"preserve_video", "tell_patron"}),
        ("NV", {"amount": 500_00}, {"preserve_video", "tell_regulator"}),
        # Nobody said how much it is: neither is left out.
        ("NV", {"amount": None}, {"preserve_video", "tell_regulator", "tell_patron"}),
        # Nobody says here how many dollars that is.
        ("NV", {"amount": 400_00, "currency": "EUR"}, {"preserve_video", "tell_regulator", "tell_patron"}),
        ("NJ", {"electronic": True, "amount": 1, "currency": "EUR"}, {"preserve_video", "disable_device"}),
        ("NE", {}, {"preserve_video", "written_notice", "tell_patron", "complaint_report"}),
        ("MS", {}, {"preserve_video", "keep_evidence"}),
        ("GB", {}, {"preserve_video", "final_answer", "offer_adr"}),
        ("NJ-online", {}, {"preserve_video", "answer"}),
        ("MT", {}, {"preserve_video", "offer_adr"}),
    ],
)
def test_each_jurisdiction_asks_what_was_read_of_it_and_no_more(jurisdiction, fields, wanted):
    assert {one.kind for one in asked(jurisdiction, **fields)} == wanted


def test_an_amount_of_another_currency_is_held_against_no_threshold():
    (one,) = [one for one in asked("NV", amount=900_00, currency="EUR") if one.kind == "tell_regulator"]
    assert one.words.endswith("if it is USD 500 or more: it is EUR")


@pytest.mark.parametrize(
    ("jurisdiction", "kind", "hours"),
    [("NE", "written_notice", 48), ("GB", "final_answer", 56 * 24), ("NJ-online", "answer", 72)],
)
def test_a_deadline_runs_from_when_the_complaint_was_received(jurisdiction, kind, hours):
    (one,) = [one for one in asked(jurisdiction) if one.kind == kind]
    assert one.by == RECEIVED + hours * HOUR
    assert (one.state(one.by), one.state(one.by + HOUR)) == ("due", "overdue")
    assert one.source


def test_the_video_comes_first_and_is_done_when_it_is_secured():
    first = asked("NE")[0]
    assert (first.kind, first.by) == ("preserve_video", WINDOW.since + timedelta(days=7))
    assert WINDOW.since.isoformat() in first.words
    assert asked("NE", REQUESTED)[0].kind == "preserve_video"
    # What is due at once, and then what has a time.
    after_it = asked("NE", REQUESTED, preserved(1))
    assert [one.kind for one in after_it] == [
        "complaint_report",
        "tell_patron",
        "written_notice",
        "preserve_video",
    ]
    assert [one.state(RECEIVED) for one in after_it] == ["due", "due", "due", "done"]


OTHER = {"from": (RECEIVED - 6 * HOUR).isoformat(), "until": (RECEIVED - 5 * HOUR).isoformat()}


@pytest.mark.parametrize(
    ("events", "by"),
    [
        # Nobody had asked, and it is secured all the same.
        ([preserved(1)], 2),
        ([after(1, event("evidence_linked", what="video", location="vault", sha256="a" * 64))], 2),
        ([preserved(1, cameras=["C-118"])], 2),
        # Of another time, of cameras that do not look there, or of something else.
        ([preserved(1, **OTHER)], None),
        ([preserved(1, cameras=["C-900"])], None),
        ([{**REQUESTED, **OTHER}, preserved(1)], None),
        ([after(0, event("evidence_requested", what="cards")), preserved(1)], None),
        ([after(1, event("evidence_linked", what="photo", location="vault", sha256="a" * 64))], None),
        # What was asked for of another time does not stand in the way; all of this one must be there.
        ([{**REQUESTED, **OTHER}, REQUESTED, preserved(1, request=3)], 4),
        ([REQUESTED, REQUESTED, preserved(1)], None),
        ([REQUESTED, REQUESTED, preserved(1), preserved(2)], 5),
    ],
)
def test_video_is_secured_by_what_covers_the_rounds(events, by):
    state = dispute(complaint(), *events)
    found = due(state, PROFILES["NJ"], (WINDOW._replace(cameras=("C-118", "C-119")),), 7)
    assert [one.done for one in found if one.kind == "preserve_video"] == [by]


def test_video_of_which_nobody_knows_the_time_is_asked_for_all_the_same():
    (one,) = due(dispute(complaint()), PROFILES["NJ"], (), 7, (ROUND,))
    assert (one.kind, one.by, one.done, ROUND in one.words) == ("preserve_video", None, None, True)


def told(hours, to="the patron", **fields):
    return after(hours, event("notice_given", to=to, what="in writing", **fields))


def taken_to(hours, instance):
    return after(hours, event("escalated", to="them", instance=instance))


def ended(outcome):
    return {**CLOSED, "outcome": outcome}


@pytest.mark.parametrize(
    ("jurisdiction", "kind", "events", "state"),
    [
        ("NV", "tell_regulator", [told(1, "the Regulator")], "done"),
        ("NV", "tell_regulator", [told(1, "the Board", does="tell_regulator")], "done"),
        ("NV", "tell_regulator", [told(1, "the Board")], "due"),
        ("NV", "tell_regulator", [taken_to(1, "regulator")], "done"),
        ("NV", "tell_regulator", [taken_to(1, "court")], "due"),
        ("NV", "tell_regulator", [ended("dealer_error")], "done"),
        ("NV", "tell_regulator", [ended("undecided")], "due"),
        # An acknowledgement is neither the written notice nor the final answer.
        ("NE", "written_notice", [told(1)], "due"),
        ("NE", "written_notice", [told(47, does="written_notice")], "done"),
        ("NE", "written_notice", [told(49, does="written_notice")], "done_late"),
        ("NE", "tell_patron", [told(1)], "done"),
        ("GB", "final_answer", [told(1)], "due"),
        ("GB", "final_answer", [told(57 * 24, does="final_answer")], "done_late"),
        ("GB", "offer_adr", [told(1, does="final_answer")], "open_ended"),
        ("GB", "offer_adr", [taken_to(1, "adr")], "done"),
        ("MT", "report_adr", [taken_to(1, "adr")], "open_ended"),
        ("MT", "report_adr", [taken_to(1, "adr"), told(2, "the authority", does="report_adr")], "done"),
        ("NJ-online", "answer", [told(71, "the operator")], "done"),
        ("NV", "decision", [taken_to(1, "regulator")], "due"),
        ("NV", "decision", [taken_to(1, "regulator"), {**ruling(), "instance": "regulator"}], "done"),
        ("NV", "decision", [taken_to(1, "regulator"), ruling()], "due"),
    ],
)  # fmt: skip
def test_a_duty_is_done_by_what_does_it_and_by_nothing_else(jurisdiction, kind, events, state):
    found = {one.kind: one for one in asked(jurisdiction, *events, amount=500_00)}
    assert found[kind].state(RECEIVED) == state


def test_what_the_house_rules_is_no_decision_to_appeal_and_the_regulators_is():
    assert {one.kind for one in asked("NV", ruling())} == {"preserve_video", "tell_patron"}
    decided = {one.kind: one.by for one in asked("NV", {**ruling(), "instance": "regulator"})}
    at = RECEIVED + 2 * HOUR + timedelta(days=20)
    assert (decided["reconsideration"], decided["judicial_review"]) == (at, at)
    jersey = {one.kind: one for one in asked("NJ", {**ruling(), "instance": "regulator"})}
    assert "to the courts" in jersey["judicial_review"].words
    assert [one.kind for one in asked("NJ", ruling())] == ["preserve_video"]


def test_a_device_is_disabled_until_its_history_is_kept():
    linked = after(1, event("evidence_linked", what="device_history", location="log 4", sha256="a" * 64))
    found = {one.kind: one.done for one in asked("NJ", linked, electronic=True)}
    assert found["disable_device"] == 2


def test_a_property_that_keeps_its_video_for_less_has_less_time():
    assert asked("NV", days=3)[0].by == WINDOW.since + timedelta(days=3)
    assert (asked("NV", days=3)[0].source, asked("NV", days=30)[0].by) == (
        "configuration", WINDOW.since + timedelta(days=7),
    )  # fmt: skip


def test_o_q_a_dispute_opened_on_the_sixth_day_has_the_video_secured_before_the_seventh_ends():
    """What was filmed first is erased first: its first minute sets the time, not the last."""
    since = RECEIVED - timedelta(days=6)
    window = WINDOW._replace(since=since, until=since + 3 * HOUR, cameras=("C-118",))
    first = due(dispute(complaint()), PROFILES["NV"], (window,), 30)[0]
    assert (first.kind, first.by, first.state(RECEIVED)) == (
        "preserve_video", RECEIVED + timedelta(days=1), "due",
    )  # fmt: skip
    assert f"{since.isoformat()} to {window.until.isoformat()}" in first.words
    assert first.state(RECEIVED + 25 * HOUR) == "overdue"
    kept = [
        next(one for one in due(dispute(complaint(), preserved(hours)), PROFILES["NV"], (window,), 30)
             if one.kind == "preserve_video").state(RECEIVED + 48 * HOUR)
        for hours in (20, 30)
    ]  # fmt: skip
    assert kept == ["done", "done_late"]


def test_a_notice_to_whom_it_is_due_has_done_it():
    notice = after(1, event("notice_given", to="the regulator", what="by telephone"))
    found = {one.kind: one.done for one in asked("NV", notice, amount=500_00)}
    assert found["tell_regulator"] == 2


def test_every_row_of_every_profile_answers_a_question_that_is_there():
    rows = [row for profile in PROFILES.values() for row in profile.rows.values()]
    assert {row.name for row in rows} <= {*QUESTIONS, *OF_THE_BOOKS}
    assert all(row.source and row.evidence in {"V", "S", "B"} for row in rows)


# --- what was not as it should be -----------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([REQUESTED, preserved(1), ruling(), settled(), CLOSED], []),
        ([settled()], [("settlement_without_ruling", 2)]),
        ([ruling(), settled(20_00), CLOSED], [("settlement_beside_ruling", 4)]),
        ([REQUESTED, ruling(), settled(), CLOSED], [("evidence_not_preserved", 5)]),
        ([REQUESTED, preserved(169)], [("evidence_preserved_late", 3)]),
        ([ruling(), settled(), CLOSED, STATEMENT], [("dispute_event_after_close", 5)]),
        ([BOTH, preserved(1, cameras=["C-118"])], [("evidence_preserved_in_part", 3)]),
        ([BOTH, preserved(1, cameras=["C-118"]), preserved(2, request=2, cameras=["C-119"])], []),
        ([BOTH, preserved(1)], []),
        # Two of the house ruled at once: neither knew of the other, and the last is what holds.
        ([ruling(), ruling()], [("ruled_again", 3)]),
        ([ruling(), undone(2), ruling()], []),
        ([ruling(), {**ruling(), "instance": "regulator"}], []),
    ],
)  # fmt: skip
def test_what_was_not_as_it_should_be_is_found_at_its_event(events, found):
    assert codes(dispute(complaint(), *events)) == found
    assert {code for code, _ in found} <= set(KINDS)


def by(person, second, one):
    return {**one, "by": person, "approved_by": second}


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([by("F-22", "F-9", ruling())], []),
        ([by("D-7", "F-9", ruling())], [("decided_by_involved", 2)]),
        ([by("F-22", "d-7 ", ruling())], [("decided_by_involved", 2)]),
        ([by("F-22", "s-81", ruling())], [("decided_by_involved", 2)]),
        ([STATEMENT, by("D-1", "F-9", ruling())], [("decided_by_involved", 3)]),
        ([{**STATEMENT, "role": "witness"}, by("D-1", "F-9", ruling())], []),
        ([by("F-22", "F-9", ruling()), by("D-7", "F-9", settled())], [("decided_by_involved", 3)]),
        # What the regulator decides is nobody's here to judge.
        ([{**by("D-7", "F-9", ruling()), "instance": "regulator"}], []),
    ],
)
def test_who_had_a_part_in_it_and_decides_it_is_found(events, found):
    said = findings(dispute(complaint(), *events), dealers=["D-7"])
    assert [(one.code, one.event) for one in said] == found


@pytest.mark.parametrize(
    ("events", "code", "pointer"),
    [
        ([complaint(jurisdiction="Nevada")], "invalid_field", "/events/0/jurisdiction"),
        ([CLOSED], "not_opened", "/events/0/type"),
        ([complaint(rounds=[])], "missing_field", "/events/0/rounds"),
        ([complaint(rounds=["TCP-01"])], "invalid_field", "/events/0/rounds/0"),
        ([complaint(), complaint()], "opened_twice", "/events/1/type"),
        ([complaint(), preserved(1, request=1)], "unknown_version", "/events/1/request"),
        ([complaint(), settled(at="table")], "missing_field", "/events/1/round"),
        ([complaint(), {**ruling(), "approved_by": "F-22"}], "same_person", "/events/1/approved_by"),
        ([complaint(), preserved(1, sha256="abc")], "invalid_field", "/events/1/sha256"),
    ],
)
def test_what_cannot_be_a_record_of_a_dispute_is_refused(events, code, pointer):
    with pytest.raises(LedgerError) as caught:
        dispute(*events)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


# --- what it moves ------------------------------------------------------------------------


def test_money_paid_at_the_cage_moves_there_and_at_the_table_in_its_round():
    def moved(*events):
        known = dispute(complaint(), ruling(), *events)
        state, legs = fold(known.header, known.log[:2]), []
        paid = book.paid(state, lambda _: "EUR")
        for one in known.log[2:]:
            evolve(state, one)
            paid, was = book.paid(state, lambda _: "EUR"), paid
            for currency, found in book.moved(paid, was).items():
                assert (currency, balanced(found), book.pays(one)) == ("EUR", True, True)
                legs += [(leg.account, leg.holder, leg.amount) for leg in found]
        return legs

    assert moved(settled()) == [("patron", "S-81", -40_00), ("cage", "", 40_00)]
    assert moved(settled(direction="to_patron")) == [("cage", "", -40_00), ("patron", "S-81", 40_00)]
    assert moved(settled(at="table", round=ROUND, version=9)) == []
    assert sorted(moved(settled(), undone(3))) == sorted(
        [("patron", "S-81", -40_00), ("cage", "", 40_00), ("patron", "S-81", 40_00), ("cage", "", -40_00)]
    )
