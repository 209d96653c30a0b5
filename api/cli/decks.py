"""`pitledger deck`: where a deck came from, what became of its cards, and what a fault of it touched."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Jurisdiction, instant
from ledger.amounts import DEFAULT_CURRENCY

if TYPE_CHECKING:
    from projections.decks.answers import DealtOrder, DeckPage, DeckState, GapSaid, Impact, MissedBurn

Deck = Annotated[str, typer.Argument(metavar="DECK", show_default=False)]
When = Annotated[
    datetime | None,
    typer.Option(
        "--at", metavar="TIME", parser=instant, help="Its cards at this time; absent: the last known."
    ),
]
From = Annotated[
    datetime | None,
    typer.Option("--from", metavar="TIME", parser=instant, help="Cards dealt from this time on."),
]
To = Annotated[
    datetime | None,
    typer.Option("--to", metavar="TIME", parser=instant, help="Cards dealt before this time."),
]
Missing = Annotated[
    str | None, typer.Option("--missing", metavar="CARD", help="While this card was missing (Js).")
]
Extra = Annotated[
    str | None, typer.Option("--extra", metavar="CARD", help="While there was one too many of this card.")
]

Burns = Annotated[
    int | None,
    typer.Option("--burns", min=0, max=52, help="Cards to be burned; absent: as house or jurisdiction ask."),
]
Rounds = Annotated[
    int, typer.Option("--rounds", min=1, max=50, help="Rounds to settle with the other cards.")
]


WITHHELD = (
    "faces are withheld that were named while a round dealt from it is open: ask again when it is closed"
)


def list_decks(*, as_of: AsOf = None, as_known_at: AsKnownAt = None, as_json: AsJson = False) -> None:
    """List decks with their batch and backs."""
    from api.cli.opening import ask

    ask(lambda views: views.decks(as_of=as_of, as_known_at=as_known_at, limit=500), _list, as_json=as_json)


def _list(found: DeckPage) -> None:
    rows = [(one.deck, one.batch, one.backs, str(one.inspections)) for one in found.decks]
    terminal.table("", ("deck", "batch", "backs", "inspected"), rows, numbers=("inspected",))
    if found.after is not None:
        terminal.say("there are more: see --json, or GET /v1/decks")


def show(
    deck: Deck,
    *,
    at: When = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Show a deck: provenance, tables, cards missing or too many, findings."""
    from api.cli.opening import ask

    ask(lambda views: views.deck(deck, at=at, as_of=as_of, as_known_at=as_known_at), _show, as_json=as_json)


