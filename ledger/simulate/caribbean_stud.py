"""A round of Caribbean stud, dealt by the rules or with one mistake.

What is paid and taken, and in which order, is the game's own adjudication of
the facts so far.  Source: 13:69F-16.10 as in `games/caribbean_stud`; the
published simple strategy bets on a pair and on A-K-J-8-3 or better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from ledger.cards import cards
from ledger.events.records import FundState
from ledger.events.registry import FixedPrize, InlineSubmission, MeterPrize
from ledger.events.round_parts import Limits
from ledger.events.rounds import IrregularityNoted, ProgressivePaid, ProgressiveWon
from ledger.games.ranks import strength
from ledger.games.resolution import Resolution
from ledger.games.seam import MeterPercent
from ledger.simulate.chance import Chance
from ledger.simulate.house import HouseGame, HouseRound, Seat
from ledger.simulate.misorder import DEALERS_RACK, parts
from ledger.simulate.mistakes import RETURNED_EARLY, SHARED, Mistake
from ledger.simulate.patrons import Habits, Patron, Side
from ledger.simulate.settling import Settling

PROGRESSIVE: Final = "progressive"
METER: Final = 84_123_37  # cents: what the fund shows as a round opens
WORST_PLAYED: Final = strength(cards("AhKdJc8s3h"))
# The cage pays, and a progressive wins more often, so that there is something to pay.
PAID_AT_CAGE: Final = InlineSubmission(
    pay_tables={
        PROGRESSIVE: {
            "royal_flush": MeterPrize(meter_percent=100),
            "straight_flush": MeterPrize(meter_percent=10),
            "four_of_a_kind": FixedPrize(fixed=300_00),
            "full_house": FixedPrize(fixed=75_00),
            "flush": FixedPrize(fixed=50_00),
            "straight": FixedPrize(fixed=25_00),
            "three_of_a_kind": FixedPrize(fixed=9_00),
            "two_pair": FixedPrize(fixed=4_00),
        }
    },
    options={"progressive_paid_from": "cage", "progressive_winners": "share_meter"},
)
# Shares of the meter of which nobody can say what they are, where a flat prize is paid before them: the house
# takes the meter as it was when the round opened.
HOUSE_PAYS: Final = MappingProxyType({str(MeterPercent(part)): METER * part // 100 for part in (10, 100)})
HOUSE_LOCKS: Final = 0.5  # how often coins are taken before the deal


class CaribbeanSettling(Settling):
    """The coin of a progressive is taken whether it wins or not, and its prize may be the cage's to pay."""

    def lock(self) -> None:
        """The coins of all progressives go into the tray before the deal."""
        for line in self.lines_of(PROGRESSIVE):
            self._take_stake(line.spot, line.wager)

    def lines_of(self, wager: str) -> list[Resolution]:
        """The lines of a wager that lies on the layout, by spot."""
        self._due()
        lines = (line for spot in sorted(self.lines) for line in self.lines[spot])
        return [line for line in lines if line.wager == wager and self.lies(line.spot, wager)]

    def _with_slip(self, due: Sequence[str]) -> Sequence[str]:
        """Two mistakes that only this game can have: at the cage, and where the dealer has no hand."""
        reveals = [step for step in due if parts(step)[0] == "reveal"]
        waits = any(line.paid_from for lines in self.lines.values() for line in lines)
        if self.slip.now("undocumented") and waits:
            return due
        if self.slip.now("progressive_unseen") and reveals and self._spots("void"):
            return [step for step in due if step != reveals[0]]
        return super()._with_slip(due)

    def misordered(self, kind: str, due: Sequence[str]) -> list[str] | None:
        """Where the law leaves an order open nobody is wrong: the rest begins where it does not.

        Without a qualifying hand an order is stated for paying alone; losers are
        racked as they are reached, so that only winners can be in each other's place.
        """
        winners, losers = self._spots("win"), self._spots("lose")
        pays, racks = [f"pay:{spot}" for spot in winners], [f"rack:{spot}" for spot in winners]
        if kind == "paid_early":
            return _before_last(due, pays, [f"collect:{spot}" for spot in losers])
        first = 0
        if kind == "racked_out_of_order" or (kind == "wrong_order" and self._spots("void")):
            ordered = pays if kind == "wrong_order" else racks
            places = [place for place, step in enumerate(due) if step in ordered]
            if len(places) < 2:
                return None
            first = places[0]
        taken = super().misordered(kind, due[first:])
        # Where hands wait for the cage what is left out at the end would be in no step.
        if taken is None or taken == list(due[first : first + len(taken)]):
            return None
        return [*due[:first], *taken]

    def _spots(self, outcome: str) -> list[int]:
        """The spots where ante or bet comes to an outcome."""
        return [
            spot
            for spot, lines in self.lines.items()
            if any(line.outcome == outcome and self.is_main(line) for line in lines)
        ]

    def _pay(self, spot: int) -> None:
        """Ante and bet, then the progressive, whose coin is gone by then."""
        super()._pay(spot)
        for line in self.lines.get(spot, ()):
            if line.wager == PROGRESSIVE and line.paid and line.paid_from is None:
                self._pay_progressive(line)

    def _rack(self, spot: int) -> None:
        """Where nobody can say what a progressive wins no step pays it: it is paid before the rack."""
        for line in self.lines.get(spot, ()):
            if line.outcome == "undetermined" and _won(line) and line.paid_from is None:
                self._take_coin(line)
                self._pay_progressive(line)
        super()._rack(spot)

    def _pay_progressive(self, line: Resolution) -> None:
        if self.telling.header.funds is None:
            self._win(line)
        self.pay_line(line, _won(line))

    def _take_coin(self, line: Resolution) -> None:
        """It is gone already, but where nobody can say what it wins."""
        if self.lies(line.spot, PROGRESSIVE):
            self._take_stake(line.spot, PROGRESSIVE)

    def _win(self, line: Resolution) -> None:
        """What is won of the fund is told, and lowers its meter whoever pays."""
        self.telling.tell(
            ProgressiveWon, spot=line.spot, wager=PROGRESSIVE, fund=self._fund, amount=_won(line)
        )

    @property
    def _fund(self) -> str:
        """The fund that the round plays for."""
        return next(iter(self.telling.state.meters))

    def win_at_cage(self) -> list[Resolution]:
        """What the table inventory does not pay is told as won, and stays to be documented."""
        lines = [
            line for spot in sorted(self.lines, reverse=True) for line in self.lines[spot] if line.paid_from
        ]
        for line in lines:
            self._take_coin(line)
            self._win(line)
        return lines

    def paid_at_cage(self, lines: Sequence[Resolution]) -> None:
        """The cage has paid, so that the hands which waited can be racked."""
        for line in lines:
            self.telling.tell(
                ProgressivePaid,
                source="manual",
                by="CB-7",
                after_s=900,
                at="cage",
                spot=line.spot,
                wager=PROGRESSIVE,
                fund=self._fund,
                amount=_won(line),
            )
        waiting = {DEALERS_RACK, *(f"rack:{line.spot}" for line in lines)}
        for step in self._due():
            if step in waiting:
                self._take(step)


