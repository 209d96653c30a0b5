"""The book's words: accounts, reasons and postings.

Postings of one event sum to zero over all accounts, in the currency of its
stream.  Only house custody is kept by denomination; where chips were not given
an amount stands under `UNSPECIFIED`.  Source: DESIGN §1, accounting A.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

Account: TypeAlias = Literal[
    "table_inventory", "layout", "patron", "drop_box", "cage", "transit", "pot", "rake", "toke_box", "fund",
    "receivable", "promotional", "over_short", "outside",
]  # fmt: skip

# Where chips are counted by denomination; the others hold value.
CUSTODY: Final = frozenset({"table_inventory", "cage", "transit", "drop_box", "toke_box"})

# Why value moved.  The first group is the closed list of what may move a tray (accounting A.2).
Reason: TypeAlias = Literal[
    "buyin_cash", "buyin_coupon", "buyin_counter_check", "buyin_redemption", "buyin_card", "collect_loss",
    "pay_win", "color_change", "fill", "credit", "coin", "rake", "progressive_sweep",
    "counter_check_redeemed", "tip_change", "badbeat_change",
    "opener", "exception", "adjustment", "goodwill",
    "stake", "stake_back", "pot", "contribution", "progressive", "match_play",
]  # fmt: skip

UNSPECIFIED: Final = 0


class Posting(NamedTuple):
    """One leg of a movement.

    `holder` says which account of its kind: a session key for a table inventory
    or drop box, a table for a layout, a patron's id or `table/spot`, a fund's
    name, a round key for a pot, else empty.  `denomination` is the chip's value
    in cents, UNSPECIFIED (0) where chips are unknown or the account holds
    value; `count` is signed and 0 then.  `amount` is signed cents (units in a
    chip game): positive where the account gains.
    """

    account: Account
    holder: str
    reason: Reason
    denomination: int
    count: int
    amount: int


def balanced(postings: Iterable[Posting]) -> bool:
    """Whether the postings sum to zero."""
    return sum(posting.amount for posting in postings) == 0
