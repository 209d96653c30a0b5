"""After a round was declared void stakes go back and cards are picked up; whatever else happens is found."""

import json

import pytest

from tests.cli.commands import environment, lines, run
from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.scenario import collected, dealt, event, paid, placed, round_record

ALL = [THREE_CARD, CARIBBEAN, BOSTON, TEXAS]
NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
VOID = event("voided", reason="the shoe jammed")
SETTLED, PLAYED_ON = "void_settled", "void_played_on"


def stopped(game, **after):
    """The round as far as the dealer's cards are turned up, declared void, and what came then."""
    names = list(game.clean)
    before = game.until(names[names.index("reveal dealer") - 1])
    return {**before, "void": VOID, **after, "close": event("closed")}


def codes(game, told):
    return {code for code, _ in game.found(told)}


def back(spot, wager, amount):
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason="void")


@pytest.mark.parametrize("game", ALL)
def test_stakes_go_back_and_hands_are_turned_up_and_picked_up(game):
    told = stopped(
        game,
        back=back(1, "ante", 10_00),
        shown=game.clean["reveal dealer"],
        racked=event("hand_collected", to=1),
        stub=event("stub_collected"),
    )
    assert not codes(game, told) & {SETTLED, PLAYED_ON}


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(
    ("one", "code"),
    [
        (collected(1, "ante", 10_00), "wager_miscollected"),
        (paid(1, "ante", 10_00), "wager_mispaid"),
    ],
)
def test_a_loser_taken_or_a_winner_paid_all_the_same(game, one, code):
    told = stopped(game, odd=one)
    assert {(SETTLED, "odd"), (code, "odd")} <= set(game.found(told))
    assert game.finding(told, SETTLED).facts == {"spot": 1, "wager": "ante"}
    assert game.rule(told, SETTLED) == ("", "not_nj_text")


@pytest.mark.parametrize("game", ALL)
def test_a_forfeit_taken_only_then(game):
    told = stopped(game, odd=collected(2, "ante", 10_00))
    told = game.without(*[name for name in told if name.startswith("collect ante 2")], told=told)
    assert (SETTLED, "odd") in game.found(told)


def test_an_ante_bonus_paid_then():
    assert (SETTLED, "odd") in THREE_CARD.found(stopped(THREE_CARD, odd=paid(4, "ante_bonus", 20_00)))


def test_what_was_settled_before_stays_as_the_rules_have_it():
    """The coin was taken before the deal, and its hand wins."""
    told = {**CARIBBEAN.until("collect bet 4"), "void": VOID}
    told["pay"] = CARIBBEAN.clean["pay progressive 5"]
    assert SETTLED not in codes(CARIBBEAN, {**told, "close": event("closed")})


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(
    "one",
    [
        placed(1, "ante", 10_00),
        event("wager_increased", spot=1, wager="ante", amount=5_00),
        dealt(1, "2h"),
        event("card_burned"),
        event("decision_made", spot=1, decision="fold"),
    ],
)
def test_a_round_that_goes_on(game, one):
    told = stopped(game, odd=one, more=one)
    assert [(code, name) for code, name in game.found(told) if code == PLAYED_ON] == [(PLAYED_ON, "odd")]
    assert game.rule(told, PLAYED_ON) == ("", "not_nj_text")
    word = one["type"].replace("_", " ")
    assert game.finding(told, PLAYED_ON).detail == f"{word} after the round was declared void"


@pytest.mark.parametrize("game", ALL)
def test_a_card_laid_aside_is_no_deal(game):
    assert PLAYED_ON not in codes(game, stopped(game, aside=dealt("stand", "2h")))


def test_all_of_it_is_said_of_a_round_judged_from_a_file():
    told = stopped(TEXAS, odd=collected(3, "flop", 20_00), more=dealt("board", "2h", "up"))
    record = round_record(*told.values(), game="texas_holdem_bonus")
    (answer,) = lines(run("adjudicate", "-", given=json.dumps(record), env=NOWHERE).stdout)
    at = {name: version for version, name in enumerate(told, 1)}
    assert {(SETTLED, at["odd"]), (PLAYED_ON, at["more"])} <= {
        (one["code"], one["event"]) for one in answer["findings"]
    }
