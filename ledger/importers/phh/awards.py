"""Who is pushed what: by the rules, and by the file only where cards stay unknown."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Final, NamedTuple

from ledger.games.poker.options import CHIPS
from ledger.games.seam import PotResolution
from ledger.importers.phh.refusals import HandRefused
from ledger.importers.phh.result import Stated

FROM_THE_FILE: Final = "award from the file: cards unknown"


class Award(NamedTuple):
    """A part of a pot pushed to a spot; `told` where the file decided it."""

    pot: int
    spot: int
    amount: int
    told: bool = False


def awards(pots: Sequence[PotResolution], said: Stated) -> tuple[Award, ...] | None:
    """All awards, the main pot first; None where cards are unknown and the file does not decide either.

    Raises HandRefused where the file says something else than actions and cards.
    """
    ruled = [Award(line.pot, share.spot, share.amount) for line in pots for share in line.winners]
    open_pots = [line for line in pots if line.outcome != "won"]
    if open_pots and said.nothing:
        return None
    left = dict(said.collected)
    for award in ruled:
        if award.spot in left:
            left[award.spot] -= award.amount
    told = _told(open_pots, left) if open_pots else ()
    if any(left.values()):
        spot = next(spot for spot, amount in left.items() if amount)
        raise HandRefused(
            "contradicts_itself", f"spot {spot} collects {left[spot]:+d} beside what the hand gives him"
        )
    return tuple(sorted([*ruled, *told], key=lambda award: award.pot))


def _told(pots: Sequence[PotResolution], left: dict[int, int]) -> Sequence[Award]:
    """The file's awards of pots whose winners are not known, those that fewest can win first."""
    found = []
    for line in reversed(pots):
        rest = line.amount - line.rake - line.contributed
        for spot in line.eligible:
            amount = max(min(rest, left.get(spot, 0)), 0)
            if amount:
                found.append(Award(line.pot, spot, amount, told=True))
                left[spot] -= amount
                rest -= amount
        if rest:
            raise HandRefused(
                "awards_do_not_fit", f"{rest} of pot {line.pot} is collected by nobody who can win it"
            )
    return found


def smallest_chip(amounts: Sequence[int]) -> int:
    """The largest chip that can pay every amount of the hand: nothing smaller is seen to be in play."""
    common = gcd(*amounts)
    return max(chip for chip in CHIPS if common % chip == 0) if common else 1
