"""How often a player's five cards tie the dealer's, over every deal there is."""

from itertools import combinations, product
from math import comb

from ledger.cards import NUMBER, SUITS
from ledger.games.boston_5_stud.verdicts import MAIN
from ledger.games.ranks import LADDER, NAMES, WEAKEST, strength

DEALS = comb(52, 5) * comb(47, 5)


def hands_of(place):
    """Every five cards of a strength, each as a set of bits."""
    ranks = LADDER[place]
    suits = [combinations(SUITS, ranks.count(rank)) for rank in dict.fromkeys(ranks)]
    for chosen in product(*suits):
        cards = [rank + suit for rank, own in zip(dict.fromkeys(ranks), chosen, strict=True) for suit in own]
        if strength(cards) == place:
            yield sum(1 << NUMBER[card] for card in cards)


def ties_at(place):
    """The pairs of hands of one strength that have no card in common, the player's first."""
    hands = list(hands_of(place))
    return len(hands), sum(not one & other for one in hands for other in hands)


def test_a_deal_in_eleven_thousand_ties_and_the_rest_are_won_as_often_as_lost():
    # Hands of one name and other ranks come as often: one strength of each name stands for all of them.
    places = {name: NAMES.index(name) for name in WEAKEST}
    hands = ties = 0
    for name, place in places.items():
        many, tied = ties_at(place)
        hands += NAMES.count(name) * many
        ties += NAMES.count(name) * tied
    assert hands == comb(52, 5)
    assert ties == 347_798_880
    assert (DEALS - ties) // 2 == 1_993_149_152_280
    assert (DEALS - ties) % 2 == 0


def test_no_case_of_the_comparison_pays_the_ante():
    outcomes = [verdicts["ante"].outcome for row in MAIN.values() for verdicts in row.values()]
    assert outcomes == ["lose", "lose", "push", "push", "unpaid", "unpaid"]
