"""A client that sends more than anybody wants, to a real server: it is told so, not cut off."""

from __future__ import annotations

import http.client
import json
import socket
import urllib.error
import urllib.request

import pytest

import api.draining
from tests.api.serving import serving

TEN_MEGABYTES = 10 * 1024 * 1024
HEAD = b"POST /v1/records HTTP/1.1\r\nHost: pit\r\n"


@pytest.fixture(scope="module")
def served(evening):
    with serving(evening.app) as port:
        yield evening, port


def post(served, path, body, **headers):
    """What urllib, which sends all before it reads and keeps no connection, is answered."""
    desk, port = served
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        body,
        {"X-API-Key": desk.keys["recorder"], "Content-Type": "application/json", **headers},
    )
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read()


@pytest.mark.parametrize("path", ["/v1/records", "/v1/rounds/THB-03/2026-11-28/412/events"])
def test_who_announces_too_much_is_told_so(served, path):
    status, said = post(served, path, b" " * TEN_MEGABYTES, **{"If-Match": '"49"'})
    assert (status, json.loads(said)["code"]) == (413, "body_too_large")


def test_who_sends_too_much_without_announcing_it_is_told_so(served):
    pieces = (b" " * (1 << 16) for _ in range(TEN_MEGABYTES >> 16))
    status, said = post(served, "/v1/records", pieces)
    assert (status, json.loads(said)["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"X-API-Key": "pl_nobody"}, 401, "credentials_invalid"),
        ({"Content-Type": "text/csv"}, 415, "media_type_unsupported"),
    ],
)
def test_whoever_is_refused_unread_is_told_why(served, headers, status, code):
    answered, said = post(served, "/v1/records", b" " * TEN_MEGABYTES, **headers)
    assert (answered, json.loads(said)["code"]) == (status, code)


def test_lines_that_cannot_be_read_any_further_are_told_of(served):
    """Answered with 200 and a line, while the rest of it is still on its way."""
    status, said = post(
        served, "/v1/records", b"no gzip at all" * (TEN_MEGABYTES // 14),
        **{"Content-Type": "application/x-ndjson", "Content-Encoding": "gzip"},
    )  # fmt: skip
    assert (status, json.loads(said)["problem"]["code"]) == (200, "body_damaged")


def test_a_connection_goes_on_after_a_refusal(served):
    desk, port = served
    talk = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"X-API-Key": desk.keys["recorder"], "Content-Type": "application/json"}
    for _ in range(2):
        talk.request("POST", "/v1/records", b" " * TEN_MEGABYTES, headers)
        answer = talk.getresponse()
        assert (answer.status, json.loads(answer.read())["code"]) == (413, "body_too_large")
    talk.close()


def test_who_waits_for_an_answer_before_sending_more_has_it_at_once(served):
    _, port = served
    with socket.create_connection(("127.0.0.1", port), timeout=5) as talk:
        talk.sendall(HEAD + b"Content-Length: 10000000\r\n\r\n")
        answer = http.client.HTTPResponse(talk)
        answer.begin()
        assert (answer.status, json.loads(answer.read())["code"]) == (401, "credentials_missing")
        answer.close()


def test_who_stops_sending_is_not_waited_for_for_ever(served, monkeypatch):
    monkeypatch.setattr(api.draining, "LONGEST_S", 0.2)
    _, port = served
    with socket.create_connection(("127.0.0.1", port), timeout=5) as talk:
        talk.sendall(HEAD + b"Connection: close\r\nContent-Length: 10000000\r\n\r\n")
        said = b"".join(iter(lambda: talk.recv(1 << 16), b""))
    assert said.startswith(b"HTTP/1.1 401 ")


def test_who_never_stops_sending_is_cut_off(served, monkeypatch):
    monkeypatch.setattr(api.draining, "MOST_BYTES", 1 << 20)
    _, port = served
    with socket.create_connection(("127.0.0.1", port), timeout=5) as talk:
        talk.sendall(HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(ConnectionError):
            send_for_ever(talk)


def send_for_ever(talk: socket.socket) -> None:
    while True:
        talk.sendall(b"10000\r\n" + b" " * 0x10000 + b"\r\n")
