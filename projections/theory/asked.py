"""Questions to the view of theory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from ledger.errors import InvalidQuery
from projections.asked import Asked
from projections.asking import Look, look
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.theory.answers import By, TheoreticalWin, TheoryGroup
from projections.theory.projection import NAME as THEORY
from projections.theory.queries import Days, Group, Where, grouped, names, staked
from projections.theory.reckoning import Expected, Line, Staked, together

# From how many sigma on a win is worth a look: configuration, no text read sets it.
ALARM: Final = 3


class TheoryAsked(Asked):
    """What should have been won."""

    def theory(
        self,
        first: date,
        last: date | None = None,
        *,
        table: str | None = None,
        by: By = "session",
        alarm: int | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
    ) -> TheoreticalWin:
        """What wagers of closed rounds should have won, on gaming dates `first` to `last` (absent: that one).

        `alarm` is how many sigma are told as an alarm, the property's where absent.
        Raises TableNotFound, InvalidQuery where `last` is before `first`.
        """
        if table is not None:
            self._known(table)
        sigma = self.alarm if alarm is None else alarm
        days = _days(first, last or first, table)

        def work(seen: Look) -> _Found:
            found = staked(seen, days)
            return _Found(seen.as_of, seen.lag, found, names(self.ledger, seen, by, found))

        # A table's pit, and what it calls its game, are told by the reconciliation.
        views = [THEORY, RECONCILIATION] if by in {"pit", "game"} else [THEORY]
        found = look(self.ledger, views, as_of, work, known_at=as_known_at)
        # Reckoned when the database has been let go: months of it take a while.
        self.ledger.registry.refresh()
        groups = grouped(self.ledger, found.staked, found.name_of)
        sums = _sums(groups)
        return TheoreticalWin(
            as_of=found.as_of,
            lag=found.lag,
            first=days.first,
            last=days.last,
            as_known_at=as_known_at,
            table=table,
            by=by,
            alarm=sigma,
            groups=[_said(*name, group, sigma) for name, group in groups.items()],
            total=None if len(sums) > 1 else together(sums.values()).said(sigma),
            by_currency={currency: one.said(sigma) for currency, one in sums.items()},
        )


class _Found(NamedTuple):
    """What one look found: wagers by where they were placed, and what each place is grouped under."""

    as_of: int
    lag: int
    staked: Mapping[Where, Sequence[Staked]]
    name_of: Callable[[Where], str | None]


def _days(first: date, last: date, table: str | None) -> Days:
    """The gaming dates asked for.  Raises InvalidQuery."""
    if last < first:
        raise InvalidQuery(detail="the last gaming date is not before the first")
    return Days(first, last, table)


def _sums(groups: Mapping[Group, Sequence[Line]]) -> dict[str, Expected]:
    """What the groups of each currency come to."""
    found: dict[str, Expected] = {}
    for group, lines in sorted(groups.items(), key=lambda one: one[0].currency):
        found.setdefault(group.currency, Expected()).take(together(line.expected for line in lines))
    return found


def _said(name: str | None, currency: str, lines: Sequence[Line], alarm: int) -> TheoryGroup:
    return TheoryGroup(
        name=name,
        currency=currency,
        theoretical=together(line.expected for line in lines).said(alarm),
        wagers=[line.said(alarm) for line in lines],
    )
