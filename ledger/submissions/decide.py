"""What cannot be a rules submission: a game, table, row or option that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.errors import GameMismatch, LedgerError, UnknownGame
from ledger.events.base import Event
from ledger.events.records import SubmissionHeader
from ledger.events.registry import SubmissionSubmitted
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.submissions.state import SubmissionStream, evolve


def begin(header: SubmissionHeader) -> SubmissionStream:
    """A submission of which nothing is recorded yet."""
    return SubmissionStream(header)


def extend(state: SubmissionStream, events: Iterable[Event], *, first: int = 0) -> SubmissionStream:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises UnknownGame, GameMismatch, UnknownWager, UnknownRow, MissingRow,
    UnknownOption, InvalidOption; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        if isinstance(event, SubmissionSubmitted):
            _check(state, event, f"/events/{index}")
        evolve(state, event)
    return state


def _check(state: SubmissionStream, event: SubmissionSubmitted, at: str) -> None:
    """The game exists and is the same in every version; its tables and options are the game's own."""
    name = state.header.name
    game = GAMES.get(event.game)
    if game is None:
        raise UnknownGame(game=event.game, known=", ".join(GAMES), pointer=f"{at}/game")
    if state.version and state.submitted(1).game != event.game:
        raise GameMismatch(submission=name, game=state.submitted(1).game, pointer=f"{at}/game")
    try:
        elections.submitted(name, state.version + 1, game, event)
    except LedgerError as refused:
        raise refused.at(f"{at}{refused.pointer or ''}") from None
