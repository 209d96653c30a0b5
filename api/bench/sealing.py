"""Bench rows of the seal: the whole ledger sealed, verified, and single events proven."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from api.bench.result import Row, row
from api.bench.timing import Rate, Watch, percentile
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from projections.integrity import proofs
from projections.integrity.keys import origin_of
from projections.integrity.sealer import Sealer
from projections.integrity.verifying import verify

PROOFS = 300
# Before them over the same connection: a service keeps its connections, and statements are prepared by then.
UNCOUNTED = 20
VERIFICATIONS = 3
MARK = "≥ 200,000"


def sealing(settings: Settings) -> Iterator[Row]:
    """All that is recorded, with a key made for the purpose."""
    with TemporaryDirectory() as folder:
        sealed = settings.model_copy(update={"home": Path(folder), "seal_key_file": None})
        watch, started = Watch(), time.perf_counter()
        with watch:
            newest = Sealer(sealed).seal()
        took_s = time.perf_counter() - started
        assert newest is not None, "what is recorded is sealed"
        size = newest.size
        yield row(
            f"seal a ledger, {size:,} events", "leaves/s", Rate.of([size / took_s]),
            mark=MARK, note=_ours(watch, size),
        )  # fmt: skip
    yield _verifying(settings)
    yield _proving(settings, size)


def _verifying(settings: Settings) -> Row:
    url = database_url(settings)
    rates, watch, size = [], Watch(), 0
    for _ in range(VERIFICATIONS):
        started = time.perf_counter()
        with watch:
            found = verify(
                lambda: connect(url, property=settings.property, role=Role.READER),
                origin_of(settings.property),
            )
        assert found.ok
        size += found.events
        rates.append(found.events / (time.perf_counter() - started))
    return row("verify the whole of it", "leaves/s", Rate.of(rates), mark=MARK, note=_ours(watch, size))


def _ours(watch: Watch, leaves: int) -> str:
    """How much of it is our own work; the server reads rows beside it."""
    return f"{watch.counted() / leaves * 1e6:.1f} µs a leaf of our processor"


def _proving(settings: Settings, size: int) -> Row:
    waits: list[float] = []
    longest = 0
    with connect(database_url(settings), property=settings.property, role=Role.READER) as connection:
        for number in range(UNCOUNTED + PROOFS):
            position = 1 + number * 7919 % size
            started = time.perf_counter()
            proof = proofs.included(connection, str(position))
            waits.append((time.perf_counter() - started) * 1000)
            longest = max(longest, len(proof.model_dump_json()))
    note = f"the longest is {longest:,} bytes; the first over a new connection {waits[0]:.1f} ms"
    counted = sorted(waits[UNCOUNTED:])
    spread = Rate(percentile(counted, 0.5), counted[0], percentile(counted, 0.99))
    return row("prove one event, p50 (most: p99)", "ms", spread, mark="≤ 2 ms, ≤ 2 kB", note=note)
