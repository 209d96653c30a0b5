"""Whoever owes an answer and gives none holds nobody up for long: a frozen server, an idle transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from ledger.postgres import datastore
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import faults
from tests.faults.forms import ANSWERS_WITHIN_S, FULL_S, forms
from tests.faults.load import WRITERS, Load, recorders
from tests.faults.wire import wire
from tests.postgres.proxy import SeveringProxy

# Longer than two appends are waited for: who comes while one is under way goes with the next.
SILENCE_S = 33


@pytest.fixture
def in_haste(request, monkeypatch) -> bool:
    """Whether limits are a tenth of what they are; so the quick forms want them."""
    if "quick" not in request.node.name:
        return False
    for limit in ("APPENDED_S", "PATIENCE_S", "CONNECT_S", "IDLE_IN_TRANSACTION_S"):
        monkeypatch.setattr(datastore, limit, getattr(datastore, limit) / 10)
    monkeypatch.setitem(datastore.SESSION, "lock_timeout", "1s")
    return True


def limit(seconds: float, *, in_haste: bool) -> float:
    return seconds / 10 if in_haste else seconds


@forms("silence_s", quick=3.5, full=SILENCE_S)
def test_a_server_that_falls_silent_is_given_up_and_found_again(
    recorder, database_url, silence_s, in_haste, *, slack, counted
):
    with SeveringProxy(database_url) as proxy, recorders(proxy.url, 2) as opened:
        came_to = _silent(recorder, opened, silence_s, proxy.fall_silent, proxy.speak_again, slack=slack)
    counted(**came_to)


@pytest.mark.faults
@pytest.mark.timeout(FULL_S)
def test_a_wire_that_loses_every_packet_is_given_up_and_found_again(recorder, database_url, counted):
    """As root alone: else it is skipped."""
    with (
        wire() as line,
        SeveringProxy(database_url, line.listener) as proxy,
        recorders(proxy.url, 2) as opened,
    ):
        came_to = _silent(recorder, opened, SILENCE_S, line.cut, line.mend)
    counted(**came_to)


def _silent(
    recorder: LedgerRecorder,
    opened: Sequence[LedgerRecorder],
    silence_s: float,
    fall_silent: Callable[[], None],
    speak_again: Callable[[], None],
    *,
    slack: int = 1,
) -> dict[str, float]:
    """Eight writers over a silence: refused before it ends, answered soon after it; what it came to."""
    with Load(opened) as load:
        load.answered_since(time.monotonic(), 20)
        fall_silent()
        began = time.monotonic()
        time.sleep(silence_s)
        refused = [moment - began for moment in load.refused]
        speak_again()
        took_s = load.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S)
    assert faults(recorder, load.tried, load.acknowledged) == []
    assert len(refused) >= WRITERS, "nobody waits as long as the silence lasts"
    assert took_s < ANSWERS_WITHIN_S * slack
    return {
        "silence_s": silence_s,
        "refusals": len(refused),
        "first_refusal_s": min(refused),
        "found_again_s": took_s,
    }


@forms("times", quick=1, full=5)
def test_a_transaction_left_idle_with_an_append_in_it_is_ended_and_leaves_nothing(
    recorder, database_url, times, in_haste, *, slack, counted
):
    idle_s = limit(5, in_haste=in_haste)
    waits: list[float] = []
    with recorders(database_url, 2) as opened, Load(opened) as load:
        for _ in range(times):
            load.answered_since(time.monotonic(), 20)
            with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
                _left_idle(opened[0], load, waits)
    assert faults(recorder, load.tried, load.acknowledged) == []
    assert idle_s - 0.1 < min(waits)
    assert max(waits) < idle_s + ANSWERS_WITHIN_S * slack
    counted(times=times, longest_s=max(waits), refusals=len(load.refused))


def _left_idle(recorder: LedgerRecorder, load: Load, waits: list[float]) -> None:
    """Begin an append and say nothing more; how long all others wait then, in seconds, goes to `waits`."""
    with recorder.datastore.pool.connection() as connection, connection.transaction():
        connection.execute("SELECT begin_append('{}', '{}', '{}', '{}', '{}', '{}')")
        connection.execute(
            "INSERT INTO events (originator_id, originator_version, topic, state)"
            " VALUES (gen_random_uuid(), 1, 'left.v1', 'left')"
        )
        waits.append(load.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S))
        connection.execute("SELECT 1")


@forms("held_s", quick=2.5, full=25)
def test_a_lock_that_somebody_else_holds_is_waited_for_so_long_and_no_longer(
    recorder, database_url, held_s, in_haste, *, slack, counted
):
    with recorders(database_url, 2) as opened, Load(opened) as load, ThreadPoolExecutor(1) as pool:
        load.answered_since(time.monotonic(), 20)
        with psycopg.connect(database_url) as other:
            other.execute("LOCK TABLE demo.append_order IN EXCLUSIVE MODE")
            began = time.monotonic()
            # Whoever reads does not wait for whoever writes.
            assert pool.submit(recorder.head).result(1) > 0
            time.sleep(held_s)
            refused = [moment - began for moment in load.refused]
        took_s = load.answered_since(time.monotonic(), 4 * ANSWERS_WITHIN_S)
    assert faults(recorder, load.tried, load.acknowledged) == []
    assert len(refused) >= WRITERS
    assert min(refused) < limit(14, in_haste=in_haste), "it was the server that gave up, not who asks it"
    assert took_s < ANSWERS_WITHIN_S * slack
    counted(held_s=held_s, refusals=len(refused), first_refusal_s=min(refused), went_on_s=took_s)
