"""A round of three-card poker, dealt by the rules or with one mistake.

What is paid and taken, and in which order, is the game's own adjudication of
the facts so far.  Source: 13:69F-20.10 as in `games/three_card_poker`; the
published simple strategy plays from Q-6-4 up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from ledger.cards import cards
from ledger.events.round_parts import Limits
from ledger.events.rounds import WagerCollected
from ledger.games.ranks import three_card_ranked, three_card_strength
from ledger.money import value
from ledger.simulate.chance import Chance
from ledger.simulate.house import HouseGame, HouseRound
from ledger.simulate.mistakes import RETURNED_EARLY, SHARED, Mistake
from ledger.simulate.patrons import Habits, Patron, Side

WORST_PLAYED: Final = three_card_strength(cards("Qh6d4c"))
FORFEITED: Final = ("ante", "pair_plus")


class ThreeCardRound(HouseRound):
    """Three cards to each, one decision, forfeits in one batch, settlement as the licensee elected."""

    ANNOUNCED: ClassVar[str] = "play"
    SIDE: ClassVar[str] = "pair_plus"

    def play(self) -> None:
        """From the first wager to the last hand racked."""
        self.take_bets()
        self.cards.hands([patron.spot for patron in self.patrons], 3)
        if self.cards.method == "automated_shoe" and self.chance.happens(0.5):
            self.cover()
        self.too_late()
        self.in_turn([one for one in self.patrons if self.settling.lies(one.spot, "ante")], self._decide)
        if self.slip.now("forfeit_late") and self.telling.state.folded_at:
            self.telling.note_next(self.slip.note())
        else:
            self.settling.follow()
        self.hand_back_early("play")
        self.reveal_dealer()
        self.settling.settle()

    def bets_of(self, patron: Patron) -> Iterator[tuple[str, int]]:
        """Some bet on a pair plus alone; the last one always plays against the dealer."""
        alone = self.SIDE in patron.sides and patron is not self.patrons[-1] and self.chance.happens(0.15)
        return (
            (wager, amount) for wager, amount in super().bets_of(patron) if wager == self.SIDE or not alone
        )

    def _decide(self, patron: Patron) -> None:
        if plays(self.hand(patron), self.chance):
            self.place_multiple(patron, "play", 1)
            return
        self.decide(patron, "fold", after_s=4)
        if self.slip.now("forfeit_early") and patron is not self.patrons[-1]:
            self.telling.note_next(self.slip.note())
            self._take_forfeits(patron.spot)

    def _take_forfeits(self, spot: int) -> None:
        """The forfeits of one spot, while others have yet to decide."""
        for wager in FORFEITED:
            if self.settling.lies(spot, wager):
                chips = self.settling.lift(spot, wager)
                self.telling.tell(WagerCollected, spot=spot, wager=wager, amount=value(chips), chips=chips)
                self.table.tray.add(chips)


def plays(hand: Sequence[str], chance: Chance) -> bool:
    """Whether a patron plays three cards: from Q-6-4 up, and now and then on less."""
    found = three_card_ranked(hand)
    return (found is not None and found.strength <= WORST_PLAYED) or chance.happens(0.1)


THREE_CARD_POKER: Final = HouseGame(
    name="three_card_poker",
    spots=7,
    limits=MappingProxyType(
        {
            "ante": Limits(minimum=1500, maximum=50_000),
            "pair_plus": Limits(minimum=500, maximum=10_000),
            "six_card_bonus": Limits(minimum=500, maximum=5000),
        }
    ),
    habits=Habits(
        antes=(1500, 2500, 2500, 5000, 10_000, 10_000),
        sides=MappingProxyType(
            {
                "pair_plus": Side((500, 500, 1000, 2500), rate=0.7),
                "six_card_bonus": Side((500, 500, 1000), rate=0.35),
            }
        ),
        multiples=(1,),
    ),
    mistakes=MappingProxyType(
        {
            **SHARED,
            "wrong_ratio": SHARED["wrong_ratio"]._replace(text="a play wager of twice the ante was accepted"),
            # The dealer goes on to his own cards, so that this is where it shows.
            "decision_missing": SHARED["decision_missing"]._replace(found=("dealer_revealed_early",)),
            "forfeit_early": Mistake(
                "a forfeit was collected before all had decided", ("forfeit_collected_early",)
            ),
            "forfeit_late": Mistake(
                "the dealer turned up before the forfeits were collected", ("forfeit_collected_late",)
            ),
            "returned_early": RETURNED_EARLY,
            "paid_early": Mistake("a winner was paid before a loser was collected", ("winner_paid_early",)),
        }
    ),
    round=ThreeCardRound,
)
