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
from ledger.events.currencies import check_currency
from ledger.events.people import same_person
from ledger.events.records import RoundHeader
from ledger.events.round_parts import WagerNamed
from ledger.events.rounds import (
    AdjustmentPosted,
    BettingClosed,
    OutcomeDeclared,
    ProgressivePaid,
    ProgressiveWon,
    RoundCorrected,
    RoundOpened,
    RulingMade,
    WagerCarried,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.registry import GAMES
from ledger.games.seam import Game
from ledger.rounds.parts import NamesWager
from ledger.rounds.state import Round, effective, evolve


def begin(header: RoundHeader, in_force: InForce | None = None) -> Round:
    """An empty round.  Raises UnknownGame, InvalidField of a currency that cannot be kept."""
    if header.game not in GAMES:
        raise UnknownGame(game=header.game, known=", ".join(GAMES), pointer="/game")
    check_currency(header.currency, "")
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
    rule = CHECKS.get(type(event))
    if rule is not None:
        rule(state, event, index)


def known_wager(game: Game, wager: str, at: str) -> None:
    """Refuse a wager that the felt does not have."""
    if not (wager in game.wagers or wager in game.unstaked or game.free_felt):
        raise UnknownWager(game=game.name, wager=wager, known=", ".join(game.wagers), pointer=at)


def _names_wager(state: Round, event: NamesWager, index: int) -> None:
    wager = event.wager
    if wager is not None and wager not in state.rules.wagers:
        known_wager(state.rules, wager, f"/events/{index}/wager")


def _names_one_wager(state: Round, event: NamesWager, index: int) -> None:
    wager = event.wager
    if wager is None:
        return
    if wager not in state.rules.wagers:
        known_wager(state.rules, wager, f"/events/{index}/wager")
    if len(state.matching(event)) > 1:
        raise WagerAmbiguous(spot=event.spot, wager=wager, pointer=f"/events/{index}/wager")


def _names_wagers(state: Round, event: BettingClosed | RulingMade, index: int) -> None:
    for place, named in enumerate(event.wagers or ()):
        wager = named.wager if isinstance(named, WagerNamed) else str(named)
        known_wager(state.rules, wager, f"/events/{index}/wagers/{place}")


def _corrects(state: Round, event: RoundCorrected, index: int) -> None:
    at = f"/events/{index}"
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
    if same_person(instead.get("approved_by"), instead["by"]):
        raise SamePerson(person=instead["by"], pointer=f"{at}/event/approved_by")
    wager = instead.get("wager")
    if wager is not None:
        known_wager(state.rules, wager, f"{at}/event/wager")


def _adjusts(state: Round, event: AdjustmentPosted, index: int) -> None:
    if event.corrects is not None and event.corrects > state.version:
        raise UnknownVersion(version=event.corrects, pointer=f"/events/{index}/corrects")
    _names_one_wager(state, event, index)


CHECKS: Mapping[type[Event], Callable[[Round, Any, int], None]] = {
    WagerPlaced: _names_wager,
    WagerCarried: _names_wager,
    WagerIncreased: _names_one_wager,
    WagerWithdrawn: _names_one_wager,
    WagerCollected: _names_one_wager,
    WagerPaid: _names_one_wager,
    WagerReturned: _names_one_wager,
    OutcomeDeclared: _names_one_wager,
    ProgressiveWon: _names_one_wager,
    ProgressivePaid: _names_one_wager,
    BettingClosed: _names_wagers,
    RulingMade: _names_wagers,
    AdjustmentPosted: _adjusts,
    RoundCorrected: _corrects,
}
