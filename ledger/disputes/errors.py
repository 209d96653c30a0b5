"""What is refused of disputes alone, each refusal with a permanent code."""

from __future__ import annotations

from ledger.errors import NotARecord


class NotedByLedger(NotARecord):
    """An access or an erasure that nobody made, or one that somebody wants to have been otherwise."""

    code = "noted_by_ledger"
    text = "{type} is noted by the ledger alone, when it happens: it is neither told it nor corrected"
