"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.games.ranks import Ranked, three_card_ranked, three_card_unrankable
from ledger.games.three_card_poker.verdicts import Elected
from ledger.games.twice import Twice, held_twice
from ledger.games.view import Faces, Place, RoundView, all_shown


@dataclass(slots=True)
class Felt:
    """The common facts of a round.

    `hands` are the cards at each place as dealt, `dealer` the dealer's, `twice`
    those that two hands hold.
    `shown_down` is whether it came to the dealer's reveal.  `hand` is the
    dealer's, None where `missing` says why no hand can be compared with it.
    `apart` is whether no card of the round is there twice.
    """

    elected: Elected
    hands: Mapping[Place, Faces]
    twice: Twice
    dealer: Faces
    shown_down: bool
    hand: Ranked | None
    qualifies: bool
    missing: str | None
    apart: bool


def felt_of(seen: RoundView, elected: Elected) -> Felt:
    """The common facts: the dealer's reveal is when his cards are up, at the latest when the round ends."""
    dealer = seen.read.get("dealer", ())
    ended = seen.closed_at is not None or seen.voided_at is not None
    shown_down = ended or (bool(dealer) and all_shown(seen.hands["dealer"]))
    hand = three_card_ranked(dealer) if shown_down else None
    qualifies = hand is not None and hand.strength <= elected.qualifies
    missing = _missing(dealer) if shown_down and hand is None else None
    twice = held_twice(seen)
    return Felt(elected, seen.read, twice, dealer, shown_down, hand, qualifies, missing, seen.apart)


def _missing(dealer: Faces) -> str:
    if len(dealer) < 3:
        return f"{3 - len(dealer)} of the dealer's 3 cards"
    return f"{three_card_unrankable(dealer)}, for the dealer's hand"
