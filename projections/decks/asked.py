"""Questions about decks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from ledger.decks import composition, sequences
from ledger.decks.findings import findings
from ledger.decks.state import Deck, should_hold
from ledger.errors import DeckNotFound
from ledger.events.base import Event, Recorded
from ledger.events.decks import DeckInspected
from ledger.rounds.answers import finding as finding_document
from ledger.rounds.parts import Card
from ledger.rounds.state import Round
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.decks import queries
from projections.decks.answers import (
    CardsAt,
    DealtOrder,
    DeckPage,
    DeckState,
    Impact,
    InspectionSaid,
    Repeated,
    UseSaid,
)
from projections.decks.hiding import SeenDeck, seen_deck
from projections.decks.impact import DealtRounds, Fault, impact, said, span
from projections.decks.projection import NAME as DECKS
from projections.rounds.projection import NAME as ROUNDS

# Rounds read together where their cards are looked through.
AT_ONCE: Final = 200
# The key of a round, and a face dealt in it.
Dealt: TypeAlias = tuple[str, str | None]


class DecksAsked(Asked):
    """Decks, their cards, and the rounds dealt from them."""

    def decks(
        self,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> DeckPage:
        """Decks by name; `limit` is at most 500."""
        size = limited(limit)
        last = "" if after is None else place(after, (str,))[0]

        def work(seen: Look) -> DeckPage:
            found = queries.decks(seen, last, size + 1)
            following = cursor(found[size - 1].deck) if len(found) > size else None
            return DeckPage(as_of=seen.as_of, lag=seen.lag, decks=found[:size], after=following)

        return look(self.ledger, [DECKS], as_of, work, known_at=as_known_at)

    def deck(
        self,
        name: str,
        *,
        at: datetime | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> DeckState:
        """A deck, with its cards at a time; absent: as last recorded.  Raises DeckNotFound.

        Without `sees_all` (surveillance) the order in which its cards lay is not told,
        nor a face that was named while a round dealt from it is open.
        """

        def work(seen: Look) -> DeckState:
            return _state(seen, self._folded(name, seen, sees_all=sees_all), at)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work, known_at=as_known_at)

    def deck_impact(
        self,
        name: str,
        fault: Fault,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> Impact:
        """The rounds, hands, wagers, patrons and net that a fault touched.

        Raises DeckNotFound, InvalidQuery where the times are none or hold too many rounds.
        """

        def work(seen: Look) -> Impact:
            deck = self._folded(name, seen, sees_all=sees_all)
            return impact(self.ledger, seen, deck, fault, sees_all=sees_all)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work, known_at=as_known_at)

    def deck_order(
        self,
        name: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> DealtOrder:
        """What the order of the faces dealt in a time says of the shuffle.  Raises as `deck_impact`."""

        def work(seen: Look) -> DealtOrder:
            self._recorded(name, seen)
            rows = DealtRounds(self.ledger, seen, name, sees_all=sees_all).between(*span(since, until))
            dealt = self._dealt(queries.stream_ids(rows), seen.as_of, sees_all=sees_all)
            return _order(seen, name, len(rows), dealt)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work, known_at=as_known_at)

    def seen_deck(self, name: str, as_of: int, *, sees_all: bool) -> SeenDeck:
        """A deck as one may see it as of a position.  Raises as `deck`."""

        def work(seen: Look) -> SeenDeck:
            return self._folded(name, seen, sees_all=sees_all)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work)

    def _folded(self, name: str, seen: Look, *, sees_all: bool) -> SeenDeck:
        """A deck as one may see it as of the position looked at.  Raises DeckNotFound."""
        return seen_deck(self.ledger, seen, self._recorded(name, seen), sees_all=sees_all)

    def _recorded(self, name: str, seen: Look) -> list[Recorded]:
        """What was recorded of a deck by the position.  Raises DeckNotFound, also where nothing was."""
        recorded = [
            one
            for one in self.ledger.stream("deck", name)
            if one.position is not None and one.position <= seen.as_of
        ]
        if not recorded:
            raise DeckNotFound(deck=name)
        return recorded

    def _dealt(self, ids: Sequence[UUID], until: int, *, sees_all: bool) -> list[Dealt]:
        """Each face dealt with the key of its round, in the order dealt; rounds are read a few at a time."""
        found: list[Dealt] = []
        self.ledger.registry.refresh()
        for start in range(0, len(ids), AT_ONCE):
            wanted = ids[start : start + AT_ONCE]
            recorded = self.ledger.recorded(wanted)
            for stream in wanted:
                events = [
                    one for one in recorded[stream] if one.position is not None and one.position <= until
                ]
                state = self.ledger.rebuilt(events, sees_all=sees_all).state
                found += [(state.key, card.face) for card in _as_dealt(state)]
        return found


def _as_dealt(state: Round) -> list[Card]:
    """The cards of a round as the shoe gave them: by their places in it, where all say theirs."""
    cards = list(state.cards.values())
    if any(card.shoe_position is None for card in cards):
        return cards
    return sorted(cards, key=lambda card: card.shoe_position or 0)


def _state(seen: Look, known: SeenDeck, at: datetime | None) -> DeckState:
    deck = known.deck
    inspected = deck.inspected
    when = at or max(
        (one.event.occurred_at for one in deck.events if one.event.occurred_at is not None),
        default=datetime.max.replace(tzinfo=UTC),
    )
    return DeckState(
        as_of=seen.as_of,
        lag=seen.lag,
        deck=deck.header.name,
        status=deck.status,
        version=deck.version,
        masked=known.masked,
        inspected=None if inspected is None else _inspection(inspected),
        uses=[
            UseSaid(table=use.table, shoe=use.shoe, since=use.since, until=use.until, version=use.loaded)
            for use in deck.uses
        ],
        gaps=[said(gap) for gap in composition.gaps(deck)],
        cards=_cards(deck, when),
        findings=[finding_document(one) for one in findings(deck)],
        events=[{"version": version, **_document(event)} for version, event in deck.events],
        same_batch=[
            other
            for other in (queries.of_batch(seen, inspected.batch) if inspected else ())
            if other != deck.header.name
        ],
    )


def _document(event: Event) -> dict[str, Any]:
    return event.model_dump(mode="json", exclude_none=True, by_alias=True)


def _inspection(event: DeckInspected) -> InspectionSaid:
    return InspectionSaid(**{name: getattr(event, name) for name in InspectionSaid.model_fields})


def _cards(deck: Deck, when: datetime) -> CardsAt:
    held = composition.at(deck, when)
    expected = should_hold(deck.inspected_at(when))
    return CardsAt(
        at=when,
        size=held.size,
        differs={
            card: difference
            for card in sorted({*expected, *held.cards})
            if (difference := held.cards.get(card, 0) - expected.get(card, 0))
        },
        uncertain=[said(gap) for gap in held.uncertain],
    )


def _order(seen: Look, name: str, rounds: int, dealt: Sequence[Dealt]) -> DealtOrder:
    faces = [face for _, face in dealt]
    again, order = sequences.repetition(faces), sequences.order(faces)
    found = ["sequence_repeated"] if again else []
    return DealtOrder(
        as_of=seen.as_of,
        lag=seen.lag,
        deck=name,
        rounds=rounds,
        faces=len(faces),
        repeated=again and Repeated(round=dealt[again.first][0], period=again.period, length=again.length),
        steps=order.steps,
        pairs=order.pairs,
        expected=order.expected,
        milli_sigma=order.milli_sigma,
        sorted_by=order.by,
        findings=[*found, *(["sequence_in_order"] if order.remarkable else [])],
    )
