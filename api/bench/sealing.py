"""Bench rows of the seal: the whole ledger sealed, verified, and single events proven."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from api.bench.result import Row, row
from api.bench.timing import Rate, percentile
from ledger.postgres.connect import Role, connect, database_url
from ledger.settings import Settings
from projections.integrity import proofs
from projections.integrity.keys import origin_of
from projections.integrity.sealer import Sealer
from projections.integrity.verifying import verify

PROOFS = 300
VERIFICATIONS = 3
MARK = "≥ 200,000"


def sealing(settings: Settings) -> Iterator[Row]:
    """All that is recorded, with a key made for the purpose."""
    with TemporaryDirectory() as folder:
        sealed = settings.model_copy(update={"home": Path(folder), "seal_key_file": None})
        started = time.perf_counter()
        newest = Sealer(sealed).seal()
        rate = (newest.size if newest else 0) / (time.perf_counter() - started)
        size = newest.size if newest else 0
        yield row(f"seal a ledger, {size:,} events", "leaves/s", Rate.of([rate]), mark=MARK)
    yield _verifying(settings)
    yield _proving(settings, size)


def _verifying(settings: Settings) -> Row:
    url = database_url(settings)
    rates = []
    for _ in range(VERIFICATIONS):
        started = time.perf_counter()
        found = verify(
            lambda: connect(url, property=settings.property, role=Role.READER), origin_of(settings.property)
        )
        assert found.ok
        rates.append(found.events / (time.perf_counter() - started))
    return row("verify the whole of it", "leaves/s", Rate.of(rates), mark=MARK)


def _proving(settings: Settings, size: int) -> Row:
    waits: list[float] = []
    longest = 0
    with connect(database_url(settings), property=settings.property, role=Role.READER) as connection:
        for number in range(PROOFS):
            position = 1 + number * 7919 % size
            started = time.perf_counter()
            proof = proofs.included(connection, str(position))
            waits.append((time.perf_counter() - started) * 1000)
            longest = max(longest, len(proof.model_dump_json()))
    waits.sort()
    spread = Rate(percentile(waits, 0.5), waits[0], percentile(waits, 0.99))
    note = f"the longest proof is {longest:,} bytes"
    return row("prove one event, p50 (most: p99)", "ms", spread, mark="≤ 2 ms, ≤ 2 kB", note=note)
