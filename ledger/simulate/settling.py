"""The dealer settles a house-banked round: in the game's order, to its amounts, or with a mistake.

Two things are kept apart: what the record says, and which chips really went.
The tray is the real one; a mistake that the record does not show is only
there, and in the closer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from ledger.events.rounds import (
    HandCollected,
    HandRevealed,
    OutcomeDeclared,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from ledger.games.resolution import Resolution
from ledger.games.seam import Submission
from ledger.simulate.chips import CHIP_SET, Purse
from ledger.simulate.misorder import DEALERS_RACK, MISORDER, first_difference, parts
from ledger.simulate.mistakes import Slip
from ledger.simulate.patrons import Patron
from ledger.simulate.righting import put_right
from ledger.simulate.telling import RoundTelling

CHIP: Final = 500
LARGE: Final = 2500
# Which outcome of a main wager there must be for a mistake to be made.
OCCASION: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "misread_hand": frozenset({"win"}),
        "missed_collection": frozenset({"lose"}),
        "missed_payment": frozenset({"win"}),
        "wrong_collection": frozenset({"push", "unpaid", "void"}),
        "wrong_reason": frozenset({"push", "unpaid", "void"}),
        "overpaid": frozenset({"win"}),
        "underpaid": frozenset({"win"}),
        "duplicate_settlement": frozenset({"win"}),
        "wrong_denomination": frozenset({"win"}),
        "returned_as_void": frozenset({"lose"}),
    }
)
# Those whose time comes when all is settled.
AFTERWARDS: Final = frozenset({"wrong_stub_count", "extra_card"})
# Why a stake goes back, and what is said instead.
MISSTATED: Final[Mapping[str, str]] = MappingProxyType({"push": "void", "unpaid": "push", "void": "push"})
MISANNOUNCED: Final[Mapping[str, str]] = MappingProxyType({"win": "lose", "lose": "win", "push": "lose"})


@dataclass(frozen=True)
class Table:
    """The table of a round: the session's key, its real tray, by what it is judged, and who is there.

    `fill` brings chips worth an amount in cents, where a prize is more than the tray
    holds; `change` breaks a purse's largest chip.
    """

    session: str
    tray: Purse
    submission: Submission
    floor: str
    supervisor: str
    fill: Callable[[int], None]
    change: Callable[[Purse], None]


class Settling:
    """The layout with its chips, and all that happens to them.

    `announced` is the wager whose outcome the dealer announces of a spot.
    """

    def __init__(
        self,
        telling: RoundTelling,
        table: Table,
        patrons: Mapping[int, Patron],
        slip: Slip,
        *,
        announced: str,
    ) -> None:
        self.telling = telling
        self.table = table
        self.patrons = patrons
        self.slip = slip
        self.lines: dict[int, list[Resolution]] = {}
        self._announced = announced
        self._layout: dict[tuple[int, str], Purse] = {}
        self._done: Counter[str] = Counter()
        self._owed: list[Resolution] = []
        self._note_at_rack: str | None = None
        self._moves: Mapping[str, Callable[[int], None]] = {
            "reveal": self._reveal,
            "collect": self._collect,
            "pay": self._pay,
            "rack": self._rack,
            "collect_optional": self._collect,
            "pay_optional": self._pay,
        }

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

    def give_back(self, spot: int, wager: str, reason: str, *, after_s: int = 2) -> None:
        """All that lies there of a wager goes back to its patron."""
        chips = Purse(self.lift(spot, wager))
        self.telling.tell(
            WagerReturned,
            spot=spot,
            wager=wager,
            amount=chips.value,
            chips=chips.chips,
            reason=reason,
            after_s=after_s,
        )
        self.patrons[spot].purse.add(chips.chips)

    def give_all_back(self) -> None:
        """The round is void: what lies there goes back, from the dealer's right."""
        for spot, wager in sorted(self._layout, key=lambda one: -one[0]):
            if self.slip.now("void_settled"):
                self.telling.note_next(self.slip.note(f"the {wager} of spot {spot} was taken"))
                self._take_stake(spot, wager)
            else:
                self.give_back(spot, wager, "void")

    def leave(self) -> None:
        """What still lies there at the close is taken by those whose it was."""
        for (spot, _), left in self._layout.items():
            self.patrons[spot].purse.add(left.chips)
        self._layout.clear()

    # --- in the game's order ----------------------------------------------------------

    def follow(self) -> None:
        """Take the steps that are due now and have not been taken."""
        for step in self._due():
            self._take(step)

    def settle(self) -> None:
        """The same once the dealer's cards are up; what can go wrong with money goes wrong here."""
        due = self._due()
        steps = self._with_slip(due)
        wrong_at = first_difference(due, steps)
        for place, step in enumerate(steps):
            if place == wrong_at:
                self.telling.note_next(self.slip.note())
            self._take(step)

    def put_right(self) -> None:
        """The floor looks at the rack, and a hand that was misread gets what it had won."""
        if self._owed:
            put_right(self.telling, self.table, self._owed, self.pay_out)

    def _due(self) -> list[str]:
        """The steps due by the rules; the lines that they are about are kept for them."""
        state = self.telling.believed
        said = state.rules.adjudicate(state, self.table.submission)
        self.lines = {}
        for line in said.resolutions:
            self.lines.setdefault(line.spot, []).append(line)
        done = self._done.copy()
        steps = []
        for step in said.settlement_order:
            if done[step]:
                done[step] -= 1
            else:
                steps.append(step)
        return steps

    def _take(self, step: str) -> None:
        self._done[step] += 1
        what, where = parts(step)
        if step == DEALERS_RACK:
            self._rack_dealer()
        elif step != "dealer_reveal":
            self._moves[what](int(where))

    def _with_slip(self, due: Sequence[str]) -> Sequence[str]:
        """The steps as they will be taken; with no occasion for the mistake meant a hand is misannounced."""
        kind = self.slip.kind or ""
        if self.slip.made or kind in AFTERWARDS:
            return due
        if kind in MISORDER:
            taken = self.misordered(kind, due)
        elif kind == "side_after_rack":
            taken = self._side_after_rack(due)
        else:
            there = {line.outcome for line in self._to_come(due) if self.is_main(line)}
            taken = list(due) if OCCASION.get(kind, frozenset()) & there else None
        if taken is not None:
            return taken
        self.slip.becomes("misdeclared")
        return due

    def misordered(self, kind: str, due: Sequence[str]) -> list[str] | None:
        """The steps in a wrong order; a game overrides it where the law leaves an order open."""
        folded = self.telling.state.folded_at
        return MISORDER[kind](due, {str(spot) for spot in self.patrons if spot not in folded})

    def _to_come(self, due: Sequence[str]) -> Iterator[Resolution]:
        """The lines of the spots whose hands are yet to be turned up."""
        for step in due:
            what, where = parts(step)
            if what == "reveal":
                yield from self.lines.get(int(where), ())

    def _side_after_rack(self, due: Sequence[str]) -> list[str] | None:
        """A hand racked before the step that is of its side wagers alone."""
        for place, step in enumerate(due):
            what, where = parts(step)
            if what not in {"collect", "pay"} or f"rack:{where}" not in due[place:]:
                continue
            moved = [line for line in self.lines[int(where)] if _moves(line, what)]
            if moved and not any(self.is_main(line) for line in moved):
                rest = [other for other in due[place:] if other != f"rack:{where}"]
                return [*due[:place], f"rack:{where}", *rest]
        return None

    def is_main(self, line: Resolution) -> bool:
        """Whether a wager is settled by comparing hands, and not on its own."""
        kind = self.telling.state.rules.wagers.get(line.wager)
        return kind is not None and not kind.side

    # --- the steps ----------------------------------------------------------------------

    def _reveal(self, spot: int) -> None:
        cards = list(self.telling.believed.faces(spot))
        self.telling.tell(HandRevealed, to=spot, cards=cards)
        line = next((line for line in self.lines.get(spot, ()) if line.wager == self._announced), None)
        if line is not None and line.outcome in MISANNOUNCED:
            self._announce(spot, line)

    def _announce(self, spot: int, line: Resolution) -> None:
        rank = line.rank
        said: str = line.outcome
        note = None
        if self.slip.now("misdeclared"):
            said = MISANNOUNCED[line.outcome]
            note = self.slip.note(f"{line.outcome} was announced as {said}")
        elif self.slip.now("misread_hand") and line.outcome == "win":
            said, note, rank = "lose", self.slip.note(f"a {rank} was not seen"), None
            self._misread(spot)
        self.telling.tell(OutcomeDeclared, spot=spot, outcome=said, rank=rank, note=note)

    def _misread(self, spot: int) -> None:
        """All main wagers will be taken, and put right when the round is over."""
        for place, line in enumerate(self.lines[spot]):
            if self.is_main(line):
                self._owed.append(line)
                self.lines[spot][place] = line.judged(replace(line.verdict, outcome="lose"))

    def _collect(self, spot: int) -> None:
        for line in self.lines.get(spot, ()):
            if not line.collected or not self.lies(spot, line.wager):
                continue
            if self.slip.now("missed_collection") and self.is_main(line) and line.outcome == "lose":
                self._note_at_rack = self.slip.note(f"the {line.wager} of spot {spot} was not taken")
            elif self.slip.now("returned_as_void") and self.is_main(line) and line.outcome == "lose":
                self.telling.note_next(self.slip.note(f"the {line.wager} of spot {spot} was handed back"))
                self.give_back(spot, line.wager, "void")
            else:
                self._take_stake(line.spot, line.wager)

    def _take_stake(self, spot: int, wager: str) -> None:
        chips = Purse(self.lift(spot, wager))
        self.telling.tell(WagerCollected, spot=spot, wager=wager, amount=chips.value, chips=chips.chips)
        self.table.tray.add(chips.chips)

    def _pay(self, spot: int) -> None:
        if any(owed.spot == spot for owed in self._owed):
            self._collect(spot)
        for line in self.lines.get(spot, ()):
            if not line.paid or not (self.lies(spot, line.wager) or not line.stake):
                continue
            if self.slip.now("missed_payment") and self.is_main(line):
                self._note_at_rack = self.slip.note(f"the {line.wager} of spot {spot} was not paid")
                continue
            self.pay_line(line)
        self._hand_back(spot, "unpaid")

    def pay_line(self, line: Resolution, due: int | None = None) -> None:
        """Pay a wager, its stake going back with it; here most mistakes are made.

        Unless its line says so, `due` is what is paid.
        """
        spot, wager, due = line.spot, line.wager, line.paid if due is None else due
        amount, note = due, None
        if self.slip.now("overpaid"):
            amount, note = due + CHIP, self.slip.note(f"{due + CHIP} was paid, {due} is due")
        elif self.slip.now("underpaid") and due > CHIP:
            amount, note = due - CHIP, self.slip.note(f"{due - CHIP} was paid, {due} is due")
        chips = self._cut(amount)
        went = chips
        if self.slip.now("wrong_denomination") and min(chips) < CHIP_SET[-1]:
            went, note = self._mistaken(chips)
        self.telling.tell(WagerPaid, spot=spot, wager=wager, amount=amount, chips=chips, note=note)
        self._hand_out(spot, went)
        if self.lies(spot, wager):
            self.patrons[spot].purse.add(self.lift(spot, wager))
        if self.slip.now("duplicate_settlement"):
            again = self.pay_out(spot, due)
            self.telling.tell(
                WagerPaid, spot=spot, wager=wager, amount=due, chips=again, note=self.slip.note()
            )

    def pay_out(self, spot: int, amount: int) -> dict[int, int]:
        """Chips of an amount go from the tray to a patron; which they are."""
        chips = self._cut(amount)
        self._hand_out(spot, chips)
        return chips

    def _cut(self, amount: int) -> dict[int, int]:
        """Chips to pay with: such as one plays with, while the amount is small."""
        most = LARGE if amount < 10 * LARGE else CHIP_SET[-1]
        chips = self.table.tray.make(amount, most)
        if chips is None:
            self.table.fill(amount)
            chips = self.table.tray.make(amount)
        assert chips is not None, "the tray holds chips of every kind"
        return chips

    def _hand_out(self, spot: int, chips: Mapping[int, int]) -> None:
        self.table.tray.take(chips)
        self.patrons[spot].purse.add(chips)

    def _mistaken(self, chips: Mapping[int, int]) -> tuple[dict[int, int], str]:
        """What really went out in place of these chips: one of them was of the next denomination."""
        face = min(chips)
        higher = next(one for one in CHIP_SET if one > face)
        went = dict(chips)
        went[face] -= 1
        went[higher] = went.get(higher, 0) + 1
        return went, self.slip.note(
            f"a chip of {higher} went out for one of {face}; the record does not show it"
        )

    def _hand_back(self, spot: int, *outcomes: str) -> None:
        """Stakes that are neither taken nor paid."""
        for line in self.lines.get(spot, ()):
            if line.outcome not in outcomes or not self.lies(spot, line.wager):
                continue
            if self.slip.now("wrong_collection") and self.is_main(line):
                self.telling.note_next(self.slip.note(f"the {line.wager} of spot {spot} was taken"))
                self._take_stake(line.spot, line.wager)
            elif self.slip.now("wrong_reason") and self.is_main(line):
                said = MISSTATED[line.outcome]
                self.telling.note_next(self.slip.note(f"{line.outcome} was recorded as {said}"))
                self.give_back(spot, line.wager, said)
            else:
                self.give_back(spot, line.wager, line.outcome)

    def _rack(self, spot: int) -> None:
        """A hand given up is spread, its faces unseen; after the showdown all that is known is said."""
        self._hand_back(spot, "push", "unpaid", "void")
        if self._note_at_rack is not None:
            self.telling.note_next(self._note_at_rack)
            self._note_at_rack = None
        state = self.telling.state
        if state.voided_at is None and not all(card.shown for card in state.hands["dealer"]):
            self.telling.tell(HandCollected, to=spot, spread=True)
            return
        cards: list[str | None] | None = list(state.faces(spot))
        if None in state.faces(spot):
            # A folded hand is still here for a wager that lives on: its cards were looked at.
            cards = list(self.telling.believed.faces(spot)) if spot in state.folded_at else None
        self.telling.tell(HandCollected, to=spot, cards=cards)

    def _rack_dealer(self) -> None:
        """The dealer's hand, the board with it, and what was laid aside."""
        for place in ("dealer", "board", "stand"):
            if cards := list(self.telling.state.faces(place)):
                self.telling.tell(HandCollected, to=place, cards=None if None in cards else cards)


def _moves(line: Resolution, what: str) -> bool:
    """Whether a step moves money of a line."""
    return bool(line.collected if what == "collect" else line.paid)
