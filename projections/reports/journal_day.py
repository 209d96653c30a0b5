"""The journal of a gaming date put together: its sessions, its funds, what was restated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ledger.amounts import CHIP
from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.money import value
from projections.reconciliation.figures import SessionFacts
from projections.reports import journal
from projections.reports.chart import Chart
from projections.reports.journal import Counted, FundDay, LeftOut, Posted, SessionJournal

CurrencyOf = Callable[[str], str]


def put_together(
    sessions: Sequence[SessionFacts],
    funds: Sequence[tuple[str, FundDay]],
    restated: Mapping[str, int],
    accounts: Chart,
    currency_of: CurrencyOf,
) -> dict[str, Any]:
    """The fields of a `Journal`: lines, totals, sessions, funds, what is left out and whether it is whole.

    `funds` come with their currency, `restated` are cents added to the poker
    revenue of a session, by its key, and posted once the session is counted
    through; `currency_of` says what a table plays in: of one that plays in chips
    without a currency, as tournaments do, nothing is posted.
    """
    posted: list[tuple[str, Posted]] = []
    by_session: list[SessionJournal] = []
    left_out: list[LeftOut] = []
    for facts in sessions:
        currency = currency_of(facts.table)
        if currency == CHIP:
            continue
        own = counted(facts)
        if isinstance(own, LeftOut):
            left_out.append(own)
            continue
        made = journal.of_session(own)
        posted.append((currency, made))
        if facts.key in restated:
            posted.append((currency, journal.of_restatement(restated[facts.key])))
        shown = journal.lines(made, accounts, currency)
        by_session.append(SessionJournal(session=facts.key, table=facts.table, game=facts.game, lines=shown))
    of_funds = [(currency, journal.of_fund(day)) for currency, day in funds]
    left_out += _not_recorded(sessions, restated)
    sums = journal.summed([*posted, *of_funds])
    lines = {currency: journal.lines(one, accounts, currency) for currency, one in sorted(sums.items())}
    return {
        "lines": [line for some in lines.values() for line in some],
        "totals": [journal.balance(some, currency) for currency, some in lines.items()],
        "sessions": by_session,
        "funds": [
            line
            for currency, one in sorted(journal.summed(of_funds).items())
            for line in journal.lines(one, accounts, currency)
        ],
        "left_out": left_out,
        "whole": not left_out,
    }


def _not_recorded(sessions: Sequence[SessionFacts], restated: Iterable[str]) -> list[LeftOut]:
    """Sessions of which revenue was restated and that are not among those of the date."""
    why = "poker revenue was restated of it, and no such session is recorded on the date"
    return [LeftOut(session=key, why=why) for key in restated if key not in {one.key for one in sessions}]


def counted(facts: SessionFacts) -> Counted | LeftOut:
    """A session counted through, or why it is not."""
    if facts.opener is None:
        return LeftOut(session=facts.key, why="no opener is recorded")
    if facts.closer is None:
        return LeftOut(session=facts.key, why="the closer is not counted yet")
    if facts.counted is None:
        return LeftOut(session=facts.key, why="the drop is not counted yet")
    totals: dict[tuple[Account, Reason], int] = {}
    for (account, reason, _), (_, amount) in facts.sums.items():
        totals[account, reason] = totals.get((account, reason), 0) + amount
    return Counted(book.terms(totals), value(facts.closer), facts.counted, totals)
