"""View theory: what closed rounds say of their wagers, kind by kind.

Rows are added, never changed: a round has its rows where it is closed, and what
is recorded of it later adds the difference.  So what is expected as of a position is a
sum of rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Final

from ledger.events.registry import InlineSubmission
from projections.batch import Batch, FoldedRound
from projections.seam import Writing
from projections.theory.playing import Kind, Played, differences, played
from projections.writing import Connection, Row, Table

NAME: Final = "theory"
WAGERS: Final = Table(
    "theory_wagers",
    {
        "position": "bigint", "n": "integer", "table_name": "text", "gaming_date": "date", "session": "text",
        "game": "text", "title": "text", "submission": "text", "version": "integer", "inline": "text",
        "wager": "text", "coupon": "boolean",
        "wagers": "bigint", "staked": "numeric", "squared": "numeric",
        "meter": "numeric", "meter_squared": "numeric", "meter_staked": "numeric", "unmetered": "bigint",
        "settled": "numeric", "elsewhere": "numeric", "rules": "numeric", "mispaid": "numeric",
        "unjudged": "numeric", "adjusted": "numeric",
    },
    ("position", "n"),
)  # fmt: skip


class TheoryView:
    """Writes what closed rounds say of their wagers: rows are added, never changed."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._wagers = WAGERS + suffix
        self.tables = (self._wagers,)

    def prepare(self, batch: Batch) -> Writing:
        """The rows of rounds closed in the batch, and of those of which more was recorded."""
        found: list[Row] = []
        for folded in batch.rounds:
            for position, before, after in _steps(batch, folded):
                found.extend(_rows(folded, position, before, after))
        found.sort(key=lambda row: row[:2])
        return partial(self.write, found)

    def write(self, prepared: list[Row], connection: Connection) -> None:
        """Add the rows."""
        self._wagers.add(connection, prepared)


def _steps(batch: Batch, folded: FoldedRound) -> Iterator[tuple[int, Played, Played]]:
    """Where in the batch what a round says changed: the position, what it said before and says then."""
    state = folded.state
    if state.closed_at in {None, state.version} and not folded.is_corrected:
        if state.closed_at is not None:
            yield folded.position, {}, _said(folded)
        return
    # More is recorded of few rounds once they are closed: these are folded again, event by event.
    news = batch.streams[folded.stream_id.int]
    told = folded.again(news[0].version - 1)
    before = _said(told)
    for one in news:
        assert one.position is not None, "events of the log have their position"
        told.take(one.event)
        told.took(one.position, one.position)
        after = _said(told)
        yield one.position, before, after
        before = after


def _said(folded: FoldedRound) -> Played:
    """What a round says of its wagers; nothing is judged before it is closed."""
    if folded.state.closed_at is None:
        return {}
    return played(folded.seen.state, folded.seen.judgement.truths)


def _rows(folded: FoldedRound, position: int, before: Played, after: Played) -> Iterator[Row]:
    header, submission = folded.state.header, folded.seen.judgement.submission
    inline = None
    if isinstance(header.submission, InlineSubmission):
        inline = json.dumps(header.submission.model_dump(mode="json"), sort_keys=True)
    game = (folded.state.game, header.title, submission.name, submission.version, inline)
    for n, (kind, tally) in enumerate(differences(before, after), 1):
        yield (position, n, *_where(folded, kind), *game, kind.wager, kind.coupon, *tally.sums, *tally[1:])


def _where(folded: FoldedRound, kind: Kind) -> Row:
    """Table, gaming date and session: those of the session where there is one."""
    header = folded.state.header
    if kind.session in {None, folded.state.tray}:
        return header.table, header.gaming_date, kind.session
    table, gaming_date, _ = (kind.session or "").split("/")
    return table, _date(gaming_date), kind.session


def _date(text: str) -> date | None:
    """A gaming date as a key has it; `-` is none, and so is one that no calendar has."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
