"""`pitledger dispute report`: the report of a dispute in a file; `verify-report` checks such a file."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, cast

import typer

from api.cli import terminal
from api.cli.arguments import STANDARD_INPUT, AsJson, AsOf, readable
from api.cli.dispute_steps import By
from api.cli.disputes import Dispute

if TYPE_CHECKING:
    from projections.disputes.report.checking import Checked

Form = Annotated[str, typer.Option("--format", metavar="json|html|pdf", help="In which form.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where to; absent: DISPUTE.FORMAT; - is standard output."
    ),
]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is recorded, so name nobody in it.")]
# What a check says of a report that holds; before it stands what its events do not prove, item by item.
MADE_AGAIN: Final = "all else that it makes of its events was made again from them and is the same"
WithProofs = Annotated[
    bool,
    typer.Option(
        "--sealed/--unsealed", help="JSON without proofs, as one that was taken before it was sealed."
    ),
]


def report(
    dispute: Dispute,
    *,
    by: By,
    reason: Reason,
    form: Form = "pdf",
    output: Output = None,
    as_of: AsOf = None,
    sealed: WithProofs = True,
) -> None:
    """Take the report of a dispute away; that it was taken, by whom and why is recorded first.

    The same dispute as of the same position is the same file.
    """
    from api.cli.opening import ledger_of, recorded_by, views_of
    from api.disputes.printing.forms import MEDIA_TYPES
    from api.disputes.taking import Access, Wanted, taken
    from ledger.settings import load_settings

    if form not in MEDIA_TYPES:
        raise typer.BadParameter(f"format is one of {', '.join(MEDIA_TYPES)}")
    settings = load_settings()
    asked = Wanted(dispute, cast("Literal['json', 'html', 'pdf']", form), as_of, sealed)
    access = Access(by, reason, datetime.now(UTC).astimezone(), recorded_by())
    with views_of(settings) as views, ledger_of(settings) as ledger:
        given = taken(ledger, views, asked, access)
    place = output or Path(f"{dispute}.{form}")
    if place == STANDARD_INPUT:
        sys.stdout.buffer.write(given.content)
        return
    place.write_bytes(given.content)
    terminal.say(f"{place}: as of position {given.as_of:,}, SHA-256 {given.sha256}")


def verify_report(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", callback=readable, help="A report in its JSON form; - is standard input."
        ),
    ],
    *,
    key: Annotated[
        str | None, typer.Option(help="The key to trust (name+hash+key); absent: those the report names.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a report of a dispute, without a ledger.

    That its events are the ones that were sealed, and that history, rulings, the four truths, the rows that
    decide, deadlines and all else that follows from them is what they make.  What does not, as what lay in
    the tray before, is named item by item as not proven.  Exit 1 where something is not so.
    """
    from hashlib import sha256

    from ledger.seal.notes import VerifierKey
    from projections.disputes.report.checking import check

    content = sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
    found = check(content, [] if key is None else [VerifierKey.read(key)])
    digest = sha256(content).hexdigest()
    if as_json:
        terminal.answer(
            {
                "ok": found.holds, "format": found.report.format,
                "dispute": found.report.dispute, "as_of": found.report.as_of,
                "sha256": digest, "events": found.events, "proven": found.proven, "withheld": found.withheld,
                "keys": list(found.keys), "wrong": list(found.wrong), "unjudged": list(found.unjudged),
                "unproven": [one._asdict() for one in found.unproven],
                "otherwise": list(found.otherwise), "differs": list(found.differs),
            }
        )  # fmt: skip
    else:
        _say_checked(found, digest, named=key is None)
    if not found.holds:
        raise typer.Exit(1)


def _say_checked(found: Checked, digest: str, *, named: bool) -> None:
    for wrong in found.wrong:
        terminal.say(wrong)
    terminal.say(f"{found.report.dispute} as of position {found.report.as_of:,}, SHA-256 {digest}")
    terminal.say(f"{found.events:,} events, {found.proven:,} of them proven, {found.withheld:,} withheld")
    for key in found.keys:
        terminal.say(f"trusted: {key}" + (" (the report names it itself: compare it)" if named else ""))
    for one in found.unproven:
        terminal.say(f"not proven: {one.where or 'the whole'}: {one.why}")
    for round_ in found.unjudged:
        terminal.say(
            f"{round_} cannot be judged here: faces, its submission or what a meter showed are not in it"
        )
    if found.wrong:
        terminal.say("NOT as it was recorded")
        return
    _say_made(found)
    if found.proven and named:
        terminal.say(
            "its events are as they were sealed by whoever has that key: whether it is the house's only the"
            " key as it was told to you can say (--key)"
        )
    elif found.proven:
        terminal.say("its events are as they were sealed")
    else:
        terminal.say(
            "nothing in it contradicts itself, and nothing is proven: it was taken before it was sealed"
        )


def _say_made(found: Checked) -> None:
    """Whether this program makes the same of the events, and where not, what can be said of that."""
    for why in found.otherwise:
        terminal.say(f"made by another version: {why}")
    for differs in found.differs:
        terminal.say(f"made otherwise here: {differs}")
    if found.differs:
        terminal.say(
            "NOT CHECKED whole: whether that is the version, or somebody altered it, only the program that"
            f" made it can tell ({found.report.integrity.software}): check it with that one"
        )
    else:
        terminal.say(MADE_AGAIN)
