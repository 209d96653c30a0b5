"""A deck as one may see it: without what was said of its cards while a round dealt from it is open.

A round that names no deck is taken to be of the one that lies at its table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.application.ledger import Ledger
from ledger.decks.masking import InPlay, masked, unordered
from ledger.decks.state import Deck, fold
from ledger.events.base import Recorded
from ledger.events.records import DeckHeader
from projections.asking import Look
from projections.rounds.again import again
from projections.rounds.projection import SURVEILLANCE

SELECT: Final = "SELECT round_id, position, first_position, opened_at, status FROM rounds WHERE"
LAST: Final = (
    " AND audience <> %(hidden)s AND first_position <= %(as_of)s"
    " ORDER BY opened_at DESC NULLS LAST, number DESC LIMIT 1"
)
OF_DECK: Final = f"{SELECT} deck = %(deck)s {LAST}"
AT_TABLE: Final = (
    f"{SELECT} deck IS NULL AND table_name = %(table)s"
    f" AND (%(since)s::timestamptz IS NULL OR opened_at >= %(since)s) {LAST}"
)


class SeenDeck(NamedTuple):
    """A deck as one may see it, as it was recorded, and whether faces named by its events are withheld.

    An event of `deck.log` that is another than the one recorded tells less: faces, or their order.
    """

    deck: Deck
    recorded: Sequence[Recorded]
    masked: bool


def seen_deck(ledger: Ledger, look: Look, recorded: Sequence[Recorded], *, sees_all: bool) -> SeenDeck:
    """The deck of all that was recorded of it up to the position looked at, from its first event on."""
    header = recorded[0].header
    assert isinstance(header, DeckHeader), header
    log = [one.event for one in recorded]
    whole = fold(header, log)
    if sees_all:
        return SeenDeck(whole, recorded, masked=False)
    rounds = _in_play(ledger, look, whole)
    given = masked(recorded, rounds) if rounds else log
    hidden = any(one is not event for one, event in zip(given, log, strict=True))
    return SeenDeck(fold(header, map(unordered, given)), recorded, masked=hidden)


def _in_play(ledger: Ledger, look: Look, deck: Deck) -> list[InPlay]:
    """The rounds that were dealt from a deck at the position looked at: its last, if that is open.

    A round that nobody closed is over when the next is dealt, or the deck leaves its table.
    """
    if deck.uses and deck.status != "in_use":
        return []
    rows = look.rows(OF_DECK, deck=deck.header.name, hidden=SURVEILLANCE)
    for use in deck.uses[-1:]:
        rows += look.rows(AT_TABLE, table=use.table, since=use.since, hidden=SURVEILLANCE)
    later = [row["round_id"] for row in rows if row["position"] > look.as_of]
    rows = [row for row in rows if row["position"] <= look.as_of]
    # Of what was recorded later the view knows only how it stands now.
    rows += again(ledger, look.as_of, later, sees_all=True)
    return [InPlay(row["first_position"], row["opened_at"]) for row in rows if row["status"] == "open"]
