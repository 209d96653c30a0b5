"""The book's words: accounts, reasons and postings.

Postings of one event sum to zero over all accounts, in the currency of its
stream.  Only house custody is kept by denomination; where chips were not given
an amount stands under `UNSPECIFIED`.  Source: DESIGN §1, accounting A.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

Account: TypeAlias = Literal[
    "table_inventory", "layout", "patron", "drop_box", "cage", "transit", "pot", "rake", "toke_box", "fund",
    "receivable", "commission", "promotional", "over_short", "outside",
]  # fmt: skip

# Where chips are counted by denomination; the others hold value.
CUSTODY: Final = frozenset({"table_inventory", "cage", "transit", "drop_box", "toke_box"})

# Why value moved.  The first group is the closed list of what may move a tray (accounting A.2).
Reason: TypeAlias = Literal[
    "buyin_cash", "buyin_coupon", "buyin_counter_check", "buyin_redemption", "buyin_card", "collect_loss",
    "pay_win", "color_change", "fill", "credit", "coin", "rake", "progressive_sweep",
    "counter_check_redeemed", "tip_change", "badbeat_change", "account_cashout", "commission",
    "opener", "exception", "adjustment", "goodwill",
    "stake", "stake_back", "pot", "contribution", "progressive", "match_play", "seed",
]  # fmt: skip

UNSPECIFIED: Final = 0


class Posting(NamedTuple):
    """One leg of a movement.

    `holder` says which account of its kind: a session key for a table inventory,
    drop box, receivable or rake, a table for a layout or toke box, a slip
    (`type/series/serial`) for what is in transit, a form for commission owed, a fund's name, a round key for
    a pot, else empty.  A patron is an id, else `table/spot`, in a session the
    table.  `denomination` is the chip's value in cents, UNSPECIFIED (0) where
    chips are unknown or the account holds value; `count` is signed and 0 then.
    `amount` is signed cents (units in a chip game): positive where the account
    gains.
    """

    account: Account
    holder: str
    reason: Reason
    denomination: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody asks of a posting
    amount: int


def balanced(postings: Iterable[Posting]) -> bool:
    """Whether the postings sum to zero."""
    return sum([posting.amount for posting in postings]) == 0


# What postings are summed by: account, holder, reason, denomination.
Line: TypeAlias = tuple[Account, str, Reason, int]
# Chips and cents of each line.
Totals: TypeAlias = Mapping[Line, tuple[int, int]]


# What happened at each time; None: at a time that is not known.
AtTimes: TypeAlias = Mapping[datetime | None, Iterable[Posting]]


def summed(postings: Iterable[Posting]) -> dict[Line, tuple[int, int]]:
    """Chips and cents by account, holder, reason and denomination; what nets to nothing is left out."""
    found: dict[Line, tuple[int, int]] = {}
    for account, holder, reason, denomination, count, amount in postings:
        line = (account, holder, reason, denomination)
        chips, cents = found.get(line, (0, 0))
        found[line] = (chips + count, cents + amount)
    return {line: total for line, total in found.items() if total != (0, 0)}


def difference(now: Totals, before: Totals) -> list[Posting]:
    """The postings that lead from one set of totals to another."""
    legs: list[Posting] = []
    for line in {**before, **now}:
        (chips, cents), (had_chips, had_cents) = now.get(line, (0, 0)), before.get(line, (0, 0))
        if chips != had_chips or cents != had_cents:
            legs.append(Posting(*line, chips - had_chips, cents - had_cents))
    return legs


def difference_at_times(now: AtTimes, before: AtTimes) -> dict[datetime | None, list[Posting]]:
    """The same by when it happened: what happened at another time leaves the one and comes to the other."""
    found = {at: difference(summed(now.get(at, ())), summed(before.get(at, ()))) for at in {**before, **now}}
    return {at: legs for at, legs in found.items() if legs}
