"""The figures of many sessions together, and of many shifts.  Source: accounting A.4.

What cannot be said of one of them cannot be said of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from projections.answers import Vector
from projections.reconciliation.answers import Drop, Figures, PeriodFigures, RoundWin, SessionFigures


def together(sessions: Sequence[Figures]) -> Figures:
    """The sum of some sessions; what cannot be said of one of them cannot be said of all."""

    def plus(of: Callable[[Figures], int | None]) -> int | None:
        return _sum(of(one) for one in sessions)

    def sure(of: Callable[[Figures], int]) -> int:
        return sum(of(one) for one in sessions)

    return Figures(
        opener=plus(lambda one: one.opener),
        fills=sure(lambda one: one.fills),
        credits=sure(lambda one: one.credits),
        expected_closer=plus(lambda one: one.expected_closer),
        counted_closer=plus(lambda one: one.counted_closer),
        variance=_vectors([one.variance for one in sessions]),
        drop=Drop(
            expected=sure(lambda one: one.drop.expected),
            counted=plus(lambda one: one.drop.counted),
            variance=plus(lambda one: one.drop.variance),
            cash=sure(lambda one: one.drop.cash),
            documents=sure(lambda one: one.drop.documents),
            coupons=sure(lambda one: one.drop.coupons),
        ),
        accounting_win=plus(lambda one: one.accounting_win),
        round_win=RoundWin(
            total=sure(lambda one: one.round_win.total),
            # A session without judged rounds adds nothing to what the rules give; all of it is unjudged.
            rules=_known(one.round_win.rules for one in sessions),
            mispayments=_known(one.round_win.mispayments for one in sessions),
            unjudged=sure(lambda one: one.round_win.unjudged),
        ),
        match_play=sure(lambda one: one.match_play),
        exceptions=sure(lambda one: one.exceptions),
        identity_holds=_all([one.identity_holds for one in sessions]),
        handle=plus(lambda one: one.handle),
    )


def shifts_together(shifts: Sequence[PeriodFigures]) -> PeriodFigures:
    """The sum of some shifts."""

    def plus(of: Callable[[PeriodFigures], int | None]) -> int | None:
        return _sum(of(one) for one in shifts)

    def sure(of: Callable[[PeriodFigures], int]) -> int:
        return sum(of(one) for one in shifts)

    return PeriodFigures(
        opener=plus(lambda one: one.opener),
        fills=sure(lambda one: one.fills),
        credits=sure(lambda one: one.credits),
        expected=plus(lambda one: one.expected),
        counted=plus(lambda one: one.counted),
        variance=_vectors([one.variance for one in shifts]),
        drop_expected=sure(lambda one: one.drop_expected),
        drop_counted=plus(lambda one: one.drop_counted),
        drop_variance=plus(lambda one: one.drop_variance),
        accounting_win=plus(lambda one: one.accounting_win),
        round_win=sure(lambda one: one.round_win),
        match_play=sure(lambda one: one.match_play),
        exceptions=sure(lambda one: one.exceptions),
        identity_holds=_all([one.identity_holds for one in shifts]),
    )


def by_currency(sessions: Iterable[SessionFigures]) -> dict[str, list[SessionFigures]]:
    """Sessions by what they are played in, in order of its name: cents of one are none of another."""
    found: dict[str, list[SessionFigures]] = {}
    for one in sessions:
        found.setdefault(one.currency, []).append(one)
    return dict(sorted(found.items()))


def _sum(amounts: Iterable[int | None]) -> int | None:
    total = 0
    for amount in amounts:
        if amount is None:
            return None
        total += amount
    return total


def _known(amounts: Iterable[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _all(holds: Sequence[bool | None]) -> bool | None:
    """False where one does not hold, None where one cannot be said."""
    if False in holds:
        return False
    return None if None in holds else True


def _vectors(vectors: Sequence[Vector | None]) -> Vector | None:
    chips: dict[int, int] = {}
    total = unspecified = 0
    for one in vectors:
        if one is None:
            return None
        total += one.total
        unspecified += one.unspecified
        for face, count in one.by_denomination.items():
            chips[face] = chips.get(face, 0) + count
    return Vector(total=total, by_denomination=dict(sorted(chips.items())), unspecified=unspecified)
