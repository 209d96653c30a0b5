import pytest

from ledger.settings import Settings
from ledger.store.recorder import LedgerRecorder
from projections.integrity import sealer
from tests.integrity.sealed import SealedLedger, append


@pytest.fixture
def short_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many stretches in few events."""
    monkeypatch.setattr(sealer, "BATCH", 64)
    monkeypatch.setattr(sealer, "CHECKPOINT_EVERY", 128)


@pytest.fixture
def ledger(settings: Settings, recorder: LedgerRecorder, short_rows: None) -> SealedLedger:
    """600 events, sealed, with a checkpoint after every 128 and at the end."""
    append(recorder, 600, 1)
    made = SealedLedger(settings, recorder)
    made.seal()
    return made
