"""What is registered is read by one caller at a time; a silent server keeps none waiting for the others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest

from ledger.application import registry as module
from ledger.application.registry import Registry
from ledger.errors import StoreUnavailable
from ledger.store.mapper import EventMapper
from ledger.store.recorder import LedgerRecorder

PATIENCE_S = 30


class Silent:
    """A recorder that answers when it is let, and has nothing to tell."""

    def __init__(self) -> None:
        self.asked, self.answers = Event(), Event()
        self.datastore = SimpleNamespace(connected=0)

    def read_since(self, *_: object, **__: object) -> list[object]:
        self.asked.set()
        assert self.answers.wait(PATIENCE_S)
        return []


def test_who_waits_for_one_that_waits_in_vain_is_told_so(monkeypatch):
    monkeypatch.setattr(module, "TURN_S", 0.05)
    silent = Silent()
    registry = Registry(cast("LedgerRecorder", silent), EventMapper(), "demo")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(registry.refresh)
        assert silent.asked.wait(PATIENCE_S)
        with pytest.raises(StoreUnavailable):
            registry.refresh()
        silent.answers.set()
        first.result()
    registry.refresh()
