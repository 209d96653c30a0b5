"""Pots out of stakes: what comes back uncalled, the side pots, who can win each, how one is split.

Pure arithmetic in the round's units.  Source: by default (SOURCES.md 4); that a
player all in contends for what he has matched, 13:69F-14.1.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple


class SidePot(NamedTuple):
    """A pot, gross of rake, and the spots that can win it, clockwise from the button's left."""

    amount: int
    eligible: tuple[int, ...]


def uncalled(staked: Mapping[int, int]) -> tuple[int, int]:
    """The spot whose stake nobody matched, and by how much; an amount of 0 where there is none."""
    if not staked:
        return 0, 0
    spot = max(staked, key=lambda one: staked[one])
    others = [amount for one, amount in staked.items() if one != spot]
    return spot, staked[spot] - max(others, default=0)


def side_pots(
    staked: Mapping[int, int], unmatched: int, live: Collection[int], dead: Mapping[int, int]
) -> tuple[SidePot, ...]:
    """The pots, the main pot first.

    `staked` is by spot in the order of the table, what was uncalled taken off;
    `unmatched` is money in the main pot that nobody has to match (an ante for
    the table).  Folded money stays in.  Where all who could win a pot gave up
    their hands, the last to do so has it: `dead` are the versions.  Pots that
    the same players can win are one.
    """
    pots: list[SidePot] = []
    below = 0
    for level in sorted({0, *staked.values()}):
        amount = sum(min(stake, level) - min(stake, below) for stake in staked.values())
        amount += unmatched if level == 0 else 0
        below = level
        if not amount:
            continue
        eligible = _contenders([spot for spot, stake in staked.items() if stake >= level], live, dead)
        if pots and pots[-1].eligible == eligible:
            pots[-1] = SidePot(pots[-1].amount + amount, eligible)
        else:
            pots.append(SidePot(amount, eligible))
    return tuple(pots)


def _contenders(holders: Sequence[int], live: Collection[int], dead: Mapping[int, int]) -> tuple[int, ...]:
    found = tuple(spot for spot in holders if spot in live)
    return found or (max(holders, key=lambda spot: dead.get(spot, 0)),)


def spread(total: int, amounts: Sequence[int], policy: str) -> tuple[int, ...]:
    """An amount taken out of several pots: `each_pot` by its size, or `main_pot_first` as far as it goes.

    By size, whole units are given to the pots whose part was cut most.
    """
    total = min(total, sum(amounts))
    if policy == "main_pot_first":
        taken: list[int] = []
        for amount in amounts:
            taken.append(min(total - sum(taken), amount))
        return tuple(taken)
    whole = sum(amounts) or 1
    parts = [total * amount // whole for amount in amounts]
    most_cut = sorted(range(len(amounts)), key=lambda pot: -(total * amounts[pot] % whole))
    for pot in most_cut[: total - sum(parts)]:
        parts[pot] += 1
    return tuple(parts)


def split(amount: int, winners: Sequence[int], chip: int) -> Mapping[int, int]:
    """A pot in equal parts of whole chips; odd chips go one each to the first winners as they are listed.

    What is less than a chip goes to the first of them.
    """
    chips, rest = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    shares = {spot: (each + (place < odd)) * chip for place, spot in enumerate(winners)}
    shares[winners[0]] += rest
    return shares


def is_even(amount: int, winners: int, chip: int) -> bool:
    """Whether a pot splits without an odd chip."""
    return amount % (winners * chip) == 0
