"""What only some jurisdictions ask of a session."""

from datetime import datetime

import pytest

from ledger.jurisdictions.profiles import named
from ledger.sessions.jurisdiction import asked_findings, asks_of_cards
from tests.scenario import event
from tests.sessions.told import fill, opened, session, signed

LOUISIANA, OHIO, NEW_JERSEY = named("LA"), named("OH"), named("NJ")
RELIEF = [signed("in", "A", "20:15:00"), signed("out", "A", "21:00:00"), signed("in", "B", "21:00:40")]


def card(at, kind):
    return (datetime.fromisoformat(f"2026-11-28T{at}-05:00"), kind)


def found(profile, *events, cards=()):
    return [
        (one.code, one.event, one.rule) for one in asked_findings(session(opened(), *events), profile, cards)
    ]


DEALT = card("21:01:00", "dealt")
NOT_BURNED = [("relief_not_burned", 4, "La. Admin. Code 42:III-3106")]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ([], []),
        ([DEALT], NOT_BURNED),
        ([DEALT, card("21:00:50", "burned")], []),
        ([DEALT, card("21:01:00", "burned")], []),
        ([DEALT, card("21:01:10", "burned")], NOT_BURNED),
        ([DEALT, card("20:59:00", "burned")], NOT_BURNED),
        ([card("20:59:00", "dealt")], []),
    ],
)
def test_a_card_is_burned_on_relief_before_one_is_dealt(cards, says):
    assert found(LOUISIANA, *RELIEF, cards=cards) == says
    assert found(NEW_JERSEY, *RELIEF, cards=cards) == []


def test_a_dealer_who_comes_back_relieves_nobody():
    back = [*RELIEF[:2], signed("in", "A", "21:00:40")]
    assert found(LOUISIANA, *back, cards=[DEALT]) == []


def test_only_who_asks_for_burns_needs_the_cards():
    assert (asks_of_cards(LOUISIANA), asks_of_cards(OHIO), asks_of_cards(NEW_JERSEY)) == (True, False, False)


def test_a_void_that_one_person_signed_is_found_where_two_must():
    void = fill("voided", {}, reason="torn", by="CB-1")
    alone, witnessed = [fill("requested", {}), void], [fill("requested", {}), {**void, "approved_by": "CB-2"}]
    assert found(OHIO, *alone) == [("slip_voided_by_one", 3, "Ohio Adm. Code 3772-11-31")]
    assert found(OHIO, *witnessed) == []
    assert found(NEW_JERSEY, *alone) == []


def test_a_jurisdiction_that_asks_for_nothing_finds_nothing():
    assert found(named("MD"), *RELIEF, event("coin_taken", amount=5_00), cards=[DEALT]) == []
