"""Many records with workers: the same answers in the same order and the same events as without them."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from typing import Any

import psutil
import psycopg
import pytest

from ledger.application import bulk as module
from ledger.application import drafting
from ledger.application import ledger as ledgers
from ledger.application.bulk import Bulk
from ledger.application.drafting import carry_out, draft
from ledger.application.ledger import Ledger, Receipt
from ledger.application.planning import Request
from ledger.application.rehearsal import rehearsal
from ledger.events.records import RoundHeader
from ledger.identity import stream_id
from ledger.simulate.pit import evening, simulate
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.store.test_recorder_order import wait_until

ROUNDS = 12


@cache
def simulated() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The registrations of an evening at two tables, its rounds, and the rounds among pieces of sessions."""
    records = list(simulate(evening("texas_holdem_bonus", tables=2, rounds=ROUNDS, seed=3)))
    kinds = [json.loads(record)["stream"] for record in records]
    rounds = tuple(record for record, kind in zip(records, kinds, strict=True) if kind == "round")
    registering = {"table", "submission", "fund"}
    first = tuple(record for record, kind in zip(records, kinds, strict=True) if kind in registering)
    rest = tuple(record for record, kind in zip(records, kinds, strict=True) if kind not in registering)
    return first, rounds, rest


def opened(recorder: LedgerRecorder) -> Ledger:
    """A ledger in which the tables of the evening are registered."""
    made = Ledger(recorder, "demo")
    for registration in simulated()[0]:
        assert made.record(registration, by="test").status == "appended"
    return made


@pytest.fixture
def ledger(recorder: LedgerRecorder) -> Ledger:
    return opened(recorder)


@pytest.fixture(scope="module")
def expected(module_database_url: str) -> tuple[list[Any], list[Any]]:
    """The answers and the events of the evening recorded without workers."""
    recorder = open_recorder(module_database_url, property="demo")
    with recorder.datastore:
        plain = opened(recorder)
        return answers(plain.record_all(rounds(), by="test")), stored(plain)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers after one record, and ready when they are first asked."""
    monkeypatch.setattr(module, "MANY", 1)
    monkeypatch.setattr(module, "CHUNK", 3)
    started = module.Worker.__init__

    def waiting(self: module.Worker, *where: str) -> None:
        started(self, *where)
        wait_until(lambda: self.ready)

    monkeypatch.setattr(module.Worker, "__init__", waiting)


def rounds() -> list[str]:
    return list(simulated()[1])


def stored(ledger: Ledger) -> list[Any]:
    """What is stored, but for when."""
    events = [ledger.mapper.to_domain_event(one) for one in ledger.recorder.read_since(0, 100_000)]
    return [(one.position, one.stream_id, one.version, one.event, one.header, one.in_force) for one in events]


def answers(receipts: Iterable[Receipt]) -> list[Any]:
    return [
        (one.status, one.stream, one.version, one.appended, one.findings, one.problem and one.problem.code)
        for one in receipts
    ]


def facts(events: list[Any]) -> list[Any]:
    """The same without positions, in which a refusal leaves a gap."""
    return [one[1:] for one in events]


def workers() -> list[psutil.Process]:
    servers = [child for child in psutil.Process().children() if "forkserver" in " ".join(child.cmdline())]
    return [worker for server in servers for worker in server.children()]


def test_answers_and_events_are_those_of_one_process(ledger, expected):
    bulk = Bulk(ledger, by="test")
    assert (answers(bulk.record(rounds(), workers=2)), stored(ledger)) == expected
    assert bulk.drafted == -(-(len(rounds()) - 1) // 3)
    assert workers() == []


def test_rounds_that_are_not_judged_are_the_same_events_without_findings(ledger):
    sent = [without_burn_cards(one) for one in rounds()]
    judged = answers(rehearsal(ledger).record_all(sent, by="test"))
    assert all(one[4] for one in judged)
    said = answers(Bulk(ledger, by="test", judged=False).record(sent, workers=1))
    assert said == [(*one[:4], (), one[5]) for one in judged]


def without_burn_cards(text: str) -> str:
    record = json.loads(text)
    events = [event for event in record["events"] if event["type"] != "card_burned"]
    return json.dumps({**record, "events": events})


def test_a_worker_leaves_ctrl_c_to_us_and_one_that_is_killed_is_done_without(ledger, expected):
    bulk = Bulk(ledger, by="test")
    receipts = bulk.record(rounds(), workers=2)
    said = list(islice(receipts, 4))
    one, other = workers()
    one.send_signal(signal.SIGINT)
    other.kill()
    said += receipts
    assert (answers(said), stored(ledger)) == expected
    # Each had been asked before the first answer; of the rest, the one that lives drafted its half.
    assert len(rounds()) // 3 // 2 <= bulk.drafted < len(rounds()) // 3
    assert workers() == []


def offering(table: str, *, after: int) -> str:
    """A table's offer of the game without a submission of its own."""
    event = {
        "type": "game_offered", "occurred_at": "2020-01-01T00:00:00Z", "source": "manual", "by": "C-01",
        "game": "texas_holdem_bonus",
    }  # fmt: skip
    return json.dumps(
        {"format": "pitledger/1", "stream": "table", "table": table, "after": after, "events": [event]}
    )


