"""The reconciliation of a gaming date, put together from one look at the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, partial
from typing import Final, NamedTuple, TypeVar

from ledger.application.ledger import Ledger
from ledger.days.state import GamingDay
from ledger.errors import PitNotFound
from ledger.jurisdictions.profile import Profile
from projections.asking import Look
from projections.days.continuity import Pattern
from projections.days.queries import openers
from projections.days.said import day, ruled
from projections.reconciliation import places
from projections.reconciliation import queries as reconciliation
from projections.reconciliation.answers import (
    CurrencySums,
    Figures,
    NoActivity,
    Reconciliation,
    SessionFigures,
    Standing,
    StrayRound,
)
from projections.reconciliation.boxes import with_offsets
from projections.reconciliation.candidates.offering import with_candidates
from projections.reconciliation.figures import SessionFacts, of_session
from projections.reconciliation.other_currencies import by_session, other_currencies
from projections.reconciliation.rounds import stray_rounds
from projections.reconciliation.states import Issued, standing
from projections.reconciliation.together import by_currency, shifts_together, together
from projections.reconciliation.travelling import travelled
from projections.theory.beside import OfSessions, of_sessions
from projections.theory.queries import Days

# What a session is summed under whose game or pit nobody has said.
UNKNOWN: Final = "unknown"

Part = TypeVar("Part")
Beside = TypeVar("Beside", bound=Figures)
Sum = TypeVar("Sum")


@dataclass(frozen=True, slots=True)
class DayAsked:
    """What is asked of a gaming date."""

    gaming_date: date
    table: str | None
    pit: str | None
    state: Issued | None
    as_known_at: datetime | None
    jurisdiction: str | None
    pattern: Pattern
    alarm: int


def reconciled(ledger: Ledger, look: Look, asked: DayAsked, setting: str) -> Reconciliation:
    """The answer to it; `setting` is the property's own jurisdiction.  Raises PitNotFound."""
    if asked.pit is not None and not places.has_pit(look, asked.pit):
        raise PitNotFound(pit=asked.pit)
    every = _facts(ledger, look, asked, asked.table)
    sessions = _sessions(ledger, look, asked, every)
    seen = day(ledger, asked.gaming_date, look.as_of)
    said = seen.state
    by = ruled(asked.jurisdiction, None if said.opened is None else said.opened.jurisdiction, setting)
    sessions = _with_openers(ledger, look, asked, by.profile, sessions)
    theory = of_sessions(ledger, look, Days(asked.gaming_date, asked.gaming_date, asked.table), asked.alarm)
    strange = by_session(other_currencies(ledger, look, asked.gaming_date, asked.table))
    sessions = [_with_theory(theory, one, [one]) for one in sessions]
    sessions = [
        one.model_copy(update={"other_currencies": found}) if (found := strange.get(_key(one))) else one
        for one in sessions
    ]

    def summed(parts: Sequence[SessionFigures]) -> Figures:
        return _with_theory(theory, together(parts), parts)

    sums = {currency: _summed(some, summed) for currency, some in by_currency(sessions).items()}
    return Reconciliation(
        as_of=look.as_of,
        lag=look.lag,
        gaming_date=asked.gaming_date,
        **_standing(standing(ledger, look, seen, asked.state, asked.table), asked, sessions)._asdict(),
        as_known_at=asked.as_known_at,
        jurisdiction=by.profile.name,
        sessions=sessions,
        by_game=_of_one([one.by_game for one in sums.values()]),
        by_pit=_of_one([one.by_pit for one in sums.values()]),
        by_shift=_of_one([one.by_shift for one in sums.values()]),
        total=None if len(sums) > 1 else summed(sessions),
        by_currency=sums,
        **_apart(ledger, look, asked, every, said)._asdict(),
    )


def _standing(found: Standing, asked: DayAsked, sessions: Sequence[SessionFigures]) -> Standing:
    """The state of the date, with what moved in the sessions of the pit that is asked for."""
    if asked.pit is None:
        return found
    keys = set(map(_key, sessions))
    moved = [one for one in found.moved if one.session in keys]
    return found._replace(moved=moved, changed_since=bool(moved))


def _key(one: SessionFigures) -> str:
    return f"{one.table}/{one.gaming_date}/{one.number}"


