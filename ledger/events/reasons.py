"""Why something was done, where an event says it: a reason in which nobody sees anything is none."""

from __future__ import annotations

from typing import Final

from ledger.errors import InvalidField
from ledger.events import corrections
from ledger.events.base import Event
from ledger.events.people import says_nothing

# What an event gives as its reason, in the pit's words and in a supervisor's.
REASONS: Final = ("reason", "ruling")


def check(event: Event, index: int) -> None:
    """Refuse an event, or one put in the place of another, for which a reason is given that says nothing.

    `index` is its place in its record.  Raises InvalidField.
    """
    facts = event.__dict__
    if "reason" in facts or "ruling" in facts:  # a correction has one, too
        _check(event, f"/events/{index}")


def _check(event: Event, at: str) -> None:
    for name in REASONS:
        said = event.__dict__.get(name)
        if said is not None and says_nothing(said):
            raise InvalidField(detail=f"{name}: there is nothing in it", pointer=f"{at}/{name}")
    if corrections.corrects(event) and event.event is not None:
        _check(event.event, f"{at}/event")
