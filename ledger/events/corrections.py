"""Corrections of a stream whose events are few: which fact each is about, and what is in effect.

Rounds and sessions fold theirs themselves, since what they keep depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard

from ledger.errors import NotOpened, OpenedTwice, SamePerson, UnknownVersion
from ledger.events.base import Event
from ledger.events.people import same_person


class Correction(Protocol):
    """An event that says how an earlier one of its stream should have been, or that it should not be."""

    @property
    def corrects(self) -> int:
        """The version of what it corrects."""
        ...

    @property
    def event(self) -> Event | None:
        """As it should have been; None: it should not be."""
        ...


def corrects(event: Event) -> TypeGuard[Correction]:
    """Whether an event is a correction."""
    return event.type == "corrected"


def effective(log: Sequence[Event], version: int) -> int:
    """The version of the fact that a correction of `version` is about, through corrections of corrections."""
    while corrects(target := log[version - 1]):
        version = target.corrects
    return version


def in_effect(log: Sequence[Event]) -> list[Event | None]:
    """The events of a stream as they should have been recorded, None for corrections and what was undone.

    Version v stands at index v - 1.  A correction undone by null leaves the
    fact as it was recorded.
    """
    found: list[Event | None] = [None if corrects(event) else event for event in log]
    for event in log:
        if not corrects(event):
            continue
        version = effective(log, event.corrects)
        recorded = log[version - 1]
        if event.event is None:
            found[version - 1] = recorded if corrects(log[event.corrects - 1]) else None
        else:
            at = event.event.occurred_at or recorded.occurred_at
            found[version - 1] = event.event.model_copy(update={"occurred_at": at})
    return found


def check(
    log: Sequence[Event], event: Correction, first: type[Event], at: str, *, again: bool = False
) -> None:
    """Refuse a correction of nothing, or one that takes a stream's first event away or gives it another.

    `at` is the JSON pointer of the correction; `again` says that such an event
    may come again in this stream, and be corrected there.  Raises UnknownVersion,
    NotOpened, OpenedTwice, SamePerson.
    """
    if event.corrects > len(log):
        raise UnknownVersion(version=event.corrects, pointer=f"{at}/corrects")
    instead = event.event
    names = {"stream": first.STREAM, "first": first.model_fields["type"].default}
    of_first = effective(log, event.corrects) == 1
    undoes = instead is None and event.corrects > 1
    if of_first and not undoes and not isinstance(instead, first):
        raise NotOpened(**names, pointer=f"{at}/event")
    comes_again = again and isinstance(log[effective(log, event.corrects) - 1], first)
    if not of_first and not comes_again and isinstance(instead, first):
        raise OpenedTwice(**names, pointer=f"{at}/event/type")
    if instead is not None and same_person(instead.__dict__.get("approved_by"), instead.by):
        raise SamePerson(person=instead.by, pointer=f"{at}/event/approved_by")
