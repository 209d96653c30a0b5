"""A server that falls silent in the midst of the events is given up, by the sealer and by who verifies."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from eventsourcing.persistence import StoredEvent
from pydantic import SecretStr

from ledger.errors import StoreUnavailable
from ledger.store.appends import StreamAppend
from projections.integrity import sealer, verifying
from projections.integrity.sealer import Sealer
from tests.integrity.sealed import TOPIC, SealedLedger, stream
from tests.postgres.proxy import SeveringProxy

SILENT_S = 0.5


@pytest.fixture
def proxy(database_url) -> Iterator[SeveringProxy]:
    with SeveringProxy(database_url) as proxy:
        yield proxy


@pytest.fixture
def far(settings, recorder, proxy, monkeypatch) -> SealedLedger:
    """A ledger behind a proxy, of more than can be on its way at once."""
    for of in map(stream, range(1, 25)):
        recorder.append([StreamAppend(of, 0, (StoredEvent(of, 1, TOPIC, b"x" * 1_000_000),))])
    monkeypatch.setattr(sealer, "BATCH", 2)
    for module in (sealer, verifying):
        monkeypatch.setattr(module, "ANSWERED_S", SILENT_S)
    return SealedLedger(settings.model_copy(update={"database_url": SecretStr(proxy.url)}), recorder)


def given_up_in(proxy: SeveringProxy, call: Callable[[], object]) -> float:
    """How long a call takes that is refused because the server does not answer, in seconds."""
    begun = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        try:
            with pytest.raises(StoreUnavailable):
                pool.submit(call).result(timeout=20)
            return time.monotonic() - begun
        finally:
            proxy.speak_again()


def test_the_sealer_gives_it_up_and_goes_on_later(far, proxy):
    took_s = given_up_in(proxy, lambda: Sealer(far.settings).seal(on_progress=lambda _: proxy.fall_silent()))
    assert SILENT_S < took_s < 10
    sealed = Sealer(far.settings).seal()
    assert sealed is not None
    assert sealed.size == 24


def test_who_verifies_is_told(settings, recorder, far, proxy):
    SealedLedger(settings, recorder).seal()
    took_s = given_up_in(
        proxy,
        lambda: verifying.verify(far.reading, "pitledger/demo", on_progress=lambda _: proxy.fall_silent()),
    )
    assert SILENT_S < took_s < 10
    assert far.verify().ok
