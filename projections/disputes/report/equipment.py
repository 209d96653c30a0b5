"""Shoe, deck and shuffle of a round, made of the round and of the deck's own events.  Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from ledger.decks.findings import findings
from ledger.decks.state import Deck
from ledger.events.base import Event
from ledger.events.decks import (
    DeckInspected,
    ShuffleCompleted,
    ShufflerLoaded,
    ShufflerUnloaded,
    ShuffleStarted,
)
from ledger.events.rounds import CoverCardPlaced, DeckCut
from ledger.rounds.answers import finding as finding_document
from ledger.rounds.state import Round
from projections.disputes.report.model import Document, Equipment
from projections.reports.round import event_document
from projections.reports.words import Money, sentence

SHUFFLES: Final = (ShufflerLoaded, ShuffleStarted, ShuffleCompleted, ShufflerUnloaded)


def equipment(state: Round, deck: Deck | None, *, masked: bool) -> Equipment:
    """What a round was dealt with; `deck` as one may see it, `masked` where faces of it are withheld."""
    opened = state.opened
    at = None if opened is None else opened.occurred_at
    inspected = None if deck is None else _inspected(deck, at)
    uses = (
        [] if deck is None else [use for use in deck.uses if use.table == state.table and _by(use.since, at)]
    )
    money = Money(state.currency)
    return Equipment(
        dealing=state.header.dealing,
        deck=state.header.deck,
        shoe=uses[-1].shoe if uses else None,
        batch=None if inspected is None else inspected.batch,
        backs=None if inspected is None else inspected.backs,
        masked=masked,
        inspected=None if inspected is None else event_document(inspected),
        shuffles=[] if deck is None else list(_shuffles(deck, at)),
        deck_events=[] if deck is None else [_of_deck(version, event) for version, event in deck.events],
        deck_findings=[] if deck is None else [finding_document(one) for one in findings(deck)],
        burned=[card.face for card in state.burned],
        cuts=[
            f"#{version} {sentence(event_document(event), money)}"
            for version, event in enumerate(state.events, 1)
            if isinstance(event, DeckCut | CoverCardPlaced)
        ],
    )


def _by(when: datetime | None, at: datetime | None) -> bool:
    """Whether something was so by a time; where one of them is not known nothing says that it was not."""
    return when is None or at is None or when <= at


def _inspected(deck: Deck, at: datetime | None) -> DeckInspected | None:
    """The last inspection before a round was opened."""
    found = [one.event for one in deck.events if _by(one.event.occurred_at, at)]
    return next((event for event in reversed(found) if isinstance(event, DeckInspected)), None)


def _shuffles(deck: Deck, at: datetime | None) -> Iterator[Document]:
    """What is recorded of shuffles before a round was opened."""
    for version, event in deck.events:
        if isinstance(event, SHUFFLES) and _by(event.occurred_at, at):
            yield _of_deck(version, event)


def _of_deck(version: int, event: Event) -> Document:
    return {"version": version, **event_document(event)}
