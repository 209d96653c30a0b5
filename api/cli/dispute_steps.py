"""`pitledger dispute statement|request|secure|notice|escalate|rule|close`: what people do at a desk.

Each appends one event and shows how the dispute stands then.  Whatever else
can happen in one is recorded as a record (`pitledger record`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from api.cli.arguments import AsJson, instant, readable
from api.cli.disputes import Dispute, answered

By = Annotated[str, typer.Option("--by", help="Who does it: the id of an employee.")]
ApprovedBy = Annotated[str, typer.Option("--approved-by", help="The second person, who agreed.")]
When = Annotated[
    datetime | None,
    typer.Option("--at", metavar="TIME", parser=instant, help="When it happened; absent: now."),
]
Role = Annotated[
    str,
    typer.Option("--role", help="complainant, patron, dealer, floor, surveillance or witness."),
]
Of = Annotated[str, typer.Option("--of", help="Who said it: an opaque id, never a name.")]
Text = Annotated[str, typer.Option("--text", help="What they said: a claim, and never a card.")]
Location = Annotated[str, typer.Option("--location", help="Where the evidence lies now.")]
Request = Annotated[
    int | None,
    typer.Option(
        "--request", metavar="N", min=1, help="The event that asked for it; absent: the first open."
    ),
]
Cameras = Annotated[list[str] | None, typer.Option("--camera", help="A camera; may be given several times.")]
Media = Annotated[
    Path | None,
    typer.Option("--file", callback=readable, help="The media itself: its SHA-256 is recorded."),
]
Ruling = Annotated[str, typer.Option("--ruling", help="What was decided, and why.")]
Rule = Annotated[str | None, typer.Option("--rule", help="The paragraph that it follows.")]
ToPatron = Annotated[
    int | None,
    typer.Option(
        "--to-patron", help="What it gives the patron on the wager in dispute, in cents; -4000: takes."
    ),
]
Outcome = Annotated[
    str, typer.Option("--outcome", help="no_error, patron_error, dealer_error, withdrawn or undecided.")
]
Savings = Annotated[int | None, typer.Option("--savings", min=0, help="What was saved, in cents.")]
Losses = Annotated[int | None, typer.Option("--losses", min=0, help="What was lost, in cents.")]
Violation = Annotated[str | None, typer.Option("--violation", help="The code of a violation.")]
Summary = Annotated[str | None, typer.Option("--summary", help="How it ended, in a few words.")]


def statement(
    dispute: Dispute, *, role: Role, of: Of, text: Text, by: By, at: When = None, as_json: AsJson = False
) -> None:
    """Record what somebody said."""
    said = {"type": "statement_recorded", "role": role, "of": of, "text": text}
    _append(dispute, said, by=by, at=at, as_json=as_json)


def secure(
    dispute: Dispute,
    *,
    location: Location,
    by: By,
    request: Request = None,
    camera: Cameras = None,
    file: Media = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Record that evidence is secured: where it lies, and the digest of the file."""
    from hashlib import file_digest

    digest = None
    if file is not None:
        with file.open("rb") as media:
            digest = file_digest(media, "sha256").hexdigest()
    said = {
        "type": "evidence_preserved", "location": location, "request": request, "cameras": camera or [],
        "sha256": digest,
    }  # fmt: skip
    _append(dispute, said, by=by, at=at, as_json=as_json)