def test_a_draft_holds_until_something_is_registered_or_one_of_its_streams_is_begun(ledger):
    asked = Request("test", ledger.clock())
    first, second, third = (rounds()[start : start + 2] for start in (0, 2, 4))
    drafted, begun, good = (draft(ledger, chunk, asked) for chunk in (first, second, third))
    assert drafted is not None
    assert begun is not None
    assert good is not None
    ledger.record(rounds()[3], by="another")
    head = ledger.recorder.head()
    assert carry_out(ledger, begun, second, asked) is None
    assert ledger.recorder.head() == head
    assert carry_out(ledger, good, third, asked) == tuple(part.receipt for part in good.parts if part)
    table = json.loads(rounds()[0])["table"]
    ledger.record(offering(table, after=len(ledger.stream("table", table))), by="another")
    head = ledger.recorder.head()
    assert carry_out(ledger, drafted, first, asked) is None
    assert ledger.recorder.head() == head


def test_pieces_of_sessions_among_rounds_are_appended_with_the_drafts_of_the_rounds(ledger):
    asked = Request("test", ledger.clock())
    sent = simulated()[2]
    expected = answers(rehearsal(ledger).record_all(sent, by="test"))
    bulk = Bulk(ledger, by="test")
    assert answers(bulk.record(sent, workers=2)) == expected
    assert bulk.drafted == -(-(len(sent) - 1) // 3)
    again = draft(ledger, sent[:3], asked)
    assert again is not None
    assert carry_out(ledger, again, sent[:3], asked) is None


def test_what_is_registered_on_the_way_holds_for_what_follows_and_for_nothing_before(ledger):
    table = json.loads(rounds()[0])["table"]
    before, after = rounds()[:4], rounds()[4:]
    count = len(ledger.stream("table", table))
    offer = offering(table, after=count)
    said = answers(Bulk(ledger, by="test").record([*before, offer, *after], workers=1))
    assert {one[0] for one in said} == {"appended"}
    held = {
        one.position: one.in_force.table_version
        for one in map(ledger.mapper.to_domain_event, ledger.recorder.read_since(0, 100_000))
        if isinstance(one.header, RoundHeader) and one.header.table == table and one.in_force is not None
    }
    offered = ledger.recorder.read_streams([stream_id("demo", "table", table)])
    (position,) = [events[-1].id for events in offered.values()]
    assert all(version == (count if at < position else count + 1) for at, version in held.items())
    assert min(held) < position < max(held)


def test_what_cannot_be_recorded_is_refused_in_its_place_and_the_rest_goes_on(ledger, expected):
    sent = rounds()
    for place, nonsense in ((17, "{}"), (5, '{"format": '), (2, sent[1])):
        sent.insert(place, nonsense)
    said = answers(Bulk(ledger, by="test").record(sent, workers=1))
    assert [place for place, one in enumerate(said) if one[0] != "appended"] == [2, 6, 19]
    assert said[2][0] == "already_there"
    assert [one for one in said if one[0] == "appended"] == expected[0]
    assert facts(stored(ledger)) == facts(expected[1])


def test_one_broken_off_is_taken_up_where_it_was_and_a_second_run_appends_nothing(ledger, expected):
    receipts = Bulk(ledger, by="test").record(rounds(), workers=1)
    begun = list(islice(receipts, 7))
    receipts.close()
    assert workers() == []
    again = list(Bulk(ledger, by="test").record(rounds(), workers=1))
    assert {one.status for one in again[: len(begun)]} == {"already_there"}
    assert [one.version for one in again] == [one[2] for one in expected[0]]
    assert facts(stored(ledger)) == facts(expected[1])
    third = Bulk(ledger, by="test")
    assert {one.status for one in third.record(rounds(), workers=1)} == {"already_there"}
    assert third.drafted == 0


def test_two_who_record_the_same_with_workers_store_it_once(ledger, other, expected):
    both = [Bulk(one, by="test") for one in (ledger, Ledger(other, "demo"))]
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda bulk: answers(bulk.record(rounds(), workers=1)), both)
    assert [(mine[0], theirs[0]) for mine, theirs in zip(one, two, strict=True)].count(
        ("appended", "appended")
    ) == 0
    assert {event[1:3] for event in stored(ledger)} == {event[1:3] for event in expected[1]}
    assert len(stored(ledger)) == len(expected[1])


def test_a_rehearsal_cannot_append_by_mistake(ledger):
    head = ledger.recorder.head()
    asked = Request("test", ledger.clock())
    drafted = draft(ledger, rounds()[:2], asked)
    assert drafted is not None
    rehearsed = rehearsal(ledger)
    assert carry_out(rehearsed, drafted, rounds()[:2], asked)
    assert rehearsed.recorder.head() > head
    assert ledger.recorder.head() == head


def test_long_records_do_not_share_a_commit_and_short_ones_do(ledger, database_url, monkeypatch):
    monkeypatch.setattr(ledgers, "BATCH_EVENTS", 120)
    monkeypatch.setattr(drafting, "BATCH_EVENTS", 120)
    sizes = [one.appended for one in ledger.record_all(rounds()[:6], by="test")]
    groups = [0]
    for size in sizes:
        groups.append(size) if groups[-1] + size > 120 else groups.append(groups.pop() + size)
    assert len(sizes) > len(groups) > 1
    with psycopg.connect(database_url) as reader:
        commits = reader.execute(
            "SELECT count(*) FROM demo.events WHERE topic LIKE 'round.%' GROUP BY xmin::text"
        ).fetchall()
    assert sorted(count for (count,) in commits) == sorted(groups)
    assert draft(ledger, rounds()[6:9], Request("test", ledger.clock())) is None
