"""The feed as server-sent events: what is there, then what comes, once and in order, whatever breaks."""

from __future__ import annotations

import http.client
import json
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, NoReturn

import psycopg
import pytest
from psycopg.sql import SQL

import api.feed.router
import api.feed.waking
from api.app import create_app
from api.cli import serving as serving_command
from api.feed.router import PIECE
from tests.api.desk import RECORD_412, Desk, lines
from tests.api.serving import serving
from tests.scenario import dealt, event, opened, placed, round_record

WAIT_S = 20


class Consumer:
    """Reads one stream, line by line, from a real server."""

    def __init__(self, port: int, key: str, **headers: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        self.connection.request("GET", "/v1/feed/stream", headers={"X-API-Key": key, **headers})
        self.answer = self.connection.getresponse()

    def events(self, number: int) -> list[tuple[str, dict[str, Any]]]:
        """The next events: the id of each, and its document."""
        found: list[tuple[str, dict[str, Any]]] = []
        said: dict[str, str] = {}
        while len(found) < number:
            line = self.answer.readline().decode()
            assert line, "the stream ended"
            if line == "\n":
                if "data" in said:
                    found.append((said["id"], json.loads(said["data"])))
                said = {}
                continue
            name, _, value = line.rstrip("\n").partition(": ")
            said[name] = value
        return found

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


@contextmanager
def consuming(desk: Desk, port: int, role: str = "warehouse", **headers: str) -> Iterator[Consumer]:
    consumer = Consumer(port, desk.keys[role], **headers)
    try:
        yield consumer
    finally:
        consumer.close()


@pytest.fixture
def port(desk):
    with serving(desk.app) as found:
        yield found


def deal(desk: Desk, number: int) -> None:
    assert (
        desk.record(
            round_record(opened(), placed(1, "main", 25_00), event("closed"), number=number)
        ).status_code
        == 201
    )


def subjects(found):
    return [(document["subject"], document["version"]) for _, document in found]


def test_a_stream_gives_what_is_recorded_and_then_what_happens(desk, port):
    recorded = desk.head()
    with consuming(desk, port) as consumer:
        assert consumer.answer.status == 200
        assert consumer.answer.headers["content-type"].startswith("text/event-stream")
        earlier = consumer.events(recorded)
        deal(desk, 1)
        news = consumer.events(3)
    assert [int(at) for at, _ in earlier + news] == [
        int(document["position"]) for _, document in earlier + news
    ]
    assert subjects(news) == [("T-1/2026-11-28/1", version) for version in (1, 2, 3)]


def test_a_stream_gives_the_lines_of_the_pages_to_the_letter(desk, port):
    desk.record(RECORD_412)
    paged = desk.get("warehouse", "/v1/feed", params={"limit": 1000}).text.splitlines()
    with consuming(desk, port) as consumer:
        assert [json.dumps(document) for _, document in consumer.events(len(paged))] == [
            json.dumps(json.loads(line)) for line in paged
        ]


def test_who_says_which_was_the_last_is_given_what_follows_and_nothing_twice(desk, port):
    deal(desk, 1)
    with consuming(desk, port) as consumer:
        first = consumer.events(desk.head() - 2)
    deal(desk, 2)
    with consuming(desk, port, **{"Last-Event-ID": first[-1][0]}) as consumer:
        rest = consumer.events(5)
    positions = [int(at) for at, _ in first + rest]
    assert positions == sorted(set(positions))
    assert subjects(rest)[2:] == [("T-1/2026-11-28/2", version) for version in (1, 2, 3)]


def test_a_place_in_the_stream_survives_the_server(desk, port):
    deal(desk, 1)
    with consuming(desk, port) as consumer:
        last = consumer.events(desk.head())[-1][0]
    deal(desk, 2)
    another = create_app(desk.settings)
    with serving(another) as other_port, consuming(desk, other_port, **{"Last-Event-ID": last}) as consumer:
        assert subjects(consumer.events(3)) == [("T-1/2026-11-28/2", version) for version in (1, 2, 3)]
    another.state.services.close()


def test_more_than_a_piece_comes_in_order_and_whole(desk, port):
    rounds = [
        round_record(opened(), placed(1, "main", 25_00), event("closed"), number=n) for n in range(1, PIECE)
    ]
    desk.record_lines(lines(*rounds))
    with consuming(desk, port) as consumer:
        found = consumer.events(desk.head())
    positions = [int(at) for at, _ in found]
    assert positions == sorted(set(positions))


def test_a_stream_outlives_the_connection_that_wakes_it(desk, port):
    head = desk.head()
    with consuming(desk, port) as consumer:
        consumer.events(head)
        with psycopg.connect(desk.settings.database_url.get_secret_value(), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        deal(desk, 1)
        assert len(consumer.events(3)) == 3


def test_a_stream_misses_nothing_where_notifications_are_swallowed(desk, port, monkeypatch):
    monkeypatch.setattr(api.feed.waking, "Identifier", lambda _: SQL("nobody_says_this"))
    head = desk.head()
    with consuming(desk, port) as consumer:
        consumer.events(head)
        deal(desk, 1)
        last = consumer.events(3)[-1][0]
    # Nor where nothing can listen, for whatever reason: then each stream looks by itself, at last.
    monkeypatch.setattr(api.feed.waking, "connect", raising(OSError("no socket is left")))
    monkeypatch.setattr(api.feed.router, "LOOK_S", 0.1)
    with consuming(desk, port, **{"Last-Event-ID": last}) as consumer:
        deal(desk, 2)
        consumer.events(3)
        monkeypatch.undo()
        deal(desk, 3)
        assert subjects(consumer.events(3))[0] == ("T-1/2026-11-28/3", 1)


def raising(trouble: Exception) -> Callable[..., NoReturn]:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise trouble

    return refuse


def test_a_face_is_withheld_in_the_stream_as_in_the_pages(desk, port):
    desk.record(round_record(opened(), placed(1, "main", 25_00), dealt(1, "As")))
    with consuming(desk, port, role="warehouse") as consumer:
        _, last = consumer.events(desk.head())[-1]
    assert last["type"] == "round.card_dealt.v1"
    assert "card" not in last["data"]


@pytest.mark.parametrize(
    ("role", "headers", "said"),
    [
        ("accountant", {}, (403, "scope_missing")),
        ("warehouse", {"Last-Event-ID": "yesterday"}, (422, "cursor_invalid")),
        ("warehouse", {"Last-Event-ID": "-1"}, (422, "cursor_invalid")),
    ],
)
def test_a_stream_that_may_not_begin_is_refused_before_it_does(desk, port, role, headers, said):
    with consuming(desk, port, role=role, **headers) as consumer:
        assert (consumer.answer.status, json.loads(consumer.answer.read())["code"]) == said


def test_too_many_streams_are_told_to_come_again_and_a_place_is_given_back(desk, port, monkeypatch):
    monkeypatch.setattr(api.feed.waking, "MOST", 1)
    with consuming(desk, port) as first:
        first.events(1)
        with consuming(desk, port) as second:
            assert second.answer.status == 503
            assert "retry-after" in second.answer.headers
            assert json.loads(second.answer.read())["code"] == "store_busy"
    deal(desk, 1)
    for _ in range(100):
        with consuming(desk, port) as third:
            if third.answer.status == 200:
                assert third.events(1)
                return
    pytest.fail("the place was not given back")


def silent_reader(port: int, key: str) -> socket.socket:
    """A consumer that asks for the stream and then takes nothing of it."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", port))
    reader.sendall(f"GET /v1/feed/stream HTTP/1.1\r\nHost: x\r\nX-API-Key: {key}\r\n\r\n".encode())
    return reader


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux cuts off who takes nothing")
def test_who_reads_nothing_keeps_nobody_waiting_and_loses_its_place(desk, monkeypatch):
    monkeypatch.setattr(serving_command, "SILENT_S", 4)
    monkeypatch.setattr(api.feed.waking, "MOST", 3)
    desk.record_lines(lines(*(round_record(opened(), event("closed"), number=n) for n in range(1, 600))))
    with socket.create_server(("127.0.0.1", 0)) as free:
        here = desk.settings.model_copy(update={"port": free.getsockname()[1]})
    key = desk.keys["warehouse"]
    with (
        serving_command.listening(here) as listener,
        serving(desk.app, listener=listener, send_buffer=4096) as port,
        closing(silent_reader(port, key)),
        closing(silent_reader(port, key)),
    ):
        with consuming(desk, port) as consumer:
            assert len(consumer.events(desk.head())) == desk.head()
            deal(desk, 1000)
            assert subjects(consumer.events(3))[-1] == ("T-1/2026-11-28/1000", 3)
            with consuming(desk, port) as another:
                assert another.answer.status == 503, "each of them has a place"
        deadline = time.monotonic() + WAIT_S
        while streams(desk):
            assert time.monotonic() < deadline, "they keep their places"
            time.sleep(0.1)


def streams(desk: Desk) -> int:
    """How many places among the streams are taken."""
    return int(desk.app.state.services.waker._streams)
