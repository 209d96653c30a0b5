"""A table whose game has no rules here yet: recorded, booked, rebuilt, not judged."""

from ledger.games.unruled.rules import UNRULED

__all__ = ["UNRULED"]