def impact(
    deck: Deck,
    *,
    since: From = None,
    to: To = None,
    missing: Missing = None,
    extra: Extra = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Say which rounds, hands and patrons a fault of a deck touched.

    Between two times, while a card was missing or extra, or both together.
    """
    from api.cli.opening import ask
    from ledger.cards import FACES
    from ledger.errors import InvalidQuery
    from projections.decks.impact import Fault

    for card in (missing, extra):
        if card is not None and card not in FACES:
            raise InvalidQuery(detail=f"{card} is no card: say rank and suit, as Js")
    fault = Fault(since, to, missing, extra)
    ask(
        lambda views: views.deck_impact(deck, fault, as_of=as_of, as_known_at=as_known_at),
        _impact,
        as_json=as_json,
    )


def order(
    deck: Deck,
    *,
    since: From = None,
    to: To = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Say whether cards were dealt in an order that no shuffle makes.  Exit 1 if so."""
    from api.cli.opening import ask

    found = ask(
        lambda views: views.deck_order(deck, since=since, until=to, as_of=as_of, as_known_at=as_known_at),
        _order,
        as_json=as_json,
    )
    if found.findings:
        raise typer.Exit(1)


def _order(found: DealtOrder) -> None:
    terminal.say(f"{found.faces} cards of {found.rounds} rounds dealt from {found.deck}")
    if found.repeated:
        again = found.repeated
        terminal.say(
            f"from {again.round} on {again.length} cards came as they had {again.period} cards before"
        )
    terminal.say(
        f"{found.steps} of {found.pairs} cards followed their neighbour in a deck sorted by"
        f" {found.sorted_by}, {found.expected} would by chance ({found.milli_sigma / 1000:+.1f} σ)"
    )


def burn(
    deck: Deck,
    *,
    burns: Burns = None,
    rounds: Rounds = 5,
    by: Jurisdiction = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Say what followed where no card was burned after the shuffle.  Exit 1 if so.

    Each card beside the one that would have come in its place, and the first
    rounds settled with those, all decisions left as they were.
    """
    from api.cli.opening import ask

    found = ask(
        lambda views: views.missed_burn(
            deck, burns=burns, rounds=rounds, jurisdiction=by, as_of=as_of, as_known_at=as_known_at
        ),
        _burn,
        as_json=as_json,
    )
    if found.findings:
        raise typer.Exit(1)


def _burn(found: MissedBurn) -> None:
    from projections.reports.words import face

    for finding in found.findings:
        terminal.say(f"finding {finding['code']} {finding['round']} #{finding['event']}: {finding['detail']}")
    if found.alternatives is None:
        terminal.say(f"{found.burned} burned, {found.due} asked for: no card is shifted")
        return
    shown = {one.round for one in found.alternatives.rounds}
    rows = [
        (str(one.number), one.round, one.to, face(one.card), face(one.would_be))
        for one in found.cards
        if one.round in shown
    ]
    terminal.table("Cards", ("number", "round", "to", "came", "would have come"), rows, numbers=("number",))
    lines = [
        (one.round, f"{wager.spot} {wager.wager}",
         wager.rules_outcome or terminal.DASH, terminal.money(wager.rules, one.currency),
         wager.supposed_outcome or terminal.DASH, terminal.money(wager.supposed, one.currency))
        for one in found.alternatives.rounds
        for wager in one.wagers
    ]  # fmt: skip
    heads = ("round", "wager", "by the cards", "patron", "burned", "patron then")
    terminal.table("Wagers", heads, lines, numbers=("patron", "patron then"))


def _show(found: DeckState) -> None:
    inspected = found.inspected
    terminal.say(f"{found.deck}, {found.status.replace('_', ' ')}, as of position {found.as_of:,}")
    if inspected is not None:
        claim = "said to be shuffled by the vendor" if inspected.preshuffled else "not said to be shuffled"
        receipt = inspected.receipt or "no receipt of an inspection machine"
        terminal.say(
            f"batch {inspected.batch}, {inspected.backs} backs, {inspected.decks} × 52, {claim}, {receipt}"
        )
    if found.same_batch:
        terminal.say(f"of the same batch: {', '.join(found.same_batch)}")
    rows = [(use.table, use.shoe or terminal.DASH, _time(use.since), _time(use.until)) for use in found.uses]
    terminal.table("Dealt at", ("table", "shoe", "from", "until"), rows)
    for gap in found.gaps:
        terminal.say(_gap(gap))
    differs = ", ".join(f"{count:+} {card}" for card, count in found.cards.differs.items())
    terminal.say(f"at {_time(found.cards.at)}: {found.cards.size} cards {differs}".rstrip())
    for finding in found.findings:
        terminal.say(f"finding {finding['code']} #{finding['event']}: {finding['detail']}")
    if found.masked:
        terminal.say(WITHHELD)


def _time(at: datetime | None) -> str:
    return terminal.DASH if at is None else at.isoformat(sep=" ", timespec="seconds")


def _gap(gap: GapSaid) -> str:
    since = f"from {_time(gap.since)}"
    if gap.since is None:
        since = "nobody knows since when"
        if gap.not_before is not None:
            since += f", not yet at {_time(gap.not_before)}"
    until = "" if gap.until is None else f" until {_time(gap.until)}"
    backs = "" if gap.backs is None else f" with {gap.backs} backs"
    return f"{gap.card or 'a card'}{backs} {gap.kind}, {since}{until}"


def _impact(found: Impact) -> None:
    if found.masked:
        terminal.say(WITHHELD)
    for window in found.windows:
        terminal.say(_gap(window))
    if found.bounded_by is not None:
        terminal.say(f"it was seen last in {found.bounded_by}: what came after may be touched")
    elif (found.missing or found.extra) and not found.windows:
        terminal.say("the deck's record says of no time that it was so")
    if found.naming_no_deck:
        terminal.say(
            f"{found.naming_no_deck} more rounds were dealt where the deck lay and name no deck:"
            " they may be of it, and are not counted"
        )
    not_closed = [f"{count} {status}" for status, count in found.by_status.items() if status != "closed"]
    if not_closed:
        terminal.say(f"of the rounds {', '.join(not_closed)}")
    _sums(found)


def _sums(found: Impact) -> None:
    """What it came to, with each sum's currency where there are several."""
    several = found.staked is None

    def money(cents: int | None, currency: str) -> str:
        return f"{currency} " * several + terminal.money(cents, currency)

    only = next((one.currency for one in found.by_patron), DEFAULT_CURRENCY)
    won = terminal.money(found.net_to_patrons, only)
    said = f" of {terminal.money(found.staked, only)}; the patrons won {won}"
    came_to = ", in several currencies" if several else said
    terminal.say(f"{found.rounds} rounds, {found.hands} hands, {found.wagers} wagers{came_to}")
    columns = ("patron", "rounds", "hands", "wagers", "staked", "net")
    rows = [
        (
            one.patron, str(one.rounds), str(one.hands), str(one.wagers),
            money(one.staked, one.currency), money(one.net, one.currency),
        )
        for one in found.by_patron
    ]  # fmt: skip
    terminal.table("By patron", columns, rows, numbers=columns[1:])
    rounds = [
        (
            one.key, _time(one.dealt_from), str(one.hands),
            money(one.staked, one.currency), money(one.net, one.currency),
        )
        for one in found.touched
    ]  # fmt: skip
    headings = ("round", "dealt", "hands", "staked", "net")
    terminal.table("Rounds", headings, rounds, numbers=headings[2:])
