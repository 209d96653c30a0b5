"""The cards of a discard rack as found: how they are written, what cannot be, and what is known again."""

import pytest

from ledger.cards import DECK
from ledger.errors import ImpossibleCard, InvalidQuery, RoundNotFound, TableNotFound
from projections.errors import RackUnreadable, TooManyCards
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


def places(cards):
    return [(card.place, card.round, card.hand) for card in cards]


def test_a_card_found_twice_is_told_with_its_places_and_hands(holdem):
    told = holdem.rack_check(["As", "Kd", "As"], until=HOLDEM)
    (one,) = told.doubled
    assert (one.card, one.should_be, one.known) == ("As", 1, 1)
    assert places(one.found) == [(1, HOLDEM, "1"), (3, None, None)]
    assert [(hand.hand, hand.recorded) for hand in one.implies] == [("1", ["As", "Kd"])]
    assert [(one.kind, [card.place for card in one.found]) for one in told.differences] == [("extra", [3])]
    # In the place of another it is that hand which would have been other.
    (one,) = holdem.rack_check(["As", "As"], until=HOLDEM).doubled
    assert [(hand.hand, hand.found) for hand in one.implies] == [("1", ["As", "As"])]


def test_cards_of_which_a_part_was_not_read_are_none_twice(holdem):
    assert holdem.rack_check(["A?", "A?", None, None], until=HOLDEM).doubled == []


def test_more_cards_than_the_deck_has_are_told_and_more_than_any_shoe_refused(holdem):
    assert holdem.rack_check([*DECK, None], until=HOLDEM).cards_over == 1
    assert holdem.rack_check([*DECK], until=HOLDEM).cards_over == 0
    with pytest.raises(TooManyCards) as many:
        holdem.rack_check([None] * 417, until=HOLDEM)
    assert dict(many.value.facts) == {"cards": 417, "most": 416}


def test_a_card_that_is_recorded_twice_is_told_though_the_record_agrees(pit):
    doubled = (dealt(1, "As"), dealt(1, "As"), racked(1, "As", "As"))
    pit.tell(*SETUP, played(*doubled, table="THB-03", game="texas_holdem_bonus"))
    told = pit.views.rack_check(["As", "As"], until=HOLDEM)
    assert (told.agrees, [(one.card, len(one.found)) for one in told.doubled]) == (True, [("As", 2)])


def shoe(**inspected):
    said = {"batch": "G", "backs": "red", "source": "manual", "by": "C-1", "occurred_at": at("20:14:00")}
    return {"format": "pitledger/1", "stream": "deck", "name": "B7",
            "events": [event("inspected", **said, **inspected)]}  # fmt: skip


def test_in_a_shoe_of_several_decks_a_card_is_doubled_from_one_more_on_than_they_have(pit):
    hands = (dealt(1, "As"), dealt(2, "As"), racked(1, "As"), racked(2, "As"))
    pit.tell(*SETUP, played(*hands, deck="B7"), shoe(decks=2))
    assert pit.views.rack_check(["As", "As"], until=ROUND_1).doubled == []
    (one,) = pit.views.rack_check(["As", "As", "As"], until=ROUND_1).doubled
    assert (one.should_be, [card.place for card in one.found]) == (2, [1, 2, 3])


def test_of_a_shoe_that_nobody_recorded_no_card_is_called_doubled(pit):
    pit.tell(*SETUP, played(dealt(1, "As"), racked(1, "As")))
    told = pit.views.rack_check(["As", "As"], until=ROUND_1)
    assert (told.doubled, told.cards_over, told.agrees) == ([], None, False)


def test_a_card_that_the_decks_own_record_has_once_more_is_told_with_that(pit):
    told = played(
        dealt(1, "As"), racked(1, "As"), event("stub_collected", count=51),
        table="THB-03", game="texas_holdem_bonus", deck="B7",
    )  # fmt: skip
    record = shoe()
    record["events"].append(event("card_found", card="As", state="extra", occurred_at=at("20:40:00")))
    pit.tell(*SETUP, told, record)
    checked = pit.views.rack_check(["As", *DECK[:51], "As"], until=HOLDEM)
    assert [(one.kind, [card.card for card in one.found]) for one in checked.differences] == [
        ("extra", ["As"])
    ]
    assert [(one.card, one.should_be, one.known) for one in checked.doubled] == [("As", 1, 2)]
    assert checked.cards_over == 1


def test_while_a_round_is_open_the_decks_record_tells_nothing_that_is_withheld(pit):
    hand = (opened(), dealt(1, "As"), racked(1, "As"))
    record = shoe()
    record["events"].append(event("card_found", card="As", state="extra", occurred_at=at("20:40:00")))
    pit.tell(*SETUP, round_record(*hand, table="THB-03", game="texas_holdem_bonus", deck="B7"), record)
    said = [pit.views.rack_check(["As", "As"], until=HOLDEM, sees_all=sees_all).doubled[0].known
            for sees_all in (False, True)]  # fmt: skip
    assert said == [1, 2]


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
