"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.games.ranks import Board, Ranked, unrankable
from ledger.games.texas_holdem_bonus.verdicts import Elected
from ledger.games.twice import Twice, held_twice
from ledger.games.view import Faces, RoundView, all_shown


@dataclass(slots=True)
class Felt:
    """The common facts of a round.

    `begun` is whether the board was begun or the round ended, `shown_down`
    whether it came to the dealer's showdown.  `hand` is the dealer's, None where
    `missing` says why no hand can be compared with it.  `twice` are the cards
    that two hands hold.
    """

    elected: Elected
    board: Board
    dealer: Faces
    begun: bool
    shown_down: bool
    hand: Ranked | None
    missing: str | None
    twice: Twice


def felt_of(seen: RoundView, elected: Elected, *, contested: bool) -> Felt:
    """The common facts; `contested` is whether any spot placed the flop wager.

    The showdown is reached when the dealer's cards are up and, where somebody
    plays for it, the board is complete; at the latest when the round ends.
    """
    board, dealer = Board(seen.read.get("board", ()), apart=seen.apart), seen.read.get("dealer", ())
    dealt = len(board.faces)
    ended = seen.closed_at is not None or seen.voided_at is not None
    shown_down = ended or ((dealt >= 5 or not contested) and _is_up(seen))
    hand = missing = None
    if shown_down:
        hand = board.ranked(dealer) if dealt == 5 and len(dealer) == 2 else None
        missing = _missing(dealer, board.faces) if hand is None else None
    return Felt(elected, board, dealer, dealt > 0 or ended, shown_down, hand, missing, held_twice(seen))


def _is_up(seen: RoundView) -> bool:
    """Whether all cards that the dealer has are turned up."""
    cards = seen.hands.get("dealer", ())
    return bool(cards) and all_shown(cards)


def _missing(dealer: Faces, board: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(board) > 5:
        return f"which 5 of the {len(board)} community cards count"
    if len(board) < 5:
        return f"{5 - len(board)} of 5 community cards"
    if len(dealer) > 2:
        return f"which 2 of the dealer's {len(dealer)} cards count"
    if len(dealer) < 2:
        return f"{2 - len(dealer)} of the dealer's 2 cards"
    return f"{unrankable((*dealer, *board))}, for the dealer's hand"
