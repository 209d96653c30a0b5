"""Each published pay table, restated by hand from its source, in printed order."""

from itertools import combinations

import pytest

from ledger.cards import DECK, cards
from ledger.games.ranks import three_card_strength
from ledger.games.seam import Fixed, Odds
from ledger.games.three_card_poker import THREE_CARD_POKER
from ledger.games.three_card_poker.paytables import PUBLISHED, QUALIFIES
from tests.cases.cases_to_records import read

TABLES = {table.table_id: table for table in PUBLISHED}

# fmt: off
PRINTED = {
    "TCP-ANTE-PLAY-QUALIFIED": {"ante": "1:1", "play": "1:1"},
    "TCP-ANTE-PLAY-NOQUALIFY": {"ante": "1:1", "play": "void"},
    "TCP-TIE": {"ante": "push", "play": "push"},
    "TCP-AB-1": {"straight_flush": "5:1", "three_of_a_kind": "4:1", "straight": "1:1"},
    "TCP-AB-2": {"straight_flush": "4:1", "three_of_a_kind": "3:1", "straight": "1:1"},
    "TCP-PP-1": {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": "4:1",
                 "pair": "1:1"},
    "TCP-PP-2": {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": "3:1",
                 "pair": "1:1"},
    "TCP-PP-3": {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "5:1", "flush": "4:1",
                 "pair": "1:1"},
    "TCP-PP-4": {"straight_flush": "40:1", "three_of_a_kind": "25:1", "straight": "6:1", "flush": "4:1",
                 "pair": "1:1"},
    "TCP-6CB-1": {"royal_flush": "1000:1", "straight_flush": "200:1", "four_of_a_kind": "50:1",
                  "full_house": "25:1", "flush": "20:1", "straight": "10:1", "three_of_a_kind": "5:1"},
    "TCP-6CB-2": {"royal_flush": "1000:1", "straight_flush": "200:1", "four_of_a_kind": "50:1",
                  "full_house": "25:1", "flush": "15:1", "straight": "10:1", "three_of_a_kind": "5:1"},
    "TCP-6CB-AC-MILLIONAIRE": {
        "six_card_royal_diamonds": "fixed 100000000", "six_card_royal_other": "fixed 10000000",
        "royal_flush": "1000:1", "straight_flush": "200:1", "four_of_a_kind": "50:1", "full_house": "20:1",
        "flush": "15:1", "straight": "10:1", "three_of_a_kind": "5:1"},
}
# fmt: on


def test_the_tables_stand_in_printed_order():
    assert [table.table_id for table in THREE_CARD_POKER.published] == list(PRINTED)


@pytest.mark.parametrize("table_id", PRINTED)
def test_each_row_is_as_printed(table_id):
    table = TABLES[table_id]
    rows = {row: str(prize) for row, prize in {**table.rows, **table.unpaid}.items()}
    assert list(rows.items()) == list(PRINTED[table_id].items())


@pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table.table_id)
def test_no_table_is_called_law(table):
    assert table.evidence == "not_nj_text"
    assert table.source


def test_where_the_licensee_elects_nothing_the_first_table_of_each_wager_counts():
    assert {wager: table.table_id for wager, table in THREE_CARD_POKER.pay_tables.items()} == {
        "ante": "TCP-ANTE-PLAY-QUALIFIED",
        "play": "TCP-ANTE-PLAY-QUALIFIED",
        "ante_bonus": "TCP-AB-1",
        "pair_plus": "TCP-PP-1",
        "six_card_bonus": "TCP-6CB-1",
    }


def test_a_submitted_table_may_have_these_rows():
    three_cards = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    assert THREE_CARD_POKER.rows == {
        "ante_bonus": three_cards,
        "pair_plus": three_cards,
        "six_card_bonus": tuple(PRINTED["TCP-6CB-AC-MILLIONAIRE"]),
    }


def test_odds_and_prizes_in_money_are_two_things():
    rows = TABLES["TCP-6CB-AC-MILLIONAIRE"].rows
    assert rows["six_card_royal_diamonds"] == Fixed(1_000_000_00)
    assert rows["royal_flush"] == Odds(1000, 1)


@pytest.mark.parametrize(
    ("hand", "qualifies"),
    [
        ("Qs3d2h", True),
        ("Qs6d4h", True),
        ("Js9d8h", False),
        ("JsTd8h", False),
        ("2s2d3h", True),
        ("As4d3h", True),
    ],
)
def test_the_dealer_qualifies_from_queen_three_deuce(hand, qualifies):
    assert (three_card_strength(cards(hand)) <= QUALIFIES["queen_high"]) is qualifies


def test_as_many_hands_qualify_as_were_counted():
    qualifying = sum(three_card_strength(hand) <= QUALIFIES["queen_high"] for hand in combinations(DECK, 3))
    assert (
        qualifying
        == read("ground_truth.yaml")["frequencies"]["three_card_dealer_qualifies_Q_or_better"]
        == 15_380
    )
