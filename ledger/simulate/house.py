"""A round at a house-banked table: what every such game's round is made of.

A game deals its own (`play`) out of what is here: wagers, cards, decisions,
the dealer's hand, and a settlement that follows the game's own steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from ledger.events.round_parts import Limits
from ledger.events.rounds import (
    BettingClosed,
    CoverCardPlaced,
    DecisionMade,
    HandRevealed,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    StubCollected,
    WagerIncreased,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.money import value
from ledger.simulate.chance import Chance
from ledger.simulate.dealing import DEALER, Deal, Misdeal
from ledger.simulate.evening import Dealing
from ledger.simulate.mistakes import Mistakes, Slip
from ledger.simulate.patrons import Habits, Patron
from ledger.simulate.settling import Settling, Table
from ledger.simulate.telling import RoundTelling

UNDER_MINIMUM: Final = 1000
OVER_MAXIMUM: Final = 2500


@dataclass(frozen=True)
class Seat:
    """What a round is dealt with: where it is told, at which table, to whom, and what will go wrong."""

    telling: RoundTelling
    table: Table
    patrons: Sequence[Patron]
    slip: Slip
    chance: Chance
    dealing: Dealing
    limits: Mapping[str, Limits]


class HouseRound(ABC):
    """One round from the first wager to the stub; `deal` tells it.

    A game says how it is played (`play`) and which wager's outcome the dealer
    announces of a spot (`ANNOUNCED`); `SIDE` is the side wager that somebody
    may bring too late or put too much on.
    """

    ANNOUNCED: ClassVar[str]
    SIDE: ClassVar[str]

    def __init__(self, seat: Seat) -> None:
        self.telling = seat.telling
        self.table = seat.table
        self.patrons = seat.patrons
        self.slip = seat.slip
        self.chance = seat.chance
        self.limits = seat.limits
        self.cards = Deal(seat.telling, seat.slip, seat.dealing, seat.chance)
        at_spot = {patron.spot: patron for patron in seat.patrons}
        self.settling = self.settles(seat, at_spot)

    def settles(self, seat: Seat, at_spot: Mapping[int, Patron]) -> Settling:
        """Who moves the money; a game with payments of its own has a settling of its own."""
        return Settling(seat.telling, seat.table, at_spot, seat.slip, announced=self.ANNOUNCED)

    @classmethod
    def header(cls) -> Mapping[str, object]:
        """What the header of a round says of funds that the ledger does not keep."""
        return {}

    def deal(self) -> None:
        """Tell the round."""
        try:
            self.play()
        except Misdeal as misdeal:
            self._void(str(misdeal))
        self._clear()

    @abstractmethod
    def play(self) -> None:
        """From the first wager to the last hand racked.  Raises Misdeal where the floor stops the round."""

    # --- wagers -----------------------------------------------------------------

    def take_bets(self) -> None:
        """Antes and side wagers, then no more bets."""
        self.telling.tell(RoundOpened, after_s=15, spots=[patron.spot for patron in self.patrons])
        for patron in self.patrons:
            for wager, amount in self.bets_of(patron):
                self._bet(patron, wager, amount)
        self.telling.tell(BettingClosed)

    def bets_of(self, patron: Patron) -> Iterator[tuple[str, int]]:
        """What a patron bets before the deal, in cents by wager."""
        yield "ante", patron.ante
        yield from patron.sides.items()

    def _bet(self, patron: Patron, wager: str, amount: int) -> None:
        """A wager as it was meant, or one that should not have been accepted."""
        if wager == "ante":
            rest = (*(patron.sides.values() or (UNDER_MINIMUM,)), *[UNDER_MINIMUM] * sum(patron.multiples))
            if self.slip.now("below_minimum") and patron.can_bet(UNDER_MINIMUM, *rest):
                self.place(patron, wager, UNDER_MINIMUM, note=self.slip.note())
                return
        elif self.slip.now("late_wager") and patron is self.patrons[-1] and wager == self.SIDE:
            return
        if self.slip.now("above_maximum") and wager in self.limits:
            above = (self.limits[wager].maximum or 0) + OVER_MAXIMUM
            if patron.can_bet(above, *patron.needs, *patron.rest(above if wager == "ante" else 0)):
                self.place(patron, wager, above, note=self.slip.note())
                return
        self.place(patron, wager, amount)

    def place(self, patron: Patron, wager: str, amount: int, note: str | None = None) -> None:
        """Chips cross the line; those too large for the amount are changed first."""
        assert patron.purse.value >= amount, "a patron buys in for a whole round before it"
        while (chips := patron.purse.make(amount)) is None:
            self.table.change(patron.purse)
        patron.purse.take(chips)
        self.settling.lay(patron.spot, wager, chips)
        self.telling.tell(WagerPlaced, spot=patron.spot, wager=wager, amount=amount, chips=chips, note=note)

    def place_multiple(self, patron: Patron, wager: str, times: int) -> None:
        """A wager of so many times the ante; or, by mistake, of twice or half of that."""
        ante = self.ante_of(patron)
        wrong = ante if times > 1 else 2 * ante
        if self.slip.now("wrong_ratio") and patron.can_bet(wrong, *patron.rest(ante)[1:]):
            self.place(patron, wager, wrong, note=self.slip.note())
        else:
            self.place(patron, wager, times * ante)

    def ante_of(self, patron: Patron) -> int:
        """The ante that a patron really placed, in cents."""
        return self.telling.state.by_name[patron.spot, "ante"][0].stake

    def too_late(self) -> None:
        """When no more bets was called: a wager accepted, increased or taken back all the same."""
        least = self.limits[self.SIDE].minimum or 0
        for patron in reversed(self.patrons):
            stands = self.settling.lies(patron.spot, self.SIDE)
            has_more = patron.can_bet(least, *patron.rest(patron.ante))
            if self.slip.now("late_wager") and has_more and not stands:
                self._late(patron, WagerPlaced, least)
            elif self.slip.now("late_increase") and has_more and stands:
                self._late(patron, WagerIncreased, least)
            elif self.slip.now("withdrawn_late") and stands:
                self._withdraw_late(patron)

    def _late(self, patron: Patron, event: type[WagerPlaced | WagerIncreased], amount: int) -> None:
        """A side wager after no more bets; the floor has it handed back."""
        spot, wager, chips = patron.spot, self.SIDE, patron.purse.make(amount)
        note = self.slip.note()
        self.telling.tell(event, spot=spot, wager=wager, amount=amount, chips=chips, note=note)
        self.telling.tell(
            WagerReturned, after_s=8, spot=spot, wager=wager, amount=amount, chips=chips, reason="void"
        )

    def _withdraw_late(self, patron: Patron) -> None:
        chips = self.settling.lift(patron.spot, self.SIDE)
        self.telling.tell(
            WagerWithdrawn,
            spot=patron.spot,
            wager=self.SIDE,
            amount=value(chips),
            chips=chips,
            note=self.slip.note(),
        )
        patron.purse.add(chips)

    def hand_back_early(self, wager: str) -> None:
        """By mistake somebody gets back what only the dealer's hand can make void, before it is turned up."""
        lying = [patron for patron in self.patrons if self.settling.lies(patron.spot, wager)]
        if lying and self.slip.now("returned_early"):
            self.telling.note_next(self.slip.note())
            self.settling.give_back(lying[-1].spot, wager, "void")

    # --- cards and decisions --------------------------------------------------------

    def hand(self, patron: Patron) -> tuple[str, ...]:
        """The cards of a patron."""
        return self.cards.hand(patron.spot)

    def cover(self) -> None:
        """The cover card is laid over the dealer's cards; it may be forgotten."""
        if self.slip.now("missing_cover_card"):
            self.telling.note_next(self.slip.note())
        else:
            self.telling.tell(CoverCardPlaced, to=DEALER)

    def decide(self, patron: Patron, decision: str, *, after_s: int = 3) -> None:
        """A decision where no chips move."""
        self.telling.tell(DecisionMade, after_s=after_s, spot=patron.spot, decision=decision)

    def in_turn(self, patrons: Sequence[Patron], ask: Callable[[Patron], None]) -> None:
        """Ask each clockwise; or, by mistake, one before his turn, or the last not at all."""
        asked = list(patrons)
        if len(asked) > 1 and self.slip.now("decision_out_of_order"):
            self.telling.note_next(self.slip.note(f"spot {asked[1].spot} was asked first"))
            asked[:2] = reversed(asked[:2])
        left_out = asked.pop() if asked and self.slip.now("decision_missing") else None
        for patron in asked:
            ask(patron)
            self.stop_if_short()
        if left_out is not None:
            self.telling.note_next(self.slip.note(f"spot {left_out.spot} was not asked"))

    def stop_if_short(self) -> None:
        """Whoever looks at his cards sees that one is missing.  Raises Misdeal."""
        if self.cards.is_short:
            raise Misdeal("a hand had a card too few")

    def reveal_dealer(self) -> None:
        """The dealer's cards are turned up."""
        self.telling.tell(HandRevealed, after_s=4, to=DEALER, cards=list(self.cards.hand(DEALER)))

    # --- the end --------------------------------------------------------------------

    def _void(self, reason: str) -> None:
        """The floor has the round ended: what lies there goes back, and the cards are collected."""
        floor = self.table.floor
        self.telling.tell(RoundVoided, source="supervisor", by=floor, after_s=60, reason=reason)
        if self.slip.now("void_played_on"):
            self.cards.card(self.patrons[0].spot, note=self.slip.note())
        self.settling.give_all_back()
        self.settling.follow()

    def _clear(self) -> None:
        """The stub; a mistake may have left a stake on the layout."""
        count, note = len(self.cards.deck), None
        if self.slip.now("wrong_stub_count"):
            count, note = count - 1, self.slip.note(f"{count} cards were counted as {count - 1}")
        elif self.slip.now("extra_card"):
            note = self.slip.note()
        self.telling.tell(StubCollected, count=count, note=note)
        self.telling.tell(RoundClosed)
        self.settling.leave()
        self.settling.put_right()


@dataclass(frozen=True)
class HouseGame:
    """A house-banked game as the simulated pit deals it."""

    name: str
    spots: int
    limits: Mapping[str, Limits]
    habits: Habits
    mistakes: Mistakes
    round: type[HouseRound]
