"""Ranks of hands that several games share."""

from ledger.games.ranks.five_card import Board, Ranked, best_five, ranked, strength, unrankable
from ledger.games.ranks.ladder import LADDER, NAMES, RANK_NAMES, WEAKEST

__all__ = [
    "LADDER",
    "NAMES",
    "RANK_NAMES",
    "WEAKEST",
    "Board",
    "Ranked",
    "best_five",
    "ranked",
    "strength",
    "unrankable",
]
