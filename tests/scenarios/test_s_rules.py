"""S-03, S-11a, b, S-16, S-25 to S-28: what the rules give beside what was declared, paid and put right.

Where the case was at blackjack it is told here of a game whose rules are in the ledger, with the same figures
where that can be; hands beside them are ours.
"""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from typing import Any

import pytest

from projections.alternatives.supposing import Supposition
from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.funds.told import established, fund_record, paid_out, won
from tests.projections.pit import DATE, SUBMISSION, at, closer, dropped, example, holdem_table, opener, table
from tests.scenario import (
    collected,
    dealt,
    event,
    opened,
    paid,
    placed,
    revealed,
    round_record,
    session_record,
)
from tests.scenarios.dispute import dispute

T0 = datetime.fromisoformat("2026-11-28T21:00:00-05:00")
ROUND_412 = "THB-03/2026-11-28/412"
CLOSED = event("closed")


def submission(name, game, **elected):
    record: Any = deepcopy(SUBMISSION) | {"name": name}
    record["events"][0] |= {"options": {}, **elected, "game": game}
    return record


@pytest.fixture
def room(pit):
    pit.tell(
        SUBMISSION, holdem_table(), table(),
        submission("tcp-1", "three_card_poker"), table("TCP-1", "three_card_poker", "tcp-1"),
    )  # fmt: skip
    return pit


def report(pit, key, **asked):
    return round_report(pit.views, key, software="test", **asked)


def wager(told, spot, name):
    (found,) = [one for one in told["wagers"] if (one["spot"], one["wager"]) == (spot, name)]
    return found


def tcp(number, mine, dealers, *after, ante=50_00, **header):
    """Three-card poker at TCP-1: spot 1 antes and plays, both hands shown, and what the dealer then did."""
    hands = [dealt(place, card) for place, hand in ((1, mine), ("dealer", dealers)) for card in hand]
    return round_record(
        opened(spots=[1], by="D-7"), placed(1, "ante", ante), event("betting_closed"), *hands,
        placed(1, "play", ante), revealed("dealer", *dealers), revealed(1, *mine), *after, CLOSED,
        table="TCP-1", game="three_card_poker", number=number, **header,
    )  # fmt: skip


def test_s_03_a_wager_raised_seconds_after_the_close_is_told_with_and_without(room):
    record = example("round_thb_412.json")
    late = {
        "type": "wager_increased",
        "occurred_at": at("20:14:17"),
        "spot": 1,
        "wager": "ante",
        "amount": 100_00,
    }
    record["events"].insert(6, late)
    room.tell(record)
    told = report(room, ROUND_412)
    (found,) = [one for one in told["findings"] if one["code"] == "wager_late"]
    assert (found["amount"], found["event"]) == (100_00, 7)
    when = {one["type"]: datetime.fromisoformat(one["occurred_at"]) for one in told["timeline"][:7]}
    assert found["seconds"] == (when["wager_increased"] - when["betting_closed"]).total_seconds() == 4
    views = room.views
    without = views.alternatives([ROUND_412], [Supposition(corrects=7, event=None)])
    (ante,) = [one for one in without.rounds[0].wagers if (one.spot, one.wager) == (1, "ante")]
    assert (ante.stake, ante.supposed_stake, ante.supposed) == (125_00, 25_00, 25_00)
    stands = submission(
        "thb-late", "texas_holdem_bonus", options={"late_wagers": "stands", "ante_pays_from": "flush"}
    )
    room.tell(stands)
    with_it = room.views.alternatives([ROUND_412], submission="thb-late")
    (ante,) = [one for one in with_it.rounds[0].wagers if (one.spot, one.wager) == (1, "ante")]
    assert (ante.supposed, ante.stands) == (125_00, 25_00)


