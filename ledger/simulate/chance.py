"""Chance from a seed: the same on every machine, in every version of Python.

Python promises to keep the sequence of `random()` for a seed and of nothing
else, so that everything here is made of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of chance of its own for whatever the names together stand for."""

    def __init__(self, *names: object) -> None:
        digest = sha256("/".join(map(str, names)).encode()).digest()
        self._next = random.Random(int.from_bytes(digest[:8])).random

    def below(self, number: int) -> int:
        """A whole number from 0 up to, and without, `number`."""
        return int(self._next() * number)

    def happens(self, rate: float) -> bool:
        """Whether something happens that does so at a rate, from 0 never to 1 always."""
        return self._next() < rate

    def pick(self, among: Sequence[T]) -> T:
        """One of them."""
        return among[self.below(len(among))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in an order of chance."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck
