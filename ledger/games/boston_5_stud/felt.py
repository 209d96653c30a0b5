"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import Final, NamedTuple

from ledger.games.boston_5_stud.fates import Decisions, decisions_of
from ledger.games.boston_5_stud.verdicts import Elected, elected_in
from ledger.games.ranks import Ranked, five_ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import Layout, laid_out
from ledger.games.view import Faces, RoundView, all_shown

HAND: Final = 5


class Felt(NamedTuple):
    """The common facts of a round.

    `shown_down` is whether the dealer's five are up or the round ended.  `hand` is
    the dealer's, None where `missing` says why no hand can be compared with it.
    """

    elected: Elected
    decisions: Decisions
    layout: Layout
    shown_down: bool
    hand: Ranked | None
    missing: str | None


def felt_of(seen: RoundView, submission: Submission) -> Felt:
    """The common facts of a round as far as it was recorded."""
    layout = laid_out(seen)
    dealer = layout.at("dealer")
    ended = seen.closed_at is not None or seen.voided_at is not None
    shown_down = ended or (len(dealer) >= HAND and all_shown(seen.hands["dealer"]))
    hand = hand_of(layout, dealer) if shown_down else None
    missing = _missing(dealer) if shown_down and hand is None else None
    return Felt(elected_in(submission), decisions_of(seen), layout, shown_down, hand, missing)


def hand_of(layout: Layout, faces: Faces) -> Ranked | None:
    """A hand of five ranked; None where it cannot be."""
    if len(faces) != HAND:
        return None
    return five_ranked(faces) if layout.apart else ranked(faces)


def _missing(dealer: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(dealer) != HAND:
        return f"5 cards of the dealer, who has {len(dealer)}"
    return f"{unrankable(dealer)}, for the dealer's hand"
