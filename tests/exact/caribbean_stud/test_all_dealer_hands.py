"""Some hands against all 1,533,939 that the dealer can then have: the game's verdict against a plain count.

The plain count compares hands by how often each rank comes, with nothing of the
game's own ranks.  What becomes of a strength is judged once, by the game, on a
deal that has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest

from ledger.cards import DECK, RANKS, cards
from ledger.games import elections
from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.ranks import strength
from tests.games.caribbean_stud.evening import EVENING, only, until

Hand = Sequence[str]
HANDS = ["AsKsQsJsTs", "2s2d3h4c5s", "AsKdQhJc9s", "AsKd4h3c2s", "AsQdJhTc9s", "Ah2c3d4s5h", "7s5d4h3c2s"]
FIVE_HIGH = [12, 3, 2, 1, 0]


def plain(hand: Hand) -> tuple[int, list[tuple[int, int]] | list[int]]:
    """A hand as something that compares as hands do."""
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    flush = len({card[1] for card in hand}) == 1
    straight = len(groups) == 5 and (ranks[0] - ranks[4] == 4 or ranks == FIVE_HIGH)
    if straight:
        return (8 if flush else 4, [3] if ranks == FIVE_HIGH else ranks[:1])
    if flush:
        return (5, ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return (kinds[tuple(count for count, _ in groups)], groups)


LOWEST = plain(cards("AsKd4h3c2s"))


def counted(own: Hand, dealers: Sequence[Hand]) -> Counter[str]:
    """What becomes of a bet against each of the dealer's hands, by the plain comparison."""
    mine, found = plain(own), Counter[str]()
    for dealer in dealers:
        theirs = plain(dealer)
        if theirs < LOWEST:
            found["void"] += 1
        else:
            found["push" if theirs == mine else "lose" if theirs > mine else "win"] += 1
    return found


class Table:
    """Spot 5 alone against the dealer, the faces of the cards exchanged."""

    def __init__(self) -> None:
        self._state = EVENING.state_of(until("reveal 5", only(5, told=EVENING.clean)))
        self._submission = elections.default(CARIBBEAN_STUD)

    def settle(self, own: Hand, dealer: Hand) -> tuple[str, str]:
        """What becomes of ante and bet."""
        for place, faces in ((5, own), ("dealer", dealer)):
            for card, face in zip(self._state.hands[place], faces, strict=True):
                card.face = face
            self._state.read[place] = [*faces]
        found = CARIBBEAN_STUD.adjudicate(self._state, self._submission).resolutions
        return (found[0].outcome, found[1].outcome)


@pytest.mark.parametrize("text", HANDS)
def test_every_hand_of_the_dealer_is_judged_as_a_plain_count_has_it(text):
    own = cards(text)
    dealers = list(combinations([card for card in DECK if card not in own], 5))
    assert len(dealers) == comb(47, 5) == 1_533_939
    strengths = Counter(map(strength, dealers))
    examples = {strength(dealer): dealer for dealer in dealers}
    table, found = Table(), Counter[str]()
    for theirs, count in strengths.items():
        ante, bet = table.settle(own, examples[theirs])
        assert ante == ("win" if bet == "void" else bet)
        found[bet] += count
    assert found == counted(own, dealers)
