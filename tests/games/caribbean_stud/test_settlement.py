"""The dealer's steps in their order."""

from tests.games.caribbean_stud.evening import (
    CLEAN,
    NO_HAND,
    added,
    changed,
    holding,
    moved,
    only,
    order,
    until,
    without,
)
from tests.scenario import event, placed


def test_three_passes_counterclockwise_losers_as_they_are_reached_winners_racked_last():
    assert order(CLEAN) == [
        "collect:2", "rack:2",
        "dealer_reveal",
        "reveal:5", "collect:5", "reveal:4", "collect:4", "rack:4", "reveal:3", "reveal:1", "collect:1",
        "rack:3",
        "pay:5", "pay:1",
        "rack:5", "rack:1",
        "rack:dealer",
    ]  # fmt: skip


def test_without_a_qualifying_hand_only_progressives_are_turned_up_and_every_ante_is_paid():
    assert order(NO_HAND) == [
        "dealer_reveal", "reveal:1", "pay:3", "pay:1", "rack:3", "rack:1", "rack:dealer",
    ]  # fmt: skip


def test_a_coin_not_yet_taken_is_collected_when_the_hand_is_reached():
    assert order(without("lock 1", told=NO_HAND))[1:4] == ["reveal:1", "collect:1", "pay:3"]


def test_a_progressive_on_a_losing_hand_is_paid_before_the_hand_is_racked():
    told = holding("dealer", "Kd", "Kh", "Qs", "Qc", "Qh", told=without("reveal 3"))
    steps = order(told)
    assert steps[steps.index("reveal:5") :][:4] == ["reveal:5", "collect:5", "pay:5", "rack:5"]


def test_a_progressive_on_an_equal_hand_is_paid_before_the_hand_is_racked():
    told = added("coin 3", placed(3, "progressive", 1_00), before="no more bets")
    told = holding(3, "Jd", "8d", "7d", "6d", "4d", told=told)
    told = holding("dealer", "Jc", "8c", "7c", "6c", "4c", told=told)
    steps = order(told)
    assert steps[steps.index("reveal:3") :][:2] == ["reveal:3", "collect:3"]
    assert steps[-5:-1] == ["pay:5", "rack:5", "pay:3", "rack:3"]


def test_before_the_deal_no_step_is_due():
    assert order(until("no more bets")) == []


def test_until_the_showdown_only_forfeits_are_due():
    assert order(until("bet 4")) == ["collect:2", "rack:2"]


def test_forfeits_follow_as_hands_were_given_up():
    note = event("irregularity_noted", kind="communication", spots=[4, 1])
    told = added("note", note, before="bet 1", told=until("bet 4"))
    assert order(told) == ["collect:1", "rack:1", "collect:4", "rack:4", "collect:2", "rack:2"]


def test_who_communicated_is_not_come_to_again():
    note = event("irregularity_noted", kind="communication", spots=[5])
    steps = order(added("note", note, before="bet 1"))
    assert [step for step in steps if step.endswith(":5")] == ["collect:5", "rack:5"]


def test_when_all_have_folded_nothing_is_compared():
    told = only(2, told=CLEAN)
    assert order(told) == ["collect:2", "rack:2", "rack:dealer"]


def test_a_round_declared_void_has_only_cards_to_collect():
    told = until("deal dealer 5")
    told["void"] = event("voided", reason="misdeal")
    assert order(told) == ["rack:5", "rack:4", "rack:3", "rack:2", "rack:1", "rack:dealer"]


def test_a_hand_that_nobody_decided_for_is_racked_at_the_end():
    assert order(without("bet 4"))[-2:] == ["rack:4", "rack:dealer"]


def test_a_hand_held_for_the_cage_is_racked_when_the_payment_is_documented():
    said = {"spot": 5, "wager": "progressive", "fund": "progressive", "amount": 50_00, "at": "cage"}
    told = added("documented", event("progressive_paid", **said), before="stub")
    steps = order(told, progressive_paid_from="cage")
    assert steps[-3:] == ["rack:1", "rack:5", "rack:dealer"]
    from_the_tray = changed("documented", told, at="table_inventory")
    assert order(from_the_tray, progressive_paid_from="cage") == steps


def test_a_part_of_the_prize_paid_at_the_cage_frees_no_hand():
    said = {"spot": 5, "wager": "progressive", "fund": "progressive", "at": "cage"}
    part = event("progressive_paid", **said, amount=1)
    told = added("documented", part, before="stub", told=without("pay progressive 5"))
    assert order(told, progressive_paid_from="cage")[-1] == "rack:1"
    rest = event("progressive_paid", **said, amount=49_99)
    told = added("rest", rest, before="stub", told=told)
    assert order(told, progressive_paid_from="cage")[-2:] == ["rack:5", "rack:dealer"]


def test_no_step_depends_on_when_the_players_decided():
    assert order(moved("bet 4", before="bet 1")) == order(CLEAN)
