"""The events of a round, bets open to chips paid, in the pit's words.

Every game uses these and no others (CONTRACT §3): a new game adds none.
Amounts are whole cents, `spot` 1 is farthest to the dealer's left.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ledger.cards import Face
from ledger.events.base import GamingDate, Line, Note, Patron, Person, Spot, Version, Word
from ledger.events.round_parts import (
    BettingStructure,
    Cards,
    Chipped,
    Count,
    Limits,
    On,
    Place,
    RoundEvent,
    Rule,
    ShoePosition,
    Side,
    Tender,
    WagerNamed,
)
from ledger.identity import Name, PlayKey
from ledger.money import Cents, PositiveCents


class RoundOpened(RoundEvent):
    """The table takes wagers for a new round."""

    TOPIC = "round.opened.v1"
    type: Literal["opened"] = "opened"
    spots: Annotated[list[Spot], Field(max_length=64)] | None = None
    limits: dict[Word, Limits] | None = None
    stacks: dict[Spot, Cents] | None = None
    button: Spot | None = None
    structure: BettingStructure | None = None


class WagerPlaced(Chipped, WagerNamed):
    """Chips crossed the betting line and the dealer accepted them."""

    TOPIC = "round.wager_placed.v1"
    type: Literal["wager_placed"] = "wager_placed"
    serial: Line | None = None
    action: Literal["post", "call", "bet", "raise", "all_in"] | None = None


class WagerIncreased(Chipped, WagerNamed):
    """More was added to a wager that stands."""

    TOPIC = "round.wager_increased.v1"
    type: Literal["wager_increased"] = "wager_increased"
    serial: Line | None = None
    action: Literal["post", "call", "bet", "raise", "all_in"] | None = None


class WagerWithdrawn(Chipped, WagerNamed):
    """The patron took a wager back, whole or in part."""

    TOPIC = "round.wager_withdrawn.v1"
    type: Literal["wager_withdrawn"] = "wager_withdrawn"


class WagerCarried(WagerNamed, RoundEvent):
    """A wager lives on from an earlier round at the table; nothing moves."""

    TOPIC = "round.wager_carried.v1"
    type: Literal["wager_carried"] = "wager_carried"
    amount: PositiveCents
    from_: Annotated[PlayKey, Field(alias="from")]


class BettingClosed(RoundEvent):
    """No more bets: of the wagers named, or of the stage that ends."""

    TOPIC = "round.betting_closed.v1"
    type: Literal["betting_closed"] = "betting_closed"
    wagers: Annotated[list[Word], Field(max_length=64)] | None = None


class CardDealt(RoundEvent):
    """A card left the shoe, hand or stub for a place on the layout."""

    TOPIC = "round.card_dealt.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["card_dealt"] = "card_dealt"
    to: Place
    card: Face | None = None
    face: Side
    shoe_position: ShoePosition | None = None
    orientation: Line | None = None


class CardBurned(RoundEvent):
    """The next card went unseen to the discard rack."""

    TOPIC = "round.card_burned.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["card_burned"] = "card_burned"
    card: Face | None = None
    shoe_position: ShoePosition | None = None


class DeckCut(RoundEvent):
    """The deck was cut, `at` cards from the top."""

    TOPIC = "round.deck_cut.v1"
    type: Literal["deck_cut"] = "deck_cut"
    at: Count | None = None


class CoverCardPlaced(RoundEvent):
    """The cover card was laid over a hand or into the deck."""

    TOPIC = "round.cover_card_placed.v1"
    type: Literal["cover_card_placed"] = "cover_card_placed"
    to: Place


class CardHandled(RoundEvent):
    """A single card, dealt before (`of`) or known by its face."""

    of: Version | None = None
    card: Face | None = None
    from_: Annotated[Place | None, Field(alias="from")] = None
    to: Place | None = None


class CardExposed(CardHandled):
    """A card's face was seen that should not have been, or not yet."""

    TOPIC = "round.card_exposed.v1"
    type: Literal["card_exposed"] = "card_exposed"


