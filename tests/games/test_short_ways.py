"""Most rounds are clear, and judged by a short way: it gives what the long way gives.

The rounds are simulated ones in which people err, at their end and as far as
they had come at some event before.
"""

import json
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.events.records import read_record
from ledger.games import settling
from ledger.games.caribbean_stud import progressive
from ledger.games.elections import default
from ledger.games.registry import GAMES
from ledger.rounds.answers import resolution
from ledger.rounds.decide import begin, extend
from ledger.simulate.pit import evening, simulate
from tests.scenario import dealt, event, folded, opened, revealed

HOUSE_BANKED = ("texas_holdem_bonus", "three_card_poker", "caribbean_stud", "boston_5_stud")


class Doubted:
    """A round of which no fact says beforehand that it is clear."""

    apart = False
    acted_late = True

    def __init__(self, state):
        self._state = state

    def __getattr__(self, name):
        return getattr(self._state, name)


@cache
def records(game):
    told = simulate(evening(game, tables=1, rounds=25, seed=11, mistakes=0.5))
    return [read_record(text) for text in told if json.loads(text)["stream"] == "round"]


def rounds(game):
    """Each round whole, and cut short somewhere."""
    for number, record in enumerate(records(game)):
        facts = record.facts
        for until in (len(facts), 1 + number * 7 % len(facts)):
            yield extend(begin(record.head), facts[:until])


def said(game, seen):
    found = GAMES[game].adjudicate(seen, default(GAMES[game]))
    return [resolution(line) for line in found.resolutions], found.settlement_order


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_a_clear_round_is_judged_as_one_that_is_looked_at_in_every_way(game, monkeypatch):
    states = list(rounds(game))
    short = [said(game, state) for state in states]
    monkeypatch.setattr(settling, "_is_plain", lambda *_: False)
    monkeypatch.setattr(progressive, "_at_once", lambda *_: None)
    assert [said(game, Doubted(state)) for state in states] == short


def test_a_card_dealt_to_a_hand_that_was_turned_up_without_any_is_read_all_the_same():
    seen = folded([opened(), revealed(1), dealt(1, "As")], game="three_card_poker")
    assert seen.read == {1: ["As"]}


PLACES = st.sampled_from([1, 2, "dealer", "board"])
FACES = st.sampled_from([None, "As", "Kd", "K?", "2c"])
SOME = st.lists(FACES, max_size=3)
MEANT = {"of": st.sampled_from([None, 2, 3, 4]), "card": FACES, "from_": st.none() | PLACES}
CARDS_COME_AND_GO = st.lists(
    st.one_of(
        st.builds(dealt, PLACES, FACES),
        st.builds(partial(event, "card_moved"), to=PLACES, **MEANT),
        st.builds(partial(event, "card_returned"), **MEANT),
        st.builds(partial(event, "card_exposed"), **MEANT),
        st.builds(lambda place, faces: revealed(place, *faces), PLACES, SOME),
        st.builds(partial(event, "hand_collected"), to=PLACES, cards=st.none() | SOME),
        st.builds(partial(event, "cards_discarded"), spot=st.just(1), cards=SOME),
    ),
    max_size=8,
)


@given(CARDS_COME_AND_GO)
def test_the_faces_that_a_round_keeps_are_those_of_its_cards(events):
    told = [{name: said for name, said in one.items() if said is not None} for one in events]
    state = folded([opened(), *told], game="three_card_poker")
    faces = {place: [card.face for card in hand] for place, hand in state.hands.items()}
    known = [face for hand in faces.values() for face in hand if face is not None]
    assert state.read == faces
    assert state.apart == (len({*known}) == len(known) and {*known} <= {*DECK})
