"""Which card found is which card of the record.  Pure; both are back to front, places counted from 0.

What is known on both sides decides first, in order where that can be and
then wherever it lies; readings of which a part is missing fill what is open
between cards that lie in their order, and last what is open anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from ledger.cards import agree

# Whether what is recorded of a card and what was found can be the same card.
Fits: TypeAlias = Callable[[str | None, str | None], bool]
# Beyond the last place of any rack.
MOST: Final = 1_000_000


class Expected(NamedTuple):
    """Cards that went into the rack at once, as recorded: None for one not known.

    Not `ordered`: in any order.  Not `counted`: any number of cards.
    """

    faces: tuple[str | None, ...]
    ordered: bool
    counted: bool


class Slot(NamedTuple):
    """A place of the record: the number of its hand, from 0 at the back, and the card recorded there."""

    hand: int
    face: str | None


class Matched(NamedTuple):
    """The places of the record, and at each the place where its card was found, None for one that was not.

    Cards of a hand in any order have the order in which they were found, those
    not found last; a hand that nobody counted has a place for each card that
    was found there.
    """

    slots: tuple[Slot, ...]
    found_at: tuple[int | None, ...]


def matched(hands: Sequence[Expected], found: Sequence[str | None]) -> Matched:
    """Say which card is which."""
    matching = _Matching(hands, found)
    matching.in_order()
    matching.wherever(_same)
    matching.between(_same_rank)
    matching.between(agree)
    matching.uncounted()
    matching.wherever(agree)
    return matching.done()


def _same(recorded: str | None, face: str | None) -> bool:
    return recorded == face and recorded is not None and recorded[1] != "?"


def _same_rank(recorded: str | None, face: str | None) -> bool:
    return recorded is not None and face is not None and agree(recorded, face)


class _Matching:
    """The matching as far as it has come."""

    def __init__(self, hands: Sequence[Expected], found: Sequence[str | None]) -> None:
        self._hands = hands
        self._found = found
        self._slots = list(self._lines())
        self._at: list[int | None] = [None] * len(self._slots)
        self._free = list(range(len(found)))
        self._spine: list[tuple[int, int]] = []  # (slot, found) of cards that lie in their order
        self._absorbed: dict[int, list[int]] = {}

    def _lines(self) -> Iterator[Slot]:
        """The places of the record; of a hand in any order: as found nearest, so that this order is kept."""
        places: dict[str, list[int]] = {}
        for at, face in enumerate(self._found):
            if face is not None:
                places.setdefault(face, []).append(at)
        first = 0
        for number, hand in enumerate(self._hands):
            line = list(hand.faces)
            if not hand.ordered:
                line.sort(key=lambda face: _nearest(first, places.get(face or "", ())))
            yield from (Slot(number, face) for face in line)
            first += len(line)

    def in_order(self) -> None:
        """Match as many known cards as can be without one passing another."""
        for slot, at in _longest(self._slots, self._found):
            self._take(slot, at)
            self._spine.append((slot, at))

    def wherever(self, fits: Fits) -> None:
        """Match what fits, wherever it lies."""
        for slot in self._open(range(len(self._slots))):
            fitting = [at for at in self._free if self._fits(slot, at, fits)]
            if fitting:
                self._take(slot, _nearest(slot, fitting))

    def between(self, fits: Fits) -> None:
        """Match what fits between two cards that lie in order: one by one where as many are open as found."""
        for (low, high), places in groupby(list(self._free), key=self._beside):
            waiting = list(places)
            slots = list(self._open(range(low, high)))
            if len(slots) == len(waiting):
                pairs = zip(slots, waiting, strict=True)
                for slot, at in [pair for pair in pairs if self._fits(*pair, fits)]:
                    self._take(slot, at)
                continue
            for at in waiting:
                fitting = [slot for slot in self._open(range(low, high)) if self._fits(slot, at, fits)]
                if fitting:
                    self._take(fitting[0], at)

    def uncounted(self) -> None:
        """Give what is left to a hand that nobody counted, where it lies beside it."""
        for at in list(self._free):
            low, high = self._hands_beside(at)
            hand = next((number for number in range(low, high + 1) if not self._hands[number].counted), None)
            if hand is not None:
                self._absorbed.setdefault(hand, []).append(at)
                self._free.remove(at)

    def done(self) -> Matched:
        """All of it, each hand in its order."""
        lines: list[list[tuple[Slot, int | None]]] = [[] for _ in self._hands]
        for slot, at in zip(self._slots, self._at, strict=True):
            lines[slot.hand].append((slot, at))
        for number, places in self._absorbed.items():
            lines[number] += [(Slot(number, None), at) for at in places]
        for hand, line in zip(self._hands, lines, strict=True):
            if not hand.ordered:
                line.sort(key=lambda one: len(self._found) if one[1] is None else one[1])
        whole = [one for line in lines for one in line]
        return Matched(tuple(slot for slot, _ in whole), tuple(at for _, at in whole))

    def _fits(self, slot: int, at: int, fits: Fits) -> bool:
        return fits(self._slots[slot].face, self._found[at])

    def _take(self, slot: int, at: int) -> None:
        self._at[slot] = at
        self._free.remove(at)

    def _open(self, slots: range) -> Iterator[int]:
        return (slot for slot in slots if self._at[slot] is None)

    def _neighbours(self, at: int) -> tuple[int | None, int | None]:
        """The slots of the cards that lie in their order before and after a card found."""
        before = [slot for slot, other in self._spine if other < at]
        after = [slot for slot, other in self._spine if other > at]
        return (before[-1] if before else None), (after[0] if after else None)

    def _beside(self, at: int) -> tuple[int, int]:
        """The slots between those neighbours; a hand in any order is open as a whole."""
        before, after = self._neighbours(at)
        low = 0 if before is None else self._reach(before, before + 1).start
        high = len(self._slots) if after is None else self._reach(after, after).stop
        return low, high

    def _reach(self, slot: int, end: int) -> range:
        """The slots of the hand of a slot where its order is free; none, at `end`, where it is not."""
        number = self._slots[slot].hand
        if self._hands[number].ordered:
            return range(end, end)
        first = sum(len(hand.faces) for hand in self._hands[:number])
        return range(first, first + len(self._hands[number].faces))

    def _hands_beside(self, at: int) -> tuple[int, int]:
        before, after = self._neighbours(at)
        low = 0 if before is None else self._slots[before].hand
        high = len(self._hands) - 1 if after is None else self._slots[after].hand
        return low, high


def as_they_lie(which: Matched, hands: Sequence[Expected]) -> Matched:
    """The same with hands in any order otherwise: cards that lie in the hand's own places keep those.

    Cards that lie elsewhere then take the places where cards of others lie.
    """
    there = {slot: at for slot, at in enumerate(which.found_at) if at is not None}
    number_at = {at: number for number, at in enumerate(sorted(there.values()))}
    slots, order = list(there), list(range(len(which.slots)))
    for hand, numbers in groupby(range(len(slots)), key=lambda number: which.slots[slots[number]].hand):
        if hands[hand].ordered:
            continue
        block = list(numbers)
        lies = {number_at[there[slots[number]]]: slots[number] for number in block}
        away = iter([slot for number, slot in lies.items() if number not in block])
        for number in block:
            order[slots[number]] = lies[number] if number in lies else next(away)
    return Matched(tuple(which.slots[slot] for slot in order), tuple(which.found_at[slot] for slot in order))


def _nearest(place: int, places: Sequence[int]) -> int:
    """The one of some places that is nearest to a place; beyond all where there is none."""
    return min(places, key=lambda other: abs(other - place), default=MOST)


def _longest(slots: Sequence[Slot], found: Sequence[str | None]) -> list[tuple[int, int]]:
    """The longest line of equal known cards that both have in the same order."""
    known = [None if slot.face is None or slot.face[1] == "?" else slot.face for slot in slots]
    # Of slot and place found: how long the line is from there on.
    longest = [[0] * (len(found) + 1) for _ in range(len(slots) + 1)]
    for slot in range(len(slots) - 1, -1, -1):
        face, row, below = known[slot], longest[slot], longest[slot + 1]
        for at in range(len(found) - 1, -1, -1):
            if face is not None and face == found[at]:
                row[at] = below[at + 1] + 1
            else:
                row[at] = max(below[at], row[at + 1])
    line: list[tuple[int, int]] = []
    slot = at = 0
    while longest[slot][at]:
        if known[slot] is not None and known[slot] == found[at]:
            line.append((slot, at))
            slot, at = slot + 1, at + 1
        elif longest[slot + 1][at] >= longest[slot][at + 1]:
            slot += 1
        else:
            at += 1
    return line
