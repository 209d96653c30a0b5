"""What is put right after the closer, by a late slip or an adjustment, is listed where it changed a win."""

from datetime import date

from tests.projections.pit import table
from tests.scenario import event, opened, paid, placed, round_record, session_record

FIRST, SECOND = date(2026, 6, 1), date(2026, 6, 2)
TRAY = {"500": 200, "10000": 50}


def at(day, clock, **fields):
    people = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
    return {"occurred_at": f"{day}T{clock}:00-05:00", **people, **fields}


def shift(name, day=FIRST, **closer):
    """A session of one table: four events, its box counted and empty; the last two come after the closer."""
    nothing = {"cash": 0, "documents": 0, "coupons": 0}
    return session_record(
        event("opened", **at(day, "10:00", opener=TRAY, shift="day")),
        event("closed", **at(day, "18:00", closer={**TRAY, **closer})),
        event("box_dropped", **at(day, "18:05", box="B")),
        event("drop_counted", **at(day, "20:00", box="B", first=nothing, second=nothing)),
        table=name, gaming_date=str(day),
    )  # fmt: skip


def late(name, *events, day=FIRST, after=4):
    return session_record(*events, table=name, gaming_date=str(day), after=after)


def paper_fill(chips, serial=9):
    """The four steps of a fill on paper, entered when the day was over."""
    slip = {"type": "fill", "series": "P", "serial": serial}
    return [
        event(f"fill_{step}", **{**at(FIRST, "12:00", slip=slip, chips=chips), "source": "manual"})
        for step in ("requested", "issued", "dispatched", "received")
    ]


def listed(pit, day):
    return [
        (one.key, one.session, one.type, one.effect_on_win, one.effect_on_round_win)
        for one in pit.views.adjustments(day, day).adjustments
    ]


def test_a_late_paper_fill_is_an_adjustment_where_no_preliminary_report_was_issued(pit):
    pit.tell(table("K-3"), shift("K-3", **{"10000": 80}))
    assert listed(pit, FIRST) == []
    assert pit.views.reconcile(FIRST).total.accounting_win == 3_000_00
    pit.tell(late("K-3", *paper_fill({"10000": 30})))
    (one,) = pit.views.adjustments(FIRST, FIRST).adjustments
    assert (one.session, one.type, one.effect_on_win) == ("K-3/2026-06-01/1", "fill_received", -3_000_00)
    assert (one.threshold, one.over_threshold) == (2_000_00, True)
    assert pit.views.reconcile(FIRST).total.accounting_win == 0


def test_o4_the_repost_at_the_right_table_is_listed_beside_the_reversal_at_the_wrong_one(pit):
    fill = paper_fill({"10000": 15})[-1]
    wrong = shift("K-3")
    wrong["events"].insert(1, fill)
    pit.tell(table("K-3"), table("K-4"), wrong, shift("K-4", **{"10000": 65}))
    assert listed(pit, FIRST) == []
    reversed_ = event("corrected", **at(FIRST, "21:00", corrects=2, event=None, reason="the wrong table"))
    pit.tell(late("K-3", {**reversed_, "by": "A-1", "approved_by": "A-2"}, after=5), late("K-4", fill))
    assert [(session, win) for _, session, _, win, _ in listed(pit, FIRST)] == [
        ("K-3/2026-06-01/1", 1_500_00), ("K-4/2026-06-01/1", -1_500_00),
    ]  # fmt: skip


def adjustment(direction="from_patron", corrects=None, session="K-1/2026-06-02/1"):
    known = {} if corrects is None else {"corrects": corrects}
    return event(
        "adjustment_posted", **at(SECOND, "19:00"), spot=1, wager="main", amount=25_00,
        direction=direction, session=session, reason="overpaid the day before", **known,
    )  # fmt: skip


def played(pit):
    hand = [opened(), placed(1, "main", 25_00), paid(1, "main", 50_00), event("closed")]
    told = [{**one, **at(FIRST, "12:00")} for one in hand]
    told = [{name: value for name, value in one.items() if name != "approved_by"} for one in told]
    pit.tell(table("K-1"), shift("K-1"), shift("K-1", SECOND))
    pit.tell(round_record(*told, table="K-1", gaming_date=str(FIRST), session=1))
    return pit


def test_an_adjustment_is_of_the_gaming_date_of_the_session_whose_tray_it_touched(pit):
    played(pit).tell(round_record(adjustment(corrects=3), table="K-1", gaming_date=str(FIRST), after=4))
    assert [one for one in listed(pit, FIRST) if one[2] == "adjustment_posted"] == []
    assert listed(pit, SECOND) == [
        ("K-1/2026-06-01/1", "K-1/2026-06-02/1", "adjustment_posted", None, 25_00),
    ]  # fmt: skip
    win = pit.views.reconcile(SECOND).total.round_win
    assert (win.total, win.mispayments) == (25_00, 25_00)


def test_an_adjustment_corrected_to_another_session_is_listed_at_both(pit):
    played(pit).tell(round_record(adjustment(corrects=3), table="K-1", gaming_date=str(FIRST), after=4))
    here = adjustment(corrects=3, session="K-1/2026-06-01/1")
    moved = {name: value for name, value in here.items() if name not in {"occurred_at", "source"}}
    correction = event("corrected", **at(SECOND, "21:00", corrects=5, event=moved, reason="the day before"))
    pit.tell(round_record({**correction, "by": "A-1"}, table="K-1", gaming_date=str(FIRST), after=5))
    assert listed(pit, FIRST)[-1][1:] == ("K-1/2026-06-01/1", "corrected", None, 25_00)
    assert listed(pit, SECOND)[-1][1:] == ("K-1/2026-06-02/1", "corrected", None, -25_00)


def test_the_rules_say_nothing_of_an_adjustment_on_a_round_that_cannot_be_judged(pit):
    played(pit).tell(round_record(adjustment(corrects=3), table="K-1", gaming_date=str(FIRST), after=4))
    (one,) = pit.views.reconcile(SECOND).sessions
    win = one.round_win
    assert (win.total, win.rules, win.mispayments, win.unjudged) == (25_00, None, 25_00, 0)
