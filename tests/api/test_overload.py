"""More at once than can be recorded: some are told to come back, and health answers all the while."""

from __future__ import annotations

import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor

import psycopg

from api import middleware
from tests.api.desk import Desk
from tests.api.serving import serving
from tests.scenario import opened, round_record

CALLERS = 60


def test_a_flood_is_refused_in_part_at_once_and_what_is_acknowledged_is_there(desk: Desk, monkeypatch):
    monkeypatch.setattr(middleware, "MOST_RECORDING", 50)
    url = str(desk.settings.database_url.get_secret_value()) if desk.settings.database_url else ""
    with serving(desk.app) as port, psycopg.connect(url) as blocker:

        def call(number: int) -> tuple[int, str | None]:
            talk = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            body = json.dumps(round_record(opened(), number=number))
            headers = {"X-API-Key": desk.keys["recorder"], "Content-Type": "application/json"}
            talk.request("POST", "/v1/records", body, headers)
            answer = talk.getresponse()
            answer.read()
            talk.close()
            return answer.status, answer.headers["Retry-After"]

        # Nobody can append until this ends.
        blocker.execute("LOCK TABLE demo.events IN EXCLUSIVE MODE")
        with ThreadPoolExecutor(CALLERS) as pool:
            calls = [pool.submit(call, number) for number in range(1, CALLERS + 1)]
            while not any(one.done() for one in calls):
                time.sleep(0.01)
            health = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            health.request("GET", "/healthz")
            assert health.getresponse().status == 200
            health.close()
            assert not all(one.done() for one in calls), "health did not wait for them"
            blocker.rollback()
            answers = [one.result() for one in calls]
    refused = [retry for status, retry in answers if status == 503]
    assert refused
    assert None not in refused
    assert {status for status, _ in answers} == {201, 503}
    for number, (status, _) in enumerate(answers, 1):
        found = desk.get("floor", f"/v1/rounds/T-1/2026-11-28/{number}").status_code
        assert found == (200 if status == 201 else 404)
