"""O-B: the swing shift's closer was 41,275; the grave shift counted 41,250 into its opener."""

from datetime import date, timedelta

import pytest

from ledger.errors import LedgerError
from tests.projections.pit import table
from tests.scenario import event, session_record

SWING = {"2500": 11, "10000": 410}
SWING_VALUE = 41_275_00
DAY = date(2026, 11, 28)


def less(amount, chips=SWING):
    """The same tray with some $25 chips fewer."""
    return {**chips, "2500": chips["2500"] - amount // 25_00}


def shift(number, opener, closer=None, *more, day=DAY):
    """A session of BJ-07 on a gaming date, opened at its first hour and closed four hours later."""
    at = f"{day}T{8 * number:02}:00:00-05:00"
    events = [
        event("opened", occurred_at=at, source="supervisor", by="F-2", approved_by="D-1", shift="any",
              opener=opener),
    ]  # fmt: skip
    events += [{"occurred_at": at, **one} for one in more]
    if closer is not None:
        events.append(event("closed", occurred_at=f"{day}T{8 * number + 4:02}:00:00-05:00", by="F-2",
                            approved_by="D-1", closer=closer))  # fmt: skip
    return session_record(*events, table="BJ-07", gaming_date=str(day), number=number)


def reported(amount, *to, **fields):
    return event(
        "variance_reported", of="opener", amount=amount, to=list(to), approved_by="F-9",
        slip={"type": "variance", "series": "2026", "serial": 31}, **fields,
    )  # fmt: skip


def found(pit, number=2, day=DAY, **asked):
    (one,) = [one for one in pit.views.openers(day, **asked).openers if one.number == number]
    return one


def kinds(opener):
    return [one.kind for one in opener.asked]


@pytest.mark.parametrize(
    ("jurisdiction", "short", "wanted"),
    [
        ("NJ", 25_00, ["tell_at_once"]),
        ("NJ", 50_00, ["tell_at_once", "written_report"]),
        ("NJ", 75_00, ["tell_at_once", "written_report"]),
        ("NJ", 100_00, ["tell_at_once", "written_report", "regulator"]),
        ("WA", 175_00, []),
        ("WA", 200_00, ["regulator"]),
        ("OH", 200_00, []),
    ],
)
def test_what_a_short_opener_asks_for_is_its_jurisdictions_to_say(pit, jurisdiction, short, wanted):
    pit.tell(table("BJ-07"), shift(1, SWING, SWING), shift(2, less(short)))
    one = found(pit, jurisdiction=jurisdiction)
    assert (one.previous, one.status, one.amount) == (f"BJ-07/{DAY}/1", "differs", -short)
    assert (one.closer, one.opener, one.by_denomination) == (
        SWING_VALUE, SWING_VALUE - short, {25_00: -short // 25_00},
    )  # fmt: skip
    assert kinds(one) == wanted


def test_washington_wants_notice_within_24_hours_and_every_demand_names_its_source(pit):
    pit.tell(table("BJ-07"), shift(1, SWING, SWING), shift(2, less(200_00)))
    (notice,) = found(pit, jurisdiction="WA").asked
    assert (notice.within_hours, notice.source, notice.evidence) == (24, "WAC 230-15-495", "V")
    told, written, copy = found(pit, jurisdiction="NJ").asked
    assert {one.source for one in (told, written, copy)} == {"N.J.A.C. 13:69D-1.21(e)"}
    assert (copy.within_hours, "security" in told.words) == (None, True)


def test_an_opener_over_asks_for_the_same_and_is_no_shortage(pit):
    pit.tell(table("BJ-07"), shift(1, SWING, less(100_00)), shift(2, SWING))
    one = found(pit)
    assert (one.amount, one.shortages) == (100_00, 0)
    assert kinds(one) == ["tell_at_once", "written_report", "regulator"]


def test_chips_that_differ_by_denomination_and_not_in_value_are_told_at_once(pit):
    pit.tell(table("BJ-07"), shift(1, SWING, SWING), shift(2, {"2500": 15, "10000": 409}))
    one = found(pit)
    assert (one.status, one.amount, one.by_denomination) == ("differs", 0, {25_00: 4, 100_00: -1})
    assert kinds(one) == ["tell_at_once"]


def test_an_opener_that_is_the_closer_asks_for_nothing_and_the_first_is_laid_against_none(pit):
    pit.tell(table("BJ-07"), shift(1, SWING, SWING), shift(2, SWING))
    assert [(one.status, one.amount, one.asked) for one in pit.views.openers(DAY).openers] == [
        ("first", None, []),
        ("agrees", 0, []),
    ]


def test_while_the_shift_before_is_not_closed_there_is_nothing_to_lay_it_against(pit):
    pit.tell(table("BJ-07"), shift(1, SWING), shift(2, SWING))
    assert (found(pit).status, found(pit).amount) == ("previous_not_closed", None)


def test_the_third_shortage_in_seven_days_is_a_pattern_and_washington_hears_of_it_whatever_its_size(pit):
    days = [DAY - timedelta(days=back) for back in (6, 3, 0)]
    pit.tell(table("BJ-07"), shift(1, SWING, SWING, day=DAY - timedelta(days=30)))
    for day in days:
        pit.tell(shift(1, less(25_00), SWING, day=day))
    seen = [found(pit, 1, day, jurisdiction="WA") for day in days]
    assert [(one.shortages, one.pattern, kinds(one)) for one in seen] == [
        (1, False, []), (2, False, []), (3, True, ["regulator"]),
    ]  # fmt: skip
    assert kinds(found(pit, 1, DAY, jurisdiction="NJ")) == ["tell_at_once"]


def test_a_shortage_of_the_eighth_day_before_is_out_of_the_pattern_and_so_is_an_opener_that_agrees(pit):
    days = [DAY - timedelta(days=back) for back in (7, 3, 0)]
    pit.tell(table("BJ-07"), shift(1, SWING, SWING, day=DAY - timedelta(days=30)))
    for day in days:
        pit.tell(shift(1, less(25_00), SWING, day=day))
    assert (found(pit, 1).shortages, found(pit, 1).pattern) == (2, False)
    pit.tell(shift(2, SWING, SWING))
    assert (found(pit, 2).shortages, found(pit, 2).pattern) == (0, False)


def test_what_was_reported_of_it_stands_beside_it_as_corrected(pit):
    told = reported(-50_00, "security", "surveillance")
    pit.tell(table("BJ-07"), shift(1, SWING, SWING))
    before = pit.tell(shift(2, less(100_00), None, told, reported(-1, "nobody")))
    put_right = [
        event("corrected", corrects=2, reason="miswritten", approved_by="F-9",
              event=reported(-100_00, "security", "the Division")),
        event("corrected", corrects=3, reason="not sent", approved_by="F-9"),
    ]  # fmt: skip
    timed = [{"occurred_at": f"{DAY}T17:00:00-05:00", **one} for one in put_right]
    timed[0] |= {"source": "supervisor", "by": "F-2"}
    pit.tell(session_record(*timed, table="BJ-07", number=2, after=3))
    (now,) = found(pit).reports
    assert (now.version, now.amount, now.to) == (2, -100_00, ["security", "the Division"])
    assert (now.slip, now.by, now.approved_by) == ("variance/2026/31", "F-2", "F-9")
    assert [one.amount for one in found(pit, as_of=before).reports] == [-50_00, -1]


def test_a_closer_put_right_later_explains_the_opener_and_the_earlier_answer_stays_what_it_was(pit):
    before = pit.tell(table("BJ-07"), shift(1, SWING, less(-100_00)), shift(2, SWING))
    assert found(pit).amount == -100_00
    right = event("corrected", corrects=2, reason="misread", approved_by="F-9", source="manual", by="A-1",
                  event=event("closed", by="F-2", approved_by="D-1", closer=SWING))  # fmt: skip
    record = session_record(right, table="BJ-07", number=1, after=2)
    pit.tell(record)
    assert (found(pit).status, found(pit).amount) == ("agrees", 0)
    assert found(pit, as_of=before).amount == -100_00


def test_openers_of_a_table_or_by_rules_that_are_not_there_are_not_found(pit):
    pit.tell(table("BJ-07"), table("BJ-08"), shift(1, SWING, SWING))
    assert [one.table for one in pit.views.openers(DAY, table="BJ-07").openers] == ["BJ-07"]
    assert pit.views.openers(DAY, table="BJ-08").openers == []
    for asked, code in [
        ({"table": "BJ-99"}, "table_not_found"),
        ({"jurisdiction": "XX"}, "jurisdiction_not_found"),
    ]:
        with pytest.raises(LedgerError) as caught:
            pit.views.openers(DAY, **asked)
        assert caught.value.code == code
