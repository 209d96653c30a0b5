"""The rack on record against the cards as found: where they part, and what is not in its place.

Pure; both are back to front, places counted from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias

from projections.racks.matching import Expected, Matched, matched

Kind: TypeAlias = Literal["missing", "extra", "replaced", "exchanged", "displaced", "order"]


class Difference(NamedTuple):
    """One thing that is not as recorded.

    `slots` are places of the record, `found` places of the cards as found.
    missing: recorded and not found; extra: found and not recorded; replaced:
    another card in the place of one; exchanged: two cards, that of `slots[0]` at
    `found[0]`, in the place of the other; displaced: cards of one hand that lie
    elsewhere; order: all cards of a hand there, in another order.
    """

    kind: Kind
    slots: tuple[int, ...]
    found: tuple[int, ...]


class Comparison(NamedTuple):
    """Where record and rack part, and how.

    `which` says which card is which; `lies_in` for each card found the number of
    the hand in whose place it lies, None between two hands; `first` the first
    place at which they part, None where they do not.
    """

    which: Matched
    differences: tuple[Difference, ...]
    lies_in: tuple[int | None, ...]
    first: int | None

    def read(self, found: Sequence[str | None]) -> Iterator[tuple[int, int]]:
        """The places of the record whose card was not known whole, and where it was found and read."""
        for slot, at in enumerate(self.which.found_at):
            face = self.which.slots[slot].face
            whole = face is not None and face[1] != "?"
            if at is not None and not whole and found[at] not in {None, face}:
                yield slot, at


class _Order(NamedTuple):
    """Cards that are there, in another order; and which of all cards found lie in whose place."""

    differences: list[Difference]
    lies_in: dict[int, int]


def compare(hands: Sequence[Expected], found: Sequence[str | None]) -> Comparison:
    """Lay the cards as found against the hands on record: in the fewest words."""
    ways: list[Comparison] = []
    for which in matched(hands, found):
        ways.append(_compared(which, hands, found))
        if not ways[-1].differences:
            return ways[-1]
    return min(ways, key=lambda way: _words(way.differences, hands, way.which))


def _words(differences: Sequence[Difference], hands: Sequence[Expected], which: Matched) -> tuple[int, int]:
    """How many differences; then, of how many the cards were torn from their hands."""
    torn = sum(
        one.kind == "displaced" and len(one.slots) < len(hands[which.slots[one.slots[0]].hand].faces)
        for one in differences
    )
    return len(differences), torn


def _compared(which: Matched, hands: Sequence[Expected], found: Sequence[str | None]) -> Comparison:
    order = _order(which, hands)
    replaced = list(_replaced(which, hands, order, len(found)))
    lies_in = order.lies_in | {one.found[0]: which.slots[one.slots[0]].hand for one in replaced}
    gone, new = {one.slots[0] for one in replaced}, {one.found[0] for one in replaced}
    missing = [slot for slot, at in enumerate(which.found_at) if at is None and slot not in gone]
    extra = [at for at in range(len(found)) if at not in new and at not in which.found_at]
    differences = [
        *order.differences,
        *replaced,
        *(Difference("missing", run, ()) for run in _runs(missing, lambda slot: which.slots[slot].hand)),
        *(Difference("extra", (), run) for run in _runs(extra, lambda _: 0)),
    ]
    differences.sort(key=lambda one: min(*one.slots, *one.found, len(which.slots) + len(found)))
    return Comparison(
        which, tuple(differences), tuple(_between(lies_in, len(found))), _first(which, len(found))
    )


def _first(which: Matched, count: int) -> int | None:
    """The first place at which there is not what should be."""
    for place, at in enumerate(which.found_at):
        if at != place:
            return place
    return len(which.slots) if count > len(which.slots) else None


# --- cards that are there, elsewhere --------------------------------------------


def _order(which: Matched, hands: Sequence[Expected]) -> _Order:
    """What is there and not in its order, said in the fewest words; of a hand in another order, so."""
    slots = tuple(slot for slot, at in enumerate(which.found_at) if at is not None)
    places = tuple(sorted(at for at in which.found_at if at is not None))
    number_at = {which.found_at[slot]: number for number, slot in enumerate(slots)}
    hand_of = tuple(which.slots[slot].hand for slot in slots)
    line = [number_at[at] for at in places]
    there = _There(slots, places, hand_of, tuple(which.found_at[slot] or 0 for slot in slots), hands)
    turned = list(_within_hands(line, hand_of))
    tidy = list(line)
    for run in turned:
        tidy[run.start : run.stop] = sorted(tidy[run.start : run.stop])
    inside = [there.turned(tidy, run) for run in turned]
    ways = [way(some) for some in (tidy, line) for way in (there.crosswise, there.astray)]
    ways[:2] = [_Order(inside + way.differences, way.lies_in) for way in ways[:2]]
    return min(ways, key=lambda way: _words(way.differences, hands, which))


class _There(NamedTuple):
    """The cards that are there, numbered in the order of the record.

    A line has at each place the number of the card that lies there: 0, 1, 2
    where all lie in their order.  `slots` are their places on record, `places`
    those where any was found, `hand_of` the hand of each and `found_at` where it
    was found.
    """

    slots: tuple[int, ...]
    places: tuple[int, ...]
    hand_of: tuple[int, ...]
    found_at: tuple[int, ...]
    hands: Sequence[Expected]

    def turned(self, tidy: Sequence[int], run: range) -> Difference:
        """A hand in another order; `tidy` has it in the recorded one."""
        slots = tuple(self.slots[number] for number in tidy[run.start : run.stop])
        return Difference("order", slots, self.places[run.start : run.stop])

    def crosswise(self, line: Sequence[int]) -> _Order:
        """Cards in one another's places: two exchanged, more displaced."""
        differences: list[Difference] = []
        lies_in = self._own(line)
        for cycle in _cycles(line):
            lies_in |= {self.places[number]: self.hand_of[number] for number in cycle}
            if len(cycle) == 2:
                differences.append(self._difference("exchanged", cycle))
            else:
                differences += [self._difference("displaced", (number,)) for number in cycle]
        return _Order(differences, lies_in)

    def astray(self, line: Sequence[int]) -> _Order:
        """The fewest cards that lie elsewhere.

        A whole hand that does is a hand there; a part of one lies in nobody's place.
        """
        differences: list[Difference] = []
        lies_in = self._own(line)
        for run in _astray(line, self.hand_of):
            numbers = line[run.start : run.stop]
            differences.append(self._difference("displaced", numbers))
            if len(numbers) < len(self.hands[self.hand_of[numbers[0]]].faces):
                lies_in = {
                    at: hand for at, hand in lies_in.items() if at not in self.places[run.start : run.stop]
                }
        return _Order(differences, lies_in)

    def _own(self, line: Sequence[int]) -> dict[int, int]:
        """Each card found in its own hand."""
        return {at: self.hand_of[number] for at, number in zip(self.places, line, strict=True)}

    def _difference(self, kind: Kind, numbers: Sequence[int]) -> Difference:
        slots = tuple(self.slots[number] for number in numbers)
        return Difference(kind, slots, tuple(self.found_at[number] for number in numbers))


