"""What the inventory view answers: trays, postings, the trial balance."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import Field

from projections.answers import Answer, ByDenomination, Instant, Said, SignedCents, Vector


class Tray(Answer):
    """What should be in a table's tray.

    `session` is the key of the session whose tray it is: the latest one opened,
    None where none was.  `status` is `not_counted` before an opener: then
    `total`, `by_denomination` and `unspecified` are null.  `counted` is the
    closer as counted, null while the session is open.
    """

    table: str
    currency: str
    session: str | None
    status: Literal["not_counted", "open", "closed"]
    at: Instant | None = None
    as_known_at: datetime | None = None
    total: SignedCents | None
    by_denomination: ByDenomination | None
    unspecified: SignedCents | None
    counted: ByDenomination | None = None


class RoundTray(Answer):
    """What a round did to the tray of its session.

    `before` is the tray just before the round's first event, `after` just after
    its last event that moved the tray, a correction long after the close too
    (the same as `before` where none did); null while not counted.  `change` is
    the sum of the round's own movements, `between` of all others in that time:
    other rounds, fills, buy-ins.  `before` + `change` + `between` = `after`.
    What the round moved in other sessions' trays (adjustments) stands in
    `elsewhere` by session key.
    """

    before: Vector | None
    after: Vector | None
    change: Vector
    between: Vector
    elsewhere: dict[str, Vector] = Field(default_factory=dict)


class Entry(Said):
    """One leg of a movement; `amount` in cents (units in a chip game), positive where the account gains."""

    position: int
    version: int
    type: str
    account: str
    holder: str
    reason: str
    denomination: int
    count: int
    amount: int
    currency: str
    occurred_at: Instant | None
    recorded_at: Instant


class Postings(Answer):
    """The legs that a stream's events moved, in order; those of one event sum to zero."""

    stream: UUID
    entries: list[Entry]


class TrialBalance(Answer):
    """The balance of every kind of account by currency, in cents (units of a chip: currency `chip`).

    `balances` is currency to account to amount; `out_of_balance` currency to
    what they sum to, and always zero.
    """

    balances: dict[str, dict[str, SignedCents]]
    out_of_balance: dict[str, SignedCents]
