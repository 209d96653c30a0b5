"""What all spots of a round share: whether the dealer's hand is shown, and whether it qualifies."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ledger.games.caribbean_stud.irregularities import HAND
from ledger.games.caribbean_stud.verdicts import Elected, elected_in
from ledger.games.ranks import Ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import NOTHING, Twice, held_twice
from ledger.games.view import RoundView, all_shown

Faces: TypeAlias = tuple[str | None, ...]


class Felt(NamedTuple):
    """The common facts of a round.

    `shown_down` is whether the dealer's five cards are up or the round ended.
    `hand` is the dealer's, None where it is not shown or `missing` says why it
    has no rank; `qualifies` is whether there is a hand to compare with.
    `twice` are the cards that two hands hold.
    """

    elected: Elected
    shown_down: bool
    hand: Ranked | None = None
    qualifies: bool = False
    missing: str | None = None
    twice: Twice = NOTHING


def felt_of(seen: RoundView, submission: Submission) -> Felt:
    """The common facts; what the dealer holds is one of them from the showdown on."""
    elected, dealer = elected_in(submission), seen.faces("dealer")
    shown_down = seen.closed_at is not None or seen.voided_at is not None or is_up(seen)
    if not shown_down:
        return Felt(elected, shown_down=False)
    hand, missing = hand_of(dealer, "the dealer")
    qualifies = hand is not None and hand.strength <= elected.qualifies
    twice = held_twice(seen)
    return Felt(elected, shown_down=True, hand=hand, qualifies=qualifies, missing=missing, twice=twice)


def is_up(seen: RoundView) -> bool:
    """Whether the dealer's hand is shown: all five cards, for one of them lies face up from the deal on."""
    cards = seen.hands.get("dealer", ())
    return len(cards) >= HAND and all_shown(cards)


def hand_of(faces: Faces, who: str) -> tuple[Ranked | None, str | None]:
    """A hand of five ranked, or what is missing to rank it."""
    hand = ranked(faces) if len(faces) == HAND else None
    return hand, None if hand is not None else _missing(faces, who)


def _missing(faces: Faces, who: str) -> str:
    if len(faces) < HAND:
        return f"{HAND - len(faces)} of the 5 cards of {who}"
    if len(faces) > HAND:
        return f"which 5 of the {len(faces)} cards of {who} are the hand"
    return f"{unrankable(faces)}, for the hand of {who}"
