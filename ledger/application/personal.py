"""Who the subject of a dispute is: told, read and erased, each through the dispute.

Telling, reading and erasing are recorded in it; what was told is nowhere but in its own
table, encrypted.  Nothing of it goes through the door of records, so that no
refused record can hold it either.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from ledger.application.continued import note
from ledger.application.ledger import Ledger
from ledger.disputes.state import fold
from ledger.events.records import DisputeHeader
from ledger.personal import cipher, particulars, store
from ledger.personal.errors import PersonalDataNotFound, PersonalKeyUnusable
from ledger.personal.master import key_place, master_key
from ledger.personal.particulars import Particulars
from ledger.settings import Settings

# Why somebody tells who complains, where they do not say.
AS_TOLD: Final = "as the complaint was taken down"


class Access(NamedTuple):
    """Who does it, why and when; `recorded_by` is the terminal or key that says so."""

    by: str
    reason: str
    at: datetime
    recorded_by: str


class Told(NamedTuple):
    """Whose particulars they are."""

    subject: str
    particulars: Particulars


def put(ledger: Ledger, settings: Settings, dispute: str, document: bytes, access: Access) -> Told:
    """Keep the particulars of a dispute's subject, in the place of earlier ones, and record who did and why.

    Raises DisputeNotFound, PersonalKeyUnusable, NotARecord, and what `particulars.read` raises.
    """
    told = particulars.read(document)
    subject = subject_of(ledger, dispute)
    text = told.model_dump_json(exclude_none=True).encode()
    with store.shared(settings) as connection:
        kept = store.any_kept(connection)
        if kept and not key_place(settings).exists():
            raise PersonalKeyUnusable(
                detail=f"{key_place(settings)} is not there, and encrypted what is kept"
            )
        master = master_key(settings, make=not kept)
        store.put(connection, subject, cipher.sealed(master, whose(settings, subject), text), access.by)
        noted(ledger, dispute, "personal_data_kept", access)
    return Told(subject, told)


def read(ledger: Ledger, settings: Settings, dispute: str, access: Access) -> Told:
    """The particulars of a dispute's subject; that they were read, by whom and why is recorded first.

    Raises DisputeNotFound, PersonalDataNotFound, PersonalKeyUnusable, NotARecord.
    """
    subject = subject_of(ledger, dispute)
    with store.shared(settings) as connection:
        kept = store.find(connection, subject)
        if kept is None:
            raise PersonalDataNotFound(dispute=dispute)
        text = cipher.opened(master_key(settings, make=False), whose(settings, subject), kept)
    noted(ledger, dispute, "personal_data", access)
    return Told(subject, Particulars.model_validate_json(text))


def noted(ledger: Ledger, dispute: str, what: str, access: Access) -> None:
    """Record in a dispute that somebody read, told or encrypted anew who complains, and why.

    Raises NotARecord, StoreUnavailable.
    """
    event = {"type": "accessed", "what": what, "reason": access.reason}
    note(ledger, dispute, event, by=access.by, at=access.at, recorded_by=access.recorded_by)


def erase(
    ledger: Ledger,
    settings: Settings,
    disputes: Iterable[str],
    access: Access,
    *,
    approved_by: str,
    former: Iterable[str] = (),
) -> str:
    """Erase the particulars of the subject of some disputes, and record it in each; the subject.

    The first of them says whose it is; `former` are the ids that it named before it was corrected, under
    which something may lie still.  The rows are gone when all of them say so, and stay where one cannot.
    Raises DisputeNotFound, PersonalDataNotFound, NotARecord (SamePerson among them).
    """
    names = list(dict.fromkeys(disputes))
    subject = subject_of(ledger, names[0])
    with store.custody(settings) as connection, connection.transaction():
        erased = [one for one in dict.fromkeys((subject, *former)) if store.erase(connection, one)]
        if not erased:
            raise PersonalDataNotFound(dispute=names[0])
        for one in erased:
            event = {
                "type": "personal_data_erased", "subject": one, "reason": access.reason,
                "approved_by": approved_by,
            }  # fmt: skip
            for name in names if one == subject else names[:1]:
                note(ledger, name, event, by=access.by, at=access.at, recorded_by=access.recorded_by)
    store.clear(settings)
    return subject


def subject_of(ledger: Ledger, dispute: str) -> str:
    """The opaque id of who complains.  Raises DisputeNotFound."""
    recorded = ledger.stream("dispute", dispute)
    header = recorded[0].header
    assert isinstance(header, DisputeHeader), header
    opened = fold(header, (one.event for one in recorded)).opened
    assert opened is not None, "a dispute begins with its complaint"
    return opened.subject


def whose(settings: Settings, subject: str) -> str:
    """A subject of this property, as their row is bound to them."""
    return f"{settings.property}/{subject}"
