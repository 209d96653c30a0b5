"""The terms of a session's reconciliation as sums of postings.  Source: accounting A.4.

Every posting on the session's table inventory, drop box and receivable belongs
to exactly one row of `TERMS`; what else an event posts is the counter-leg.  So
the formulas are sums by (account, reason) over one session's key, whichever
streams the postings come from: the session's own, its rounds', adjustments of
other rounds that touch its tray.  Money is whole cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from ledger.book.postings import UNSPECIFIED, Account, Posting, Reason
from ledger.money import value

# fmt: off
Symbol: TypeAlias = Literal[
    "O", "F", "C", "B", "Rm", "L", "V", "G", "P", "X", "Z",
    "Bc", "Bd", "Bk", "Rc", "Lc", "Rb", "Gb", "MP", "Xb",
    "Bm", "R",
]


class Row(NamedTuple):
    """One term of A.4: which postings it sums, and with which sign it is positive."""

    symbol: Symbol
    account: Account
    reasons: tuple[Reason, ...]
    sign: Literal[1, -1]
    text: str


BUYINS: Final[tuple[Reason, ...]] = (
    "buyin_cash", "buyin_coupon", "buyin_counter_check", "buyin_redemption", "buyin_card",
)

TERMS: Final[tuple[Row, ...]] = (
    Row("O", "table_inventory", ("opener",), 1, "opener count"),
    Row("F", "table_inventory", ("fill",), 1, "fills, as the dealer counted them in"),
    Row("C", "table_inventory", ("credit",), -1, "credits, as the dealer counted them out"),
    Row("B", "table_inventory", BUYINS, -1, "chips given for all that was tendered: Bc + Bm + Bd + Bk"),
    Row("Rm", "table_inventory", ("counter_check_redeemed",), 1, "counter checks redeemed in chips"),
    Row("L", "table_inventory", ("collect_loss",), 1, "losing wagers collected in chips"),
    Row("V", "table_inventory", ("coin", "rake", "commission"), 1,
        "coin, hand fees, rake and commission put in the tray"),
    Row("G", "table_inventory", ("progressive_sweep",), 1, "progressive stakes swept to the tray"),
    Row("P", "table_inventory", ("pay_win", "progressive", "adjustment", "account_cashout"), -1,
        "winnings paid from the tray, game accounts too, and what was put right later"),
    Row("X", "table_inventory", ("exception", "goodwill"), 1, "exceptions on the tray, itemised"),
    Row("Z", "table_inventory", ("color_change", "tip_change", "badbeat_change"), 1, "changes, of no value"),
    Row("Bc", "drop_box", ("buyin_cash",), 1, "cash tendered for chips"),
    Row("Bd", "drop_box", ("buyin_redemption", "buyin_card"), 1, "other documents tendered for chips"),
    Row("Bk", "drop_box", ("buyin_coupon",), 1, "chip coupons tendered"),
    Row("Rc", "drop_box", ("counter_check_redeemed",), 1, "counter checks redeemed in cash"),
    Row("Lc", "drop_box", ("collect_loss",), 1, "losing cash wagers: the cash goes to the box"),
    Row("Rb", "drop_box", ("coin", "rake", "commission"), 1, "rake, time charges and commission dropped"),
    Row("Gb", "drop_box", ("progressive_sweep",), 1, "progressive stakes dropped"),
    Row("MP", "drop_box", ("match_play",), 1, "face of match-play coupons and promotional chips"),
    Row("Xb", "drop_box", ("exception",), 1, "exceptions on the box, itemised"),
    Row("Bm", "receivable", ("buyin_counter_check",), 1, "counter checks tendered for chips"),
    Row("R", "receivable", ("counter_check_redeemed",), -1, "counter checks redeemed: Rm + Rc"),
)
# fmt: on

TERM_OF: Final[Mapping[tuple[Account, Reason], tuple[Symbol, int]]] = MappingProxyType(
    {(row.account, reason): (row.symbol, row.sign) for row in TERMS for reason in row.reasons}
)
# The accounts of a session's own; their postings make its terms.
OWN: Final = frozenset(row.account for row in TERMS)
# Postings that are named one by one, and never only summed.
ITEMISED: Final = frozenset(pair for pair, (symbol, _) in TERM_OF.items() if symbol in {"X", "Xb"})

# Signed cents by account and reason, all of one session's key.
Sums: TypeAlias = Mapping[tuple[Account, Reason], int]


class Drop(NamedTuple):
    """Contents of the drop box in cents, as a count splits them.

    Chips dropped (rake, stakes) are counted with the cash.  Documents are net:
    a payment slip lowers them.
    """

    cash: int
    documents: int
    coupons: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.cash + self.documents + self.coupons


class Vector(NamedTuple):
    """Chips by denomination, and what could not be said by denomination.

    `total` is cents, `by_denomination` counts by chip value in cents,
    `unspecified` the cents of movements without chips, never spread.
    """

    total: int
    by_denomination: Mapping[int, int]
    unspecified: int


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one session in cents, `of` each symbol of A.4, positive where A.4 writes it so."""

    of: Mapping[Symbol, int]

    @property
    def expected_closer(self) -> int:
        """What the tray should hold.  Source: A.4, formula 3."""
        of = self.of
        return (
            of["O"] + of["F"] - of["C"] - of["B"] + of["Rm"]
            + of["L"] + of["V"] + of["G"] - of["P"] + of["X"] + of["Z"]
        )  # fmt: skip

    @property
    def expected_drop(self) -> Drop:
        """What the box should hold.  Source: A.4, formulas 1 and 5."""
        of = self.of
        cash = of["Bc"] + of["Lc"] + of["Rc"] + of["Rb"] + of["Gb"] + of["Xb"]
        return Drop(cash, of["Bm"] - of["R"] + of["Bd"], of["Bk"] + of["MP"])

    @property
    def round_win(self) -> int:
        """The result of the games as taken and paid.  Source: A.4, formula 4."""
        of = self.of
        return of["L"] + of["Lc"] + of["V"] + of["Rb"] + of["G"] + of["Gb"] - of["P"]

    @property
    def match_play(self) -> int:
        """Face of the match-play coupons that went into the box."""
        return self.of["MP"]

    @property
    def exceptions(self) -> int:
        """What stands outside the closed list, from the side of the house: of the tray and of the box."""
        return self.of["X"] + self.of["Xb"]

    def accounting_win(self, closer: int, drop: int) -> int:
        """Win as the counts give it.  Source: A.4, formula 2."""
        return closer + self.of["C"] + drop - self.of["O"] - self.of["F"]

    def tray_over_short(self, closer: int) -> int:
        """The tray as counted less as expected.  Source: A.4, formula 6."""
        return closer - self.expected_closer

    def drop_over_short(self, drop: int) -> int:
        """The box as counted less as expected.  Source: A.4, formula 6."""
        return drop - self.expected_drop.total

    def identity_holds(self, closer: int, drop: int) -> bool:
        """W = W_r + MP + X + v_T + v_D.  Source: A.4, formula 7."""
        explained = self.round_win + self.match_play + self.exceptions
        over_short = self.tray_over_short(closer) + self.drop_over_short(drop)
        return self.accounting_win(closer, drop) == explained + over_short


