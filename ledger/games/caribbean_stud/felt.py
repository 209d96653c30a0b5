"""What all spots of a round share: whether the dealer's hand is shown, and whether it qualifies."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.games.caribbean_stud.irregularities import HAND
from ledger.games.caribbean_stud.verdicts import Elected, elected_in
from ledger.games.ranks import Ranked, five_ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import Twice, held_twice
from ledger.games.view import Faces, RoundView, all_shown


@dataclass(slots=True)
class Felt:
    """The common facts of a round.

    `shown_down` is whether the dealer's five cards are up or the round ended.
    `hand` is the dealer's, None where it is not shown or `missing` says why it
    has no rank; `qualifies` is whether there is a hand to compare with.
    `apart` is whether no card is there twice, `twice` are those that two hands hold.
    """

    elected: Elected
    shown_down: bool
    hand: Ranked | None = None
    qualifies: bool = False
    missing: str | None = None
    apart: bool = False
    twice: Twice = field(default_factory=dict)


def felt_of(seen: RoundView, submission: Submission) -> Felt:
    """The common facts; what the dealer holds is one of them from the showdown on."""
    elected, dealer = elected_in(submission), seen.read.get("dealer", ())
    shown_down = seen.closed_at is not None or seen.voided_at is not None or is_up(seen)
    if not shown_down:
        return Felt(elected, shown_down)
    apart, twice = seen.apart, held_twice(seen)
    hand = hand_of(dealer, apart=apart)
    if hand is None:
        return Felt(elected, shown_down, missing=missing_of(dealer, "the dealer"), apart=apart, twice=twice)
    return Felt(elected, shown_down, hand, hand.strength <= elected.qualifies, None, apart, twice)


def is_up(seen: RoundView) -> bool:
    """Whether the dealer's hand is shown: all five cards, for one of them lies face up from the deal on."""
    cards = seen.hands.get("dealer", ())
    return len(cards) >= HAND and all_shown(cards)


def hand_of(faces: Faces, *, apart: bool) -> Ranked | None:
    """A hand of five ranked; None where it cannot be (`missing_of` says why).

    `apart` is whether no card of the round is there twice.
    """
    if len(faces) != HAND:
        return None
    return five_ranked(faces) if apart else ranked(faces)


def missing_of(faces: Faces, who: str) -> str:
    """What is missing to rank a hand of five."""
    if len(faces) < HAND:
        return f"{HAND - len(faces)} of the 5 cards of {who}"
    if len(faces) > HAND:
        return f"which 5 of the {len(faces)} cards of {who} are the hand"
    return f"{unrankable(faces)}, for the hand of {who}"
