"""From what was staked to what should be won: sums of wagers, and the figures of their games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ledger.games.figures import Basis, Figure, deviation, nearest, not_known, root
from projections.theory.answers import Theoretical, WagerPart, WagerTheory
from projections.theory.playing import NONE, Tally


class Rules(NamedTuple):
    """Under which rules wagers were placed; `inline` is a submission given in a record."""

    game: str
    title: str | None
    submission: str
    version: int
    inline: str | None


class Staked(NamedTuple):
    """Wagers of one name under the same rules; `coupon` where staked with one."""

    wager: str
    coupon: bool
    tally: Tally


@dataclass(slots=True)
class Expected:
    """What some wagers are expected to win, exactly; `variance` is None where that of one is not known."""

    win: Fraction = Fraction(0)
    variance: Fraction | None = Fraction(0)
    actual: int = 0
    staked: int = 0
    not_known: int = 0
    coupons: int = 0
    bases: set[Basis] = field(default_factory=set)

    def take(self, other: Expected) -> None:
        """Add others."""
        known = self.variance is not None and other.variance is not None
        self.variance = (self.variance or 0) + (other.variance or Fraction(0)) if known else None
        self.win += other.win
        self.actual += other.actual
        self.staked += other.staked
        self.not_known += other.not_known
        self.coupons += other.coupons
        self.bases |= other.bases

    def said(self, alarm: int) -> Theoretical:
        """The same in whole cents; `alarm` is how many sigma are one."""
        known = bool(self.bases)
        variance = self.variance if known else None
        z = None if variance is None else deviation(Fraction(self.actual), self.win, variance)
        return Theoretical(
            win=nearest(self.win) if known else None,
            sigma=None if variance is None else root(variance),
            z=None if z is None else _hundredths(z),
            basis="not_known" if not known else next(iter(self.bases)) if len(self.bases) == 1 else "mixed",
            alarm=z is not None and abs(z) >= 100 * alarm,
            actual=self.actual,
            staked=self.staked,
            not_known=self.not_known,
            coupons=self.coupons,
        )


def _hundredths(z: int) -> str:
    whole, part = divmod(abs(z), 100)
    return f"{'-' if z < 0 else ''}{whole}.{part:02}"


def together(many: Iterable[Expected]) -> Expected:
    """What some come to."""
    found = Expected()
    for one in many:
        found.take(one)
    return found


class Line(NamedTuple):
    """Wagers that are resolved together: their figure, what each was, what is expected of them."""

    rules: Rules
    figure: Figure
    parts: Mapping[str, Sequence[Staked]]
    expected: Expected

    def said(self, alarm: int) -> WagerTheory:
        """The line of an answer."""
        figure, edge = self.figure, self.figure.edge
        return WagerTheory(
            game=self.rules.game,
            title=self.rules.title,
            submission=self.rules.submission,
            version=self.rules.version,
            wager=figure.wagers[0],
            covers=list(figure.wagers),
            basis=figure.basis,
            source=figure.source,
            strategy=figure.strategy,
            edge=None if edge is None else str(edge),
            edge_ppm=None if edge is None else nearest(edge * 1_000_000),
            wagers=_tally(self.parts[figure.wagers[0]], coupon=False).sums.wagers,
            theoretical=self.expected.said(alarm),
            parts=[_part(wager, self.parts[wager]) for wager in figure.wagers if self.parts[wager]],
        )


def _part(wager: str, staked: Sequence[Staked]) -> WagerPart:
    chips, coupons = _tally(staked, coupon=False), _tally(staked, coupon=True)
    every = chips.plus(coupons)
    return WagerPart(
        wager=wager,
        wagers=every.sums.wagers,
        staked=chips.sums.staked,
        coupons=coupons.sums.staked,
        settled=every.settled,
        rules=every.rules,
        mispaid=every.mispaid,
        unjudged=every.unjudged,
        adjusted=every.adjusted,
        elsewhere=every.elsewhere,
    )


def _tally(staked: Iterable[Staked], *, coupon: bool) -> Tally:
    found = NONE
    for one in staked:
        if one.coupon is coupon:
            found = found.plus(one.tally)
    return found


def lines(rules: Rules, figures: Sequence[Figure], staked: Sequence[Staked]) -> list[Line]:
    """The wagers placed under one submission, those resolved together as one line."""
    of_wager: dict[str, list[Staked]] = {}
    for one in staked:
        of_wager.setdefault(one.wager, []).append(one)
    covered = {wager for figure in figures for wager in figure.wagers}
    unknown = [not_known((wager,), NO_FIGURE) for wager in sorted(of_wager.keys() - covered)]
    found = []
    for figure in (*figures, *unknown):
        parts = {wager: of_wager.get(wager, []) for wager in figure.wagers}
        if any(parts.values()):
            known = _known(figure, parts)
            found.append(Line(rules, known, parts, _expected(known, parts)))
    return found


NO_FIGURE = "nothing was counted, published or put down for this wager"
NO_METER = "what the meter showed is not known of every wager"


def _known(figure: Figure, parts: Mapping[str, Sequence[Staked]]) -> Figure:
    """The figure, or that nothing is known where it wants a meter that is not."""
    unmetered = sum(one.tally.unmetered for staked in parts.values() for one in staked)
    return not_known(figure.wagers, NO_METER) if figure.metered and unmetered else figure


def _expected(figure: Figure, parts: Mapping[str, Sequence[Staked]]) -> Expected:
    """What is expected of the wagers placed, by the stake of the first of them."""
    unit = _tally(parts[figure.wagers[0]], coupon=False).sums
    together = [_tally(parts[wager], coupon=False) for wager in figure.wagers]
    staked = sum(tally.sums.staked for tally in together)
    coupons = sum(_tally(parts[wager], coupon=True).sums.staked for wager in figure.wagers)
    win = figure.win(unit)
    if win is None:
        return Expected(not_known=staked, coupons=coupons)
    return Expected(
        win=win,
        variance=figure.variance(unit),
        actual=sum(tally.won for tally in together),
        staked=staked,
        coupons=coupons,
        bases={figure.basis},
    )
