"""The general-ledger journal of a gaming date, derived from the terms of accounting A.4.

The drop as counted is debited to what it consists of.  Against it stand the win,
split into what it is made of, and the chips that left the house: drop less win.
So a journal balances exactly where the identity W = W_r + MP + X + v_T + v_D
holds, and one that does not balance has found a figure of the ledger's wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from pydantic import Field

from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from projections.answers import Said, SignedCents
from projections.reconciliation.answers import DayReport
from projections.reports.chart import AccountKey, Chart

Totals: TypeAlias = Mapping[tuple[Account, Reason], int]
# Cents by account of the general ledger, a debit above zero.
Debits: TypeAlias = dict[AccountKey, int]


class JournalLine(Said):
    """What is posted to one account: a debit or a credit in cents, the other is 0.

    `parts` say what it consists of, signed as a debit, where it is more than one thing.
    """

    account: AccountKey
    number: str | None = Field(description="in the property's chart of accounts")
    name: str
    currency: str
    debit: SignedCents
    credit: SignedCents
    parts: dict[str, SignedCents]


class Balance(Said):
    """Debits and credits of one currency."""

    currency: str
    debits: SignedCents
    credits: SignedCents
    balances: bool


class SessionJournal(Said):
    """The lines of one session."""

    session: str
    table: str
    game: str | None
    lines: list[JournalLine]


class LeftOut(Said):
    """A session of which nothing is posted yet, and what is missing."""

    session: str
    why: str


class UndatedOfFund(Said):
    """What was put into a fund by decisions that name no gaming date, in sum, less what was taken out."""

    fund: str
    currency: str
    amount: SignedCents


class StrangeInSession(Said):
    """What rounds moved in a session in another currency than its own: cents of that currency."""

    session: str
    currency: str
    amount: SignedCents


class Journal(DayReport):
    """The journal of a gaming date: by account, and session by session.

    `left_out` are sessions whose closer or drop is not counted; a journal with
    any is not whole.  Tables that play in chips without a currency are no part
    of it: that is no money.  `funds` are what funds took in and gave out, which is
    no session's.  `funds_undated` is what was decided about them without naming a
    gaming date: it is in no journal, and all journals together differ by it from
    what the funds' accounts stand at.  `other_currencies` stand in the lines of their
    sessions as if they were its own currency: whoever takes the lines over has to
    put them right.
    """

    whole: bool
    lines: list[JournalLine]
    totals: list[Balance]
    sessions: list[SessionJournal]
    funds: list[JournalLine]
    funds_undated: list[UndatedOfFund]
    other_currencies: list[StrangeInSession]
    left_out: list[LeftOut]


# --- what a session posts -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Counted:
    """One session counted through: its terms, its closer and drop in cents, its postings in sum."""

    terms: book.Terms
    closer: int
    drop: book.Drop
    totals: Totals

    def revenue(self, reason: Reason) -> int:
        """What went to tray and box for a reason."""
        return sum(self.totals.get((place, reason), 0) for place in ("table_inventory", "drop_box"))

    @property
    def fees(self) -> int:
        """Coin, hand fees, time charges and commission taken in."""
        return self.revenue("coin") + self.revenue("commission")

    @property
    def counter_checks(self) -> int:
        """Net counter checks of the documents counted: as recorded, or all of them where nothing else was."""
        of = self.terms.of
        return of["Bm"] - of["R"] if of["Bd"] else self.drop.documents

    @property
    def match_play(self) -> int:
        """Match play of the coupons counted: as recorded, or all of them where no chip coupon was."""
        return self.terms.match_play if self.terms.of["Bk"] else self.drop.coupons

    @property
    def goodwill(self) -> int:
        """What was given to patrons beyond what anything was worth, from the side of the house."""
        return self.totals.get(("table_inventory", "goodwill"), 0)

    @property
    def tray_change(self) -> int:
        """What the tray holds more at the end than at the beginning."""
        return self.closer - self.terms.of["O"]

    @property
    def cage_change(self) -> int:
        """What the cage, and what is on its way, gained by credits and gave by fills."""
        return self.terms.of["C"] - self.terms.of["F"]


class Rule(NamedTuple):
    """What is debited to an account of a session; `parts` where it is more than one thing."""

    account: AccountKey
    debit: Callable[[Counted], int]
    parts: Mapping[str, Callable[[Counted], int]] = MappingProxyType({})


# Source: accounting A.5, the journal; A.4, formulas 1, 2, 4, 6 and 7.
RULES: Final[tuple[Rule, ...]] = (
    Rule("cash", lambda one: one.drop.cash),
    Rule("counter_checks", lambda one: one.counter_checks),
    Rule("other_documents", lambda one: one.drop.documents - one.counter_checks),
    Rule("promotional_match_play", lambda one: one.match_play),
    Rule("promotional_coupons", lambda one: one.drop.coupons - one.match_play),
    Rule("table_over_short", lambda one: -one.terms.tray_over_short(one.closer)),
    Rule("drop_over_short", lambda one: -one.terms.drop_over_short(one.drop.total)),
    Rule(
        "win_rounds",
        lambda one: -(one.terms.round_win - one.fees - one.revenue("rake")),
    ),
    Rule("win_coupon_face", lambda one: -one.terms.match_play),
    Rule("fees", lambda one: -one.fees),
    Rule("poker_rake", lambda one: -one.revenue("rake")),
    Rule("exceptions", lambda one: -(one.terms.exceptions - one.goodwill)),
    Rule("goodwill", lambda one: -one.goodwill),
    Rule(
        "chip_liability",
        lambda one: one.tray_change + one.cage_change,
        {"table": lambda one: one.tray_change, "cage": lambda one: one.cage_change},
    ),
)


class Posted(NamedTuple):
    """Cents by account, a debit above zero, and what some of them consist of."""

    debits: Debits
    parts: dict[AccountKey, dict[str, int]]


def of_session(one: Counted) -> Posted:
    """What a session posts; accounts to which nothing goes are left out."""
    debits = {rule.account: cents for rule in RULES if (cents := rule.debit(one))}
    parts = {
        rule.account: {name: part(one) for name, part in rule.parts.items()} for rule in RULES if rule.parts
    }
    return Posted(debits, {key: named for key, named in parts.items() if key in debits})


# --- what funds post ------------------------------------------------------------------


class FundDay(NamedTuple):
    """What one fund took in and gave out on a gaming date, in cents.

    `held` says that players' own money is put by, taken from pots; the house's
    is put by where it is not.  `at_cage` is what of `paid` the cage paid.
    `seeded` is what the house put under the meter, be it as a reset, `adjusted`
    what contributions were put right by; both below zero where it was taken off.
    """

    fund: str
    held: bool
    contributed: int
    paid: int
    at_cage: int
    seeded: int = 0
    adjusted: int = 0


def of_fund(day: FundDay) -> Posted:
    """What a fund posts.  Source: accounting A.2, "Explicitly not from the tray"; A.4, formula 15.

    What the house puts by is its expense on the day it is put by, what is put by
    of pots are chips that came back to the house.  A prize is no expense again:
    where a tray paid it, what lowered the win there is given back.  A seed is the
    house's own in every fund, and so is what contributions out of pots are put
    right by: no chips came in for it.
    """
    liability: AccountKey = "fund_liability" if day.held else "progressive_liability"
    giver: AccountKey = "chip_liability" if day.held else "progressive_expense"
    righted: AccountKey = "fund_seeds" if day.held else giver
    # What a tray paid has lowered the win already.
    restored: AccountKey = "win_rounds" if day.held else "progressive_expense"
    debits: Debits = {}
    for account, cents in (
        (liability, day.paid - day.contributed - day.seeded - day.adjusted),
        (giver, day.contributed),
        ("fund_seeds", day.seeded),
        (righted, day.adjusted),
        (restored, day.at_cage - day.paid),
        ("cash_at_cage", -day.at_cage),
    ):
        debits[account] = debits.get(account, 0) + cents
    kept = {account: cents for account, cents in debits.items() if cents}
    return Posted(kept, {liability: {day.fund: kept[liability]}} if liability in kept else {})


def of_restatement(amount: int) -> Posted:
    """What restating a session's poker revenue posts; `amount` is added to the revenue."""
    return Posted({"poker_restated": amount, "poker_rake": -amount}, {})


