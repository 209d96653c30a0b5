"""A row of the bench: ours, the peer's, and what was to be reached."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from api.bench.timing import Rate


@dataclass(frozen=True, slots=True)
class Row:
    """One figure beside its peer's.  `ratio` is ours to the peer's, None without one."""

    what: str
    unit: str
    ours: Rate
    peer_name: str
    peer: Rate | None
    ratio: float | None
    mark: str
    note: str

    def document(self) -> dict[str, Any]:
        """The row for programs."""
        return asdict(self)


def row(
    what: str, unit: str, ours: Rate, peer_name: str = "", peer: Rate | None = None, mark: str = "", *, note: str = ""
) -> Row:
    """A row with its ratio worked out."""
    ratio = None if peer is None else ours.median / peer.median
    return Row(what, unit, ours, peer_name, peer, ratio, mark, note)
