"""The inventory asked: trays by position, postings, the trial balance.

A balance as of a position is the one after an account's last posting up to
there: one seek a denomination.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from psycopg.sql import SQL

from ledger.book.postings import UNSPECIFIED
from projections.answers import Vector
from projections.asking import Fields, Look
from projections.inventory.answers import Entry

# What stood on the accounts of a tray after their last postings up to a position.
BALANCES: Final = SQL(
    "SELECT denomination, balance_count AS count, balance_amount AS amount"
    " FROM inventory_accounts AS account CROSS JOIN LATERAL ("
    " SELECT balance_count, balance_amount FROM inventory_postings"
    " WHERE account_id = account.id AND position <= {until}"
    " ORDER BY position DESC, n DESC LIMIT 1) AS latest"
    " WHERE account = 'table_inventory' AND holder = {session}"
)
OF_SESSION: Final = BALANCES.format(session=SQL("%(session)s"), until=SQL("%(until)s"))
EMPTY: Final = Vector(total=0, by_denomination={}, unspecified=0)


def vector(rows: Iterable[Fields]) -> Vector:
    """Chips and cents by denomination; a denomination of which nothing is left says 0.

    One may come twice: what was given back of a round in another currency stands apart.
    """
    chips: dict[int, int] = {}
    total = unspecified = 0
    for row in rows:
        amount = int(row["amount"])
        total += amount
        if row["denomination"] == UNSPECIFIED:
            unspecified += amount
        else:
            face = row["denomination"]
            chips[face] = chips.get(face, 0) + int(row["count"])
    return Vector(total=total, by_denomination=dict(sorted(chips.items())), unspecified=unspecified)


def tray(look: Look, session: str, as_of: int | None = None) -> Vector:
    """The tray of a session as of a position, by its postings."""
    until = look.as_of if as_of is None else as_of
    return vector(look.rows(OF_SESSION, session=session, until=until))


def counts(look: Look, session: str, as_of: int | None = None) -> dict[str, dict[int, int]]:
    """The opener and the closer of a session as last counted by a position."""
    rows = look.rows(
        "SELECT DISTINCT ON (kind) kind, chips FROM inventory_counts"
        " WHERE session = %(session)s AND position <= %(until)s ORDER BY kind, position DESC",
        session=session,
        until=look.as_of if as_of is None else as_of,
    )
    return {row["kind"]: by_face(row["chips"]) for row in rows if row["chips"] is not None}


def by_face(chips: Mapping[str, int]) -> dict[int, int]:
    """Chips counted by face in cents, from how they are stored."""
    return {int(face): count for face, count in chips.items()}


class Moved(NamedTuple):
    """What was moved in a tray, and the position of the last movement."""

    vector: Vector
    last: int


def trays_moved(look: Look, stream: UUID) -> dict[str, Moved]:
    """What a round moved in each session's tray, by session key in its order."""
    rows = look.rows(
        "SELECT holder, denomination, sum(posting.count) AS count, sum(posting.amount) AS amount,"
        " max(posting.position) AS last"
        " FROM events JOIN inventory_postings AS posting ON position = notification_id"
        " JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE originator_id = %(stream)s AND posting.position <= %(as_of)s"
        " AND account = 'table_inventory' GROUP BY holder, denomination ORDER BY holder",
        stream=stream,
    )
    holders: dict[str, list[Fields]] = {}
    for row in rows:
        holders.setdefault(row["holder"], []).append(row)
    return {
        holder: Moved(_change(legs), max(leg["last"] for leg in legs)) for holder, legs in holders.items()
    }


def moved_by_others(look: Look, stream: UUID, session: str, after: int, until: int) -> Vector:
    """What all but a round moved in a session's tray, after a position and up to another."""
    return _change(
        look.rows(
            "SELECT denomination, sum(posting.count) AS count, sum(posting.amount) AS amount"
            " FROM inventory_accounts AS account"
            " JOIN inventory_postings AS posting ON account_id = account.id"
            " WHERE account = 'table_inventory' AND holder = %(session)s"
            " AND posting.position > %(after)s AND posting.position <= %(until)s"
            " AND posting.position NOT IN"
            " (SELECT notification_id FROM events WHERE originator_id = %(stream)s)"
            " GROUP BY denomination",
            stream=stream,
            session=session,
            after=after,
            until=until,
        )
    )


def _change(rows: Iterable[Fields]) -> Vector:
    """A change: what nets to nothing in a denomination is left out."""
    found = vector(rows)
    chips = {face: count for face, count in found.by_denomination.items() if count}
    return Vector(total=found.total, by_denomination=chips, unspecified=found.unspecified)


def entries(look: Look, stream: UUID) -> list[Entry]:
    """The legs of a stream's events, in order."""
    rows = look.rows(
        "SELECT posting.position, originator_version AS version, split_part(topic, '.', 2) AS type,"
        " account, holder, reason, denomination, posting.count, posting.amount, currency,"
        " occurred_at, recorded_at"
        " FROM events JOIN inventory_postings AS posting ON position = notification_id"
        " JOIN inventory_accounts AS account ON account.id = account_id"
        " WHERE originator_id = %(stream)s AND posting.position <= %(as_of)s"
        " ORDER BY posting.position, n",
        stream=stream,
    )
    return [Entry(**row) for row in rows]


def balances(look: Look) -> dict[str, dict[str, int]]:
    """Currency to kind of account to balance."""
    if look.as_of == look.position:
        rows = look.rows(
            "SELECT currency, account, sum(amount) AS amount FROM inventory_accounts"
            " GROUP BY currency, account ORDER BY currency, account"
        )
    else:
        rows = look.rows(
            "SELECT currency, account, sum(balance_amount) AS amount"
            " FROM inventory_accounts AS account CROSS JOIN LATERAL ("
            " SELECT balance_amount FROM inventory_postings"
            " WHERE account_id = account.id AND position <= %(as_of)s"
            " ORDER BY position DESC, n DESC LIMIT 1) AS latest"
            " GROUP BY currency, account ORDER BY currency, account"
        )
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        found.setdefault(row["currency"], {})[row["account"]] = int(row["amount"])
    return found