class CardMoved(CardHandled):
    """A card was put from one place to another."""

    TOPIC = "round.card_moved.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["card_moved"] = "card_moved"


class CardReturned(CardHandled):
    """A card went back to the shoe or stub."""

    TOPIC = "round.card_returned.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["card_returned"] = "card_returned"


class DecisionMade(RoundEvent):
    """A player decided where no chips move: fold, check, expose, decline and so on."""

    TOPIC = "round.decision_made.v1"
    type: Literal["decision_made"] = "decision_made"
    spot: Spot
    decision: Word


class CardsDiscarded(RoundEvent):
    """A player threw cards away in a draw."""

    TOPIC = "round.cards_discarded.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["cards_discarded"] = "cards_discarded"
    spot: Spot
    cards: Cards | None = None
    count: Count | None = None


class HandRevealed(RoundEvent):
    """A hand was turned up: these are its faces."""

    TOPIC = "round.hand_revealed.v1"
    type: Literal["hand_revealed"] = "hand_revealed"
    to: Place
    cards: Cards


class OutcomeDeclared(RoundEvent):
    """The dealer announced a result; whether it is right is another matter."""

    TOPIC = "round.outcome_declared.v1"
    type: Literal["outcome_declared"] = "outcome_declared"
    spot: Spot
    wager: Word | None = None
    on: On | None = None
    patron: Patron | None = None
    tender: Tender | None = None
    outcome: Word
    rank: Line | None = None


class WagerCollected(Chipped, WagerNamed):
    """The dealer took a stake."""

    TOPIC = "round.wager_collected.v1"
    type: Literal["wager_collected"] = "wager_collected"
    into: Literal["table_inventory", "drop_box"] | None = None


class WagerPaid(Chipped, WagerNamed):
    """Winnings left the table inventory; the stake goes back unless it stays."""

    TOPIC = "round.wager_paid.v1"
    type: Literal["wager_paid"] = "wager_paid"
    stake: Literal["stays"] | None = None


class WagerReturned(Chipped, WagerNamed):
    """A stake went back to the patron, the tray untouched."""

    TOPIC = "round.wager_returned.v1"
    type: Literal["wager_returned"] = "wager_returned"
    reason: Literal["push", "void", "unpaid", "uncalled"]


class ProgressiveWon(WagerNamed, RoundEvent):
    """A progressive was hit: an obligation of the fund, nothing moves yet."""

    TOPIC = "round.progressive_won.v1"
    type: Literal["progressive_won"] = "progressive_won"
    fund: Name
    amount: PositiveCents


class ProgressivePaid(Chipped, WagerNamed):
    """A progressive was paid out, at the cage or from the table inventory."""

    TOPIC = "round.progressive_paid.v1"
    type: Literal["progressive_paid"] = "progressive_paid"
    fund: Name
    at: Literal["cage", "table_inventory"]
    gaming_date: Annotated[
        GamingDate | None,
        Field(description="the one in which the cage paid, by its books; absent: that of the round"),
    ] = None


class HandCollected(RoundEvent):
    """A hand went into the discard rack, cards in pick-up order."""

    TOPIC = "round.hand_collected.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["hand_collected"] = "hand_collected"
    to: Place
    cards: Cards | None = None
    spread: bool | None = None


class StubCollected(RoundEvent):
    """What was left undealt went into the discard rack."""

    TOPIC = "round.stub_collected.v1"
    type: Literal["stub_collected"] = "stub_collected"
    count: Count | None = None


class WheelSpun(RoundEvent):
    """The wheel came to rest."""

    TOPIC = "round.wheel_spun.v1"
    type: Literal["wheel_spun"] = "wheel_spun"
    revolutions: Count | None = None
    result: Line


class DiceShaken(RoundEvent):
    """The dice came to rest."""

    TOPIC = "round.dice_shaken.v1"
    type: Literal["dice_shaken"] = "dice_shaken"
    dice: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=12)]


