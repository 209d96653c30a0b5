"""Funds in the views: meters at every position, what is owed, what a round was judged by."""

from datetime import timedelta

import pytest

from ledger.errors import FundNotFound, InvalidQuery
from projections.rebuild import digest, rebuild
from projections.runner import projecting
from tests.funds.told import (
    adjusted,
    closed,
    established,
    fund_record,
    paid_out,
    reset,
    seeded,
    won,
)
from tests.projections.pit import clock, table
from tests.scenario import event, opened, paid, placed, round_record, session_record

SEED = 10_000_00


def played(number, *after, spots=(1, 2), stake=1_00, **header):
    """A round at T-1 in which some spots stake on the progressive, and what came after."""
    stakes = [placed(spot, "progressive", stake) for spot in spots]
    return round_record(
        opened(), *stakes, event("betting_closed"), *after, number=number, **{"session": None, **header}
    )


def meters(pit, name="CS-PROG"):
    """The meter after each thing that happened, oldest first."""
    return [one.meter for one in reversed(pit.views.fund(name, limit=500).history)]


def fund_account(pit, name="CS-PROG"):
    """The balance of a fund's account in the book."""
    with pit._views.ledger.recorder.datastore.get_connection() as connection:
        rows = connection.execute(
            "SELECT amount FROM inventory_accounts WHERE account = 'fund' AND holder = %s", [name]
        ).fetchall()
    return sum(int(row["amount"]) for row in rows)


def later(number, after, *events):
    """What was recorded later of a round at T-1."""
    first, *rest = events
    told = [{"source": "supervisor", "by": "F-1", **first}, *rest]
    return round_record(*told, number=number, session=None, after=after)


def put_right(version, instead):
    """A correction of an event; None: it should not have been."""
    return event(
        "corrected", corrects=version, event=instead, reason="seen on video", approved_by="F-9",
        source="supervisor", by="F-1",
    )  # fmt: skip


def poker_hand(number, contributed, *after):
    """A hand at PKR-1 of whose pot something went to the fund bad-beat."""
    stakes = [placed(1, "bet", 10_00), placed(2, "bet", 10_00)]
    given = event("fund_contributed", fund="bad-beat", amount=contributed)
    won_by = event("pot_awarded", spot=1, pot=0, amount=20_00 - contributed)
    return round_record(
        opened(), *stakes, given, won_by, *after, event("closed"), table="PKR-1", number=number, session=None,
        game="poker", variant="no_limit_hold_em",
    )  # fmt: skip


def emptied(pit, *tables):
    """The tables of the view emptied, as a migration does that wants it read anew."""
    with projecting(pit.settings) as connection:
        connection.execute(f"TRUNCATE {', '.join(tables)}")
        connection.execute("UPDATE tracking SET notification_id = 0 WHERE application_name = 'funds'")


@pytest.fixture
def progressive(pit):
    """Table T-1 plays for CS-PROG, seeded with $10,000."""
    pit.tell(table(), fund_record(established()))
    return pit


def test_stakes_give_their_share_when_they_can_no_longer_be_taken_back(progressive):
    progressive.tell(round_record(opened(), placed(1, "progressive", 1_00), session=None))
    assert progressive.views.fund("CS-PROG").meter == SEED
    progressive.tell(
        round_record({**event("betting_closed"), "source": "dealer", "by": "D-1"}, after=2, session=None)
    )
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, found.contributed) == (SEED + 71, 71)


def test_a_win_lowers_the_meter_and_is_owed_until_it_is_paid(progressive):
    progressive.tell(played(1, won(8_125_00)))
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, found.owed) == (SEED + 1_42 - 8_125_00, 8_125_00)
    (owed,) = found.obligations
    assert (owed.round, owed.spot, owed.wager, owed.outstanding) == (
        "T-1/2026-11-28/1",
        2,
        "progressive",
        8_125_00,
    )


def test_what_was_paid_is_owed_no_more_and_leaves_the_account_of_the_fund(progressive):
    progressive.tell(played(1, won(8_125_00), paid_out(8_000_00)))
    found = progressive.views.fund("CS-PROG")
    assert (found.owed, [one.outstanding for one in found.obligations]) == (1_25_00, [1_25_00])
    progressive.tell(later(1, 6, paid_out(1_25_00)))
    found = progressive.views.fund("CS-PROG")
    assert (found.owed, found.obligations) == (0, [])
    assert fund_account(progressive) == found.meter


