"""A row of the bench: ours, the peer's, and what was to be reached."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

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


class Peer(NamedTuple):
    """Who else does the same work, and how fast in the same run."""

    name: str
    rate: Rate


def row(what: str, unit: str, ours: Rate, *, peer: Peer | None = None, mark: str = "", note: str = "") -> Row:
    """A row with its ratio worked out; `mark` is what is to be reached."""
    if peer is None:
        return Row(what, unit, ours, "", None, None, mark, note)
    return Row(what, unit, ours, peer.name, peer.rate, ours.median / peer.rate.median, mark, note)
