"""Findings of chip sets: what was not as it should have been, by permanent code.

Derived each time they are asked for and never stored as events.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from ledger.chipsets.state import ChipSet, movements
from ledger.events.chips import ChipsReceived
from ledger.games.facts import in_words
from ledger.games.seam import Finding, FindingKind

KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind(
                "chips_below_zero", "record", "more chips were destroyed than the set had", "", "derived"
            ),
            FindingKind(
                "chips_received_after_retired", "record", "chips came into a retired set", "", "derived"
            ),
        )
    }
)  # fmt: skip


def findings(state: ChipSet) -> Iterator[Finding]:
    """What is found in the events in effect, in their order."""
    chips: dict[int, int] = {}
    retired = state.retired_at
    for version, event in enumerate(state.events, 1):
        if retired is not None and version > retired and isinstance(event, ChipsReceived):
            yield _finding("chips_received_after_retired", version, {}, state.currency)
        for _, denomination, count in movements([event]):
            chips[denomination] = left = chips.get(denomination, 0) + count
            if left < 0 and count < 0:
                facts = {"denomination": denomination, "left": left}
                yield _finding("chips_below_zero", version, facts, state.currency)


def _finding(code: str, version: int, facts: Mapping[str, object], currency: str) -> Finding:
    kind = KINDS[code]
    return Finding(code, kind.rule, kind.evidence, version, in_words(kind, facts, currency), facts)
