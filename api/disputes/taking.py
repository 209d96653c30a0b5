"""A report taken away: written, then its taking recorded in the dispute, and only then given.

The report is as of the position before that record, so that the same one can
be made again: by `as_of`, and without proofs where it had none.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from api.disputes.printing.forms import Form, written
from api.version import SOFTWARE
from ledger.application.continued import note
from ledger.application.ledger import Ledger
from projections.disputes.report.whole import dispute_report
from projections.views import Views


class Wanted(NamedTuple):
    """Which report: None of `as_of` is now; with `sees_all` no face is withheld."""

    dispute: str
    form: Form
    as_of: int | None = None
    sealed: bool = True
    sees_all: bool = False


class Access(NamedTuple):
    """Who takes it away, why and when; `recorded_by` is the terminal or key that says so."""

    by: str
    reason: str
    at: datetime
    recorded_by: str


class Taken(NamedTuple):
    """A report as it was given."""

    content: bytes
    sha256: str
    as_of: int


def taken(ledger: Ledger, views: Views, wanted: Wanted, access: Access) -> Taken:
    """The report, after who took it was recorded.  `ledger` is one that appends.

    Raises DisputeNotFound, InvalidQuery, NotARecord where the reason is none, StoreUnavailable.
    """
    report = dispute_report(
        views,
        wanted.dispute,
        as_of=wanted.as_of,
        sees_all=wanted.sees_all,
        # Paper says the same for ever: what comes to be later, the seal, is carried by JSON alone.
        sealed=wanted.sealed and wanted.form == "json",
        software=SOFTWARE,
    )
    content = written(report, wanted.form)
    digest = sha256(content).hexdigest()
    event = {
        "type": "accessed",
        "what": "report",
        "format": wanted.form,
        "sha256": digest,
        "as_of": report.as_of,
        "reason": access.reason,
    }
    note(ledger, wanted.dispute, event, by=access.by, at=access.at, recorded_by=access.recorded_by)
    return Taken(content, digest, report.as_of)
