"""A reason in which nobody sees anything is none, whatever it is given for; what is stored stays readable."""

from __future__ import annotations

import json

import pytest

from ledger.events import reasons
from tests.projections.pit import at, session, table
from tests.scenario import event, opened, placed, round_record

BLANK = " \u200b\u00a0"
WHO = {"by": "F-1", "source": "manual", "approved_by": "F-2", "occurred_at": at("21:00:00")}
ALONE = {name: said for name, said in WHO.items() if name != "approved_by"}
WAGER = {"spot": 1, "wager": "main", "amount": 25_00}
ADJUSTED = event(
    "adjustment_posted", **WHO, **WAGER, direction="to_patron", session="T-1/2026-11-28/1", reason=BLANK
)
FILL = {"slip": {"type": "fill", "series": "2026", "serial": 1}, "chips": {"500": 10}}


def in_round(*events):
    return round_record(opened(), placed(1, "main", 25_00), *events)


def of_deck(*events):
    first = event("inspected", batch="G", backs="red", **WHO)
    return {"format": "pitledger/1", "stream": "deck", "name": "B7", "events": [first, *events]}


@pytest.mark.parametrize(
    ("record", "pointer"),
    [
        (in_round(event("voided", by="F-1", source="supervisor", reason=BLANK)), "/events/2/reason"),
        (in_round(ADJUSTED), "/events/2/reason"),
        (in_round(event("ruling_made", **WHO, ruling=BLANK)), "/events/2/ruling"),
        (in_round(event("corrected", **WHO, corrects=2, event=None, reason=BLANK)), "/events/2/reason"),
        (
            in_round(event("corrected", **WHO, corrects=2, event=ADJUSTED, reason="video")),
            "/events/2/event/reason",
        ),
        (
            session(event("movement_recorded", **ALONE, chips={"500": -1}, incident="I-1", reason=BLANK)),
            "/events/1/reason",
        ),
        (session(event("fill_voided", **WHO, **FILL, reason=BLANK)), "/events/1/reason"),
        (session(event("corrected", **WHO, corrects=1, event=None, reason=BLANK)), "/events/1/reason"),
        (of_deck(event("card_removed", **WHO, card="As", reason=BLANK)), "/events/1/reason"),
        (of_deck(event("play_continued", **WHO, reason=BLANK)), "/events/1/reason"),
        (of_deck(event("corrected", **WHO, corrects=1, event=None, reason=BLANK)), "/events/1/reason"),
    ],
)
def test_a_reason_that_says_nothing_is_refused(pit, record, pointer):
    pit.tell(table())
    before = pit.ledger.recorder.head()
    receipt = pit.ledger.record(json.dumps(record), by="test")
    assert receipt.problem is not None
    assert (receipt.problem.code, receipt.problem.pointer) == ("invalid_field", pointer), receipt.problem
    assert pit.ledger.recorder.head() == before


def test_one_that_is_stored_since_before_is_read_and_known_again(pit, monkeypatch):
    told = in_round(event("voided", by="F-1", source="supervisor", reason=BLANK), event("closed"))
    with monkeypatch.context() as before:
        before.setattr(reasons, "check", lambda *_: None)
        pit.tell(table(), told)
    again = pit.ledger.record(json.dumps(told), by="test")
    assert (again.status, again.problem) == ("already_there", None)
    goes_on = {**told, "after": 4, "events": [event("ruling_made", **WHO, ruling="as it was played")]}
    assert pit.ledger.record(json.dumps(goes_on), by="test").status == "appended"
    assert pit.views.status()[0].lag == 0
