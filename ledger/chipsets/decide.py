"""What cannot be a record of a chip set: chips it does not have, a count below zero, nothing at all.

Chips destroyed beyond what was received, or received after the set was
retired, are not refused: it was said, and is found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from ledger.chipsets.state import ChipSet
from ledger.errors import AmountNotPositive, InvalidField, UnknownDenomination
from ledger.events import corrections
from ledger.events.base import Event
from ledger.events.chips import ChipsDestroyed, ChipSetRegistered, ChipsReceived
from ledger.events.currencies import check_currency
from ledger.events.records import ChipSetHeader
from ledger.events.short import evolve
from ledger.money import value

__all__ = ["begin", "check", "evolve", "extend"]


def begin(header: ChipSetHeader) -> ChipSet:
    """A set of which nothing is recorded yet."""
    return ChipSet(header)


def extend(state: ChipSet, events: Iterable[Event], *, first: int = 0) -> ChipSet:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: ChipSet, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    at = f"/events/{index}"
    if not corrections.corrects(event):
        _holds(state, event, at)
        return
    corrections.check(state.log, event, ChipSetRegistered, at)
    if event.event is not None:
        _holds(state, event.event, f"{at}/event")


def _holds(state: ChipSet, event: Event, at: str) -> None:
    """What must hold within an event, recorded at once or by a correction."""
    if isinstance(event, ChipSetRegistered):
        check_currency(event.currency, at)
        _each_once(event.denominations, f"{at}/denominations")
    elif isinstance(event, ChipsReceived | ChipsDestroyed):
        _of_the_set(state, event.chips, f"{at}/chips")


def _each_once(denominations: Iterable[int], at: str) -> None:
    for denomination, times in Counter(denominations).items():
        if times > 1:
            raise InvalidField(
                detail=f"denominations: {denomination} is there {times} times", pointer=f"{at}"
            )


def _of_the_set(state: ChipSet, chips: Mapping[int, int], at: str) -> None:
    registered = state.registered
    assert registered is not None, "a stream begins with its first event"
    for denomination, count in chips.items():
        if denomination not in registered.denominations:
            raise UnknownDenomination(
                chip_set=state.header.name,
                denomination=denomination,
                known=", ".join(map(str, registered.denominations)),
                pointer=f"{at}/{denomination}",
            )
        if count < 0:
            raise InvalidField(
                detail=f"{count} chips of {denomination} cannot be counted", pointer=f"{at}/{denomination}"
            )
    if value(chips) == 0:
        raise AmountNotPositive(pointer=at)