def test_the_account_of_a_fund_is_meter_and_owed_together(progressive):
    progressive.tell(
        played(1, won(8_125_00), paid_out(5_000_00)),
        fund_record(adjusted(amount=-50), reset(), seeded(2_00), after=1),
        played(2, event("fund_contributed", fund="CS-PROG", amount=33)),
    )
    found = progressive.views.fund("CS-PROG")
    assert fund_account(progressive) == found.meter + found.owed
    assert progressive.views.trial_balance().out_of_balance == {"USD": 0}


def test_the_table_inventory_may_pay_a_prize_in_whichever_order_it_is_recorded(progressive):
    progressive.tell(
        played(1, won(50_00), paid(2, "progressive", 50_00)),
        played(2, paid(2, "progressive", 50_00), won(50_00)),
    )
    found = progressive.views.fund("CS-PROG")
    assert (found.owed, found.obligations) == (0, [])
    assert found.meter == SEED + 2 * 1_42 - 2 * 50_00 == fund_account(progressive)


def test_what_is_paid_beyond_what_was_won_is_told(progressive):
    progressive.tell(played(1, won(50_00), paid_out(60_00)))
    found = progressive.views.fund("CS-PROG")
    assert [(one.won, one.paid, one.outstanding) for one in found.obligations] == [(50_00, 60_00, -10_00)]


def test_several_win_in_one_round_and_each_is_owed_his_own(progressive):
    progressive.tell(played(1, won(1_000_00, spot=1), won(500_00, spot=2), paid_out(500_00, spot=2)))
    found = progressive.views.fund("CS-PROG")
    assert [one.spot for one in found.winners] == [2, 1]
    assert [(one.spot, one.outstanding) for one in found.obligations] == [(1, 1_000_00)]


def test_no_part_of_a_cent_is_lost_over_many_stakes(pit):
    pit.tell(table(), fund_record(established(seed=0, contribution={"n": 1, "d": 3})))
    pit.tell(*(played(number, spots=(1,), stake=1_00) for number in range(1, 8)))
    found = pit.views.fund("CS-PROG")
    assert (found.contributed, found.carry) == (2_33, "1/3")
    assert [one.change for one in reversed(found.history)][1:] == [33, 33, 34, 33, 33, 34, 33]


def test_where_the_share_changes_the_part_of_a_cent_becomes_a_whole_one(pit):
    pit.tell(table(), fund_record(established(seed=0, contribution={"n": 1, "d": 3})))
    pit.tell(
        played(1, spots=(1,)),
        fund_record(adjusted(contribution={"n": 2, "d": 3}), after=1),
        played(2, spots=(1,)),
    )
    found = pit.views.fund("CS-PROG")
    assert [one.change for one in reversed(found.history)] == [0, 33, 1, 66]
    assert (found.meter, found.contributed, found.carry) == (1_00, 1_00, "2/3")
    assert fund_account(pit) == 1_00
    assert found.contribution.model_dump() == {"n": 2, "d": 3}


def test_a_correction_of_a_stake_gives_or_takes_its_share(progressive):
    progressive.tell(played(1, spots=(1,)))
    mended = {**placed(1, "progressive", 3_00), "source": "dealer", "by": "D-1"}
    progressive.tell(later(1, 3, put_right(2, mended)))
    found = progressive.views.fund("CS-PROG")
    assert [one.change for one in found.history] == [1_42, 71, SEED]
    assert found.history[0].occurred_at == clock("20:14:03")


def test_a_win_that_was_recorded_wrongly_is_put_right(progressive):
    progressive.tell(played(1, won(8_000_00)))
    progressive.tell(later(1, 5, put_right(5, won(800_00))))
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, found.owed) == (SEED + 1_42 - 800_00, 800_00)
    progressive.tell(later(1, 6, put_right(5, None)))
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, found.owed, found.obligations) == (SEED + 1_42, 0, [])
    assert fund_account(progressive) == SEED + 1_42


def test_the_stakes_of_a_void_round_stay_with_the_fund(progressive):
    back = event("wager_returned", spot=1, wager="progressive", amount=1_00, reason="void")
    progressive.tell(played(1, event("voided", reason="two aces of spades"), back, spots=(1,)))
    assert progressive.views.fund("CS-PROG").meter == SEED + 71


def test_coupons_other_tables_and_other_money_play_for_nothing(progressive):
    coupon = placed(1, "progressive", 5_00, tender="match_play")
    progressive.tell(
        table("T-2"),
        played(1, spots=(1,), table="T-2"),
        played(2, spots=(1,), currency="chip"),
        round_record(opened(), coupon, event("betting_closed"), number=3, session=None),
    )
    assert meters(progressive) == [SEED]


