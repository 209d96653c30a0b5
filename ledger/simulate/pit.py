"""A pit dealt from a seed: the records of all that happens at its tables.

Each session has a source of chance of its own, so that a table's evening does
not depend on how many others are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from ledger.errors import UnknownGame
from ledger.events.base import Event
from ledger.events.records import SubmissionHeader, TableHeader
from ledger.events.registry import GameOffered, LimitsPosted, SubmissionSubmitted, TableRegistered
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.simulate.chips import CHIP_SET
from ledger.simulate.evening import FLOOR_TIME, Evening, shifts
from ledger.simulate.offers import OFFERS, Offer
from ledger.simulate.telling import document

REGISTERED_AT: Final = datetime(2026, 1, 5, 10, tzinfo=FLOOR_TIME)


def evening(game: str, *, tables: int, rounds: int, seed: int, mistakes: float = 0.0) -> Evening:
    """An evening at tables whose names say the seed: `THB-S7-01`.  Raises UnknownGame."""
    prefix = _offer(game).prefix
    names = tuple(f"{prefix}-S{seed}-{number:02}" for number in range(1, tables + 1))
    return Evening(game, names, rounds, seed, mistakes)


def simulate(dealt: Evening) -> Iterator[str]:
    """The records, one line of JSON each: what registers submission and tables, then table by table.

    Raises UnknownGame.
    """
    offer = _offer(dealt.game)
    election = offer.submission(dealt.submission)
    submitted = SubmissionSubmitted(
        occurred_at=REGISTERED_AT,
        source="manual",
        by="C-01",
        game=dealt.game,
        jurisdiction="NJ",
        effective=REGISTERED_AT.date(),
        title=election.title,
        pay_tables=election.elects.pay_tables,
        options=election.elects.options,
    )
    elected = elections.submitted(election.name, 1, GAMES[dealt.game], submitted)
    yield document(SubmissionHeader(name=election.name), [submitted])
    for table in dealt.tables:
        yield _registration(table, dealt.game, offer, election.name)
    for table in dealt.tables:
        for shift in shifts(dealt, table, elected):
            yield from offer.session(shift)


def _registration(table: str, game: str, offer: Offer, submission: str) -> str:
    events: list[Event] = [
        TableRegistered(kind="table", spots=offer.spots, currency="USD", chip_set=list(CHIP_SET)),
        GameOffered(game=game, submission=submission),
    ]
    if offer.limits:
        events.append(LimitsPosted(limits=dict(offer.limits)))
    said = {"occurred_at": REGISTERED_AT, "source": "manual", "by": "C-01"}
    return document(TableHeader(table=table), [event.model_copy(update=said) for event in events])


def _offer(game: str) -> Offer:
    try:
        return OFFERS[game]
    except KeyError:
        raise UnknownGame(game=game, known=", ".join(OFFERS)) from None
