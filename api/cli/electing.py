"""The submission that rounds are to be judged by instead of their own, as people give it."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from ledger.application.what_if import Instead
from ledger.errors import UnknownStream
from ledger.events.records import SubmissionRecord, read_record
from ledger.events.refusals import refusal
from ledger.events.registry import InlineSubmission


def submission_of(given: str) -> Instead:
    """What rounds are to be judged by: the submission of a file, where there is one, else a name."""
    path = Path(given)
    return submission_in(path) if path.is_file() else given


def submission_in(path: Path) -> SubmissionRecord | InlineSubmission:
    """The submission of a file: a record of one, or its tables and options.

    Raises NotARecord where it is neither.
    """
    document = path.read_bytes()
    if _is_record(document):
        record = read_record(document)
        if not isinstance(record, SubmissionRecord):
            raise UnknownStream(stream=record.STREAM, known="submission", pointer="/stream")
        return record
    try:
        return InlineSubmission.model_validate_json(document)
    except ValidationError as error:
        raise refusal(error, document) from None


def _is_record(document: bytes) -> bool:
    try:
        parsed = json.loads(document)
    except ValueError:
        return False
    return isinstance(parsed, dict) and "stream" in parsed
