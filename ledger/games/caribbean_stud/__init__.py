"""Caribbean stud poker.  N.J.A.C. 13:69F-16."""

from ledger.games.caribbean_stud.game import CARIBBEAN_STUD

__all__ = ["CARIBBEAN_STUD"]