class NumbersDrawn(RoundEvent):
    """Numbers were drawn."""

    TOPIC = "round.numbers_drawn.v1"
    type: Literal["numbers_drawn"] = "numbers_drawn"
    numbers: Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1, max_length=100)]


class PotAwarded(RoundEvent):
    """A pot, or a part of one, was pushed to a player."""

    TOPIC = "round.pot_awarded.v1"
    type: Literal["pot_awarded"] = "pot_awarded"
    spot: Spot
    pot: Annotated[int, Field(ge=0, le=255, description="0 is the main pot")]
    amount: PositiveCents


class RakeTaken(RoundEvent):
    """The house took its commission from a pot."""

    TOPIC = "round.rake_taken.v1"
    type: Literal["rake_taken"] = "rake_taken"
    amount: PositiveCents
    kind: Word
    into: Literal["rake", "drop_box", "table_inventory"]


class FundContributed(RoundEvent):
    """A part of a pot went to a fund that belongs to the players."""

    TOPIC = "round.fund_contributed.v1"
    type: Literal["fund_contributed"] = "fund_contributed"
    fund: Name
    amount: PositiveCents


class IrregularityNoted(RoundEvent):
    """Something went against procedure and somebody noted it."""

    TOPIC = "round.irregularity_noted.v1"
    type: Literal["irregularity_noted"] = "irregularity_noted"
    kind: Word
    spots: Annotated[list[Spot], Field(max_length=64)] | None = None
    cards: Cards | None = None


class RulingMade(RoundEvent):
    """A supervisor decided."""

    TOPIC = "round.ruling_made.v1"
    type: Literal["ruling_made"] = "ruling_made"
    ruling: Note
    wagers: Annotated[list[WagerNamed], Field(max_length=255)] | None = None
    rule: Rule | None = None
    approved_by: Person


class AdjustmentPosted(Chipped, WagerNamed):
    """Chips moved later to put a settlement right, or as goodwill."""

    TOPIC = "round.adjustment_posted.v1"
    type: Literal["adjustment_posted"] = "adjustment_posted"
    direction: Literal["to_patron", "from_patron"]
    session: Annotated[PlayKey, Field(description="whose tray it touches")]
    approved_by: Person
    corrects: Version | None = None
    reason: Note


class RoundVoided(RoundEvent):
    """The round was declared void; what was settled stays settled."""

    TOPIC = "round.voided.v1"
    type: Literal["voided"] = "voided"
    reason: Note


class RoundClosed(RoundEvent):
    """The round is over."""

    TOPIC = "round.closed.v1"
    type: Literal["closed"] = "closed"


# fmt: off
Fact: TypeAlias = Annotated[
    RoundOpened | WagerPlaced | WagerIncreased | WagerWithdrawn | WagerCarried | BettingClosed | CardDealt |
    CardBurned | DeckCut | CoverCardPlaced | CardExposed | CardMoved | CardReturned | DecisionMade |
    CardsDiscarded | HandRevealed | OutcomeDeclared | WagerCollected | WagerPaid | WagerReturned |
    ProgressiveWon | ProgressivePaid | HandCollected | StubCollected | WheelSpun | DiceShaken | NumbersDrawn
    | PotAwarded | RakeTaken | FundContributed | IrregularityNoted | RulingMade | AdjustmentPosted |
    RoundVoided | RoundClosed,
    Field(discriminator="type"),
]
# fmt: on


class RoundCorrected(RoundEvent):
    """An earlier event was recorded wrongly: as it should have been, or null."""

    TOPIC = "round.corrected.v1"
    MAY_NAME_UNSEEN = True
    type: Literal["corrected"] = "corrected"
    corrects: Version
    event: Fact | None = None
    reason: Note
    approved_by: Person


AnyRoundEvent: TypeAlias = Annotated[Fact | RoundCorrected, Field(discriminator="type")]
