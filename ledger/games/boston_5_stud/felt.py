"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import Final

from ledger.games.boston_5_stud.fates import Decisions
from ledger.games.boston_5_stud.verdicts import elected_in
from ledger.games.ranks import BestFive, five_ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import held_twice
from ledger.games.view import Faces, RoundView, all_shown

HAND: Final = 5


class Felt:
    """The common facts of a round as far as it was recorded.

    `shown_down` is whether the dealer's five are up or the round ended.  `hand` is
    the dealer's, None where `missing` says why no hand can be compared with it.
    `hands` are the cards at each place as dealt, `apart` is whether none is there
    twice, `twice` are those that two hands hold.  `exposed` and `declined` are when
    each spot first said so of its three cards.
    """

    __slots__ = (
        "apart", "decisions", "declined", "elected", "exposed", "hand", "hands", "missing", "shown_down",
        "twice",
    )  # fmt: skip

    def __init__(self, seen: RoundView, submission: Submission) -> None:
        self.elected = elected = elected_in(submission)
        self.hands = hands = seen.read
        self.apart = apart = seen.apart
        self.twice = held_twice(seen)
        dealer = hands.get("dealer", ())
        ended = seen.closed_at is not None or seen.voided_at is not None
        self.shown_down = ended or (len(dealer) >= HAND and all_shown(seen.hands["dealer"]))
        self.hand = hand = hand_of(dealer, apart=apart) if self.shown_down else None
        self.missing = _missing(dealer) if self.shown_down and hand is None else None
        self.decisions = Decisions(seen, elected.terms.late_wagers)
        self.exposed: dict[int, int] = {}
        self.declined: dict[int, int] = {}
        for version, spot, word in seen.decisions:
            if word == "expose":
                self.exposed.setdefault(spot, version)
            elif word == "decline":
                self.declined.setdefault(spot, version)


def hand_of(faces: Faces, *, apart: bool) -> BestFive | None:
    """A hand of five ranked; None where it cannot be.  `apart`: no card of the round is there twice."""
    if len(faces) != HAND:
        return None
    return five_ranked(faces) if apart else ranked(faces)


def _missing(dealer: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(dealer) != HAND:
        return f"5 cards of the dealer, who has {len(dealer)}"
    return f"{unrankable(dealer)}, for the dealer's hand"
