"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ledger.games.ranks import Ranked, three_card_ranked, three_card_unrankable
from ledger.games.three_card_poker.verdicts import Elected
from ledger.games.twice import NOTHING, Twice, held_twice
from ledger.games.view import RoundView, all_shown

Faces: TypeAlias = tuple[str | None, ...]


class Felt(NamedTuple):
    """The common facts of a round.

    `dealer` are the dealer's cards as dealt, `twice` those that two hands hold.
    `shown_down` is whether it came to the dealer's reveal.  `hand` is the
    dealer's, None where `missing` says why no hand can be compared with it.
    """

    elected: Elected
    dealer: Faces
    twice: Twice
    shown_down: bool
    hand: Ranked | None
    qualifies: bool
    missing: str | None


def felt_of(seen: RoundView, elected: Elected) -> Felt:
    """The common facts: the dealer's reveal is when his cards are up, at the latest when the round ends."""
    dealer = seen.faces("dealer")
    ended = seen.closed_at is not None or seen.voided_at is not None
    up = bool(dealer) and all_shown(seen.hands["dealer"])
    shown_down = ended or up
    hand = three_card_ranked(dealer) if shown_down else None
    return Felt(
        elected=elected,
        dealer=dealer,
        twice=held_twice(seen) if shown_down else NOTHING,
        shown_down=shown_down,
        hand=hand,
        qualifies=hand is not None and hand.strength <= elected.qualifies,
        missing=_missing(dealer) if shown_down and hand is None else None,
    )


def _missing(dealer: Faces) -> str:
    if len(dealer) < 3:
        return f"{3 - len(dealer)} of the dealer's 3 cards"
    return f"{three_card_unrankable(dealer)}, for the dealer's hand"
