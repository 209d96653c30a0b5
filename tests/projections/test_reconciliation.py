"""What a gaming date should have won, what it did, and what stands apart."""

from datetime import date

import pytest

from ledger.errors import InvalidQuery, TableNotFound
from ledger.rounds.parts import PROMOTIONS
from projections.answers import Vector
from projections.runner import projecting
from tests.projections.pit import (
    OPENER,
    OPENER_VALUE,
    SUBMISSION,
    at,
    bought_in,
    closer,
    dropped,
    example,
    holdem_table,
    more,
    opener,
    session,
    table,
)
from tests.scenario import collected, event, opened, paid, placed, round_record, session_record

THE_DATE = date(2026, 11, 28)
LOST = [
    opened(occurred_at=at("21:00:00")),
    placed(1, "main", 25_00),
    collected(1, "main", 25_00, chips={"2500": 1}),
    event("closed"),
]


def day(pit, **asked):
    return pit.views.reconcile(THE_DATE, **asked)


def test_the_worked_round_in_its_session(pit):
    shift = session_record(
        opener(), closer({**OPENER, "500": 195, "2500": 93, "10000": 19}), *dropped(), table="THB-03"
    )
    pit.tell(SUBMISSION, holdem_table(), shift, example("round_thb_412.json"))
    answer = day(pit)
    (figures,) = answer.sessions
    assert (figures.opener, figures.expected_closer) == (OPENER_VALUE, OPENER_VALUE - 300_00)
    assert figures.variance == Vector(
        total=0, by_denomination={1_00: 0, 5_00: 0, 25_00: 0, 100_00: 0}, unspecified=0
    )
    win = figures.round_win
    assert (win.total, win.rules, win.mispayments, win.unjudged) == (-300_00, -275_00, -25_00, 0)
    assert (figures.accounting_win, figures.identity_holds, figures.game) == (
        -300_00,
        True,
        "texas_holdem_bonus",
    )
    assert answer.stray_rounds == []


def test_an_overpaid_buy_in_that_was_recorded_is_an_exception_by_name(pit):
    three_hundred_for_two = bought_in(200_00, {"10000": 3})
    pit.tell(table(), session(three_hundred_for_two, closer({**OPENER, "10000": 17}), *dropped(cash=200_00)))
    (figures,) = day(pit).sessions
    assert (figures.exceptions, figures.variance.total, figures.drop.variance) == (-100_00, 0, 0)
    (item,) = figures.exception_items
    assert (item.stream, item.version, item.type, item.reason, item.amount) == (
        "T-1/2026-11-28/1", 2, "buy_in", "exception", -100_00,
    )  # fmt: skip
    assert figures.accounting_win == -100_00
    assert figures.identity_holds


def test_goodwill_and_what_corrects(pit):
    given = event(
        "adjustment_posted", source="supervisor", by="F-2", approved_by="F-9", spot=1, wager="main",
        amount=5_00, direction="to_patron", session="T-1/2026-11-28/1", reason="goodwill",
    )  # fmt: skip
    put_right = {**given, "amount": 10_00, "corrects": 3, "reason": "too much was taken"}
    pit.tell(table(), session(), round_record(*LOST, given, put_right, session=1))
    (figures,) = day(pit).sessions
    assert [(item.reason, item.amount) for item in figures.exception_items] == [("goodwill", -5_00)]
    win = figures.round_win
    assert (win.total, win.mispayments, win.rules, win.unjudged) == (15_00, -10_00, None, 25_00)
    assert (figures.expected_closer, figures.variance) == (OPENER_VALUE + 25_00 - 15_00, None)


def test_an_adjustment_counts_in_the_session_whose_tray_pays(pit):
    second = session_record({**opener(), "occurred_at": at("23:10:00")}, number=2)
    put_right = event("adjustment_posted", occurred_at=at("23:30:00"), source="supervisor", by="F-2",
                      approved_by="F-9", spot=1, wager="main", amount=10_00, direction="to_patron",
                      session="T-1/2026-11-28/2", corrects=3, reason="too much was taken")  # fmt: skip
    pit.tell(table(), session(), round_record(*LOST, session=1), second)
    before = day(pit)
    pit.tell(round_record(put_right, session=1, after=4))
    first, then = day(pit).sessions
    assert (first.round_win.total, first.round_win.mispayments) == (25_00, None)
    assert (then.round_win.total, then.round_win.mispayments) == (-10_00, -10_00)
    assert day(pit, as_of=before.as_of) == before


