"""The dealer's steps in their order."""

import pytest

from tests.games.boston_5_stud.evening import CLEAN, added, changed, moved, order, until, without
from tests.scenario import event

FORFEITS = ["collect:2", "rack:2"]


def test_the_clean_round_in_the_order_of_the_dealers_steps():
    assert order(CLEAN) == [
        "collect_optional:2", "collect_optional:4", "pay_optional:1",
        *FORFEITS,
        "dealer_reveal",
        "reveal:4", "collect:4", "pay:4", "rack:4",
        "reveal:3", "pay:3", "rack:3",
        "reveal:1", "pay:1", "rack:1",
        "rack:dealer",
    ]  # fmt: skip


def test_before_the_deal_no_step_is_due():
    assert order(until("no more bets")) == []


def test_the_bonus_stage_shows_as_far_as_the_players_have_elected():
    assert order(until("expose 1")) == ["pay_optional:1"]
    assert order(until("decline 4")) == ["collect_optional:2", "collect_optional:4", "pay_optional:1"]


def test_until_the_showdown_only_the_bonus_stage_and_the_forfeits_are_due():
    assert order(until("deal dealer 5"))[3:] == FORFEITS


def test_forfeits_follow_the_decisions_as_recorded_and_a_withdrawal_is_one():
    back = event("wager_withdrawn", spot=1, wager="second", amount=20_00)
    told = until("deal dealer 5", without("deal 1 4", "deal 1 5"))
    assert order(added("back 1", back, before="fold 2", told=told))[3:] == ["collect:1", "rack:1", *FORFEITS]
    assert order(added("back 1", back, before="deal 3 4", told=told))[3:] == [
        *FORFEITS,
        "collect:1",
        "rack:1",
    ]


def test_when_all_are_out_only_the_dealers_hand_is_left():
    others = [
        name for name in CLEAN if name.split()[-1] in {"1", "3", "4"} and name[:6] not in {"deal 2", "deal d"}
    ]
    cards = [name for name in CLEAN if name[:6] in {"deal 1", "deal 3", "deal 4"}]
    told = until("rack 2", without(*others, *cards))
    assert order(told) == ["collect_optional:2", *FORFEITS, "rack:dealer"]


def test_a_hand_whose_second_wager_was_taken_back_too_late_is_still_turned_up():
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    told = added("back 3", back, before="reveal dealer")
    assert [step for step in order(told) if step.endswith(":3")] == ["reveal:3", "pay:3", "rack:3"]
    others = [name for name in told if name.split()[-1] in {"1", "4"} and not name.startswith("deal")]
    cards = [name for name in told if name[:6] in {"deal 1", "deal 4"}]
    alone = without(*others, *cards, told=told)
    assert order(alone)[-5:] == ["dealer_reveal", "reveal:3", "pay:3", "rack:3", "rack:dealer"]


def test_a_hand_that_cannot_be_judged_is_still_turned_up_and_racked():
    told = changed("rack 3", changed("reveal 3", changed("deal 3 1", card=None), cards=["8d"]), cards=None)
    assert [step for step in order(told) if step.endswith(":3")] == ["reveal:3", "rack:3"]


def test_a_spot_that_never_decided_is_racked_before_the_dealer():
    told = moved("rack 3", before="rack dealer", told=without("second 3", "deal 3 4", "deal 3 5", "reveal 3"))
    assert order(told)[-2:] == ["rack:3", "rack:dealer"]


def test_a_round_declared_void_leaves_the_cards_to_collect():
    told = {**until("deal 3 5"), "void": event("voided", reason="the shoe jammed")}
    assert order(told) == [
        "collect_optional:2", "collect_optional:4", "pay_optional:1", "collect:2",
        "rack:4", "rack:3", "rack:1", "rack:2", "rack:dealer",
    ]  # fmt: skip


@pytest.mark.parametrize("spot", [1, 2, 3, 4])
def test_every_hand_is_racked_once(spot):
    assert order(CLEAN).count(f"rack:{spot}") == 1
