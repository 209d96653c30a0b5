"""Questions about decks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeAlias
from uuid import UUID

from ledger.decks import composition, sequences
from ledger.decks.findings import findings
from ledger.decks.state import Deck, fold
from ledger.errors import DeckNotFound
from ledger.events.decks import DeckInspected
from ledger.events.records import DeckHeader
from ledger.rounds.answers import finding as finding_document
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
from projections.decks.impact import Fault, impact, said
from projections.decks.projection import NAME as DECKS
from projections.rounds.projection import NAME as ROUNDS

# Rounds read together where their cards are looked through.
AT_ONCE: Final = 200
# The key of a round, and a face dealt in it.
Dealt: TypeAlias = tuple[str, str | None]


class DecksAsked(Asked):
    """Decks, their cards, and the rounds dealt from them."""

    def decks(self, *, as_of: int | None = None, after: str | None = None, limit: int = 50) -> DeckPage:
        """Decks by name; `limit` is at most 500."""
        size = limited(limit)
        last = "" if after is None else place(after, (str,))[0]

        def work(seen: Look) -> DeckPage:
            found = queries.decks(seen, last, size + 1)
            following = cursor(found[size - 1].deck) if len(found) > size else None
            return DeckPage(as_of=seen.as_of, lag=seen.lag, decks=found[:size], after=following)

        return look(self.ledger, [DECKS], as_of, work)

    def deck(self, name: str, *, as_of: int | None = None, at: datetime | None = None) -> DeckState:
        """A deck, with its cards at a time; absent: as last recorded.  Raises DeckNotFound."""

        def work(seen: Look) -> DeckState:
            return _state(seen, self._folded(name, seen), at)

        return look(self.ledger, [DECKS], as_of, work)

    def deck_impact(
        self, name: str, fault: Fault, *, as_of: int | None = None, sees_all: bool = False
    ) -> Impact:
        """The rounds, hands, wagers, patrons and net that a fault touched.  Raises DeckNotFound."""

        def work(seen: Look) -> Impact:
            return impact(seen, self._folded(name, seen), fault, sees_all=sees_all)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work)

    def deck_order(
        self,
        name: str,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> DealtOrder:
        """What the order of the faces dealt in a time says of the shuffle.  Raises DeckNotFound."""

        def work(seen: Look) -> DealtOrder:
            self._folded(name, seen)
            rows = queries.rounds(seen, name, since, until, sees_all=sees_all)
            dealt = self._dealt(queries.stream_ids(rows), seen.as_of, sees_all=sees_all)
            return _order(seen, name, len(rows), dealt)

        return look(self.ledger, [ROUNDS, DECKS], as_of, work)

    def _folded(self, name: str, seen: Look) -> Deck:
        """A deck as of the position looked at.  Raises DeckNotFound, also where it was not known by then."""
        recorded = [
            one
            for one in self.ledger.stream("deck", name)
            if one.position is not None and one.position <= seen.as_of
        ]
        if not recorded:
            raise DeckNotFound(deck=name)
        header = recorded[0].header
        assert isinstance(header, DeckHeader), header
        return fold(header, (one.event for one in recorded))

    def _dealt(self, ids: Sequence[UUID], until: int, *, sees_all: bool) -> list[Dealt]:
        """Each face dealt with the key of its round, in the order dealt; rounds are read a few at a time."""
        found: list[Dealt] = []
        for start in range(0, len(ids), AT_ONCE):
            wanted = ids[start : start + AT_ONCE]
            recorded = self.ledger.recorded(wanted)
            for stream in wanted:
                events = [
                    one for one in recorded[stream] if one.position is not None and one.position <= until
                ]
                state = self.ledger.rebuilt(events, sees_all=sees_all).state
                found += [(state.key, card.face) for card in state.cards.values()]
        return found


def _state(seen: Look, deck: Deck, at: datetime | None) -> DeckState:
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
        inspected=None if inspected is None else _inspection(inspected),
        uses=[
            UseSaid(table=use.table, shoe=use.shoe, since=use.since, until=use.until, version=use.loaded)
            for use in deck.uses
        ],
        gaps=[said(gap) for gap in composition.gaps(deck)],
        cards=_cards(deck, when),
        findings=[finding_document(one) for one in findings(deck)],
        events=[
            {"version": version, **event.model_dump(mode="json", exclude_none=True, by_alias=True)}
            for version, event in deck.events
        ],
        same_batch=[
            other
            for other in (queries.of_batch(seen, inspected.batch) if inspected else ())
            if other != deck.header.name
        ],
    )


def _inspection(event: DeckInspected) -> InspectionSaid:
    return InspectionSaid(**{name: getattr(event, name) for name in InspectionSaid.model_fields})


def _cards(deck: Deck, when: datetime) -> CardsAt:
    held = composition.at(deck, when)
    expected = deck.expected
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
        findings=[*found, *(["sequence_in_order"] if order.remarkable else [])],
    )