def test_stakes_swept_at_a_table_whose_rounds_are_not_captured_give_their_share(progressive):
    swept = event("progressive_swept", amount=3_00, fund="CS-PROG")
    opener = event(
        "opened", source="supervisor", by="F-2", approved_by="D-1", shift="day", opener={"100": 10}
    )
    progressive.tell(session_record(opener, swept))
    assert progressive.views.fund("CS-PROG").meter == SEED + 2_13
    mended = {**event("progressive_swept", amount=1_00, fund="CS-PROG"), "source": "supervisor", "by": "F-2"}
    progressive.tell(session_record(put_right(2, mended), after=2))
    assert progressive.views.fund("CS-PROG").meter == SEED + 71


def test_a_bad_beat_fund_grows_by_what_is_taken_of_pots_and_says_where_that_differs(pit):
    pit.tell(
        table("PKR-1", "poker"),
        fund_record(established("bad_beat", seed=0, tables=["PKR-1"]), name="bad-beat"),
        poker_hand(1, 1_00),
        poker_hand(2, 50),
    )
    found = pit.views.fund("bad-beat")
    assert (found.meter, [one.due for one in found.history]) == (1_50, [1_00, 1_00, None])
    assert [(one.code, one.key, one.rule) for one in found.findings] == [
        ("fund_contribution_differs", "PKR-1/2026-11-28/2", "13:69F-14.19(c)")
    ]


def test_a_bad_beat_is_won_and_paid_like_a_progressive(pit):
    pit.tell(
        table("PKR-1", "poker"),
        fund_record(established("bad_beat", seed=100_00, tables=["PKR-1"]), name="bad-beat"),
        poker_hand(1, 1_00, won(60_00, spot=1, fund="bad-beat", wager="bet")),
    )
    found = pit.views.fund("bad-beat")
    assert (found.meter, found.owed) == (41_00, 60_00)


def test_no_table_may_play_for_a_bad_beat_and_a_high_hand_at_once(pit):
    pit.tell(
        table(),
        fund_record(established("bad_beat"), name="bad-beat"),
        fund_record(established("high_hand", tables=["T-2"]), name="elsewhere"),
        fund_record(established("high_hand", tables=["T-2", "T-1"]), name="high-hand"),
    )
    found = {one.fund: pit.views.fund(one.fund).findings for one in pit.views.funds().funds}
    assert {name: [one.code for one in findings] for name, findings in found.items()} == {
        "bad-beat": [],
        "elsewhere": [],
        "high-hand": ["fund_excludes_another"],
    }
    assert "bad-beat" in found["high-hand"][0].detail


# --- established, reset, closed ------------------------------------------------------


def test_a_round_may_name_a_fund_that_nobody_established(pit):
    pit.tell(table(), played(1, won(100_00, fund="unheard-of")))
    found = pit.views.fund("unheard-of")
    assert (found.status, found.kind, found.meter, found.owed) == ("not_established", None, None, 100_00)
    assert found.findings == []


def test_what_play_said_of_a_fund_before_it_was_established_counts(pit):
    pit.tell(table(), played(1, event("fund_contributed", fund="CS-PROG", amount=5_00)))
    pit.tell(fund_record(established()))
    assert meters(pit) == [None, SEED + 5_00]


def test_a_reset_puts_the_reset_amount_under_what_the_win_left(pit):
    pit.tell(table(), fund_record(established(reset=5_000_00)))
    pit.tell(played(1, won(SEED + 1_42)), played(2), fund_record(reset(), after=1))
    found = pit.views.fund("CS-PROG")
    assert (found.meter, found.findings) == (5_000_00 + 1_42, [])


def test_a_reset_to_what_the_meter_showed_sets_it(progressive):
    progressive.tell(fund_record(reset(to=9_000_00), after=1))
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, [one.code for one in found.findings]) == (9_000_00, ["fund_meter_lowered"])


def test_more_won_than_the_meter_showed_is_kept_and_found(progressive):
    progressive.tell(played(1, won(SEED + 2_00)))
    found = progressive.views.fund("CS-PROG")
    assert (found.meter, [one.code for one in found.findings]) == (-58, ["fund_meter_below_zero"])


def test_a_fund_that_was_closed_takes_no_share_and_says_what_came_to_it_all_the_same(progressive):
    progressive.tell(fund_record(closed(), after=1))
    progressive.tell(played(1, event("fund_contributed", fund="CS-PROG", amount=1_00)))
    found = progressive.views.fund("CS-PROG")
    assert (found.status, found.meter) == ("closed", SEED + 1_00)
    assert [one.code for one in found.findings] == ["fund_event_after_close"]


