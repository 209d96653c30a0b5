"""What a session shows that was not as it should have been, as the exception report tells it.

Pure.  Source: accounting A.3, serial control: type, date, number, explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from ledger.amounts import DEFAULT_CURRENCY
from ledger.games.seam import Evidence, Finding
from ledger.sessions.findings import findings
from ledger.sessions.state import Session

# Findings whose fact `amount` is what was exceptional, and not what something was for.
WHOLE_AMOUNT: Final = frozenset({"movement_outside_list", "prohibited_reason", "color_outstanding"})


class Item(NamedTuple):
    """One matter: the event of its session, how well its rule is known, the cents it is about, if any."""

    version: int
    code: str
    rule: str
    evidence: Evidence
    detail: str
    amount: int | None
    incident: str | None
    slip: str | None
    occurred_at: datetime | None


def items(state: Session, currency: str = DEFAULT_CURRENCY) -> Iterator[Item]:
    """The findings of a session, by event, worded in what its table plays in."""
    return of_findings(state, findings(state, currency))


def of_findings(state: Session, found: Iterable[Finding]) -> Iterator[Item]:
    """Findings of a session as matters."""
    for finding in found:
        event = state.events[finding.event - 1] or state.log[finding.event - 1]
        yield Item(
            finding.event,
            finding.code,
            finding.rule,
            finding.evidence,
            finding.detail,
            _amount(finding),
            _text(finding, "incident"),
            _text(finding, "slip"),
            event.occurred_at,
        )


def _amount(finding: Finding) -> int | None:
    said = finding.facts.get("difference")
    if said is None and finding.code in WHOLE_AMOUNT:
        said = finding.facts.get("amount")
    return said if isinstance(said, int) else None


def _text(finding: Finding, fact: str) -> str | None:
    said = finding.facts.get(fact)
    return None if said is None else str(said)
