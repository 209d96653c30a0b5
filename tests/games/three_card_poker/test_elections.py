"""What a licensee may elect, and what is refused."""

import pytest

from ledger.errors import InvalidOption, LedgerError, MissingRow, UnknownOption, UnknownRow, UnknownWager
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.three_card_poker import THREE_CARD_POKER
from tests.games.three_card_poker.evening import CLEAN, EVENING


def elect(**given):
    return elections.inline(THREE_CARD_POKER, InlineSubmission.model_validate(given))


def test_by_default_the_table_is_settled_in_passes_and_queen_high_qualifies():
    options = elections.default(THREE_CARD_POKER).options
    assert (options["settlement"], options["dealer_qualifies"]) == ("table_wide", "queen_high")


@pytest.mark.parametrize(
    ("given", "refusal", "pointer"),
    [
        ({"options": {"settlement": "ALT2"}}, InvalidOption, "/options/settlement"),
        ({"options": {"dealer_qualifies": "ace_king"}}, InvalidOption, "/options/dealer_qualifies"),
        ({"options": {"ante_pays_from": "flush"}}, UnknownOption, "/options/ante_pays_from"),
        ({"pay_tables": {"pair_plus": {"quads": "50:1"}}}, UnknownRow, "/pay_tables/pair_plus/quads"),
        ({"pay_tables": {"ante": {"ante": "2:1"}}}, UnknownWager, "/pay_tables/ante"),
        ({"pay_tables": {"pair_plus": {"flush": "4:1"}}}, MissingRow, "/pay_tables/pair_plus"),
        ({"pay_tables": {"six_card_bonus": {"straight": "10:1"}}}, MissingRow, "/pay_tables/six_card_bonus"),
    ],
)  # fmt: skip
def test_what_the_game_does_not_have_is_refused_with_its_place(given, refusal, pointer):
    with pytest.raises(refusal) as refused:
        elect(**given)
    assert isinstance(refused.value, LedgerError)
    assert refused.value.pointer == pointer


def test_a_six_card_table_need_not_have_the_royals_of_six_cards():
    rows = {row: str(prize) for row, prize in THREE_CARD_POKER.pay_tables["six_card_bonus"].rows.items()}
    assert elect(pay_tables={"six_card_bonus": rows}).pay_tables["six_card_bonus"].table_id == "inline"


def test_a_rank_without_a_row_loses():
    rows = {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": "4:1"}
    line = EVENING.lines(CLEAN, pay_tables={"pair_plus": rows})[1, "pair_plus"]
    assert (line.outcome, line.collected, line.table) == ("lose", 5_00, "inline")


@pytest.mark.parametrize(("breakage", "paid"), [("house", 7_51), ("patron", 7_52), ("nearest", 7_52)])
def test_the_part_of_a_cent_goes_where_it_was_elected(breakage, paid):
    rows = {"straight_flush": "40:1", "three_of_a_kind": "30:1", "straight": "6:1", "flush": "3:2"}
    told = EVENING.changed("pair plus 5", amount=5_01)
    assert EVENING.lines(told, pay_tables={"pair_plus": rows}, breakage=breakage)[5, "pair_plus"].paid == paid
