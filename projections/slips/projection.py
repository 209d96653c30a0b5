"""View slips: every step of every numbered form, and every match-play coupon.

Steps are added and never changed but for where they end: a correction puts an
end to the steps of the fact that it corrects and adds them as they should have
been.  So slips as of a position are the steps in effect there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from psycopg.sql import SQL
from psycopg.types.json import Jsonb

from ledger.events.base import Event, Recorded
from ledger.events.corrections import effective, in_effect
from ledger.events.sessions import SessionCorrected
from projections.batch import Batch, FoldedRound, FoldedSession
from projections.seam import Writing
from projections.slips import coupons
from projections.slips.coupons import Coupon
from projections.slips.steps import steps
from projections.writing import Connection, Row, Table

NAME: Final = "slips"
STEPS: Final = Table(
    "slip_steps",
    {
        "position": "bigint", "until_position": "bigint", "session": "text", "version": "integer",
        "n": "integer", "corrected_by": "integer", "table_name": "text", "gaming_date": "date",
        "type": "text", "series": "text", "serial": "bigint", "year": "integer", "form": "text",
        "step": "text", "chips": "jsonb", "amount": "numeric", "by_person": "text", "approved_by": "text",
        "reason": "text", "source": "text", "of": "text",
        "occurred_at": "timestamptz", "recorded_at": "timestamptz",
    },
    ("session", "version", "position", "n"),
)  # fmt: skip
COUPONS: Final = Table(
    "slip_coupons",
    {
        "stream_id": "uuid", "n": "integer", "first_position": "bigint", "position": "bigint",
        "stream": "text", "key": "text", "table_name": "text", "gaming_date": "date", "session": "text",
        "version": "integer", "spot": "integer", "wager": "text", "serial": "text", "carried_from": "text",
        "face": "numeric", "fate": "text", "occurred_at": "timestamptz",
    },
    ("stream_id", "n"),
)  # fmt: skip


class Ended(NamedTuple):
    """A fact of a session that was corrected, and the position of the correction."""

    session: str
    version: int
    position: int


class Prepared(NamedTuple):
    """The steps that a batch adds and those that it puts an end to; the coupons of what it touched."""

    steps: Sequence[Row]
    ended: Sequence[Ended]
    told: Sequence[UUID]
    coupons: Sequence[Row]


class SlipsView:
    """Writes the slips."""

    def __init__(self, suffix: str = "") -> None:
        self.name = NAME + suffix
        self._steps, self._coupons = STEPS + suffix, COUPONS + suffix
        self.tables = (self._steps, self._coupons)

    def prepare(self, batch: Batch) -> Writing:
        """The steps of a batch, session by session; coupons as they stand at its end."""
        rows: list[Row] = []
        ended: list[Ended] = []
        for folded in batch.sessions:
            for one in batch.streams[folded.stream_id.int]:
                version, fact = _fact(one, folded)
                if version != one.version:
                    assert one.position is not None, "events of the log have their position"
                    ended.append(Ended(folded.state.key, version, one.position))
                if fact is not None:
                    rows += _rows(one, folded, version, fact)
        told: dict[UUID, Sequence[Row]] = {}
        for round_ in batch.rounds:
            if found := list(_of_round(round_)):
                told[round_.stream_id] = found
        for session in batch.sessions:
            if found := list(_of_session(session)):
                told[session.stream_id] = found
        return partial(
            self.write, Prepared(rows, ended, list(told), [row for found in told.values() for row in found])
        )

    def write(self, prepared: Prepared, connection: Connection) -> None:
        """Add the steps, end those that were corrected, write anew the coupons of what was touched."""
        self._steps.add(connection, prepared.steps)
        if prepared.ended:
            # Of several corrections of one fact each ends what stood just before it.
            statement = SQL(
                "UPDATE {} AS had SET until_position = ("
                " SELECT min(ended.position) FROM unnest(%b::text[], %b::integer[], %b::bigint[])"
                " AS ended (session, version, position)"
                " WHERE (ended.session, ended.version) = (had.session, had.version)"
                " AND ended.position > had.position)"
                " WHERE until_position IS NULL AND EXISTS ("
                " SELECT FROM unnest(%b::text[], %b::integer[], %b::bigint[])"
                " AS ended (session, version, position)"
                " WHERE (ended.session, ended.version) = (had.session, had.version)"
                " AND ended.position > had.position)"
            ).format(self._steps.named)
            columns = [list(column) for column in zip(*prepared.ended, strict=True)]
            connection.execute(statement, [*columns, *columns])
        self._coupons.replace(connection, prepared.told, prepared.coupons)


def _fact(one: Recorded, folded: FoldedSession) -> tuple[int, Event | None]:
    """The fact that an event is or puts in another's place, and its version; None where it takes one away."""
    if not isinstance(one.event, SessionCorrected):
        return one.version, one.event
    log = folded.state.log[: one.version]
    version = effective(log, one.event.corrects)
    return version, in_effect(log)[version - 1]


def _rows(one: Recorded, folded: FoldedSession, version: int, fact: Event) -> Iterator[Row]:
    header, said = folded.state.header, fact.__dict__
    corrected_by = None if version == one.version else one.version
    for n, step in enumerate(steps(fact), 1):
        slip = step.slip
        yield (
            one.position, None, header.key, version, n, corrected_by, header.table, header.gaming_date,
            slip.type, slip.series, slip.serial, header.gaming_date.year, step.form, step.step,
            None if step.chips is None else Jsonb(by_face(step.chips)), step.amount,
            fact.by, said.get("approved_by"), step.reason, fact.source, step.of,
            fact.occurred_at, one.recorded_at,
        )  # fmt: skip


def by_face(chips: Mapping[int, int]) -> dict[str, int]:
    """Chips as JSON keeps them; denominations of which there are none are left out."""
    return {str(face): count for face, count in sorted(chips.items()) if count}


def _of_round(folded: FoldedRound) -> Iterator[Row]:
    state = folded.state
    if folded.currency == "chip":
        return
    header, found = state.header, coupons.of_round(state)
    place = ("round", state.key, header.table, header.gaming_date, state.tray)
    yield from _coupon_rows(folded, place, found)
    if not found and folded.is_corrected and coupons.had_any(state.log):
        yield _nothing(folded, place)


def _of_session(folded: FoldedSession) -> Iterator[Row]:
    state = folded.state
    header, found = state.header, coupons.of_session(state)
    place = ("session", state.key, header.table, header.gaming_date, state.key)
    yield from _coupon_rows(folded, place, found)
    if not found and coupons.had_any(state.log):
        yield _nothing(folded, place)


def _coupon_rows(
    folded: FoldedRound | FoldedSession, place: tuple[object, ...], found: Sequence[Coupon]
) -> Iterator[Row]:
    for n, one in enumerate(found, 1):
        yield (
            folded.stream_id, n, folded.first_position, folded.position, *place,
            one.version, one.spot, one.wager, one.serial, one.carried_from, one.face, one.fate,
            one.occurred_at,
        )  # fmt: skip


def _nothing(folded: FoldedRound | FoldedSession, place: tuple[object, ...]) -> Row:
    """What keeps the place of coupons that were corrected away: there were some before."""
    return (
        folded.stream_id, 0, folded.first_position, folded.position, *place,
        0, None, None, None, None, 0, None, None,
    )  # fmt: skip
