"""What was recorded of a gaming date after a position, and which of its figures that moved.

A figure that could not be said at the position, as a drop that nobody had
counted, has not moved when it can be.  Of a session that was not there the report
had nothing, so that each of its figures moved from 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Final, NamedTuple

from psycopg.sql import SQL

from ledger.application.ledger import Ledger
from ledger.events.sessions import BoxDropped, DropCounted
from ledger.identity import stream_id
from projections.asking import Fields, Look
from projections.reconciliation.answers import Moved, SessionFigures
from projections.reconciliation.figures import of_session
from projections.reconciliation.queries import facts
from projections.reconciliation.rounds import ON_THE_DAY

# What comes after every closer, and moves no figure that was said before it.
ORDINARY: Final = (BoxDropped.TOPIC, DropCounted.TOPIC)
# Figures of a session, as an answer calls them.
FIGURES: Final = (
    "opener", "fills", "credits", "expected_closer", "counted_closer", "variance.total", "drop.expected",
    "drop.counted", "drop.variance", "accounting_win", "round_win.total", "round_win.rules",
    "round_win.mispayments", "round_win.unjudged", "match_play", "exceptions",
)  # fmt: skip
# From so many tables on it is quicker to work out all of the date.
FEW_TABLES: Final = 8

# Sessions and rounds in which something was recorded after a position; some of it perhaps after `as_of`.
TOUCHED: Final = SQL(
    "SELECT NULL::uuid AS id, session AS key, session, position FROM reconciliation_sessions"
    " WHERE first_position <= %(as_of)s AND position > %(since)s AND {day} UNION ALL"
    " SELECT round_id, key, session, position FROM reconciliation_rounds"
    " WHERE first_position <= %(as_of)s AND position > %(since)s AND {day}"
).format(day=ON_THE_DAY)
LATER: Final = (
    "SELECT originator_id AS id, bool_or(topic <> ALL(%(ordinary)s)) AS moving FROM events"
    " WHERE originator_id = ANY(%(ids)s) AND notification_id > %(since)s AND notification_id <= %(as_of)s"
    " GROUP BY originator_id"
)
# Sessions in which something moved, be it by a round of another gaming date.
MOVING: Final = (
    "SELECT session FROM (SELECT DISTINCT session FROM reconciliation_sums"
    " WHERE split_part(session, '/', 2) = %(gaming_date)s::text"
    " AND (%(table)s::text IS NULL OR split_part(session, '/', 1) = %(table)s)) AS held"
    " WHERE EXISTS (SELECT FROM inventory_accounts AS account JOIN inventory_postings AS posting"
    " ON account_id = account.id AND posting.position > %(since)s AND posting.position <= %(as_of)s"
    " JOIN events ON notification_id = posting.position AND topic <> ALL(%(ordinary)s)"
    " WHERE holder = session AND account.position > %(since)s)"
)


class Since(NamedTuple):
    """What was recorded of a date after a position: whether anything, and at which tables it may matter."""

    recorded: bool
    tables: frozenset[str]


def recorded_since(ledger: Ledger, look: Look, day: Fields) -> Since:
    """What was recorded of the sessions and rounds of a day after `since`, up to `as_of`.

    `day` has `gaming_date`, `table` (None: all) and `since`.  A look at the views
    of reconciliation and inventory.
    """
    if day["since"] == look.as_of:
        return Since(recorded=False, tables=frozenset())
    rows, ordinary = look.rows(TOUCHED, **day), list(ORDINARY)
    ids = {
        row["id"] or stream_id(ledger.property, "session", row["key"]): row["session"] or row["key"]
        for row in rows
    }
    later = look.rows(LATER, ids=list(ids), since=day["since"], ordinary=ordinary) if ids else []
    concerned = {ids[row["id"]] for row in later if row["moving"]}
    concerned |= {row["session"] for row in look.rows(MOVING, ordinary=ordinary, **day)}
    return Since(bool(later or concerned), frozenset(key.partition("/")[0] for key in concerned))


def moved(
    ledger: Ledger, look: Look, gaming_date: date, since: int, tables: Collection[str]
) -> Iterator[Moved]:
    """The figures of the sessions at some tables that were said at a position and are others now."""
    before, now = (_figures(ledger, one, gaming_date, tables) for one in (replace(look, as_of=since), look))
    for key, was in before.items():
        yield from _differences(key, was, now.get(key))
    for key, new in now.items():
        if key not in before:
            yield from _added(key, new)


def _figures(
    ledger: Ledger, look: Look, gaming_date: date, tables: Collection[str]
) -> dict[str, SessionFigures]:
    asked: Iterable[str | None] = sorted(tables) if len(tables) <= FEW_TABLES else [None]
    return {
        one.key: of_session(one)
        for table in asked
        for one in facts(ledger, look, gaming_date, table)
        if one.table in tables
    }


def _differences(key: str, was: SessionFigures, now: SessionFigures | None) -> Iterator[Moved]:
    said: Mapping[str, int] = dict(_said(was))
    says: Mapping[str, int] = {} if now is None else dict(_said(now))
    for figure, cents in said.items():
        then = says.get(figure)
        if then != cents:
            by = None if then is None else then - cents
            yield Moved(session=key, figure=figure, currency=was.currency, was=cents, now=then, by=by)


def _added(key: str, new: SessionFigures) -> Iterator[Moved]:
    for figure, cents in _said(new):
        if cents:
            yield Moved(session=key, figure=figure, currency=new.currency, was=0, now=cents, by=cents)


def _said(figures: SessionFigures) -> Iterator[tuple[str, int]]:
    for figure in FIGURES:
        if figure == "variance.total" and figures.variance is None:
            continue
        cents = attrgetter(figure)(figures)
        if cents is not None:
            yield figure, cents