def test_s_11a_cards_moved_back_and_one_more_card_drawn_give_two_outcomes_side_by_side(room):
    """The dealer dealt the player and not himself; the card was moved back, where one was to be drawn."""
    short = round_record(
        opened(spots=[1], by="D-7"), placed(1, "ante", 50_00), event("betting_closed"),
        *(dealt(1, card) for card in ("Qs", "8h", "4c")), *(dealt("dealer", card) for card in ("Qd", "8c")),
        dealt(1, "7d"), event("card_moved", of=9, to="dealer"),
        event("irregularity_noted", kind="cards_moved_back"), placed(1, "play", 50_00),
        event("card_exposed", of=9), collected(1, "ante", 50_00),
        collected(1, "play", 50_00), CLOSED,
        table="TCP-1", game="three_card_poker",
    )  # fmt: skip
    room.tell(short)
    key = "TCP-1/2026-11-28/1"
    told = report(room, key)
    assert [card["card"] for card in told["cards"]["dealer"]] == ["Qd", "8c", "7d"]
    assert [card["card"] for card in report(room, key, version=9)["cards"]["1"]] == ["Qs", "8h", "4c", "7d"]
    assert [line["outcome"] for line in wager(told, 1, "ante")["rules"]] == ["lose"]
    drawn = {"type": "card_dealt", "to": "dealer", "card": "4s", "face": "down"}
    otherwise = [Supposition.model_validate(one) for one in (
        {"corrects": 9, "event": drawn}, {"corrects": 10, "event": None},
    )]  # fmt: skip
    beside = room.views.alternatives([key], otherwise)
    assert {line.wager: (line.stands, line.rules, line.supposed) for line in beside.rounds[0].wagers} == {
        "ante": (-50_00, -50_00, 0), "play": (-50_00, -50_00, 0),
    }  # fmt: skip


def test_s_11b_every_hand_of_the_hours_under_the_wrong_rule_is_settled_again_by_the_right_one(room):
    """The screen said one rule, another was approved: the ante pays from a straight, or from a flush."""
    approved = submission("thb-approved", "texas_holdem_bonus", options={"ante_pays_from": "straight"})
    straight = example("round_thb_412.json", number=3)
    for version, card in ((11, "Jh"), (23, "8d")):
        straight["events"][version - 1]["card"] = card
    for version in (33, 38):
        straight["events"][version - 1]["cards"] = ["Jh", "Tc"]
    others = [example("round_thb_412.json", number=number) for number in (1, 2, 4, 5)]
    room.tell(approved, straight, *others, example("round_thb_412.json", number=9, gaming_date="2026-11-29"))
    hands = room.views.rounds(RoundFilter(table="THB-03", gaming_date=T0.date())).rounds
    found = room.views.alternatives([one.key for one in hands], submission="thb-approved")
    net = {
        one.round: sum((line.supposed or 0) - (line.rules or 0) for line in one.wagers)
        for one in found.rounds
    }
    assert {key: cents for key, cents in net.items() if cents} == {"THB-03/2026-11-28/3": 25_00}
    assert len(net) == 5


def test_s_16_a_push_paid_as_a_win_and_taken_back_moves_nothing_in_the_end(room):
    pushed = tcp(
        1, ("Qs", "8h", "4c"), ("Qd", "8c", "4s"),
        event("outcome_declared", spot=1, outcome="win"), paid(1, "ante", 50_00, chips={"2500": 2}),
        event("hand_collected", to=1, cards=["Qs", "8h", "4c"]),
        event("hand_collected", to="dealer", cards=["Qd", "8c", "4s"]), session=1,
    )  # fmt: skip
    back = event(
        "adjustment_posted", spot=1, wager="ante", amount=50_00, chips={"2500": 2}, direction="from_patron",
        session="TCP-1/2026-11-28/1", approved_by="F-1", reason="17 against 17", corrects=13, source="dealer",
        by="D-7",
    )  # fmt: skip
    ruled = event("ruling_made", ruling="it is a push", source="supervisor", by="F-1", approved_by="F-2")
    room.tell(session_record(opener(), table="TCP-1"), pushed)
    before = room.views.tray("TCP-1")
    room.tell(round_record({**ruled}, {**back}, table="TCP-1", game="three_card_poker", number=1, after=17))
    told = report(room, "TCP-1/2026-11-28/1")
    one = wager(told, 1, "ante")
    assert [line["outcome"] for line in one["rules"]] == ["push"]
    assert one["declared"]["outcome"] == "win"
    assert (one["settled"]["paid"], one["adjusted"]) == (50_00, -50_00)
    assert before.total == 5_600_00 - 50_00
    assert room.views.tray("TCP-1").total == 5_600_00
    piles = room.views.rack(until="TCP-1/2026-11-28/1").rounds[0].piles
    assert [[card.card for card in pile.cards] for pile in piles] == [["Qs", "8h", "4c"], ["Qd", "8c", "4s"]]


