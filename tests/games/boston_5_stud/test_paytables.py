"""The pay tables, restated from their source row by row, and what the optional bonus costs exactly."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from ledger.cards import DECK, cards
from ledger.games.boston_5_stud import BOSTON_5_STUD
from ledger.games.boston_5_stud.paytables import OPTIONAL_A, OPTIONAL_B
from ledger.games.ranks import three_card_ranked
from tests.games.boston_5_stud.evening import CLEAN, EVENING, changed, holding, lines, missing
from tests.games.evening import money

PUBLISHED = {table.table_id: table for table in BOSTON_5_STUD.published}


def printed(table_id):
    table = PUBLISHED[table_id]
    return (table.evidence, [(row, str(prize)) for row, prize in table.rows.items()])


TOP = [("straight_flush", "40:1"), ("three_of_a_kind", "30:1"), ("straight", "6:1")]


def test_the_published_tables_stand_in_printed_order():
    assert list(PUBLISHED) == ["B5-FIRST-SECOND", "B5-TIE", "B5-OPT-A", "B5-OPT-B", "B5-ANTEBONUS"]
    assert printed("B5-FIRST-SECOND") == ("not_nj_text", [("first", "1:1"), ("second", "1:1")])
    assert dict(PUBLISHED["B5-FIRST-SECOND"].unpaid) == {"ante": "returned_unless_ante_bonus"}
    assert printed("B5-TIE") == ("nj_text", [])
    assert dict(PUBLISHED["B5-TIE"].unpaid) == {"ante": "push", "first": "push", "second": "push"}
    assert printed("B5-OPT-A") == ("not_nj_text", [*TOP, ("flush", "4:1"), ("pair", "1:1")])
    assert printed("B5-OPT-B") == ("not_nj_text", [*TOP, ("flush", "3:1"), ("pair", "1:1")])
    assert printed("B5-ANTEBONUS") == ("not_found", [])


def test_the_ante_bonus_has_no_default_and_its_rows_are_those_published():
    assert list(BOSTON_5_STUD.pay_tables) == ["first", "second", "optional_bonus"]
    assert BOSTON_5_STUD.unstaked == {"ante_bonus"}
    assert BOSTON_5_STUD.rows["ante_bonus"] == (
        "royal_flush", "straight_flush", "four_of_a_kind", "full_house",
        "flush", "straight", "three_of_a_kind", "two_pair",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("table", "lost", "edge"),
    [(OPTIONAL_A, 512, Fraction(128, 5_525)), (OPTIONAL_B, 1_608, Fraction(402, 5_525))],
)
def test_the_optional_bonus_over_all_22100_exposed_hands(table, lost, edge):
    ranks = Counter(hand.rank for hand in map(three_card_ranked, combinations(DECK, 3)) if hand is not None)
    assert ranks.total() == 22_100
    won = sum(ranks[rank] * prize.n for rank, prize in table.rows.items() if prize.d == 1)
    taken = sum(count for rank, count in ranks.items() if rank not in table.rows)
    assert taken - won == lost
    assert Fraction(lost, 22_100) == edge


@pytest.mark.parametrize(
    ("hand", "row", "paid_a", "paid_b"),
    [
        ("AsKsQs", "straight_flush", 200_00, 200_00),
        ("3d2dAd", "straight_flush", 200_00, 200_00),
        ("7s7h7c", "three_of_a_kind", 150_00, 150_00),
        ("AsKdQs", "straight", 30_00, 30_00),
        ("3dAs2h", "straight", 30_00, 30_00),
        ("Ts8s2s", "flush", 20_00, 15_00),
        ("TsTh2s", "pair", 5_00, 5_00),
    ],
)
def test_an_optional_bonus_of_5_dollars_pays_its_row(hand, row, paid_a, paid_b):
    told = holding(1, *cards(hand), *cards("4h6c"))
    line = lines(told)[1, "optional_bonus"]
    assert (money(line), line.rank, line.table) == ((5_00, "win", paid_a, 0, 5_00), row, "B5-OPT-A")
    assert {*(line.cards or ())} == {*cards(hand)}
    by_b = {row: str(prize) for row, prize in OPTIONAL_B.rows.items()}
    line = lines(told, pay_tables={"optional_bonus": by_b})[1, "optional_bonus"]
    assert (line.paid, line.table, line.evidence) == (paid_b, "inline", "not_nj_text")


@pytest.mark.parametrize("hand", ["AsKsJd", "Ts8s2h", "AsQdTs"])
def test_an_optional_bonus_on_any_other_hand_loses(hand):
    line = lines(holding(1, *cards(hand), *cards("4h6c")))[1, "optional_bonus"]
    assert (money(line), line.rank) == ((5_00, "lose", 0, 5_00, 0), "high_card")


@pytest.mark.parametrize(
    ("hand", "rank", "paid"),
    [
        ("AsKsQsJsTs", "royal_flush", 1_000_00),
        ("QsJsTs9s8s", "straight_flush", 500_00),
        ("KsKdKhKc4h", "four_of_a_kind", 200_00),
        ("KsKdKh4c4h", "full_house", 70_00),
        ("KsTs8s4s2s", "flush", 50_00),
        ("QsJdTs9s8s", "straight", 40_00),
        ("KsKdKh4c2h", "three_of_a_kind", 30_00),
        ("KsKdQh4c4h", "two_pair", 10_00),
    ],
)
def test_an_ante_of_10_dollars_carries_the_bonus_of_its_row(hand, rank, paid):
    line = lines(holding(1, *cards(hand)))[1, "ante_bonus"]
    assert (money(line), line.rank) == ((0, "win", paid, 0, 0), rank)
    assert (line.rule, line.table, line.evidence) == ("13:69F-24.10(f)3", "inline", "not_nj_text")


def test_a_pair_carries_no_ante_bonus_and_the_ante_only_goes_back():
    found = lines(holding(1, *cards("KsKdQh4cJh"), told=holding("dealer", *cards("9h8cTd6s2h"))))
    assert (1, "ante_bonus") not in found
    assert money(found[1, "ante"]) == (10_00, "unpaid", 0, 0, 10_00)
    assert (found[1, "ante"].rule, found[1, "ante"].evidence) == ("13:69F-24.10(f)3", "nj_text")


def test_without_a_table_two_pair_or_better_waits_for_the_odds():
    because = "the odds of the ante bonus for full_house: 13:69F-24.11(c) was not read"
    assert missing(CLEAN, 1, "ante_bonus", pay_tables={}) == because
    line = lines(CLEAN, pay_tables={})[1, "ante_bonus"]
    assert (line.stake, line.table, line.evidence) == (0, "B5-ANTEBONUS", "not_found")
    pair = holding(1, *cards("KsKdQh4cJh"), told=holding("dealer", *cards("9h8cTd6s2h")))
    assert (1, "ante_bonus") not in lines(pair, pay_tables={})


def test_a_table_that_begins_higher_pays_nothing_below_it():
    found = lines(CLEAN, pay_tables={"ante_bonus": {"royal_flush": "50:1"}})
    assert [wager for wager in found if wager[1] == "ante_bonus"] == []
    assert found[1, "ante"].evidence == "nj_text"


def test_a_flat_prize_is_paid_as_it_stands():
    table = {**{row: str(prize) for row, prize in OPTIONAL_A.rows.items()}, "pair": {"fixed": 777}}
    line = lines(CLEAN, pay_tables={"optional_bonus": table})[1, "optional_bonus"]
    assert (line.paid, line.odds) == (777, "fixed 777")


def test_a_share_of_a_meter_has_no_fund_in_this_game():
    table = {**EVENING.pay_tables["ante_bonus"], "royal_flush": {"meter_percent": 10}}
    told = holding(1, *cards("AsKsQsJsTs"))
    because = missing(told, 1, "ante_bonus", pay_tables={"ante_bonus": table})
    assert because == "the fund whose meter is shared"


@pytest.mark.parametrize(("breakage", "won"), [("house", 3), ("patron", 4), ("nearest", 4)])
def test_breakage_goes_as_elected(breakage, won):
    told = changed("ante 4", amount=5)
    odds = dict.fromkeys(BOSTON_5_STUD.rows["ante_bonus"], "7:10")
    line = lines(told, breakage=breakage, pay_tables={"ante_bonus": odds})[4, "ante_bonus"]
    assert (line.odds, line.paid) == ("7:10", won)
