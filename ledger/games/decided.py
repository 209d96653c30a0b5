"""Whether a spot had already answered what a later wager or word answers.

Each later wager answers one question put to a spot; a check or a fold answers
it without chips.  Hold 'em puts three of them, the other games one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.view import RoundView, all_shown

# How many questions come before that which a later wager answers.
QUESTIONS_BEFORE: Final[Mapping[str, int]] = MappingProxyType(
    {"flop": 0, "turn": 1, "river": 2, "play": 0, "bet": 0, "second": 0}
)
# After these a spot is asked nothing more.
LAST: Final = frozenset({"river", "play", "bet", "second"})
MOST: Final = 3  # questions that any game puts


def has_decided(seen: RoundView, spot: int, wager: str, version: int) -> bool:
    """Whether a spot had folded, or answered the question of a later wager, before a version."""
    if seen.folded_at.get(spot, version) < version:
        return True
    return len(_answers(seen, spot, version)) > QUESTIONS_BEFORE[wager]


def has_nothing_to_decide(seen: RoundView, spot: int, version: int) -> bool:
    """Whether a spot had folded or answered all that it is asked before a version."""
    if seen.folded_at.get(spot, version) < version:
        return True
    answers = _answers(seen, spot, version)
    return len(answers) >= MOST or not LAST.isdisjoint(answers)


def is_thrown_in(seen: RoundView, spot: int, wager: str, version: int) -> bool:
    """Whether a wager came after the dealer's cards were up, from a spot that had answered its question."""
    return wager in QUESTIONS_BEFORE and is_dealer_up(seen) and has_decided(seen, spot, wager, version)


def is_dealer_up(seen: RoundView) -> bool:
    """Whether all cards of the dealer are turned up."""
    dealer = seen.hands.get("dealer", ())
    return bool(dealer) and all_shown(dealer)


def _answers(seen: RoundView, spot: int, version: int) -> list[str]:
    """What a spot answered before a version, by the wagers placed and the word of a check."""
    checks = [word for at, who, word in seen.decisions if who == spot and at < version and word == "check"]
    at_spot = seen.at_spots.get(spot)
    main = () if at_spot is None else at_spot.main
    placed = {one.wager for one in main if one.wager in QUESTIONS_BEFORE and one.placed_at < version}
    return [*checks, *sorted(placed)]
