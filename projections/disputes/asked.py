"""Questions about disputes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any, Final, NamedTuple

from ledger.disputes.due import MARGIN, Due, Window, due
from ledger.disputes.findings import findings
from ledger.disputes.state import Dispute, Status, fold
from ledger.errors import DisputeNotFound
from ledger.events.base import Event
from ledger.events.records import DisputeHeader
from ledger.jurisdictions import disputing
from ledger.jurisdictions.profile import Profile
from ledger.rounds.answers import finding as finding_document
from projections.asked import Asked
from projections.asking import Fields, Look, cursor, limited, look, place
from projections.disputes import queries
from projections.disputes.answers import (
    DisputePage,
    DisputeRow,
    DisputeState,
    DueSaid,
    RequestSaid,
    WindowSaid,
)
from projections.disputes.projection import NAME as DISPUTES
from projections.rounds.projection import NAME as ROUNDS

UNKNOWN: Final = Profile("", "not known")


class Wanted(NamedTuple):
    """Which disputes: what is None is not asked for."""

    status: Status | None = None
    table: str | None = None
    round: str | None = None


class DisputesAsked(Asked):
    """Disputes, and what is due in them."""

    jurisdiction: str
    # For how many days a property keeps its video, where its jurisdiction does not say less.
    video_days: int

    def disputes(
        self,
        wanted: Wanted | None = None,
        *,
        now: datetime | None = None,
        as_of: int | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> DisputePage:
        """Disputes, the latest recorded first, each with what is to be done first; `limit` is at most 500."""
        size = limited(limit)
        before = None if after is None else place(after, (int,))[0]
        when = now or datetime.now(UTC)

        def work(seen: Look) -> DisputePage:
            rows = queries.disputes(seen, (wanted or Wanted())._asdict(), before, size + 1)
            following = cursor(rows[size - 1]["first_position"]) if len(rows) > size else None
            found = [self._row(seen, row, when) for row in rows[:size]]
            return DisputePage(as_of=seen.as_of, lag=seen.lag, disputes=found, after=following)

        return look(self.ledger, [ROUNDS, DISPUTES], as_of, work)

    def dispute(self, name: str, *, now: datetime | None = None, as_of: int | None = None) -> DisputeState:
        """A dispute with all that is due at a time.  Raises DisputeNotFound."""
        when = now or datetime.now(UTC)

        def work(seen: Look) -> DisputeState:
            return self._state(seen, self.folded_dispute(name, seen.as_of), when)

        return look(self.ledger, [ROUNDS, DISPUTES], as_of, work)

    def disputes_of_subject(self, name: str) -> list[str]:
        """A dispute, and then the others of the same subject that the views know.  Raises DisputeNotFound."""

        def work(seen: Look) -> list[str]:
            opened = self.folded_dispute(name, self.ledger.recorder.head()).opened
            assert opened is not None, "a dispute begins with its complaint"
            return [name, *(one for one in queries.of_subject(seen, opened.subject) if one != name)]

        return look(self.ledger, [DISPUTES], None, work)

    def folded_dispute(self, name: str, as_of: int) -> Dispute:
        """A dispute as of a position.  Raises DisputeNotFound, also where it was not known by then."""
        recorded = [
            one
            for one in self.ledger.stream("dispute", name)
            if one.position is not None and one.position <= as_of
        ]
        if not recorded:
            raise DisputeNotFound(dispute=name)
        header = recorded[0].header
        assert isinstance(header, DisputeHeader), header
        return fold(header, (one.event for one in recorded))

    def _row(self, seen: Look, row: Fields, now: datetime) -> DisputeRow:
        state = self.folded_dispute(row["dispute"], seen.as_of)
        _, asked = self._asked(seen, state)
        opened, closed = state.opened, state.closed
        assert opened is not None, "a dispute begins with its complaint"
        return DisputeRow(
            dispute=row["dispute"],
            status=state.status,
            version=state.version,
            received_at=opened.occurred_at,
            closed_at=None if closed is None else closed.occurred_at,
            rounds=list(opened.rounds),
            tables=row["tables"],
            subject=opened.subject,
            amount=opened.amount,
            jurisdiction=self._named(state),
            outcome=None if closed is None else closed.outcome,
            savings=None if closed is None else closed.savings,
            losses=None if closed is None else closed.losses,
            to_patron=state.to_patron,
            next=next((said(one, now) for one in asked if one.done is None), None),
        )

    def _state(self, seen: Look, state: Dispute, now: datetime) -> DisputeState:
        windows, asked = self._asked(seen, state)
        opened = state.opened
        assert opened is not None, "a dispute begins with its complaint"
        return DisputeState(
            as_of=seen.as_of,
            lag=seen.lag,
            dispute=state.header.name,
            status=state.status,
            version=state.version,
            jurisdiction=self._named(state),
            complaint=opened.model_dump(mode="json", by_alias=True, exclude_none=True),
            due=[said(one, now) for one in asked],
            windows=windows,
            requests=[
                RequestSaid(
                    version=one.version,
                    what=one.event.what,
                    cameras=one.event.cameras,
                    expires_at=one.event.expires_at,
                    preserved=one.preserved,
                )
                for one in state.requests
            ],
            to_patron=state.to_patron,
            outcome=None if state.closed is None else state.closed.outcome,
            findings=[finding_document(one) for one in findings(state)],
            events=[_event(version, event) for version, event in state.events],
        )

    def _named(self, state: Dispute) -> str:
        opened = state.opened
        return (opened and opened.jurisdiction) or self.jurisdiction

    def _asked(self, seen: Look, state: Dispute) -> tuple[list[WindowSaid], tuple[Due, ...]]:
        windows = self._windows(seen, state)
        profile = disputing.PROFILES.get(self._named(state), UNKNOWN)
        spans = tuple(Window(one.table, one.since, one.until) for one in windows)
        return windows, due(state, profile, spans, self.video_days)

    def _windows(self, seen: Look, state: Dispute) -> list[WindowSaid]:
        """What to look at: each table from before its first round in dispute until after its last."""
        opened = state.opened
        assert opened is not None, "a dispute begins with its complaint"
        self.ledger.registry.refresh()
        rows = queries.rounds(seen, list(opened.rounds))
        zone = (opened.occurred_at and opened.occurred_at.tzinfo) or UTC
        found = [_window(table, own, self._cameras(table), zone) for table, own in _by_table(rows).items()]
        if not found and opened.incident_at is not None and opened.table is not None:
            since, until = opened.incident_at - MARGIN, opened.incident_at + MARGIN
            cameras = self._cameras(opened.table)
            found = [WindowSaid(table=opened.table, since=since, until=until, cameras=cameras, rounds=[])]
        return [one for one in found if one is not None]

    def _cameras(self, table: str) -> list[str]:
        """The cameras that look at a table, as its own record says; none where it does not."""
        known = self.ledger.registry.tables.get(table)
        return [] if known is None else list(known.cameras)


def said(one: Due, now: datetime) -> DueSaid:
    """Something due as it is answered at a time."""
    return DueSaid(
        kind=one.kind,
        state=one.state(now),
        by=one.by,
        words=one.words,
        source=one.source,
        evidence=one.evidence,
        done=one.done,
    )


def _event(version: int, event: Event) -> dict[str, Any]:
    return {"version": version, **event.model_dump(mode="json", by_alias=True, exclude_none=True)}


def _by_table(rows: Iterable[Fields]) -> Mapping[str, list[Fields]]:
    found: dict[str, list[Fields]] = {}
    for row in rows:
        found.setdefault(row["table_name"], []).append(row)
    return found


def _window(table: str, rows: list[Fields], cameras: list[str], zone: tzinfo) -> WindowSaid | None:
    """From some minutes before the first until some after the last; None where no time is known.

    The times are said by the clock of a zone: what is looked up on a recorder is the floor's.
    """
    since = [row["opened_at"] for row in rows if row["opened_at"] is not None]
    until = [row["closed_at"] or row["opened_at"] for row in rows if row["opened_at"] is not None]
    if not since:
        return None
    keys = [row["key"] for row in rows]
    return WindowSaid(
        table=table,
        since=(min(since) - MARGIN).astimezone(zone),
        until=(max(until) + MARGIN).astimezone(zone),
        cameras=cameras,
        rounds=keys,
    )
