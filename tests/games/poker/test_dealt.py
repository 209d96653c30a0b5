"""The deal: who gets which card when, the burns, the board."""

from __future__ import annotations

import pytest

from tests.games.poker.felt import (
    bets,
    blinds,
    board,
    checks,
    closed,
    deal,
    finding,
    finds,
    folds,
    hand,
    posts,
)
from tests.scenario import dealt, event

CARDS = {2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"}
PREFLOP = [folds(4, 1), bets(2, 1_00), checks(3)]


def found(*told, cards=CARDS, **fields):
    return finds(hand(blinds(), deal(cards), *told, **fields))


def to_the_river(*, flop=True, turn=True, river=True):
    return [
        *PREFLOP,
        board("4c5d9h", burn=flop),
        checks(2, 3),
        board("Jd", burn=turn),
        checks(2, 3),
        board("8s", burn=river),
        checks(2, 3),
    ]


def test_a_hand_dealt_as_it_should_be_has_no_findings():
    assert found(*to_the_river()) == []


@pytest.mark.parametrize(
    ("missing", "street", "rule", "evidence"),
    [
        ("flop", "flop", "13:69F-14.10(g)", "nj_text"),
        ("turn", "turn", "13:69F-14.10", "not_nj_text"),
        ("river", "river", "13:69F-14.10", "not_nj_text"),
    ],
)
def test_a_missing_burn_card_is_found_at_the_street_it_was_due_before(missing, street, rule, evidence):
    state = hand(blinds(), deal(CARDS), *to_the_river(**{missing: False}))
    assert finds(state) == ["burn_card_missing"]
    one = finding(state, "burn_card_missing")
    assert (one.facts["street"], one.rule, one.evidence) == (street, rule, evidence)
    burnt = state.events[one.event - 1]
    assert burnt is not None
    assert burnt.type == "card_dealt"


def test_two_burn_cards_before_a_street_are_one_too_many():
    assert found(*PREFLOP, event("card_burned"), board("4c5d9h")) == ["burn_card_extra"]


def test_a_burn_that_is_not_due_yet_is_not_missing():
    assert found(*PREFLOP) == []


def test_an_import_says_nothing_of_burn_cards_unless_it_says_how_the_cards_were_dealt():
    told = [
        posts(2, 1_00),
        posts(3, 2_00),
        *(dealt(spot, text[at : at + 2]) for spot, text in CARDS.items() for at in (0, 2)),
        *to_the_river(flop=False, turn=False, river=False),
    ]
    imported = {"source": "import", "by": "phh"}
    codes = [finds(told_as(told, imported)), finds(told_as(told, imported, dealing="hand"))]
    assert codes == [[], ["hole_card_out_of_order", *["burn_card_missing"] * 3]]


def told_as(told, source, **header):
    from tests import scenario
    from tests.games.poker.felt import NO_LIMIT

    events = [one for part in told for one in ([part] if isinstance(part, dict) else part)]
    opening = {"type": "opened", "button": 1, "structure": NO_LIMIT, **source}
    return scenario.folded([opening, *events], game="poker", variant="no_limit_hold_em", **header)


def test_a_card_to_another_than_the_next_player_is_found_once():
    state = hand(blinds(), deal({3: "QsQh", 2: "KsKh", 4: "2c3d", 1: "7c2d"}))
    assert finds(state) == ["hole_card_out_of_order"]
    assert finding(state, "hole_card_out_of_order").facts == {"spot": 3, "turn": 2}


def test_the_order_of_the_deal_is_unknown_without_a_button():
    assert finds(hand(blinds(), deal({3: "QsQh", 2: "KsKh"}), button=None)) == []


def test_a_players_card_is_dealt_face_down():
    assert finds(hand(dealt(2, "Ks", "up"))) == ["too_few_players", "hole_card_face_up"]


def test_three_cards_or_one_are_not_the_hand_of_a_player():
    extra = dealt(2, "As")
    state = hand(blinds(), deal(CARDS), extra, *PREFLOP)
    assert finds(state) == []
    state = hand(blinds(), deal(CARDS), extra, *PREFLOP, board("4c5d9h"))
    assert finds(state) == ["hole_cards_miscounted"]


def test_twelve_players_are_too_many_and_eleven_are_not():
    ranks = "23456789TJQKA"
    stacks = dict.fromkeys(range(1, 13), 200_00)
    cards = {spot: f"{ranks[spot]}s{ranks[spot]}h" for spot in (*range(2, 12), 1)}
    assert finds(hand(blinds(), deal(cards), stacks=stacks)) == []
    full = {**{spot: cards[spot] for spot in range(2, 12)}, 12: "2s2h", 1: cards[1]}
    state = hand(blinds(), deal(full), stacks=stacks)
    assert finds(state) == ["too_many_players"]
    one = finding(state, "too_many_players")
    assert (one.rule, one.evidence, one.facts["players"]) == ("13:69F-14.10(b)", "nj_text", 12)


def test_the_flop_before_the_last_player_has_responded_is_early():
    state = hand(blinds(), deal(CARDS), folds(4, 1), bets(2, 1_00), board("4c5d9h"))
    assert finds(state) == ["board_dealt_early"]
    assert finding(state, "board_dealt_early").facts == {"street": "flop", "spot": 3}


def test_betting_on_half_a_flop_is_found():
    assert found(*PREFLOP, board("4c5d"), checks(2, 3)) == ["board_miscounted"]


def test_a_board_of_six_cards_is_one_too_many():
    assert found(*to_the_river(), dealt("board", "2s", "up")) == ["board_miscounted"]


def test_a_deuce_is_no_card_of_a_short_deck():
    codes = finds(hand(blinds(), deal({2: "KsKh", 3: "2sQh"}), variant="no_limit_short_deck_hold_em"))
    assert codes == ["card_not_in_deck"]


def test_in_a_game_without_rules_here_the_deal_is_not_judged():
    assert found(*PREFLOP, board("4c5d9h", burn=False), variant="pineapple") == []


def test_no_card_is_missing_from_a_round_that_was_closed_before_the_deal():
    assert finds(hand(closed(), structure={"limit": "no_limit"})) == []
