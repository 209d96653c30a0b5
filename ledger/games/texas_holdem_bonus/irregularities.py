"""What may go wrong in this game, and what might follow from it.

The New Jersey text on irregularities of this game was not read.  The rows are
configuration, every one of them unverified: one is applied only where the
licensee elects it.  Remedies of player against player games are none of this.

Source: SOURCES.md 5.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from ledger.games.irregularities import CASES, WORDS, Conditions, Met, dealer_exposed, hands_of
from ledger.games.seam import Case
from ledger.games.view import RoundView

HAND: Final = 2
BOARD: Final = 5


def _board_too_large(seen: RoundView) -> Sequence[Met]:
    board = seen.hands.get("board", ())
    if len(board) <= BOARD:
        return ()
    return [Met("community_cards_too_many", board[BOARD].version, (), f"there were {len(board)}")]


# fmt: off
CONDITIONS: Final = Conditions(
    words=MappingProxyType({
        **WORDS,
        "burn_card_missing":        "a burn card was forgotten",
        "burn_card_exposed":        "a burn card was exposed",
        "community_card_early":     "a community card was exposed before its wagers were closed",
        "community_cards_too_many": "too many community cards were dealt",
    }),
    evident=(hands_of(HAND), _board_too_large, dealer_exposed),
)

IRREGULARITIES: Final[tuple[Case, ...]] = (
    *CASES,
    Case("burn_card_missing", "NOT_FOUND", "not_found", ""),
    Case("burn_card_exposed", "NOT_FOUND", "not_found", ""),
    Case("community_card_early", "NOT_FOUND", "not_found", ""),
    Case("community_cards_too_many", "NOT_FOUND", "not_found", ""),
)
# fmt: on
