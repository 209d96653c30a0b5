"""Chips put down, or words said, after the dealer's cards are up by spots that had decided: any game."""

from __future__ import annotations

import pytest

from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.evening import Evening, Told, money
from tests.games.texas_holdem_bonus.evening import EVENING as HOLD_EM
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.scenario import Event, event, placed

VOID = {"dealer_exposed_early": "ROUND_VOID_RETURN_ALL"}
# A game, a spot that had decided, and the wager that it puts down all the same.
AFTERWARDS = [
    pytest.param(THREE_CARD, 2, "play", id="three card, folded"),
    pytest.param(THREE_CARD, 4, "play", id="three card, pressed"),
    pytest.param(CARIBBEAN, 2, "bet", id="caribbean, folded"),
    pytest.param(CARIBBEAN, 1, "bet", id="caribbean, pressed"),
    pytest.param(HOLD_EM, 2, "flop", id="hold 'em, folded"),
    pytest.param(HOLD_EM, 2, "river", id="hold 'em, folded long before"),
    pytest.param(HOLD_EM, 3, "river", id="hold 'em, checked"),
    pytest.param(HOLD_EM, 1, "turn", id="hold 'em, pressed"),
    pytest.param(BOSTON, 2, "second", id="boston, folded"),
    pytest.param(BOSTON, 1, "second", id="boston, pressed"),
]


def after_showdown(evening: Evening, one: Event) -> Told:
    told = evening.until("reveal dealer")
    return {**told, "afterwards": one}


@pytest.mark.parametrize(("evening", "spot", "wager"), AFTERWARDS)
@pytest.mark.parametrize("remedies", [{}, VOID], ids=["", "void elected"])
def test_a_wager_thrown_in_after_the_showdown_is_late_and_touches_no_other(evening, spot, wager, remedies):
    clean = evening.until("reveal dealer")
    told = after_showdown(evening, placed(spot, wager, 7_00))
    elected = {"late_wagers": "void", "irregularities": remedies}
    assert evening.lines(told, **elected) == evening.lines(clean, **elected)
    (late,) = [one for one in evening.judged(told, **elected).adjudication.resolutions if one.late]
    assert (late.spot, late.wager, money(late)) == (spot, wager, (7_00, "void", 0, 0, 7_00))
    assert ("wager_late", "afterwards") in evening.found(told, **elected)


@pytest.mark.parametrize(
    ("evening", "spot", "word"), [(HOLD_EM, 2, "check"), (HOLD_EM, 1, "check"), (CARIBBEAN, 2, "fold")]
)
def test_a_word_of_a_spot_that_had_decided_leaves_the_showdown_as_it_was(evening, spot, word):
    said = after_showdown(evening, event("decision_made", spot=spot, decision=word))
    assert evening.lines(said) == evening.lines(evening.until("reveal dealer"))


@pytest.mark.parametrize(
    ("evening", "name"),
    [(THREE_CARD, "play 4"), (CARIBBEAN, "bet 4"), (HOLD_EM, "river wager 1"), (BOSTON, "second 3")],
)
def test_a_spot_that_had_not_decided_decides_after_the_dealers_cards_were_exposed(evening, name):
    told = evening.until("reveal dealer")
    told = evening.moved("reveal dealer", before=name, told=told)
    assert "exposed before all had decided" in str(evening.lines(told))
    assert not [one for one in evening.judged(told).adjudication.resolutions if one.late]
