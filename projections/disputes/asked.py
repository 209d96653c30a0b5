"""Questions about disputes."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from ledger.disputes.due import Due, Window, due
from ledger.disputes.findings import findings
from ledger.disputes.state import Dispute, Status, fold
from ledger.errors import DisputeNotFound
from ledger.events.base import Event, Recorded
from ledger.events.corrections import corrects
from ledger.events.disputes import DisputeOpened
from ledger.events.records import DisputeHeader
from ledger.games.seam import Finding
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
from projections.disputes.money import in_one, played_in, settled
from projections.disputes.projection import NAME as DISPUTES
from projections.disputes.windows import cameras_by, looked_at, spans
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
            return self._state(seen, self._dispute_recorded(name, seen.as_of), when)

        return look(self.ledger, [ROUNDS, DISPUTES], as_of, work)

    def disputes_of_subject(self, name: str) -> list[str]:
        """A dispute, and then the others of the same subject that the views know.  Raises DisputeNotFound."""

        def work(seen: Look) -> list[str]:
            opened = self.folded_dispute(name, self.ledger.recorder.head()).opened
            assert opened is not None, "a dispute begins with its complaint"
            return [name, *(one for one in queries.of_subject(seen, opened.subject) if one != name)]

        return look(self.ledger, [DISPUTES], None, work)

    def disputes_naming(self, subject: str) -> list[str]:
        """The disputes of a subject that the views know, the earliest first."""
        return look(self.ledger, [DISPUTES], None, lambda seen: queries.of_subject(seen, subject))

    def former_subjects(self, name: str) -> list[str]:
        """The subjects that a dispute named before it was corrected, and none does now.

        Raises DisputeNotFound.
        """

        def work(seen: Look) -> list[str]:
            state = self.folded_dispute(name, self.ledger.recorder.head())
            complaints = (event.event if corrects(event) else event for event in state.log)
            named = {one.subject for one in complaints if isinstance(one, DisputeOpened)}
            return sorted(one for one in named if not queries.of_subject(seen, one))

        return look(self.ledger, [DISPUTES], None, work)

    def folded_dispute(self, name: str, as_of: int) -> Dispute:
        """A dispute as of a position.  Raises DisputeNotFound, also where it was not known by then."""
        return _folded(self._dispute_recorded(name, as_of))

    def _dispute_recorded(self, name: str, as_of: int) -> list[Recorded]:
        recorded = [
            one
            for one in self.ledger.stream("dispute", name)
            if one.position is not None and one.position <= as_of
        ]
        if not recorded:
            raise DisputeNotFound(dispute=name)
        return recorded

    def _row(self, seen: Look, row: Fields, now: datetime) -> DisputeRow:
        recorded = self._dispute_recorded(row["dispute"], seen.as_of)
        state = _folded(recorded)
        paid = settled(self.ledger, state, recorded)
        _, asked, _ = self._asked(seen, state)
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
            to_patron=in_one(paid),
            settled=paid,
            next=next((said(one, now) for one in asked if one.done is None), None),
        )

    def _state(self, seen: Look, recorded: Sequence[Recorded], now: datetime) -> DisputeState:
        state = _folded(recorded)
        paid = settled(self.ledger, state, recorded)
        windows, asked, found = self._asked(seen, state)
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
            to_patron=in_one(paid),
            settled=paid,
            outcome=None if state.closed is None else state.closed.outcome,
            findings=[finding_document(one) for one in found],
            events=[_event(version, event) for version, event in state.events],
        )

    def _named(self, state: Dispute) -> str:
        opened = state.opened
        return (opened and opened.jurisdiction) or self.jurisdiction

    def _asked(
        self, seen: Look, state: Dispute
    ) -> tuple[list[WindowSaid], tuple[Due, ...], tuple[Finding, ...]]:
        """What to look at, what is due, and what is found."""
        opened = state.opened
        assert opened is not None, "a dispute begins with its complaint"
        played = spans(self.ledger, opened.rounds, seen.as_of)
        cameras = partial(cameras_by, self.ledger, seen.as_of)
        windows, untimed = looked_at(opened, played, cameras)
        money = played_in(self.ledger, opened, seen.as_of)
        asked = asked_of(
            state, self._named(state), Looked(windows, untimed, {*money.values()}), self.video_days
        )
        dealt = [one for round_ in played for one in round_.dealers]
        return windows, asked, findings(state, dealt, money)


def _folded(recorded: Sequence[Recorded]) -> Dispute:
    header = recorded[0].header
    assert isinstance(header, DisputeHeader), header
    return fold(header, (one.event for one in recorded))


class Looked(NamedTuple):
    """What to look at, the rounds or tables of which no time is known, and what they were played in."""

    windows: Sequence[WindowSaid]
    untimed: tuple[str, ...]
    money: AbstractSet[str]


def asked_of(state: Dispute, jurisdiction: str, looked: Looked, video_days: int) -> tuple[Due, ...]:
    """What is due in a dispute by the profile of a jurisdiction.  Pure."""
    windows, untimed, money = looked
    profile = disputing.PROFILES.get(jurisdiction, UNKNOWN)
    found = tuple(Window(one.table, one.since, one.until, tuple(one.cameras)) for one in windows)
    # Of several nobody can say how much of which is in dispute.
    currency = next(iter(money or {profile.currency})) if len(money) <= 1 else " and ".join(sorted(money))
    return due(state, profile, found, video_days, untimed, currency=currency)


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
        done_at=one.done_at,
    )


def _event(version: int, event: Event) -> dict[str, Any]:
    return {"version": version, **event.model_dump(mode="json", by_alias=True, exclude_none=True)}
