"""What the engine finds in the same way in every game dealt against the house."""

import pytest

from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.scenario import event, placed

# A wager that belongs before the deal, where it comes after, and the paragraph with what is known of it.
BEFORE_THE_DEAL = [
    (THREE_CARD, "pair_plus", "play 1", ("13:69F-20.10(b)", "mixed")),
    (CARIBBEAN, "progressive", "bet 1", ("13:69F-16.1, 16.11", "mixed")),
    (BOSTON, "optional_bonus", "expose 1", ("13:69F-24.10(a),(b)", "mixed")),
    (TEXAS, "bonus", "flop wager 1", ("13:69F-28.10(a)", "mixed")),
]


@pytest.mark.parametrize(("game", "wager", "before", "cited"), BEFORE_THE_DEAL)
def test_a_wager_out_of_its_time_is_no_better_known_than_the_step_it_belongs_to(game, wager, before, cited):
    told = game.without("no more bets")
    told = game.added("odd", placed(3, wager, 5_00), before=before, told=told)
    assert ("wager_out_of_stage", "odd") in game.found(told)
    assert game.rule(told, "wager_out_of_stage") == cited


def test_what_is_out_of_turn_in_one_pass_hides_no_other_pass():
    told = THREE_CARD.moved("reveal 1", before="reveal 5")
    told = THREE_CARD.moved("pay pair plus 1", before="pay pair plus 5", told=told)
    assert THREE_CARD.found(told) == [
        ("settlement_out_of_order", "reveal 1"),
        ("settlement_out_of_order", "pay pair plus 1"),
    ]
    told = CARIBBEAN.moved("reveal 1", before="reveal 5")
    told = CARIBBEAN.moved("pay ante 1", "pay bet 1", before="pay ante 5", told=told)
    assert CARIBBEAN.found(told) == [
        ("settlement_out_of_order", "reveal 1"),
        ("settlement_out_of_order", "pay ante 1"),
    ]


def test_a_player_settled_out_of_turn_in_the_same_pass_is_found_once():
    told = CARIBBEAN.moved("reveal 4", "collect ante 4", "collect bet 4", "rack 4", before="reveal 5")
    assert CARIBBEAN.found(told) == [("settlement_out_of_order", "reveal 4")]


# A wager that is to be a multiple of another, and where it would be right with the late part of that one.
LATE_PARTS = [
    (THREE_CARD, "ante", "play 1", 10_00, 15_00),
    (CARIBBEAN, "ante", "bet 1", 20_00, 30_00),
    (TEXAS, "ante", "flop wager 1", 20_00, 30_00),
    (BOSTON, "first", "second 1", 20_00, 25_00),
]


# What is elected of late wagers -> whether a wager right for the timely part is found, and one for the whole.
COUNTED = {"void": (False, True), "stands": (True, False), "undetermined": (False, False)}


@pytest.mark.parametrize("part", LATE_PARTS)
@pytest.mark.parametrize("elected", COUNTED)
def test_a_wager_is_compared_with_what_counts_of_another(part, elected):
    game, of, name, timely, whole = part
    late = game.added("late", placed(1, of, 5_00), before=name)
    if game is TEXAS:
        late = game.without("turn wager 1", "river wager 1", told=late)
    for amount, wrong in zip((timely, whole), COUNTED[elected], strict=True):
        judged = game.judged(game.changed(name, amount=amount, told=late), late_wagers=elected)
        wagers = [one.facts["wager"] for one in judged.findings if one.code == "wager_ratio_wrong"]
        assert (game.clean[name]["wager"] in wagers) == wrong


@pytest.mark.parametrize(("game", "of", "name", "timely", "whole"), LATE_PARTS)
def test_a_wager_wrong_whatever_becomes_of_late_ones_is_found(game, of, name, timely, whole):
    late = game.added("late", placed(1, of, 5_00), before=name)
    told = game.changed(name, amount=timely + 2 * whole, told=late)
    assert ("wager_ratio_wrong", name) in game.found(told, late_wagers="undetermined")


# --- what an irregularity voids -----------------------------------------------------------------

ALL = [THREE_CARD, CARIBBEAN, BOSTON, TEXAS]
EXPOSED = "card_exposed_in_deal"


def shown_wrong(game, **facts):
    """The round with a card noted as exposed when all had decided."""
    return game.added("noted", event("irregularity_noted", kind=EXPOSED, **facts), before="reveal dealer")


