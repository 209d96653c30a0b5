"""What events inherit from the one before them, and what must be said once they have.

Part of the door of `records`: the events of a record are nobody else's yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from ledger.errors import MissingField, SamePerson, TimeMissing
from ledger.events.base import Event
from ledger.events.people import same_person
from ledger.events.registry import SubmissionSuperseded


def inherit(facts: Sequence[Event]) -> None:
    """Give each event the source and by of the one before where it has none.

    They are filled in place: a copy of each would double the cost of reading.
    Raises MissingField, TimeMissing, SamePerson.
    """
    source = by = None
    for index, event in enumerate(facts):
        own = event.__dict__
        if own["source"] is None:
            own["source"] = source
        is_superseded = type(event) is SubmissionSuperseded
        if own["by"] is None and not is_superseded:
            own["by"] = by
        # A correction holds the event as it should have been.
        if (instead := own.get("event")) is not None and isinstance(instead, Event):
            nested = instead.__dict__
            nested["source"] = nested["source"] or own["source"]
            nested["by"] = nested["by"] or own["by"]
            _check_people(instead, f"/events/{index}/event")
        _check_event(event, index)
        source = own["source"]
        if not is_superseded:
            by = own["by"]


def _check_event(event: Event, index: int) -> None:
    """Refuse what inheritance left open: nobody, no source, no time, one person for two."""
    own = event.__dict__
    if own["source"] is None or own["by"] is None:
        field = "source" if own["source"] is None else "by"
        raise MissingField(field=field, pointer=f"/events/{index}/{field}")
    if own["occurred_at"] is None and own["source"] != "import":
        raise TimeMissing(pointer=f"/events/{index}/occurred_at")
    if own.get("approved_by") is not None:
        _check_people(event, f"/events/{index}")


def _check_people(event: Event, at: str) -> None:
    """Two people where the rule wants two."""
    if same_person(event.__dict__.get("approved_by"), event.by):
        raise SamePerson(person=event.by, pointer=f"{at}/approved_by")
