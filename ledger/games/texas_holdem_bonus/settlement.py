"""The dealer's steps after the deal, in their order.

Forfeits come as the folds were recorded.  After the dealer's showdown one pass
counterclockwise settles each playing spot whole, main wagers before the bonus;
folded hands with a bonus follow "at the conclusion of the round".

Source: 13:69F-28.10(a)2, (g), (h), (i).  That folded bonuses come after the
pass, and counterclockwise too, is deduced from (a)2i: SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from ledger.games.orders import counterclockwise
from ledger.games.seam import Outcome, Resolution, RoundView
from ledger.games.texas_holdem_bonus.fates import Fate

# What the dealer does for an outcome in the pass; push, void and unpaid have no step of their own.
_MOVES: Final[Mapping[Outcome, str]] = {"lose": "collect", "win": "pay"}


def settlement_order(
    seen: RoundView,
    fates: Mapping[int, Fate],
    folds: Sequence[int],
    lines: Sequence[Resolution],
    *,
    shown_down: bool,
) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    `lines` stand by spot, the main wagers before the bonus.  A round declared
    void has nothing left but to collect the cards.
    """
    at_spot = {spot: list(group) for spot, group in groupby(lines, attrgetter("spot"))}
    voided = seen.voided_at is not None
    quitting = [] if voided else [spot for spot in folds if fates.get(spot) == "folded"]
    at_once = [spot for spot in quitting if not _waits(at_spot.get(spot, ()))]
    steps: list[str] = []
    for spot in folds:
        steps += [f"collect:{spot}" for line in at_spot.get(spot, ()) if line.outcome == "forfeit"][:1]
        steps += _racked(seen, spot) if spot in at_once else []
    if not seen.hands or not shown_down:
        return tuple(steps)
    playing = [spot for spot, fate in fates.items() if fate == "playing"]
    if not voided and (playing or any(map(_waits, at_spot.values()))):
        steps.append("dealer_reveal")
    for spot in counterclockwise(playing):
        steps += [] if voided else [f"reveal:{spot}"]
        steps += _moves(spot, at_spot.get(spot, ())) + _racked(seen, spot)
    dealt_to = [spot for spot in seen.hands if isinstance(spot, int)]
    for spot in counterclockwise({*at_spot, *dealt_to}.difference(playing, at_once)):
        steps += _moves(spot, at_spot.get(spot, ())) + _racked(seen, spot)
    if "dealer" in seen.hands or "board" in seen.hands:
        steps.append("rack:dealer")
    return tuple(steps)


def _waits(lines: Sequence[Resolution]) -> bool:
    """Whether a bonus lives on that keeps a folded hand on the table."""
    return any(line.wager == "bonus" and line.stake and line.outcome != "void" for line in lines)


def _moves(spot: int, lines: Sequence[Resolution]) -> list[str]:
    """What is lost or won at a spot: one step for all wagers that go the same way."""
    outcomes = dict.fromkeys([line.outcome for line in lines])
    return [f"{_MOVES[outcome]}:{spot}" for outcome in outcomes if outcome in _MOVES]


def _racked(seen: RoundView, spot: int) -> list[str]:
    return [f"rack:{spot}"] if spot in seen.hands else []
