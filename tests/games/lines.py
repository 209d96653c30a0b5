"""Resolution lines as a game would give them, for tests that begin after the judging."""

from ledger.games.resolution import CHIPS, Resolution, Verdict
from ledger.games.seam import Evidence, Outcome


def resolved(
    spot: int,
    wager: str,
    stake: int,
    outcome: Outcome,
    *,
    paid: int = 0,
    rule: str = "",
    evidence: Evidence = "not_found",
    missing: str | None = None,
    late: bool = False,
    keeps_stake: bool = False,
    paid_from: str | None = None,
) -> Resolution:
    """A line of chips at a spot, by a verdict of its own."""
    verdict = Verdict(outcome, rule, evidence, None, None, None, missing, keeps_stake, paid_from)
    return Resolution((spot, wager, None, None, CHIPS), stake, verdict, paid=paid, late=late)
