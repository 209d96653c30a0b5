"""The parts of a gaming day's answer: its state, its length, its tables, what to look at.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from ledger.days.state import GamingDay
from ledger.events.days import TableNotOpened
from ledger.jurisdictions.profile import Profile
from projections.days.answers import DaySession, DayTable, State, Warned
from projections.days.queries import hours


class Length(NamedTuple):
    """From when to when a day lasted, as far as it is known, and what says so."""

    began_at: datetime | None
    ended_at: datetime | None
    by: Literal["opened", "sessions"] | None

    @property
    def hours(self) -> float | None:
        """The hours that passed."""
        return hours(self.began_at, self.ended_at)


def state_of(day: GamingDay) -> State:
    """The state that its report has reached."""
    if day.audited_at is not None:
        return "audited"
    return "live" if day.preliminary_at is None else "preliminary"


def length(day: GamingDay, following: GamingDay, sessions: Sequence[DaySession]) -> Length:
    """How long a day lasted: from its own opening to that of the next day, as recorded.

    Where nobody recorded the day: from the first opener to the last closer, once all are closed.
    """
    if (began := _opened_at(day)) is not None:
        return Length(began, _opened_at(following), "opened")
    opened = [one.opened_at for one in sessions if one.opened_at is not None]
    closed = [one.closed_at for one in sessions if one.closed_at is not None]
    if not opened:
        return Length(None, None, None)
    return Length(min(opened), max(closed) if len(closed) == len(sessions) else None, "sessions")


def _opened_at(day: GamingDay) -> datetime | None:
    return None if day.opened is None else day.opened.occurred_at


def tables(
    in_use: Mapping[str, str | None],
    sessions: Iterable[DaySession],
    said: Mapping[str, TableNotOpened],
    strays: Mapping[str, int],
) -> list[DayTable]:
    """Every table in use on the day or heard of in it, with its pit, by name; `strays` are rounds apart."""
    of_table: dict[str, list[DaySession]] = {name: [] for name in (*in_use, *said, *strays)}
    for one in sessions:
        of_table.setdefault(one.session.split("/")[0], []).append(one)
    found = []
    for name, held in sorted(of_table.items()):
        shut, apart = said.get(name), strays.get(name, 0)
        found.append(
            DayTable(
                table=name,
                pit=in_use.get(name),
                status=_status(held, apart),
                said=shut is not None,
                reason=None if shut is None else shut.reason,
                sessions=held,
                stray_rounds=apart,
            )
        )
    return found


def _status(
    held: Sequence[DaySession], strays: int
) -> Literal["no_activity", "no_session", "open", "closed"]:
    if held:
        return "closed" if all(one.status == "closed" for one in held) else "open"
    return "no_session" if strays else "no_activity"


def warnings(lasted: Length, found: Iterable[DayTable], profile: Profile) -> list[Warned]:
    """What a rule, or the day's own contradiction, asks to be looked at."""
    said = [
        Warned(
            code="said_shut_and_opened",
            words=f"{one.table} was said not to have opened, and was played",
            source=None,
            evidence=None,
        )
        for one in found
        if one.said and one.status != "no_activity"
    ]
    most, took = profile.rows.get("gaming_day_at_most"), lasted.hours
    if most is None or took is None or took <= int(most.value):
        return said
    words = f"the gaming day lasted {took:g} hours, {profile.name} allows {most.value}"
    return [
        Warned(code="gaming_day_too_long", words=words, source=most.source, evidence=most.evidence),
        *said,
    ]
