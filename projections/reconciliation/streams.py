"""The streams that a report of an earlier position folds anew."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.identity import stream_id
from projections.asking import Look


def streams(ledger: Ledger, look: Look, kind: str, keys: Iterable[str]) -> list[list[Recorded]]:
    """The events of streams up to the position asked for."""
    ids = [stream_id(ledger.property, kind, key) for key in keys]
    return [
        [one for one in events if one.position is not None and one.position <= look.as_of]
        for events in (ledger.recorded(ids).values() if ids else ())
    ]