def test_s_25_a_hand_says_its_variant_and_its_pay_table_apart_and_is_settled_by_the_other(room):
    six_to_five = submission(
        "thb-b", "texas_holdem_bonus", title="Bonus, AQ suited 25 to 1", options={"ante_pays_from": "flush"},
        pay_tables={"bonus": {"AA": "30:1", "AK_suited": "27:1", "AQ_AJ_suited": "25:1"}},
    )  # fmt: skip
    room.tell(
        six_to_five,
        *(
            example("round_thb_412.json", number=n, variant="bonus_20", title="AQ suited pays 20 to 1")
            for n in (1, 2)
        ),
    )
    keys = ["THB-03/2026-11-28/1", "THB-03/2026-11-28/2"]
    told = report(room, keys[0])
    assert (told["variant"], told["title"]) == ("bonus_20", "AQ suited pays 20 to 1")
    (rows,) = [one["rows"] for one in told["rules_in_force"]["pay_tables"] if one["wager"] == "bonus"]
    assert rows["AQ_AJ_suited"] == "20:1"
    found = room.views.alternatives(keys, submission="thb-b")
    (patron,) = [one for one in found.by_patron if one.patron == "THB-03/1"]
    # Five more for each of the $5 staked, in two hands.
    assert patron.supposed - patron.rules == 2 * 5 * 5_00
    assert report(room, keys[0], submission="thb-b")["what_if"]["instead_of"]["name"] == "thb-2026-01"


def test_s_26_a_side_wager_that_no_sensor_registered_is_owed_at_the_cage_and_moves_no_tray(room):
    stakes = [placed(spot, "progressive", 5_00, chips={"500": 1}) for spot in (1, 2, 4)]
    unseen = event(
        "irregularity_noted", kind="progressive_not_registered", spots=[4], source="rfid", by="SENSOR-1"
    )
    swept = [collected(spot, "progressive", 5_00, chips={"500": 1}) for spot in (1, 2, 4)]
    room.tell(
        session_record(opener()), fund_record(established(seed=10_000_00)),
        round_record(
            opened(), *stakes, event("betting_closed"), unseen,
            {**swept[0], "source": "dealer", "by": "D-1"}, *swept[1:],
            won(10_000_00, spot=4), CLOSED, session=1, number=1,
        ),
    )  # fmt: skip
    key = "T-1/2026-11-28/1"
    told = report(room, key)
    assert "irregularity_noted" in [one["code"] for one in told["findings"]]
    # The sweep proves the third stake: $15 came into the tray where two were registered.
    assert (told["tray"]["change"]["total"], told["tray"]["change"]["by_denomination"]) == (15_00, {"500": 3})
    fund = room.views.fund("CS-PROG")
    (line,) = [one for one in fund.history if one.kind == "won"]
    # Each $5 put 71 cents of the dollar to the meter.
    assert (line.meter - line.change, line.meter, fund.owed) == (10_010_65, 10_65, 10_000_00)
    # Claimed and not yet ruled on it is owed at the cage, in dispute.
    room.tell(dispute("D-1", at=T0, rounds=[key], spot=4, wager="progressive", amount=10_000_00))
    (claimed,) = room.views.disputes().disputes
    assert (claimed.status, claimed.rounds, claimed.amount, claimed.to_patron) == (
        "open",
        [key],
        10_000_00,
        0,
    )
    disputed = room.views.fund("CS-PROG")
    assert [(one.outstanding, one.in_dispute) for one in disputed.obligations] == [(10_000_00, ["D-1"])]
    assert disputed.in_dispute == 10_000_00
    paid_there = paid_out(10_000_00, spot=4)
    room.tell(round_record({**paid_there, "source": "supervisor", "by": "F-1"}, number=1, after=11))
    after = report(room, key)
    assert after["tray"]["change"]["total"] == 15_00
    assert room.views.fund("CS-PROG").owed == 0


