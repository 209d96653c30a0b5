"""Which cards a deck held at an instant: those it should, less what was missing, and what was too many.

A card that is found to be missing or extra has been so for nobody knows how
long: its gap begins at an unknown time.  What bounds it, the last round in
which the card was dealt, is in the rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias

from ledger.decks.state import Deck
from ledger.events.decks import CardFound, CardInserted, CardRemoved, DeckInspected, DeckWithdrawn

Kind: TypeAlias = Literal["missing", "extra"]


class Gap(NamedTuple):
    """A card that was not in the deck and should have been, or was and should not.

    `card` None: nobody knows which.  `since` None: nobody knows since when, but
    that it was so at `known_at`.  `until` None: it still is.  `foreign` is the
    back of a card that is not the deck's own.  `version` is the event that
    said so, `ended` the one that ended it.
    """

    kind: Kind
    card: str | None
    since: datetime | None
    known_at: datetime | None
    until: datetime | None
    version: int
    ended: int | None = None
    foreign: str | None = None

    def holds(self, at: datetime) -> bool:
        """Whether it was so at an instant, for all that is known; an unknown beginning counts as before."""
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


class Composition(NamedTuple):
    """The cards of a deck at an instant.

    `cards` are counts by face; `missing` and `extra` the gaps that held then,
    `uncertain` those of them whose beginning nobody knows.
    """

    cards: Mapping[str, int]
    missing: tuple[Gap, ...]
    extra: tuple[Gap, ...]
    uncertain: tuple[Gap, ...]

    @property
    def size(self) -> int:
        """How many cards there were, those of unknown face included."""
        unknown = [sum(gap.card is None for gap in gaps) for gaps in (self.missing, self.extra)]
        return sum(self.cards.values()) - unknown[0] + unknown[1]


def gaps(deck: Deck) -> list[Gap]:
    """All that was missing or extra, in the order in which it became known."""
    found: list[Gap] = []
    backs = None if (inspected := deck.inspected) is None else inspected.backs
    for version, event in deck.events:
        at = event.occurred_at
        if isinstance(event, DeckInspected | DeckWithdrawn):
            # A new inspection says anew what the deck holds.
            found = [_ended(gap, at, version) if gap.until is None else gap for gap in found]
        elif isinstance(event, CardRemoved):
            if not _end(found, "extra", event.card, at, version):
                found.append(Gap("missing", event.card, at, at, None, version))
        elif isinstance(event, CardInserted):
            foreign = event.backs if event.backs not in {None, backs} else None
            if foreign is not None or not _end(found, "missing", event.card, at, version):
                found.append(Gap("extra", event.card, at, at, None, version, foreign=foreign))
        elif isinstance(event, CardFound):
            foreign = event.backs if event.backs not in {None, backs} else None
            if not any(
                gap.kind == event.state and gap.card == event.card and gap.until is None for gap in found
            ):
                found.append(Gap(event.state, event.card, None, at, None, version, foreign=foreign))
    return found


def _end(found: list[Gap], kind: Kind, card: str | None, at: datetime | None, version: int) -> bool:
    """Whether an open gap of this card was ended by this event."""
    for place, gap in enumerate(found):
        if gap.kind == kind and gap.until is None and gap.ended is None and gap.card == card:
            found[place] = _ended(gap, at, version)
            return True
    return False


def _ended(gap: Gap, at: datetime | None, version: int) -> Gap:
    return gap if gap.ended is not None else gap._replace(until=at, ended=version)


def at(deck: Deck, when: datetime) -> Composition:
    """The cards of the deck at an instant."""
    holding = [gap for gap in gaps(deck) if gap.holds(when)]
    cards = Counter(deck.expected)
    for gap in holding:
        if gap.card is not None:
            cards[gap.card] += 1 if gap.kind == "extra" else -1
    return Composition(
        {card: count for card, count in cards.items() if count > 0},
        tuple(gap for gap in holding if gap.kind == "missing"),
        tuple(gap for gap in holding if gap.kind == "extra"),
        tuple(gap for gap in holding if gap.since is None),
    )
