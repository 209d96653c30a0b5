"""Who may have what recorded of disputes, whichever way a record of one comes in."""

from __future__ import annotations

from typing import Final

from api.auth import Principal
from api.errors import ScopeMissing
from api.scopes import Scope
from ledger.application.door import May
from ledger.events.records import DisputeHeader, Record

# What is decided, paid or ended; all else is anybody's at the dispute desk.
DECIDES: Final = frozenset({"ruling_made", "settlement_paid", "closed", "personal_data_erased", "corrected"})


def may_record(principal: Principal) -> May:
    """What lets in of disputes only what somebody may say of them; it raises ScopeMissing.

    The desk is for `disputes`, its decisions for `ruling` beside it; other streams want nothing more.
    """

    def may(record: Record) -> None:
        if record.STREAM != DisputeHeader.STREAM:
            return
        decided = any(event.type in DECIDES for event in record.facts)
        for scope in (Scope.DISPUTES, Scope.RULING) if decided else (Scope.DISPUTES,):
            if scope not in principal.scopes:
                raise ScopeMissing(principal=principal.name, scope=str(scope))

    return may
