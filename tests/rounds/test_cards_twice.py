"""A card that came twice in a round: once for each face, and not of a shoe that may hold several decks."""

from __future__ import annotations

import pytest

from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.judge import judge
from ledger.rounds.state import Round
from tests.scenario import dealt, event, folded, opened


def twice(state: Round) -> list[tuple[int, str]]:
    rules = elections.inline(GAMES[state.game], InlineSubmission.model_validate({"pay_tables": {}}))
    return [(one.event, one.detail) for one in judge(state, rules).findings if one.code == "card_duplicated"]


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ({}, [(3, "As was on the layout twice")]),
        ({"dealing": "hand"}, [(3, "As was on the layout twice")]),
        ({"dealing": "manual_shoe", "title": "blackjack"}, []),
        ({"dealing": "automated_shoe", "title": "baccarat"}, []),
        ({"dealing": "automated_shoe", "game": "three_card_poker"}, [(3, "As was on the layout twice")]),
    ],
)
def test_a_face_that_came_again_and_again_is_told_once_unless_it_may_have(header, found):
    cards = (dealt(1, "As"), dealt(2, "As"), dealt(3, "As"), dealt(4, "Kd"))
    assert twice(folded([opened(), *cards, event("closed")], **header)) == found