def _won(line: Resolution) -> int:
    """What the house pays of a progressive, in cents."""
    return HOUSE_PAYS.get(line.odds or "", 0) if line.outcome == "undetermined" else line.paid


def _before_last(due: Sequence[str], moved: Sequence[str], others: Sequence[str]) -> list[str] | None:
    """The first of some steps taken before the last of others, which it should follow."""
    first = next((step for step in due if step in moved), None)
    last = max((place for place, step in enumerate(due) if step in others), default=None)
    if first is None or last is None or due.index(first) < last:
        return None
    return [*due[:last], first, *(step for step in due[last:] if step != first)]


class CaribbeanRound(HouseRound):
    """Five cards to each, one of the dealer's up; one decision; settlement by the dealer's hand."""

    ANNOUNCED: ClassVar[str] = "bet"
    SIDE: ClassVar[str] = PROGRESSIVE
    settling: CaribbeanSettling

    def settles(self, seat: Seat, at_spot: Mapping[int, Patron]) -> CaribbeanSettling:
        """With a settling that knows the progressive."""
        return CaribbeanSettling(seat.telling, seat.table, at_spot, seat.slip, announced=self.ANNOUNCED)

    @classmethod
    def header(cls) -> Mapping[str, object]:
        """The meter as the round opens."""
        return {"funds": {PROGRESSIVE: FundState(meter=METER)}}

    def play(self) -> None:
        """From the first wager to the last hand racked."""
        self.take_bets()
        if self.chance.happens(HOUSE_LOCKS):
            self.settling.lock()
        self.cards.hands([patron.spot for patron in self.patrons], 5, dealer_up=True)
        self.too_late()
        deciding = self._talk()
        self.in_turn(deciding, self._decide)
        if self.slip.now("forfeit_late") and self.telling.state.folded_at:
            self.telling.note_next(self.slip.note())
        self.hand_back_early("bet")
        self.reveal_dealer()
        self.settling.settle()
        self._at_cage()

    def _talk(self) -> list[Patron]:
        """Somebody may pass on what he holds, and loses all; the patrons who are left to decide."""
        if not self.slip.now("communication"):
            return list(self.patrons)
        talker = self.chance.pick(self.patrons)
        note = self.slip.note(f"spot {talker.spot} told another player what it held")
        self.telling.tell(IrregularityNoted, kind="communication", spots=[talker.spot], note=note)
        self.settling.follow()
        return [patron for patron in self.patrons if patron is not talker]

    def _decide(self, patron: Patron) -> None:
        if plays(self.hand(patron), self.chance):
            self.place_multiple(patron, "bet", 2)
            return
        self.decide(patron, "fold", after_s=4)
        if not self.slip.now("forfeit_late"):
            self.settling.follow()

    def _at_cage(self) -> None:
        """What the cage pays is documented before the hand is racked; or, by mistake, not at all."""
        lines = self.settling.win_at_cage()
        if lines and self.slip.now("undocumented"):
            self.telling.note_next(self.slip.note())
        elif lines:
            self.settling.paid_at_cage(lines)


