"""A stake handed back as void after the deal, of which nothing in the record says why."""

import json

import pytest

from tests.cli.commands import environment, lines, run
from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.caribbean_stud.evening import NO_HAND
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.scenario import event, placed, round_record

CODE = "return_unexplained"
NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
# The first event by which anybody decides.
FIRST = {
    "three_card_poker": "play 1",
    "caribbean_stud": "bet 3",
    "boston_5_stud": "second 1",
    "texas_holdem_bonus": "flop wager 1",
}
# A spot that has nothing but main wagers, and the paragraph by which its ante would have been judged.
HANDS = [
    (THREE_CARD, 4, "13:69F-20.10(c)"),
    (CARIBBEAN, 3, "13:69F-16.10(e),(f)"),
    (BOSTON, 3, "13:69F-24.10(f)"),
    (TEXAS, 3, "13:69F-28.10(h)"),
]


def back(spot, wager, amount, reason="void", **fields):
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason=reason, **fields)


def whole_hand_back(game, spot):
    """The round where a spot's stakes went back before anybody decided, and its cards were picked up."""
    names = list(game.clean)
    later = names[names.index(FIRST[game.game.name]) :]
    gone = [name for name in later if spot in (game.clean[name].get("spot"), game.clean[name].get("to"))]
    told = game.without(*gone)
    first = next(name for name in later if name in told)
    for name, one in game.clean.items():
        if one["type"] == "wager_placed" and one["spot"] == spot and name in told:
            one_back = back(spot, one["wager"], one["amount"])
            told = game.added(f"back {one['wager']}", one_back, before=first, told=told)
    return game.added("rack", event("hand_collected", to=spot), before=first, told=told)


def unexplained(game, told, **elected):
    return [name for code, name in game.found(told, **elected) if code == CODE]


@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_a_whole_hand_handed_back_and_nobody_says_why(game, spot, rule):
    told = whole_hand_back(game, spot)
    returns = [name for name in told if name.startswith("back ")]
    assert game.found(told) == [(CODE, name) for name in returns]
    first = next(one for one in game.judged(told).findings if one.code == CODE)
    assert (first.rule, first.evidence) == (rule, "derived")
    assert first.facts == {"spot": spot, "wager": "ante", "amount": told["back ante"]["amount"]}
    assert first.detail.endswith(f"of the ante of spot {spot} went back as void, the rules give undetermined")


@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_that_nothing_explains_it_is_said_when_the_round_is_over(game, spot, rule):
    told = whole_hand_back(game, spot)
    assert unexplained(game, told) != []
    assert unexplained(game, game.without("close", told=told)) == []


FLOOR = {
    "noted": event("irregularity_noted", kind="card_exposed_in_deal", source="supervisor"),
    "ruled": event("ruling_made", ruling="The hand is dead.", by="F-1", approved_by="S-1"),
}


@pytest.mark.parametrize("said", FLOOR)
@pytest.mark.parametrize("when", ["back ante", "close"])
@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_what_the_floor_noted_or_ruled_explains_it_whenever_it_was_written(game, spot, rule, when, said):
    told = game.added("said", FLOOR[said], before=when, told=whole_hand_back(game, spot))
    assert unexplained(game, told) == []


@pytest.mark.parametrize("said", FLOOR)
@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_a_hand_that_the_floor_took_out_has_nothing_to_decide_and_is_in_nobodys_way(game, spot, rule, said):
    told = game.added("said", FLOOR[said], before="back ante", told=whole_hand_back(game, spot))
    assert {code for code, _ in game.found(told)} <= {"irregularity_noted"}


@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_what_the_floor_itself_hands_back_is_the_floors(game, spot, rule):
    told = whole_hand_back(game, spot)
    for name in [name for name in told if name.startswith("back ")]:
        told = game.changed(name, told=told, source="supervisor", by="F-1")
    assert unexplained(game, told) == []


