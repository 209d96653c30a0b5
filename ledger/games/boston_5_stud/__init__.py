"""Boston 5 stud poker.  N.J.A.C. 13:69F-24."""

from ledger.games.boston_5_stud.game import BOSTON_5_STUD

__all__ = ["BOSTON_5_STUD"]