def plays(hand: Sequence[str], chance: Chance) -> bool:
    """Whether a patron bets on five cards: from A-K-J-8-3 up, and now and then on less."""
    whole = len(set(hand)) == 5 and "Xr" not in hand
    return (whole and strength(hand) <= WORST_PLAYED) or chance.happens(0.08)


CARIBBEAN_STUD: Final = HouseGame(
    name="caribbean_stud",
    spots=7,
    limits=MappingProxyType(
        {"ante": Limits(minimum=1500, maximum=20_000), PROGRESSIVE: Limits(minimum=100, maximum=100)}
    ),
    habits=Habits(
        antes=(1500, 1500, 2500, 2500, 5000, 10_000),
        sides=MappingProxyType({PROGRESSIVE: Side((100,), rate=0.6)}),
        multiples=(2,),
    ),
    mistakes=MappingProxyType(
        {
            **{name: mistake for name, mistake in SHARED.items() if name != "decision_out_of_order"},
            "wrong_ratio": SHARED["wrong_ratio"]._replace(text="a bet of once the ante was accepted"),
            "late_wager": SHARED["late_wager"]._replace(text="a progressive was accepted after no more bets"),
            # The dealer goes on to the hole cards, so that this is where it shows.
            "decision_missing": SHARED["decision_missing"]._replace(found=("dealer_revealed_early",)),
            "side_after_rack": SHARED["side_after_rack"]._replace(
                text="a hand was racked before its progressive was settled"
            ),
            "communication": Mistake("a player passed on what was held", ("irregularity_noted",)),
            "forfeit_late": Mistake(
                "the dealer turned up before the forfeits were collected", ("forfeit_collected_late",)
            ),
            "returned_early": RETURNED_EARLY,
            "paid_early": Mistake("a winner was paid before a loser was collected", ("winner_paid_early",)),
            "progressive_unseen": Mistake(
                "a hand with a progressive was not turned up where the dealer had none",
                ("hand_not_revealed",),
                instead=("settled_before_reveal",),
            ),
            "undocumented": Mistake(
                "the round was closed before the cage's payment was documented",
                ("progressive_undocumented",),
            ),
        }
    ),
    round=CaribbeanRound,
)
