"""Questions about one session whole: its events, the tray after each, its slips and findings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from ledger.errors import SessionNotFound
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.games.seam import Finding
from ledger.jurisdictions.profile import Profile
from ledger.jurisdictions.profiles import named
from ledger.rounds.answers import finding
from ledger.sessions.findings import findings
from ledger.sessions.jurisdiction import asked_findings, asks_of_cards, relieved
from ledger.sessions.state import Session, fold
from projections.asked import Asked
from projections.asking import Look, look
from projections.days.said import day, ruled
from projections.inventory import queries as inventory
from projections.inventory.projection import NAME as INVENTORY
from projections.reconciliation.projection import NAME as RECONCILIATION
from projections.reconciliation.queries import currency_of
from projections.sessions import queries, telling
from projections.sessions.answers import SessionReport
from projections.slips.elsewhere import Elsewhere
from projections.slips.projection import NAME as SLIPS


class SessionsAsked(Asked):
    """One session, from its events and what they moved."""

    def session(
        self,
        reference: str,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        jurisdiction: str | None = None,
    ) -> SessionReport:
        """A session by its key or uuid: now, as of a position, or from what was recorded by a time.

        Its findings are those of any session, and those that the jurisdiction
        asks for: the one named, else that of its gaming day, else the property's.
        Raises SessionNotFound, also where the views have not come so far,
        JurisdictionNotFound.
        """
        stored = self.ledger.stream("session", reference)
        asked = None if jurisdiction is None else named(jurisdiction)

        def work(seen: Look) -> SessionReport:
            events = [one for one in stored if one.position is not None and one.position <= seen.as_of]
            if not events:
                raise SessionNotFound(session=reference)
            header = events[0].header
            assert isinstance(header, SessionHeader)
            self.ledger.registry.refresh()
            return self._report(seen, header, events, asked or self._profile(seen, header.gaming_date))

        return look(self.ledger, [INVENTORY, RECONCILIATION, SLIPS], as_of, work, known_at=as_known_at)

    def _report(
        self, seen: Look, header: SessionHeader, events: Sequence[Recorded], profile: Profile
    ) -> SessionReport:
        state = fold(header, (one.event for one in events))
        known = Elsewhere(seen, (slip.name for slip in state.slips.values()))
        found = self._found(seen, state, profile, known)
        moved = queries.moved(seen, events[0].stream_id, state.key)
        trays = queries.trays(seen, state.key, [one.position for one in events if one.position is not None])
        return SessionReport(
            as_of=seen.as_of,
            lag=seen.lag,
            session=state.key,
            stream=events[0].stream_id,
            table=header.table,
            currency=currency_of(self.ledger, header.table),
            gaming_date=header.gaming_date,
            number=header.number,
            title=header.title,
            version=state.version,
            status="open" if state.closed is None else "closed",
            jurisdiction=profile.name,
            **_counts(state),
            tray=inventory.tray(seen, state.key),
            shifts=telling.shifts(state),
            dealers=list(state.dealers),
            reliefs=telling.relieved(state),
            slips=telling.slips(state, known),
            forms=telling.forms(state),
            documents=telling.documents(state),
            commissions=telling.commissions(state),
            colors=telling.colors(state),
            outstanding_color=state.outstanding_color,
            overrides=dict(state.overrides),
            boxes=telling.boxes(state),
            events=list(telling.entries(state, events, found, (moved, trays))),
            findings=[finding(one) for one in found],
        )

    def _found(self, seen: Look, state: Session, profile: Profile, known: Elsewhere) -> list[Finding]:
        """The findings of a session by event, those that the profile asks for among them."""
        wanted = {state.key: relieved(state)} if asks_of_cards(profile) else {}
        cards = queries.cards(self.ledger, seen, wanted).get(state.key, ())
        own = findings(state, currency_of(self.ledger, state.header.table))
        every = [*telling.across(state, own, known), *asked_findings(state, profile, cards)]
        return sorted(every, key=lambda one: one.event)

    def _profile(self, seen: Look, gaming_date: date) -> Profile:
        """The profile that a gaming day says it follows by then, else the property's."""
        opened = day(self.ledger, gaming_date, seen.as_of).state.opened
        return ruled(None, None if opened is None else opened.jurisdiction, self.jurisdiction).profile


def _counts(state: Session) -> dict[str, Any]:
    """What was counted when the session opened and when it closed, and when; None where it was not."""
    opened, closed = state.opened, state.closed
    return {
        "opened_at": None if opened is None else opened.occurred_at,
        "closed_at": None if closed is None else closed.occurred_at,
        "opener": None if opened is None else opened.opener,
        "closer": None if closed is None else closed.closer,
    }
