"""Who had a part in a dispute, and as what: employees by their opaque ids, and who said something.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.application.ledger import RoundSeen
from projections.disputes.report.case import Case
from projections.disputes.report.model import Person, Played

Part: TypeAlias = tuple[str | None, str]

# What somebody was who recorded an event of a dispute; what is not here says nothing of its own.
BY: Final[Mapping[str, str]] = MappingProxyType(
    {
        "opened": "took the complaint",
        "evidence_requested": "asked for evidence",
        "evidence_preserved": "secured evidence",
        "evidence_linked": "linked evidence",
        "statement_recorded": "took a statement",
        "reviewed": "reviewed it",
        "ruling_made": "ruled",
        "settlement_paid": "settled it",
        "escalated": "took it further",
        "notice_given": "gave notice",
        "closed": "closed the dispute",
    }
)
# What who recorded an event of a round is by its source; a machine's source says nothing of a person.
SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dealer": "dealer",
        "supervisor": "supervisor",
        "camera": "surveillance",
        "video_review": "surveillance",
        "manual": "recorded it",
        "import": "recorded it",
    }
)


def people(case: Case, seen: Sequence[RoundSeen], rounds: Sequence[Played]) -> list[Person]:
    """Everybody named, in the order in which they come up: first at the table, then in the dispute."""
    found: dict[str, dict[str, None]] = {}
    for person, part in (*_at_the_table(seen, rounds), *_in_the_dispute(case)):
        if person is not None:
            found.setdefault(person, {})[part] = None
    return [Person(person=person, as_what=list(parts)) for person, parts in found.items()]


def _at_the_table(seen: Sequence[RoundSeen], rounds: Sequence[Played]) -> Iterator[Part]:
    for one in rounds:
        for dealer in one.dealers:
            yield dealer, f"dealer signed in at {one.report['table']}"
    for round_ in seen:
        key = round_.state.key
        for event in round_.state.log:
            if (part := SOURCES.get(event.source or "")) is not None:
                yield event.by, f"{part} in {key}"
            yield event.__dict__.get("approved_by"), f"approved in {key}"


def _in_the_dispute(case: Case) -> Iterator[Part]:
    for step in case.steps:
        if step.type in BY:
            yield step.by, BY[step.type]
        if step.type == "statement_recorded":
            yield step.event["of"], f"gave a statement ({step.event['role']})"
        yield step.event.get("requested_by"), "asked for a review"
        yield step.approved_by, "approved it"
