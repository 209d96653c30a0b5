"""The service whole: killed, its database killed, every connection cut, asked for ten times what it can."""

from __future__ import annotations

import http.client
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import psycopg
import pytest

from ledger.postgres import embedded
from ledger.postgres.connect import Role, connect
from projections.tracking import VIEWS, positions
from projections.tracking import head as tracking_head
from tests.faults.forms import ANSWERS_WITHIN_S, forms, percentile
from tests.faults.served import Callers, Service, faults, service

HEALS_WITHIN_S = 2


@pytest.fixture(scope="module")
def serving(migrated: Path) -> Iterator[Service]:
    """One for all tests, since it starts slowly."""
    with TemporaryDirectory(dir=migrated.parents[1]) as folder:
        home = Path(folder, "home")
        home.mkdir()
        subprocess.run(["cp", "-a", migrated, home], check=True)
        with service(home) as found:
            yield found
        embedded.stop(home)


@pytest.fixture
def served(serving: Service) -> Service:
    serving.begin()
    return serving


def _postmaster(served: Service) -> int:
    """Its process, as soon as it accepts connections."""
    deadline = time.monotonic() + 60
    while (server := embedded.status(served.home)) is None:
        assert time.monotonic() < deadline, "nobody started Postgres again"
        time.sleep(0.01)
    return server.pid


@forms("ends", quick=(1, 1, 0), full=(20, 10, 2000))
def test_killed_again_and_again_with_its_database_it_loses_nothing_and_needs_nobody(
    served, seed, ends, slack, counted
):
    of_api, of_postmaster, appends = ends
    chance = random.Random(seed)
    order = ["api"] * of_api + ["postmaster"] * of_postmaster
    chance.shuffle(order)
    waits: list[float] = []
    with Callers(served) as callers:
        callers.answered_since(time.monotonic(), 30)
        for end in order:
            threading.Event().wait(chance.random() / 2)
            if end == "api":
                served.kill()
                served.start()
            else:
                os.kill(_postmaster(served), signal.SIGKILL)
            _postmaster(served)
            waits.append(callers.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S))
        while len(callers.acknowledged) < appends:
            time.sleep(0.1)
    assert faults(served, callers) == []
    assert set(callers.statuses) <= {201, 503}
    assert max(waits) < ANSWERS_WITHIN_S * slack
    counted(
        api=of_api, postmaster=of_postmaster, acknowledged=len(callers.acknowledged),
        unheard=callers.unheard, refused=callers.statuses[503], longest_s=max(waits),
    )  # fmt: skip


class Subscriber:
    """Reads the feed as it happens, coming again with the last id after each break."""

    def __init__(self, served: Service) -> None:
        self._served = served
        self._over = threading.Event()
        self.positions: list[int] = []
        self.breaks = 0
        self._talk = self._connection()
        self._thread = threading.Thread(target=self._read)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._talk.sock is not None:
            # Where nothing is recorded any more it would wait for the server's next sign of life.
            self._talk.sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(60)
        assert not self._thread.is_alive()

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self._served.port, timeout=20)

    def _read(self) -> None:
        while not self._over.is_set():
            talk = self._talk = self._connection()
            last = str(self.positions[-1]) if self.positions else "0"
            try:
                talk.request(
                    "GET", "/v1/feed/stream", headers={"X-API-Key": self._served.key, "Last-Event-ID": last}
                )
                answer = talk.getresponse()
                while not self._over.is_set() and (line := answer.readline()):
                    if line.startswith(b"id: "):
                        self.positions.append(int(line[4:]))
            except (OSError, http.client.HTTPException):
                pass
            finally:
                talk.close()
            self.breaks += 1
            self._over.wait(0.1)


def _lags(served: Service, subscriber: Subscriber) -> tuple[float, float]:
    """How long until the subscriber and the views have all there is now, in seconds."""
    url = embedded.start(served.home).url
    with connect(url, property="demo", role=Role.READER) as other:
        head = tracking_head(other)
        began, feed, views = time.monotonic(), 0.0, 0.0
        while not (feed and views):
            passed = time.monotonic() - began
            assert passed < 30, (head, subscriber.positions[-1:], subscriber.breaks, feed, views)
            if not feed and subscriber.positions and subscriber.positions[-1] >= head:
                feed = passed
            read = positions(other, list(VIEWS))
            if not views and min(read.values()) >= head:
                views = passed
            time.sleep(0.01)
    return feed, views


@forms("lasting_s", quick=2, full=30)
def test_every_connection_cut_every_fifth_of_a_second_costs_refusals_and_nothing_else(
    served, lasting_s, slack, counted
):
    cut = 0
    with Subscriber(served) as subscriber, Callers(served) as callers:
        callers.answered_since(time.monotonic(), 30)
        until = time.monotonic() + lasting_s
        with psycopg.connect(embedded.start(served.home).url, autocommit=True) as administrator:
            while time.monotonic() < until:
                cut += administrator.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                ).rowcount
                time.sleep(0.2)
        feed_s, views_s = _lags(served, subscriber)
        went_on_s = callers.answered_since(time.monotonic(), 20)
        time.sleep(0.1)
    assert faults(served, callers) == []
    assert set(callers.statuses) <= {201, 503}
    assert subscriber.positions == sorted(set(subscriber.positions))
    assert _without_gaps(served, subscriber.positions)
    assert max(feed_s, went_on_s) < HEALS_WITHIN_S * slack
    assert views_s < ANSWERS_WITHIN_S * slack
    counted(
        cut=cut, acknowledged=len(callers.acknowledged), refused=callers.statuses[503],
        feed_s=feed_s, views_s=views_s, went_on_s=went_on_s,
    )  # fmt: skip


def _without_gaps(served: Service, positions: list[int]) -> bool:
    """Whether these are all the events up to the last of them: rolled back appends leave numbers out."""
    with psycopg.connect(embedded.start(served.home).url) as other:
        rows = other.execute(
            "SELECT notification_id FROM demo.events WHERE notification_id <= %s ORDER BY 1", [positions[-1]]
        ).fetchall()
    return [position for (position,) in rows] == positions


@forms("lasting_s", quick=2, full=60)
def test_asked_for_ten_times_what_it_can_do_it_stays_within_bounds_and_recovers(
    served, lasting_s, slack, counted
):
    with Callers(served) as usual:
        time.sleep(min(lasting_s, 5))
    idle_mb = served.memory_mb()
    with Callers(served, 320, first=50_000) as flood:
        time.sleep(lasting_s)
        flooded_mb = served.memory_mb()
    over = time.monotonic()
    with Callers(served, first=90_000) as after:
        recovered_s = after.answered_since(over, 20)
        time.sleep(1)
    slowest_s = percentile([took for moments in flood.answered for _, took in moments], 0.99)
    assert set(flood.statuses) == {201, 503}, "some are told to come again"
    assert flood.without_retry_after == 0
    assert flood.unheard == usual.unheard == after.unheard == 0
    assert flooded_mb < idle_mb + 200
    assert recovered_s < ANSWERS_WITHIN_S * slack
    for callers in (usual, flood, after):
        assert callers.statuses.keys() <= {201, 503}
    counted(
        usual_per_s=len(usual.acknowledged) / min(lasting_s, 5),
        flood_per_s=len(flood.acknowledged) / lasting_s,
        refused=flood.statuses[503], p99_s=slowest_s, grown_mb=flooded_mb - idle_mb, recovered_s=recovered_s,
    )  # fmt: skip
