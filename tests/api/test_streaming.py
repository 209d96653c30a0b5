"""Records streamed to a real server: answers come while lines go, and what breaks off is told."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator

import pytest

from ledger.errors import StoreUnavailable
from tests.api.desk import Desk
from tests.api.serving import serving
from tests.scenario import opened, round_record

SMALL = 1 << 16


@pytest.fixture
def served(desk: Desk) -> Iterator[tuple[Desk, int]]:
    """The desk's API behind uvicorn on a port of this machine."""
    # Small, so that what nobody reads soon has nowhere to go.
    with serving(desk.app, send_buffer=SMALL) as port:
        yield desk, port


class Line:
    """An open request of NDJSON, line by line."""

    def __init__(self, desk: Desk, port: int) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.settimeout(20)
        self.socket.connect(("127.0.0.1", port))
        head = (
            "POST /v1/records HTTP/1.1",
            "Host: pit",
            f"X-API-Key: {desk.keys['recorder']}",
            "Content-Type: application/x-ndjson",
            "Transfer-Encoding: chunked",
        )
        self.socket.sendall("\r\n".join((*head, "", "")).encode())
        self.answer: http.client.HTTPResponse | None = None

    def send(self, text: bytes) -> None:
        self.socket.sendall(f"{len(text):x}\r\n".encode() + text + b"\r\n")

    def end(self) -> None:
        self.socket.sendall(b"0\r\n\r\n")

    def close(self) -> None:
        """Break off, or leave when all is said."""
        self.socket.shutdown(socket.SHUT_RDWR)
        if self.answer is not None:
            self.answer.close()
        self.socket.close()

    def read(self) -> dict[str, object]:
        """The next answer line."""
        if self.answer is None:
            self.answer = http.client.HTTPResponse(self.socket)
            self.answer.begin()
        found: dict[str, object] = json.loads(self.answer.readline())
        return found


def line(number: int) -> bytes:
    return json.dumps(round_record(opened(), number=number)).encode() + b"\n"


def test_each_record_is_answered_before_the_next_is_sent(served):
    desk, port = served
    talk = Line(desk, port)
    for number in range(1, 6):
        talk.send(line(number))
        answer = talk.read()
        assert (answer["line"], answer["status"]) == (number, "appended")
        assert desk.get("floor", f"/v1/rounds/T-1/2026-11-28/{number}").status_code == 200
    talk.end()
    assert talk.answer is not None
    assert talk.answer.read() == b""
    talk.close()


def test_a_line_may_come_in_pieces(served):
    desk, port = served
    talk = Line(desk, port)
    whole = line(1) + line(2)
    talk.send(whole[:30])
    talk.send(whole[30 : len(line(1)) + 10])
    assert talk.read()["line"] == 1
    talk.send(whole[len(line(1)) + 10 : -1])
    talk.end()  # the last line needs no line end
    assert talk.read()["status"] == "appended"
    talk.close()


def test_a_line_cut_short_by_a_broken_connection_is_no_record(served):
    desk, port = served
    talk = Line(desk, port)
    talk.send(line(1))
    assert talk.read()["status"] == "appended"
    # What comes with the break may be lost with it; only what was answered is known to be recorded.
    talk.send(line(2) + line(3)[:-1])
    assert talk.read()["line"] == 2
    talk.close()
    # Counted: the request is over, and no more will come of it.
    over = 'pitledger_http_requests_total{method="POST",route="/v1/records",status="200"} 2.0'
    deadline = time.monotonic() + 10
    while over not in desk.get("operator", "/metrics").text:
        assert time.monotonic() < deadline
    assert desk.get("floor", "/v1/rounds/T-1/2026-11-28/2").status_code == 200
    assert desk.get("floor", "/v1/rounds/T-1/2026-11-28/3").status_code == 404


def test_a_client_that_reads_nothing_until_it_has_sent_all_is_served(served):
    """Its answers are more than sockets hold; they wait in a file."""
    desk, port = served
    talk = Line(desk, port)
    for _ in range(20):
        talk.send(b"no record at all, however long one looks at it\n" * 300)
    talk.end()
    assert [talk.read()["line"] for _ in range(6_000)] == list(range(1, 6_001))
    talk.close()


def test_a_store_that_fails_midway_is_told_at_the_line_where_it_did(desk, monkeypatch):
    ledger = desk.app.state.services.ledger
    record_all = ledger.record_all

    def failing(documents, **who):
        for given, receipt in enumerate(record_all(documents, **who)):
            if given == 2:
                raise StoreUnavailable(detail="gone")
            yield receipt

    monkeypatch.setattr(ledger, "record_all", failing)
    answers = desk.record_lines(b"".join(line(number) for number in range(1, 6)))
    assert [answer["status"] for answer in answers] == ["appended", "appended", "refused"]
    assert (answers[2]["line"], answers[2]["problem"]["code"]) == (3, "store_unavailable")
    assert answers[2]["problem"]["status"] == 503


def test_a_store_that_fails_at_once_is_a_503(desk, monkeypatch):
    def failing(documents, **who):
        raise StoreUnavailable(detail="gone")
        yield

    monkeypatch.setattr(desk.app.state.services.ledger, "record_all", failing)
    headers = {"Content-Type": "application/x-ndjson"}
    answer = desk("recorder", "POST", "/v1/records", content=line(1), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
