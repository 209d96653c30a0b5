"""The journal as sheets: by account, then session by session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from projections.reports.journal import Journal, JournalLine
from projections.reports.moved_sheet import moved_sheet
from projections.reports.sheet import Column, Fact, Row, Sheet, Workbook
from projections.reports.wording import about, units

LINE: Final = (
    Column("number", "account number"),
    Column("account", "key"),
    Column("name", "account"),
    Column("currency", "currency"),
    Column("debit", "debit", "money"),
    Column("credit", "credit", "money"),
    Column("parts", "of which (debits above zero)"),
)
SESSION: Final = (Column("session", "session"), Column("table", "table"), Column("game", "game"))
UNDATED: Final = (
    Column("fund", "fund"),
    Column("currency", "currency"),
    Column("amount", "put by without a gaming date", "money"),
)
STRANGE: Final = (
    Column("session", "session"),
    Column("currency", "currency"),
    Column("amount", "moved in it, not exchanged", "money"),
)
LEFT_OUT: Final = (Column("session", "session"), Column("why", "why nothing is posted"))


def workbook(journal: Journal) -> Workbook:
    """The lines with debits and credits in sum, those of each session, and the sessions left out."""
    facts = (
        Fact("gaming_date", "gaming date", journal.gaming_date, "date"),
        Fact("whole", "whole", journal.whole, "flag"),
        *about(journal.as_of, journal.state_in_words, journal.as_known_at),
    )
    left_out = ((one.session, one.why) for one in journal.left_out)
    strange = ((one.session, one.currency, one.amount) for one in journal.other_currencies)
    undated = ((one.fund, one.currency, one.amount) for one in journal.funds_undated)
    return Workbook(
        f"journal-{journal.gaming_date}-{journal.state}",
        journal.as_of,
        (
            Sheet(
                "Journal",
                "General-ledger journal",
                LINE,
                map(_line, journal.lines),
                facts,
                total=_totals(journal),
            ),
            Sheet("Sessions", "General-ledger journal by session", SESSION + LINE, _sessions(journal), facts),
            Sheet("Left out", "Sessions of which nothing is posted", LEFT_OUT, left_out, facts),
            moved_sheet(journal, facts),
            Sheet("Funds undated", "What was put into funds and is in no journal", UNDATED, undated, facts),
            Sheet("Other currencies", "In the lines as if it were their currency", STRANGE, strange, facts),
        ),
    )


def _line(line: JournalLine) -> Row:
    parts = "; ".join(f"{name} {units(cents)}" for name, cents in line.parts.items()) or None
    return line.number, line.account, line.name, line.currency, line.debit, line.credit, parts


def _totals(journal: Journal) -> Iterator[Row]:
    for total in journal.totals:
        balances = "total" if total.balances else "total: DOES NOT BALANCE"
        yield None, None, balances, total.currency, total.debits, total.credits, None


def _sessions(journal: Journal) -> Iterator[Row]:
    for one in journal.sessions:
        for line in one.lines:
            yield (one.session, one.table, one.game, *_line(line))
