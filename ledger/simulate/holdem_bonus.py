"""A round of Texas hold 'em bonus, dealt by the rules or with one mistake.

What is paid and taken, and in which order, is the game's own adjudication of
the facts so far.  Source: 13:69F-28.10 as in `games/texas_holdem_bonus`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from types import MappingProxyType
from typing import ClassVar, Final

from ledger.cards import RANKS
from ledger.events.round_parts import Limits
from ledger.games.ranks import ranked
from ledger.simulate.chance import Chance
from ledger.simulate.house import HouseGame, HouseRound, Seat
from ledger.simulate.mistakes import SHARED, Mistake
from ledger.simulate.patrons import Habits, Patron, Side

STREETS: Final = (("flop", 3), ("turn", 1), ("river", 1))
BURNS: Final = {"flop": 1, "turn": 2, "river": 3}


class HoldemBonusRound(HouseRound):
    """Two cards to each, flop, turn and river with a wager before each, one pass of settlement."""

    ANNOUNCED: ClassVar[str] = "flop"
    SIDE: ClassVar[str] = "bonus"

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.playing: list[Patron] = []

    def play(self) -> None:
        """From the first wager to the last hand racked."""
        self.take_bets()
        self.cards.hands([patron.spot for patron in self.patrons], 2)
        self.cover()
        self.too_late()
        for patron in self.patrons:
            self._flop_decision(patron)
            self.stop_if_short()
        for street, cards in STREETS:
            if street != "flop":
                self.in_turn(self.playing, partial(self._decision, street))
            self._burn(street)
            self._board(street, cards)
        self.reveal_dealer()
        self.settling.settle()

    # --- cards ------------------------------------------------------------------

    def _burn(self, street: str) -> None:
        # A slip that is due is made before the river at the latest.
        now = (
            street == "river" or not self.slip.now("missing_burn", "burned_twice") or self.chance.happens(0.4)
        )
        if now and self.slip.now("missing_burn"):
            return
        self.cards.burn()
        if now and self.slip.now("burned_twice"):
            self.cards.burn(self.slip.note())

    def _board(self, street: str, cards: int) -> None:
        missing = self.slip.now("missing_burn") and len(self.telling.state.burned) < BURNS[street]
        if missing:
            self.telling.note_next(self.slip.note(f"no card was burned before the {street}"))
        for _ in range(cards):
            self.cards.card("board", "up", by_hand=True)

    # --- decisions ----------------------------------------------------------------

    def _flop_decision(self, patron: Patron) -> None:
        """The flop wager or a fold; the last one plays where all others folded."""
        alone = patron is self.patrons[-1] and not self.playing
        if alone or plays(self.hand(patron), self.chance):
            self.playing.append(patron)
            self.place_multiple(patron, "flop", 2)
        else:
            self.decide(patron, "fold", after_s=4)
            self.settling.follow()

    def _decision(self, street: str, patron: Patron) -> None:
        board = tuple(str(face) for face in self.telling.state.faces("board"))
        if bets(self.hand(patron), board, self.chance):
            self.place(patron, street, self.ante_of(patron))
        else:
            self.decide(patron, "check")


def plays(hole: Sequence[str], chance: Chance) -> bool:
    """Whether a patron plays two cards on; with poor ones he sometimes does."""
    one, other = sorted((RANKS.index(card[0]) for card in hole), reverse=True)
    suited = hole[0][1] == hole[1][1]
    good = (
        one == other or one >= RANKS.index("Q") or (suited and one - other <= 2) or other >= RANKS.index("9")
    )
    return good or chance.happens(0.3)


def bets(hole: Sequence[str], board: Sequence[str], chance: Chance) -> bool:
    """Whether a patron bets on what he holds with the board so far."""
    hand = ranked((*hole, *board))
    return hand is not None and chance.happens(0.25 if hand.rank == "high_card" else 0.85)


HOLDEM_BONUS: Final = HouseGame(
    name="texas_holdem_bonus",
    spots=6,
    limits=MappingProxyType(
        {"ante": Limits(minimum=1500, maximum=100_000), "bonus": Limits(minimum=500, maximum=10_000)}
    ),
    habits=Habits(
        antes=(1500, 1500, 2500, 2500, 2500, 5000, 10_000),
        sides=MappingProxyType({"bonus": Side((500, 500, 1000, 2500), rate=0.6)}),
        multiples=(2, 1, 1),
    ),
    mistakes=MappingProxyType(
        {
            **SHARED,
            "too_many_cards": SHARED["too_many_cards"]._replace(found=("hole_cards_wrong",)),
            "too_few_cards": SHARED["too_few_cards"]._replace(found=("hole_cards_wrong",)),
            "wrong_ratio": SHARED["wrong_ratio"]._replace(text="a flop wager of once the ante was accepted"),
            "missing_cover_card": Mistake(
                "no cover card was laid over the dealer's", ("cover_card_missing",)
            ),
            "missing_burn": Mistake("no card was burned", ("burn_card_missing",)),
            "burned_twice": Mistake("a second card was burned", ("burn_card_unexpected",)),
        }
    ),
    round=HoldemBonusRound,
)
