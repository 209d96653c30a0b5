"""Findings of gaming days: what was not as it should have been, by permanent code.

Derived each time they are asked for and never stored as events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ledger.days.state import GamingDay
from ledger.games.seam import Finding, FindingKind

KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind(
                "audited_before_preliminary", "record", "the day was audited, no preliminary report issued",
                "13:69D-1.33", "derived",
            ),
        )
    }
)  # fmt: skip


def findings(state: GamingDay) -> Iterator[Finding]:
    """What is found in the day's own events; what its tables contradict is the view's to say."""
    audited, issued = state.audited_at, state.preliminary_at
    if audited is not None and (issued is None or issued > audited):
        kind = KINDS["audited_before_preliminary"]
        yield Finding(kind.code, kind.rule, kind.evidence, audited, kind.title)
