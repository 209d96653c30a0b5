"""What a round puts into the discard rack: each card once, in the order of the pick-ups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.events.records import RoundHeader
from ledger.games.registry import GAMES
from ledger.rounds.decide import begin, extend
from ledger.rounds.racking import lying, picked_up, shuffled_after_each_round
from tests.scenario import dealt, event, opened, read, round_record


def folded(*events):
    record = read(round_record(opened(), *events))
    assert isinstance(record.head, RoundHeader)
    state = begin(record.head)
    extend(state, list(record.facts))
    return state


def told(*events):
    """Version, kind, owner and cards of each pick-up."""
    return [
        (one.version, one.kind, one.owner, [card and card.face for card in one.cards])
        for one in picked_up(folded(*events))
    ]


def racked(to, *faces):
    return event("hand_collected", to=to, cards=list(faces) or None)


@given(st.data())
def test_every_card_that_was_dealt_lies_in_the_rack_once_or_on_the_layout(data):
    deck = data.draw(st.permutations(DECK).map(lambda cards: cards[:20]))
    to = [data.draw(st.integers(1, 4)) for _ in deck]
    first = data.draw(st.lists(st.integers(1, 4), max_size=6))
    deals = [dealt(place, face) for place, face in zip(to, deck, strict=True)]
    state = folded(*deals[:10], *map(racked, first), *deals[10:], *map(racked, first))
    there = [card.face or "" for one in picked_up(state) for card in one.cards if card is not None]
    left = [card.face or "" for cards in lying(state).values() for card in cards]
    assert sorted([*there, *left]) == sorted(deck)
    assert {to[deck.index(face)] for face in left}.isdisjoint(first)


def test_a_hand_picked_up_twice_lies_there_once():
    assert told(dealt(1, "As"), racked(1), racked(1)) == [(3, "hand", 1, ["As"]), (4, "hand", 1, [])]


def test_what_is_picked_up_of_a_hand_dealt_on_is_what_was_not_there_yet():
    events = (dealt(1, "As"), racked(1, "As"), dealt(1, "Kd"), racked(1, "Kd"))
    assert told(*events) == [(3, "hand", 1, ["As"]), (5, "hand", 1, ["Kd"])]


def test_a_pick_up_corrected_away_puts_nothing_there():
    undone = event("corrected", corrects=3, event=None, reason="video", approved_by="S-1")
    state = folded(dealt(1, "As"), racked(1, "As"), undone)
    assert picked_up(state) == ()
    assert [card.face for card in lying(state)[1]] == ["As"]


def test_a_card_that_went_back_to_the_shoe_is_neither_in_the_rack_nor_on_the_layout():
    state = folded(dealt(1, "As"), event("card_returned", of=2))
    assert (picked_up(state), dict(lying(state))) == ((), {})


def test_the_cards_of_the_stub_are_counted_and_not_known():
    assert told(event("stub_collected", count=2)) == [(2, "stub", None, [None, None])]
    (uncounted,) = picked_up(folded(event("stub_collected")))
    assert (uncounted.counted, uncounted.cards) == (False, ())


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.deck])
def test_the_one_deck_of_a_game_is_shuffled_after_each_round(game):
    shuffled = shuffled_after_each_round(GAMES[game])
    assert shuffled is not None
    assert shuffled.rule == "13:69F-14.5(a)"
    assert (shuffled.evidence == "nj_text") is (game == "poker")


def test_of_a_game_without_rules_here_no_shuffle_is_concluded():
    assert shuffled_after_each_round(GAMES["unruled"]) is None
