"""What cannot be a record of a table: limits of a wager that its felt does not have, a currency not kept."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.errors import UnknownWager
from ledger.events.base import Event
from ledger.events.currencies import check_currency
from ledger.events.records import TableHeader
from ledger.events.registry import LimitsPosted, TableRegistered
from ledger.games.registry import GAMES
from ledger.tables.state import Table, evolve


def begin(header: TableHeader) -> Table:
    """A table of which nothing is recorded yet."""
    return Table(header)


def extend(state: Table, events: Iterable[Event], *, first: int = 0) -> Table:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Whether an offered game or submission exists is the registry's to say.
    Raises InvalidField, UnknownWager; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        if isinstance(event, TableRegistered):
            check_currency(event.currency, f"/events/{index}")
        elif isinstance(event, LimitsPosted):
            _check(state, event, f"/events/{index}/limits")
        evolve(state, event)
    return state


def _check(state: Table, event: LimitsPosted, at: str) -> None:
    """A sign names wagers of the game last offered; before any is offered it may name what it likes."""
    offer = state.offer(state.version, None)
    game = None if offer is None else GAMES.get(offer.game)
    if game is None or game.free_felt:
        return
    for wager in event.limits:
        if wager not in game.wagers:
            raise UnknownWager(
                game=game.name, wager=wager, known=", ".join(game.wagers), pointer=f"{at}/{wager}"
            )
