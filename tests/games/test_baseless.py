"""A wager that the rules know only beside an ante, at a spot without one: recorded, found, not judged."""

import pytest

from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.caribbean_stud.evening import NO_HAND
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.scenario import event, placed

# The wagers on the ante at a spot, and the paragraph that lets who has one place them.
ON_THE_ANTE = [
    (THREE_CARD, 1, {"play"}, "13:69F-20.10(b)"),
    (THREE_CARD, 4, {"play"}, "13:69F-20.10(b)"),
    (CARIBBEAN, 1, {"bet"}, "13:69F-16.10(a)"),
    (CARIBBEAN, 3, {"bet"}, "13:69F-16.10(a)"),
    (CARIBBEAN, 4, {"bet"}, "13:69F-16.10(a)"),
    (BOSTON, 1, {"first", "second"}, "13:69F-24.10(b)"),
    (BOSTON, 4, {"first", "second"}, "13:69F-24.10(b)"),
    (TEXAS, 1, {"flop", "turn", "river"}, "13:69F-28.10(a)"),
    (TEXAS, 3, {"flop", "turn"}, "13:69F-28.10(a)"),
]


def without_wager(game, spot, wager, told=None):
    """The round where a wager was never placed, nor settled."""
    told = told or game.clean
    return game.without(
        *[name for name, one in told.items() if (one.get("spot"), one.get("wager")) == (spot, wager)],
        told=told,
    )


@pytest.mark.parametrize(("game", "spot", "wagers", "rule"), ON_THE_ANTE)
def test_what_is_placed_on_an_ante_that_is_not_there_is_not_judged(game, spot, wagers, rule):
    told = without_wager(game, spot, "ante")
    assert "ante_missing" in {code for code, _ in game.found(told)}
    lines = game.lines(told)
    for wager in wagers:
        line = lines[spot, wager]
        assert (line.outcome, line.rule, line.evidence) == ("undetermined", rule, "not_found")
        assert line.missing == f"the rule for a {wager} wager at spot {spot}, which has no ante"
    others = {key: line for key, line in game.lines(game.clean).items() if key[0] != spot}
    assert {key: line for key, line in lines.items() if key[0] != spot} == others


def test_a_second_wager_is_known_only_beside_a_first():
    told = without_wager(BOSTON, 1, "first")
    assert "first_missing" in {code for code, _ in BOSTON.found(told)}
    assert BOSTON.missing(told, 1, "second") == "the rule for a second wager at spot 1, which has no first"
    assert BOSTON.outcomes(told)[1, "ante"] == "unpaid"


def test_two_firsts_and_a_second_wager_make_no_ante():
    told = without_wager(BOSTON, 1, "ante")
    coupon = placed(1, "first", 5_00, tender="match_play", serial="M-1")
    told = BOSTON.changed("pay first 1", told=told, tender="chips")
    told = BOSTON.added("coupon", coupon, before="no more bets", told=told)
    assert BOSTON.missing(told, 1, "second") == "the rule for a second wager at spot 1, which has no ante"


def test_side_wagers_are_judged_by_themselves():
    assert THREE_CARD.outcomes(without_wager(THREE_CARD, 1, "ante"))[1, "pair_plus"] == "win"
    assert TEXAS.outcomes(without_wager(TEXAS, 1, "ante"))[1, "bonus"] == "win"
    assert CARIBBEAN.outcomes(without_wager(CARIBBEAN, 1, "ante"))[1, "progressive"] == "lose"


def test_where_the_dealer_has_no_hand_a_bet_is_void_all_the_same():
    assert CARIBBEAN.outcomes(without_wager(CARIBBEAN, 1, "ante", NO_HAND))[1, "bet"] == "void"


@pytest.mark.parametrize(("game", "wager", "before"), [
    (THREE_CARD, "play", "play 1"), (CARIBBEAN, "bet", "bet 1"), (TEXAS, "flop", "flop wager 1"),
    (BOSTON, "second", "second 1"),
])  # fmt: skip
def test_an_ante_that_came_late_is_one_unless_it_is_void(game, wager, before):
    late = game.moved("ante 1", before=before)
    for elected, judged in (("stands", True), ("undetermined", True), ("void", False)):
        assert (game.outcomes(late, late_wagers=elected)[1, wager] != "undetermined") is judged


def test_before_the_showdown_it_is_open_like_any_other():
    told = without_wager(TEXAS, 1, "ante")
    assert TEXAS.outcomes(TEXAS.until("turn wager 1", told))[1, "flop"] == "open"


def test_of_several_patrons_at_a_spot_each_plays_on_an_ante_of_his_own():
    told = dict(THREE_CARD.clean)
    for name in ("ante 4", "play 4", "pay ante 4", "pay play 4"):
        told = THREE_CARD.changed(name, told=told, patron="P-1")
    other = placed(4, "play", 10_00, patron="P-2")
    told = THREE_CARD.added("other", other, before="collect ante 2", told=told)
    found = {
        line.key[1:4:2]: line for line in THREE_CARD.judged(told).adjudication.resolutions if line.spot == 4
    }
    assert found["play", "P-1"].outcome == "win"
    assert found["play", "P-2"].missing == "the rule for a play wager of P-2 at spot 4, who has no ante"


@pytest.mark.parametrize("elected", ["player_by_player", "table_wide"])
def test_handing_such_a_wager_back_is_no_mistake_of_its_own(elected):
    told = without_wager(THREE_CARD, 4, "ante")
    told = THREE_CARD.without("pay play 4", "pay ante bonus 4", told=told)
    back = event("wager_returned", spot=4, wager="play", amount=20_00, reason="void")
    told = THREE_CARD.added("back", back, before="rack 4", told=told)
    assert {code for code, name in THREE_CARD.found(told, settlement=elected) if name == "back"} == set()
