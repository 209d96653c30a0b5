"""View inventory: every posting in double entry, with the balance of its account after it.

An account is (account, holder, denomination, currency), numbered in the order
of first use.  Its balance as of a position is the one in its last posting up
to there: one index seek.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from psycopg.sql import SQL
from psycopg.types.json import Jsonb

from projections.batch import Batch, Counted, Moved
from projections.seam import Writing
from projections.writing import Connection, Row, Table

NAME: Final = "inventory"
ACCOUNTS: Final = Table(
    "inventory_accounts",
    {
        "id": "bigint", "account": "text", "holder": "text", "denomination": "bigint", "currency": "text",
        "count": "numeric", "amount": "numeric", "position": "bigint",
    },
    ("id",),
)  # fmt: skip
POSTINGS: Final = Table(
    "inventory_postings",
    {
        "position": "bigint", "n": "integer", "account_id": "bigint", "reason": "text",
        "count": "numeric", "amount": "numeric", "balance_count": "numeric", "balance_amount": "numeric",
        "occurred_at": "timestamptz", "recorded_at": "timestamptz",
    },
    ("position", "n"),
)  # fmt: skip
COUNTS: Final = Table(
    "inventory_counts",
    {
        "position": "bigint", "session": "text", "table_name": "text", "kind": "text", "chips": "jsonb",
        "occurred_at": "timestamptz", "recorded_at": "timestamptz",
    },
    ("position",),
)  # fmt: skip
# Accounts whose balances are kept at hand; the rest is read again.
MOST_ACCOUNTS: Final = 50_000

# Account, holder, denomination, currency.
Key: TypeAlias = tuple[str, str, int, str]


class Balance:
    """An account at hand: its number and what stands on it."""

    __slots__ = ("amount", "count", "id", "position")

    def __init__(self, number: int, count: int = 0, amount: int = 0) -> None:
        self.id = number
        self.count = count
        self.amount = amount
        self.position = 0


class Prepared(NamedTuple):
    """What a batch brings to the inventory."""

    moved: Sequence[Moved]
    counted: Sequence[Counted]


class InventoryView:
    """Writes the inventory.  Not to be shared between threads."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._accounts, self._postings, self._counts = ACCOUNTS + suffix, POSTINGS + suffix, COUNTS + suffix
        self.tables = (self._accounts, self._postings, self._counts)
        self._at_hand: dict[Key, Balance] = {}
        self._last_id: int | None = None

    def prepare(self, batch: Batch) -> Writing:
        """Take what moved and what was counted."""
        return partial(self.write, Prepared(batch.moved, batch.counted))

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Add the postings, bring the accounts up to date."""
        if prepared.moved:
            self._post(connection, prepared.moved)
        self._counts.add(connection, [_count_row(one) for one in prepared.counted])

    def _post(self, connection: Connection, moved: Sequence[Moved]) -> None:
        each: list[Key] = [
            (account, holder, denomination, one.currency)
            for one in moved
            for account, holder, _, denomination, _, _ in one.legs
        ]
        keys = dict.fromkeys(each)
        self._bring_to_hand(connection, keys)
        opened = self._open([key for key in keys if key not in self._at_hand])
        at_hand = map(self._at_hand.__getitem__, each)
        rows = [row for one in moved for row in _posted(one, at_hand)]
        touched = {key: self._at_hand[key] for key in keys}
        self._accounts.add(connection, [_account_row(key, touched[key]) for key in opened])
        self._update(connection, [balance for key, balance in touched.items() if key not in opened])
        self._postings.add(connection, rows)

    # --- accounts ----------------------------------------------------------------

    def _bring_to_hand(self, connection: Connection, keys: dict[Key, None]) -> None:
        if len(self._at_hand) > MOST_ACCOUNTS:
            self._at_hand.clear()
        if self._last_id is None:
            statement = SQL("SELECT coalesce(max(id), 0) FROM {}").format(self._accounts.named)
            ((self._last_id,),) = connection.execute(statement).fetchall()
        missing = [key for key in keys if key not in self._at_hand]
        if not missing:
            return
        columns = [list(column) for column in zip(*missing, strict=True)]
        statement = SQL(
            "SELECT account, holder, denomination, currency, id, count, amount FROM {}"
            " JOIN unnest(%b::text[], %b::text[], %b::bigint[], %b::text[])"
            " AS wanted (account, holder, denomination, currency)"
            " USING (holder, account, denomination, currency)"
        ).format(self._accounts.named)
        for *key, number, count, amount in connection.execute(statement, columns):
            self._at_hand[tuple(key)] = Balance(number, int(count), int(amount))

    def _open(self, keys: Sequence[Key]) -> dict[Key, None]:
        """Number new accounts, in order."""
        for key in keys:
            assert self._last_id is not None
            self._last_id += 1
            self._at_hand[key] = Balance(self._last_id)
        return dict.fromkeys(keys)

    def _update(self, connection: Connection, balances: Sequence[Balance]) -> None:
        if not balances:
            return
        statement = SQL(
            "UPDATE {} AS account SET count = now.count, amount = now.amount, position = now.position"
            " FROM unnest(%b::bigint[], %b::numeric[], %b::numeric[], %b::bigint[])"
            " AS now (id, count, amount, position) WHERE account.id = now.id"
        ).format(self._accounts.named)
        rows = [(one.id, one.count, one.amount, one.position) for one in balances]
        connection.execute(statement, [list(column) for column in zip(*rows, strict=True)])


def _posted(one: Moved, at_hand: Iterator[Balance]) -> Iterator[Row]:
    """The rows of one event's legs; `at_hand` gives the account of each in turn, and its balance moves on."""
    position, occurred_at, recorded_at = one.position, one.occurred_at, one.recorded_at
    for n, (_, _, reason, _, count, amount) in enumerate(one.legs, one.before + 1):
        balance = next(at_hand)
        balance.count += count
        balance.amount += amount
        balance.position = position
        yield (
            position, n, balance.id, reason, count, amount, balance.count, balance.amount,
            occurred_at, recorded_at,
        )  # fmt: skip


def _account_row(key: Key, balance: Balance) -> Row:
    return (balance.id, *key, balance.count, balance.amount, balance.position)


def _count_row(one: Counted) -> Row:
    chips = None if one.chips is None else Jsonb({str(face): count for face, count in one.chips.items()})
    return (one.position, one.session, one.table, one.kind, chips, one.occurred_at, one.recorded_at)
