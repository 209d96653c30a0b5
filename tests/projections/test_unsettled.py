"""What a round leaves open, and what evidence would settle it; never a guess, never somebody's word."""

from __future__ import annotations

import pytest

from projections.reports.round import round_report
from tests.projections.pit import SUBMISSION, at, example, holdem_table, table
from tests.scenario import dealt, event, opened, paid, placed, revealed, round_record

KEY = "T-1/2026-11-28/1"
CLOSED = event("closed")


@pytest.fixture
def told(pit):
    """What a round of T-1 with some events leaves open."""

    def tell(*events, **header):
        pit.tell(table(), round_record(opened(), *events, **header))
        return round_report(pit.views, KEY, software="test")["unsettled"]

    return tell


def of(found, about):
    return [one for one in found if one["about"] == about]


def test_a_card_nobody_saw_and_a_suit_nobody_could_tell_are_open(told):
    found = told(
        dealt(1, None), dealt(1, "As"), dealt("board", "K?", "up"), event("card_burned"),
        event("hand_collected", to=1), event("hand_collected", to="board", cards=["K?"]), CLOSED,
    )  # fmt: skip
    assert [one["what"] for one in of(found, "card")] == [
        "spot 1: 1 of 2 cards were never seen", "burned: 1 of 1 cards were never seen",
    ]  # fmt: skip
    (suit,) = of(found, "suit")
    assert (suit["kind"], suit["what"]) == ("unknown", "the board: the suit of the K is not known")
    assert suit["settled_by"] == [
        "the video of T-1 from 2026-11-28T20:13:03-05:00 to 2026-11-28T20:15:03-05:00",
        "the discard rack, backed up card by card until it is shuffled (pitledger rack check T-1)",
    ]
    assert suit["window"]["table"] == "T-1"


def test_the_shoes_record_settles_a_card_only_where_a_shoe_read_it(told):
    found = told(dealt(1, None), CLOSED, dealing="automated_shoe")
    (card,) = of(found, "card")
    assert "the record of the shoe, which reads each card as it leaves" in card["settled_by"]
    # Nothing was picked up, so that no rack can be backed up.
    assert not any("rack" in text for text in card["settled_by"])


def test_what_is_still_to_be_shown_in_an_open_round_is_not_open(told):
    assert told(dealt(1, None), dealt("dealer", None)) == []


def test_a_card_revealed_otherwise_than_dealt_and_one_there_twice_are_contradictions(told):
    found = told(dealt(1, "As"), revealed(1, "Ah"), dealt(2, "Ah"), CLOSED)
    contradicted = [one["about"] for one in found if one["kind"] == "contradiction"]
    assert {"card_contradicted", "card_duplicated"} <= {*contradicted}
    (twice,) = of(found, "card_duplicated")
    assert twice["settled_by"][-1] == "a count and inspection of the deck"


def test_a_hand_picked_up_in_no_known_order_or_not_at_all_is_open(told):
    found = told(dealt(1, "As"), dealt(1, "Kd"), dealt(2, "2c"), event("hand_collected", to=1), CLOSED)
    assert [one["what"] for one in of(found, "pick_up_order")] == [
        "spot 1: in which order the cards went into the rack is not recorded"
    ]
    assert [one["what"] for one in of(found, "pick_up")] == [
        "spot 2: that the cards went into the rack is not recorded, nor in which order"
    ]


def test_chips_that_nobody_wrote_down_are_open_where_a_tray_was_touched(told):
    found = told(placed(1, "main", 5_00), paid(1, "main", 5_00), CLOSED, session=1)
    (chips,) = of(found, "chips")
    assert (chips["event"], chips["settled_by"][-1]) == (
        3,
        "the next count of the tray, against T-1/2026-11-28/1",
    )


def test_what_cannot_be_judged_says_what_is_missing_once_for_all_wagers(told):
    found = told(placed(1, "main", 5_00), placed(2, "main", 5_00), CLOSED, title="blackjack")
    (rules,) = of(found, "resolution")
    assert rules["what"] == (
        "spot 1 main, spot 2 main: cannot be judged; missing: the rules of this game are not in the ledger"
    )
    assert rules["settled_by"][0].startswith("the approved rules")


def test_a_missing_card_that_decides_is_settled_by_what_saw_it_and_not_by_the_rules(pit):
    record = example("round_thb_412.json")
    for one in record["events"]:
        if one.get("type") in {"card_dealt", "hand_revealed", "hand_collected"} and one.get("to") == "dealer":
            one.update({"card": None} if "card" in one else {"cards": [None, None]})
    pit.tell(SUBMISSION, holdem_table(), record)
    found = round_report(pit.views, "THB-03/2026-11-28/412", software="test")["unsettled"]
    judged = [one for one in found if one["kind"] == "undetermined"]
    assert judged
    assert all("approved rules" not in text for one in judged for text in one["settled_by"])
    assert at("20:14:03")[:10] in judged[0]["settled_by"][0]


def test_the_worked_round_leaves_open_what_was_declared_against_the_rules(pit):
    pit.tell(SUBMISSION, holdem_table(), example("round_thb_412.json"))
    found = round_report(pit.views, "THB-03/2026-11-28/412", software="test")["unsettled"]
    assert {one["kind"] for one in found} <= {"contradiction", "unknown"}
    assert all(one["settled_by"] for one in found)