def _within_hands(line: Sequence[int], hand_of: Sequence[int]) -> Iterator[range]:
    """Where all cards of a hand lie together and in another order."""
    for _, group in groupby(range(len(hand_of)), key=lambda number: hand_of[number]):
        numbers = list(group)
        places = sorted(line.index(number) for number in numbers)
        together = places[-1] - places[0] + 1 == len(places)
        if together and [line[place] for place in places] != numbers:
            yield range(places[0], places[-1] + 1)


def _cycles(line: Sequence[int]) -> list[list[int]]:
    """The cards that lie in one another's places: each number where the one before it should be."""
    found: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(line)):
        cycle, number = [], start
        while number not in seen:
            seen.add(number)
            cycle.append(number)
            number = line[number]
        if len(cycle) > 1:
            found.append(cycle)
    return found


def _astray(line: Sequence[int], hand_of: Sequence[int]) -> Iterator[range]:
    """The fewest runs of a hand's cards that, taken out, leave the others in order; of those the shortest."""
    kept = _kept(line, _begins(line, hand_of))
    out = (place for place in range(len(line)) if place not in kept)
    for run in _runs(list(out), list(accumulate(_begins(line, hand_of))).__getitem__):
        yield range(run[0], run[-1] + 1)


def _begins(line: Sequence[int], hand_of: Sequence[int]) -> list[bool]:
    """For each place whether what lies there does not go on with the hand that lies behind it."""
    goes_on = (card == behind + 1 and hand_of[card] == hand_of[behind] for behind, card in pairwise(line))
    return [True, *(not one for one in goes_on)]


def _kept(line: Sequence[int], begins: Sequence[bool]) -> set[int]:
    """The places to keep so that what is taken out is in the fewest runs, then the fewest cards."""
    runs = list(accumulate(begins, initial=0))
    # Of each place, should it be kept: what is taken out before it, and which place before it is kept.
    best: list[tuple[int, int, int]] = []
    for place, card in enumerate((*line, len(line))):
        ways = [(runs[place], place, -1)]
        for last in range(place):
            if line[last] < card:
                between = place - last - 1
                taken = 1 + runs[place] - runs[last + 2] if between else 0
                ways.append((best[last][0] + taken, best[last][1] + between, last))
        best.append(min(ways))
    kept: set[int] = set()
    place = best[-1][2]
    while place >= 0:
        kept.add(place)
        place = best[place][2]
    return kept


# --- cards that are not there, or too many ---------------------------------------


def _replaced(which: Matched, hands: Sequence[Expected], order: _Order, count: int) -> Iterator[Difference]:
    """A card that is not found and one that is not recorded, the one where the other should be."""
    moved = {at for one in order.differences for at in one.found if one.kind != "order"}
    settled = {at: slot for slot, at in enumerate(which.found_at) if at is not None and at not in moved}
    extra = [at for at in range(count) if at not in which.found_at]
    for slot, at in enumerate(which.found_at):
        if at is not None:
            continue
        hand = which.slots[slot].hand
        first = slot if hands[hand].ordered else min(
            number for number, one in enumerate(which.slots) if one.hand == hand
        )  # fmt: skip
        low = max((other for other, number in settled.items() if number < first), default=-1)
        high = min((other for other, number in settled.items() if number > slot), default=count)
        there = next((one for one in extra if low < one < high), None)
        if there is not None:
            extra.remove(there)
            yield Difference("replaced", (slot,), (there,))


def _between(lies_in: dict[int, int], count: int) -> Iterator[int | None]:
    """For each card found the hand it lies in: one between two cards of a hand lies in that hand."""
    settled = sorted(lies_in)
    for at in range(count):
        before = [place for place in settled if place <= at]
        after = [place for place in settled if place >= at]
        hands = {lies_in[place] for place in (before[-1:] + after[:1])}
        yield hands.pop() if before and after and len(hands) == 1 else None


def _runs(places: Sequence[int], kind: Callable[[int], int]) -> Iterator[tuple[int, ...]]:
    """Places that follow one another and are of a kind, together."""
    run: list[int] = []
    for place in places:
        if run and (place != run[-1] + 1 or kind(place) != kind(run[-1])):
            yield tuple(run)
            run = []
        run.append(place)
    if run:
        yield tuple(run)
