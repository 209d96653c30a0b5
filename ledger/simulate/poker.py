"""A hand of no-limit hold 'em with blinds, dealt by the rules or with one mistake.

Whose turn it is, what is uncalled and who wins which pot is the game's own
reading of the facts so far.  Source: 13:69F-14.10 as in `games/poker`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.cards import DECK, RANKS
from ledger.events.round_parts import BettingStructure
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    CardExposed,
    DecisionMade,
    HandCollected,
    RoundClosed,
    RoundOpened,
    StubCollected,
    WagerPlaced,
)
from ledger.games.poker.play import Play, follow
from ledger.games.ranks import ranked
from ledger.simulate.awarding import Awarding
from ledger.simulate.chance import Chance
from ledger.simulate.mistakes import Slip
from ledger.simulate.telling import RoundTelling

SMALL_BLIND: Final = 100
BIG_BLIND: Final = 200
STREETS: Final = (("flop", 3), ("turn", 1), ("river", 1))
MOST_BETS: Final = 4


@dataclass
class Player:
    """Somebody in a seat with his stack in cents; `bold` is how often he bets without a hand."""

    spot: int
    stack: int
    bold: float


class PokerHand:
    """One hand from the blinds to the stub; `deal` tells it and moves the stacks."""

    def __init__(
        self, telling: RoundTelling, players: Sequence[Player], awarding: Awarding, slip: Slip, chance: Chance
    ) -> None:
        self.telling = telling
        self.players = {player.spot: player for player in players}
        self.awarding = awarding
        self.slip = slip
        self.chance = chance
        self.deck = chance.shuffled(DECK)

    def deal(self, button: int) -> None:
        """Tell the hand."""
        spots = list(self.players)
        order = sorted(spots, key=lambda spot: (spot <= button, spot))
        self._open(button, order)
        self._deal_hands(order)
        self._bet()
        for street, cards in STREETS:
            if len(self._play.live) > 1:
                self._board(street, cards)
                self._bet()
        self.awarding.settle()
        self._clear(order)
        for spot, won in self.awarding.won().items():
            self.players[spot].stack += won

    @property
    def _play(self) -> Play:
        return follow(self.telling.state)

    # --- the deal -----------------------------------------------------------------

    def _open(self, button: int, order: Sequence[int]) -> None:
        blinds = {order[0]: SMALL_BLIND, order[1]: BIG_BLIND}
        self.telling.tell(
            RoundOpened,
            after_s=15,
            spots=sorted(order),
            stacks={spot: self.players[spot].stack for spot in sorted(order)},
            button=button,
            structure=BettingStructure(limit="no_limit", blinds=blinds, min_bet=BIG_BLIND),
        )
        for spot, amount in blinds.items():
            self.telling.tell(WagerPlaced, spot=spot, wager="blind", amount=amount, action="post")

    def _deal_hands(self, order: Sequence[int]) -> None:
        for spot in (*order, *order):
            card = self.deck.pop(0)
            self.telling.tell(CardDealt, after_s=1, to=spot, card=card, face="down")
            if self.slip.now("exposed_card") and self.chance.happens(0.2):
                self.telling.tell(CardExposed, of=self.telling.version, card=card, note=self.slip.note())

    def _board(self, street: str, cards: int) -> None:
        missing = self.slip.now("missing_burn") and self.chance.happens(0.5)
        note = self.slip.note(f"no card was burned before the {street}") if missing else None
        if not missing:
            self.telling.tell(CardBurned, card=self.deck.pop(0))
        for _ in range(cards):
            self.telling.tell(CardDealt, after_s=1, to="board", card=self.deck.pop(0), face="up", note=note)
            note = None

    # --- the betting ----------------------------------------------------------------

    def _bet(self) -> None:
        play = self._play
        while (turn := play.betting.turn) is not None:
            waiting = [
                spot for spot in play.betting.order if spot in play.live - play.all_in and spot != turn
            ]
            if self.slip.now("out_of_turn") and len(waiting) > 1 and self.chance.happens(0.3):
                self._fold(waiting[-1], self.slip.note())
            else:
                self._act(play, turn)
            play = self._play

    def _act(self, play: Play, spot: int) -> None:
        """Fold, check, call, bet or raise, as the cards or the player's boldness will have it."""
        owed, left = play.betting.owed(spot), play.left(spot) or 0
        strong = self._is_strong(spot)
        aggressive = self.chance.happens(0.6 if strong else self.players[spot].bold)
        may = play.betting.bets < MOST_BETS and play.betting.may_raise(spot) and left > owed
        if aggressive and may:
            by = max(play.betting.least, BIG_BLIND) * (1 + self.chance.below(3))
            self._put_in(spot, min(owed + by, left), left, "raise" if play.betting.to_match else "bet")
        elif not owed:
            self.telling.tell(DecisionMade, after_s=3, spot=spot, decision="check")
        elif strong or self.chance.happens(0.35):
            self._put_in(spot, min(owed, left), left, "call")
        else:
            self._fold(spot)

    def _is_strong(self, spot: int) -> bool:
        hole = [str(face) for face in self.telling.state.faces(spot)]
        board = [str(face) for face in self.telling.state.faces("board")]
        if board:
            hand = ranked((*hole, *board))
            return hand is not None and hand.rank != "high_card"
        one, other = (RANKS.index(card[0]) for card in hole)
        return one == other or one + other >= 2 * RANKS.index("T")

    def _put_in(self, spot: int, amount: int, left: int, action: str) -> None:
        said = "all_in" if amount == left else action
        self.telling.tell(WagerPlaced, after_s=5, spot=spot, wager="bet", amount=amount, action=said)

    def _fold(self, spot: int, note: str | None = None) -> None:
        self.telling.tell(DecisionMade, after_s=4, spot=spot, decision="fold", note=note)
        self.telling.tell(HandCollected, after_s=1, to=spot)

    # --- the end ----------------------------------------------------------------------

    def _clear(self, order: Sequence[int]) -> None:
        shown = self.awarding.shown
        live = self._play.live
        for spot in (spot for spot in order if spot in live):
            cards = list(self.telling.state.faces(spot)) if spot in shown else None
            self.telling.tell(HandCollected, to=spot, cards=cards)
        if board := list(self.telling.state.faces("board")):
            self.telling.tell(HandCollected, to="board", cards=board)
        self.telling.tell(StubCollected, count=len(self.deck))
        self.telling.tell(RoundClosed)
