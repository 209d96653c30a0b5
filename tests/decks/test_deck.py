"""A deck from its events: its cards at any instant, and what was not as it should have been."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.decks import composition
from ledger.decks.decide import begin, extend
from ledger.decks.findings import KINDS, findings
from ledger.errors import LedgerError
from ledger.events.records import DeckHeader
from tests.scenario import event, read

NIGHT = "2015-04-11"


def at(text):
    return datetime.fromisoformat(f"{NIGHT}T{text}:00-04:00")


def when(text, one):
    return {**one, "occurred_at": at(text).isoformat()}


def inspected(**fields):
    said = {"batch": "GEM-77", "backs": "red", "source": "manual", "by": "CR-1", **fields}
    return when("18:00", event("inspected", **said))


SHUFFLED = [
    when("18:01", event("shuffle_started", machine="m17")),
    when("18:04", event("shuffle_completed", machine="m17")),
]
LOADED = when("18:05", event("loaded", table="BJ-02", shoe="S-4"))
REMOVED = when("19:00", event("card_removed", card="7h"))
INSERTED = when("19:00", event("card_inserted", card="7h"))
BEFORE = [
    {**REMOVED, "occurred_at": at("17:00").isoformat()},
    {**INSERTED, "occurred_at": at("17:30").isoformat()},
]
UNLOADED = when("22:00", event("unloaded", table="BJ-02"))
ELSEWHERE = when("22:05", event("loaded", table="BJ-03"))
IN_AND_OUT = [event("shuffler_loaded", machine="m17"), event("shuffler_unloaded", machine="m17")]
SORTED = event("shuffle_completed", machine="m17", mode="sort")
WITHDRAWN = when("18:04", event("withdrawn"))
UNSHUFFLED = "shoe_without_shuffle_evidence"


def deck_record(*events, name="B7"):
    timed = [{"occurred_at": at("18:00").isoformat(), **one} for one in events]
    return {"format": "pitledger/1", "stream": "deck", "name": name, "events": timed}


def deck(*events):
    record = read(deck_record(*events))
    assert isinstance(record.head, DeckHeader)
    return extend(begin(record.head), record.facts)


def corrected(version):
    return event("corrected", corrects=version, reason="it was another deck", approved_by="F-9")


def codes(state):
    return [(one.code, one.event) for one in findings(state)]


# --- what is in it ----------------------------------------------------------------------


def test_a_deck_holds_what_it_was_inspected_to_hold():
    state = deck(inspected(decks=8))
    held = composition.at(state, at("19:00"))
    assert (held.size, held.cards["As"]) == (416, 8)
    short = deck(inspected(cards=list(DECK[:40])))
    assert composition.at(short, at("19:00")).size == 40


def test_a_card_removed_is_missing_from_then_until_it_is_put_back():
    state = deck(
        inspected(), *SHUFFLED, LOADED,
        when("19:00", event("card_removed", card="7h", reason="damaged by the shuffler")),
        when("19:58", event("card_inserted", card="7h")),
    )  # fmt: skip
    held = {
        clock: composition.at(state, at(clock)).cards.get("7h", 0)
        for clock in ("18:59", "19:00", "19:57", "19:58")
    }
    assert held == {"18:59": 1, "19:00": 0, "19:57": 0, "19:58": 1}
    (gap,) = composition.gaps(state)
    assert (gap.since, gap.until) == (at("19:00"), at("19:58"))


def test_a_card_found_in_the_well_was_missing_nobody_knows_since_when():
    state = deck(
        inspected(),
        *SHUFFLED,
        LOADED,
        when("20:24", event("card_found", card="Js", state="missing", where="the well")),
    )
    (gap,) = composition.gaps(state)
    assert (gap.since, gap.known_at, gap.until) == (None, at("20:24"), None)
    held = composition.at(state, at("19:00"))
    assert held.cards.get("Js", 0) == 0
    assert held.uncertain == (gap,)


def test_found_again_it_is_the_same_card_unless_the_deck_has_several():
    found = [when(clock, event("card_found", card="Js", state="missing")) for clock in ("20:00", "20:30")]
    gone = when("19:00", event("card_removed", card="Js"))
    assert composition.at(deck(inspected(), *found), at("21:00")).size == 51
    state = deck(inspected(decks=2), gone, *found, when("21:30", event("card_inserted", card="Js")))
    held = [composition.at(state, at(clock)) for clock in ("18:30", "21:00", "22:00")]
    # The deck has two: the third sighting is one of those.  Nobody knows since when the second was gone.
    assert [(one.size, one.cards.get("Js", 0)) for one in held] == [(103, 1), (102, 0), (103, 1)]
    assert [(gap.since, gap.until) for gap in composition.gaps(state)] == [
        (at("19:00"), at("21:30")),
        (None, None),
    ]


def test_what_a_deck_should_hold_is_what_its_last_inspection_by_then_said():
    state = deck(
        inspected(),
        {**inspected(decks=8, backs="blue", batch="GEM-78"), "occurred_at": at("20:00").isoformat()},
        when("21:00", event("card_inserted", card="7h", backs="red")),
    )
    assert [composition.at(state, at(clock)).size for clock in ("17:00", "19:00", "20:00", "21:00")] == [
        52, 52, 416, 417,
    ]  # fmt: skip
    assert [gap.foreign for gap in composition.gaps(state)] == ["red"]


def test_a_deck_withdrawn_has_the_cards_that_it_had():
    state = deck(inspected(), REMOVED, when("20:00", event("withdrawn")))
    assert composition.at(state, at("21:00")).size == 51


def test_a_deck_looked_through_card_by_card_says_which_are_missing_and_which_too_many():
    """Fifty-two cards, and still not the deck: the seven of hearts is not there, a nine of clubs twice."""
    cards = [card for card in DECK if card != "7h"] + ["9c"]
    state = deck(
        inspected(),
        *SHUFFLED,
        LOADED,
        when("20:00", event("counted", count=52, cards=[*DECK])),
        when("21:00", event("counted", count=52, cards=cards)),
        when("21:30", event("card_inserted", card="7h")),
        when("22:00", event("counted", count=52, cards=[*DECK])),
    )
    found = [(gap.kind, gap.card, gap.since, gap.not_before, gap.until) for gap in composition.gaps(state)]
    assert found == [
        ("missing", "7h", None, at("20:00"), at("21:30")), ("extra", "9c", None, at("20:00"), at("22:00")),
    ]  # fmt: skip
    differs = [one for one in findings(state) if one.code == "deck_count_differs"]
    assert [(one.event, one.facts["missing"], one.facts["extra"]) for one in differs] == [
        (6, "7h", "9c"), (8, "9c", None),
    ]  # fmt: skip
    clocks = ("19:59", "20:00", "20:30", "21:45", "22:00")
    assert [composition.at(state, at(clock)).size for clock in clocks] == [52, 52, 52, 53, 52]


def test_a_count_is_held_against_what_was_known_then():
    """That a card was missing came out after the count that had found all of them."""
    state = deck(
        inspected(),
        when("18:30", event("counted", count=52)),
        when("20:00", event("card_found", card="Js", state="missing")),
    )
    assert [one.code for one in findings(state)] == []
    unread = deck(inspected(), when("18:30", event("counted", count=52, cards=[*DECK[:50], None, "K?"])))
    assert (composition.gaps(unread), findings(unread)) == ([], ())


def test_a_later_inspection_recorded_wrongly_is_put_right():
    again = {**inspected(decks=6), "occurred_at": at("20:00").isoformat()}
    right = event("inspected", decks=8, batch="GEM-77", backs="red")
    state = deck(
        inspected(), again, event("corrected", corrects=2, event=right, reason="eight", approved_by="F-9")
    )
    assert composition.at(state, at("21:00")).size == 416


def test_a_card_with_another_back_is_one_too_many_even_where_its_twin_is_missing():
    state = deck(
        inspected(), *SHUFFLED, LOADED,
        when("19:00", event("card_removed", card="7h")),
        when("19:01", event("card_inserted", card="7h", backs="blue")),
    )  # fmt: skip
    kinds = [(gap.kind, gap.card, gap.foreign) for gap in composition.gaps(state)]
    assert kinds == [("missing", "7h", None), ("extra", "7h", "blue")]
    assert ("foreign_back", 6) in codes(state)


def test_a_new_inspection_says_anew_what_the_deck_holds():
    state = deck(
        inspected(),
        when("19:00", event("card_removed", card="7h")),
        {**inspected(batch="GEM-78"), "occurred_at": at("20:00").isoformat()},
    )
    assert composition.at(state, at("20:30")).size == 52
    assert composition.at(state, at("19:30")).size == 51
    assert state.inspected.batch == "GEM-78"


def test_what_is_entered_late_counts_when_it_happened():
    state = deck(
        inspected(), *SHUFFLED, LOADED,
        when("20:00", event("card_inserted", card="7h")),
        when("19:00", event("card_removed", card="7h", source="manual")),
    )  # fmt: skip
    (gap,) = composition.gaps(state)
    assert (gap.kind, gap.since, gap.until) == ("missing", at("19:00"), at("20:00"))


def test_a_correction_takes_back_what_was_said_of_a_card():
    assert composition.gaps(deck(inspected(), REMOVED, corrected(2))) == []


@given(st.lists(st.sampled_from(DECK), unique=True, max_size=20), st.integers(0, 20))
def test_cards_out_and_cards_in_are_cards_in_all(removed, put_back):
    back = removed[:put_back]
    state = deck(
        inspected(),
        *(event("card_removed", card=card, occurred_at=at("19:00").isoformat()) for card in removed),
        *(event("card_inserted", card=card, occurred_at=at("20:00").isoformat()) for card in back),
    )
    assert composition.at(state, at("19:30")).size == 52 - len(removed)
    assert composition.at(state, at("20:30")).size == 52 - len(removed) + len(back)


# --- what was not as it should be ----------------------------------------------------------


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([inspected(), *SHUFFLED, LOADED], []),
        ([inspected(), LOADED], [(UNSHUFFLED, 2)]),
        ([inspected(), SHUFFLED[0], LOADED], [(UNSHUFFLED, 3)]),
        ([inspected(preshuffled=True), LOADED], [(UNSHUFFLED, 2)]),
        ([inspected(preshuffled=True, receipt="R-118"), LOADED], []),
        ([inspected(), *SHUFFLED, LOADED, UNLOADED, ELSEWHERE], [(UNSHUFFLED, 6)]),
        (
            [inspected(), *IN_AND_OUT, LOADED],
            [("unloaded_without_completed_shuffle", 3), (UNSHUFFLED, 4)],
        ),
        ([inspected(), SORTED, LOADED], [("shuffle_in_sort_mode", 2), (UNSHUFFLED, 3)]),
        ([inspected(), *SHUFFLED, LOADED, REMOVED], [("card_missing_in_play", 5)]),
        ([inspected(), *BEFORE, *SHUFFLED, LOADED], []),
        ([inspected(), *SHUFFLED, LOADED, INSERTED], [("card_extra_in_play", 5)]),
        ([inspected(), when("18:30", event("counted", count=51))], [("deck_count_differs", 2)]),
        ([inspected(), *SHUFFLED, WITHDRAWN, LOADED], [("loaded_after_withdrawal", 5)]),
    ],
)
def test_what_was_not_as_it_should_be_is_found_at_its_event(events, found):
    assert codes(deck(*events)) == found
    assert {code for code, _ in found} <= set(KINDS)


@pytest.mark.parametrize(
    ("events", "code", "pointer"),
    [
        ([SHUFFLED[0]], "not_opened", "/events/0/type"),
        ([inspected(), corrected(9)], "unknown_version", "/events/1/corrects"),
        ([inspected(), corrected(1)], "not_opened", "/events/1/event"),
        (
            [
                inspected(),
                REMOVED,
                {**corrected(2), "event": {"type": "inspected", "batch": "G", "backs": "red"}},
            ],
            "opened_twice",
            "/events/2/event/type",
        ),
        ([inspected(), event("card_removed", card="1s")], "impossible_card", "/events/1/card"),
        ([inspected(decks=0)], "invalid_field", "/events/0/decks"),
    ],
)
def test_what_cannot_be_a_record_of_a_deck_is_refused(events, code, pointer):
    with pytest.raises(LedgerError) as caught:
        deck(*events)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
