"""A dispute continued by one event, whatever others append to it meanwhile.

`add` is what somebody at the desk says; `note` what the ledger has done
itself, an access or an erasure, which nobody can say in its place.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from ledger.application.ledger import Ledger
from ledger.errors import StoreUnavailable, VersionConflict, VersionGap
from ledger.events.records import FORMAT, DisputeHeader

# How often an event is put behind those that others append at the same time.
TRIES: Final = 100


def add(
    ledger: Ledger, dispute: str, event: Mapping[str, Any], *, by: str, at: datetime, recorded_by: str
) -> int:
    """Append one event to a dispute; its version.

    `by` is who acted, `recorded_by` the terminal or key that says so.
    Raises DisputeNotFound, NotARecord, StoreUnavailable.
    """
    return _appended(ledger, dispute, _said(event, by, at), recorded_by, itself=False)


def note(
    ledger: Ledger, dispute: str, event: Mapping[str, Any], *, by: str, at: datetime, recorded_by: str
) -> int:
    """Append what the ledger has just done for somebody; its version.

    Raises DisputeNotFound, NotARecord, StoreUnavailable.
    """
    return _appended(ledger, dispute, _said(event, by, at), recorded_by, itself=True)


def _said(event: Mapping[str, Any], by: str, at: datetime) -> dict[str, Any]:
    return {"occurred_at": at.isoformat(), "source": "manual", "by": by, **event}


def _appended(ledger: Ledger, dispute: str, said: dict[str, Any], recorded_by: str, *, itself: bool) -> int:
    for _ in range(TRIES):
        stored = ledger.stream("dispute", dispute)
        header = stored[0].header
        assert isinstance(header, DisputeHeader), header
        record = {"format": FORMAT, "stream": "dispute", "name": header.name, "after": len(stored)}
        receipt = ledger.record(json.dumps({**record, "events": [said]}), by=recorded_by, itself=itself)
        if receipt.problem is None:
            return receipt.version
        if not isinstance(receipt.problem, VersionConflict | VersionGap):
            raise receipt.problem
    raise StoreUnavailable(detail=f"other writers came first {TRIES} times")
