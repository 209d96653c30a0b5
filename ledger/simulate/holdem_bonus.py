"""A round of Texas hold 'em bonus, dealt by the rules or with one mistake.

What is paid and taken, and in which order, is the game's own adjudication of
the facts so far.  Source: 13:69F-28.10 as in `games/texas_holdem_bonus`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ledger.cards import DECK
from ledger.events.rounds import (
    BettingClosed,
    CardBurned,
    CardDealt,
    CardExposed,
    CoverCardPlaced,
    DecisionMade,
    HandCollected,
    HandRevealed,
    RoundClosed,
    RoundOpened,
    StubCollected,
    WagerPlaced,
    WagerReturned,
)
from ledger.simulate.chance import Chance
from ledger.simulate.mistakes import Slip
from ledger.simulate.patrons import Patron, bets, plays
from ledger.simulate.settling import Settling, Table
from ledger.simulate.telling import RoundTelling

STREETS: Final = (("flop", 3), ("turn", 1), ("river", 1))
UNDER_MINIMUM: Final = 1000
LATE_BONUS: Final = 500


class HoldemBonusRound:
    """One round from the first wager to the stub; `deal` tells it."""

    def __init__(
        self, telling: RoundTelling, table: Table, patrons: Sequence[Patron], slip: Slip, chance: Chance
    ) -> None:
        self.telling = telling
        self.patrons = patrons
        self.slip = slip
        self.chance = chance
        self.deck = chance.shuffled(DECK)
        self.settling = Settling(telling, table, {patron.spot: patron for patron in patrons}, slip)
        self.playing: list[Patron] = []
        self.betting_is_open = True

    def deal(self) -> None:
        """Tell the round."""
        self._open()
        self._deal_hands()
        self._flop_decisions()
        for street, cards in STREETS:
            if street != "flop":
                self._decisions(street)
            self._burn(street)
            self._board(street, cards)
        self._showdown()
        self.settling.settle()
        self._clear()

    # --- wagers -----------------------------------------------------------------

    def _open(self) -> None:
        self.telling.tell(RoundOpened, after_s=15, spots=[patron.spot for patron in self.patrons])
        for patron in self.patrons:
            little = (UNDER_MINIMUM, patron.bonus or UNDER_MINIMUM, *[UNDER_MINIMUM] * 4)
            if self.slip.now("below_minimum") and patron.can_bet(*little):
                self._place(patron, "ante", UNDER_MINIMUM, note=self.slip.note())
            else:
                self._place(patron, "ante", patron.ante)
            if patron.bonus and not (self.slip.now("late_wager") and patron is self.patrons[-1]):
                self._place(patron, "bonus", patron.bonus)
        self.telling.tell(BettingClosed)

    def _place(self, patron: Patron, wager: str, amount: int, note: str | None = None) -> None:
        chips = patron.purse.make(amount)
        assert chips is not None, "a patron has his chips ready before the round"
        patron.purse.take(chips)
        self.settling.lay(patron.spot, wager, chips)
        self.telling.tell(WagerPlaced, spot=patron.spot, wager=wager, amount=amount, chips=chips, note=note)

    def _ante_of(self, patron: Patron) -> int:
        return next(wager.stake for wager in self.telling.state.wagers if wager.spot == patron.spot)

    # --- cards ------------------------------------------------------------------

    def _card(self) -> tuple[str, int]:
        """The next card and its place in the shoe, from 1."""
        return self.deck.pop(0), len(DECK) - len(self.deck)

    def _deal_hands(self) -> None:
        """Two at once to each spot, as an automated shoe gives them, the dealer last."""
        for place in (*(patron.spot for patron in self.patrons), "dealer"):
            for _ in range(2):
                card, position = self._card()
                self.telling.tell(
                    CardDealt,
                    source="shoe",
                    after_s=1,
                    to=place,
                    card=card,
                    face="down",
                    shoe_position=position,
                )
            if self.slip.now("exposed_card") and place != "dealer":
                self.telling.tell(CardExposed, of=self.telling.version, card=card, note=self.slip.note())
        self.telling.tell(CoverCardPlaced, to="dealer")
        late = self.patrons[-1]
        if self.slip.now("late_wager") and late.can_bet(LATE_BONUS, 2 * late.ante, late.ante, late.ante):
            self._take_late_bonus(late)

    def _take_late_bonus(self, patron: Patron) -> None:
        """A bonus after no more bets; the floor has it handed back."""
        self._place(patron, "bonus", LATE_BONUS, note=self.slip.note())
        chips = self.settling.lift(patron.spot, "bonus")
        patron.purse.add(chips)
        self.telling.tell(
            WagerReturned,
            spot=patron.spot,
            wager="bonus",
            amount=LATE_BONUS,
            chips=chips,
            reason="void",
            after_s=8,
        )

    def _burn(self, street: str) -> None:
        # A slip that is due is made before the river at the latest.
        if self.slip.now("missing_burn") and (street == "river" or self.chance.happens(0.4)):
            return
        self.telling.tell(CardBurned, card=self._card()[0])

    def _board(self, street: str, cards: int) -> None:
        burned = len(self.telling.state.burned)
        missing = self.slip.now("missing_burn") and burned < {"flop": 1, "turn": 2, "river": 3}[street]
        for _ in range(cards):
            note = self.slip.note(f"no card was burned before the {street}") if missing else None
            self.telling.tell(CardDealt, after_s=1, to="board", card=self._card()[0], face="up", note=note)
            missing = False

    # --- decisions ----------------------------------------------------------------

    def _hole(self, patron: Patron) -> tuple[str, ...]:
        return tuple(str(face) for face in self.telling.state.faces(patron.spot))

    def _flop_decisions(self) -> None:
        """The flop wager or a fold; the last one plays where all others folded."""
        for patron in self.patrons:
            alone = patron is self.patrons[-1] and not self.playing
            if not alone and not plays(self._hole(patron), self.chance):
                self._fold(patron)
                continue
            self.playing.append(patron)
            ante = self._ante_of(patron)
            if self.slip.now("wrong_ratio") and patron.can_bet(ante, ante, ante):
                self._place(patron, "flop", ante, note=self.slip.note())
            else:
                self._place(patron, "flop", 2 * ante)

    def _fold(self, patron: Patron) -> None:
        """The ante is taken at once; the hand is spread and racked unless a bonus keeps it alive."""
        self.telling.tell(DecisionMade, after_s=4, spot=patron.spot, decision="fold")
        self.settling.collect(patron.spot, "ante", self._ante_of(patron))
        if not self.settling.lies(patron.spot, "bonus"):
            self.telling.tell(HandCollected, to=patron.spot, spread=True)

    def _decisions(self, street: str) -> None:
        board = tuple(str(face) for face in self.telling.state.faces("board"))
        for patron in self.playing:
            if bets(self._hole(patron), board, self.chance):
                self._place(patron, street, self._ante_of(patron))
            else:
                self.telling.tell(DecisionMade, after_s=3, spot=patron.spot, decision="check")

    # --- the end --------------------------------------------------------------------

    def _showdown(self) -> None:
        cards = list(self.telling.state.faces("dealer"))
        self.telling.tell(HandRevealed, after_s=4, to="dealer", cards=cards)

    def _clear(self) -> None:
        """The dealer's hand with the board, then the stub; a mistake may have left a stake on the layout."""
        for place in ("dealer", "board"):
            self.telling.tell(HandCollected, to=place, cards=list(self.telling.state.faces(place)))
        self.telling.tell(StubCollected, count=len(self.deck))
        self.telling.tell(RoundClosed)
        self.settling.patrons_take_what_is_left()
        self.settling.put_right()
