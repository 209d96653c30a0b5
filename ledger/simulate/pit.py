"""A pit dealt from a seed: the records of all that happens at its tables.

Each session has a source of chance of its own, so that a table's evening does
not depend on how many others are open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from ledger.errors import UnknownGame, UnknownSubmission
from ledger.events.base import Event
from ledger.events.records import SubmissionHeader, TableHeader
from ledger.events.registry import GameOffered, LimitsPosted, SubmissionSubmitted, TableRegistered
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.simulate.chips import CHIP_SET
from ledger.simulate.evening import EACH, FLOOR_TIME, Dealing, Evening, shifts
from ledger.simulate.funds import KeptFund
from ledger.simulate.offers import OFFERS, Election, Offer
from ledger.simulate.telling import document

REGISTERED_AT: Final = datetime(2026, 1, 5, 10, tzinfo=FLOOR_TIME)


def evening(
    game: str,
    *,
    tables: int,
    rounds: int,
    seed: int,
    mistakes: float = 0.0,
    submission: str | None = None,
    dealing: Dealing | None = None,
) -> Evening:
    """An evening at tables whose names say the seed, `THB-S7-01`, and what was asked for beside it.

    Raises UnknownGame, and UnknownSubmission for one that the game is not
    offered by.
    """
    offer = _offer(game)
    names = [one.name for one in offer.submissions]
    if submission not in {None, EACH, *names}:
        raise UnknownSubmission(submission=submission or "")
    asked = "".join(f"-{one}" for one in (_mark(names, submission), dealing and dealing[0].upper()) if one)
    tables_at = tuple(f"{offer.prefix}-S{seed}-{number:02}{asked}" for number in range(1, tables + 1))
    return Evening(game, tables_at, rounds, seed, mistakes, submission=submission, dealing=dealing)


def _mark(names: Sequence[str], submission: str | None) -> str:
    """What tells the tables of a submission asked for from those of the first: its number, `E` for each."""
    if submission == EACH:
        return "E"
    return "" if submission is None else str(names.index(submission) + 1)


def simulate(dealt: Evening) -> Iterator[str]:
    """The records, one line of JSON each: what registers submissions and tables, then table by table.

    Raises UnknownGame.
    """
    offer = _offer(dealt.game)
    taken = offer.taken(dealt.submission)
    submitted = {one.name: _submitted(dealt.game, one) for one in taken}
    for name, event in submitted.items():
        yield document(SubmissionHeader(name=name), [event])
    offered = {table: taken[place % len(taken)].name for place, table in enumerate(dealt.tables)}
    for table, name in offered.items():
        yield _registration(table, dealt.game, offer, name)
    kept = None if dealt.fund is None else KeptFund(dealt.fund, dealt.tables, REGISTERED_AT)
    if kept is not None:
        yield kept.record()
    for table, name in offered.items():
        elected = elections.submitted(name, 1, GAMES[dealt.game], submitted[name])
        for shift in shifts(dealt, table, elected, kept):
            yield from offer.session(shift)


def _submitted(game: str, election: Election) -> SubmissionSubmitted:
    return SubmissionSubmitted(
        occurred_at=REGISTERED_AT,
        source="manual",
        by="C-01",
        game=game,
        jurisdiction="NJ",
        effective=REGISTERED_AT.date(),
        title=election.title,
        pay_tables=election.elects.pay_tables,
        options=election.elects.options,
    )


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
