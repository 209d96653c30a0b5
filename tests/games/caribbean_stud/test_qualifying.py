"""Which of the dealer's hands qualify, counted over all of them."""

from itertools import combinations

import pytest

from ledger.cards import DECK
from ledger.games.caribbean_stud.paytables import QUALIFIES
from ledger.games.ranks import strength
from tests.cases.cases_to_records import read
from tests.games.caribbean_stud.evening import holding, lines

TRUTH = read("ground_truth.yaml")
(E8,) = [check for check in TRUTH["engine_checks"] if check["id"] == "E8"]


def test_1463700_of_2598960_hands_qualify():
    dealt = qualify = 0
    for hand in combinations(DECK, 5):
        dealt += 1
        qualify += strength(hand) <= QUALIFIES["ace_king"]
    assert dealt == TRUTH["frequencies"]["five_card_total"]
    assert E8["expect"].startswith(f"{qualify:,} qualify, {dealt - qualify:,} do not")


@pytest.mark.parametrize(
    ("dealer", "ante", "bet"),
    [
        (("Ah", "Kh", "4c", "3c", "2h"), "13:69F-16.10(e)3", "win"),
        (("Ah", "Qh", "Jc", "Tc", "9d"), "13:69F-16.10(f)2", "void"),
        (("2h", "3h", "4c", "4h", "5h"), "13:69F-16.10(e)3", "win"),
        (("Kh", "Qh", "Jc", "Tc", "8d"), "13:69F-16.10(f)2", "void"),
        (("7h", "5h", "4c", "3c", "2h"), "13:69F-16.10(f)2", "void"),
        (("5h", "4h", "3c", "2h", "Ah"), "13:69F-16.10(e)1", "lose"),
    ],
    ids=["the lowest that does", "the highest that does not", "a pair", "king high", "the worst", "a wheel"],
)
def test_the_ace_king_and_better_qualify(dealer, ante, bet):
    told = holding("dealer", *dealer, told=holding(1, "As", "Ad", "9s", "6c", "2s"))
    found = lines({name: one for name, one in told.items() if name not in {"reveal 3", "reveal 4"}})
    assert (found[1, "ante"].rule, found[1, "bet"].outcome) == (ante, bet)
