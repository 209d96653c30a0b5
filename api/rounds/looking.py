"""From when a round is looked at: at which version, as known at which time."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from fastapi import Depends, Query

from api.answering import MOST_VERSIONS, AsKnownAt, known_at
from api.auth import Principal
from api.version import SOFTWARE
from ledger.application.ledger import Ledger, RoundSeen
from projections.reports.round import round_report
from projections.views import Views

Version: TypeAlias = Annotated[
    int | None, Query(ge=1, le=MOST_VERSIONS, description="as it stood after this many events; absent: all")
]


class Looking:
    """The two parameters that every view of a round takes."""

    def __init__(self, version: Version = None, as_known_at: AsKnownAt = None) -> None:
        self.version = version
        self.known_at = as_known_at

    def round(
        self, ledger: Ledger, reference: str, principal: Principal, submission: str | None = None
    ) -> RoundSeen:
        """The round as who asks may see it.  Raises RoundNotFound, InvalidReference, UnknownSubmission."""
        return ledger.round(
            reference,
            version=self.version,
            known_at=self.known_at,
            sees_all=principal.sees_all,
            submission=submission,
        )

    def report(
        self, views: Views, reference: str, principal: Principal, submission: str | None
    ) -> dict[str, Any]:
        """Its report, likewise."""
        document = round_report(
            views,
            reference,
            version=self.version,
            known_at=self.known_at,
            sees_all=principal.sees_all,
            submission=submission,
            software=SOFTWARE,
        )
        return {**document, **known_at(self.known_at)}


Look: TypeAlias = Annotated[Looking, Depends()]
