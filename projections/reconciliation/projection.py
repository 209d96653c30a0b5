"""View reconciliation: what the terms of accounting A.4 are made of, session by session.

The formulas are not here: `ledger.book.terms` has them, over these sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from psycopg.sql import SQL
from psycopg.types.json import Jsonb

from ledger.amounts import CHIP
from ledger.book.rounds import rake_won
from ledger.book.sessions import taken
from ledger.book.terms import ITEMISED, OWN
from ledger.rounds.judge import Judgement
from ledger.rounds.parts import PROMOTIONS
from ledger.rounds.state import Round
from ledger.rounds.truths import UNJUDGED, totals
from ledger.sessions.state import Session
from projections.batch import Batch, FoldedRound, FoldedSession, Moved
from projections.reconciliation.figures import Judged
from projections.reconciliation.parts import Parts
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "reconciliation"
SUMS: Final = Table(
    "reconciliation_sums",
    {
        "session": "text", "account": "text", "reason": "text", "denomination": "bigint",
        "count": "numeric", "amount": "numeric",
    },
    ("session", "account", "reason", "denomination"),
)  # fmt: skip
SESSIONS: Final = Table(
    "reconciliation_sessions",
    {
        "session": "text", "first_position": "bigint", "position": "bigint", "version": "integer",
        "table_name": "text", "gaming_date": "date", "number": "bigint", "shift": "text",
        "opened_at": "timestamptz", "closed_at": "timestamptz",
        "opener": "jsonb", "closer": "jsonb", "drop_counted": "jsonb", "taken": "numeric",
        "parts": "jsonb", "totaled": "boolean",
    },
    ("session",),
)  # fmt: skip
ROUNDS: Final = Table(
    "reconciliation_rounds",
    {
        "round_id": "uuid", "first_position": "bigint", "position": "bigint", "key": "text",
        "session": "text", "table_name": "text", "gaming_date": "date", "opened_at": "timestamptz",
        "judged": "boolean", "rules": "numeric", "mispaid": "numeric", "unjudged": "numeric",
        "handle": "numeric",
    },
    ("round_id",),
)  # fmt: skip
EXCEPTIONS: Final = Table(
    "reconciliation_exceptions",
    {
        "position": "bigint", "session": "text", "account": "text", "reason": "text", "stream": "text",
        "version": "integer", "type": "text", "amount": "numeric", "occurred_at": "timestamptz",
    },
    ("session", "position", "account", "reason"),
)  # fmt: skip
OFFERS: Final = Table(
    "reconciliation_offers",
    {"position": "bigint", "table_name": "text", "game": "text", "occurred_at": "timestamptz"},
    ("position",),
)
PLACES: Final = Table(
    "reconciliation_places",
    {"position": "bigint", "table_name": "text", "what": "text", "pit": "text", "occurred_at": "timestamptz"},
    ("position",),
)

# Session, account, reason, denomination.
Line: TypeAlias = tuple[str, str, str, int]


class Prepared(NamedTuple):
    """What a batch adds to the sums, and the rows of what it touched."""

    sums: Mapping[Line, tuple[int, int]]
    sessions: Mapping[str, Row]
    rounds: Mapping[UUID, Row]
    exceptions: Sequence[Row]
    offers: Sequence[Row]
    places: Sequence[Row]


class ReconciliationView:
    """Writes the reconciliation."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._sums, self._sessions, self._rounds = SUMS + suffix, SESSIONS + suffix, ROUNDS + suffix
        self._exceptions, self._offers, self._places = EXCEPTIONS + suffix, OFFERS + suffix, PLACES + suffix
        self.tables = (
            self._sums, self._sessions, self._rounds, self._exceptions, self._offers, self._places,
        )  # fmt: skip

    def prepare(self, batch: Batch) -> Writing:
        """Sum what moved; the rows of sessions and rounds as they stand at the end of the batch."""
        sums, exceptions = _summed(batch.moved)
        return partial(
            self.write,
            Prepared(
                sums,
                {folded.state.key: _session_row(folded) for folded in batch.sessions},
                {folded.stream_id: _round_row(folded) for folded in batch.rounds if _in_money(folded)},
                exceptions,
                batch.offered,
                batch.placed,
            ),
        )

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Add to the sums, replace what changed."""
        self._add(connection, prepared.sums)
        self._sessions.replace(connection, prepared.sessions.keys(), list(prepared.sessions.values()))
        self._rounds.replace(connection, prepared.rounds.keys(), list(prepared.rounds.values()))
        self._exceptions.add(connection, prepared.exceptions)
        self._offers.add(connection, prepared.offers)
        self._places.add(connection, prepared.places)

    def _add(self, connection: Connection, sums: Mapping[Line, tuple[int, int]]) -> None:
        if not sums:
            return
        statement = SQL(
            "INSERT INTO {table} AS had (session, account, reason, denomination, count, amount)"
            " SELECT * FROM"
            " unnest(%b::text[], %b::text[], %b::text[], %b::bigint[], %b::numeric[], %b::numeric[])"
            " ON CONFLICT (session, account, reason, denomination)"
            " DO UPDATE SET count = had.count + excluded.count, amount = had.amount + excluded.amount"
        ).format(table=self._sums.named)
        rows = [(*line, *total) for line, total in sums.items()]
        connection.execute(statement, [list(column) for column in zip(*rows, strict=True)])


def _summed(moved: Sequence[Moved]) -> tuple[dict[Line, tuple[int, int]], list[Row]]:
    """What moved on the accounts of each session, and its exceptions one by one."""
    sums: dict[Line, tuple[int, int]] = {}
    itemised: dict[tuple[int, str, str, str], tuple[Moved, int]] = {}
    for one in moved:
        for account, holder, reason, denomination, count, amount in one.legs:
            if account not in OWN or not holder:
                continue
            line = (holder, account, reason, denomination)
            had = sums.get(line, (0, 0))
            sums[line] = (had[0] + count, had[1] + amount)
            if (account, reason) in ITEMISED:
                item = (one.position, holder, account, reason)
                itemised[item] = (one, amount + (itemised[item][1] if item in itemised else 0))
    # A correction of when it happened takes as much as it gives: no new item.
    return sums, [
        (*item, one.key, one.version, one.type, amount, one.occurred_at)
        for item, (one, amount) in itemised.items()
        if amount
    ]


def _session_row(folded: FoldedSession) -> Row:
    state = folded.state
    header, opened, closed, dropped = state.header, state.opened, state.closed, state.counted_drop
    return (
        state.key, folded.first_position, folded.position, state.version,
        header.table, header.gaming_date, header.number, state.shift,
        opened and opened.occurred_at, closed and closed.occurred_at,
        opened and Jsonb(_by_face(opened.opener)), closed and Jsonb(_by_face(closed.closer)),
        dropped and Jsonb(dropped.model_dump()), taken(state),
        Jsonb(Parts.of(state).model_dump(mode="json")), totaled(state),
    )  # fmt: skip


def _by_face(chips: Mapping[int, int]) -> dict[str, int]:
    return {str(face): count for face, count in chips.items()}


def _in_money(folded: FoldedRound) -> bool:
    """Whether the round was played for money: others never touch a tray."""
    return folded.currency != CHIP


def _round_row(folded: FoldedRound) -> Row:
    state, judgement = folded.seen
    header, its = state.header, added(state, judgement)
    return (
        folded.stream_id, folded.first_position, folded.position, state.key,
        state.tray, header.table, header.gaming_date, folded.opened_at,
        its.judged, its.rules, its.mispaid, its.unjudged, its.handle,
    )  # fmt: skip


def added(state: Round, judgement: Judgement) -> Judged:
    """What a round adds to the win of its session; its rake is on no wager, so nobody judges it."""
    rules, mispaid, unjudged = totals(judgement.truths)
    judged = any(line.outcome not in UNJUDGED for truth in judgement.truths for line in truth.rules)
    return Judged(judged, rules, mispaid, unjudged + rake_won(state), handle(state), 1)


def handle(state: Round) -> int:
    """The money staked in a round in cents, what was taken back left out.

    A coupon or promotional chip is the house's own face and none of it, neither is a
    pot, which the house does not play against; a wager that lives on was staked before.
    """
    if state.pooled:
        return 0
    played = (wager for wager in state.wagers if wager.tender not in PROMOTIONS)
    return sum(max(wager.stake + wager.late - wager.carried, 0) for wager in played)


def totaled(state: Session) -> bool:
    """Whether play is recorded in totals: then the money staked is known of a part at most."""
    return any(event is not None and event.type == "play_totaled" for event in state.events)
