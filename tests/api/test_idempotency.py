"""Idempotency-Key: the first answer is the answer for ever, and nothing is recorded twice."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from api import keys
from ledger.postgres.connect import Role, connect
from tests.api.desk import RECORD_412, lines
from tests.scenario import opened, placed, round_record

T1 = "2026-11-28T20:14:05-05:00"
KEY = {"Idempotency-Key": "terminal-7/1881"}


def bet(amount):
    return {"events": [{**placed(1, "ante", amount, source="dealer", by="D-1"), "occurred_at": T1}]}


def kept(desk):
    with connect(
        desk.settings.database_url.get_secret_value(), property="demo", role=Role.WRITER
    ) as connection:
        return connection.execute("SELECT key, status FROM idempotency_keys ORDER BY recorded_at").fetchall()


def test_the_first_answer_is_given_again_word_for_word(desk):
    first = desk.record(RECORD_412, headers=KEY)
    head = desk.head()
    again = desk.record(RECORD_412, headers=KEY)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    assert again.headers["etag"] == first.headers["etag"]
    assert again.headers["location"] == first.headers["location"]
    assert again.headers["content-type"] == first.headers["content-type"]
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert desk.head() == head


def test_another_body_with_the_same_key_names_both_digests(desk):
    desk.record(round_record(opened()), headers=KEY)
    answer = desk.record(round_record(opened(), number=2), headers=KEY)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (409, "key_reused")
    stored, sent = problem["facts"]["stored"], problem["facts"]["sent"]
    assert stored != sent
    assert len(stored) == len(sent) == 64
    assert stored in problem["detail"]
    assert sent in problem["detail"]
    assert desk.get("floor", "/v1/rounds/T-1/2026-11-28/2").status_code == 404


def test_another_question_to_the_same_path_is_another_request(desk):
    desk.record(round_record(opened()), headers=KEY)
    answer = desk.record(round_record(opened()), headers=KEY, params={"enforce": "procedure"})
    assert answer.json()["code"] == "key_reused"


def test_a_key_is_its_senders_own(desk):
    with keys.administration(desk.settings) as connection:
        other = keys.create(connection, "terminal-8", ["recording"])[1]
    desk.record(round_record(opened()), headers=KEY)
    answer = desk.client.post(
        "/v1/records", json=round_record(opened(), number=2), headers={**KEY, "X-API-Key": other}
    )
    assert answer.status_code == 201


def test_a_refusal_by_the_ledger_is_its_answer_for_ever(desk):
    """Also when what was missing has come since: whoever wants to try again takes a new key."""
    strange = round_record(opened(), table="T-2")
    first = desk.record(strange, headers=KEY)
    assert (first.status_code, first.json()["code"]) == (422, "unknown_table")
    registered = {"type": "registered", "occurred_at": T1, "source": "manual", "by": "C-1", "kind": "table"}
    desk.record({"format": "pitledger/1", "stream": "table", "table": "T-2", "events": [registered]})
    again = desk.record(strange, headers=KEY)
    assert (again.status_code, again.content) == (422, first.content)
    assert desk.record(strange, headers={"Idempotency-Key": "another"}).status_code == 201


def test_a_conflict_is_its_answer_for_ever_and_so_is_a_stale_version(desk):
    desk.record(round_record(opened()))
    conflict = desk.record(round_record(opened(spots=[1])), headers=KEY)
    assert conflict.status_code == 409
    assert desk.record(round_record(opened(spots=[1])), headers=KEY).content == conflict.content

    path = "/v1/rounds/T-1/2026-11-28/1/events"
    stale = {**KEY, "Idempotency-Key": "stale", "If-Match": '"5"'}
    first = desk("recorder", "POST", path, json=bet(15_00), headers=stale)
    assert (first.status_code, first.json()["code"]) == (412, "version_gap")
    again = desk("recorder", "POST", path, json=bet(15_00), headers={**stale, "If-Match": '"1"'})
    assert (again.status_code, again.content) == (412, first.content)
    assert kept(desk) == [("terminal-7/1881", 409), ("stale", 412)]


def test_what_never_reached_the_ledger_is_not_kept(desk):
    desk("floor", "POST", "/v1/records", json={}, headers=KEY)  # 403
    desk.client.post("/v1/records", json={}, headers=KEY)  # 401
    desk(
        "recorder", "POST", "/v1/records", content="{", headers={**KEY, "Content-Type": "application/json"}
    )  # 400
    huge = {"note": "x" * desk.settings.max_body_bytes}
    desk.record(huge, headers=KEY)  # 413
    desk("recorder", "POST", "/v1/rounds/T-1/2026-11-28/1/events", json=bet(15_00), headers=KEY)  # 428
    assert kept(desk) == []
    assert desk.record(round_record(opened()), headers=KEY).status_code == 201
    assert kept(desk) == [("terminal-7/1881", 201)]


def test_sixty_four_uses_of_one_key_at_once_append_once(desk):
    head = desk.head()
    record = round_record(opened(), *(placed(spot, "ante", 15_00) for spot in range(1, 8)))

    with ThreadPoolExecutor(64) as crowd:
        answers = list(crowd.map(lambda _: desk.record(record, headers=KEY), range(64)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert desk.head() == head + 8


def test_two_bodies_with_one_key_at_once_are_one_request_and_its_abuse(desk):
    def ask(number):
        return desk.record(round_record(opened(), number=1 + number % 2), headers=KEY)

    with ThreadPoolExecutor(16) as crowd:
        answers = list(crowd.map(ask, range(16)))
    assert sorted(answer.status_code for answer in answers) == [201] * 8 + [409] * 8
    assert {answer.json().get("code") for answer in answers} == {None, "key_reused"}
    assert len({answer.content for answer in answers}) == 2


def test_an_answer_that_was_never_given_is_given_when_it_is_asked_for_again(desk, monkeypatch):
    def died(_):
        raise RuntimeError("between the commit and the answer")

    head = desk.head()
    with monkeypatch.context() as dying:
        dying.setattr(desk.app.state.services.metrics, "recorded", died)
        assert desk.record(round_record(opened()), headers=KEY).status_code == 500
    assert desk.head() == head + 1
    again = desk.record(round_record(opened()), headers=KEY)
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert again.json()["appended"] == 1
    assert desk.head() == head + 1


def test_where_too_many_wait_a_request_is_told_when_to_come_again_and_that_is_not_its_answer(
    desk, monkeypatch
):
    recorder = desk.app.state.services.ledger.recorder
    with monkeypatch.context() as crowded:
        crowded.setattr(recorder._group, "_limit", 0)
        answer = desk.record(round_record(opened()), headers=KEY)
    assert (answer.status_code, answer.json()["code"]) == (503, "store_busy")
    assert answer.headers["retry-after"] == "1"
    assert answer.headers["content-type"] == "application/problem+json"
    assert kept(desk) == []
    assert desk.record(round_record(opened()), headers=KEY).status_code == 201


def test_a_race_for_one_version_has_one_winner_and_each_loser_its_own_answer(desk):
    desk.record(round_record(opened()))
    path = "/v1/rounds/T-1/2026-11-28/1/events"

    def bid(amount):
        headers = {"Idempotency-Key": f"bid-{amount}", "If-Match": '"1"'}
        return desk("recorder", "POST", path, json=bet(amount), headers=headers)

    with ThreadPoolExecutor(16) as crowd:
        answers = list(crowd.map(bid, range(1_00, 17_00, 1_00)))
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 15
    again = [bid(amount) for amount in range(1_00, 17_00, 1_00)]
    assert [answer.content for answer in again] == [answer.content for answer in answers]


def test_what_is_kept_can_be_changed_by_nobody(desk):
    desk.record(round_record(opened()), headers=KEY)
    url = desk.settings.database_url.get_secret_value()
    with connect(url, property="demo", role=Role.OWNER) as connection:
        for statement in ("UPDATE idempotency_keys SET status = 200", "DELETE FROM idempotency_keys"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)


@pytest.mark.parametrize("key", ["", "a b", "x" * 256, "tab\t", "Ω"])
def test_a_key_is_visible_text_of_bounded_length(evening, key):
    headers = {"Idempotency-Key": key.encode("latin-1", "replace") if key != "Ω" else "Ω".encode()}
    answer = evening.record(round_record(opened()), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "header_invalid")


def test_a_header_that_decides_something_is_said_once(desk):
    """Of two keys, versions or places, either may be meant: none is left out in silence."""

    def twice(role, method, path, name, *values, **more):
        own = [("X-API-Key", desk.keys[role]), *((name, value) for value in values)]
        return desk.client.request(method, path, headers=own, **more)

    desk.record(round_record(opened()))
    head = desk.head()
    continued = "/v1/rounds/T-1/2026-11-28/1/events"
    answers = [
        twice("recorder", "POST", "/v1/records", "Idempotency-Key", "a", "b",
              json=round_record(opened(), number=2)),
        twice("recorder", "POST", continued, "If-Match", '"1"', '"5"', json=bet(15_00)),
        twice("warehouse", "GET", "/v1/feed/stream", "Last-Event-ID", "9" * 9, "1"),
    ]  # fmt: skip
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (400, "header_invalid")
    ] * 3
    assert desk.head() == head
    assert kept(desk) == []


def test_a_stream_of_records_takes_no_key(evening):
    headers = {**KEY, "Content-Type": "application/x-ndjson"}
    answer = evening(
        "recorder", "POST", "/v1/records", content=lines(round_record(opened())), headers=headers
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "header_invalid")
    assert json.loads(answer.text)["facts"]["header"] == "Idempotency-Key"
