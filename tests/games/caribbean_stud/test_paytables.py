"""The pay tables, restated from their source row by row, and what a licensee may elect."""

import pytest

from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.caribbean_stud.paytables import BET_WIN, OPTIONS, PROGRESSIVE_A, PROGRESSIVE_B, PUBLISHED
from ledger.games.ranks import RANK_NAMES
from ledger.games.seam import Odds
from tests.games.caribbean_stud.evening import CLEAN, NO_HAND, holding, lines

DEALER = ("Kd", "Kh", "Qs", "8c", "3d")
# A hand of each rank, higher than the dealer's kings; a high card needs a weaker dealer.
HANDS = {
    "royal_flush": ("Ah", "Jh", "Qh", "Th", "Kc"),
    "straight_flush": ("6h", "5h", "4h", "3h", "2h"),
    "four_of_a_kind": ("6h", "6d", "6c", "6s", "2h"),
    "full_house": ("6h", "6d", "6c", "2s", "2h"),
    "flush": ("Ah", "9h", "4h", "3h", "2h"),
    "straight": ("6h", "5h", "4h", "3h", "2c"),
    "three_of_a_kind": ("6h", "6d", "6c", "3s", "2h"),
    "two_pair": ("6h", "6d", "3c", "3s", "2h"),
    "pair": ("Ah", "Ac", "4c", "3s", "2h"),
}


def printed(table):
    return [(row, str(prize)) for row, prize in table.rows.items()]


def test_the_bet_pays_by_the_published_table():
    assert (BET_WIN.table_id, BET_WIN.evidence) == ("CS-BET-WIN", "not_nj_text")
    assert printed(BET_WIN) == [
        ("royal_flush", "100:1"),
        ("straight_flush", "50:1"),
        ("four_of_a_kind", "20:1"),
        ("full_house", "7:1"),
        ("flush", "5:1"),
        ("straight", "4:1"),
        ("three_of_a_kind", "3:1"),
        ("two_pair", "2:1"),
        ("pair", "1:1"),
        ("high_card", "1:1"),
    ]


def test_the_progressive_pays_shares_of_the_meter_and_flat_prizes():
    assert (PROGRESSIVE_A.table_id, PROGRESSIVE_A.evidence) == ("CS-PROG-A", "not_nj_text")
    assert printed(PROGRESSIVE_A) == [
        ("royal_flush", "100 % of the meter"),
        ("straight_flush", "10 % of the meter"),
        ("four_of_a_kind", "fixed 50000"),
        ("full_house", "fixed 10000"),
        ("flush", "fixed 5000"),
    ]


def test_the_other_published_progressive_is_of_another_shape():
    assert (PROGRESSIVE_B.table_id, PROGRESSIVE_B.evidence) == ("CS-PROG-B", "not_nj_text")
    assert printed(PROGRESSIVE_B) == [
        ("royal_flush", "100 % of the meter"),
        ("straight_flush", "10 % of the meter"),
        ("four_of_a_kind", "fixed 25000"),
        ("full_house", "fixed 15000"),
        ("flush", "fixed 10000"),
    ]


def test_every_published_table_is_listed_as_printed_and_only_16_10_is_law():
    assert CARIBBEAN_STUD.published == PUBLISHED
    assert [(table.table_id, table.wager, table.evidence) for table in PUBLISHED] == [
        ("CS-ANTE-NOQUALIFY", "ante", "nj_text"),
        ("CS-BET-NOQUALIFY", "bet", "nj_text"),
        ("CS-ANTE-WIN", "ante", "not_nj_text"),
        ("CS-BET-WIN", "bet", "not_nj_text"),
        ("CS-PROG-A", "progressive", "not_nj_text"),
        ("CS-PROG-B", "progressive", "not_nj_text"),
    ]
    assert {table.table_id: dict(table.unpaid) for table in PUBLISHED if table.unpaid} == {
        "CS-BET-NOQUALIFY": {"any_hand": "void"}
    }
    assert {table.source for table in PUBLISHED if table.evidence == "nj_text"} == {
        "13:69F-16.10(f)2",
        "13:69F-16.10(f)3: void",
    }


def test_what_a_licensee_may_elect_and_how_well_each_is_known():
    assert {name: (option.default, option.values, option.evidence) for name, option in OPTIONS.items()} == {
        "dealer_qualifies": ("ace_king", ("ace_king",), "mixed"),
        "progressive_paid_from": ("table_inventory", ("table_inventory", "cage"), "mixed"),
        "progressive_stake_returned": (False, (False, True), "not_found"),
        "progressive_winners": ("undetermined", ("undetermined", "share_meter"), "not_nj_text"),
        "payout_limits": ({"bet": 5_000_00}, None, "mixed"),
    }
    assert "not verified" in OPTIONS["payout_limits"].source
    assert dict(CARIBBEAN_STUD.rows) == {"bet": RANK_NAMES, "progressive": RANK_NAMES}


@pytest.mark.parametrize("rank", HANDS)
def test_a_higher_hand_is_paid_on_the_bet_by_its_rank_and_on_the_ante_even_money(rank):
    dealer = ("Qd", "Qc", "9s", "8c", "3d") if rank == "royal_flush" else DEALER
    cards = ("Ah", "Kh", "Qh", "Jh", "Th") if rank == "royal_flush" else HANDS[rank]
    told = holding("dealer", *dealer, told=holding(5, *cards, told=holding(1, "9h", "7s", "5c", "4s", "2s")))
    found = lines(told)
    odds = BET_WIN.rows[rank]
    assert isinstance(odds, Odds)
    assert (found[5, "bet"].rank, found[5, "bet"].odds) == (rank, str(odds))
    assert found[5, "bet"].paid == odds.n * 20_00
    assert (found[5, "ante"].paid, found[5, "ante"].odds) == (10_00, "1:1")


def test_a_high_card_that_beats_ace_king_is_paid_even_money():
    told = holding("dealer", "Ah", "Kh", "4c", "3c", "2h")
    told = holding(5, "Ac", "Kc", "5h", "4h", "2d", told=holding(1, "9h", "7s", "5c", "4s", "2s", told=told))
    bet = lines(told)[5, "bet"]
    assert (bet.outcome, bet.rank, bet.odds, bet.paid) == ("win", "high_card", "1:1", 20_00)


DOWN_TO_FULL_HOUSE = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house")


def test_a_table_that_says_nothing_of_a_rank_leaves_a_winning_bet_undetermined():
    found = lines(CLEAN, pay_tables={"bet": dict(printed(BET_WIN)[:5])})
    assert found[1, "bet"].missing == "what the bet wins on a pair"
    assert found[1, "ante"].outcome == "win"
    assert (found[5, "bet"].table, found[5, "bet"].paid) == ("inline", 100_00)


def test_a_progressive_may_pay_odds_on_its_stake():
    odds = {
        "royal_flush": "5000:1",
        "straight_flush": "1000:1",
        "four_of_a_kind": "100:1",
        "full_house": "75:1",
    }
    found = lines(NO_HAND, pay_tables={"progressive": odds})
    assert (found[1, "progressive"].paid, found[1, "progressive"].odds) == (75_00, "75:1")