def _facts(ledger: Ledger, look: Look, asked: DayAsked, table: str | None) -> list[SessionFacts]:
    return reconciliation.facts(ledger, look, asked.gaming_date, table)


def _sessions(
    ledger: Ledger, look: Look, asked: DayAsked, every: Sequence[SessionFacts]
) -> list[SessionFigures]:
    """The sessions asked for, with what may explain what is off in them."""
    found = travelled(look, [of_session(one) for one in every if asked.pit in {None, one.pit}])

    @cache
    def all_of_the_date() -> list[SessionFigures]:
        if asked.table is None and asked.pit is None:
            return found
        return travelled(look, [of_session(one) for one in _facts(ledger, look, asked, None)])

    return with_offsets(with_candidates(ledger, look, found, all_of_the_date), all_of_the_date)


def _with_openers(
    ledger: Ledger, look: Look, asked: DayAsked, profile: Profile, sessions: Sequence[SessionFigures]
) -> list[SessionFigures]:
    """The same sessions, each with its opener laid against the closer before it."""
    found = {
        one.session: one
        for one in openers(
            look,
            asked.gaming_date,
            profile,
            asked.pattern,
            currency_of=partial(reconciliation.currency_of, ledger),
            table=asked.table,
        )
    }
    return [one.model_copy(update={"continuity": found.get(_key(one))}) for one in sessions]


def _with_theory(theory: OfSessions, figures: Beside, sessions: Sequence[SessionFigures]) -> Beside:
    """Figures with what the wagers of these sessions should have won."""
    keys = map(_key, sessions)
    return figures.model_copy(update={"theoretical": theory.of(keys)})


class Apart(NamedTuple):
    """What stands beside the figures of a date."""

    no_activity: list[NoActivity]
    said_shut: list[str]
    stray_rounds: list[StrayRound]


def _apart(
    ledger: Ledger, look: Look, asked: DayAsked, sessions: Sequence[SessionFacts], said: GamingDay
) -> Apart:
    """Tables that did not open, those of which that was said and not so, rounds that no session covers."""
    tables, date_ = places.known(look), asked.gaming_date
    strays = stray_rounds(ledger, look, asked.gaming_date, asked.table, sessions)
    # A table with a round was played, whether or not somebody opened a session.
    active = {one.table for one in sessions} | {one.key.partition("/")[0] for one in strays}
    shut = {table: event.reason for table, event in said.not_opened.items()}
    idle = tables.without_activity(asked.gaming_date, active, shut)
    return Apart(
        [one for one in idle if asked.table in {None, one.table} and asked.pit in {None, one.pit}],
        [one for one in sorted(active & shut.keys()) if asked.pit in {None, tables.of(one, None, date_)}],
        [
            one
            for one in strays
            if asked.pit in {None, tables.of(one.key.partition("/")[0], one.opened_at, date_)}
        ],
    )


def _summed(
    sessions: Sequence[SessionFigures], summed: Callable[[Sequence[SessionFigures]], Figures]
) -> CurrencySums:
    """The sums of sessions in one currency."""
    shifts = [shift for one in sessions for shift in one.shifts]
    return CurrencySums(
        by_game=_by(sessions, lambda one: one.game or UNKNOWN, summed),
        by_pit=_by(sessions, lambda one: one.pit or UNKNOWN, summed),
        by_shift=_by(shifts, lambda one: one.shift, shifts_together),
        total=summed(sessions),
    )


def _of_one(sums: Sequence[Mapping[str, Sum]]) -> dict[str, Sum | None]:
    """By name what is summed in one currency alone, None where in several; in order of name."""
    found: dict[str, list[Sum]] = {}
    for one in sums:
        for name, sum_ in one.items():
            found.setdefault(name, []).append(sum_)
    return {name: some[0] if len(some) == 1 else None for name, some in sorted(found.items())}


def _by(
    parts: Sequence[Part], name: Callable[[Part], str], sum_of: Callable[[Sequence[Part]], Sum]
) -> dict[str, Sum]:
    """Sums by name, in order of name."""
    return {
        one: sum_of([part for part in parts if name(part) == one]) for one in sorted(set(map(name, parts)))
    }
