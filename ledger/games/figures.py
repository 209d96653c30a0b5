"""What a wager is expected to win the house, and how far the win strays from it.

A figure is exact where its endings were counted.  What the house wins of one
wager is `stake` times the stake, `meter` times what the meter shows and `cents`
that depend on neither: so is its mean, and its variance is a square of these
three.  So a few sums over many wagers (`Sums`) give their expected win and its
variance as if each had been reckoned by itself.

Source: accounting A.4, formula 9.  It takes wagers as independent; those of one
round share cards, so that the true variance of a round is another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, isqrt
from typing import Final, Literal, NamedTuple, TypeAlias

# How a figure is known: counted over all deals, published elsewhere, put down by the licensee, or not at all.
Basis: TypeAlias = Literal["counted", "published", "configured", "not_known"]


class Result(NamedTuple):
    """What the house wins: by the stake, by the meter, and in cents whatever they are; negative: it pays."""

    stake: Fraction = Fraction(0)
    meter: Fraction = Fraction(0)
    cents: Fraction = Fraction(0)

    def plus(self, other: Result) -> Result:
        """This and another together."""
        return Result(self.stake + other.stake, self.meter + other.meter, self.cents + other.cents)


class Ending(NamedTuple):
    """One way in which a wager ends: in how many deals, and what the house then wins."""

    deals: int
    result: Result


class Spread(NamedTuple):
    """The variance of a wager: the factor of each product of stake, meter and one."""

    stake: Fraction
    meter: Fraction = Fraction(0)
    cents: Fraction = Fraction(0)
    stake_meter: Fraction = Fraction(0)
    stake_cents: Fraction = Fraction(0)
    meter_cents: Fraction = Fraction(0)


class Sums(NamedTuple):
    """What many wagers of a kind come to, stakes and meters in cents.

    `meter` sums what the meter showed for each of them, where the wager has one.
    """

    wagers: int = 0
    staked: int = 0
    squared: int = 0
    meter: int = 0
    meter_squared: int = 0
    meter_staked: int = 0

    def plus(self, other: Sums) -> Sums:
        """These wagers and others."""
        return Sums(*(one + more for one, more in zip(self, other, strict=True)))


@dataclass(frozen=True, slots=True)
class Figure:
    """What is known of wagers that are resolved together, as the first of them is staked.

    `wagers` are all whose result it speaks of (ante, play and ante bonus), the
    first the one whose stake is the unit.  `strategy` is how the patron is taken
    to play, None where nothing is decided.  `mean` is None where nothing is
    known, `spread` also where only the edge was published.
    """

    wagers: tuple[str, ...]
    basis: Basis
    source: str
    strategy: str | None = None
    mean: Result | None = None
    spread: Spread | None = None

    @property
    def edge(self) -> Fraction | None:
        """The expected win for each unit staked; None where it is not known, or no share of the stake."""
        if self.mean is None or self.mean.meter or self.mean.cents:
            return None
        return self.mean.stake

    @property
    def metered(self) -> bool:
        """Whether it depends on what a meter showed."""
        return self.mean is not None and self.mean.meter != 0

    def win(self, sums: Sums) -> Fraction | None:
        """The expected win of some wagers in cents; None where it is not known."""
        if self.mean is None:
            return None
        stake, meter, cents = self.mean
        return stake * sums.staked + meter * sums.meter + cents * sums.wagers

    def variance(self, sums: Sums) -> Fraction | None:
        """The variance of that in square cents; None where it is not known."""
        if self.spread is None:
            return None
        one = self.spread
        return (
            one.stake * sums.squared
            + one.meter * sums.meter_squared
            + one.cents * sums.wagers
            + one.stake_meter * sums.meter_staked
            + one.stake_cents * sums.staked
            + one.meter_cents * sums.meter
        )


def counted(
    wagers: tuple[str, ...], endings: Iterable[Ending], source: str, strategy: str | None = None
) -> Figure:
    """A figure from all deals there are, by how each ends."""
    known = list(endings)
    deals = sum(one.deals for one in known)
    mean = Result(*(_mean(known, deals, field) for field in range(3)))

    def shared(one: int, other: int) -> Fraction:
        products = sum(ending.deals * ending.result[one] * ending.result[other] for ending in known)
        return Fraction(products, deals) - mean[one] * mean[other]

    spread = Spread(
        stake=shared(0, 0),
        meter=shared(1, 1),
        cents=shared(2, 2),
        stake_meter=2 * shared(0, 1),
        stake_cents=2 * shared(0, 2),
        meter_cents=2 * shared(1, 2),
    )
    return Figure(wagers, "counted", source, strategy, mean, spread)


def _mean(endings: Iterable[Ending], deals: int, field: int) -> Fraction:
    return Fraction(sum(one.deals * one.result[field] for one in endings), deals)


def stated(
    wagers: tuple[str, ...],
    basis: Literal["published", "configured"],
    source: str,
    *,
    edge: Fraction,
    variance: Fraction | None = None,
    strategy: str | None = None,
) -> Figure:
    """A figure that somebody else put down, for each unit staked; nothing of it was counted here."""
    spread = None if variance is None else Spread(variance)
    return Figure(wagers, basis, source, strategy, Result(edge), spread)


def not_known(wagers: tuple[str, ...], why: str) -> Figure:
    """Wagers of which nothing is known, and why: they are never guessed."""
    return Figure(wagers, "not_known", why)


# --- whole cents ------------------------------------------------------------------

HALF: Final = Fraction(1, 2)


def nearest(amount: Fraction) -> int:
    """To the nearest whole, halves up."""
    return floor(amount + HALF)


def root(variance: Fraction) -> int:
    """The square root to the nearest whole, reckoned in whole numbers."""
    return (isqrt(floor(4 * variance)) + 1) // 2


def deviation(win: Fraction, expected: Fraction, variance: Fraction) -> int | None:
    """By how many sigma a win differs from the one expected, in hundredths to the nearest.

    None where nothing can stray.
    """
    if variance <= 0:
        return None
    off = win - expected
    hundredths = root(off * off * 10_000 / variance)
    return -hundredths if off < 0 else hundredths