def test_one_stake_may_play_for_two_funds(progressive):
    progressive.tell(fund_record(established(seed=0, contribution={"n": 5, "d": 100}), name="reserve"))
    progressive.tell(played(1, spots=(1,)))
    assert [(one.fund, one.meter) for one in progressive.views.funds().funds] == [
        ("CS-PROG", SEED + 71),
        ("reserve", 5),
    ]


# --- as of, as known at ----------------------------------------------------------------


def test_a_fund_is_told_as_of_any_position(progressive):
    head = progressive.tell(played(1, won(8_125_00)))
    later_head = progressive.tell(played(2))
    history = progressive.views.fund("CS-PROG").history
    for one in history:
        then = progressive.views.fund("CS-PROG", as_of=one.position)
        assert (then.meter, then.owed, then.history[0]) == (one.meter, one.owed, one)
    assert progressive.views.fund("CS-PROG", as_of=head).meter == SEED + 1_42 - 8_125_00
    assert progressive.views.funds(as_of=later_head).funds[0].meter == SEED + 2_84 - 8_125_00
    with pytest.raises(InvalidQuery):
        progressive.views.fund("CS-PROG", as_of=later_head + 1)


def test_a_fund_is_told_as_it_was_known_at_a_time(pit):
    pit.now = clock("20:00:00")
    pit.tell(table(), fund_record(established()))
    pit.now = clock("21:00:00")
    pit.tell(played(1, won(8_125_00)))
    then = pit.views.fund("CS-PROG", as_known_at=clock("20:30:00"))
    assert (then.meter, then.owed, then.as_known_at) == (SEED, 0, clock("20:30:00"))
    later_on = pit.views.fund("CS-PROG", as_known_at=clock("20:14:03") + timedelta(days=2))
    assert [one.age_s for one in later_on.obligations] == [2 * 86_400]


def test_before_anything_named_it_there_is_no_such_fund(pit):
    pit.now = clock("20:00:00")
    head = pit.tell(table())
    pit.now = clock("21:00:00")
    pit.tell(fund_record(established()))
    for asked in ({"as_of": head}, {"as_known_at": clock("20:30:00")}):
        with pytest.raises(FundNotFound):
            pit.views.fund("CS-PROG", **asked)
    with pytest.raises(FundNotFound):
        pit.views.fund("CS-PROGG")


def test_history_and_list_are_paged(progressive):
    progressive.tell(fund_record(established(), name="A-PROG"), *(played(n) for n in range(1, 6)))
    first = progressive.views.fund("CS-PROG", limit=4)
    rest = progressive.views.fund("CS-PROG", limit=4, after=first.after)
    assert ([len(first.history), len(rest.history)], rest.after) == ([4, 2], None)
    whole = progressive.views.fund("CS-PROG").history
    assert first.history + rest.history == whole
    page = progressive.views.funds(limit=1)
    assert [one.fund for one in page.funds] == ["A-PROG"]
    assert [one.fund for one in progressive.views.funds(limit=1, after=page.after).funds] == ["CS-PROG"]


# --- the view itself -------------------------------------------------------------------


def test_the_projector_goes_on_from_what_the_view_says(pit):
    share = {"n": 1, "d": 3}
    pit.tell(table(), fund_record(established(seed=50, contribution=share), adjusted(amount=-50)))
    for number in range(1, 6):
        # Each catch-up is a new projector, which knows nothing but what is stored.
        pit.projector.catch_up()
        pit.tell(played(number, spots=(1,)))
    assert meters(pit) == [50, 0, 33, 66, 100, 133, 166]
    assert len(pit.views.fund("CS-PROG").findings) == 1
    live = digest(pit.settings, "funds", with_places=True)
    rebuild(pit.settings, "funds")
    assert digest(pit.settings, "funds", with_places=True) == live


def test_a_view_of_funds_that_lags_holds_nobody_up_and_is_the_same_in_the_end(progressive):
    progressive.tell(*(played(number, spots=(1,), stake=1_01) for number in range(1, 30)))
    progressive.projector.catch_up()
    live = {view: digest(progressive.settings, view, with_places=True) for view in ("funds", "inventory")}
    emptied(progressive, "funds", "fund_movements")
    progressive.tell(*(played(number, spots=(1,), stake=1_01) for number in range(30, 40)))
    progressive.projector.catch_up()
    told = {view: digest(progressive.settings, view, with_places=True) for view in ("funds", "inventory")}
    assert told != live
    for view in ("funds", "inventory"):
        rebuild(progressive.settings, view)
    assert {view: digest(progressive.settings, view, with_places=True) for view in told} == told
