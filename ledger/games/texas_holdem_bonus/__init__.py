"""Texas hold 'em bonus.  N.J.A.C. 13:69F-28."""

from ledger.games.texas_holdem_bonus.game import TEXAS_HOLDEM_BONUS

__all__ = ["TEXAS_HOLDEM_BONUS"]
