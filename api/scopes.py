"""What a key or token may open, by its scopes.

A route names the scopes of which one is enough; `README.md` has the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Scope(StrEnum):
    """A right, as it stands in keys and tokens."""

    RECORDING = "recording"
    ACCOUNTING = "accounting"
    DISPUTES = "disputes"
    RULING = "ruling"
    PERSONAL = "personal"
    REPORTING = "reporting"
    SURVEILLANCE = "surveillance"
    INTEGRITY = "integrity"
    OPERATIONS = "operations"


MEANS: Final[Mapping[Scope, str]] = MappingProxyType(
    {
        Scope.RECORDING: "append records and events, and see how far a round is recorded",
        Scope.ACCOUNTING: "trays, sessions, funds, slips, reconciliations, and the rounds behind them",
        Scope.DISPUTES: "disputes and their reports, and search and rebuild rounds",
        Scope.RULING: "rulings, settlements and endings of disputes, beside `disputes`",
        Scope.PERSONAL: "names and addresses of who complains: told, read and, with `ruling`, erased",
        Scope.REPORTING: "the feed, and search of rounds",
        Scope.SURVEILLANCE: "search and rebuild rounds with the faces that nobody has been shown yet",
        Scope.INTEGRITY: "checkpoints, proofs, keys, chapters (to export: `reporting` too), refused records",
        Scope.OPERATIONS: "metrics",
    }
)


def known(names: Iterable[str]) -> frozenset[Scope]:
    """The scopes among some words; an identity provider may name others that mean nothing here."""
    return frozenset(Scope(name) for name in names if name in Scope.__members__.values())
