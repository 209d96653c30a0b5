"""A round in dispute and what lies around it: bets, dealers, deck, the rounds before and after.

All of it as of a position, so that the same report can be made again whatever
is recorded later.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import Final

from ledger.application.ledger import Ledger, RoundSeen
from ledger.errors import DeckNotFound, InvalidQuery, InvalidReference, RoundNotFound, SessionNotFound
from ledger.events.base import Recorded
from ledger.events.records import SessionHeader
from ledger.events.rounds import (
    BettingClosed,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
)
from ledger.rounds.state import Round, evolve
from ledger.rounds.truths import totals
from ledger.sessions import state as sessions
from ledger.sessions.attendance import present
from projections.decks.hiding import SeenDeck
from projections.disputes.report.equipment import equipment
from projections.disputes.report.model import Bet, Movement, Neighbour, Played
from projections.inventory.answers import RoundTray
from projections.reports.round import currency_of, report
from projections.views import Views

# Rounds of context before and after.  Source: disputes B.3.
AROUND: Final = 5


def recorded_by(ledger: Ledger, kind: str, key: str, until: int) -> list[Recorded]:
    """The events of a stream up to a position.  Raises NotFound where there are none at all."""
    return [one for one in ledger.stream(kind, key) if one.position is not None and one.position <= until]


def seen_round(ledger: Ledger, key: str, until: int, *, sees_all: bool) -> RoundSeen | None:
    """A round as of a position, as one may see it then; None where it was not recorded."""
    try:
        recorded = recorded_by(ledger, "round", key, until)
    except (RoundNotFound, InvalidReference):
        return None
    return ledger.rebuilt(recorded, sees_all=sees_all) if recorded else None


def played(views: Views, seen: RoundSeen, until: int, *, sees_all: bool, software: str) -> Played:
    """A round in dispute, with its context."""
    ledger, state = views.ledger, seen.state
    deck = seen_with(views, state, until, sees_all=sees_all)
    tray: RoundTray | None = None
    # A view of the trays that is behind cannot say what lay there.
    with suppress(RoundNotFound, InvalidQuery):
        tray = views.round_tray(state.key, as_of=until)
    document = report(
        seen,
        tray,
        limits=ledger.registry.limits(state),
        currency=currency_of(ledger, state.header),
        software=software,
    )
    return Played(
        round=state.key,
        report=document,
        bets=list(bets(state)),
        movements=list(movements(state)),
        dealers=_dealers(ledger, state, until),
        neighbours=_neighbours(views, state.key, until, sees_all=sees_all),
        equipment=equipment(state, deck and deck.deck, masked=deck is not None and deck.masked),
    )


# --- money on the layout ------------------------------------------------------------


def bets(state: Round) -> Iterator[Bet]:
    """Chips put on each wager against "no more bets", in the order in which they were put there."""
    found: list[Bet] = []
    dealt = Round(state.header, state.in_force)
    closed: dict[str, tuple[int, datetime | None]] = {}
    for version, event in enumerate(state.events, 1):
        if event is None:
            dealt.events.append(None)
            dealt.log.append(state.log[version - 1])
            continue
        late = sum(wager.late for wager in dealt.wagers)
        evolve(dealt, event)
        if isinstance(event, BettingClosed):
            shut = {bet.wager for bet in found if dealt.is_shut(bet.wager)}
            for wager in shut - closed.keys():
                closed[wager] = (version, event.occurred_at)
        if isinstance(event, WagerPlaced | WagerIncreased):
            found.append(
                Bet(
                    version=version,
                    occurred_at=event.occurred_at,
                    spot=event.spot,
                    wager=event.wager,
                    amount=event.amount,
                    closed_by=None,
                    closed_at=None,
                    late=sum(wager.late for wager in dealt.wagers) > late,
                )
            )
    for bet in found:
        by, at = closed.get(bet.wager, (None, None))
        yield bet.model_copy(update={"closed_by": by, "closed_at": at})


def movements(state: Round) -> Iterator[Movement]:
    """Money that moved at the table, in the order in which it did."""
    for version, event in enumerate(state.events, 1):
        if isinstance(event, WagerPaid | WagerCollected | WagerReturned):
            chips = event.__dict__.get("chips")
            yield Movement(
                version=version,
                type=event.type,
                spot=event.spot,
                wager=event.wager,
                amount=event.amount,
                chips=None if chips is None else {str(face): count for face, count in chips.items()},
            )


# --- who and what was there ---------------------------------------------------------


def _dealers(ledger: Ledger, state: Round, until: int) -> list[str]:
    """Who was signed in at the table as the round opened; none where no session says so."""
    session, opened = state.header.session_key, state.opened
    if session is None or opened is None or opened.occurred_at is None:
        return []
    try:
        recorded = recorded_by(ledger, "session", session, until)
    except SessionNotFound:
        return []
    at = opened.occurred_at
    by_then = [one.event for one in recorded if one.event.occurred_at and one.event.occurred_at <= at]
    header = recorded[0].header if recorded else None
    return list(present(sessions.fold(header, by_then))) if isinstance(header, SessionHeader) else []


def seen_with(views: Views, state: Round, until: int, *, sees_all: bool) -> SeenDeck | None:
    """The deck that a round names; None where it names none, or nothing is recorded of it."""
    if state.header.deck is None:
        return None
    try:
        return views.seen_deck(state.header.deck, until, sees_all=sees_all)
    except DeckNotFound:
        return None


# --- before and after ---------------------------------------------------------------


def _neighbours(views: Views, key: str, until: int, *, sees_all: bool) -> list[Neighbour]:
    """The rounds at the table before and after, each as one could see it at the position."""
    beside = views.neighbours(key, AROUND, as_of=until, sees_all=sees_all)
    placed = [*enumerate(beside.before, -len(beside.before)), *enumerate(beside.after, 1)]
    rounds = ((place, seen_round(views.ledger, row.key, until, sees_all=sees_all)) for place, row in placed)
    return [neighbour(place, one) for place, one in rounds if one is not None]


def neighbour(place: int, seen: RoundSeen) -> Neighbour:
    """A round beside another; `place` counts from that one."""
    state = seen.state
    rules, mispaid, unjudged = totals(seen.judgement.truths)
    status = "voided" if state.voided_at else "closed" if state.closed_at else "open"
    return Neighbour(
        place=place,
        round=state.key,
        status=status,
        opened_at=None if state.opened is None else state.opened.occurred_at,
        closed_at=None if state.closed_at is None else state.log[state.closed_at - 1].occurred_at,
        house_win=rules + mispaid + unjudged,
        mispaid=mispaid,
        findings=sorted({finding.code for finding in seen.judgement.findings}),
    )
