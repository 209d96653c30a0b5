"""What is answered about decks: provenance, cards at an instant, order, and what a fault touched."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from ledger.decks.sequences import By
from ledger.decks.state import Status
from projections.alternatives.answers import Alternatives
from projections.answers import Answer, Said, SignedCents


class DeckRow(Said):
    """One deck in a list, as last inspected."""

    deck: str
    batch: str
    backs: str
    inspections: int


class DeckPage(Answer):
    """Decks by name; `after` is the cursor of the next page."""

    decks: list[DeckRow]
    after: str | None


class GapSaid(Said):
    """A card that was missing or too many.

    `card` null: nobody knows which.  `since` null: nobody knows since when, but
    that it was so at `known_at`, and not yet at `not_before`, when the deck was
    last looked through; `until` null: it still is.  `backs` names those of a card
    that is not the deck's own, `last_seen` the round in which it was dealt last,
    as whoever found it says.  `version` is the event that said so.
    """

    kind: Literal["missing", "extra"]
    card: str | None
    since: datetime | None
    known_at: datetime | None
    until: datetime | None
    version: int
    backs: str | None
    not_before: datetime | None
    last_seen: str | None


class UseSaid(Said):
    """A deck at a table, from when it was loaded until it left; `version` is the loading."""

    table: str
    shoe: str | None
    since: datetime | None
    until: datetime | None
    version: int


class CardsAt(Said):
    """The cards of a deck at an instant: how many of each face where that is not one, and how many in all.

    `differs` are the faces of which there are more or fewer than there should be, by how many.
    """

    at: datetime
    size: int
    differs: dict[str, int]
    uncertain: Annotated[list[GapSaid], Field(description="gaps of which nobody knows since when")]


class InspectionSaid(Said):
    """What the deck was inspected to be, the last time; `receipt` is an inspection machine's."""

    batch: str
    backs: str
    decks: int
    preshuffled: bool
    machine: str | None
    receipt: str | None


class DeckState(Answer):
    """A deck: where it came from, where it was dealt, what was missing or too many, and what was found.

    `events` are those recorded, corrections in place; `same_batch` other decks of
    its batch.  `masked`: faces are withheld that were named while a round dealt
    from it is open.
    """

    deck: str
    status: Status
    version: int
    masked: bool
    inspected: InspectionSaid | None
    uses: list[UseSaid]
    gaps: list[GapSaid]
    cards: CardsAt
    findings: list[dict[str, Any]]
    events: list[dict[str, Any]]
    same_batch: list[str]


class Touched(Said):
    """A round that a fault touched; `hands` are those of spots, `net` what the patrons won, in cents.

    Of play in chips it is units: `currency` says which.  `dealers` are those by
    whom its events say it was dealt.
    """

    round: UUID
    key: str
    table: str
    gaming_date: str | None
    session: str | None
    dealers: list[str]
    currency: str
    opened_at: datetime | None
    dealt_from: datetime | None
    dealt_until: datetime | None
    status: str
    hands: int
    wagers: int
    staked: int
    net: SignedCents


class PatronTouched(Said):
    """What it came to for one patron in one currency: an opaque id, else `table/spot`."""

    patron: str
    currency: str
    rounds: int
    hands: int
    wagers: int
    staked: int
    net: SignedCents


class Impact(Answer):
    """The rounds that a fault of a deck touched, whole: hands and rounds are counted apart.

    `windows` are the times looked at: those asked for, or those of the gaps of
    the card asked for.  Where a gap begins nobody knows when, `bounded_by` is
    the last round in which the card was seen before it was missed: what came
    after it is what may have been touched.  `by_status` counts the rounds by how
    they stand: open, closed, voided.  Currencies are never added together: `staked`
    and `net_to_patrons` are null where there are several.  Of `naming_no_deck` rounds nobody knows
    whether they were dealt from this deck: they are in no other figure.  `masked`:
    cards are withheld that were found missing or extra while a round is open, so that
    more may be touched than is told.
    """

    deck: str
    masked: bool
    missing: str | None
    extra: str | None
    windows: list[GapSaid]
    bounded_by: str | None
    rounds: int
    hands: int
    wagers: int
    staked: int | None
    net_to_patrons: SignedCents | None
    by_status: dict[str, int]
    naming_no_deck: Annotated[
        int, Field(description="rounds at the table where the deck lay that do not say from which they were")
    ]
    by_patron: list[PatronTouched]
    touched: list[Touched]


class Repeated(Said):
    """A sequence of faces that came again: how many, after how many, and in which round it began again."""

    round: str
    period: int
    length: int


class DealtOrder(Answer):
    """What the order of the faces dealt from a deck says of its shuffle.

    `steps` of `pairs` cards followed their neighbour in a deck sorted by suit or by
    rank, whichever is more (`sorted_by`); by chance it were `expected`, and
    `milli_sigma` says by how many thousandths of a standard deviation it is more.
    `findings` name what no shuffle does.
    """

    deck: str
    rounds: int
    faces: int
    repeated: Repeated | None
    steps: int
    pairs: int
    expected: int
    milli_sigma: int
    sorted_by: By
    findings: list[str]


class ShiftedCard(Said):
    """A card in the order in which the shoe gave it, and the one that would have come in its place.

    `version` is that of its event in the round; `would_be` null: nobody knows.
    """

    number: Annotated[int, Field(description="1 is the first after the shuffle")]
    round: str
    version: int
    to: Annotated[str, Field(description="spot, dealer, board, or burned")]
    card: str | None
    would_be: str | None
    shift: Annotated[int, Field(description="cards by which it would have been further on")]


class MissedBurn(Answer):
    """What a shoe gave since it was last loaded, and what it would have, had all been burned that should.

    `due` cards should have been burned before the first was dealt, `burned` were;
    `asked_by` is who asks for it.  `cards` are those up to the size of the deck.
    `alternatives` are the first rounds with each card in its shifted place, all
    that players and dealer decided left as it was; null where nothing was missed.
    """

    deck: str
    table: str | None
    due: int
    asked_by: Literal["asked", "house", "jurisdiction", "nobody"]
    burned: int
    findings: list[dict[str, Any]]
    cards: list[ShiftedCard]
    alternatives: Alternatives | None
