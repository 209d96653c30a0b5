"""Poker.  N.J.A.C. 13:69F-14."""

from ledger.games.poker.rules import POKER

__all__ = ["POKER"]
