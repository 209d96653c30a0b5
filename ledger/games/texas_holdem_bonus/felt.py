"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from ledger.games.ranks import BestFive, Board, unrankable
from ledger.games.texas_holdem_bonus.verdicts import Elected
from ledger.games.twice import held_twice
from ledger.games.view import Faces, RoundView, all_shown


class Felt:
    """The common facts of a round as far as it was recorded.

    `begun` is whether the board was begun or the round ended, `shown_down`
    whether it came to the dealer's showdown: when the dealer's cards are up and,
    where a spot placed the flop wager (`contested`), the board is complete; at the
    latest when the round ends.  `hand` is the dealer's, None where
    `missing` says why no hand can be compared with it.  `twice` are the cards
    that two hands hold.
    """

    __slots__ = ("begun", "board", "dealer", "elected", "hand", "missing", "shown_down", "twice")

    def __init__(self, seen: RoundView, elected: Elected, *, contested: bool) -> None:
        self.elected = elected
        self.board = board = Board(seen.read.get("board", ()), apart=seen.apart)
        self.dealer = dealer = seen.read.get("dealer", ())
        dealt = len(board.faces)
        ended = seen.closed_at is not None or seen.voided_at is not None
        self.begun = dealt > 0 or ended
        self.shown_down = ended or ((dealt >= 5 or not contested) and _is_up(seen))
        self.hand: BestFive | None = None
        self.missing: str | None = None
        if self.shown_down:
            self.hand = board.ranked(dealer) if dealt == 5 and len(dealer) == 2 else None
            self.missing = _missing(dealer, board.faces) if self.hand is None else None
        self.twice = held_twice(seen)


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
