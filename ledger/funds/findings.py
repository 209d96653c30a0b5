"""Findings of funds: what was not as it should have been, by permanent code.

Derived each time they are asked for and never stored as events.  Source:
13:69D-1.52, of which the list of reasons for a meter to go down was read in
part: that the amount was paid to a winner and recorded.  13:69F-14.19(c).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.facts import in_words
from ledger.games.seam import Finding, FindingKind

KINDS: Final[Mapping[str, FindingKind]] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind(
                "fund_meter_lowered", "record", "a meter went down, and not because of a win",
                "13:69D-1.52", "mixed",
            ),
            FindingKind(
                "fund_meter_below_zero", "settlement", "more was won than the meter showed",
                "13:69D-1.52", "derived",
            ),
            FindingKind(
                "fund_contribution_differs", "settlement", "a pot gave the fund another amount than is filed",
                "13:69F-14.19(c)", "nj_text",
            ),
            FindingKind(
                "fund_excludes_another", "record", "a table plays for a bad beat and for a high hand",
                "13:69F-14.19(a)", "nj_text",
            ),
            FindingKind(
                "fund_event_after_close", "record", "something came to a fund that was closed", "", "derived"
            ),
        )
    }
)  # fmt: skip


def finding(code: str, version: int, facts: Mapping[str, object]) -> Finding:
    """A finding at a version: of the fund's own stream, or of the round that it came from."""
    kind = KINDS[code]
    return Finding(code, kind.rule, kind.evidence, version, in_words(kind, facts), facts)
