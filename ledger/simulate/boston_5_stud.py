"""A round of Boston 5 stud, dealt by the rules or with one mistake.

What is paid and taken, and in which order, is the game's own adjudication of
the facts so far.  Source: 13:69F-24.10 as in `games/boston_5_stud`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from ledger.events.registry import InlineSubmission
from ledger.events.round_parts import Limits
from ledger.events.rounds import HandRevealed, WagerWithdrawn
from ledger.games.boston_5_stud.paytables import ANTE_BONUS_ROWS, OPTIONAL_B
from ledger.games.ranks import three_card_ranked
from ledger.games.resolution import Resolution
from ledger.money import value
from ledger.simulate.chance import Chance
from ledger.simulate.dealing import DEALER, Place
from ledger.simulate.house import HouseGame, HouseRound, Seat
from ledger.simulate.misorder import parts
from ledger.simulate.mistakes import SHARED, Mistake
from ledger.simulate.patrons import Habits, Patron, Side
from ledger.simulate.settling import Settling

DECLINES: Final = 0.05  # who has a hand that would win, and does not see it
SHOWS: Final = 0.5  # whose three cards are recorded as they are exposed
TAKES_BACK: Final = 0.06
RUNNING: Final = 0.5  # how often a dealer gives the first three cards running

# The odds of the ante bonus were not found: these are the simulated licensee's own.
OWN_ANTE_BONUS: Final = InlineSubmission.model_validate(
    {
        "pay_tables": {
            "ante_bonus": dict(
                zip(
                    ANTE_BONUS_ROWS, ("100:1", "50:1", "20:1", "7:1", "5:1", "4:1", "3:1", "1:1"), strict=True
                )
            )
        }
    }
)
FLUSH_AT_3: Final = InlineSubmission.model_validate(
    {"pay_tables": {"optional_bonus": {row: str(prize) for row, prize in OPTIONAL_B.rows.items()}}}
)


class BostonSettling(Settling):
    """As every table settles, and before it the stage of the optional bonuses."""

    def __init__(self, seat: Seat, at_spot: Mapping[int, Patron], announced: str) -> None:
        super().__init__(seat.telling, seat.table, at_spot, seat.slip, announced=announced)
        self._moves = {**self._moves, "pay_forgotten": self._pay_forgotten}
        self._forgotten: list[Resolution] = []

    def resolve_bonuses(self) -> None:
        """All that lost, then those that won; or, by mistake, a winner first."""
        steps = self._due()
        won = [step for step in steps if parts(step)[0] == "pay_optional"]
        lost = [step for step in steps if step not in won]
        if won and lost and self.slip.now("optional_paid_early"):
            self.telling.note_next(self.slip.note())
            steps = [*won, *lost]
        for step in steps:
            self._take(step)

    def _side_after_rack(self, due: Sequence[str]) -> list[str] | None:
        """A hand racked before its ante bonus was paid."""
        for line in self._to_come(due):
            if line.wager == "ante_bonus" and line.paid:
                self._forgotten = [line]
                self.lines[line.spot].remove(line)
                after = due.index(f"rack:{line.spot}") + 1
                return [*due[:after], f"pay_forgotten:{line.spot}", *due[after:]]
        return None

    def _pay_forgotten(self, _: int) -> None:
        for line in self._forgotten:
            self.pay_line(line)


class BostonRound(HouseRound):
    """Three cards, the optional bonuses, second wager or fold, two more cards, one pass of settlement."""

    ANNOUNCED: ClassVar[str] = "first"
    SIDE: ClassVar[str] = "optional_bonus"

    settling: BostonSettling

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.playing: list[Patron] = []

    def settles(self, seat: Seat, at_spot: Mapping[int, Patron]) -> BostonSettling:
        """Who moves the money."""
        return BostonSettling(seat, at_spot, self.ANNOUNCED)

    def play(self) -> None:
        """From the first wager to the last hand racked."""
        self.take_bets()
        self._first_deal()
        self.too_late()
        self._bonuses()
        self.in_turn(self.patrons, self._second_decision)
        self._take_back()
        if self.playing:
            self._second_deal()
            if self.slip.now("second_back_late"):
                self._withdraw(self.playing[0], self.slip.note())
                self.telling.pass_over()
            self.reveal_dealer()
        self.settling.settle()

    # --- wagers and cards ---------------------------------------------------------

    def bets_of(self, patron: Patron) -> Iterator[tuple[str, int]]:
        """The first wager is twice the ante that was really placed; or, by mistake, once."""
        yield "ante", patron.ante
        ante, times = self.ante_of(patron), 2
        if self.slip.now("wrong_first") and patron.can_bet(ante, *patron.sides.values(), ante):
            self.telling.note_next(self.slip.note())
            times = 1
        yield "first", times * ante
        yield from patron.sides.items()

    def _first_deal(self) -> None:
        """Three to each: stacks from a machine; by hand one at a time, or three running."""
        spots = [patron.spot for patron in self.patrons]
        by_hand = self.cards.method != "automated_shoe"
        if self.slip.kind is None and by_hand and self.chance.happens(RUNNING):
            self.cards.more(spots, 3)
        else:
            self.cards.hands(spots, 3)

    def _second_deal(self) -> None:
        """Two running to each who plays, then to the dealer; by mistake in turn, or to one who folded."""
        spots = [patron.spot for patron in self.playing]
        out = [patron.spot for patron in self.patrons if patron not in self.playing]
        if out and self.slip.now("dealt_to_folded"):
            self.cards.card(out[0], by_hand=True, note=self.slip.note())
            self.telling.pass_over()
        if self.slip.now("not_running"):
            self.telling.note_next(self.slip.note())
            places: list[Place] = [*spots, DEALER]
            for place in places * 2:
                self.cards.card(place, by_hand=True)
        else:
            self.cards.more(spots, 2)

    # --- the optional bonuses -----------------------------------------------------

    def _bonuses(self) -> None:
        """Whoever has one exposes or declines; then all of them are resolved."""
        claiming = [patron for patron in self.patrons if self.settling.lies(patron.spot, self.SIDE)]
        for patron in claiming:
            if qualifies(self.hand(patron)) and not self.chance.happens(DECLINES):
                self._expose(patron)
            else:
                self.decide(patron, "decline")
        if claiming and self.slip.now("bonus_late"):
            self.telling.note_next(self.slip.note())
            self._play(self.patrons[0])
        self.settling.resolve_bonuses()

    def _expose(self, patron: Patron) -> None:
        """What no machine read is seen now, and so recorded."""
        self.decide(patron, "expose")
        if self.cards.method == "hand" or self.chance.happens(SHOWS):
            self.telling.tell(HandRevealed, to=patron.spot, cards=list(self.hand(patron)))

    # --- the second wager -----------------------------------------------------------

    def _second_decision(self, patron: Patron) -> None:
        """The second wager or a fold; the last one plays where all others folded."""
        alone = patron is self.patrons[-1] and not self.playing
        if patron in self.playing:
            return
        if alone or plays(self.hand(patron), self.chance):
            self._play(patron)
            return
        self.decide(patron, "fold", after_s=4)
        if self.slip.now("folded_exposed"):
            self._turn_up(patron, note=self.slip.note())
        self.settling.follow()

    def _play(self, patron: Patron) -> None:
        first = self.telling.state.by_name[patron.spot, "first"][0].stake
        self.place_multiple(patron, "second", first // self.ante_of(patron))
        self.playing.append(patron)

    def _turn_up(self, patron: Patron, note: str) -> None:
        self.telling.tell(HandRevealed, to=patron.spot, cards=list(self.hand(patron)), note=note)

    def _take_back(self) -> None:
        """Before the last two cards some think better of it, and are out: not of a wager that is wrong."""
        for patron in list(self.playing):
            if self.slip.kind != "wrong_ratio" and self.chance.happens(TAKES_BACK):
                self._withdraw(patron)
                self.playing.remove(patron)
                self.settling.follow()

    def _withdraw(self, patron: Patron, note: str | None = None) -> None:
        chips = self.settling.lift(patron.spot, "second")
        amount = value(chips)
        self.telling.tell(
            WagerWithdrawn, spot=patron.spot, wager="second", amount=amount, chips=chips, note=note
        )
        patron.purse.add(chips)


def qualifies(hand: Sequence[str]) -> bool:
    """Whether three cards win an optional bonus by every table published: a pair or better."""
    found = three_card_ranked(hand)
    return found is not None and found.rank != "high_card"


def plays(hand: Sequence[str], chance: Chance) -> bool:
    """Whether a patron plays three cards on: a pair or better, ace or king high, now and then less."""
    return qualifies(hand) or any(card[0] in "AK" for card in hand) or chance.happens(0.15)


BOSTON_5_STUD: Final = HouseGame(
    name="boston_5_stud",
    spots=7,
    limits=MappingProxyType(
        {"ante": Limits(minimum=1500, maximum=50_000), "optional_bonus": Limits(minimum=500, maximum=10_000)}
    ),
    habits=Habits(
        antes=(1500, 1500, 2500, 2500, 5000, 10_000),
        sides=MappingProxyType({"optional_bonus": Side((500, 500, 1000, 2500), rate=0.7)}),
        multiples=(2, 2),
    ),
    mistakes=MappingProxyType(
        {
            # No text gives the decisions an order, or the first three cards a manner but by machine.
            **{
                name: mistake
                for name, mistake in SHARED.items()
                if name not in {"decision_out_of_order", "wrong_method"}
            },
            "wrong_first": Mistake("a first wager of once the ante was accepted", ("wager_ratio_wrong",)),
            "wrong_ratio": SHARED["wrong_ratio"]._replace(
                text="a second wager of half the first was accepted"
            ),
            "optional_paid_early": Mistake(
                "an optional bonus was paid before all losing ones were collected", ("winner_paid_early",)
            ),
            "bonus_late": Mistake(
                "a second wager was taken before the optional bonuses were resolved",
                ("optional_settled_late",),
            ),
            "folded_exposed": Mistake("a folded hand was turned up", ("folded_hand_exposed",)),
            "not_running": Mistake("the last two cards were dealt one at a time", ("dealing_method_wrong",)),
            "dealt_to_folded": Mistake(
                "a card of the last two went to a spot that was out", ("card_dealt_to_folded",)
            ),
            "second_back_late": Mistake(
                "a second wager was taken back after the last two cards", ("wager_withdrawn_late",)
            ),
        }
    ),
    round=BostonRound,
)
