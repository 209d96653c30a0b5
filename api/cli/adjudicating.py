"""`pitledger adjudicate`: what the rules give, without a database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from api.cli import terminal
from api.cli.arguments import Instead, Source

if TYPE_CHECKING:
    from ledger.events.records import SubmissionRecord
    from ledger.events.registry import InlineSubmission


def adjudicate(file: Source, *, submission: Instead = None) -> None:
    """Judge whole round records, without a database.

    One line of JSON a round, with its resolutions and findings, in order.
    """
    from api.cli.reading import Documents, opened
    from ledger.application.adjudicate import Adjudicated
    from ledger.application.adjudicate import adjudicate as judged
    from ledger.rounds import answers
    from ledger.settings import load_settings

    instead = None if submission is None else _instead(submission)
    refused = False
    with opened(file) as stream:
        documents = Documents(stream)
        given = 0
        for found in judged(documents, load_settings().property, instead):
            index = found.line if isinstance(found, Adjudicated) else found[0]
            # Other records than rounds have no answer, so their lines are passed over here.
            lines = [documents.began.popleft() for _ in range(index - given)]
            given = index
            if isinstance(found, Adjudicated):
                terminal.answer(answers.adjudication(found.round_id, found.judgement))
            else:
                terminal.refusal(found[1], f"line {lines[-1]}")
                refused = True
        if documents.damage is not None:
            terminal.refusal(documents.damage, f"line {documents.line + 1}")
            refused = True
    if refused:
        raise typer.Exit(1)


def _instead(path: Path) -> SubmissionRecord | InlineSubmission:
    """The submission of a file: a record of one, or its tables and options.

    Raises NotARecord where it is neither.
    """
    from pydantic import ValidationError

    from ledger.errors import UnknownStream
    from ledger.events.records import SubmissionRecord, read_record
    from ledger.events.refusals import refusal
    from ledger.events.registry import InlineSubmission

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
