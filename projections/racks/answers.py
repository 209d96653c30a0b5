"""What the racks answer: the discard rack in physical order, and how one that was found differs from it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from ledger.games.seam import Evidence
from ledger.rounds.racking import Kind
from projections.answers import Answer, Said
from projections.racks import comparing

Because: TypeAlias = Literal[
    "shuffle_recorded",
    "cards_taken_out_recorded",
    "shuffled_after_each_round",
    "other_deck",
    "other_game",
    "other_session",
    "other_gaming_date",
    "first_round",
    "not_looked_further",
]
Reconstruction: TypeAlias = Literal["in_order", "hands_as_sets", "not_possible_from_rack"]
Face: TypeAlias = Annotated[str | None, Field(description="As, K? where the suit is not known, null unknown")]
Owner: TypeAlias = Annotated[
    str, Field(description="whose cards: a spot, dealer, board or stand; else burn or stub")
]
Key: TypeAlias = Annotated[str, Field(description="the key of a round, THB-03/2026-11-28/412")]


class RackCard(Said):
    """A card in the rack.

    `place` counts from the back, where the first card lies, `place_from_front`
    from the front, each from 1; null in a set, and where cards that nobody
    counted lie between.  `dealt_at` is the version of the event that first
    recorded it, `source` who recorded it then; null where nothing is known of it.
    """

    place: int | None
    place_from_front: int | None
    card: Face
    shown: bool
    dealt_at: int | None
    source: str | None


class Pile(Said):
    """Cards that went into the rack at once, back to front.

    `version` is that of the event, `source` who recorded it.  Not `ordered`: a
    set, the order inside was not recorded.  `size` is the number of cards, null
    where nobody counted them; `first_place` and `last_place` are from the back.
    """

    kind: Kind
    hand: Owner
    version: int
    occurred_at: datetime | None
    source: str | None
    by: str | None
    spread: bool
    ordered: bool
    size: int | None
    first_place: int | None
    last_place: int | None
    cards: list[RackCard]


class Lying(Said):
    """Cards that were dealt and of which no pick-up was recorded."""

    hand: Owner
    cards: list[Face]


class RackRound(Said):
    """What one round put into the rack, back to front.

    `reconstruction` says how far its hands can be rebuilt from the rack: each
    card in order; hand by hand, each as a set; or not at all for a hand that is
    not known to lie there, `not_racked`.  What the rack cannot say the video of
    the time from `opened_at` to `closed_at` can.
    """

    round: UUID
    key: Key
    version: int
    game: str
    title: str | None
    deck: str | None
    status: Literal["open", "closed", "voided"]
    opened_at: datetime | None
    closed_at: datetime | None
    reconstruction: Reconstruction
    piles: list[Pile]
    not_racked: list[Lying]


class Beginning(Said):
    """With which round the rack began, and what that rests on.

    `recorded` says whether a shuffle was: where not, it is concluded, by `rule`
    as well as `evidence` says, or from what else changes before that round.
    """

    round: Key
    because: Because
    recorded: bool
    rule: str | None
    evidence: Evidence
    detail: str


class Rack(Answer):
    """The discard rack of a table right after a round, back to front.

    The back is where the first card lies that went in, the front where the last
    does.  `size` is the number of cards, null where nobody counted some.
    """

    table: str
    deck: Annotated[str | None, Field(description="the deck in play, as the rounds name it")]
    until: Key
    order: Literal["back_to_front"] = "back_to_front"
    begins: Beginning
    size: int | None
    rounds: list[RackRound]


# --- a rack as found ------------------------------------------------------------


class Placed(Said):
    """A card and its place from the back, from 1.  `round` and `hand` are those it is recorded of."""

    place: int
    card: Face
    round: Key | None
    hand: Owner | None


class Whose(Said):
    """The hand of a round."""

    round: Key
    hand: Owner


class Implied(Said):
    """A hand as recorded, and as the cards found would have it, both back to front."""

    round: Key
    hand: Owner
    version: int
    ordered: bool
    recorded: list[Face]
    found: list[Face]


class RackDifference(Said):
    """One thing in which the cards found are not as recorded.

    missing: recorded and not found.  extra: found and not recorded.  replaced:
    another card lies in the place of the one recorded.  exchanged: two cards,
    each in the other's place.  displaced: cards that lie elsewhere.  order: a
    hand is there whole, in another order.  `recorded` are the cards as they
    should lie, `found` as they lie; of an exchange and of what is displaced the
    same cards in the same order.  `implies` are the hands that would have been
    others if the cards lie as they were picked up; `between` the hands on both
    sides of what lies in none.  `not_racked` says where a card that is not
    recorded in the rack was dealt to, if it was.
    """

    kind: comparing.Kind
    recorded: list[Placed]
    found: list[Placed]
    implies: list[Implied]
    between: list[Whose]
    not_racked: list[Placed]


class Doubled(Said):
    """A card found more often than the deck has it: a fact of the rack, or of whoever read it.

    `should_be` is how often the deck has it, `known` how often it had by its own
    record as the rack was filled, cards found to be extra with them.  `found` are
    all its places, each with the hand that it is recorded of, null where it is of
    none; `implies` the hands in whose place it lies.
    """

    card: Face
    should_be: int
    known: int
    found: list[Placed]
    implies: list[Implied]


class RackCheck(Answer):
    """A rack on record against the cards as found, back to front.

    `first_difference` is the first place from the back, from 1, at which they
    part, null where they agree.  `turned`: the cards found would agree if they
    had been read from the front.  `learned` are cards not known on record that
    were found in their place.  `doubled` are cards found more often than the deck
    has them, `cards_over` is by how many cards there are more than it has; null
    where nobody said how many those are.  They stand also where the record agrees.
    """

    table: str
    deck: str | None
    until: Key
    order: Literal["back_to_front"] = "back_to_front"
    begins: Beginning
    agrees: bool
    cards_recorded: Annotated[int | None, Field(description="null where nobody counted some of them")]
    cards_found: int
    first_difference: int | None
    turned: bool
    differences: list[RackDifference]
    learned: list[Placed]
    doubled: list[Doubled]
    cards_over: int | None