def test_a_round_whose_opening_was_put_right_later_was_before_the_opener_until_then(pit):
    begun = opened(occurred_at=at("19:59:00"))
    put_right = event(
        "corrected", corrects=1, event={**begun, "occurred_at": at("21:00:00")}, reason="the clock was slow",
        occurred_at=at("23:30:00"), source="supervisor", by="F-2", approved_by="F-9",
    )  # fmt: skip
    pit.tell(table(), session(), round_record(begun, *LOST[1:], number=1, session=1))
    before = day(pit)
    assert [(one.why, one.opened_at.isoformat()) for one in before.stray_rounds] == [
        ("before_opener", "2026-11-29T00:59:00+00:00")
    ]
    pit.tell(round_record(put_right, number=1, session=1, after=len(LOST)))
    assert day(pit).stray_rounds == []
    assert day(pit, as_of=before.as_of).stray_rounds == before.stray_rounds


def test_rounds_that_no_session_covers_are_listed(pit):
    def opening_at(when, **header):
        return round_record(opened(occurred_at=at(when)), *LOST[1:], **header)

    pit.tell(
        table(), session(closer(OPENER)), opening_at("21:00:00", number=1),
        opening_at("21:00:00", number=2, session=1), opening_at("19:59:00", number=3, session=1),
        opening_at("23:00:01", number=4, session=1), opening_at("21:00:00", number=5, session=9),
        opening_at("21:00:00", number=6, currency="chip"),
    )  # fmt: skip
    answer = day(pit)
    assert [(stray.key.rpartition("/")[2], stray.why) for stray in answer.stray_rounds] == [
        ("1", "in_no_session"), ("3", "before_opener"), ("4", "after_closer"), ("5", "session_not_opened"),
    ]  # fmt: skip
    opened_session, never_opened = answer.sessions
    assert opened_session.expected_closer == OPENER_VALUE + 3 * 25_00
    assert (never_opened.status, never_opened.opener, never_opened.expected_closer) == (
        "not_counted",
        None,
        None,
    )
    assert never_opened.round_win.total == 25_00


def test_an_open_session_leaves_the_day_unsaid_and_the_table_that_closed_said(pit):
    closed = session_record(opener(), closer(OPENER), *dropped(), table="T-2")
    pit.tell(table(), table("T-2"), session(), closed)
    answer = day(pit)
    assert [(one.table, one.status, one.accounting_win) for one in answer.sessions] == [
        ("T-1", "open", None), ("T-2", "closed", 0),
    ]  # fmt: skip
    assert (answer.total.opener, answer.total.counted_closer, answer.total.identity_holds) == (
        2 * OPENER_VALUE, None, None,
    )  # fmt: skip
    assert day(pit, table="T-2").total.identity_holds is True


def test_tables_are_summed_by_the_game_they_offered(pit):
    pit.tell(SUBMISSION, holdem_table("THB-1"), table(), table("T-2"), session(),
             session_record(opener(), table="T-2"), session_record(opener(), table="THB-1"))  # fmt: skip
    by_game = day(pit).by_game
    assert {game: figures.opener for game, figures in by_game.items()} == {
        "texas_holdem_bonus": OPENER_VALUE, "unruled": 2 * OPENER_VALUE,
    }  # fmt: skip


@pytest.mark.parametrize("entered", [pytest.param(1, id="in order"), pytest.param(-1, id="out of order")])
def test_an_offer_entered_late_does_not_displace_what_came_after_it(pit, entered):
    offers = [
        event("game_offered", game="unruled", title=title, occurred_at=at(when), source="manual", by="C-1")
        for title, when in (("roulette", "08:00:00"), ("baccarat", "10:00:00"), ("craps", "21:00:00"))
    ]
    offered = {"format": "pitledger/1", "stream": "table", "table": "T-1", "after": 2}
    pit.tell(table(), {**offered, "events": offers[::entered]}, session())
    views = pit.views
    assert list(day(pit).by_game) == ["baccarat"]
    (listed,) = views.sessions(table="T-1").sessions
    assert listed.game == "baccarat"
    assert {one.game for one in views.statistics(THE_DATE).lines} == {"baccarat", None}


