"""What if a round were judged by another submission than its own; nothing of it is recorded.

The other submission need not have been in force: what speaks against it is
said, and nothing is refused for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeAlias

from ledger.errors import LedgerError, UnknownSubmission
from ledger.events.records import SubmissionHeader, SubmissionRecord
from ledger.events.registry import InlineSubmission, SubmissionSuperseded
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.games.seam import Submission
from ledger.submissions import decide
from ledger.submissions.state import SubmissionStream

# A registered submission by its name, a record of one, or its tables and options.
Instead: TypeAlias = str | SubmissionRecord | InlineSubmission


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A round judged by a submission that is not its own.

    `effective` is the date of the version used, None of one given inline;
    `gaming_date` the round's, None where it is not known.
    """

    submission: Submission
    own: Submission
    gaming_date: date | None
    effective: date | None = None
    superseded: SubmissionSuperseded | None = None

    @property
    def remarks(self) -> Iterator[str]:
        """Why it could not have been in force on the gaming date, in plain sentences."""
        if self.gaming_date is None:
            return
        if self.effective is not None and self.gaming_date < self.effective:
            yield f"not in force before {self.effective}; the round is of {self.gaming_date}"
        over = self.superseded
        if over is not None and over.from_ <= self.gaming_date:
            yield f"superseded by {over.by} from {over.from_}; the round is of {self.gaming_date}"


def begun(record: SubmissionRecord) -> SubmissionStream:
    """The submission of a record of which nothing is taken yet."""
    return decide.begin(SubmissionHeader(name=record.name))


def supposed(
    instead: Instead, own: Submission, gaming_date: date | None, registered: Mapping[str, SubmissionStream]
) -> WhatIf:
    """The submission to judge a round by instead of its own: of its versions, that of the gaming date.

    Raises UnknownSubmission, GameMismatch, and what one given inline or as a
    record may be refused for.
    """
    game = GAMES[own.game]
    if isinstance(instead, InlineSubmission):
        return WhatIf(elections.inline(game, instead), own, gaming_date)
    if isinstance(instead, SubmissionRecord):
        name, stream = instead.name, decide.extend(begun(instead), instead.events)
    else:
        name, stream = instead, _registered(instead, registered)
    version = stream.in_force(gaming_date)
    given = stream.submitted(version)
    try:
        elected = elections.registered(name, version, game, given)
    except LedgerError as refused:
        raise refused.at("/submission") from None
    # Its dates are among the remarks, and no finding of a round that was not dealt under it.
    supposed_of = replace(elected, effective=None)
    return WhatIf(supposed_of, own, gaming_date, given.effective, stream.superseded)


def _registered(name: str, registered: Mapping[str, SubmissionStream]) -> SubmissionStream:
    try:
        return registered[name]
    except KeyError:
        raise UnknownSubmission(submission=name, pointer="/submission") from None
