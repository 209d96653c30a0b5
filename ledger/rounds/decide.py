"""What cannot be a record of a round, and the state that follows from what can.

A wrong payment, a late wager or a missing card is not refused here: it
happened.  Refused are wager names the felt does not have, a settlement that
fits several wagers, and a correction of nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ledger.errors import (
    NotOpened,
    OpenedTwice,
    SamePerson,
    UnknownGame,
    UnknownVersion,
    UnknownWager,
    WagerAmbiguous,
)
from ledger.events.base import Event, InForce
from ledger.events.records import RoundHeader
from ledger.events.round_parts import WagerNamed
from ledger.events.rounds import AdjustmentPosted, BettingClosed, RoundCorrected, RoundOpened, RulingMade
from ledger.games.registry import GAMES
from ledger.games.seam import Game
from ledger.rounds.parts import NamesWager
from ledger.rounds.state import Round, effective, evolve


def begin(header: RoundHeader, in_force: InForce | None = None) -> Round:
    """An empty round.  Raises UnknownGame."""
    if header.game not in GAMES:
        raise UnknownGame(game=header.game, known=", ".join(GAMES), pointer="/game")
    return Round(header, in_force)


def extend(state: Round, events: Iterable[Event], *, first: int = 0) -> Round:
    """Check and take each event.  `first` is the index of the first in its record, for pointers.

    Raises NotARecord; `state` is then of no further use.
    """
    for index, event in enumerate(events, first):
        check(state, event, index)
        evolve(state, event)
    return state


def check(state: Round, event: Event, index: int) -> None:
    """Refuse an event that cannot follow; `index` is its place in its record.  Raises NotARecord."""
    rule = CHECKS.get(event.type)
    if rule is not None:
        rule(state, event, f"/events/{index}")


def known_wager(game: Game, wager: str, at: str) -> None:
    """Refuse a wager that the felt does not have."""
    if not (wager in game.wagers or wager in game.unstaked or game.free_felt):
        raise UnknownWager(game=game.name, wager=wager, known=", ".join(game.wagers), pointer=at)


def _names_wager(state: Round, event: NamesWager, at: str) -> None:
    if event.wager is not None:
        known_wager(state.rules, event.wager, f"{at}/wager")


def _names_one_wager(state: Round, event: NamesWager, at: str) -> None:
    _names_wager(state, event, at)
    if event.wager is not None and len(state.matching(event)) > 1:
        raise WagerAmbiguous(spot=event.spot, wager=event.wager, pointer=f"{at}/wager")


def _names_wagers(state: Round, event: BettingClosed | RulingMade, at: str) -> None:
    for index, named in enumerate(event.wagers or ()):
        wager = named.wager if isinstance(named, WagerNamed) else str(named)
        known_wager(state.rules, wager, f"{at}/wagers/{index}")


def _corrects(state: Round, event: RoundCorrected, at: str) -> None:
    if event.corrects > state.version:
        raise UnknownVersion(version=event.corrects, pointer=f"{at}/corrects")
    opening = effective(state, event.corrects) == 1
    undone = opening and event.corrects != 1 and event.event is None
    if opening and not undone and not isinstance(event.event, RoundOpened):
        raise NotOpened(stream="round", first="opened", pointer=f"{at}/event")
    if not opening and isinstance(event.event, RoundOpened):
        raise OpenedTwice(stream="round", first="opened", pointer=f"{at}/event")
    if event.event is None:
        return
    instead = event.event.__dict__
    if instead["by"] is not None and instead.get("approved_by") == instead["by"]:
        raise SamePerson(person=instead["by"], pointer=f"{at}/event/approved_by")
    wager = instead.get("wager")
    if wager is not None:
        known_wager(state.rules, wager, f"{at}/event/wager")


def _adjusts(state: Round, event: AdjustmentPosted, at: str) -> None:
    if event.corrects is not None and event.corrects > state.version:
        raise UnknownVersion(version=event.corrects, pointer=f"{at}/corrects")
    _names_one_wager(state, event, at)


CHECKS: Mapping[str, Callable[[Round, Any, str], None]] = {
    "wager_placed": _names_wager,
    "wager_carried": _names_wager,
    "wager_increased": _names_one_wager,
    "wager_withdrawn": _names_one_wager,
    "wager_collected": _names_one_wager,
    "wager_paid": _names_one_wager,
    "wager_returned": _names_one_wager,
    "outcome_declared": _names_one_wager,
    "progressive_won": _names_one_wager,
    "progressive_paid": _names_one_wager,
    "betting_closed": _names_wagers,
    "ruling_made": _names_wagers,
    "adjustment_posted": _adjusts,
    "corrected": _corrects,
}
