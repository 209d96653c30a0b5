"""Which card found is which card of the record.  Pure; both are back to front, places counted from 0.

What is known on both sides decides first, in order where that can be and
then wherever it lies; readings of which a part is missing fill what is open
between cards that lie in their order, and last what is open anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
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


def matched(hands: Sequence[Expected], found: Sequence[str | None]) -> Iterator[Matched]:
    """Say which card is which, in each way there is to see it.

    A card not known of a hand in any order of which others are may lie behind,
    among or before those: it is matched with the cards in order, or after them.
    """
    for apart in (False, True):
        which = _matched(hands, found, apart=apart)
        yield which
        yield _as_they_lie(which, hands)


def _matched(hands: Sequence[Expected], found: Sequence[str | None], *, apart: bool) -> Matched:
    matching = _Matching(hands, found)
    matching.in_order(apart=apart)
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
        self._loose = [not hand.ordered and any(hand.faces) for hand in hands]
        self._free = list(range(len(found)))
        # Between which two cards that lie in their order, each by slot and place found.
        self._gaps: list[tuple[tuple[int, int], tuple[int, int]]] = []
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

    def in_order(self, *, apart: bool) -> None:
        """Match what can be without one card passing another.

        Kept `apart` for later are unknown cards of hands in any order of which others are known.
        """
        of_faces = _Worth(self._hands, self._found)

        def worth(slot: int, at: int) -> int:
            if apart and self._is_loose(slot) and not self._fits(slot, at, _same):
                return of_faces.OTHER
            return of_faces(self._slots[slot].face, self._found[at])

        line = list(_aligned(len(self._slots), len(self._found), worth))
        line = [pair for pair in line if worth(*pair) > of_faces.OTHER]
        for slot, at in line:
            self._take(slot, at)
        ends = (-1, -1), (len(self._slots), len(self._found))
        self._gaps = list(pairwise([ends[0], *line, ends[1]]))

    def wherever(self, fits: Fits) -> None:
        """Match what fits, wherever it lies."""
        for slot in self._open(range(len(self._slots))):
            fitting = [at for at in self._free if self._fits(slot, at, fits)]
            if fitting:
                self._take(slot, _nearest(slot, fitting))

    def between(self, fits: Fits) -> None:
        """Match what fits between two cards that lie in order; a hand without one is open as a whole."""
        for (slot_behind, behind), (slot_before, before) in self._gaps:
            slots = range(slot_behind + 1, slot_before)
            wide = range(self._reach(slot_behind, slots).start, self._reach(slot_before, slots).stop)
            for at in [at for at in self._free if behind < at < before]:
                fitting = [slot for slot in self._open(wide) if self._fits(slot, at, fits)]
                if fitting:
                    self._take(fitting[0], at)

    def uncounted(self) -> None:
        """Give what is left to a hand that nobody counted, where it lies beside it."""
        for (slot_behind, behind), (slot_before, before) in self._gaps:
            low = 0 if slot_behind < 0 else self._slots[slot_behind].hand
            high = self._slots[slot_before].hand + 1 if slot_before < len(self._slots) else len(self._hands)
            hand = next((number for number in range(low, high) if not self._hands[number].counted), None)
            if hand is not None:
                there = [at for at in self._free if behind < at < before]
                self._absorbed.setdefault(hand, []).extend(there)
                self._free = [at for at in self._free if at not in there]

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

    def _is_loose(self, slot: int) -> bool:
        """Whether a slot is of a hand in any order of which at least one card is known."""
        return self._loose[self._slots[slot].hand]

    def _take(self, slot: int, at: int) -> None:
        self._at[slot] = at
        self._free.remove(at)

    def _open(self, slots: range) -> Iterator[int]:
        return (slot for slot in slots if self._at[slot] is None)

    def _reach(self, slot: int, slots: range) -> range:
        """Some slots beside one, and all of its hand with them where that has no order."""
        if not 0 <= slot < len(self._slots) or self._hands[self._slots[slot].hand].ordered:
            return slots
        number = self._slots[slot].hand
        first = sum(len(hand.faces) for hand in self._hands[:number])
        return range(min(first, slots.start), max(first + len(self._hands[number].faces), slots.stop))


def _as_they_lie(which: Matched, hands: Sequence[Expected]) -> Matched:
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


def _aligned(slots: int, places: int, worth: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
    """Two lines side by side, in order, so that what lies side by side is worth most."""
    # Of slot and place found: the worth of all from there on.
    most = [[0] * (places + 1) for _ in range(slots + 1)]
    for slot in range(slots - 1, -1, -1):
        row, below = most[slot], most[slot + 1]
        for at in range(places - 1, -1, -1):
            row[at] = max(below[at + 1] + worth(slot, at), below[at], row[at + 1])
    slot = at = 0
    while most[slot][at]:
        if most[slot][at] == most[slot + 1][at + 1] + worth(slot, at):
            yield slot, at
            slot, at = slot + 1, at + 1
        elif most[slot][at] == most[slot + 1][at]:
            slot += 1
        else:
            at += 1


class _Worth:
    """What it is worth that a card recorded and one found lie side by side.

    An unknown card may be any but one that is known on the other side, where
    that is as often recorded as found.
    """

    SAME, SAME_RANK, UNKNOWN, OTHER = 8, 6, 4, 1

    def __init__(self, hands: Sequence[Expected], found: Sequence[str | None]) -> None:
        recorded, there = Counter(face for hand in hands for face in hand.faces), Counter(found)
        self._too_few = frozenset(recorded - there) - {None}
        self._too_many = frozenset(there - recorded) - {None}

    def __call__(self, recorded: str | None, face: str | None) -> int:
        if recorded == face:
            return self.SAME if _same(recorded, face) else self.UNKNOWN
        if not agree(recorded, face) or (recorded not in self._too_few and face not in self._too_many):
            return self.OTHER
        return self.SAME_RANK if _same_rank(recorded, face) else self.UNKNOWN
