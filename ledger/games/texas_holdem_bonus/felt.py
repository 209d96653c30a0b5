"""What all spots of a round share: how far it has come, the dealer's hand, the elections."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ledger.games.ranks import Board, Ranked, unrankable
from ledger.games.seam import RoundView, Submission
from ledger.games.texas_holdem_bonus.irregularities import rule_for
from ledger.games.texas_holdem_bonus.verdicts import Elected, elected_in

Faces: TypeAlias = tuple[str | None, ...]


class Felt(NamedTuple):
    """The common facts of a round.

    `begun` is whether the board was begun or the round ended, `shown_down`
    whether it came to the dealer's showdown.  `hand` is the dealer's, None where
    `missing` says why no hand can be compared with it.  `misdealt` is the rule
    that is missing for every wager of the round, if any.
    """

    elected: Elected
    board: Board
    dealer: Faces
    begun: bool
    shown_down: bool
    hand: Ranked | None
    missing: str | None
    misdealt: str | None


def felt_of(seen: RoundView, submission: Submission, *, contested: bool) -> Felt:
    """The common facts; `contested` is whether any spot placed the flop wager.

    The showdown is reached when the dealer's cards are up and, where somebody
    plays for it, the board is complete; at the latest when the round ends.
    """
    board, dealer = Board(seen.faces("board")), seen.faces("dealer")
    dealt = len(board.faces)
    ended = seen.closed_at is not None or seen.voided_at is not None
    up = bool(dealer) and not any(not card.shown for card in seen.hands["dealer"])
    shown_down = ended or (up and (dealt >= 5 or not contested))
    hand = missing = misdealt = None
    if shown_down:
        misdealt = _misdealt(seen)
        hand = board.ranked(dealer) if dealt == 5 and len(dealer) == 2 else None
        missing = _missing(dealer, board.faces) if hand is None else None
    return Felt(
        elected_in(submission), board, dealer, dealt > 0 or ended, shown_down, hand, missing, misdealt
    )


def _misdealt(seen: RoundView) -> str | None:
    """The rule missing where somebody had more than two cards: which hands are void was not read."""
    for place, cards in seen.hands.items():
        if len(cards) > 2 and place not in {"board", "stand"}:
            who = f"spot {place}" if isinstance(place, int) else f"the {place}"
            return rule_for("wrong_number_of_cards", f"{who} had {len(cards)}")
    return None


def _missing(dealer: Faces, board: Faces) -> str:
    """What is missing to say the dealer's hand."""
    if len(board) > 5:
        return rule_for("community_cards_too_many", f"there were {len(board)}")
    if len(board) < 5:
        return f"{5 - len(board)} of 5 community cards"
    if len(dealer) < 2:
        return f"{2 - len(dealer)} of the dealer's 2 cards"
    return f"{unrankable(dealer + board)}, for the dealer's hand"
