"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ledger.games.boston_5_stud.fates import Decisions, decisions_of
from ledger.games.boston_5_stud.verdicts import Elected, elected_in
from ledger.games.ranks import Ranked, ranked, unrankable
from ledger.games.seam import Submission
from ledger.games.twice import Twice, held_twice
from ledger.games.view import RoundView, all_shown

Faces: TypeAlias = tuple[str | None, ...]
HAND: Final = 5


class Felt(NamedTuple):
    """The common facts of a round.

    `shown_down` is whether the dealer's five are up or the round ended.  `hand` is
    the dealer's, None where `missing` says why no hand can be compared with it.  `twice` are
    the cards that two hands hold.
    """

    elected: Elected
    decisions: Decisions
    shown_down: bool
    twice: Twice
    hand: Ranked | None
    missing: str | None


def felt_of(seen: RoundView, submission: Submission) -> Felt:
    """The common facts of a round as far as it was recorded."""
    dealer = seen.faces("dealer")
    ended = seen.closed_at is not None or seen.voided_at is not None
    up = len(dealer) >= HAND and all_shown(seen.hands["dealer"])
    hand = ranked(dealer) if len(dealer) == HAND and (up or ended) else None
    return Felt(
        elected=elected_in(submission),
        decisions=decisions_of(seen),
        shown_down=up or ended,
        twice=held_twice(seen),
        hand=hand,
        missing=_missing(dealer) if hand is None else None,
    )


def _missing(dealer: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(dealer) != HAND:
        return f"5 cards of the dealer, who has {len(dealer)}"
    return f"{unrankable(dealer)}, for the dealer's hand"
