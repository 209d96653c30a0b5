"""The stub that is counted and the cards that left the deck are the whole deck."""

import pytest

from ledger.events.records import RoundHeader
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.scenario import dealt, event, opened, read, round_record

GAME = "texas_holdem_bonus"


def miscounted(*events, **header):
    record = read(round_record(*events, game=GAME, **header))
    assert isinstance(record.head, RoundHeader)
    state = begin(record.head)
    extend(state, list(record.facts))
    found = judge(state, elections.default(GAMES[GAME])).findings
    return [(finding.event, dict(finding.facts)) for finding in found if finding.code == "stub_count_wrong"]


def test_a_stub_of_what_was_left_is_no_finding():
    told = (dealt(1, "As"), dealt("dealer", None), event("card_burned"), event("stub_collected", count=49))
    assert miscounted(opened(), *told) == []


@pytest.mark.parametrize("counted", [50, 52, 0])
def test_a_stub_counted_wrongly_is_found_at_the_count(counted):
    told = (dealt(1, "As"), event("stub_collected", count=counted))
    assert miscounted(opened(), *told) == [(3, {"counted": counted, "due": 51})]


def test_a_card_that_went_back_to_the_shoe_is_in_the_stub():
    told = (dealt(1, "As"), event("card_returned", of=2), event("stub_collected", count=52))
    assert miscounted(opened(), *told) == []


def test_a_stub_that_nobody_counted_is_no_finding():
    assert miscounted(opened(), dealt(1, "As"), event("stub_collected")) == []


def test_a_hand_history_that_does_not_tell_the_dealing_has_no_count_to_check():
    told = (dealt(1, "As"), event("stub_collected", count=52))
    assert miscounted(opened(source="import"), *told) == []
    assert miscounted(opened(source="import"), *told, dealing="hand") == [(3, {"counted": 52, "due": 51})]
