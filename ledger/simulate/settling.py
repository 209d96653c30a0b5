"""The dealer settles a round of hold 'em bonus: in the game's order, to its amounts, or with a mistake.

Two things are kept apart: what the record says, and which chips really went.
The tray is the real one; a mistake that the record does not show is only
there, and in the closer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Final

from ledger.events.round_parts import WagerNamed
from ledger.events.rounds import (
    AdjustmentPosted,
    HandCollected,
    HandRevealed,
    OutcomeDeclared,
    RulingMade,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from ledger.games.seam import Resolution, Submission
from ledger.rounds.judge import judge
from ledger.simulate.chips import CHIP_SET, Purse
from ledger.simulate.mistakes import Slip
from ledger.simulate.patrons import Patron
from ledger.simulate.telling import RoundTelling

CHIP: Final = 500
LARGE: Final = 2500
MAIN: Final = frozenset({"ante", "flop", "turn", "river"})
# Which outcome there must be for a mistake to be made; any other way a hand is announced wrongly.
OCCASION: Final[Mapping[str, str]] = MappingProxyType(
    {
        "misread_hand": "win",
        "missed_collection": "lose",
        "overpaid": "win",
        "underpaid": "win",
        "duplicate_settlement": "win",
        "wrong_denomination": "win",
    }
)
MISANNOUNCED: Final[Mapping[str, str]] = MappingProxyType({"win": "lose", "lose": "win", "push": "lose"})


@dataclass(frozen=True)
class Table:
    """The table of a round: the session's key, its real tray, by what it is judged, and who is there."""

    session: str
    tray: Purse
    submission: Submission
    floor: str
    supervisor: str


