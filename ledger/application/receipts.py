"""What became of each record as a JSON document, the same for the command and for HTTP.

Source: CONTRACT §5, `POST /v1/records`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ledger.application.ledger import Receipt
from ledger.errors import LedgerError
from ledger.rounds.answers import finding

Document: TypeAlias = dict[str, Any]


def problem(refused: LedgerError) -> Document:
    """A refusal: its permanent code, one sentence, and a JSON pointer into the record where there is one."""
    said: Document = {"code": refused.code, "detail": refused.message}
    return said if refused.pointer is None else {**said, "pointer": refused.pointer}


def receipt(line: int, given: Receipt, say: Callable[[LedgerError], Document] = problem) -> Document:
    """The answer for the record that began on a line of the input, from 1.

    `stream` is kind and key (`round/THB-03/2026-11-28/412`), empty where the
    record could not be read; `version` the events now stored in it, `appended`
    those that this record added; `findings` are those of the whole stream.
    `problem`, with a refusal only, is made by `say`.
    """
    answer: Document = {
        "line": line,
        "stream": given.stream,
        "status": given.status,
        "version": given.version,
        "appended": given.appended,
        "findings": [finding(one) for one in given.findings],
    }
    return answer if given.problem is None else {**answer, "problem": say(given.problem)}