def test_a_session_is_of_the_game_offered_when_it_was_known_to_have_opened(pit):
    other = event(
        "game_offered", game="unruled", title="craps", occurred_at=at("21:00:00"), source="manual", by="C-1"
    )
    offered = {"format": "pitledger/1", "stream": "table", "table": "T-1", "after": 2, "events": [other]}
    head = pit.tell(table(title="baccarat"), offered, session(), round_record(*LOST, session=1))
    later = event(
        "corrected", corrects=1, event={**opener(), "occurred_at": at("22:00:00")}, reason="it opened at ten",
        occurred_at=at("23:30:00"), source="supervisor", by="F-2", approved_by="F-9",
    )  # fmt: skip
    pit.tell(more(1, later))
    views = pit.views
    for as_of, game in ((head, "baccarat"), (None, "craps")):
        assert list(day(pit, as_of=as_of).by_game) == [game]
        assert [one.name for one in views.theory(THE_DATE, by="game", as_of=as_of).groups] == [game]


@pytest.mark.parametrize(
    ("date_told", "games"),
    [
        pytest.param("2026-11-28", ["baccarat"], id="offered on the date"),
        pytest.param("2026-11-29", ["roulette"], id="offered after the date"),
    ],
)
def test_without_a_time_a_session_is_of_the_game_offered_on_its_gaming_date(pit, date_told, games):
    offer = event(
        "game_offered", game="unruled", title="baccarat", occurred_at=f"{date_told}T10:00:00-05:00",
        source="manual", by="C-1",
    )  # fmt: skip
    offered = {"format": "pitledger/1", "stream": "table", "table": "T-1", "after": 2, "events": [offer]}
    no_time = {**opener(), "occurred_at": None, "source": "import"}
    pit.tell(table(title="roulette"), offered, session_record(no_time), round_record(*LOST, session=1))
    views = pit.views
    assert list(day(pit).by_game) == games
    assert [one.game for one in views.sessions(table="T-1").sessions] == games
    assert {one.game for one in views.statistics(THE_DATE).lines} == {*games, None}
    assert [one.name for one in views.theory(THE_DATE, by="game").groups] == games


def test_a_day_on_which_nothing_was_opened(pit):
    pit.tell(table())
    answer = pit.views.reconcile(date(2020, 1, 1))
    assert (answer.sessions, answer.by_game, answer.total.accounting_win) == ([], {}, 0)
    with pytest.raises(TableNotFound):
        pit.views.reconcile(THE_DATE, table="T-9")
    with pytest.raises(InvalidQuery):
        day(pit, as_of=10**6)


def test_a_wager_corrected_later_leaves_the_earlier_report_as_it_was(pit):
    paid_too_much = [
        opened(occurred_at=at("21:00:00")),
        placed(1, "main", 25_00),
        paid(1, "main", 50_00),
        LOST[3],
    ]
    pit.tell(table(), session(), round_record(*paid_too_much, session=1))
    before = day(pit)
    correction = event("corrected", source="video_review", by="S-1", approved_by="F-9", corrects=3,
                       reason="it was twenty-five", event=paid(1, "main", 25_00))  # fmt: skip
    pit.tell(round_record(correction, session=1, after=4))
    after = day(pit)
    assert (before.sessions[0].expected_closer, after.sessions[0].expected_closer) == (
        OPENER_VALUE - 50_00, OPENER_VALUE - 25_00,
    )  # fmt: skip
    assert day(pit, as_of=before.as_of) == before


def test_a_report_from_the_middle_of_a_round_judges_what_had_happened_by_then(pit):
    told = example("round_thb_412.json")
    pit.tell(SUBMISSION, holdem_table(), session_record(opener(), table="THB-03"))
    first = pit.tell({**told, "events": told["events"][:36]})
    halfway = day(pit)
    pit.tell({**told, "events": told["events"][36:], "after": 36} | {"events": [
        {"source": "dealer", "by": "D-1187", **one} for one in told["events"][36:]]})  # fmt: skip
    assert halfway.sessions[0].round_win.mispayments == -25_00
    assert day(pit, as_of=first) == halfway
    assert day(pit).sessions[0].round_win.rules == -275_00


