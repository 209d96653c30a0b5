"""`pitledger simulate`: plausible rounds, the same for the same seed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from api.cli import terminal
from api.cli.recording import Tally, findings

Game = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="G",
        help="texas_holdem_bonus, three_card_poker, caribbean_stud, boston_5_stud or poker.",
    ),
]
Tables = Annotated[int, typer.Option("--tables", metavar="N", min=1, max=99, help="How many tables.")]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="How many rounds at each table.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", min=0, help="The same seed, the same bytes.")]
Mistakes = Annotated[
    float, typer.Option("--mistakes", metavar="RATE", min=0, max=1, help="How often somebody errs, 0 to 1.")
]
Submission = Annotated[
    str | None,
    typer.Option(
        "--submission",
        metavar="NAME",
        help="By which of the game's submissions the tables play; `each`: in turn by every one.",
    ),
]
Method = Annotated[
    Literal["manual_shoe", "hand", "automated_shoe"] | None,
    typer.Option("--dealing", help="How all tables deal; without it each session has a method of its own."),
]
Append = Annotated[bool, typer.Option("--record", help="Append the records instead of printing them.")]


def simulate(
    *,
    game: Game,
    tables: Tables = 1,
    rounds: Rounds = 10,
    seed: Seed = 1,
    mistakes: Mistakes = 0.0,
    submission: Submission = None,
    dealing: Method = None,
    record: Append = False,
) -> None:
    """Deal plausible rounds by the rules, as records.

    First come the records that register the submission and the tables.  With
    --mistakes people err, and the note of the event says how.
    """
    from ledger.errors import UnknownGame, UnknownSubmission
    from ledger.simulate.offers import OFFERS
    from ledger.simulate.pit import evening
    from ledger.simulate.pit import simulate as dealt

    try:
        asked = evening(
            game,
            tables=tables,
            rounds=rounds,
            seed=seed,
            mistakes=mistakes,
            submission=submission,
            dealing=dealing,
        )
    except UnknownGame as unknown:
        raise typer.BadParameter(unknown.message) from None
    except UnknownSubmission as unknown:
        known = ", ".join(("each", *(one.name for one in OFFERS[game].submissions)))
        raise typer.BadParameter(f"{unknown.message}; known: {known}") from None
    lines = dealt(asked)
    if record:
        _append(lines)
        return
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _append(lines: Iterator[str]) -> None:
    from api.cli.opening import ledger_of, recorded_by
    from ledger.settings import load_settings

    tally = Tally()
    with ledger_of(load_settings()) as ledger, terminal.progress() as show:
        for receipt in ledger.record_all(lines, by=recorded_by()):
            tally.count(receipt)
            if receipt.problem is not None:
                terminal.refusal(receipt.problem, receipt.stream)
            show(tally.said())
    terminal.say(tally.said())
    findings(tally)
    if tally.refused:
        raise typer.Exit(1)
