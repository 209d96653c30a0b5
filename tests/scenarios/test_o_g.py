"""O-G: the closer was typed with 850 chips of $25 instead of 580; revenue audit puts it right a day later."""

from datetime import date, datetime

import pytest

from api.cli.moved import say_moved
from api.sheets import csv
from api.sheets.choosing import chosen
from projections.errors import DayNotAudited, DayNotPreliminary
from projections.reports.journal_sheets import workbook as sheets_of_journal
from projections.reports.master_game_sheets import workbook as sheets_of_report
from projections.reports.reconciliation_sheets import workbook as sheets_of_reconciliation
from tests.days.told import audited, day_record, opened, preliminary
from tests.projections.pit import table
from tests.scenario import event, placed, round_record, session_record
from tests.scenario import opened as opened_round

SWING = date(2026, 11, 28)
COUNTED = {"500": 600, "2500": 580, "10000": 159}
TYPED = {**COUNTED, "2500": 850}
EXTRA = 270 * 25_00


def at(when, **fields):
    return {"occurred_at": when, "source": "supervisor", "by": "F-2", "approved_by": "D-1", **fields}


def shift(day, opener, closer):
    """A session of BJ-07 without play, closed and its box counted."""
    nothing = {"cash": 0, "documents": 0, "coupons": 0}
    count = {"source": "manual", "by": "CT-1", "approved_by": "CT-2", "box": "B-7"}
    return session_record(
        event("opened", **at(f"{day}T20:00:00-05:00", opener=opener, shift="swing")),
        event("closed", **at(f"{day}T23:00:00-05:00", closer=closer)),
        event("box_dropped", **at(f"{day}T23:05:00-05:00", box="B-7")),
        event("drop_counted", occurred_at=f"{day}T23:30:00-05:00", first=nothing, second=nothing, **count),
        table="BJ-07",
        gaming_date=day,
    )


def clock(text):
    return datetime.fromisoformat(text)


@pytest.fixture
def told(pit):
    """The evening, the next opener, the audit: each recorded when it was known."""
    pit.now = clock("2026-11-29T01:00:00-05:00")
    pit.tell(table("BJ-07"), shift("2026-11-28", COUNTED, TYPED), day_record(opened(), preliminary()))
    pit.now = clock("2026-11-29T21:00:00-05:00")
    pit.tell(shift("2026-11-29", COUNTED, COUNTED))
    pit.now = clock("2026-11-30T10:00:00-05:00")
    return pit


def put_right(pit):
    """The closer corrected by two people, the audit finished."""
    again = event("closed", closer=COUNTED, approved_by="D-1")
    corrected = event(
        "corrected", occurred_at="2026-11-30T09:50:00-05:00", source="manual", by="A-1", approved_by="A-2",
        corrects=2, reason="580 was written, 850 typed", event=again,
    )  # fmt: skip
    pit.tell(session_record(corrected, table="BJ-07", after=4), day_record(audited(source="manual"), after=2))


def swing(pit, **asked):
    answer = pit.views.reconcile(SWING, **asked)
    (one,) = answer.sessions
    return answer, one


def test_before_anybody_audits_the_opener_of_the_next_day_shows_what_it_was(told):
    _, one = swing(told)
    assert (one.variance.total, one.accounting_win) == (EXTRA, EXTRA)
    first = one.candidates[0]
    (part,) = first.explanations
    assert (part.kind, part.by_denomination, first.remains.total) == ("closer_miscounted", {25_00: 270}, 0)
    (evidence,) = part.evidence
    assert (evidence.stream, evidence.version) == ("BJ-07/2026-11-29/1", 1)
    following = told.views.reconcile(date(2026, 11, 29)).sessions[0]
    assert (following.continuity.status, following.continuity.amount) == ("differs", -EXTRA)


def test_the_preliminary_report_stays_and_the_audited_one_is_right(told):
    before = told.views.reconcile(SWING, state="preliminary")
    put_right(told)
    preliminary_now, typed = swing(told, state="preliminary")
    assert (preliminary_now.state, typed.accounting_win, typed.counted_closer) == (
        "preliminary", EXTRA, typed.opener + EXTRA,
    )  # fmt: skip
    assert preliminary_now.sessions == before.sessions
    assert preliminary_now.as_of == before.as_of
    audited_now, right = swing(told, state="audited")
    assert (audited_now.state, right.accounting_win, right.variance.total) == ("audited", 0, 0)
    assert (right.identity_holds, right.candidates) == (True, None)
    now, same = swing(told)
    assert (now.state, same) == ("audited", right)


