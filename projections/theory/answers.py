"""What the view of theory answers: what wagers should win the house, and how far what they won is from it."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ledger.games.figures import Basis
from projections.answers import Answer, Said, SignedCents

By: TypeAlias = Literal["session", "table", "game", "pit", "property"]
Cents: TypeAlias = Annotated[int, Field(description="whole cents")]


class Theoretical(Said):
    """The expected win of wagers and how far it strays (accounting A.4, formula 9).

    `win` and `sigma` are rounded to the nearest cent, halves up, `z` to
    hundredths: (`actual` - `win`) / `sigma`.  `actual` is what those wagers won,
    adjustments included, less prizes that a fund paid.  Wagers of which nothing
    is known, and those staked with a coupon, are in none of it: `not_known` and
    `coupons` are what was staked on them.  `win` is null where nothing is known
    of any, `sigma` and `z` where the variance of one is not.  Promotional chips are
    the house's own face, as coupons are, and stand with them.
    """

    win: SignedCents | None
    sigma: Cents | None
    z: str | None = Field(description="how many sigma the actual win is from the expected one: -1.25")
    basis: Basis | Literal["mixed"]
    alarm: bool = Field(description="whether z is as far from 0 as was asked to be told")
    actual: SignedCents
    staked: Cents
    not_known: Cents
    coupons: Cents


class WagerPart(Said):
    """One of the wagers that are resolved together.

    From the house's side: `settled` = `rules` + `mispaid` + `unjudged`;
    `adjusted` was put right later; `elsewhere` was won of a fund and not paid by
    the table.  What was staked with a coupon stands in `coupons`, what became of
    it in the rest.
    """

    wager: str
    wagers: int
    staked: Cents
    coupons: Cents
    settled: SignedCents
    rules: SignedCents
    mispaid: SignedCents
    unjudged: SignedCents
    adjusted: SignedCents
    elsewhere: SignedCents


class WagerTheory(Said):
    """Wagers that are resolved together, under one rules submission.

    `edge` is the expected win for each unit staked on the first of them, exact
    as a fraction, null where it is not known or no share of the stake (a prize
    that does not grow with it); `edge_ppm` the same in millionths.  `strategy` is
    how patrons are taken to play, null where they decide nothing.
    """

    game: str
    title: str | None
    submission: str
    version: int
    wager: str
    covers: list[str]
    basis: Basis
    source: str
    strategy: str | None
    edge: str | None
    edge_ppm: int | None
    wagers: int
    theoretical: Theoretical
    parts: list[WagerPart]


class TheoryGroup(Said):
    """A session, table, game, pit or the property; null is what is in no session or pit.

    What is played in several currencies is a group in each.
    """

    name: str | None
    currency: str
    theoretical: Theoretical
    wagers: list[WagerTheory]


class TheoreticalWin(Answer):
    """Gaming dates from `first` to `last`: what closed rounds were expected to win, and what they won.

    `alarm` is how many sigma are told as an alarm: configuration, no text sets it.
    Currencies are never added together: `total` is null where there are several,
    and `by_currency` has each of them.
    """

    first: date
    last: date
    as_known_at: datetime | None
    table: str | None
    by: By
    alarm: int
    groups: list[TheoryGroup]
    total: Theoretical | None
    by_currency: dict[str, Theoretical]
