"""The dealer's steps in their order, by each alternative."""

import pytest

from tests.games.three_card_poker.evening import CLEAN, ELECTED, EVENING, ONE_PASS, with_hand
from tests.scenario import event, placed

order, without, until, moved, added, changed = (
    EVENING.order, EVENING.without, EVENING.until, EVENING.moved, EVENING.added, EVENING.changed,
)  # fmt: skip

BATCH = ["collect:2", "rack:2", "collect:3"]
FOLDED_BONUS = ["pay:3", "rack:3", "rack:dealer"]


def test_table_wide_each_pass_is_finished_for_all_before_the_next():
    assert order(CLEAN) == [
        *BATCH, "dealer_reveal",
        "reveal:5", "reveal:4", "reveal:1",
        "collect:1",
        "pay:5", "pay:4", "pay:1",
        "rack:5", "rack:4", "rack:1",
        *FOLDED_BONUS,
    ]  # fmt: skip


def test_player_by_player_each_is_finished_before_the_next():
    assert order(CLEAN, **ELECTED) == [
        *BATCH, "dealer_reveal",
        "reveal:5", "pay:5", "rack:5",
        "reveal:4", "pay:4", "rack:4",
        "reveal:1", "collect:1", "pay:1", "rack:1",
        *FOLDED_BONUS,
    ]  # fmt: skip


def test_the_order_does_not_depend_on_how_the_round_was_settled():
    assert order(ONE_PASS) == order(CLEAN)


def test_before_the_deal_no_step_is_due():
    assert order(until("no more bets")) == []


def test_no_forfeit_is_due_until_every_spot_has_decided():
    assert order(until("fold 3")) == []
    assert order(until("play 4")) == BATCH


def test_forfeits_are_due_clockwise_however_the_spots_decided():
    assert order(moved("fold 3", before="fold 2", told=until("play 4"))) == BATCH


def test_a_spot_that_never_decides_holds_the_forfeits_up_only_until_the_dealer_turns_up():
    told = without("play 4", told=until("reveal dealer"))
    assert order(without("reveal dealer", told=told)) == []
    assert order(told)[:4] == [*BATCH, "dealer_reveal"]


def test_a_losing_six_card_bonus_of_a_folded_hand_is_collected_after_the_passes():
    told = with_hand(3, "8s", "6d", "2h", told=without("pay six-card bonus 3"))
    assert order(told)[-3:] == ["collect:3", "rack:3", "rack:dealer"]


def test_folded_bonuses_follow_counterclockwise_in_the_manner_elected():
    told = added("six-card bonus 2", placed(2, "six_card_bonus", 5_00), before="ante 3")
    told = without("rack 2", told=told)
    assert order(told)[:2] == ["collect:2", "collect:3"]
    assert order(told)[-5:] == ["collect:2", "pay:3", "rack:3", "rack:2", "rack:dealer"]
    assert order(told, **ELECTED)[-5:] == ["pay:3", "rack:3", "collect:2", "rack:2", "rack:dealer"]


def test_a_push_has_no_step_of_its_own_but_the_racks():
    told = with_hand(4, "9d", "9s", "Ks", told=with_hand(3, "8s", "6d", "2h"))
    assert [step for step in order(told) if step.endswith(":4")] == ["reveal:4", "rack:4"]


def test_when_all_folded_without_a_bonus_only_the_cards_are_left():
    cards = [name for name in CLEAN if name.startswith(("deal 2", "deal dealer"))]
    told = {name: CLEAN[name] for name in ("open", "ante 2", "no more bets", *cards, "fold 2", "close")}
    assert order(told) == ["collect:2", "rack:2", "rack:dealer"]


def test_a_hand_that_cannot_be_judged_is_still_turned_up_and_racked():
    told = with_hand(4, None, "7d", "6s")
    assert [step for step in order(told) if step.endswith(":4")] == ["reveal:4", "rack:4"]


def test_a_round_declared_void_leaves_the_cards_to_collect():
    told = {**until("play 4"), "void": event("voided", reason="the shoe jammed")}
    assert order(told) == ["rack:5", "rack:4", "rack:1", "rack:3", "rack:2", "rack:dealer"]


def test_what_was_settled_before_a_void_keeps_its_step():
    told = {**until("collect ante 2"), "void": event("voided", reason="the shoe jammed")}
    assert order(told)[0] == "collect:2"


@pytest.mark.parametrize("spot", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("elected", ["table_wide", "player_by_player"])
def test_every_hand_is_racked_once(spot, elected):
    assert order(CLEAN, settlement=elected).count(f"rack:{spot}") == 1
