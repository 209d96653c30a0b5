"""What goes on in a round after it was declared void: stakes go back and the cards are picked up, no more.

VOID means that nothing is collected and nothing is paid; what was settled before
stays settled.  The paragraph that declares a round void was not read in any of
these games.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.events.base import Event
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    DecisionMade,
    ProgressivePaid,
    WagerCarried,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
)
from ledger.games.conduct.returning import lines_of, misstated
from ledger.games.conduct.rows import Follow, Settlement
from ledger.games.conduct.walk import Walk, at

PLAYED_ON: Final = "void_played_on"
SETTLED: Final = "void_settled"


def settled(walk: Walk, event: Settlement, version: int) -> None:
    """Find money taken or paid of a wager that the void gives back.

    One that had been settled in part when the round was declared void stays as
    the rules have it.
    """
    lines = lines_of(walk, event)
    if any(line.outcome != "void" for line in lines):
        return
    moved = "collected" if isinstance(event, WagerCollected) else "paid"
    detail = f"the {event.wager} of spot {event.spot} was {moved} after the round was declared void"
    walk.report(SETTLED, version, detail, {"spot": event.spot, "wager": event.wager})


def played_on(walk: Walk, event: Event, version: int) -> None:
    """Find the first wager, card or decision after the round was declared void; a card laid aside is none."""
    said, found = event.__dict__, (PLAYED_ON, "dealer")
    place = said.get("spot", said.get("to", "dealer"))
    if found in walk.reported or place == "stand":
        return
    walk.reported.add(found)
    detail = f"{event.type.replace('_', ' ')} after the round was declared void"
    walk.report(PLAYED_ON, version, detail, at(place))


AFTER_VOID: Final[Mapping[type, Follow]] = MappingProxyType(
    {
        WagerReturned: misstated,
        WagerCollected: settled,
        WagerPaid: settled,
        ProgressivePaid: settled,
        WagerPlaced: played_on,
        WagerIncreased: played_on,
        WagerCarried: played_on,
        CardDealt: played_on,
        CardBurned: played_on,
        DecisionMade: played_on,
    }
)
