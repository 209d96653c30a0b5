"""`pitledger round what-if`: rounds under another fact or another rule, beside what stands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

if TYPE_CHECKING:
    from ledger.application.ledger import Ledger
    from ledger.rounds.state import Round
    from projections.alternatives.answers import Alternatives, WagerBeside
    from projections.alternatives.supposing import Supposition

Rounds = Annotated[list[str], typer.Argument(metavar="ROUND...", show_default=False)]
Cards = Annotated[
    list[str] | None,
    typer.Option(
        "--card",
        metavar="N=As",
        help="The card that event N dealt or showed had been this one, all through the round.",
    ),
]
Without = Annotated[
    list[int] | None, typer.Option("--without", metavar="N", help="Event N of the round had not been.")
]
Instead = Annotated[
    list[str] | None,
    typer.Option("--instead", metavar="N=JSON", help="Event N had been this one, as records write it."),
]
Submission = Annotated[
    str | None, typer.Option("--submission", metavar="NAME", help="Judged by this registered submission.")
]


def what_if(
    rounds: Rounds,
    *,
    card: Cards = None,
    without: Without = None,
    instead: Instead = None,
    submission: Submission = None,
    as_json: AsJson = False,
) -> None:
    """Settle rounds under another fact or rule, beside what stands.

    Nothing is recorded.  What is supposed is of the first round; without it, what stands beside the rules.
    """
    from api.cli.opening import views_of
    from ledger.settings import load_settings

    with views_of(load_settings()) as views:
        suppose = _suppositions(
            views.ledger, rounds[0], card=card or [], without=without or [], instead=instead or []
        )
        found = views.alternatives(rounds, suppose, submission=submission)
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    _show(found)


def _suppositions(
    ledger: Ledger, reference: str, *, card: Sequence[str], without: Sequence[int], instead: Sequence[str]
) -> list[Supposition]:
    """What is supposed of a round, as it was typed.  Raises InvalidQuery, NotARecord."""
    from pydantic import TypeAdapter, ValidationError

    from ledger.events.refusals import refusal
    from projections.alternatives.supposing import Supposition

    state = ledger.round(reference).state
    key = state.key
    told: list[dict[str, Any]] = [{"round": key, "corrects": version} for version in without]
    for text in instead:
        version, given = _numbered(text)
        told.append({"round": key, "corrects": version, "event": _json(given)})
    for text in card:
        version, face = _numbered(text)
        told.append({"round": key, "corrects": version, "event": _with_card(state, version, face)})
    document = json.dumps(told)
    try:
        return TypeAdapter(list[Supposition]).validate_json(document)
    except ValidationError as error:
        raise refusal(error, document) from None


def _numbered(text: str) -> tuple[int, str]:
    from ledger.errors import InvalidQuery

    version, equals, rest = text.partition("=")
    if not equals or not version.isdecimal():
        raise InvalidQuery(detail=f"{text!r}: say the number of the event, =, and what it had been")
    return int(version), rest


def _json(text: str) -> object:
    from ledger.errors import InvalidQuery

    try:
        return json.loads(text)
    except ValueError as damage:
        raise InvalidQuery(detail=f"{text!r} is no JSON: {damage}") from damage


def _with_card(state: Round, version: int, face: str) -> dict[str, Any]:
    """An event of the round as it is in effect, with another card: the one dealt, burned or exposed."""
    from ledger.errors import InvalidQuery
    from ledger.rounds.state import effective

    if not 1 <= version <= state.version:
        raise InvalidQuery(detail=f"the round has {state.version} events, none of number {version}")
    event = state.events[effective(state, version) - 1]
    if event is None:
        raise InvalidQuery(detail=f"event {version} was corrected: it had not been, and names no card")
    told: dict[str, Any] = event.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"id"})
    if "card" not in type(event).model_fields:
        raise InvalidQuery(detail=f"event {version} is a {told['type']} and names no single card")
    return {**told, "card": face}


def _show(found: Alternatives) -> None:
    money = terminal.money
    by = "each by its own submission" if found.submission is None else f"judged by {found.submission}"
    terminal.say(f"{len(found.rounds)} rounds, {by}, as of position {found.as_of:,}; nothing was recorded")
    columns = ("wager", "stake", "stands", "by the rules", "it would be", "to change hands")
    for one in found.rounds:
        rows = [
            (
                _named(wager), money(wager.stake, one.currency), money(wager.stands, one.currency),
                _said(money(wager.rules, one.currency), wager.rules_outcome),
                _said(money(wager.supposed, one.currency), wager.supposed_outcome),
                money(wager.difference, one.currency),
            )
            for wager in one.wagers
        ]  # fmt: skip
        terminal.table(one.round, columns, rows, numbers=columns[1:])
        for finding in one.findings_new:
            terminal.say(f"  it would be found: {finding['detail']} #{finding['event']}")
        for finding in one.findings_gone:
            terminal.say(f"  no longer found: {finding['detail']} #{finding['event']}")
    headings = ("patron", "rounds", "stands", "by the rules", "it would be", "to change hands", "to restore")
    patrons = [
        (
            one.patron, str(one.rounds),
            *(
                money(cents, one.currency)
                for cents in (one.stands, one.rules, one.supposed, one.difference, one.restore)
            ),
        )
        for one in found.by_patron
    ]  # fmt: skip
    terminal.table("By patron, what they have won", headings, patrons, numbers=headings[1:])


def _named(wager: WagerBeside) -> str:
    parts = (f"{wager.spot} {wager.wager}", wager.on, wager.patron, wager.tender)
    return " ".join(part for part in parts if part)


def _said(amount: str, outcome: str | None) -> str:
    return amount if outcome is None else f"{amount} {outcome}"
