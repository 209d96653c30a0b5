"""What an append stores, and what it refuses."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from uuid import UUID, uuid4

import psycopg
import pytest
from eventsourcing.persistence import Notification, StoredEvent

from ledger.postgres.connect import Role, connect
from ledger.postgres.datastore import Connection
from ledger.postgres.migrate import migrate
from ledger.store import recorder as module
from ledger.store.appends import Batch, KeyTaken, Outdated, Remembered, StreamAppend, StreamConflict
from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder

ANSWER = Remembered(
    "cage-2", "k1", digest=b"\x01" * 32, status=201, body=b'{"version": 2}', headers=b'{"ETag": "2"}'
)


def append(stream: UUID, after: int, *states: bytes, topic: str = "round.note.v1") -> StreamAppend:
    return StreamAppend(
        stream,
        after,
        tuple(StoredEvent(stream, after + n, topic, state) for n, state in enumerate(states, start=1)),
    )


def decided_by(registered: int, sent: StreamAppend, answer: Remembered | None = None) -> Batch:
    """An append by who knows the registrations up to a position."""
    made = Batch.of([sent], () if answer is None else (answer,))
    return replace(made, registered=registered)


def states(recorder: LedgerRecorder, stream: UUID) -> list[bytes]:
    return [event.state for event in recorder.read_streams([stream])[stream]]


class TestAppend:
    def test_begins_and_continues_a_stream_at_positions_that_follow_one_another(self, recorder):
        stream = uuid4()
        assert recorder.append([append(stream, 0, b"a", b"b")]) == 1
        assert recorder.append([append(uuid4(), 0, b"x")]) == 3
        assert recorder.append([append(stream, 2, b"c", b"d")]) == 4
        assert recorder.read_streams([stream])[stream] == [
            Notification(stream, 1, "round.note.v1", b"a", 1),
            Notification(stream, 2, "round.note.v1", b"b", 2),
            Notification(stream, 3, "round.note.v1", b"c", 4),
            Notification(stream, 4, "round.note.v1", b"d", 5),
        ]
        assert recorder.head() == 5

    def test_stores_several_streams_in_the_order_in_which_they_are_given(self, recorder):
        one, two = uuid4(), uuid4()
        recorder.append([append(one, 0, b"a"), append(two, 0, b"b"), append(one, 1, b"c")])
        assert [(e.originator_id, e.state) for e in recorder.read_since(0, 10)] == [
            (one, b"a"),
            (two, b"b"),
            (one, b"c"),
        ]

    def test_keeps_every_byte(self, recorder):
        stream = uuid4()
        bodies = [bytes(range(256)), b"", "ñ♠".encode(), b"\x00" * 1_000_000]
        recorder.append([append(stream, 0, *bodies)])
        assert states(recorder, stream) == bodies

    def test_refuses_a_version_that_exists(self, recorder):
        stream, other = uuid4(), uuid4()
        recorder.append([append(stream, 0, b"a", b"b")])
        with pytest.raises(StreamConflict) as refusal:
            recorder.append([append(other, 0, b"x"), append(stream, 1, b"other")])
        assert refusal.value.stored == {stream: 2}
        assert recorder.head() == 2

    def test_refuses_equal_content_too_for_the_caller_knows_what_that_means(self, recorder):
        stream = uuid4()
        recorder.append([append(stream, 0, b"a")])
        with pytest.raises(StreamConflict) as refusal:
            recorder.append([append(stream, 0, b"a")])
        assert refusal.value.stored == {stream: 1}

    @pytest.mark.parametrize("stored", [0, 2])
    def test_refuses_to_leave_a_gap(self, recorder, stored):
        stream, other = uuid4(), uuid4()
        if stored:
            recorder.append([append(stream, 0, b"a", b"b")])
        with pytest.raises(StreamConflict) as refusal:
            recorder.append([append(other, 0, b"x"), append(stream, 3, b"d")])
        assert refusal.value.stored == {stream: stored}
        assert recorder.read_streams([stream, other])[other] == []
        assert recorder.head() == stored

    def test_refuses_what_was_decided_before_the_last_registration(self, recorder):
        last = recorder.append([append(uuid4(), 0, b"a", topic="submission.submitted.v1")])
        recorder.append([append(uuid4(), 0, b"b")])
        with pytest.raises(Outdated):
            recorder.append_batch(decided_by(last - 1, append(uuid4(), 0, b"c"), ANSWER))
        assert (recorder.head(), recorder.remembered("cage-2", "k1")) == (2, None)
        assert recorder.append_batch(decided_by(last, append(uuid4(), 0, b"c"), ANSWER)) == 3

    @pytest.mark.parametrize(("stored", "answer"), [(1, None), (0, ANSWER), (1, ANSWER)])
    def test_says_first_what_is_stored_already_and_then_what_was_registered(self, recorder, stored, answer):
        stream = uuid4()
        recorder.append([append(uuid4(), 0, b"a", topic="table.registered.v1")])
        recorder.append([append(stream, 0, b"a")], remember=answer)
        refusal = StreamConflict if answer is None else KeyTaken
        again = append(stream if stored else uuid4(), 0, b"b")
        with pytest.raises(refusal):
            recorder.append_batch(decided_by(0, again, answer))

    def test_keeps_the_answer_with_the_events(self, recorder):
        recorder.append([append(uuid4(), 0, b"a")], remember=ANSWER)
        assert recorder.remembered("cage-2", "k1") == ANSWER
        assert recorder.remembered("cage-1", "k1") is None

    def test_keeps_no_answer_where_the_events_are_refused(self, recorder):
        stream = uuid4()
        recorder.append([append(stream, 0, b"a")])
        with pytest.raises(StreamConflict):
            recorder.append([append(stream, 0, b"b")], remember=ANSWER)
        assert recorder.remembered("cage-2", "k1") is None

    def test_stores_no_event_where_the_key_is_taken(self, recorder):
        recorder.append([append(uuid4(), 0, b"a")], remember=ANSWER)
        again = Remembered("cage-2", "k1", digest=b"\x02" * 32, status=201, body=b"{}")
        with pytest.raises(KeyTaken) as refusal:
            recorder.append([append(uuid4(), 0, b"b")], remember=again)
        assert refusal.value.remembered == ANSWER
        assert recorder.head() == 1

    def test_says_that_the_key_is_taken_where_the_events_exist_too(self, recorder):
        stream = uuid4()
        recorder.append([append(stream, 0, b"a")], remember=ANSWER)
        with pytest.raises(KeyTaken):
            recorder.append([append(stream, 0, b"a")], remember=ANSWER)

    def test_wakes_those_who_listen_to_the_property_once(self, recorder, database_url):
        with connect(database_url, property="demo", role=Role.READER) as listener:
            listener.execute("LISTEN demo")
            recorder.append([append(uuid4(), 0, b"a", b"b"), append(uuid4(), 0, b"c")])
            assert [notice.channel for notice in listener.notifies(timeout=5, stop_after=1)] == ["demo"]
            assert list(listener.notifies(timeout=0.05)) == []

    def test_refuses_positions_that_readers_may_have_passed(self, recorder, database_url):
        recorder.append([append(uuid4(), 0, b"a", b"b", b"c")])
        with connect(database_url, property="demo", role=Role.OWNER) as owner:
            # As after a restore of rows without the sequence, with a gap where a position would fit.
            owner.execute("SELECT setval('events_notification_id_seq', 10)")
            recorder.append([append(uuid4(), 0, b"d")])
            owner.execute("SELECT setval('events_notification_id_seq', 4)")
        with pytest.raises(psycopg.DatabaseError, match="sequence"):
            recorder.append([append(uuid4(), 0, b"e")])
        assert recorder.head() == 11

    def test_has_one_winner_among_those_who_continue_a_stream_at_once(self, recorder):
        stream = uuid4()
        recorder.append([append(stream, 0, b"open")])

        def race(n: int) -> int | dict[UUID, int]:
            try:
                return int(recorder.append([append(stream, 1, b"%d" % n)]))
            except StreamConflict as refusal:
                return dict(refusal.stored)

        with ThreadPoolExecutor(16) as pool:
            results = list(pool.map(race, range(16)))
        assert sorted(results, key=str) == [2] + [{stream: 2}] * 15

    def test_has_one_winner_among_those_who_use_a_key_at_once(self, recorder):
        def race(n: int) -> bool:
            try:
                recorder.append([append(uuid4(), 0, b"%d" % n)], remember=ANSWER)
            except KeyTaken:
                return False
            return True

        with ThreadPoolExecutor(16) as pool:
            assert sum(pool.map(race, range(16))) == 1
        assert recorder.head() == 1


def test_thousands_of_events_of_one_append_are_the_same_events_in_their_order(recorder):
    stream = uuid4()
    bodies = [b"%d" % n for n in range(10_000)]
    assert recorder.append([append(stream, 0, *bodies)]) == 1
    assert states(recorder, stream) == bodies
    assert recorder.head() == len(bodies)


def test_the_librarys_door_does_not_hang_on_many_events(recorder):
    stream = uuid4()
    events = [StoredEvent(stream, version, "round.note.v1", b"x" * 200) for version in range(1, 5001)]
    assert recorder.insert_events(events) == list(range(1, 5001))


class TestRemember:
    def test_keeps_the_answer_to_a_request_that_added_nothing(self, recorder):
        recorder.remember(ANSWER)
        assert recorder.remembered("cage-2", "k1") == ANSWER

    def test_keeps_the_first_answer(self, recorder):
        recorder.remember(ANSWER)
        with pytest.raises(KeyTaken) as refusal:
            recorder.remember(Remembered("cage-2", "k1", digest=b"", status=422, body=b""))
        assert refusal.value.remembered == ANSWER


class TestRead:
    @pytest.fixture
    def recorder(self, recorder: LedgerRecorder) -> LedgerRecorder:
        topics = [
            "table.registered.v1",
            "round.opened.v1",
            "submission.submitted.v1",
            "round.closed.v1",
            "tableau.v1",
        ]
        for topic in topics:
            recorder.append([append(uuid4(), 0, b"{}", topic=topic)])
        return recorder

    def test_gives_an_empty_stream_for_an_unknown_one(self, recorder):
        stranger = uuid4()
        assert recorder.read_streams([stranger]) == {stranger: []}

    def test_pages_through_the_log(self, recorder):
        assert [e.id for e in recorder.read_since(0, 2)] == [1, 2]
        assert [e.id for e in recorder.read_since(2, 2)] == [3, 4]
        assert [e.id for e in recorder.read_since(5, 2)] == []

    def test_picks_topics_by_how_they_begin(self, recorder):
        assert [e.id for e in recorder.read_since(0, 9, ["table.", "submission."])] == [1, 3]
        assert [e.id for e in recorder.read_since(1, 9, ["table.", "submission."])] == [3]
        assert [e.id for e in recorder.read_since(0, 9, ["round_", "%"])] == []

    def test_finds_tables_and_submissions_by_their_index(self, recorder, database_url):
        with connect(database_url, property="demo", role=Role.READER, enable_seqscan="off") as reader:
            condition = module._of_topics(["table.", "submission."]).as_string(reader)
            plan = reader.execute(
                f"EXPLAIN SELECT FROM events WHERE notification_id > %s {condition} ORDER BY notification_id",
                [0],
            ).fetchall()
        assert "events_registry_idx" in str(plan)

    def test_an_empty_ledger_has_its_head_at_0(self, database_url):
        migrate(database_url, "empty")
        with open_recorder(database_url, property="empty").datastore as datastore:
            assert LedgerRecorder(datastore).head() == 0


def test_properties_share_nothing_whatever_their_names(database_url):
    names = ["Demo.2-x", "9", "select"]
    for name in names:
        migrate(database_url, name)
    for name in names:
        recorder = open_recorder(database_url, property=name)
        with recorder.datastore:
            assert recorder.append([append(uuid4(), 0, b"a", b"b")], remember=ANSWER) == 1
            assert recorder.insert_events([StoredEvent(uuid4(), 1, "round.note.v1", b"c")]) == [3]
            assert recorder.head() == 3


def test_no_question_starts_workers_or_a_compiler(recorder):
    """PostgreSQL 15 does for what can only be scanned: it is thought to be beyond measure."""

    def asked(connection: Connection, _: int) -> str:
        for cheap in ("parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"):
            connection.execute(f"SET {cheap} = 0".encode())
        connection.execute("SET jit_above_cost = 0")
        plan = connection.execute(
            "EXPLAIN SELECT state FROM events UNION ALL SELECT convert_to(topic, 'UTF8') FROM events"
        ).fetchall()
        ((jit,),) = [row.values() for row in connection.execute("SHOW jit").fetchall()]
        return "\n".join([*(row["QUERY PLAN"] for row in plan), f"jit {jit}"])

    said = recorder.datastore.patiently(asked)
    assert "Append" in said
    assert "Gather" not in said
    assert said.endswith("jit off")
