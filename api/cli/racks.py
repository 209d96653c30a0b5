"""`pitledger rack`: the discard rack in physical order, and against the cards as found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, AsKnownAt, AsOf, Table, instant, readable

if TYPE_CHECKING:
    from projections.racks.answers import Doubled, Placed, Rack, RackCheck, RackDifference, RackRound

Until = Annotated[
    str | None,
    typer.Option(
        "--until", metavar="ROUND", help="Right after this round; absent: after the last of the table."
    ),
]
OverBy = Annotated[
    datetime | None,
    typer.Option(
        "--at", metavar="TIME", parser=instant, help="After the last round that was over by this time."
    ),
]
Found = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=readable,
        help="The cards as found, back to front: one a line or with spaces between, ? for one unknown,"
        " or a JSON list; - is standard input.",
        show_default=False,
    ),
]

# Many times what the cards of a large shoe take.
LONGEST: Final = 1 << 16
MEANS: Final = {
    "in_order": "each hand in order",
    "hands_as_sets": "each hand, the order inside some was not recorded",
    "not_possible_from_rack": "not from the rack: look at the video",
}


def show(
    *,
    until: Until = None,
    table: Table = None,
    at: OverBy = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Show the discard rack of a table, back to front."""
    from api.cli.opening import ask

    ask(
        lambda views: views.rack(table, until=until, at=at, as_of=as_of, as_known_at=as_known_at),
        _show,
        as_json=as_json,
    )


def check(
    found: Found,
    *,
    until: Until = None,
    table: Table = None,
    at: OverBy = None,
    as_of: AsOf = None,
    as_known_at: AsKnownAt = None,
    as_json: AsJson = False,
) -> None:
    """Lay a rack on record against the cards as found.

    Both back to front.  Exit 1 if they differ, or if there are more cards than the deck has.
    """
    from api.cli.opening import ask
    from api.cli.reading import opened
    from projections.errors import RackUnreadable
    from projections.racks.checking import read_faces

    with opened(found) as stream:
        text = stream.read(LONGEST + 1)
    if len(text) > LONGEST:
        raise RackUnreadable(detail=f"more than {LONGEST} bytes are no rack")
    try:
        faces = read_faces(text.decode())
    except UnicodeDecodeError:
        raise RackUnreadable(detail="it is no text") from None
    told = ask(
        lambda views: views.rack_check(
            faces, table, until=until, at=at, as_of=as_of, as_known_at=as_known_at
        ),
        _told,
        as_json=as_json,
    )
    if not told.agrees or told.doubled or told.cards_over:
        raise typer.Exit(1)


# --- the rack --------------------------------------------------------------------


def _show(rack: Rack) -> None:
    count = "an unknown number of" if rack.size is None else str(rack.size)
    terminal.say(
        f"{rack.table}, discard rack after {rack.until}: {count} cards, as of position {rack.as_of:,}"
    )
    terminal.say("back to front: the first card lies at the back, the last that went in is in front")
    terminal.say(f"begins with {rack.begins.round}: {rack.begins.detail}{_cited(rack)}")
    for one in rack.rounds:
        deck = "" if one.deck is None else f", deck {one.deck}"
        terminal.say()
        terminal.say(f"{one.key}, {one.title or one.game}{deck}, {one.status}: {MEANS[one.reconstruction]}")
        terminal.table(
            "", ("place", "hand", "cards", "order", "source"), list(_rows(one)), numbers=("place",)
        )
        for left in one.not_racked:
            terminal.say(f"  no pick-up recorded: {_named(left.hand)}, {_faces(left.cards)}")


def _cited(rack: Rack) -> str:
    return "" if rack.begins.rule is None else f" ({rack.begins.rule}, {rack.begins.evidence})"


def _rows(one: RackRound) -> Iterable[tuple[str, ...]]:
    for pile in one.piles:
        first, last = pile.first_place, pile.last_place
        place = terminal.DASH if first is None else str(first) if first == last else f"{first}-{last}"
        cards = "not counted" if pile.size is None else _faces([card.card for card in pile.cards]) or "none"
        order = "as picked up" if pile.ordered else "a set"
        yield place, _named(pile.hand), cards, order, pile.source or terminal.DASH


def _named(hand: str) -> str:
    return f"spot {hand}" if hand.isdecimal() else hand


def _faces(cards: Sequence[str | None]) -> str:
    """Cards with spaces between, many unknown ones as their number."""
    if len(cards) > 1 and not any(cards):
        return f"{len(cards)} unknown"
    return " ".join(card or "?" for card in cards)


# --- the check -------------------------------------------------------------------


def _told(told: RackCheck) -> None:
    terminal.say(f"{told.table}, discard rack after {told.until}, as of position {told.as_of:,}")
    terminal.say(f"rests on: {told.begins.detail}")
    count = "an unknown number" if told.cards_recorded is None else str(told.cards_recorded)
    terminal.say(f"{told.cards_found} cards found, {count} on record")
    if told.agrees:
        terminal.say("they agree")
    else:
        terminal.say(f"they part at place {told.first_difference} from the back")
    if told.turned:
        terminal.say("read from the front, the cards found would agree: were they read back to front?")
    for one in told.differences:
        terminal.say()
        _difference(one)
    for twice in told.doubled:
        terminal.say()
        _doubled(twice, told.deck)
    if told.cards_over:
        terminal.say(f"{told.cards_over} more than the cards of the deck")
    for card in told.learned:
        terminal.say(f"not known on record: place {card.place}, {_whose(card)}, is {card.card}")


def _difference(one: RackDifference) -> None:
    recorded = ", ".join(f"{card.card or '?'} ({_whose(card)}, place {card.place})" for card in one.recorded)
    found = ", ".join(f"{card.card or '?'} (place {card.place})" for card in one.found)
    terminal.say(f"{one.kind}: " + "; ".join(filter(None, (recorded, found and f"found {found}"))))
    for hand in one.implies:
        order = "" if hand.ordered else ", in any order"
        terminal.say(
            f"  {hand.round}, {_named(hand.hand)}: recorded {_faces(hand.recorded)}{order};"
            f" the rack has {_faces(hand.found) or 'none of it'}"
        )
    if one.between:
        whose = " and ".join(f"{_named(hand.hand)} of {hand.round}" for hand in one.between)
        terminal.say(f"  it lies beside {whose}" if len(one.between) == 1 else f"  it lies between {whose}")
    for card in one.not_racked:
        terminal.say(f"  {card.card} was dealt to {_whose(card)}, whose pick-up is not recorded")


def _doubled(one: Doubled, deck: str | None) -> None:
    """A card that is there more often than the deck has it: where, and what that implies."""
    terminal.say(
        f"doubled: {one.card} is there {len(one.found)} times, and the deck has it {_times(one.should_be)}"
        + (f"; by its record it had it {_times(one.known)}" if one.known != one.should_be else "")
    )
    for card in one.found:
        whose = "recorded nowhere in this rack" if card.round is None else _whose(card)
        terminal.say(f"  place {card.place}: {whose}")
    for hand in one.implies:
        terminal.say(f"  it lies in {_named(hand.hand)} of {hand.round}, recorded {_faces(hand.recorded)}")
    terminal.say("  one of them is of another deck, or was read wrongly: look at the backs, and read again")
    if deck is not None:
        terminal.say(
            f"  if it is there: record it as a card_found of {deck}; then pitledger deck impact {deck}"
            f" --extra {one.card} names the rounds it touched"
        )


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")


def _whose(card: Placed) -> str:
    return f"{_named(card.hand or '')} of {card.round}"
