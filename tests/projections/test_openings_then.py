"""When a round or a session opened is what was known of that at the position asked for."""

from __future__ import annotations

from datetime import date

import pytest

from tests.projections.pit import OPENER, at, bought_in, closer, opener, session, table
from tests.projections.test_places import in_pit, moved
from tests.scenario import event, opened, round_record, session_record

DAY = date(2026, 11, 28)
KEY = "T-1/2026-11-28/1"
DEALT = event("card_dealt", to=1, card=None, face="down")
BURNED = event("card_burned", card=None)
RELIEF = [
    event("dealer_signed_in", dealer="A", occurred_at=at("20:05:00"), source="dealer", by="A"),
    event("dealer_signed_out", dealer="A", occurred_at=at("21:00:00")),
    event("dealer_signed_in", dealer="B", occurred_at=at("21:00:40"), by="B"),
]
WHO = {"source": "supervisor", "by": "F-2", "approved_by": "F-9"}


def corrected(version, instead):
    return event("corrected", occurred_at=at("23:30:00"), corrects=version, reason="the clock was misread",
                 event=instead, **WHO)  # fmt: skip


def a_round(number, when, *cards):
    told = [{**card, "occurred_at": at(time)} for time, card in cards]
    return round_record({**opened(by="B"), "occurred_at": at(when)}, *told, number=number, session=1)


def opened_at(when, round_, version):
    """The round's opening put right."""
    right = {**opened(by="B"), "occurred_at": at(when)}
    return round_record(corrected(1, right), number=round_, session=1, after=version)


# --- the cards round a relief ------------------------------------------------------------


@pytest.fixture
def unburned(pit):
    """B deals a round without burning a card, and two in which one was burned."""
    pit.tell(
        table(), session(*RELIEF), a_round(1, "21:02:00", ("21:02:10", DEALT)),
        *(a_round(n, f"21:0{n + 1}:00", (f"21:0{n + 1}:05", BURNED), (f"21:0{n + 1}:10", DEALT))
          for n in (2, 3)),
    )  # fmt: skip
    return pit


def not_burned(pit, **asked):
    return [one["code"] for one in pit.views.session(KEY, jurisdiction="LA", **asked).findings
            if one["code"] == "relief_not_burned"]  # fmt: skip


def in_the_exceptions(pit, **asked):
    lines = pit.views.exceptions(DAY, DAY, jurisdiction="LA", **asked).lines
    return [one.code for one in lines if one.code == "relief_not_burned"]


def test_a_round_is_near_a_relief_by_its_opening_as_known_then(unburned):
    then = unburned.ledger.recorder.head()
    assert not_burned(unburned) == in_the_exceptions(unburned) == ["relief_not_burned"]
    unburned.tell(opened_at("22:30:00", 1, 2))
    assert not_burned(unburned, as_of=then) == ["relief_not_burned"]
    assert in_the_exceptions(unburned, as_of=then) == ["relief_not_burned"]


def test_a_round_that_was_not_yet_known_to_be_near_a_relief_says_nothing_of_it(pit):
    pit.tell(
        table(), session(*RELIEF), a_round(1, "22:30:00", ("21:02:05", DEALT)),
        *(a_round(n, f"21:0{n + 1}:00", (f"21:0{n + 1}:05", BURNED), (f"21:0{n + 1}:10", DEALT))
          for n in (2, 3)),
    )  # fmt: skip
    then = pit.ledger.recorder.head()
    assert not_burned(pit) == []
    pit.tell(opened_at("21:02:00", 1, 2))
    assert not_burned(pit) == ["relief_not_burned"]
    assert not_burned(pit, as_of=then) == []


# --- the list of sessions, games and pits --------------------------------------------------


@pytest.fixture
def reopened(pit):
    """T-1 is recorded as opened at 20:00, in pit 2; then as opened at 18:00, when it was in pit 1."""
    offered = event("game_offered", game="unruled", title="baccarat", occurred_at=at("19:00:00"))
    pit.tell(in_pit("T-1", "pit 1", moved(at("19:00:00"), "pit 2"), offered))
    pit.then = pit.tell(session(bought_in(50_00, {"500": 10}), closer(OPENER)))
    right = {**opener(), "occurred_at": at("18:00:00")}
    pit.tell(session_record(corrected(1, right), after=3))
    return pit


def test_the_list_of_sessions_says_when_each_was_known_to_have_opened(reopened):
    def listed(**asked):
        (one,) = reopened.views.sessions(**asked).sessions
        return one.opened_at.isoformat(), one.game, one.version

    assert listed() == ("2026-11-28T23:00:00+00:00", "unruled", 4)
    assert listed(as_of=reopened.then) == ("2026-11-29T01:00:00+00:00", "baccarat", 3)


def test_a_session_is_in_the_pit_of_its_opening_as_known_then(reopened):
    def pits(**asked):
        answer = reopened.views.reconcile(DAY, **asked)
        return [one.pit for one in answer.sessions], list(answer.by_pit)

    assert pits() == (["pit 1"], ["pit 1"])
    assert pits(as_of=reopened.then) == (["pit 2"], ["pit 2"])
    assert reopened.views.reconcile(DAY, pit="pit 2").sessions == []
    assert reopened.views.reconcile(DAY, pit="pit 2", as_of=reopened.then).sessions != []
