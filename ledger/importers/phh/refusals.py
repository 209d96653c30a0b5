"""Why a hand history is not imported.  Codes are permanent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "not_utf8": "the file is not text in UTF-8",
        "malformed_toml": "the hand is not TOML",
        "field_missing": "a field that the variant needs is missing",
        "field_invalid": "a field has a value that it cannot have",
        "variant_without_rules": "the variant has no rules in this ledger",
        "action_unreadable": "an action is not of the notation",
        "action_impossible": "an action cannot follow those before it",
        "amount_too_fine": "an amount is finer than a cent, or than 10,000 units a chip",
        "cut_short": "the actions stop before the hand is over, and the file says that it went on",
        "contradicts_itself": "actions and cards give another result than the file says",
        "awards_do_not_fit": "what the file says was collected does not fit the pots",
        "not_a_record": "the hand cannot be a record",
    }
)


class HandRefused(Exception):
    """A hand that cannot be represented: a code of `REASONS` and what it is about in this hand."""

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{REASONS[code]}: {detail}")
