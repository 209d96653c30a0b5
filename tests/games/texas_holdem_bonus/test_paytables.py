"""The pay tables, restated from their source row by row, and how often each bonus comes."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from ledger.cards import DECK, cards
from ledger.games.texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from ledger.games.texas_holdem_bonus.paytables import ANTE, BONUS, MAIN, OPTIONS, ROW_OF
from tests.games.evening import Told, from_one_deck
from tests.games.texas_holdem_bonus.evening import CLEAN, changed, lines


def printed(table):
    return [(row, str(prize)) for row, prize in table.rows.items()]


def test_flop_turn_and_river_pay_even_money():
    assert (MAIN.table_id, MAIN.evidence) == ("THB-MAIN", "not_nj_text")
    assert printed(MAIN) == [("flop", "1:1"), ("turn", "1:1"), ("river", "1:1")]


def test_the_ante_pays_even_money_from_the_threshold_that_the_licensee_elects():
    assert [(name, table.table_id, table.evidence, printed(table)) for name, table in ANTE.items()] == [
        ("straight", "THB-ANTE-STRAIGHT", "mixed", [("straight_or_higher", "1:1")]),
        ("flush", "THB-ANTE-FLUSH", "mixed", [("flush_or_higher", "1:1")]),
    ]
    threshold = OPTIONS["ante_pays_from"]
    assert (threshold.default, threshold.values, threshold.evidence) == (
        "straight",
        ("straight", "flush"),
        "nj_text",
    )


def test_what_is_not_paid_says_what_becomes_of_the_stake():
    assert {table.table_id: dict(table.unpaid) for table in TEXAS_HOLDEM_BONUS.published if table.unpaid} == {
        "THB-ANTE-STRAIGHT": {"below": "returned"},
        "THB-ANTE-FLUSH": {"below": "returned"},
        "THB-TIE": {"all": "push"},
        "THB-BONUS-1": {"other": "lose"},
    }
    (tie,) = [table for table in TEXAS_HOLDEM_BONUS.published if table.table_id == "THB-TIE"]
    assert (tie.wager, tie.evidence, tie.source) == ("ante+flop+turn+river", "nj_text", "13:69F-28.10(h)3")


def test_the_bonus_pays_by_the_published_table():
    assert (BONUS.table_id, BONUS.evidence) == ("THB-BONUS-1", "not_nj_text")
    assert printed(BONUS) == [
        ("player_AA_dealer_AA", "1000:1"),
        ("AA", "30:1"),
        ("AK_suited", "25:1"),
        ("AQ_AJ_suited", "20:1"),
        ("AK_offsuit", "15:1"),
        ("KK_QQ_JJ", "10:1"),
        ("AQ_AJ_offsuit", "5:1"),
        ("TT_to_22", "3:1"),
    ]


def test_a_submission_may_change_the_rows_of_the_bonus_and_of_nothing_else():
    assert dict(TEXAS_HOLDEM_BONUS.rows) == {
        "bonus": (
            "player_AA_dealer_AA", "AA", "AK_suited", "AQ_AJ_suited", "AK_offsuit", "KK_QQ_JJ",
            "AQ_AJ_offsuit", "TT_to_22",
        )
    }  # fmt: skip


def test_all_1326_starting_hands_come_as_often_as_they_should():
    assert Counter(ROW_OF[two] for two in combinations(DECK, 2)) == {
        "AA": 6,
        "AK_suited": 4,
        "AQ_AJ_suited": 8,
        "AK_offsuit": 12,
        "KK_QQ_JJ": 18,
        "AQ_AJ_offsuit": 24,
        "TT_to_22": 54,
        None: 1_200,
    }


def test_the_dealer_has_aces_too_in_one_of_1225_deals_against_aces():
    left = [card for card in DECK if card not in {"As", "Ah"}]
    dealers = list(combinations(left, 2))
    assert Fraction(sum(two == ("Ac", "Ad") for two in dealers), len(dealers)) == Fraction(1, 1_225)


def with_hands(own: str, dealer: str) -> Told:
    """The clean round with other cards for spot 1 and the dealer."""
    told = CLEAN
    for name, place, text in (("deal 1", 1, own), ("deal dealer", "dealer", dealer)):
        first, second = cards(text)
        told = changed(f"{name} first", told, card=first)
        told = changed(f"{name} second", told, card=second)
        told = changed("reveal dealer" if place == "dealer" else "reveal 1", told, cards=[first, second])
    told = changed("rack 1", changed("rack dealer", told, cards=cards(dealer)), cards=cards(own))
    return from_one_deck(told, 1)


@pytest.mark.parametrize(
    ("own", "dealer", "row", "paid"),
    [
        ("AcAh", "AsAd", "player_AA_dealer_AA", 5_000_00),
        ("AcAh", "AsQd", "AA", 150_00),
        ("AcAh", "3s3d", "AA", 150_00),
        ("AcKc", "QhJd", "AK_suited", 125_00),
        ("KcAc", "QhJd", "AK_suited", 125_00),
        ("AcQc", "QhJd", "AQ_AJ_suited", 100_00),
        ("JcAc", "QhJd", "AQ_AJ_suited", 100_00),
        ("AcKs", "QhJd", "AK_offsuit", 75_00),
        ("KcKs", "QhJd", "KK_QQ_JJ", 50_00),
        ("QcQs", "QhJd", "KK_QQ_JJ", 50_00),
        ("JcJs", "QhJd", "KK_QQ_JJ", 50_00),
        ("AcQs", "QhJd", "AQ_AJ_offsuit", 25_00),
        ("JcAh", "QhJd", "AQ_AJ_offsuit", 25_00),
        ("TsTd", "QhJd", "TT_to_22", 15_00),
        ("6s6d", "QhJd", "TT_to_22", 15_00),
        ("2c2h", "QhJd", "TT_to_22", 15_00),
    ],
)
def test_a_bonus_of_5_dollars_pays_its_row(own, dealer, row, paid):
    line = lines(with_hands(own, dealer))[1, "bonus"]
    assert (line.outcome, line.rank, line.paid, line.collected, line.returned) == ("win", row, paid, 0, 5_00)
    assert (line.cards, line.rule) == (cards(own), "13:69F-28.10(h)4")


@pytest.mark.parametrize("own", ["AcTc", "KcQc", "Ac3d", "KsJs", "8c3d"])
def test_a_bonus_on_any_other_hand_loses(own):
    line = lines(with_hands(own, "QhJd"))[1, "bonus"]
    assert (line.outcome, line.rank, line.paid, line.collected, line.returned) == ("lose", None, 0, 5_00, 0)


def test_without_the_first_row_the_dealers_aces_make_no_difference():
    line = lines(with_hands("AcAh", "AsAd"), pay_tables={"bonus": {"AA": "40:1"}})[1, "bonus"]
    assert (line.rank, line.odds, line.paid) == ("AA", "40:1", 200_00)
    assert (line.table, line.evidence) == ("inline", "not_nj_text")


def test_a_row_that_an_inline_table_leaves_out_loses():
    line = lines(with_hands("TsTd", "QhJd"), pay_tables={"bonus": {"AA": "40:1"}})[1, "bonus"]
    assert (line.outcome, line.collected) == ("lose", 5_00)


def test_a_flat_prize_is_paid_as_it_stands():
    line = lines(with_hands("AcAh", "QhJd"), pay_tables={"bonus": {"AA": {"fixed": 777_00}}})[1, "bonus"]
    assert (line.paid, line.odds) == (777_00, "fixed 77700")


def test_a_share_of_a_meter_has_no_fund_in_this_game():
    line = lines(with_hands("AcAh", "QhJd"), pay_tables={"bonus": {"AA": {"meter_percent": 10}}})[1, "bonus"]
    assert (line.outcome, line.missing) == ("undetermined", "the fund whose meter is shared")
