"""The dealer's steps after the deal, in their order, and what a void leaves of them.

Forfeits come as the folds were recorded.  After the dealer's showdown one pass
counterclockwise settles each playing spot whole, main wagers before the bonus;
folded hands with a bonus follow "at the conclusion of the round".

Source: 13:69F-28.10(a)2, (g), (h), (i).  That folded bonuses come after the
pass, and counterclockwise too, is deduced from (a)2i: SOURCES.md 4.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.events.base import Event
from ledger.games.orders import counterclockwise
from ledger.games.seam import Resolution, RoundView
from ledger.games.settling import CHIPS
from ledger.games.texas_holdem_bonus.fates import Fate

SETTLES: Final = frozenset({"wager_collected", "wager_paid", "wager_returned"})

# What the dealer does for an outcome; push, void and unpaid have no step of their own.
_MOVES: Final[Mapping[str, str]] = MappingProxyType({"lose": "collect", "win": "pay"})


class Due(NamedTuple):
    """What the lines of a round ask of the dealer, by spot."""

    moves: Mapping[int, Mapping[str, bool]]  # collect and pay in their order, main wagers before the bonus
    forfeits: Collection[int]
    bonuses: Collection[int]  # spots with a bonus that lives


def _due(seen: RoundView, lines: Iterable[Resolution]) -> Due:
    moves: dict[int, dict[str, bool]] = {spot: {} for spot in seen.hands if isinstance(spot, int)}
    forfeits, bonuses = set(), set()
    for line in lines:
        spot, outcome = line.spot, line.outcome
        here = moves.setdefault(spot, {})
        if outcome in _MOVES:
            here[_MOVES[outcome]] = True
        elif outcome == "forfeit":
            forfeits.add(spot)
        if line.wager == "bonus" and line.stake and outcome != "void":
            bonuses.add(spot)
    return Due(moves, forfeits, bonuses)


def settlement_order(
    seen: RoundView,
    fates: Mapping[int, Fate],
    folds: Sequence[int],
    lines: Sequence[Resolution],
    *,
    shown_down: bool,
) -> tuple[str, ...]:
    """The steps due so far, named as in the contract; none before cards are dealt.

    `lines` have a spot's main wagers before its bonus.  A round declared void
    has nothing left but to collect the cards.
    """
    due, voided = _due(seen, lines), seen.voided_at is not None
    racked = (
        [] if voided else [spot for spot in folds if fates.get(spot) == "folded" and spot not in due.bonuses]
    )
    steps = [step for spot in folds for step in _forfeit(seen, spot, due, racked)]
    if not seen.hands or not shown_down:
        return tuple(steps)
    playing = [spot for spot, fate in fates.items() if fate == "playing"]
    if (playing or due.bonuses) and not voided:
        steps.append("dealer_reveal")
    for spot in counterclockwise(playing):
        if not voided:
            steps.append(f"reveal:{spot}")
        steps.extend(_settle(seen, spot, due))
    for spot in counterclockwise(set(due.moves).difference(playing, racked)):
        steps.extend(_settle(seen, spot, due))
    if "dealer" in seen.hands or "board" in seen.hands:
        steps.append("rack:dealer")
    return tuple(steps)


def _forfeit(seen: RoundView, spot: int, due: Due, racked: Collection[int]) -> Iterator[str]:
    """A fold: the ante is collected, and the hand racked at once unless a bonus is on it."""
    if spot in due.forfeits:
        yield f"collect:{spot}"
    if spot in racked and spot in seen.hands:
        yield f"rack:{spot}"


def _settle(seen: RoundView, spot: int, due: Due) -> Iterator[str]:
    """What is lost or won at a spot, then its hand to the rack."""
    for move in due.moves[spot]:
        yield f"{move}:{spot}"
    if spot in seen.hands:
        yield f"rack:{spot}"


def void_unsettled(seen: RoundView, lines: Sequence[Resolution]) -> Sequence[Resolution]:
    """The lines of a round declared void: what was not settled before goes back to the patron."""
    if seen.voided_at is None:
        return lines
    before = [event for event in seen.events[: seen.voided_at] if event is not None and event.type in SETTLES]
    return [line if any(_settles(event, line) for event in before) else _void(line) for line in lines]


def _void(line: Resolution) -> Resolution:
    return Resolution(
        line.spot, line.wager, line.stake, "void", returned=line.stake, evidence="derived",
        on=line.on, patron=line.patron, tender=line.tender, late=line.late,
    )  # fmt: skip


def _settles(event: Event, line: Resolution) -> bool:
    """Whether a settlement is of a line's wager: what it leaves unsaid fits any."""
    said = event.__dict__
    return (
        said["spot"] == line.spot
        and said["wager"] == line.wager
        and said["on"] in {None, line.on}
        and said["patron"] in {None, line.patron}
        and said["tender"] in {None, line.tender or CHIPS}
    )
