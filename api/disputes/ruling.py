"""Who may decide a dispute: what a ruling is among the events of one."""

from __future__ import annotations

from typing import Final

from pydantic_core import from_json

from api.auth import Principal
from api.errors import ScopeMissing
from api.scopes import Scope

# What is decided, paid or ended; all else is anybody's at the dispute desk.
DECIDES: Final = frozenset({"ruling_made", "settlement_paid", "closed", "personal_data_erased", "corrected"})


def may_rule(principal: Principal, document: bytes) -> None:
    """Refuse a record in which somebody rules who may not.  Raises ScopeMissing.

    What cannot be read is let through: it is refused as a record.
    """
    if Scope.RULING in principal.scopes:
        return
    try:
        events = from_json(document)["events"]
        decided = [one["type"] for one in events if one["type"] in DECIDES]
    except (ValueError, TypeError, KeyError):
        return
    if decided:
        raise ScopeMissing(principal=principal.name, scope=str(Scope.RULING))
