"""The cards of a discard rack as found: how they are written, what cannot be, and what is known again."""

import pytest

from ledger.cards import DECK
from ledger.errors import ImpossibleCard, InvalidQuery, RoundNotFound, TableNotFound
from projections.errors import CardTwice, RackUnreadable, TooManyCards
from projections.racks.checking import read_faces
from tests.projections.pit import SUBMISSION, at, holdem_table, table
from tests.scenario import dealt, event, opened, placed, round_record

ROUND_1 = "T-1/2026-11-28/1"
SETUP = (table(), table("T-2"), SUBMISSION, holdem_table())


def racked(to, *faces):
    return event("hand_collected", to=to, cards=list(faces))


def played(*events, **header):
    """A round of the unruled game at T-1, opened and closed."""
    return round_record(opened(), *events, event("closed"), **header)


def test_a_rack_is_asked_of_a_table_that_has_had_a_round(pit):
    pit.tell(*SETUP, played(dealt(1, "As"), racked(1, "As")))
    views = pit.views
    with pytest.raises(InvalidQuery):
        views.rack()
    with pytest.raises(InvalidQuery):
        views.rack("T-2", until=ROUND_1)
    with pytest.raises(TableNotFound):
        views.rack("T-9")
    with pytest.raises(RoundNotFound):
        views.rack("T-2")


HOLDEM = "THB-03/2026-11-28/1"


@pytest.fixture
def holdem(pit):
    """A round of a game with one deck, two cards in its rack."""
    hand = (placed(1, "ante", 25_00), dealt(1, "As"), dealt(1, "Kd"), racked(1, "As", "Kd"))
    pit.tell(*SETUP, played(*hand, table="THB-03", game="texas_holdem_bonus"))
    return pit.views


def test_what_no_deck_can_be_is_refused(holdem):
    with pytest.raises(CardTwice) as twice:
        holdem.rack_check(["As", "Kd", "As"], until=HOLDEM)
    assert dict(twice.value.facts) == {"card": "As", "first": 1, "second": 3}
    with pytest.raises(TooManyCards) as many:
        holdem.rack_check([*DECK, None], until=HOLDEM)
    assert dict(many.value.facts) == {"cards": 53, "most": 52}


def test_a_card_that_is_recorded_twice_may_be_found_twice(pit):
    doubled = (dealt(1, "As"), dealt(1, "As"), racked(1, "As", "As"))
    pit.tell(*SETUP, played(*doubled, table="THB-03", game="texas_holdem_bonus"))
    assert pit.views.rack_check(["As", "As"], until=HOLDEM).agrees


def test_a_card_that_the_decks_own_record_has_once_more_may_be_found_once_more(pit):
    told = played(
        dealt(1, "As"), racked(1, "As"), event("stub_collected", count=51),
        table="THB-03", game="texas_holdem_bonus", deck="B7",
    )  # fmt: skip
    found = event("card_found", card="As", state="extra", occurred_at=at("20:40:00"))
    inspected = event(
        "inspected", batch="G", backs="red", source="manual", by="C-1", occurred_at=at("20:14:02")
    )
    deck = {"format": "pitledger/1", "stream": "deck", "name": "B7", "events": [inspected, found]}
    pit.tell(*SETUP, told, deck)
    rack = ["As", *DECK[:51], "As"]
    checked = pit.views.rack_check(rack, until=HOLDEM)
    assert [(one.kind, [card.card for card in one.found]) for one in checked.differences] == [
        ("extra", ["As"])
    ]
    with pytest.raises(TooManyCards):
        pit.views.rack_check([*rack, None], until=HOLDEM)


def test_cards_read_from_the_front_are_told_so(holdem):
    told = holdem.rack_check(["Kd", "As"], until=HOLDEM)
    assert (told.agrees, told.turned, told.first_difference) == (False, True, 1)


def test_a_card_found_that_was_dealt_and_not_picked_up_is_known_again(pit):
    pit.tell(*SETUP, played(dealt(1, "As"), dealt(2, "Kd"), racked(1, "As")))
    told = pit.views.rack_check(["As", "Kd"], until=ROUND_1)
    (one,) = told.differences
    assert (one.kind, [card.card for card in one.found]) == ("extra", ["Kd"])
    (dealt_to,) = one.not_racked
    assert (dealt_to.round, dealt_to.hand) == (ROUND_1, "2")
    assert [(hand.round, hand.hand) for hand in one.between] == [(ROUND_1, "1")]


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("As Kd\n? 10h\nk?", ["As", "Kd", None, "Th", "K?"]),
        ('["as", null, "?", "XR"]', ["As", None, None, "Xr"]),
        ("[]", []),
    ],
)
def test_cards_as_found_are_written_in_several_ways(text, faces):
    assert read_faces(text) == faces


@pytest.mark.parametrize("text", ["", " \n", "[", '{"cards": []}', "[1]", '"As"', "[[]]", "[" * 10_000])
def test_what_is_no_list_of_cards_is_refused(text):
    with pytest.raises(RackUnreadable):
        read_faces(text)


@pytest.mark.parametrize("text", ["As 1d", "AsKd", '["As", "A"]', "♠A"])
def test_a_card_that_is_none_is_refused_with_its_place(text):
    with pytest.raises(ImpossibleCard) as refused:
        read_faces(text)
    assert refused.value.facts["place"] in {1, 2}
