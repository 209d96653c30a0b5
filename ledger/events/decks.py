"""The events of a deck: where its cards come from, how they were shuffled, and what became of single cards.

One stream a deck: one deck, or several that are shuffled and dealt together.
A card that went missing has a time at which it was removed, or only one at
which it was found.  Source: disputes B.3, B.4 (I15 to I18); scenarios S-01 to S-11.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import Field

from ledger.cards import Face
from ledger.events.base import Event, Line, Note, Person, Version
from ledger.identity import Name

Backs: TypeAlias = Annotated[Line, Field(description="color and design of the backs")]
Machine: TypeAlias = Annotated[Line, Field(description="the shuffler or inspection machine, by its number")]
# More than any shoe holds.
MOST_CARDS = 1040


class DeckEvent(Event):
    """Something that happened to a deck."""

    STREAM: ClassVar[str] = "deck"


class DeckInspected(DeckEvent):
    """The deck was inspected as it came: from now on it is known what it should hold.

    `cards` are those it should hold, null for one that could not be read; absent:
    `decks` whole decks of 52.
    `receipt` names what an inspection machine printed; absent: there is none.
    """

    TOPIC = "deck.inspected.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["inspected"] = "inspected"
    batch: Line
    backs: Backs
    decks: Annotated[int, Field(ge=1, le=20)] = 1
    cards: Annotated[list[Face | None], Field(min_length=1, max_length=MOST_CARDS)] | None = None
    preshuffled: Annotated[bool, Field(description="the vendor says that it is shuffled")] = False
    machine: Machine | None = None
    receipt: Line | None = None
    approved_by: Person | None = None


class ShufflerLoaded(DeckEvent):
    """The cards were put into a shuffler."""

    TOPIC = "deck.shuffler_loaded.v1"
    type: Literal["shuffler_loaded"] = "shuffler_loaded"
    machine: Machine


class ShuffleStarted(DeckEvent):
    """A shuffle began, by hand where no machine is named."""

    TOPIC = "deck.shuffle_started.v1"
    type: Literal["shuffle_started"] = "shuffle_started"
    machine: Machine | None = None
    mode: Literal["random", "sort"] | None = None


class ShuffleCompleted(DeckEvent):
    """A shuffle ended; `mode` is what the machine was set to, `sort` puts the cards in order."""

    TOPIC = "deck.shuffle_completed.v1"
    type: Literal["shuffle_completed"] = "shuffle_completed"
    machine: Machine | None = None
    mode: Literal["random", "sort"] = "random"


class ShufflerUnloaded(DeckEvent):
    """The cards were taken out of a shuffler."""

    TOPIC = "deck.shuffler_unloaded.v1"
    type: Literal["shuffler_unloaded"] = "shuffler_unloaded"
    machine: Machine


class DeckLoaded(DeckEvent):
    """The deck came to a table to be dealt, into a shoe where it is dealt from one.

    `burns` is the house's rule: so many cards are burned before the first is dealt.
    """

    TOPIC = "deck.loaded.v1"
    type: Literal["loaded"] = "loaded"
    table: Name
    shoe: Line | None = None
    burns: Annotated[
        int | None, Field(ge=0, le=52, description="absent: as the property's jurisdiction asks")
    ] = None


class CardMovement(DeckEvent):
    """Something happened to one card of the deck; `card` None where nobody knows which."""

    MAY_NAME_UNSEEN = True
    card: Face | None = None
    where: Line | None = None
    reason: Note | None = None
    approved_by: Person | None = None


class CardRemoved(CardMovement):
    """A card left the deck: damaged, lost, set aside."""

    TOPIC = "deck.card_removed.v1"
    type: Literal["card_removed"] = "card_removed"


class CardInserted(CardMovement):
    """A card came into the deck: put back, put in its place, or not one of its own."""

    TOPIC = "deck.card_inserted.v1"
    type: Literal["card_inserted"] = "card_inserted"
    backs: Backs | None = None
    batch: Line | None = None


class CardFound(CardMovement):
    """A card was found where it should not be, or in the deck where it should not be.

    `state` says what that means: `missing`, it should have been in the deck and
    was not, nobody knows since when; `extra`, it is in the deck and should not be.
    """

    TOPIC = "deck.card_found.v1"
    type: Literal["card_found"] = "card_found"
    state: Literal["missing", "extra"]
    backs: Backs | None = None
    last_seen: Annotated[Line | None, Field(description="round in which it was dealt last, if known")] = None


class DeckCounted(DeckEvent):
    """The cards were counted, or looked through card by card."""

    TOPIC = "deck.counted.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["counted"] = "counted"
    count: Annotated[int, Field(ge=0, le=MOST_CARDS)]
    cards: Annotated[list[Face | None], Field(max_length=MOST_CARDS)] | None = None
    approved_by: Person | None = None


class PlayContinued(DeckEvent):
    """Somebody said to deal on with the deck as it is."""

    TOPIC = "deck.play_continued.v1"
    type: Literal["play_continued"] = "play_continued"
    reason: Note
    approved_by: Person | None = None


class DeckUnloaded(DeckEvent):
    """The deck left the table."""

    TOPIC = "deck.unloaded.v1"
    type: Literal["unloaded"] = "unloaded"
    table: Name
    reason: Note | None = None


class DeckWithdrawn(DeckEvent):
    """The deck is no longer used."""

    TOPIC = "deck.withdrawn.v1"
    type: Literal["withdrawn"] = "withdrawn"
    reason: Note | None = None
    approved_by: Person | None = None


DeckFact: TypeAlias = Annotated[
    DeckInspected
    | ShufflerLoaded
    | ShuffleStarted
    | ShuffleCompleted
    | ShufflerUnloaded
    | DeckLoaded
    | CardRemoved
    | CardInserted
    | CardFound
    | DeckCounted
    | PlayContinued
    | DeckUnloaded
    | DeckWithdrawn,
    Field(discriminator="type"),
]


class DeckCorrected(DeckEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "deck.corrected.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: DeckFact | None = None
    reason: Note
    approved_by: Person


AnyDeckEvent: TypeAlias = Annotated[DeckFact | DeckCorrected, Field(discriminator="type")]
