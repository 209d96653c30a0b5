"""Adjustments: what was recorded of a gaming date after its report was first printed, and what it changed.

Where no preliminary report was issued, after the closer of each session.
Source: accounting A.3, revenue audit; A.6, O12; 13:69D-1.34.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Final, Literal, NamedTuple

from pydantic import Field

from ledger.days.state import GamingDay
from ledger.events.base import Event, Recorded
from ledger.events.days import DayCorrected, PokerRevenueRestated
from ledger.events.records import GamingDayHeader, SessionHeader
from ledger.events.short import evolve as evolve_short
from ledger.jurisdictions.profile import Profile
from ledger.sessions.state import Session, effective, evolve
from projections.answers import Answer, Instant, Said, SignedCents
from projections.reports.daily import kept
from projections.reports.sheet import Column, Row, Sheet, Workbook
from projections.reports.wording import about

# Types of events of a round that put something right, whatever they move.
RIGHTING: Final = frozenset({"corrected", "adjustment_posted", "voided"})
# Of a position: what it added to the round win of each session whose tray or box it touched, in cents.
Effects = Mapping[int, Mapping[str, int]]


class Since(NamedTuple):
    """After which positions what is recorded of a gaming date is an adjustment.

    `printed` is that of the first preliminary report, `of_session` that of each
    session; a session that is still open without one has none.
    """

    printed: int | None
    of_session: Mapping[str, int]

    def of(self, session: str) -> int | None:
        """That of a session, of one that nobody opened too."""
        return self.of_session.get(session, self.printed)


class Adjustment(Said):
    """One event recorded later, and what it changed, in cents from the side of the house.

    `effect_on_win` is on the accounting win W: null where the event is of a
    round, which moves no count, or a count is missing.  `effect_on_round_win`
    is on what the games are said to have won.  `over_threshold` compares the
    larger of the two with the threshold of the day's jurisdiction, in cents;
    both are null where that is not known, or where the table plays in another
    currency than the threshold is in.
    """

    gaming_date: date
    stream: Literal["session", "round", "gaming_day"]
    key: str
    session: str | None
    shift: str | None
    version: int
    position: int
    type: str
    corrects: int | None = Field(description="version of the event that it puts right")
    corrected_type: str | None
    currency: str
    effect_on_win: SignedCents | None
    effect_on_round_win: SignedCents
    jurisdiction: str
    threshold: SignedCents | None
    over_threshold: bool | None
    by: str | None
    approved_by: str | None
    reason: str | None
    occurred_at: Instant | None
    recorded_at: Instant


class Adjustments(Answer):
    """The adjustments of some gaming dates, by date and in the order of record.

    Those over the threshold of their jurisdiction are the month-end list.
    """

    since: date
    until: date
    as_known_at: datetime | None
    adjustments: list[Adjustment]


# --- of sessions ----------------------------------------------------------------------


def of_session(events: Sequence[Recorded], since: Since, effects: Effects) -> Iterator[Adjustment]:
    """What was recorded of a session afterwards, where it corrects something or changes a win.

    `events` are those of its stream up to the position asked for.
    """
    header = events[0].header
    assert isinstance(header, SessionHeader), "a stream begins with its header"
    state = Session(header)
    first = since.of_session[header.key]
    for one in events:
        position = _position(one)
        if position <= first:
            evolve(state, one.event)
            continue
        before = _counts(state)
        evolve(state, one.event)
        on_win = _changed(before, _counts(state))
        on_rounds = effects.get(position, {}).get(header.key, 0)
        if one.event.type == "corrected" or on_win or on_rounds:
            corrects = getattr(one.event, "corrects", None)
            fact = None if corrects is None else effective(state, corrects)
            yield _made(
                one, "session", header.key, header.gaming_date,
                session=header.key,
                shift=state.shift_at(one.version),
                corrects=corrects,
                corrected_type=None if fact is None else state.log[fact - 1].type,
                effect_on_win=on_win,
                effect_on_round_win=on_rounds,
            )  # fmt: skip


def _counts(state: Session) -> tuple[int | None, int | None]:
    """The two parts of the win that are counted: what the tray kept, and the drop."""
    dropped = state.counted_drop
    return kept(state), None if dropped is None else dropped.cash + dropped.documents + dropped.coupons


def _changed(before: tuple[int | None, int | None], now: tuple[int | None, int | None]) -> int | None:
    """What the win changed by; None where a part is counted for the first time, or not any more."""
    change = 0
    for had, has in zip(before, now, strict=True):
        if (had is None) != (has is None):
            return None
        change += (has or 0) - (had or 0)
    return change


# --- of rounds and of the day ---------------------------------------------------------------


def of_round(
    events: Sequence[Recorded], gaming_date: date, own: int | None, since: Since, effects: Effects
) -> Iterator[Adjustment]:
    """What was recorded of a round afterwards, where it puts something right or moves money.

    It is of the gaming date of the session whose tray it touched; what touched
    none is of the round's own, after the position `own`.
    """
    header = events[0].header
    assert header is not None, "a stream begins with its header"
    for one in events:
        righting = one.event.type in RIGHTING
        for session, on_rounds in _touched(one, gaming_date, own, since, effects):
            if not righting and not on_rounds:
                continue
            corrects = getattr(one.event, "corrects", None)
            yield _made(
                one, "round", header.key, gaming_date,
                session=session,
                corrects=corrects,
                corrected_type=None if corrects is None else events[corrects - 1].event.type,
                effect_on_round_win=on_rounds,
            )  # fmt: skip


def _touched(
    one: Recorded, gaming_date: date, own: int | None, since: Since, effects: Effects
) -> list[tuple[str | None, int]]:
    """The sessions of a date that an event touched afterwards; None for one that touched none at all."""
    position = _position(one)
    if position not in effects:
        return [] if own is None or position <= own else [(None, 0)]
    of_date = {
        session: (since.of(session), cents)
        for session, cents in effects[position].items()
        if session.split("/")[1] == gaming_date.isoformat()
    }
    return [
        (session, cents)
        for session, (first, cents) in of_date.items()
        if first is not None and position > first
    ]


def of_day(events: Sequence[Recorded], gaming_date: date, since: int) -> Iterator[Adjustment]:
    """Poker revenue restated and other corrections of the day's own events, after a position."""
    state = GamingDay(GamingDayHeader(gaming_date=gaming_date))
    for one in events:
        before = dict(state.restated)
        evolve_short(state, one.event)
        if _position(one) <= since or not isinstance(one.event, PokerRevenueRestated | DayCorrected):
            continue
        corrects = getattr(one.event, "corrects", None)
        changed = [
            key
            for key, cents in {**before, **state.restated}.items()
            if before.get(key, 0) != state.restated.get(key, 0)
        ]
        yield _made(
            one, "gaming_day", gaming_date.isoformat(), gaming_date,
            session=getattr(one.event, "session", next(iter(changed), None)),
            corrects=corrects,
            corrected_type=None if corrects is None else state.log[corrects - 1].type,
            effect_on_round_win=sum(state.restated.values()) - sum(before.values()),
        )  # fmt: skip