def test_s_27_what_was_announced_posted_and_approved_all_stay(room):
    wrong = {"pay_tables": {"bonus": {"AA": "30:1", "AK_suited": "27:1", "AQ_AJ_suited": "200:1"}}}
    configured = submission("thb-wrong", "texas_holdem_bonus", options={"ante_pays_from": "flush"}, **wrong)
    configured["events"][0] |= {"by": "VENDOR-1", "title": "as set up by the vendor"}
    record = example("round_thb_412.json")
    record["events"][44] |= {"amount": 1_000_00, "chips": {"10000": 10}}
    announced = {
        "type": "outcome_declared",
        "spot": 1,
        "wager": "bonus",
        "outcome": "win",
        "rank": "1,000 dollars",
    }
    record["events"].insert(44, {**announced, "occurred_at": record["events"][44]["occurred_at"]})
    posted = {
        "format": "pitledger/1", "stream": "table", "table": "THB-03", "after": 2, "events": [
            event("game_offered", game="texas_holdem_bonus", submission="thb-2026-01", source="manual",
                  by="C-1", title="bonus up to 30 to 1", occurred_at=at("12:00:00")),
        ],
    }  # fmt: skip
    room.tell(configured, posted, record)
    told = report(room, ROUND_412)
    one = wager(told, 1, "bonus")
    assert one["declared"] == {"outcome": "win", "rank": "1,000 dollars"}
    assert (one["settled"]["paid"], one["rules"][0]["paid"]) == (1_000_00, 100_00)
    assert told["submission"]["name"] == "thb-2026-01"
    set_up = room.views.alternatives([ROUND_412], submission="thb-wrong")
    (as_set,) = [line for line in set_up.rounds[0].wagers if (line.spot, line.wager) == (1, "bonus")]
    assert (as_set.rules, as_set.supposed) == (100_00, 1_000_00)
    (registered,) = [one.event for one in room.ledger.stream("submission", "thb-wrong")]
    assert (registered.by, registered.title) == ("VENDOR-1", "as set up by the vendor")
    assert room.ledger.stream("table", "THB-03")[2].event.title == "bonus up to 30 to 1"


def test_s_28_twenty_too_many_are_a_mispayment_by_name_and_stay_with_the_dealer(room):
    """$140 for an $80 blackjack that pays 120: here an ante of $120 with a play of $120, both paid 1 to 1."""
    too_many = tcp(
        1, ("As", "Kh", "4c"), ("Qd", "8c", "4s"), event("outcome_declared", spot=1, outcome="win"),
        paid(1, "ante", 140_00, chips={"2500": 5, "500": 3}),
        paid(1, "play", 120_00, chips={"2500": 4, "500": 4}),
        ante=120_00, session=1,
    )  # fmt: skip
    count = {"100": 100, "500": 193, "2500": 91, "10000": 20}
    whole = session_record(opener(), closer(count), *dropped(), table="TCP-1")
    room.tell(whole, too_many)
    one = wager(report(room, "TCP-1/2026-11-28/1"), 1, "ante")
    assert (one["rules"][0]["paid"], one["settled"]["paid"], one["house"]["mispaid"]) == (
        120_00,
        140_00,
        -20_00,
    )
    (shift,) = room.views.reconcile(T0.date(), table="TCP-1").sessions
    assert (shift.round_win.mispayments, shift.round_win.rules) == (-20_00, -240_00)
    assert shift.variance.total == 0
    (row,) = room.views.patterns(T0.date(), T0.date(), kind="mispayment").patterns
    assert (row.dealer, row.amount, row.put_right, row.few) == ("D-7", 20_00, 0, True)
    assert row.mistakes[0].round == f"TCP-1/{DATE}/1"
