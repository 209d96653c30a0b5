"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ledger.games.boston_5_stud.fates import Decisions
from ledger.games.boston_5_stud.verdicts import Elected, elected_in
from ledger.games.ranks import Ranked, five_ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import Twice, held_twice
from ledger.games.view import Faces, Place, RoundView, all_shown

HAND: Final = 5


@dataclass(slots=True)
class Felt:
    """The common facts of a round.

    `shown_down` is whether the dealer's five are up or the round ended.  `hand` is
    the dealer's, None where `missing` says why no hand can be compared with it.
    `hands` are the cards at each place as dealt, `apart` is whether none is there
    twice, `twice` are those that two hands hold.  `exposed` and `declined` are when
    each spot first said so of its three cards.
    """

    elected: Elected
    decisions: Decisions
    exposed: Mapping[int, int]
    declined: Mapping[int, int]
    hands: Mapping[Place, Faces]
    apart: bool
    twice: Twice
    shown_down: bool
    hand: Ranked | None
    missing: str | None


def felt_of(seen: RoundView, submission: Submission) -> Felt:
    """The common facts of a round as far as it was recorded."""
    elected, hands, apart = elected_in(submission), seen.read, seen.apart
    dealer = hands.get("dealer", ())
    ended = seen.closed_at is not None or seen.voided_at is not None
    shown_down = ended or (len(dealer) >= HAND and all_shown(seen.hands["dealer"]))
    hand = hand_of(dealer, apart=apart) if shown_down else None
    missing = _missing(dealer) if shown_down and hand is None else None
    decisions, twice = Decisions(seen, elected.terms.late_wagers), held_twice(seen)
    exposed, declined = _first(seen)
    return Felt(elected, decisions, exposed, declined, hands, apart, twice, shown_down, hand, missing)


def _first(seen: RoundView) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """When each spot first exposed its cards, and when it first declined to."""
    exposed: dict[int, int] = {}
    declined: dict[int, int] = {}
    for version, spot, word in seen.decisions:
        if word == "expose":
            exposed.setdefault(spot, version)
        elif word == "decline":
            declined.setdefault(spot, version)
    return exposed, declined


def hand_of(faces: Faces, *, apart: bool) -> Ranked | None:
    """A hand of five ranked; None where it cannot be.  `apart`: no card of the round is there twice."""
    if len(faces) != HAND:
        return None
    return five_ranked(faces) if apart else ranked(faces)


def _missing(dealer: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(dealer) != HAND:
        return f"5 cards of the dealer, who has {len(dealer)}"
    return f"{unrankable(dealer)}, for the dealer's hand"
