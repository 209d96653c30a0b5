"""Which rules submission judges a round, on a real Postgres: that of its gaming date, and for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.application.rehearsal import rehearsal
from ledger.events.registry import InlineSubmission
from ledger.settings import Settings
from tests.scenario import T0, Event, document, event, opened, placed, round_record, table_record

GAME = "texas_holdem_bonus"


@pytest.fixture
def ledger(settings: Settings) -> Iterator[Ledger]:
    with open_ledger(settings) as found:
        yield found


def record(ledger: Ledger, told: dict[str, Any]) -> None:
    receipt = ledger.record(document(told), by="test")
    assert receipt.status == "appended", receipt.problem


def submission(name: str, *events: Event, after: int = 0) -> dict[str, Any]:
    timed = [{"occurred_at": T0, "source": "manual", "by": "C-01", **one} for one in events]
    return {"format": "pitledger/1", "stream": "submission", "name": name, "after": after, "events": timed}


def submitted(effective: str, pays_from: str) -> Event:
    options = {"ante_pays_from": pays_from}
    return event("submitted", game=GAME, jurisdiction="NJ", effective=effective, options=options)


def dealt(ledger: Ledger, gaming_date: str, number: int = 1, **header: Any) -> str:
    """A round of one ante at T-1, and its key."""
    told = [opened(), placed(1, "ante", 5_00)]
    record(ledger, round_record(*told, game=GAME, gaming_date=gaming_date, number=number, **header))
    return f"T-1/{gaming_date}/{number}"


def judged_by(ledger: Ledger, key: str) -> tuple[str, int, object]:
    used = ledger.round(key).judgement.submission
    return used.name, used.version, used.options["ante_pays_from"]


def out_of_force(ledger: Ledger, key: str) -> list[dict[str, object]]:
    """What is found of a round whose submission was not in force."""
    findings = ledger.round(key).judgement.findings
    return [dict(one.facts) for one in findings if one.code == "submission_not_in_force"]


@pytest.fixture
def offered(ledger: Ledger) -> Ledger:
    """T-1 offers the game under a submission of two dates."""
    two = submitted("2026-01-05", "straight"), submitted("2026-06-01", "flush")
    record(ledger, submission("nj-1", *two))
    record(ledger, table_record(game=GAME, submission="nj-1"))
    return ledger


@pytest.mark.parametrize(
    ("gaming_date", "version", "pays_from"),
    [
        ("2025-12-31", 1, "straight"),
        ("2026-05-31", 1, "straight"),
        ("2026-06-01", 2, "flush"),
        ("2026-11-28", 2, "flush"),
    ],
)
def test_the_gaming_date_says_which_version(offered, gaming_date, version, pays_from):
    assert judged_by(offered, dealt(offered, gaming_date)) == ("nj-1", version, pays_from)


def test_what_is_submitted_later_is_for_rounds_recorded_later(offered):
    before = dealt(offered, "2026-07-01")
    record(offered, submission("nj-1", submitted("2026-06-15", "straight"), after=2))
    assert judged_by(offered, before) == ("nj-1", 2, "flush")
    assert judged_by(offered, dealt(offered, "2026-07-01", 2)) == ("nj-1", 3, "straight")


def test_what_another_submits_holds_for_the_next_round_of_who_asked_before(settings, offered):
    dealt(offered, "2026-07-01")
    with open_ledger(settings) as another:
        record(another, submission("nj-1", submitted("2026-06-15", "straight"), after=2))
    assert judged_by(offered, dealt(offered, "2026-07-01", 2)) == ("nj-1", 3, "straight")


def test_what_is_rehearsed_holds_for_the_next_round_of_the_rehearsal(offered):
    trying = rehearsal(offered)
    dealt(trying, "2026-07-01")
    record(trying, submission("nj-1", submitted("2026-06-15", "straight"), after=2))
    assert judged_by(trying, dealt(trying, "2026-07-01", 2)) == ("nj-1", 3, "straight")


def test_a_table_goes_over_to_what_superseded_its_submission_and_its_past_does_not(offered):
    before = dealt(offered, "2026-07-01")
    record(offered, submission("nj-2", submitted("2026-07-01", "straight")))
    record(offered, submission("nj-1", event("superseded", by="nj-2", from_="2026-07-01"), after=2))
    assert judged_by(offered, before) == ("nj-1", 2, "flush")
    assert judged_by(offered, dealt(offered, "2026-07-01", 2)) == ("nj-2", 1, "straight")
    assert judged_by(offered, dealt(offered, "2026-06-30")) == ("nj-1", 2, "flush")
    named = dealt(offered, "2026-07-02", submission="nj-1")
    assert judged_by(offered, named) == ("nj-1", 2, "flush")
    assert out_of_force(offered, before) == []
    assert out_of_force(offered, named) == [
        {"submission": "nj-1", "version": 2, "superseded": "2026-07-01"},
    ]


def test_a_round_dealt_before_its_submission_held_is_judged_by_it_and_found(offered):
    early = dealt(offered, "2025-12-31")
    assert judged_by(offered, early) == ("nj-1", 1, "straight")
    assert out_of_force(offered, early) == [
        {"submission": "nj-1", "version": 1, "from": "2026-01-05"},
    ]
    assert out_of_force(offered, dealt(offered, "2026-01-05")) == []


@pytest.mark.parametrize("by", ["nobody", "nj-1", "tcp-1"])
def test_what_names_nothing_usable_supersedes_nothing_and_no_round_is_refused_for_it(offered, by):
    other = event("submitted", game="three_card_poker", jurisdiction="NJ", effective="2026-01-05")
    record(offered, submission("tcp-1", other))
    record(offered, submission("nj-1", event("superseded", by=by, from_="2026-07-01"), after=2))
    assert judged_by(offered, dealt(offered, "2026-07-01")) == ("nj-1", 2, "flush")


def test_a_submission_is_made_ready_once_and_an_inline_one_is_its_rounds_alone(offered):
    first, second = (offered.round(dealt(offered, "2026-07-01", number)).state for number in (1, 2))
    assert offered.registry.submission(first) is offered.registry.submission(second)
    inline = {"options": {"ante_pays_from": "straight"}}
    own = offered.round(dealt(offered, "2026-07-01", 3, submission=inline))
    assert own.judgement.submission.options["ante_pays_from"] == "straight"


def test_what_if_appends_nothing_and_leaves_the_rounds_own_judgement(offered):
    key = dealt(offered, "2026-07-01")
    head = offered.recorder.head()
    supposed = offered.round(key, submission=InlineSubmission(options={"ante_pays_from": "straight"}))
    assert supposed.what_if is not None
    assert supposed.what_if.own is offered.round(key).judgement.submission
    assert supposed.judgement.submission.options["ante_pays_from"] == "straight"
    assert offered.recorder.head() == head
    assert judged_by(offered, key) == ("nj-1", 2, "flush")
