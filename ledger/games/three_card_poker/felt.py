"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import NamedTuple

from ledger.games.ranks import Ranked, three_card_ranked, three_card_unrankable
from ledger.games.three_card_poker.verdicts import Elected
from ledger.games.twice import Layout
from ledger.games.view import Faces, RoundView, all_shown


class Felt(NamedTuple):
    """The common facts of a round.

    `dealer` are the dealer's cards as dealt.
    `shown_down` is whether it came to the dealer's reveal.  `hand` is the
    dealer's, None where `missing` says why no hand can be compared with it.
    """

    elected: Elected
    layout: Layout
    dealer: Faces
    shown_down: bool
    hand: Ranked | None
    qualifies: bool
    missing: str | None


def felt_of(seen: RoundView, layout: Layout, elected: Elected) -> Felt:
    """The common facts: the dealer's reveal is when his cards are up, at the latest when the round ends."""
    dealer = layout.at("dealer")
    ended = seen.closed_at is not None or seen.voided_at is not None
    shown_down = ended or (bool(dealer) and all_shown(seen.hands["dealer"]))
    hand = three_card_ranked(dealer) if shown_down else None
    qualifies = hand is not None and hand.strength <= elected.qualifies
    missing = _missing(dealer) if shown_down and hand is None else None
    return Felt(elected, layout, dealer, shown_down, hand, qualifies, missing)


def _missing(dealer: Faces) -> str:
    if len(dealer) < 3:
        return f"{3 - len(dealer)} of the dealer's 3 cards"
    return f"{three_card_unrankable(dealer)}, for the dealer's hand"
