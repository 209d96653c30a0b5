"""A session at the tray: opener, buy-ins, change, fills, closer, and the box in the count room.

The record says what was recorded; the tray here is the real one, and the
closer counts it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.events.records import SessionHeader
from ledger.events.session_parts import Slip
from ledger.events.sessions import (
    BoxCount,
    BoxDropped,
    BuyIn,
    ColorChanged,
    DealerSignedIn,
    DealerSignedOut,
    DropCounted,
    FillDispatched,
    FillIssued,
    FillReceived,
    FillRequested,
    SessionClosed,
    SessionOpened,
)
from ledger.simulate import mistakes
from ledger.simulate.chance import Chance
from ledger.simulate.chips import CHIP_SET, Purse, stack
from ledger.simulate.telling import Clock, SessionTelling

SHIFT: Final = "swing"
# A tray as the house sets it up, and below how many chips of a kind it is filled.
TRAY: Final[Mapping[int, int]] = MappingProxyType({100: 200, 500: 800, 2500: 800, 10_000: 200, 50_000: 60})
LOW: Final[Mapping[int, int]] = MappingProxyType({100: 50, 500: 250, 2500: 250, 10_000: 60, 50_000: 20})
OVERPAID: Final = {10_000: 1}
CENT: Final = 1
CENTS_A_BAG: Final = 200


class Sitting:
    """One session at one table, with its people."""

    def __init__(
        self, header: SessionHeader, tray: Purse, clock: Clock, chance: Chance, *, rate: float
    ) -> None:
        self.dealer = f"D-{100 + chance.below(800)}"
        self.floor = f"F-{10 + chance.below(40)}"
        self.supervisor = f"F-{50 + chance.below(40)}"
        self.telling = SessionTelling(header, clock, self.floor)
        self.tray = tray
        self._chance = chance
        self._rate = rate
        self._slips = 0
        self._cash = 0

    def open(self) -> None:
        """Count the opener, and let the dealer take the table."""
        self.telling.tell(
            SessionOpened, source="supervisor", opener=self.tray.chips, shift=SHIFT, approved_by=self.dealer
        )
        self.telling.tell(DealerSignedIn, by=self.dealer, after_s=20, dealer=self.dealer)

    # --- patrons ------------------------------------------------------------------

    def buy_in(self, purse: Purse, amount: int) -> None:
        """Cash into the box, chips out of the tray; `amount` is whole hundreds of dollars in cents."""
        self.fill_where_low()
        chips = stack(amount)
        slip = self._slip("overpaid_buy_in")
        note = slip.note() if slip.now("overpaid_buy_in") else None
        self.telling.tell(
            BuyIn, by=self.dealer, after_s=20, tender="cash", tendered=amount, chips=chips, note=note
        )
        self._cash += amount
        for went in (chips, OVERPAID if slip.made else {}):
            self.tray.take(went)
            purse.add(went)

    def change(self, purse: Purse) -> None:
        """A patron's largest chip for smaller ones of the same value."""
        self.fill_where_low()
        face = max(purse.chips)
        smaller = max(one for one in CHIP_SET if one < face)
        out = {smaller: face // smaller}
        slip = self._slip("unequal_change")
        note = slip.note() if slip.now("unequal_change") else None
        out[smaller] += 1 if slip.made else 0
        self.telling.tell(ColorChanged, by=self.dealer, after_s=10, in_={face: 1}, out=out, note=note)
        for giver, taker, chips in ((purse, self.tray, {face: 1}), (self.tray, purse, out)):
            giver.take(chips)
            taker.add(chips)

    def _slip(self, kind: str) -> mistakes.Slip:
        return mistakes.Slip(kind if self._chance.happens(self._rate) else None, mistakes.SESSION)

    # --- cage -----------------------------------------------------------------------

    def fill_where_low(self) -> None:
        """Chips from the cage where a kind is low: requested, issued, brought and counted in."""
        wanted = {
            face: TRAY[face] - self.tray.count(face)
            for face, low in LOW.items()
            if self.tray.count(face) < low
        }
        if not wanted:
            return
        self._fill(wanted)

    def fill_for(self, amount: int) -> None:
        """Chips, and coin where it takes some, for a prize of `amount` cents that the tray does not hold."""
        largest = CHIP_SET[-1]
        coin = {CENT: CENTS_A_BAG} if amount % CHIP_SET[0] else {}
        self._fill({**coin, largest: -(-amount // largest), **{face: TRAY[face] for face in CHIP_SET[:-1]}})

    def _fill(self, wanted: Mapping[int, int]) -> None:
        self._slips += 1
        header = self.telling.header
        slip = Slip(type="fill", series=f"{header.table}/{header.gaming_date}", serial=self._slips)
        tell = self.telling.tell
        tell(FillRequested, source="supervisor", after_s=30, slip=slip, chips=wanted)
        tell(FillIssued, by="CB-7", after_s=240, approved_by="CB-2", slip=slip, chips=wanted)
        tell(FillDispatched, by="SO-5", after_s=120, slip=slip, chips=wanted)
        short = self._slip("short_fill")
        note = short.note() if short.now("short_fill") else None
        came = dict(wanted)
        came[min(came)] -= 1 if short.made else 0
        tell(
            FillReceived,
            by=self.dealer,
            after_s=180,
            approved_by=self.floor,
            slip=slip,
            chips=came,
            note=note,
        )
        self.tray.add(came)

    # --- the end ----------------------------------------------------------------------

    def close(self, beside: int = 0) -> None:
        """Count the closer; the box is dropped and counted, with what was dropped beside the buy-ins."""
        tell = self.telling.tell
        box = f"{self.telling.header.key}/{SHIFT}"
        tell(DealerSignedOut, by=self.dealer, after_s=60, dealer=self.dealer)
        tell(SessionClosed, source="supervisor", closer=self.tray.chips, approved_by=self.dealer)
        tell(BoxDropped, by="SO-5", after_s=300, approved_by=self.floor, box=box)
        counted = BoxCount(cash=self._cash + beside, documents=0, coupons=0)
        tell(
            DropCounted,
            source="manual",
            by="CT-1",
            after_s=6 * 3600,
            approved_by="CT-2",
            box=box,
            first=counted,
            second=counted,
        )


def hundreds(amount: int) -> int:
    """The next whole hundred dollars, at least one, in cents."""
    return max(-(-amount // 10_000), 1) * 10_000
