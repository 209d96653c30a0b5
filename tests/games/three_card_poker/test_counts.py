"""Counted over whole decks: every hand for pair plus, every dealer's hand against some of the player's."""

from collections import Counter
from itertools import combinations

import pytest

from ledger.cards import DECK, cards
from ledger.games.ranks import three_card_ranked
from ledger.games.three_card_poker.paytables import PUBLISHED
from tests.games.three_card_poker.counting import COUNTED, Table, net

HANDS = [*combinations(DECK, 3)]
ANY_DEALER = (None, None, None)
ROWS = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
# The tables that this game can print: those with a rank for A-K-Q of a suit are not.
PAIR_PLUS = [name for name in COUNTED["pair_plus_no_fold_forfeit"] if "mini royal" not in name]
PRINTED = {
    "TCP-PP-1": "40-30-6-4-1",
    "TCP-PP-2": "40-30-6-3-1",
    "TCP-PP-3": "40-30-5-4-1",
    "TCP-PP-4": "40-25-6-4-1",
}


@pytest.mark.parametrize("name", PAIR_PLUS)
def test_pair_plus_over_all_hands(name):
    odds = {row: f"{n}:1" for row, n in zip(ROWS, name.split("-"), strict=True)}
    table = Table("pair_plus", pay_tables={"pair_plus": odds})
    units = sum(net(table.settle(hand, ANY_DEALER)) for hand in HANDS)
    assert units == COUNTED["pair_plus_no_fold_forfeit"][name]["net_units_over_22100"]


def test_the_tables_counted_are_those_published():
    published = {
        table.table_id: "-".join(str(prize).removesuffix(":1") for prize in table.rows.values())
        for table in PUBLISHED
        if table.wager == "pair_plus"
    }
    assert published == PRINTED


@pytest.mark.parametrize("hand", COUNTED["fixed_player_hand_vs_all_18424_dealer_hands"])
def test_a_hand_against_every_hand_of_the_dealer(hand):
    expected = COUNTED["fixed_player_hand_vs_all_18424_dealer_hands"][hand]
    own = cards(hand)
    table = Table("ante")
    names = {"win": "win", "lose": "lose", "push": "tie", "void": "dealer_not_qualified"}
    found: Counter[str] = Counter()
    units = 0
    for dealer in combinations([card for card in DECK if card not in own], 3):
        lines = {line.wager: line for line in table.settle(own, dealer)}
        found[names[lines["play"].outcome]] += 1
        units += net([lines["ante"], lines["play"]])
    ranked = three_card_ranked(own)
    assert ranked is not None
    assert ranked.rank.replace("_", " ") == expected["player_class"]
    assert found.total() == COUNTED["dealer_hands_per_player_hand"] == 18_424
    assert {name: found[name] for name in names.values()} == {name: expected[name] for name in names.values()}
    assert units == expected["play_net_units_without_ante_bonus"]