class Settling:
    """The layout with its chips, and all that happens to them."""

    def __init__(
        self, telling: RoundTelling, table: Table, patrons: Mapping[int, Patron], slip: Slip
    ) -> None:
        self._telling = telling
        self._table = table
        self._patrons = patrons
        self._slip = slip
        self._layout: dict[tuple[int, str], Purse] = {}
        self._lines: dict[int, list[Resolution]] = {}
        self._note_at_rack: str | None = None
        self._owed: list[Resolution] = []

    # --- the layout -----------------------------------------------------------------

    def lay(self, spot: int, wager: str, chips: Mapping[int, int]) -> None:
        """Chips cross the line."""
        self._layout.setdefault((spot, wager), Purse({})).add(chips)

    def lies(self, spot: int, wager: str) -> bool:
        """Whether there are chips of a wager."""
        return (spot, wager) in self._layout

    def lift(self, spot: int, wager: str) -> dict[int, int]:
        """The chips of a wager leave the layout."""
        return self._layout.pop((spot, wager)).chips

    def collect(self, spot: int, wager: str, amount: int) -> None:
        """A stake goes into the tray."""
        chips = self.lift(spot, wager)
        self._telling.tell(WagerCollected, spot=spot, wager=wager, amount=amount, chips=chips)
        self._table.tray.add(chips)

    # --- in the game's order ----------------------------------------------------------

    def settle(self) -> None:
        """Everything after the dealer's showdown up to the dealer's own hand."""
        said = judge(self._telling.state, self._table.submission).adjudication
        for line in said.resolutions:
            self._lines.setdefault(line.spot, []).append(line)
        steps = said.settlement_order[said.settlement_order.index("dealer_reveal") + 1 : -1]
        spots = [list(group) for _, group in groupby(steps, key=lambda step: step.partition(":")[2])]
        self._find_occasion([spot for spot in spots if spot[0].startswith("reveal:")])
        if self._slip.now("wrong_order"):
            spots[0], spots[1] = spots[1], spots[0]
        moves = {"reveal": self._reveal, "collect": self._collect, "pay": self._pay, "rack": self._rack}
        for spot in spots:
            for step in spot:
                move, _, where = step.partition(":")
                moves[move](int(where))

    def _find_occasion(self, revealed: Sequence[Sequence[str]]) -> None:
        """Where there is no occasion for the mistake meant, a hand is announced wrongly."""
        spots = [int(steps[0].partition(":")[2]) for steps in revealed]
        there = {line.outcome for spot in spots for line in self._lines[spot] if line.wager in MAIN}
        turns = len(spots) > 1 and self._slip.kind == "wrong_order"
        if not turns and OCCASION.get(self._slip.kind or "") not in there:
            self._slip.becomes("misdeclared")

    def _outcome(self, spot: int) -> Resolution | None:
        """The line that says what became of a spot: a flop wager is there whoever plays."""
        return next((line for line in self._lines[spot] if line.wager == "flop"), None)

    def _reveal(self, spot: int) -> None:
        note = self._slip.note() if self._slip.now("wrong_order") else None
        cards = list(self._telling.state.faces(spot))
        self._telling.tell(HandRevealed, to=spot, cards=cards, note=note)
        line = self._outcome(spot)
        if line is not None and line.outcome in MISANNOUNCED:
            self._announce(spot, line)

    def _announce(self, spot: int, line: Resolution) -> None:
        rank = line.rank
        said: str = line.outcome
        note = None
        if self._slip.now("misdeclared"):
            said = MISANNOUNCED[line.outcome]
            note = self._slip.note(f"{line.outcome} was announced as {said}")
        elif self._slip.now("misread_hand") and line.outcome == "win":
            said, note, rank = "lose", self._slip.note(f"a {rank} was not seen"), None
            self._misread(spot)
        self._telling.tell(OutcomeDeclared, spot=spot, outcome=said, rank=rank, note=note)

    def _misread(self, spot: int) -> None:
        """All main wagers will be taken, and put right when the round is over."""
        for place, line in enumerate(self._lines[spot]):
            if line.wager in MAIN:
                self._owed.append(line)
                self._lines[spot][place] = line._replace(
                    outcome="lose", paid=0, collected=line.stake, returned=0
                )

    def _collect(self, spot: int) -> None:
        for line in self._lines[spot]:
            if not line.collected or not self.lies(spot, line.wager):
                continue
            if self._slip.now("missed_collection") and line.wager in MAIN:
                self._note_at_rack = self._slip.note(f"the {line.wager} of spot {spot} was not taken")
                continue
            self.collect(spot, line.wager, line.collected)

    def _pay(self, spot: int) -> None:
        if any(owed.spot == spot for owed in self._owed):
            self._collect(spot)
        for line in self._lines[spot]:
            if line.paid and self.lies(spot, line.wager):
                self._pay_line(line)
        self._hand_back(spot, "unpaid")

    def _pay_line(self, line: Resolution) -> None:
        """Pay a wager, its stake going back with it; here most mistakes are made."""
        spot, wager, due = line.spot, line.wager, line.paid
        amount, note = due, None
        if self._slip.now("overpaid"):
            amount, note = due + CHIP, self._slip.note(f"{due + CHIP} was paid, {due} is due")
        elif self._slip.now("underpaid"):
            amount, note = due - CHIP, self._slip.note(f"{due - CHIP} was paid, {due} is due")
        chips = self._cut(amount)
        went = chips
        if self._slip.now("wrong_denomination") and min(chips) < CHIP_SET[-1]:
            went, note = self._mistaken(chips)
        self._telling.tell(WagerPaid, spot=spot, wager=wager, amount=amount, chips=chips, note=note)
        self._hand_out(spot, went)
        self._patrons[spot].purse.add(self.lift(spot, wager))
        if self._slip.now("duplicate_settlement"):
            again = self._cut(due)
            self._telling.tell(
                WagerPaid, spot=spot, wager=wager, amount=due, chips=again, note=self._slip.note()
            )
            self._hand_out(spot, again)

    def _cut(self, amount: int) -> dict[int, int]:
        """Chips to pay with: such as one plays with, while the amount is small."""
        chips = self._table.tray.make(amount, LARGE if amount < 10 * LARGE else CHIP_SET[-1])
        assert chips is not None, "the tray is filled before it runs low"
        return chips

    def _hand_out(self, spot: int, chips: Mapping[int, int]) -> None:
        self._table.tray.take(chips)
        self._patrons[spot].purse.add(chips)

    def _mistaken(self, chips: Mapping[int, int]) -> tuple[dict[int, int], str]:
        """What really went out in place of these chips: one of them was of the next denomination."""
        face = min(chips)
        higher = next(one for one in CHIP_SET if one > face)
        went = dict(chips)
        went[face] -= 1
        went[higher] = went.get(higher, 0) + 1
        return went, self._slip.note(
            f"a chip of {higher} went out for one of {face}; the record does not show it"
        )

    def _hand_back(self, spot: int, *outcomes: str) -> None:
        """Stakes that are neither taken nor paid."""
        for line in self._lines.get(spot, ()):
            if line.outcome in outcomes and self.lies(spot, line.wager):
                chips = self.lift(spot, line.wager)
                self._telling.tell(
                    WagerReturned,
                    spot=spot,
                    wager=line.wager,
                    amount=line.returned,
                    chips=chips,
                    reason=line.outcome,
                )
                self._patrons[spot].purse.add(chips)

    def _rack(self, spot: int) -> None:
        self._hand_back(spot, "push", "unpaid", "void")
        cards = list(self._telling.state.faces(spot))
        self._telling.tell(HandCollected, to=spot, cards=cards, note=self._note_at_rack)
        self._note_at_rack = None

    # --- afterwards -------------------------------------------------------------------

    def patrons_take_what_is_left(self) -> None:
        """What still lies there at the close goes back to those whose it was."""
        for (spot, _), left in self._layout.items():
            self._patrons[spot].purse.add(left.chips)
        self._layout.clear()

    def put_right(self) -> None:
        """The floor looks at the rack, and a hand that was misread gets what it had won."""
        if not self._owed:
            return
        spot = self._owed[0].spot
        table = self._table
        self._telling.tell(
            RulingMade,
            source="supervisor",
            by=table.floor,
            after_s=180,
            ruling=f"The hand was rebuilt from the rack: spot {spot} wins.",
            wagers=[WagerNamed(spot=spot, wager=line.wager) for line in self._owed],
            rule=self._owed[0].rule,
            approved_by=table.supervisor,
        )
        for line in self._owed:
            self._adjust(line)

    def _adjust(self, line: Resolution) -> None:
        amount = line.stake + line.paid
        chips = self._cut(amount)
        self._telling.tell(
            AdjustmentPosted,
            source="supervisor",
            by=self._table.floor,
            spot=line.spot,
            wager=line.wager,
            amount=amount,
            chips=chips,
            direction="to_patron",
            session=self._table.session,
            approved_by=self._table.supervisor,
            corrects=self._taken_at(line),
            reason=f"the {line.wager} of a winning hand was taken",
        )
        self._hand_out(line.spot, chips)

    def _taken_at(self, line: Resolution) -> int:
        """The version at which a wager was collected."""
        return next(
            version
            for version, event in enumerate(self._telling.events, 1)
            if isinstance(event, WagerCollected) and (event.spot, event.wager) == (line.spot, line.wager)
        )
