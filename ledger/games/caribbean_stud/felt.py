"""What all spots of a round share: whether the dealer's hand is shown, and whether it qualifies."""

from __future__ import annotations

from ledger.games.caribbean_stud.irregularities import HAND
from ledger.games.caribbean_stud.verdicts import elected_in
from ledger.games.ranks import BestFive, five_ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import held_twice
from ledger.games.view import Faces, RoundView, all_shown


class Felt:
    """The common facts of a round as far as it was recorded.

    `shown_down` is whether the dealer's five cards are up or the round ended.
    `hand` is the dealer's, None where it is not shown or `missing` says why it
    has no rank; `qualifies` is whether there is a hand to compare with.
    `apart` is whether no card is there twice, `twice` are those that two hands hold.
    """

    __slots__ = ("apart", "elected", "hand", "missing", "qualifies", "shown_down", "twice")

    def __init__(self, seen: RoundView, submission: Submission) -> None:
        self.elected = elected = elected_in(submission)
        self.shown_down = seen.closed_at is not None or seen.voided_at is not None or is_up(seen)
        self.apart = apart = seen.apart
        self.twice = held_twice(seen)
        self.hand: BestFive | None = None
        self.qualifies = False
        self.missing: str | None = None
        if not self.shown_down:
            return
        dealer = seen.read.get("dealer", ())
        self.hand = hand = hand_of(dealer, apart=apart)
        if hand is None:
            self.missing = missing_of(dealer, "the dealer")
        else:
            self.qualifies = hand.strength <= elected.qualifies


def is_up(seen: RoundView) -> bool:
    """Whether the dealer's hand is shown: all five cards, for one of them lies face up from the deal on."""
    cards = seen.hands.get("dealer", ())
    return len(cards) >= HAND and all_shown(cards)


def hand_of(faces: Faces, *, apart: bool) -> BestFive | None:
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