@pytest.mark.parametrize("game", ALL)
def test_a_round_void_by_election_is_not_shown_down(game):
    elected = {"irregularities": {EXPOSED: "ROUND_VOID_RETURN_ALL"}}
    told = game.until("noted", told=shown_wrong(game))
    told |= {name: one for name, one in game.clean.items() if name.startswith("rack ") and name not in told}
    told["close"] = event("closed")
    assert game.found(told, **elected) == [("irregularity_noted", "noted")]
    steps = game.order(shown_wrong(game), **elected)
    assert not [step for step in steps if step.startswith(("dealer_reveal", "reveal", "pay:"))]
    assert steps[-1] == "rack:dealer"
    assert {"rack:1", "rack:3"} <= {*steps}


@pytest.mark.parametrize("game", ALL)
def test_a_hand_void_by_election_is_not_turned_up(game):
    elected = {"irregularities": {EXPOSED: "HAND_VOID_RETURN_WAGERS"}}
    told = shown_wrong(game, spots=[1])
    after = list(told)[list(told).index("reveal dealer") :]
    settled = [name for name in after if name.endswith(" 1") and name != "rack 1"]
    told = game.without(*settled, told=told)
    assert game.found(told, **elected) == [("irregularity_noted", "noted")]
    steps = game.order(told, **elected)
    assert [step for step in steps if step.endswith(":1") and "optional" not in step] == ["rack:1"]
    assert "dealer_reveal" in steps


@pytest.mark.parametrize("game", ALL)
def test_a_card_laid_aside_may_be_racked_at_any_time(game):
    elected = {"irregularities": {"card_face_up_in_deck": "CARD_TO_DISCARD_AND_CONTINUE"}}
    aside = {
        "noted": event("irregularity_noted", kind="card_face_up_in_deck", cards=["6d"]),
        "aside": event("card_dealt", to="stand", card="6d", face="up"),
        "racked": event("hand_collected", to="stand", cards=["6d"]),
    }
    names = list(game.clean)
    first = next(name for name in names if game.clean[name]["type"] == "card_dealt")
    before, after = names[: names.index(first)], names[names.index(first) :]
    told = {name: game.clean[name] for name in before} | aside | {name: game.clean[name] for name in after}
    assert ("irregularity_noted", "noted") in game.found(told, **elected)
    assert not {code for code, _ in game.found(told, **elected)} & {"dealer_racked_early", "hand_not_racked"}


# --- hands turned up or racked too early -----------------------------------------------------------


def by(game, spot, *, stays):
    """The event by which a spot decided: a wager of that name, or a fold."""
    return next(
        name
        for name, one in game.clean.items()
        if one.get("spot") == spot and (one.get("wager") == stays or one.get("decision") == "fold")
    )


DECIDED = [(THREE_CARD, 4, "play"), (CARIBBEAN, 5, "bet"), (BOSTON, 4, "second"), (TEXAS, 3, "flop")]


@pytest.mark.parametrize(("game", "spot", "stays"), DECIDED)
def test_a_hand_turned_up_before_its_player_decided(game, spot, stays):
    told = game.moved(f"reveal {spot}", before=by(game, spot, stays=stays))
    assert ("hand_revealed_early", f"reveal {spot}") in game.found(told)


@pytest.mark.parametrize(("game", "spot", "stays"), DECIDED)
def test_a_hand_racked_before_it_was_folded(game, spot, stays):
    folded = next(one["spot"] for one in game.clean.values() if one.get("decision") == "fold")
    told = game.moved(f"rack {folded}", before=by(game, folded, stays=stays))
    assert ("hand_racked_early", f"rack {folded}") in game.found(told)


def test_an_equal_hand_racked_before_the_showdown():
    assert ("hand_racked_early", "rack 3") in BOSTON.found(BOSTON.moved("rack 3", before="reveal dealer"))


# --- what is placed when its time is over -----------------------------------------------------------

OVER = [(game, wager) for game in ALL for wager in game.game.wagers]


@pytest.mark.parametrize(("game", "wager"), OVER)
@pytest.mark.parametrize("kind", ["wager_placed", "wager_increased"])
def test_whatever_is_placed_after_the_showdown_is_found(game, wager, kind):
    told = game.without("no more bets")
    more = event(kind, spot=1, wager=wager, amount=10_00)
    told = game.until("more", told=game.added("more", more, before="reveal 1", told=told))
    assert ("wager_out_of_stage", "more") in game.found(told)
    single = {name: one for name, one in told.items() if name not in {"reveal dealer", "more"}}
    for card in told["reveal dealer"]["cards"]:
        single[f"show {card}"] = event("card_exposed", card=card, from_="dealer")
    assert ("wager_out_of_stage", "more") in game.found({**single, "more": more})
