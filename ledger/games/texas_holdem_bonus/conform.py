"""What the dealer did against procedure."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.games.seam import Finding, RoundView, Submission


def conform(seen: RoundView, submission: Submission) -> Sequence[Finding]:
    """What was not as the procedure says, found from the recorded events."""
    return ()