@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_before_a_card_is_dealt_a_stake_may_go_back(game, spot, rule):
    told = whole_hand_back(game, spot)
    returns = [name for name in told if name.startswith("back ")]
    dealt_first = next(name for name, one in told.items() if one["type"] == "card_dealt")
    assert unexplained(game, game.moved(*returns, before=dealt_first, told=told)) == []


@pytest.mark.parametrize(("game", "spot", "rule"), HANDS)
def test_in_a_round_declared_void_all_goes_back(game, spot, rule):
    told = game.until("rack", whole_hand_back(game, spot))
    void = {**told, "void": event("voided", reason="a misdeal"), "close": event("closed")}
    assert unexplained(game, void) == []


def test_a_wager_that_the_cards_decided_handed_back_as_void():
    """What was not taken is found of the money, and that it was called void besides."""
    told = CARIBBEAN.added("back", back(4, "bet", 20_00), before="rack 4")
    told = CARIBBEAN.without("collect bet 4", told=told)
    assert CARIBBEAN.found(told) == [("wager_miscollected", "back"), (CODE, "back")]
    assert CARIBBEAN.finding(told, CODE).detail == (
        "20.00 of the bet of spot 4 went back as void, the rules give lose"
    )


def test_a_push_that_is_called_void_is_another_finding():
    told = CARIBBEAN.changed("bet back 3", reason="void")
    assert CARIBBEAN.found(told) == [("return_misstated", "bet back 3")]


def test_what_the_rules_make_void_needs_no_other_reason():
    assert unexplained(CARIBBEAN, NO_HAND) == []


@pytest.mark.parametrize("elected", ["void", "undetermined", "stands"])
@pytest.mark.parametrize("game", [THREE_CARD, CARIBBEAN, BOSTON, TEXAS])
def test_a_late_part_may_go_back_and_no_more_than_that(game, elected):
    late = event("wager_increased", spot=1, wager="ante", amount=5_00)
    told = game.added("late", late, before=FIRST[game.game.name])
    told = game.added("back", back(1, "ante", 5_00), before=FIRST[game.game.name], told=told)
    assert unexplained(game, told, late_wagers=elected) == []


def test_with_an_ante_that_came_late_all_that_rests_on_it_may_go_back():
    told = TEXAS.moved("ante 3", before="flop wager 3")
    told = TEXAS.without("reveal 3", "pay flop 3", "pay turn 3", "rack 3", told=told)
    for wager, amount in (("ante", 10_00), ("flop", 20_00), ("turn", 10_00)):
        told = TEXAS.added(f"back {wager}", back(3, wager, amount), before="burn river", told=told)
    assert unexplained(TEXAS, told) == []


def test_a_card_that_went_wrong_is_a_reason_on_record():
    told = TEXAS.added("odd", event("card_exposed", card="Kh", from_=3), before="flop wager 1",
                       told=whole_hand_back(TEXAS, 3))  # fmt: skip
    assert ("hand_revealed_early", "odd") in TEXAS.found(told)
    assert unexplained(TEXAS, told) == []


def test_what_was_too_much_may_go_back():
    told = TEXAS.changed("flop wager 3", amount=25_00)
    told = TEXAS.changed("pay flop 3", told=told, stake="stays")
    told = TEXAS.added("back", back(3, "flop", 5_00), before="fold 4", told=told)
    assert unexplained(TEXAS, told) == []


def test_a_wager_after_a_fold_may_go_back_for_no_text_says_what_becomes_of_it():
    told = CARIBBEAN.added("odd", placed(2, "bet", 20_00), before="collect ante 2")
    told = CARIBBEAN.added("back", back(2, "bet", 20_00), before="collect ante 2", told=told)
    assert unexplained(CARIBBEAN, told) == []


def test_it_is_said_of_a_round_judged_from_a_file():
    told = whole_hand_back(CARIBBEAN, 3)
    record = round_record(*told.values(), game="caribbean_stud")
    (answer,) = lines(run("adjudicate", "-", given=json.dumps(record), env=NOWHERE).stdout)
    version = list(told).index("back ante") + 1
    assert [(one["code"], one["event"]) for one in answer["findings"]] == [(CODE, version)]
