"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from ledger.games.ranks import three_card_ranked, three_card_unrankable
from ledger.games.three_card_poker.verdicts import Elected
from ledger.games.twice import held_twice
from ledger.games.view import Faces, RoundView, all_shown


class Felt:
    """The common facts of a round as far as it was recorded.

    `hands` are the cards at each place as dealt, `dealer` the dealer's, `twice`
    those that two hands hold.
    `shown_down` is whether it came to the dealer's reveal: when his cards are up,
    at the latest when the round ends.  `hand` is the dealer's, None where
    `missing` says why no hand can be compared with it.
    `apart` is whether no card of the round is there twice.
    """

    __slots__ = ("apart", "dealer", "elected", "hand", "hands", "missing", "qualifies", "shown_down", "twice")

    def __init__(self, seen: RoundView, elected: Elected) -> None:
        self.elected = elected
        self.hands = hands = seen.read
        self.apart = seen.apart
        self.twice = held_twice(seen)
        self.dealer = dealer = hands.get("dealer", ())
        ended = seen.closed_at is not None or seen.voided_at is not None
        self.shown_down = ended or (bool(dealer) and all_shown(seen.hands["dealer"]))
        self.hand = hand = three_card_ranked(dealer) if self.shown_down else None
        self.qualifies = hand is not None and hand.strength <= elected.qualifies
        self.missing = _missing(dealer) if self.shown_down and hand is None else None


def _missing(dealer: Faces) -> str:
    if len(dealer) < 3:
        return f"{3 - len(dealer)} of the dealer's 3 cards"
    return f"{three_card_unrankable(dealer)}, for the dealer's hand"
