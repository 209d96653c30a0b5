"""The money: what comes back, the rake, the awards."""

from __future__ import annotations

import pytest

from tests.games.poker.felt import (
    back,
    bets,
    blinds,
    board,
    checks,
    closed,
    contributed,
    deal,
    finding,
    finds,
    folds,
    hand,
    mucks,
    pushed,
    raked,
)
from tests.scenario import event

CARDS = {2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"}
# The blinds play for $2 each; spot 2 wins $4.
SHOWN = [
    blinds(),
    deal(CARDS),
    folds(4, 1),
    bets(2, 1_00),
    checks(3),
    *[board("4c5d9h"), checks(2, 3), board("Jd"), checks(2, 3), board("8s"), checks(2, 3)],
]
# Spot 4 raises to $6 and all fold: $4 were not called, $5 are in the pot.
STOLEN = [blinds(), deal(CARDS), bets(4, 6_00), folds(1, 2, 3)]


def found(*told):
    return finds(hand(*told))


def test_a_pot_pushed_to_its_winner_leaves_nothing_to_find():
    assert found(*SHOWN, pushed(2, 4_00), closed()) == []


@pytest.mark.parametrize(("spot", "due", "gave"), [(2, 4_00, 0), (3, 0, 4_00)])
def test_a_pot_pushed_to_the_wrong_player_is_found_for_both(spot, due, gave):
    state = hand(*SHOWN, pushed(3, 4_00), closed())
    assert finds(state) == ["pot_misawarded", "pot_misawarded"]
    facts = [one.facts for one in judged(state) if one.facts["spot"] == spot]
    assert facts == [{"pot": 0, "spot": spot, "due": due, "awarded": gave}]


def judged(state):
    from tests.games.poker.felt import ruled

    return [one for one in ruled(state).findings if one.code == "pot_misawarded"]


def test_too_much_is_found_at_once_and_too_little_at_the_close():
    assert found(*SHOWN, pushed(2, 4_01)) == ["pot_misawarded"]
    assert found(*SHOWN, pushed(2, 3_99)) == []
    assert found(*SHOWN, pushed(2, 3_99), closed()) == ["pot_misawarded", "pot_not_empty"]


def test_a_pot_pushed_in_two_parts_is_pushed():
    assert found(*SHOWN, pushed(2, 3_00), pushed(2, 1_00), closed()) == []


def test_what_is_left_in_the_pot_is_found_at_the_close():
    state = hand(*SHOWN, closed())
    assert finds(state) == ["pot_not_empty", "pot_misawarded"]
    assert finding(state, "pot_not_empty").detail == "4.00 was left in the pot"


def test_more_than_was_in_the_pot_is_found_too():
    state = hand(*SHOWN, pushed(2, 5_00), closed())
    assert finding(state, "pot_not_empty").detail == "1.00 too much was taken out"


def test_a_pot_whose_winner_cannot_be_known_is_not_misawarded():
    told = [blinds(), deal({**CARDS, 2: "????"}), *SHOWN[2:], pushed(2, 4_00), closed()]
    assert found(*told) == []


def test_what_nobody_called_goes_back_before_the_pot_is_pushed():
    assert found(*STOLEN, back(4, 4_00), pushed(4, 5_00), closed()) == []


def test_an_uncalled_bet_left_in_the_pot_is_found_where_the_pot_was_touched():
    state = hand(*STOLEN, pushed(4, 9_00), closed())
    assert finds(state) == ["uncalled_bet_not_returned", "pot_misawarded"]
    assert finding(state, "uncalled_bet_not_returned").facts == {"spot": 4, "due": 4_00, "returned": 0}


def test_an_uncalled_bet_is_not_missing_before_the_pot_is_touched():
    assert found(*STOLEN) == []


def test_to_hand_back_what_was_called_is_found():
    assert found(*STOLEN, back(4, 5_00)) == ["called_bet_returned"]


def test_the_rake_comes_first_then_the_contribution_then_the_award():
    assert found(*SHOWN, raked(20), contributed(10), pushed(2, 3_70), closed()) == []


@pytest.mark.parametrize(
    ("told", "rule", "evidence"),
    [
        ([contributed(10), raked(20), pushed(2, 3_70)], "13:69F-14.19(c)", "nj_text"),
        ([raked(20), pushed(2, 3_70), contributed(10)], "13:69F-14.19(c)", "nj_text"),
        ([pushed(2, 3_80), raked(20)], "", "derived"),
    ],
)
def test_another_order_is_found(told, rule, evidence):
    state = hand(*SHOWN, *told, closed())
    assert finds(state) == ["rake_out_of_order"]
    one = finding(state, "rake_out_of_order")
    assert (one.rule, one.evidence) == (rule, evidence)


def test_a_hand_mucked_and_paid_all_the_same_is_found():
    assert found(*SHOWN, mucks(2), pushed(2, 4_00), closed()) == ["pot_misawarded", "pot_misawarded"]


def test_in_a_void_round_bets_go_back_and_no_pot_is_due():
    void = [
        event("voided", reason="fouled deck"),
        *(event("wager_returned", spot=spot, wager="bet", amount=1_00, reason="void") for spot in (2,)),
        event("wager_returned", spot=2, wager="blind", amount=1_00, reason="void"),
        event("wager_returned", spot=3, wager="blind", amount=2_00, reason="void"),
    ]
    assert found(*SHOWN, *void, closed()) == []


def test_a_void_round_whose_bets_were_kept_is_found():
    assert found(*SHOWN, event("voided", reason="fouled deck"), closed()) == ["pot_not_empty"]


def test_chips_collected_from_a_pot_are_no_longer_in_it():
    told = [*SHOWN, event("wager_collected", spot=3, wager="blind", amount=2_00), closed()]
    assert "pot_not_empty" in found(*told)
    assert finding(hand(*told), "pot_not_empty").facts["amount"] == 2_00
