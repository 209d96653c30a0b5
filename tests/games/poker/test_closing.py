"""A hand closed before its end: the first thing that it lacks is found."""

from __future__ import annotations

import pytest

from tests.games.poker.felt import (
    back,
    bets,
    blinds,
    board,
    checks,
    closed,
    deal,
    finding,
    folds,
    hand,
    pushed,
    ruled,
)
from tests.games.poker.test_dealt import told_as
from tests.scenario import event

CARDS = {2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"}
LIMPED = [blinds(), deal(CARDS), folds(4, 1), bets(2, 1_00), checks(3)]
# What lies in the pot at the close, or went to nobody, is found as money.
MONEY = {"pot_not_empty", "pot_misawarded", "uncalled_bet_not_returned"}


def finds(state):
    return [one.code for one in ruled(state).findings if one.code not in MONEY]


def test_blinds_and_no_card():
    state = hand(blinds(), closed())
    assert finds(state) == ["deal_missing"]
    one = finding(state, "deal_missing")
    assert (one.event, one.rule, one.evidence) == (4, "13:69F-14.10(e)", "nj_text")


@pytest.mark.parametrize(
    ("told", "spot"),
    [
        ([blinds(), deal(CARDS)], 4),
        ([blinds(), deal(CARDS), folds(4, 1)], 2),
        ([*LIMPED, board("4c5d9h"), checks(2)], 3),
        ([*LIMPED, board("4c5d9h"), checks(2, 3), board("Jd"), checks(2, 3), board("8s")], 2),
    ],
)
def test_a_player_who_had_still_to_act_when_the_hand_was_closed(told, spot):
    state = hand(*told, closed())
    one = finding(state, "action_missing")
    assert (one.event, one.facts, one.evidence) == (state.version, {"spot": spot}, "mixed")
    assert "board_miscounted" not in finds(state)


def test_a_pot_pushed_while_a_player_had_still_to_act_is_found_where_it_was_pushed():
    state = hand(blinds(), deal(CARDS), folds(4, 1), pushed(3, 3_00), closed())
    assert finding(state, "action_missing").event == 14
    assert finding(state, "action_missing").facts == {"spot": 2}


@pytest.mark.parametrize(("streets", "cards"), [([], 0), ([board("4c5d9h"), checks(2, 3)], 3)])
def test_two_players_contend_and_the_board_is_not_finished(streets, cards):
    state = hand(*LIMPED, *streets, closed())
    assert finds(state) == ["board_miscounted"]
    assert finding(state, "board_miscounted").facts == {"cards": cards}


def test_a_hand_that_all_but_one_gave_up_lacks_nothing():
    told = [blinds(), deal(CARDS), folds(4, 1, 2), back(3, 1_00, "blind"), pushed(3, 2_00), closed()]
    assert finds(hand(*told)) == []


def test_what_is_not_yet_done_is_not_missing():
    assert finds(hand(*LIMPED)) == []
    assert finds(hand(blinds())) == []


def test_what_a_void_cut_short_is_not_missing():
    assert finds(hand(*LIMPED, event("voided", reason="fouled deck"), closed())) == []


def test_a_hand_history_lacks_nothing():
    imported = {"source": "import", "by": "phh"}
    assert finds(told_as([blinds(), closed()], imported)) == []
    assert finds(told_as([blinds(), closed()], imported, dealing="hand")) == ["deal_missing"]
