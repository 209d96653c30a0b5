"""The procedure engine of the house-banked games: recorded events against a game's rows."""

from ledger.games.conduct.conforming import walked
from ledger.games.conduct.findings import cited
from ledger.games.conduct.rows import (
    Absence,
    Condition,
    Conduct,
    Deal,
    Ratio,
    Settlement,
    Stage,
    Turn,
    kept_for,
)
from ledger.games.conduct.walk import Walk

__all__ = [
    "Absence",
    "Condition",
    "Conduct",
    "Deal",
    "Ratio",
    "Settlement",
    "Stage",
    "Turn",
    "Walk",
    "cited",
    "kept_for",
    "walked",
]
