"""The dealer's steps in their order."""

import pytest

from ledger.games.elections import default
from ledger.games.texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from ledger.rounds.state import evolve
from tests.games.texas_holdem_bonus.evening import CLEAN, added, changed, order, state_of, until, without
from tests.scenario import event, placed


def test_the_clean_round_in_the_order_of_the_dealers_steps():
    assert order(CLEAN) == [
        "collect:2", "rack:2", "collect:4",
        "dealer_reveal",
        "reveal:3", "pay:3", "rack:3",
        "reveal:1", "pay:1", "rack:1",
        "pay:4", "rack:4",
        "rack:dealer",
    ]  # fmt: skip


def test_before_the_deal_no_step_is_due():
    assert order(until("no more bets")) == []


def test_until_the_showdown_only_forfeits_are_due():
    assert order(until("turn")) == ["collect:2", "rack:2", "collect:4"]


def test_forfeits_follow_the_decisions_as_recorded():
    told = until("turn")
    fold = told.pop("fold 2")
    assert order(added("fold 2", fold, before="burn flop", told=told)) == ["collect:4", "collect:2", "rack:2"]


def test_main_wagers_come_before_the_bonus_and_one_step_stands_for_all_settled_so():
    lost_and_paid = changed("deal dealer second", changed("reveal dealer", cards=["Ks", "Qs"]), card="Qs")
    lost_and_paid = changed("deal dealer first", changed("rack dealer", lost_and_paid, cards=None), card="Ks")
    lost_and_paid = changed("deal 1 first", changed("reveal 1", lost_and_paid, cards=["Ah", "Js"]), card="Ah")
    steps = order(lost_and_paid)
    assert steps[steps.index("reveal:1") :][:4] == ["reveal:1", "collect:1", "pay:1", "rack:1"]
    won_and_lost = changed("deal 1 second", changed("reveal 1", cards=["As", "5s"]), card="5s")
    steps = order(won_and_lost)
    assert steps[steps.index("reveal:1") :][:4] == ["reveal:1", "pay:1", "collect:1", "rack:1"]


def test_when_everybody_folded_without_a_bonus_only_the_cards_are_left():
    told = without(*[name for name in CLEAN if "3" in name or "1" in name or "4" in name])
    assert order(told) == ["collect:2", "rack:2", "rack:dealer"]


def test_when_everybody_folded_a_bonus_is_settled_without_a_reveal_of_the_player():
    names = [name for name in CLEAN if name.split()[-1] in {"1", "2", "3"} or name.startswith("deal 1")]
    told = without(*names, *[name for name in CLEAN if name[:6] in {"deal 2", "deal 3"}])
    assert order(told) == ["collect:4", "dealer_reveal", "pay:4", "rack:4", "rack:dealer"]


def test_folded_bonuses_follow_counterclockwise():
    told = added("bonus 2", placed(2, "bonus", 5_00), before="ante 3")
    assert order(told)[-5:] == ["pay:4", "rack:4", "collect:2", "rack:2", "rack:dealer"]


def test_a_hand_that_cannot_be_judged_is_still_turned_up_and_racked():
    told = changed("deal 3 first", changed("reveal 3", cards=["Tc"]), card=None)
    steps = order(changed("rack 3", told, cards=None))
    assert [step for step in steps if step.endswith(":3")] == ["reveal:3", "rack:3"]


def test_a_round_declared_void_leaves_the_cards_to_collect():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed")}
    assert order(told) == ["collect:2", "collect:4", "rack:3", "rack:1", "rack:4", "rack:2", "rack:dealer"]


@pytest.mark.parametrize("spot", [1, 2, 3, 4])
def test_every_hand_is_racked_once(spot):
    assert order(CLEAN).count(f"rack:{spot}") == 1


def test_the_steps_are_those_of_the_round_as_it_was_when_it_was_judged():
    whole = state_of(CLEAN).log
    for told in (until("no more bets"), until("turn"), until("reveal dealer")):
        state = state_of(told)
        said = TEXAS_HOLDEM_BONUS.adjudicate(state, default(TEXAS_HOLDEM_BONUS))
        for event_ in whole[state.version :]:
            evolve(state, event_)
        assert list(said.settlement_order) == order(told)
