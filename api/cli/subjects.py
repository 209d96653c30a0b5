"""`pitledger dispute subject`: who complains, told, read and erased."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import STANDARD_INPUT, AsJson, readable
from api.cli.disputes import Dispute

if TYPE_CHECKING:
    from ledger.application.personal import Access

Told = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=readable,
        help="JSON with name, address, phone, account, one at least; - is standard input.",
        show_default=False,
    ),
]
By = Annotated[str, typer.Option("--by", help="Who does it: the id of an employee.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is recorded, so name nobody in it.")]
Why = Annotated[
    str | None, typer.Option("--reason", help="Why, where it is told anew; it is recorded, so name nobody.")
]
Second = Annotated[str, typer.Option("--approved-by", help="The second person, who agreed.")]


def put(dispute: Dispute, told: Told, *, by: By, reason: Why = None, as_json: AsJson = False) -> None:
    """Keep who complains, encrypted apart from the events; that it was told, by whom and why, is recorded.

    It comes from a file or a pipe, since what is typed as an option stays in the shell's history.
    """
    from api.cli.opening import ledger_of
    from ledger.application import personal
    from ledger.settings import load_settings

    settings = load_settings()
    access = _access(by, reason or personal.AS_TOLD)
    document = sys.stdin.buffer.read() if told == STANDARD_INPUT else told.read_bytes()
    with ledger_of(settings) as ledger:
        kept = personal.put(ledger, settings, dispute, document, access)
    said = {"dispute": dispute, "subject": kept.subject, "held": kept.particulars.held}
    if as_json:
        terminal.answer(said)
    else:
        terminal.say(f"of {kept.subject} is kept: {', '.join(kept.particulars.held)}")


def show(dispute: Dispute, *, by: By, reason: Reason, as_json: AsJson = False) -> None:
    """Say who complains; that it was read, by whom and why, is recorded in the dispute first."""
    from api.cli.opening import ledger_of
    from ledger.application import personal
    from ledger.settings import load_settings

    settings = load_settings()
    with ledger_of(settings) as ledger:
        read = personal.read(ledger, settings, dispute, _access(by, reason))
    told = read.particulars.model_dump(exclude_none=True)
    if as_json:
        terminal.answer({"dispute": dispute, "subject": read.subject, "particulars": told})
        return
    terminal.say(f"{read.subject}, who complains in {dispute}")
    for name, text in told.items():
        terminal.say(f"  {name:<8} {text}")


def erase(dispute: Dispute, *, by: By, approved_by: Second, reason: Reason, as_json: AsJson = False) -> None:
    """Erase who complains, and their key; recorded in each of their disputes, which stay as they are."""
    from api.cli.opening import ledger_of, views_of
    from ledger.application import personal
    from ledger.settings import load_settings

    settings = load_settings()
    with views_of(settings) as views:
        disputes, former = views.disputes_of_subject(dispute), views.former_subjects(dispute)
    with ledger_of(settings) as ledger:
        subject = personal.erase(
            ledger, settings, disputes, _access(by, reason), approved_by=approved_by, former=former
        )
    if as_json:
        terminal.answer({"subject": subject, "disputes": disputes})
    else:
        terminal.say(f"erased who {subject} is; recorded in {', '.join(disputes)}")


def _access(by: str, reason: str) -> Access:
    from api.cli.opening import recorded_by
    from ledger.application.personal import Access

    return Access(by, reason, datetime.now(UTC), recorded_by())


def rekey(
    *,
    by: By,
    reason: Reason,
    to: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            callback=readable,
            help="The new key, where PITLEDGER_PERSONAL_KEY_FILE names the old one: 32 bytes as base64.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Encrypt all personal data with another master key; recorded first, in each dispute that it is about.

    What was broken off goes on.

    The key under PITLEDGER_HOME is made anew, and the old one is gone.  A key file of one's own is changed in
    the settings afterwards, and the old file destroyed with every copy.
    """
    from api.cli.opening import ledger_of, views_of
    from ledger.application.rekeying import Noting
    from ledger.application.rekeying import rekey as rekeyed
    from ledger.settings import load_settings

    settings = load_settings()
    with views_of(settings) as views, ledger_of(settings) as ledger:
        done = rekeyed(settings, Noting(ledger, views.disputes_naming, _access(by, reason)), to=to)
    if as_json:
        terminal.answer({"subjects": len(done.subjects), "disputes": done.disputes})
    else:
        where = f"; recorded in {', '.join(done.disputes)}" if done.disputes else ""
        terminal.say(f"encrypted anew: {len(done.subjects)} subjects{where}")
