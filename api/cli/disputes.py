"""`pitledger dispute`: open one, list them by what is due, show one."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsOf, Table, instant

if TYPE_CHECKING:
    from ledger.settings import Settings
    from projections.disputes.answers import DisputePage, DisputeState, DueSaid

Dispute = Annotated[str, typer.Argument(metavar="DISPUTE", show_default=False)]
Rounds = Annotated[
    list[str],
    typer.Option("--round", metavar="ROUND", help="A round in dispute; may be given several times."),
]
Subject = Annotated[str, typer.Option("--subject", help="Who complains: an opaque id, never a name.")]
Claim = Annotated[str, typer.Option("--claim", help="What they say.")]
By = Annotated[str, typer.Option("--by", help="Who takes the complaint.")]
Named = Annotated[
    str | None, typer.Option("--name", help="The dispute's name; absent: made of its first round's.")
]
Spot = Annotated[int | None, typer.Option("--spot", help="The spot it is about.")]
Wager = Annotated[str | None, typer.Option("--wager", help="The wager it is about.")]
Amount = Annotated[int | None, typer.Option("--amount", help="What is in dispute, in cents.")]
When = Annotated[
    datetime | None,
    typer.Option(
        "--at", metavar="TIME", parser=instant, help="When the complaint was received; absent: now."
    ),
]
Status = Annotated[
    str | None, typer.Option("--status", help="As far as this alone: open, ruled, escalated, closed.")
]


def open_dispute(
    *,
    rounds: Rounds,
    subject: Subject,
    claim: Claim,
    by: By,
    name: Named = None,
    spot: Spot = None,
    wager: Wager = None,
    amount: Amount = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Open a dispute, and say which video to secure before it is erased."""
    from api.cli.opening import catch_up, ledger_of, recorded_by, views_of
    from ledger.settings import load_settings

    settings = load_settings()
    when = at or datetime.now(UTC).astimezone()
    complaint = {
        "type": "opened", "occurred_at": when.isoformat(), "source": "manual", "by": by,
        "rounds": rounds, "subject": subject, "claim": claim, "spot": spot, "wager": wager, "amount": amount,
    }  # fmt: skip
    called = name or f"D-{rounds[0].replace('/', '-')}"
    record = {"format": "pitledger/1", "stream": "dispute", "name": called, "events": [complaint]}
    with ledger_of(settings) as ledger:
        receipt = ledger.record(json.dumps(record), by=recorded_by())
    if receipt.problem is not None:
        raise receipt.problem
    catch_up(settings)
    with views_of(settings) as views:
        found = views.dispute(called)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    _show(found)


def list_disputes(
    *,
    status: Status = None,
    table: Table = None,
    about: Annotated[
        str | None, typer.Option("--round", metavar="ROUND", help="About this round alone.")
    ] = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """List disputes, each with what is to be done first."""
    from typing import get_args

    from api.cli.opening import ask
    from ledger.disputes import state
    from ledger.errors import InvalidQuery
    from projections.disputes.asked import Wanted

    known = get_args(state.Status)
    if status not in {None, *known}:
        raise InvalidQuery(detail=f"status is one of {', '.join(known)}")
    wanted = Wanted(status, table, about)  # type: ignore[arg-type]  # checked above
    ask(lambda views: views.disputes(wanted, as_of=as_of, limit=500), _list, as_json=as_json)


def _list(found: DisputePage) -> None:
    rows = [
        (
            one.dispute, one.status, ", ".join(one.tables), terminal.hundredths(one.amount), one.subject,
            terminal.DASH if one.next is None else _due(one.next),
        )
        for one in found.disputes
    ]  # fmt: skip
    terminal.table("", ("dispute", "status", "tables", "amount", "subject", "to do first"), rows)


def show(dispute: Dispute, *, as_of: AsOf = None, as_json: AsJson = False) -> None:
    """Show a dispute: complaint, what is due, evidence, statements, rulings, findings."""
    from ledger.settings import load_settings

    answered(load_settings(), dispute, as_of=as_of, as_json=as_json)


def answered(settings: Settings, dispute: str, *, as_of: int | None = None, as_json: bool = False) -> None:
    """Print how a dispute stands."""
    from api.cli.opening import tell, views_of

    with views_of(settings) as views:
        found = views.dispute(dispute, as_of=as_of)
    tell(found, _show, as_json=as_json)


def _show(found: DisputeState) -> None:
    complaint = found.complaint
    terminal.say(f"{found.dispute}, {found.status}, by the profile {found.jurisdiction}")
    about = ", ".join(complaint["rounds"]) or complaint.get("table", "")
    terminal.say(f"{complaint['subject']} on {about}: {complaint['claim']}")
    terminal.say(f"in dispute {terminal.hundredths(complaint.get('amount'))}")
    for window in found.windows:
        cameras = ", ".join(window.cameras) or "no camera of the table is on record"
        terminal.say(
            f"look at {window.table} from {window.since.isoformat()} to {window.until.isoformat()}: {cameras}"
        )
    for due in found.due:
        terminal.say(f"{due.state.replace('_', ' ')}: {_due(due)}  [{due.source}, {due.evidence}]")
    rows = [
        (
            str(event["version"]),
            event["type"],
            event.get("occurred_at", ""),
            event.get("by", ""),
            _said(event),
        )
        for event in found.events
    ]
    terminal.table("", ("#", "event", "when", "by", "what"), rows)
    for finding in found.findings:
        terminal.say(f"finding {finding['code']} #{finding['event']}: {finding['detail']}")


def _due(due: DueSaid) -> str:
    return due.words if due.by is None else f"{due.words}, by {due.by.isoformat()}"


def _said(event: dict[str, object]) -> str:
    """What an event says for itself, in its own words."""
    names = (
        "claim", "text", "conclusion", "ruling", "what", "location", "to", "outcome", "summary", "reason",
        "note",
    )  # fmt: skip
    told = (event.get(name) for name in names)
    return "; ".join(str(one) for one in told if one)
