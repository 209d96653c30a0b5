"""A rules submission over time: each `submitted` is a dated version of it."""

from __future__ import annotations

from datetime import date

from ledger.errors import UnknownSubmission
from ledger.events.base import Event
from ledger.events.records import SubmissionHeader
from ledger.events.registry import SubmissionSubmitted, SubmissionSuperseded


class SubmissionStream:
    """A submission as far as it was recorded; version v is the v-th event."""

    __slots__ = ("header", "log", "superseded", "versions")

    def __init__(self, header: SubmissionHeader) -> None:
        self.header = header
        self.log: list[Event] = []
        self.superseded: SubmissionSuperseded | None = None
        self.versions: dict[int, SubmissionSubmitted] = {}

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    @property
    def game(self) -> str | None:
        """The game that it is for; None while nothing is submitted."""
        return next((event.game for event in self.versions.values()), None)

    def submitted(self, version: int) -> SubmissionSubmitted:
        """What was submitted at a version."""
        return self.versions[version]

    def in_force(self, gaming_date: date | None) -> int:
        """The version in force on a gaming date (None: a date that is not known, thus the latest).

        The latest effective date decides, and of two with the same the one
        submitted last.  Before the first effective date the first version
        holds: a round that names a submission early is judged by it, not by
        nothing.  Raises UnknownSubmission where nothing was submitted.
        """
        if not self.versions:
            raise UnknownSubmission(submission=self.header.name, pointer="/submission")
        dated = [
            (event.effective, version)
            for version, event in self.versions.items()
            if gaming_date is None or event.effective <= gaming_date
        ]
        return max(dated)[1] if dated else min(self.versions)


def evolve(state: SubmissionStream, event: Event) -> None:
    """Take one more event."""
    state.log.append(event)
    match event:
        case SubmissionSubmitted():
            state.versions[state.version] = event
        case SubmissionSuperseded():
            state.superseded = event
