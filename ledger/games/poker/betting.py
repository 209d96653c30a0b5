"""One betting round while it runs: what is to be matched, whose turn it is, who may raise.

Amounts are in the round's units and count this betting round alone; an ante is
not part of it.

Source: 13:69F-14.10(f), 14.1 (all-in); sizes of raises by default, SOURCES.md 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Betting:
    """A betting round.

    `live` and `all_in` belong to the hand and change under it.  `to_match` is
    what each must have put in, `least` the last full bet or raise, `level`
    where it took the betting, `bets` how many there were, `size` the fixed
    limit's bet or 0, `blind` the highest forced bet of the structure: one that
    came short may be completed.
    """

    __slots__ = (
        "_astray", "_last", "_matched", "all_in", "bets", "blind", "least", "level", "live", "order", "own",
        "size", "to_match",
    )  # fmt: skip

    def __init__(self, order: Sequence[int], live: set[int], all_in: set[int], least: int, size: int) -> None:
        self.order = tuple(order)
        self.live = live
        self.all_in = all_in
        self.own: dict[int, int] = dict.fromkeys(order, 0)
        self.to_match = 0
        self.least = least
        self.level = 0
        self.bets = 0
        self.size = size
        self.blind = 0
        self._last: int | None = None
        self._astray: int | None = None  # who acted out of turn, while the one he went before may still act
        self._matched: dict[int, int] = {}  # spot -> what was to be matched when it last acted

    def due(self, forced: Mapping[int, int]) -> None:
        """The structure calls for these: the betting begins left of the first of the highest."""
        for spot in self.order:
            self._force(spot, forced.get(spot, 0))
        self.blind = self.level

    def post(self, spot: int, amount: int) -> None:
        """A blind or straddle was posted; its poster keeps the option to raise."""
        self.own[spot] = self.own.get(spot, 0) + amount
        self.to_match = max(self.to_match, self.own[spot])
        self._force(spot, self.own[spot])

    def _force(self, spot: int, amount: int) -> None:
        if amount > self.level:
            self.level = amount
            self.bets = 1
            self._last = spot

    def take_back(self, spot: int, amount: int) -> None:
        """A player took back what he had put in; what is left is to be matched."""
        self.own[spot] = max(self.own.get(spot, 0) - amount, 0)
        self.to_match = max(self.own.values())
        self.level = min(self.level, self.to_match)

    def bet(self, spot: int, amount: int) -> None:
        """A player put an amount in, to call or to raise."""
        expected = self.turn
        total = self.own[spot] = self.own.get(spot, 0) + amount
        by = total - self.to_match
        if by > 0:
            # Half a fixed bet or more counts as a whole one.
            full = 2 * by >= self.size if self.size else by >= self.least
            if full:
                self.bets += 1
                self.level = total
                self.least = self.least if self.size else by
            self.to_match = total
        self._pass(spot, expected)

    def act(self, spot: int) -> None:
        """A player checked or folded."""
        self._pass(spot, self.turn)

    def _pass(self, spot: int, expected: int | None) -> None:
        """The turn goes on; it stays with a player who was skipped, until a second has acted after him."""
        self._matched[spot] = self.to_match
        if expected in {None, spot} or self._astray is not None:
            self._last, self._astray = spot, None
        else:
            self._astray = spot

    def may_raise(self, spot: int) -> bool:
        """Whether the betting is open to a spot: once it has acted, only after a full bet or raise."""
        if spot not in self._matched:
            return True
        grown = self.to_match - self._matched[spot]
        return 2 * grown >= self.size if self.size else grown >= max(self.least, 1)

    def owed(self, spot: int) -> int:
        """What a spot must add to call."""
        return max(self.to_match - self.own.get(spot, 0), 0)

    @property
    def turn(self) -> int | None:
        """Who is to act; None when the betting round is over."""
        return self._next_after(self._last)

    @property
    def turn_otherwise(self) -> int | None:
        """Who may act as well, since somebody acted out of turn and the others may go on from there."""
        return None if self._astray is None else self._next_after(self._astray)

    @property
    def unanswered(self) -> list[int]:
        """Who has a bet before him that he has neither called nor given up to."""
        return [
            spot
            for spot in self.order
            if self._has_to_act(spot) and self.owed(spot) and self._matched.get(spot, -1) < self.to_match
        ]

    def _next_after(self, last: int | None) -> int | None:
        start = self.order.index(last) + 1 if last in self.order else 0
        round_the_table = self.order[start:] + self.order[:start]
        return next((spot for spot in round_the_table if self._has_to_act(spot)), None)

    def _has_to_act(self, spot: int) -> bool:
        able = self.live - self.all_in
        if spot not in able or len(self.live) < 2:
            return False
        if able == {spot}:
            # Nobody is left to bet against: he need only cover the largest bet all in.
            return self.own.get(spot, 0) < max(self.own.get(other, 0) for other in self.live - {spot})
        return spot not in self._matched or self.owed(spot) > 0