# --- lines ----------------------------------------------------------------------------


@dataclass(slots=True)
class Sum:
    """What is posted in one currency, in sum."""

    debits: Debits = field(default_factory=dict)
    parts: dict[AccountKey, dict[str, int]] = field(default_factory=dict)

    def add(self, posted: Posted) -> None:
        """Add what something posts."""
        for account, cents in posted.debits.items():
            self.debits[account] = self.debits.get(account, 0) + cents
        for account, parts in posted.parts.items():
            had = self.parts.setdefault(account, {})
            for name, cents in parts.items():
                had[name] = had.get(name, 0) + cents


def lines(posted: Posted | Sum, chart: Chart, currency: str) -> list[JournalLine]:
    """Lines in the order of the chart; an account whose postings cancel out has none."""
    return [
        JournalLine(
            account=key,
            number=account.number,
            name=account.name,
            currency=currency,
            debit=max(cents, 0),
            credit=max(-cents, 0),
            parts=posted.parts.get(key, {}),
        )
        for key, account in chart.items()
        if (cents := posted.debits.get(key, 0))
    ]


def balance(of: Sequence[JournalLine], currency: str) -> Balance:
    """Debits and credits of some lines of one currency."""
    debited, credited = sum(line.debit for line in of), sum(line.credit for line in of)
    return Balance(currency=currency, debits=debited, credits=credited, balances=debited == credited)


def summed(posted: Iterable[tuple[str, Posted]]) -> dict[str, Sum]:
    """All that is posted, by currency."""
    found: dict[str, Sum] = {}
    for currency, one in posted:
        found.setdefault(currency, Sum()).add(one)
    return found
