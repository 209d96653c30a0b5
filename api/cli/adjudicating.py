"""`pitledger adjudicate`: what the rules give, without a database."""

from __future__ import annotations

import typer

from api.cli import terminal
from api.cli.arguments import Instead, Source


def adjudicate(file: Source, *, submission: Instead = None) -> None:
    """Judge whole round records, without a database.

    One line of JSON a round, with its resolutions and findings, in order.
    """
    from api.cli.electing import submission_in
    from api.cli.reading import Documents, opened
    from ledger.application.adjudicate import Adjudicated
    from ledger.application.adjudicate import adjudicate as judged
    from ledger.rounds import answers
    from ledger.settings import load_settings

    instead = None if submission is None else submission_in(submission)
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
