"""Which cards a deck held at an instant: those it should, less what was missing, and what was too many.

A card that is found to be missing or extra has been so for nobody knows how
long: its gap begins at an unknown time, after the deck was last looked through
card by card.  What bounds it closer, the last round in which the card was
dealt, is in the rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.cards import JOKERS, NUMBER
from ledger.decks.state import Deck, should_hold
from ledger.events.decks import CardFound, CardInserted, CardMovement, CardRemoved, DeckCounted, DeckInspected

Kind: TypeAlias = Literal["missing", "extra"]
# Faces of which nothing is unknown.
WHOLE: Final = frozenset({*NUMBER, *JOKERS})
NONE: Final[Counter[str]] = Counter()


class Gap(NamedTuple):
    """A card that was not in the deck and should have been, or was and should not.

    `card` None: nobody knows which.  `since` None: nobody knows since when, but
    that it was so at `known_at`, and not yet at `not_before`, when the deck was
    last looked through.  `until` None: it still is.  `foreign` is the back of a
    card that is not the deck's own, `last_seen` the round in which whoever found
    it says it was dealt last.  `version` is the event that said so, `ended` the
    one that ended it.
    """

    kind: Kind
    card: str | None
    since: datetime | None
    known_at: datetime | None
    until: datetime | None
    version: int
    ended: int | None = None
    foreign: str | None = None
    not_before: datetime | None = None
    last_seen: str | None = None

    def holds(self, at: datetime) -> bool:
        """Whether it was so at an instant, for all that is known; an unknown beginning counts as before."""
        if self.since is not None:
            begun = self.since <= at
        else:
            begun = self.not_before is None or self.not_before < at
        return begun and (self.until is None or at < self.until)


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


class Count(NamedTuple):
    """A count beside what was known before it: how many cards there should be, and which.

    `missing` and `extra` are the faces by which the cards named differ from that,
    as often as they do; none where not every card was named.
    """

    version: int
    counted: int
    named: int | None
    expected: int
    missing: tuple[str, ...]
    extra: tuple[str, ...]


def gaps(deck: Deck) -> list[Gap]:
    """All that was missing or extra, in the order in which it became known."""
    return _told(deck).gaps


def counts(deck: Deck) -> list[Count]:
    """Every count of the deck, as it happened."""
    return _told(deck).counts


def at(deck: Deck, when: datetime) -> Composition:
    """The cards of the deck at an instant."""
    holding = [gap for gap in gaps(deck) if gap.holds(when)]
    return Composition(
        _with(should_hold(deck.inspected_at(when)), holding),
        tuple(gap for gap in holding if gap.kind == "missing"),
        tuple(gap for gap in holding if gap.kind == "extra"),
        tuple(gap for gap in holding if gap.since is None),
    )


def _with(cards: Mapping[str, int], holding: Sequence[Gap]) -> Counter[str]:
    """Cards with what is missing taken out and what is extra put in."""
    found = Counter(cards)
    for gap in holding:
        if gap.card is not None:
            found[gap.card] += 1 if gap.kind == "extra" else -1
    return +found


class _Told:
    """What the events say of a deck's cards, as they happened, as far as they were read."""

    def __init__(self) -> None:
        self.gaps: list[Gap] = []
        self.counts: list[Count] = []
        self.inspected: DeckInspected | None = None
        self.looked_through: datetime | None = None

    @property
    def open(self) -> list[Gap]:
        """What is missing or extra yet."""
        return [gap for gap in self.gaps if gap.ended is None]

    def inspect(self, event: DeckInspected, version: int) -> None:
        """A new inspection says anew what the deck holds."""
        self.gaps = [_ended(gap, event.occurred_at, version) for gap in self.gaps]
        self.inspected, self.looked_through = event, event.occurred_at

    def move(self, event: CardMovement, version: int) -> None:
        """A card went, came, or was found to have."""
        at, foreign = event.occurred_at, self._foreign(event)
        if isinstance(event, CardRemoved):
            if not self._end("extra", event.card, at, version):
                self.gaps.append(Gap("missing", event.card, at, at, None, version))
        elif isinstance(event, CardInserted):
            if foreign is not None or not self._end("missing", event.card, at, version):
                self.gaps.append(Gap("extra", event.card, at, at, None, version, foreign=foreign))
        elif isinstance(event, CardFound):
            same = (event.state, event.card, foreign)
            known = sum((gap.kind, gap.card, gap.foreign) == same for gap in self.open)
            # Found again is the same card, unless the deck has several of it.
            if known < max(should_hold(self.inspected).get(event.card or "", 1), 1):
                self._find(
                    Gap(
                        event.state,
                        event.card,
                        None,
                        at,
                        None,
                        version,
                        foreign=foreign,
                        last_seen=event.last_seen,
                    )
                )

    def count(self, event: DeckCounted, version: int) -> None:
        """The cards were counted; where each was named, it is known which are missing or too many."""
        at, known = event.occurred_at, _with(should_hold(self.inspected), self.open)
        unknown = sum(1 if gap.kind == "extra" else -1 for gap in self.open if gap.card is None)
        named: Counter[str] = Counter(str(card) for card in event.cards or ())
        whole = event.cards is not None and {*named, *known} <= WHOLE
        gone, new = (known - named, named - known) if whole else (NONE, NONE)
        counted = Count(
            version,
            event.count,
            named.total() or None,
            known.total() + unknown,
            tuple(gone.elements()),
            tuple(new.elements()),
        )
        self.counts.append(counted)
        if not whole or self.inspected is None:
            return
        for face in counted.missing:
            if not self._end("extra", face, at, version):
                self._find(Gap("missing", face, None, at, None, version))
        for face in counted.extra:
            if not self._end("missing", face, at, version):
                self._find(Gap("extra", face, None, at, None, version))
        self.looked_through = at or self.looked_through

    def _find(self, gap: Gap) -> None:
        """Take what was found to be so, nobody knows since when."""
        self.gaps.append(gap._replace(not_before=self.looked_through))

    def _foreign(self, event: CardMovement) -> str | None:
        """The back of a card, where it is said and not the deck's own."""
        said = event.backs if isinstance(event, CardInserted | CardFound) else None
        return said if self.inspected is None or said != self.inspected.backs else None

    def _end(self, kind: Kind, card: str | None, at: datetime | None, version: int) -> bool:
        """Whether an open gap of this card was ended by this event."""
        place = next(
            (
                number
                for number, gap in enumerate(self.gaps)
                if gap.ended is None and gap.kind == kind and gap.card == card
            ),
            None,
        )
        if place is None:
            return False
        self.gaps[place] = _ended(self.gaps[place], at, version)
        return True


def _told(deck: Deck) -> _Told:
    told = _Told()
    for version, event in deck.events:
        if isinstance(event, DeckInspected):
            told.inspect(event, version)
        elif isinstance(event, CardMovement):
            told.move(event, version)
        elif isinstance(event, DeckCounted):
            told.count(event, version)
    return told


def _ended(gap: Gap, at: datetime | None, version: int) -> Gap:
    return gap if gap.ended is not None else gap._replace(until=at, ended=version)
