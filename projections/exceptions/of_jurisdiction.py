"""The findings of sessions that only the jurisdiction of a gaming date asks for.

They depend on whose rules the date is looked at by, so that they are told when
they are asked for, by the same rules as of one session alone.  Of a profile
that asks nothing no session is read; where two must sign a void, those with one;
where a relief burns a card, those with a relief.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.events.sessions import DealerSignedIn, DealerSignedOut, SessionCorrected
from ledger.jurisdictions.profile import Profile
from ledger.sessions.jurisdiction import asked_findings, asks_of_cards, asks_of_voids, relieved
from projections.asking import Look
from projections.exceptions.answers import ExceptionLine
from projections.exceptions.items import of_findings
from projections.exceptions.queries import of_item, recorded_by, session_of
from projections.sessions.queries import cards

SIGNING: Final = (DealerSignedIn.TOPIC, DealerSignedOut.TOPIC, SessionCorrected.TOPIC)
# Sessions read together: their events are in memory while they are looked at.
PIECE: Final = 20
# Those of whose dealers more than one signing is recorded, or put right.
WITH_A_RELIEF: Final = (
    "SELECT stream_id FROM exception_sessions WHERE gaming_date = %(gaming_date)s"
    " AND first_position <= %(as_of)s AND EXISTS (SELECT FROM events WHERE originator_id = stream_id"
    " AND topic = ANY(%(topics)s) AND notification_id <= %(as_of)s OFFSET 1)"
    " ORDER BY table_name, session"
)
WITH_A_VOID: Final = (
    "SELECT stream_id FROM exception_sessions AS known WHERE gaming_date = %(gaming_date)s"
    " AND first_position <= %(as_of)s AND EXISTS (SELECT FROM slip_steps AS taken"
    " WHERE taken.session = known.session AND step = 'voided' AND taken.position <= %(as_of)s)"
    " ORDER BY table_name, session"
)


def lines(ledger: Ledger, look: Look, gaming_date: date, profile: Profile) -> Iterator[ExceptionLine]:
    """What a profile would have had otherwise in the sessions of a date, by table and session."""
    concerned = _concerned(look, gaming_date, profile)
    for start in range(0, len(concerned), PIECE):
        streams = concerned[start : start + PIECE]
        known = recorded_by(ledger, look, streams)
        states = {stream: session_of(known[stream]) for stream in streams}
        wanted = states.values() if asks_of_cards(profile) else ()
        shown = cards(ledger, look, {state.key: relieved(state) for state in wanted})
        for stream, state in states.items():
            for item in of_findings(state, asked_findings(state, profile, shown.get(state.key, ()))):
                yield of_item(item, state, known[stream])


def _concerned(look: Look, gaming_date: date, profile: Profile) -> list[UUID]:
    """The sessions in which a profile may find something."""
    if asks_of_cards(profile):
        rows = look.rows(WITH_A_RELIEF, gaming_date=gaming_date, topics=list(SIGNING))
    elif asks_of_voids(profile):
        rows = look.rows(WITH_A_VOID, gaming_date=gaming_date)
    else:
        return []
    return [row["stream_id"] for row in rows]
