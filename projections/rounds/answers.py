"""What the rounds view answers: one row a round, found by what happened in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeAlias
from uuid import UUID

from projections.answers import Answer, Said, SignedCents

Status: TypeAlias = Literal["open", "closed", "voided"]


@dataclass(frozen=True, slots=True)
class RoundFilter:
    """What to look for; every field that is given must hold.

    `since` and `until` bound the time at which the round opened (until is
    exclusive).  `session` is a session's key, or `-` for rounds in none.
    `card` is a face (`As`), `rank` a hand as the game names it (`flush`),
    `finding` a code; with `spot` all three are looked for at that spot.
    `amount` is a sum that was staked, paid, collected or returned in one
    movement, in cents.
    """

    table: str | None = None
    gaming_date: date | None = None
    session: str | None = None
    game: str | None = None
    status: Status | None = None
    since: datetime | None = None
    until: datetime | None = None
    spot: int | None = None
    card: str | None = None
    rank: str | None = None
    finding: str | None = None
    amount: int | None = None


class House(Said):
    """A round from the house's side in cents: `settled` = `rules` + `mispaid` + `unjudged`."""

    settled: SignedCents
    rules: SignedCents
    mispaid: SignedCents
    unjudged: SignedCents


class RoundRow(Said):
    """One round with its outcome.

    `round` is its uuid, `key` its name, `session` the key of its session or
    null.  Money is in cents, or in the round's units where `currency` is
    `chip`.  `hands` are the faces that may be seen, by place, in the order
    dealt, null for a face not seen; `ranks` what the rules make of them, by spot.
    """

    round: UUID
    key: str
    table: str
    gaming_date: date | None
    number: int
    session: str | None
    shift: str | None
    game: str
    title: str | None
    variant: str | None
    currency: str
    unit: int | None
    deck: str | None
    status: Status
    version: int
    opened_at: datetime | None
    closed_at: datetime | None
    spots: list[int]
    hands: dict[str, list[str | None]]
    ranks: dict[str, list[str]]
    staked: int
    paid: int
    collected: int
    returned: int
    house: House
    findings: list[str]


class RoundPage(Answer):
    """Rounds in the order of their opening in the ledger, latest first.

    `after` is the cursor of the next page, null on the last.
    """

    rounds: list[RoundRow]
    after: str | None


class Neighbours(Answer):
    """The rounds dealt at the table before and after one, in the order dealt, as of the position."""

    round: str
    before: list[RoundRow]
    after: list[RoundRow]