def request(
    dispute: Dispute,
    *,
    by: By,
    what: Annotated[
        str, typer.Option("--what", help="video, cards, device_history, machine_log or document.")
    ] = "video",
    camera: Cameras = None,
    reason: Annotated[str | None, typer.Option("--reason", help="Why it is wanted.")] = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Ask for evidence, before it is erased."""
    said = {"type": "evidence_requested", "what": what, "cameras": camera or [], "reason": reason}
    _append(dispute, said, by=by, at=at, as_json=as_json)


def notice(
    dispute: Dispute,
    *,
    to: Annotated[str, typer.Option("--to", help="Who was told: patron, regulator, operator, ….")],
    what: Annotated[str, typer.Option("--what", help="What they were told.")],
    by: By,
    does: Annotated[
        str | None,
        typer.Option(
            "--does",
            help="Which duty it does: tell_regulator, tell_patron, written_notice, answer, final_answer,"
            " offer_adr or report_adr; absent: as its addressee says, which a text of its own never is.",
        ),
    ] = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Record that somebody was told what they are to be told."""
    said = {"type": "notice_given", "to": to, "what": what, "does": does}
    _append(dispute, said, by=by, at=at, as_json=as_json)


def escalate(
    dispute: Dispute,
    *,
    to: Annotated[str, typer.Option("--to", help="Who decides it now.")],
    by: By,
    instance: Annotated[
        str | None, typer.Option("--instance", help="What they are: regulator, adr or court.")
    ] = None,
    reference: Annotated[str | None, typer.Option("--reference", help="Its number there.")] = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Record that it was taken to somebody outside the house."""
    said = {"type": "escalated", "to": to, "instance": instance, "reference": reference}
    _append(dispute, said, by=by, at=at, as_json=as_json)


def rule(
    dispute: Dispute,
    *,
    ruling: Ruling,
    by: By,
    approved_by: ApprovedBy,
    rule: Rule = None,
    to_patron: ToPatron = None,
    instance: Annotated[
        str | None,
        typer.Option("--instance", help="Who decided outside the house: regulator, adr or court."),
    ] = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Rule on it; a second person agrees."""
    said = {
        "type": "ruling_made", "ruling": ruling, "rule": rule, "approved_by": approved_by,
        "instance": instance,
        "wagers": [] if to_patron is None else [{**_wager(dispute), "to_patron": to_patron}],
    }  # fmt: skip
    _append(dispute, said, by=by, at=at, as_json=as_json)


def close(
    dispute: Dispute,
    *,
    outcome: Outcome,
    by: By,
    approved_by: Annotated[str | None, typer.Option("--approved-by", help="The second person.")] = None,
    savings: Savings = None,
    losses: Losses = None,
    violation: Violation = None,
    summary: Summary = None,
    at: When = None,
    as_json: AsJson = False,
) -> None:
    """Close it: whose error it was, what was saved and lost."""
    said = {
        "type": "closed", "outcome": outcome, "approved_by": approved_by, "savings": savings,
        "losses": losses, "violation": violation, "summary": summary,
    }  # fmt: skip
    _append(dispute, said, by=by, at=at, as_json=as_json)


def _wager(dispute: str) -> Mapping[str, Any]:
    """The one wager that the complaint is about.  Raises InvalidQuery where it does not name one."""
    from api.cli.opening import views_of
    from ledger.errors import InvalidQuery
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        complaint = views.dispute(dispute).complaint
    rounds = complaint["rounds"]
    if len(rounds) != 1 or "spot" not in complaint or "wager" not in complaint:
        raise InvalidQuery(detail="--to-patron wants a complaint about one wager; record the ruling instead")
    return {"round": rounds[0], "spot": complaint["spot"], "wager": complaint["wager"]}


def _append(dispute: str, said: Mapping[str, Any], *, by: str, at: datetime | None, as_json: bool) -> None:
    """Append one event, and show the dispute."""
    from api.cli.opening import catch_up, ledger_of, recorded_by
    from ledger.application.continued import add
    from ledger.settings import load_settings

    settings = load_settings()
    event = {name: value for name, value in said.items() if value is not None}
    when = at or datetime.now(UTC).astimezone()
    with ledger_of(settings) as ledger:
        add(ledger, dispute, event, by=by, at=when, recorded_by=recorded_by())
    if settings.database_url is None:
        catch_up(settings)
    answered(settings, dispute, as_json=as_json)