def _position(one: Recorded) -> int:
    assert one.position is not None, "events of the log have their position"
    return one.position


def _made(one: Recorded, stream: str, key: str, gaming_date: date, **said: object) -> Adjustment:
    event: Event = one.event
    fields: dict[str, object] = {"shift": None, "effect_on_win": None, **said}
    return Adjustment.model_validate(
        {
            "gaming_date": gaming_date,
            "stream": stream,
            "key": key,
            "version": one.version,
            "position": one.position,
            "type": event.type,
            "currency": "",
            "jurisdiction": "",
            "threshold": None,
            "over_threshold": None,
            "by": event.by,
            "approved_by": getattr(event, "approved_by", None),
            "reason": getattr(event, "reason", None),
            "occurred_at": event.occurred_at,
            "recorded_at": one.recorded_at,
            **fields,
        }
    )


def judged(one: Adjustment, profile: Profile, currency: str) -> Adjustment:
    """The adjustment in its currency, with whether it is over the threshold of a jurisdiction."""
    threshold = profile.amount("adjustment_reported_above", currency)
    largest = max(abs(one.effect_on_win or 0), abs(one.effect_on_round_win))
    over = None if threshold is None else largest > threshold
    return one.model_copy(
        update={
            "currency": currency,
            "jurisdiction": profile.name,
            "threshold": threshold,
            "over_threshold": over,
        }
    )


# --- the sheet --------------------------------------------------------------------------

COLUMNS: Final = (
    Column("gaming_date", "gaming date", "date"),
    Column("stream", "of"),
    Column("key", "record"),
    Column("session", "session"),
    Column("shift", "shift"),
    Column("type", "event"),
    Column("corrects", "corrects event", "count"),
    Column("corrected_type", "which is"),
    Column("effect_on_win", "effect on win", "money"),
    Column("effect_on_round_win", "effect on round win", "money"),
    Column("jurisdiction", "jurisdiction"),
    Column("threshold", "threshold", "money"),
    Column("over_threshold", "over the threshold", "flag"),
    Column("by", "by"),
    Column("approved_by", "approved by"),
    Column("reason", "reason"),
    Column("occurred_at", "occurred", "time"),
    Column("recorded_at", "recorded", "time"),
    Column("version", "event no.", "count"),
    Column("position", "position", "count"),
    Column("currency", "currency"),
)


def workbook(report: Adjustments) -> Workbook:
    """All adjustments, and those for the month-end list."""
    facts = about(report.as_of, None, report.as_known_at)
    over = [one for one in report.adjustments if one.over_threshold]
    return Workbook(
        f"adjustments-{report.since}-{report.until}",
        report.as_of,
        (
            Sheet("Adjustments", "Adjustments", COLUMNS, map(_row, report.adjustments), facts),
            Sheet("Over the threshold", "Adjustments over the threshold", COLUMNS, map(_row, over), facts),
        ),
    )


def _row(one: Adjustment) -> Row:
    return [getattr(one, column.key) for column in COLUMNS]