def test_the_adjustment_is_over_two_thousand_and_stands_in_the_list_of_month_end(told):
    put_right(told)
    month = told.views.adjustments(date(2026, 11, 1), date(2026, 11, 30))
    (one,) = [line for line in month.adjustments if line.type == "corrected"]
    assert (one.effect_on_win, one.threshold, one.over_threshold) == (-EXTRA, 2_000_00, True)
    assert (one.key, one.corrects, one.by, one.approved_by) == ("BJ-07/2026-11-28/1", 2, "A-1", "A-2")
    assert EXTRA == 6_750_00


def test_the_mismatch_of_the_next_opener_is_explained_and_closed(told):
    next_day = date(2026, 11, 29)
    assert told.views.reconcile(next_day).sessions[0].continuity.settled is None
    put_right(told)
    (following,) = told.views.reconcile(next_day).sessions
    opener = following.continuity
    assert (opener.status, opener.amount) == ("agrees", 0)
    closed = opener.settled
    assert (closed.amount, closed.by_denomination) == (-EXTRA, {25_00: -270})
    assert (closed.count, closed.session, closed.version) == ("closer", "BJ-07/2026-11-28/1", 5)
    (same,) = told.views.openers(next_day).openers
    assert same == opener


def test_what_was_known_the_evening_before_can_be_asked_for_ever(told):
    put_right(told)
    evening, typed = swing(told, as_known_at=clock("2026-11-29T12:00:00-05:00"))
    assert (evening.state, typed.accounting_win) == ("preliminary", EXTRA)
    nothing = told.views.reconcile(SWING, as_known_at=clock("2026-11-28T12:00:00-05:00"))
    assert (nothing.sessions, nothing.as_of) == ([], 0)
    with pytest.raises(DayNotAudited):
        swing(told, state="audited", as_known_at=clock("2026-11-29T12:00:00-05:00"))


def test_what_is_listed_and_what_was_moved_are_asked_for_as_known_then_too(told):
    session, evening = "BJ-07/2026-11-28/1", {"as_known_at": clock("2026-11-29T12:00:00-05:00")}
    put_right(told)
    views = told.views
    (first,) = views.sessions(table="BJ-07", **evening).sessions
    assert (first.session, first.version, first.closer) == (session, 4, {5_00: 600, 25_00: 850, 100_00: 159})
    now = {one.session: one.closer[25_00] for one in views.sessions(table="BJ-07").sessions}
    assert now == {session: 580, "BJ-07/2026-11-29/1": 580}
    assert [(one.gaming_date, one.state) for one in views.days(**evening).days] == [(SWING, "preliminary")]
    assert views.days(as_of=0).days == []
    assert [one.gaming_date for one in views.days().days] == [date(2026, 11, 29), SWING]
    position = views.reconcile(SWING, **evening).as_of
    for ask in (views.trial_balance, lambda **at: views.postings("session", session, **at), views.funds):
        then = ask(**evening)
        assert (then.as_of, then) == (position, ask(as_of=position))


def test_a_day_that_is_in_no_such_state_is_refused(told):
    with pytest.raises(DayNotAudited):
        told.views.reconcile(SWING, state="audited")
    with pytest.raises(DayNotPreliminary):
        told.views.reconcile(date(2026, 11, 29), state="preliminary")


def test_figures_changed_after_the_audit_are_not_called_audited(told, capsys):
    put_right(told)
    now, _ = swing(told)
    assert (now.state, now.last_state, now.changed_since) == ("audited", "audited", False)
    less = {**COUNTED, "10000": 149}
    again = event(
        "corrected", occurred_at="2026-12-01T09:00:00-05:00", source="manual", by="A-1", approved_by="A-2",
        corrects=2, reason="149 of $100", event=event("closed", closer=less, approved_by="D-1"),
    )  # fmt: skip
    told.tell(session_record(again, table="BJ-07", after=5))
    now, one = swing(told)
    assert (now.state, now.last_state, now.changed_since) == ("live", "audited", True)
    assert one.accounting_win == -1_000_00
    assert {each.figure: (each.was, each.now, each.by) for each in now.moved} == {
        "counted_closer": (one.opener, one.opener - 1_000_00, -1_000_00),
        "variance.total": (0, -1_000_00, -1_000_00),
        "accounting_win": (0, -1_000_00, -1_000_00),
    }
    assert {each.session for each in now.moved} == {"BJ-07/2026-11-28/1"}
    say_moved(now)
    said = "BJ-07/2026-11-28/1 accounting win: 0.00 in the audited report, -1,000.00 now, by -1,000.00"
    assert said in capsys.readouterr().out
    audited_then, right = swing(told, state="audited")
    assert (audited_then.state, audited_then.changed_since, right.accounting_win) == ("audited", False, 0)
    report, journal = told.views.master_game_report(SWING), told.views.journal(SWING)
    assert {(each.state, each.last_state, each.changed_since) for each in (report, journal)} == {
        ("live", "audited", True)
    }
    assert report.moved == journal.moved == now.moved
    for book in (sheets_of_report(report), sheets_of_journal(journal), sheets_of_reconciliation(now)):
        heading, first, *_ = csv.lines(chosen(book, None))
        assert dict(zip(heading, first, strict=True))["state"] == "live, changed since audited"
    known_before, _ = swing(told, as_of=audited_then.as_of)
    assert (known_before.state, known_before.changed_since) == ("audited", False)
    assert swing(told, table="BJ-07")[0].changed_since is True


