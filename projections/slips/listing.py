"""The match-play coupons of some gaming dates, as of a position.

The rows of the view are those of its own position: a round or session that has
changed since the one asked for is folded again from its events up to there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.records import RoundHeader, SessionHeader
from ledger.rounds.state import fold as fold_round
from ledger.sessions.state import fold as fold_session
from projections.asking import MOST_ROWS, Fields, Look
from projections.reconciliation.queries import currency_of
from projections.slips import coupons
from projections.slips.answers import CouponLine, CouponList, CouponTotals

# How often a coupon may have been carried over from round to round before it is looked for no further.
MOST_CARRIED: Final = 64

OF_DATES: Final = (
    "SELECT * FROM slip_coupons WHERE gaming_date BETWEEN %(since)s AND %(until)s"
    " AND (%(table)s::text IS NULL OR table_name = %(table)s) AND first_position <= %(as_of)s"
    " ORDER BY gaming_date, table_name, key, n"
)
OF_ROUNDS: Final = (
    "SELECT * FROM slip_coupons WHERE stream = 'round' AND key = ANY(%(keys)s)"
    " AND first_position <= %(as_of)s"
)
OF_SERIALS: Final = (
    "SELECT * FROM slip_coupons WHERE serial = ANY(%(serials)s) AND first_position <= %(as_of)s"
)
CARRIED_ON: Final = (
    "SELECT * FROM slip_coupons WHERE carried_from = ANY(%(keys)s) AND first_position <= %(as_of)s"
)
# A coupon on its way from round to round: the round, and the wager that it lies on.
Lying: TypeAlias = tuple[str, int | None, str | None]


class Place(NamedTuple):
    """Where a coupon is told of, in the order of record."""

    first_position: int
    version: int
    stream_id: UUID


def listed(ledger: Ledger, look: Look, since: date, until: date, table: str | None) -> CouponList:
    """The coupons of some gaming dates, both in, and what they add up to."""
    found = lines(ledger, look, since, until, table)
    dropped = [one for one in found if one.fate == "dropped"]
    return CouponList(
        as_of=look.as_of,
        lag=look.lag,
        since=since,
        until=until,
        coupons=found[:MOST_ROWS],
        dropped=_totals(dropped),
        deductible=_totals(one for one in found if one.deductible),
        without_serial=_totals(one for one in dropped if one.serial is None),
        repeated=_totals(one for one in dropped if one.repeated),
        complete=len(found) <= MOST_ROWS,
    )


def lines(ledger: Ledger, look: Look, since: date, until: date, table: str | None) -> list[CouponLine]:
    """The coupons of some gaming dates, both in, by date, table and round."""
    rows = _as_of(ledger, look, look.rows(OF_DATES, since=since, until=until, table=table))
    serials = _serials(ledger, look, rows)
    firsts = _first_dropped(ledger, look, [serial for serial in serials if serial is not None])
    ledger.registry.refresh()
    found = []
    for row, serial in zip(rows, serials, strict=True):
        first = None if serial is None else firsts.get(serial)
        currency = currency_of(ledger, row["table_name"])
        found.append(_line(row, serial, currency, repeated=first is not None and first < _place(row)))
    return found


def _line(row: Fields, serial: str | None, currency: str, *, repeated: bool) -> CouponLine:
    own = {name: row[name] for name in CouponLine.model_fields if name in row and name != "serial"}
    dropped = row["fate"] == "dropped"
    return CouponLine(
        **own,
        serial=serial,
        currency=currency,
        table=row["table_name"],
        repeated=dropped and repeated,
        deductible=dropped and serial is not None and not repeated,
    )


def _totals(lines: Iterable[CouponLine]) -> CouponTotals:
    found = list(lines)
    sums: dict[str, int] = {}
    for one in found:
        sums[one.currency] = sums.get(one.currency, 0) + one.face
    face = sum(sums.values()) if len(sums) <= 1 else None
    return CouponTotals(count=len(found), face=face, by_currency=dict(sorted(sums.items())))


def _place(row: Fields) -> Place:
    return Place(row["first_position"], row["version"], row["stream_id"])


# --- serials ----------------------------------------------------------------------


def _serials(ledger: Ledger, look: Look, rows: Sequence[Fields]) -> list[str | None]:
    """The serial of each: of one that was carried over, the one that it had where it was placed."""
    serials: list[str | None] = [row["serial"] for row in rows]
    sought = {at: row for at, row in enumerate(rows) if row["serial"] is None and row["carried_from"]}
    for _ in range(MOST_CARRIED):
        if not sought:
            break
        keys = sorted({row["carried_from"] for row in sought.values()})
        earlier = {
            (row["key"], row["spot"], row["wager"]): row
            for row in _as_of(ledger, look, look.rows(OF_ROUNDS, keys=keys))
        }
        found = {
            at: earlier.get((row["carried_from"], row["spot"], row["wager"])) for at, row in sought.items()
        }
        for at, row in found.items():
            serials[at] = None if row is None else row["serial"]
        sought = {
            at: row
            for at, row in found.items()
            if row is not None and row["serial"] is None and row["carried_from"]
        }
    return serials


def _first_dropped(ledger: Ledger, look: Look, serials: Sequence[str]) -> dict[str, Place]:
    """Where a coupon of each serial was dropped first, followed from round to round."""
    found: dict[str, Place] = {}
    told = _as_of(ledger, look, look.rows(OF_SERIALS, serials=sorted(set(serials)))) if serials else []
    lying: dict[Lying, str] = {_lying(row): row["serial"] for row in told if row["serial"] is not None}
    for _ in range(MOST_CARRIED):
        for row in told:
            serial = row["serial"] or lying.get(_lying(row))
            if row["fate"] == "dropped" and serial is not None:
                found[serial] = min(found.get(serial, _place(row)), _place(row))
        if not lying:
            break
        told = _as_of(ledger, look, look.rows(CARRIED_ON, keys=sorted({key for key, _, _ in lying})))
        lying = {
            _lying(row): lying[before]
            for row in told
            if row["serial"] is None and (before := (row["carried_from"], row["spot"], row["wager"])) in lying
        }
    return found


def _lying(row: Fields) -> Lying:
    return row["key"], row["spot"], row["wager"]


# --- as of an earlier position ----------------------------------------------------


def _as_of(ledger: Ledger, look: Look, rows: Sequence[Fields]) -> list[Fields]:
    """Rows as they were at the position asked for; those that only keep a place are left out."""
    changed = {row["stream_id"] for row in rows if row["position"] > look.as_of}
    again = _told_again(ledger, look, changed) if changed else {}
    found: list[Fields] = []
    for row in rows:
        stream = row["stream_id"]
        if stream not in changed:
            found.append(row)
        elif stream in again:
            first = {"first_position": row["first_position"], "stream_id": stream}
            place = {name: row[name] for name in ("stream", "key", "table_name", "gaming_date", "session")}
            found += [{**first, **place, **coupon} for coupon in again.pop(stream)]
    return [row for row in found if row["fate"] is not None]


def _told_again(ledger: Ledger, look: Look, streams: Iterable[UUID]) -> dict[UUID, list[Fields]]:
    found = {}
    for stream, events in ledger.recorded(streams).items():
        known = [one for one in events if one.position is not None and one.position <= look.as_of]
        last = {"position": known[-1].position}
        found[stream] = [{**one._asdict(), **last} for one in _coupons(known)]
    return found


def _coupons(recorded: Sequence[Recorded]) -> Iterator[coupons.Coupon]:
    header = recorded[0].header
    events = (one.event for one in recorded)
    if isinstance(header, RoundHeader):
        yield from coupons.of_round(fold_round(header, events, recorded[0].in_force))
    else:
        assert isinstance(header, SessionHeader), header
        yield from coupons.of_session(fold_session(header, events))
