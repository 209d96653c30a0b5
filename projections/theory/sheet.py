"""The theoretical win as tables: one of groups, one of wagers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook
from projections.theory.answers import Theoretical, TheoreticalWin

CURRENCY: Final = Column("currency", "currency")
FIGURES: Final = (
    Column("staked", "staked", "money"),
    Column("theoretical_win", "theoretical win", "money"),
    Column("sigma", "sigma", "money"),
    Column("actual", "actual win", "money"),
    Column("z", "z", "number"),
    Column("alarm", "alarm", "flag"),
    Column("basis", "basis"),
    Column("not_known", "staked, nothing known", "money"),
    Column("coupons", "staked in coupons", "money"),
)
OF_A_WAGER: Final = (
    Column("group", "of"),
    Column("game", "game"),
    Column("title", "title"),
    Column("submission", "submission"),
    Column("version", "version", "count"),
    Column("wager", "wager"),
    Column("covers", "resolved with it"),
    Column("wagers", "wagers", "count"),
    Column("edge", "edge", "ratio"),
    Column("mispaid", "mispaid", "money"),
    Column("adjusted", "adjusted", "money"),
    *FIGURES,
    Column("strategy", "taken to play"),
    Column("source", "source"),
    CURRENCY,
)
NOTES: Final = (
    "Theoretical: stake times edge; sigma: root of stake squared times variance; z: how many lie between.",
    "Wagers are taken as independent; those of a round share cards. Payout limits and breakage are left out.",
    "Rounds count when they are closed. Stakes in coupons, and on wagers without a figure, stand apart.",
)


def workbook(found: TheoreticalWin) -> Workbook:
    """The report, groups first."""
    about = (
        Fact("from", "from", found.first, "date"),
        Fact("to", "to", found.last, "date"),
        Fact("as_of", "as of position", found.as_of, "count"),
        Fact("alarm_sigma", "alarm from sigma (configuration)", found.alarm, "count"),
    )
    name = f"theoretical-win-{found.first}" + (f"-{found.last}" if found.last != found.first else "")
    groups = Sheet(
        "theoretical win",
        "Theoretical win",
        (Column("group", found.by), *FIGURES, CURRENCY),
        ((group.name, *_figures(group.theoretical), group.currency) for group in found.groups),
        about,
        NOTES,
        [("total", *_figures(one), currency) for currency, one in found.by_currency.items()],
    )
    wagers = Sheet("wagers", "Theoretical win by wager", OF_A_WAGER, _wagers(found), about, NOTES)
    return Workbook(name, found.as_of, (groups, wagers))


def _wagers(found: TheoreticalWin) -> Iterator[Row]:
    for group in found.groups:
        for one in group.wagers:
            yield (
                group.name,
                one.game,
                one.title,
                one.submission,
                one.version,
                one.wager,
                " ".join(one.covers[1:]),
                one.wagers,
                None if one.edge is None else Fraction(one.edge),
                sum(part.mispaid for part in one.parts),
                sum(part.adjusted for part in one.parts),
                *_figures(one.theoretical),
                one.strategy,
                one.source,
                group.currency,
            )


def _figures(one: Theoretical) -> Row:
    z = None if one.z is None else Fraction(one.z)
    return (one.staked, one.win, one.sigma, one.actual, z, one.alarm, one.basis, one.not_known, one.coupons)