def test_an_adjustment_from_a_round_of_another_date_changes_the_day_whose_tray_it_touches(told):
    put_right(told)
    hand = [opened_round(), placed(1, "main", 25_00), event("closed")]
    late = event(
        "adjustment_posted", spot=1, wager="main", amount=25_00, direction="from_patron",
        session="BJ-07/2026-11-28/1", reason="a wager of the day before", approved_by="F-2",
        source="supervisor", by="F-3",
    )  # fmt: skip
    told.tell(round_record(*hand, table="BJ-07", gaming_date="2026-11-29", session=1))
    assert swing(told)[0].changed_since is False
    told.tell(round_record(late, table="BJ-07", gaming_date="2026-11-29", after=3))
    changed = swing(told)[0]
    assert changed.changed_since is True
    assert {each.by for each in changed.moved if each.figure == "expected_closer"} == {25_00}


def test_a_session_recorded_after_the_audit_has_moved_the_figures_that_it_adds(told):
    """A table whose paper was found later: the audited report was without it."""
    put_right(told)
    assert swing(told)[0].moved == []
    late = shift("2026-11-28", COUNTED, {**COUNTED, "2500": 579})
    told.tell(table("BJ-08"), {**late, "table": "BJ-08"})
    now = told.views.reconcile(SWING)
    assert (now.state, now.last_state, now.changed_since) == ("live", "audited", True)
    assert {one.session for one in now.moved} == {"BJ-08/2026-11-28/1"}
    found = {one.figure: (one.was, one.now, one.by) for one in now.moved}
    opener, short = 3_000_00 + 14_500_00 + 15_900_00, -25_00
    assert found == {
        "opener": (0, opener, opener),
        "expected_closer": (0, opener, opener),
        "counted_closer": (0, opener + short, opener + short),
        "variance.total": (0, short, short),
        "accounting_win": (0, short, short),
    }
    assert told.views.reconcile(SWING, table="BJ-07").changed_since is False


def test_counting_the_boxes_moves_no_figure_of_the_preliminary_report(pit):
    """What an ordinary day looks like: printed before the boxes are opened, and nothing put right."""
    whole = shift("2026-11-28", COUNTED, COUNTED)
    evening, counts = whole["events"][:3], whole["events"][3:]
    printed = preliminary(occurred_at="2026-11-28T23:10:00-05:00")
    pit.tell(table("BJ-07"), {**whole, "events": evening}, day_record(opened(), printed))
    assert swing(pit)[0].state_in_words == "preliminary"
    pit.tell({**whole, "after": 3, "events": counts})
    now, one = swing(pit)
    assert (one.drop.counted, one.accounting_win) == (0, 0)
    assert (now.state, now.last_state, now.changed_since, now.moved) == ("live", "preliminary", False, [])
    assert now.state_in_words == "live, no figure changed since preliminary"
    restated = event(
        "poker_revenue_restated", occurred_at="2026-11-30T09:00:00-05:00", source="manual", by="A-1",
        approved_by="A-2", session="BJ-07/2026-11-28/1", amount=35_00, reason="miscounted bank",
    )  # fmt: skip
    pit.tell(day_record(restated, after=2))
    (moved,) = swing(pit)[0].moved
    assert (moved.figure, moved.was, moved.now, moved.by) == ("poker_restated", 0, 35_00, 35_00)


def test_the_preliminary_report_is_the_same_byte_for_byte_after_a_correction(told):
    before = told.views.reconcile(SWING, state="preliminary")
    put_right(told)
    after = told.views.reconcile(SWING, state="preliminary")
    assert after.model_dump_json(exclude={"lag"}) == before.model_dump_json(exclude={"lag"})
    assert before.sessions[0].opened_at.isoformat().endswith("+00:00")
