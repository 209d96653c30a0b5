"""Three-card poker.  N.J.A.C. 13:69F-20."""

from ledger.games.three_card_poker.game import THREE_CARD_POKER

__all__ = ["THREE_CARD_POKER"]
