"""Ranks of hands that several games share."""

from ledger.games.ranks.five_card import (
    BestFive,
    Board,
    Ranked,
    five_ranked,
    ranked,
    six_ranked,
    strength,
    unrankable,
)
from ledger.games.ranks.ladder import LADDER, NAMES, RANK_NAMES, RANK_NUMBERS, WEAKEST
from ledger.games.ranks.three_card import (
    THREE_CARD_LADDER,
    THREE_CARD_NAMES,
    THREE_CARD_RANK_NAMES,
    THREE_CARD_RANK_NUMBERS,
    THREE_CARD_WEAKEST,
    ThreeCards,
    three_card_ranked,
    three_card_strength,
    three_card_unrankable,
)

__all__ = [
    "LADDER",
    "NAMES",
    "RANK_NAMES",
    "RANK_NUMBERS",
    "THREE_CARD_LADDER",
    "THREE_CARD_NAMES",
    "THREE_CARD_RANK_NAMES",
    "THREE_CARD_RANK_NUMBERS",
    "THREE_CARD_WEAKEST",
    "WEAKEST",
    "BestFive",
    "Board",
    "Ranked",
    "ThreeCards",
    "five_ranked",
    "ranked",
    "six_ranked",
    "strength",
    "three_card_ranked",
    "three_card_strength",
    "three_card_unrankable",
    "unrankable",
]