def terms(sums: Sums) -> Terms:
    """Every term of A.4 from summed postings; accounts that are not the session's own are passed over.

    Raises KeyError where a reason has no row: such a posting is our mistake.
    """
    found: dict[Symbol, int] = dict.fromkeys(get_args(Symbol), 0)
    for (account, reason), amount in sums.items():
        if account in OWN:
            symbol, sign = TERM_OF[account, reason]
            found[symbol] += sign * amount
    return Terms(MappingProxyType(found))


def session_sums(postings: Iterable[Posting], session: str) -> dict[tuple[Account, Reason], int]:
    """The sums that `terms` wants, of the postings under one session's key."""
    found: dict[tuple[Account, Reason], int] = {}
    for posting in postings:
        if posting.holder == session and posting.account in OWN:
            pair = (posting.account, posting.reason)
            found[pair] = found.get(pair, 0) + posting.amount
    return found


def tray(postings: Iterable[Posting], session: str) -> Vector:
    """The table inventory of a session as its postings leave it."""
    chips: dict[int, int] = {}
    total = unspecified = 0
    for posting in postings:
        if posting.account == "table_inventory" and posting.holder == session:
            total += posting.amount
            if posting.denomination == UNSPECIFIED:
                unspecified += posting.amount
            else:
                chips[posting.denomination] = chips.get(posting.denomination, 0) + posting.count
    return Vector(total, dict(sorted(chips.items())), unspecified)


def variance(counted: Mapping[int, int], expected: Vector) -> Vector:
    """A tray as counted less as expected, for every denomination that either names."""
    chips = {
        denomination: counted.get(denomination, 0) - expected.by_denomination.get(denomination, 0)
        for denomination in sorted({*counted, *expected.by_denomination})
    }
    return Vector(value(counted) - expected.total, chips, -expected.unspecified)


def exception_items(postings: Iterable[Posting], session: str) -> list[Posting]:
    """The postings that make up the exceptions of a session, one by one."""
    return [leg for leg in postings if leg.holder == session and (leg.account, leg.reason) in ITEMISED]