def test_sessions_are_listed_by_page(pit):
    dated = [
        session_record(opener(), gaming_date=f"2026-11-{date_no}", table=table, number=number)
        for date_no in (27, 28)
        for table in ("T-1", "T-2")
        for number in (1, 2)
    ]
    pit.tell(table(), table("T-2"), *dated)
    seen, after = [], None
    while True:
        page = pit.views.sessions(limit=3, after=after)
        seen += [(one.gaming_date.day, one.table, one.number) for one in page.sessions]
        after = page.after
        if after is None:
            break
    assert seen == [
        (day_no, table, number) for day_no in (28, 27) for table in ("T-1", "T-2") for number in (1, 2)
    ]
    (one, _) = pit.views.sessions(table="T-2", gaming_date=date(2026, 11, 27)).sessions
    assert (one.session, one.status, one.shift, one.game, one.opener) == (
        "T-2/2026-11-27/1", "open", "swing", "unruled", {1_00: 100, 5_00: 200, 25_00: 100, 100_00: 20},
    )  # fmt: skip
    with pytest.raises(InvalidQuery):
        pit.views.sessions(after="WyJhIiwiYiIsMV0")


def test_a_fill_and_a_credit_stand_by_themselves(pit):
    slip = {"type": "fill", "series": "2026", "serial": 1}
    received = event(
        "fill_received", source="dealer", by="D-1", approved_by="F-2", slip=slip, chips={"2500": 4}
    )
    sent = event(
        "credit_dispatched", source="dealer", by="D-1", slip={**slip, "type": "credit"}, chips={"500": 10}
    )
    pit.tell(table(), session(received), more(2, sent))
    (figures,) = day(pit).sessions
    assert (figures.fills, figures.credits) == (100_00, 50_00)
    assert figures.expected_closer == OPENER_VALUE + 50_00


def test_what_was_staked_is_known_where_rounds_are_captured_and_the_win_is_told_by_it(pit):
    shift = session_record(opener(), table="THB-03")
    pit.tell(SUBMISSION, holdem_table(), table(), shift, example("round_thb_412.json"), session())
    none_played, captured = day(pit).sessions
    assert (none_played.table, captured.table) == ("T-1", "THB-03")
    staked = (25 + 5 + 50 + 25 + 25) + 25 + (25 + 50 + 25)
    assert (captured.handle, captured.pc) == (staked * 100, round(-300 / staked, 6))
    assert (none_played.handle, none_played.pc) == (None, None)
    assert day(pit).total.handle is None


@pytest.mark.parametrize("tender", sorted(PROMOTIONS))
def test_a_coupon_is_no_money_staked_and_what_is_taken_back_is_not_staked(pit, tender):
    play = [
        opened(occurred_at=at("21:00:00")),
        placed(1, "main", 25_00),
        placed(2, "main", 50_00, tender=tender),
        event("wager_withdrawn", spot=1, wager="main", amount=10_00),
        event("closed"),
    ]
    pit.tell(table(), session(), round_record(*play, session=1))
    assert day(pit).sessions[0].handle == 15_00


def test_an_open_session_says_how_much_should_be_in_its_box_by_now(pit):
    pit.tell(table(), session(bought_in(200_00, {"10000": 2}), bought_in(50_00, {"2500": 2})))
    (figures,) = day(pit).sessions
    assert (figures.status, figures.drop.expected, figures.drop.counted) == ("open", 250_00, None)
    assert (figures.hold, figures.hours) == (None, None)


def test_where_another_view_is_behind_the_answer_is_of_what_all_of_them_have_read(pit):
    head = pit.tell(table(), session(bought_in(200_00, {"10000": 2})))
    before = day(pit)
    pit.tell(more(2, bought_in(300_00, {"10000": 3}), closer({**OPENER, "10000": 15})))
    after = day(pit)
    with projecting(pit.settings) as connection:
        connection.execute("UPDATE tracking SET notification_id = %s WHERE application_name = 'days'", [head])
    behind = pit.views_as_they_are.reconcile(THE_DATE)
    assert (behind.as_of, behind.lag) == (head, 2)
    assert behind.sessions == before.sessions
    with projecting(pit.settings) as connection:
        connection.execute(
            "UPDATE tracking SET notification_id = %s WHERE application_name = 'inventory'", [head]
        )
    assert pit.views_as_they_are.reconcile(THE_DATE).sessions == before.sessions
    assert after.sessions != before.sessions
