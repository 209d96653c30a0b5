"""The ladder: every five-card hand that differs, from the strongest down.

There are 7,462 of them.  A hand's `strength` is its place, 1 a royal flush and
7462 a seven high of several suits: smaller beats larger, equal strengths tie.

Source: 13:69F-17.5 and 25.5 as read in sibling games, 58 Pa. Code 653a.6; see
README.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final

from ledger.cards import RANKS

# The pit's names, strongest first, each with the strength of its weakest hand.
# fmt: off
WEAKEST: Final[Mapping[str, int]] = MappingProxyType({
    "royal_flush":        1,
    "straight_flush":    10,
    "four_of_a_kind":   166,
    "full_house":       322,
    "flush":           1599,
    "straight":        1609,
    "three_of_a_kind": 2467,
    "two_pair":        3325,
    "pair":            6185,
    "high_card":       7462,
})
# fmt: on
RANK_NAMES: Final[tuple[str, ...]] = tuple(WEAKEST)
SUITED: Final = frozenset({"royal_flush", "straight_flush", "flush"})

DOWN: Final = RANKS[::-1]


def _hands() -> Iterator[str]:
    runs = [(DOWN + "A")[top : top + 5] for top in range(10)]
    mixed = ["".join(five) for five in combinations(DOWN, 5)]
    plain = [five for five in mixed if five not in runs and five != "A5432"]
    yield from runs
    yield from (four * 4 + kicker for four in DOWN for kicker in _kickers(four, 1))
    yield from (three * 3 + pair * 2 for three in DOWN for pair in _kickers(three, 1))
    yield from plain
    yield from runs
    yield from (three * 3 + rest for three in DOWN for rest in _kickers(three, 2))
    yield from (
        high * 2 + low * 2 + one for high, low in combinations(DOWN, 2) for one in _kickers(high + low, 1)
    )
    yield from (pair * 2 + rest for pair in DOWN for rest in _kickers(pair, 3))
    yield from plain


def _kickers(used: str, count: int) -> list[str]:
    return ["".join(rest) for rest in combinations([rank for rank in DOWN if rank not in used], count)]


def names_by_strength(weakest: Mapping[str, int]) -> tuple[str, ...]:
    """The name of each strength from 1 up, given the strength of the weakest hand of each; 0 has none."""
    return ("", *(name for name, count in _counts(weakest) for _ in range(count)))


def numbers_of(names: Sequence[str]) -> tuple[int, ...]:
    """Which of the names each strength has, counted from 0, the strongest, given those by strength."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names[1:]))}
    return (-1, *(numbers[name] for name in names[1:]))


def _counts(weakest: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    above = 0
    for name, last in weakest.items():
        yield name, last - above
        above = last


# The ranks of a hand as they are announced, and its name, by strength; nothing has the strength 0.
LADDER: Final[tuple[str, ...]] = ("", *_hands())
NAMES: Final[tuple[str, ...]] = names_by_strength(WEAKEST)
# By strength too: which of the names it is, counted from 0, the strongest.
RANK_NUMBERS: Final[tuple[int, ...]] = numbers_of(NAMES)
