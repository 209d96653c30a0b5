"""The four truths of a wager: what the rules give, what was declared, settled, adjusted.

The house's side of each is in cents, positive where the house keeps money.  A
coupon's face is outside it: it is match play, neither lost nor won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.games.resolution import Resolution
from ledger.games.view import WagerKey
from ledger.rounds.parts import PROMOTIONS, Wager
from ledger.rounds.state import Round

UNJUDGED = frozenset({"open", "undetermined"})


class Truth(NamedTuple):
    """One wager, four times.

    `rules` are the resolution lines of the wager (a late part has its own),
    empty where the game gives none.  `house_rules` is the house's win by the
    rules where they can say, `mispaid` what was settled beside it, `unjudged`
    what was settled where they cannot; the three add up to `house_settled`.
    """

    wager: Wager
    rules: tuple[Resolution, ...]
    house_settled: int
    house_rules: int
    mispaid: int
    unjudged: int

    @property
    def due_paid(self) -> int:
        """Winnings that the rules give."""
        return sum(line.paid for line in self.rules)

    @property
    def due_collected(self) -> int:
        """Stake that the rules take."""
        return sum([line.collected for line in self.rules])

    @property
    def judged(self) -> bool:
        """Whether the rules say all of it."""
        return UNJUDGED.isdisjoint([line.verdict.outcome for line in self.rules])


def truths(state: Round, resolutions: Sequence[Resolution]) -> tuple[Truth, ...]:
    """Every wager of the round in the order placed, then lines that were due and never touched."""
    lines: dict[WagerKey, list[Resolution]] = {}
    for line in resolutions:
        lines.setdefault(line.key, []).append(line)
    found = [_truth(state, wager, _lines_of(state, wager, lines)) for wager in state.wagers]
    found.extend(_truth(state, Wager(key, 0), tuple(rest)) for key, rest in lines.items())
    return tuple(found)


def _lines_of(state: Round, wager: Wager, lines: dict[WagerKey, list[Resolution]]) -> tuple[Resolution, ...]:
    """Take the lines of a wager; of one paid without being placed, all that what its payment said fits."""
    if wager.key in lines or wager.wager not in state.rules.unstaked:
        return tuple(lines.pop(wager.key, ()))
    fitting = [key for key in lines if key[:2] == wager.key[:2] and _fits(wager.key, key)]
    return tuple(line for key in fitting for line in lines.pop(key))


def _fits(said: WagerKey, key: WagerKey) -> bool:
    """Whether a wager's `on` and patron are those said, where they were said."""
    return all(one in {None, other} for one, other in zip(said[2:4], key[2:4], strict=True))


def _truth(state: Round, wager: Wager, lines: tuple[Resolution, ...]) -> Truth:
    collected = 0 if wager.tender in PROMOTIONS else wager.collected
    settled = collected - wager.paid
    judged = [line for line in lines if line.verdict.outcome not in UNJUDGED]
    nothing_known = not lines and state.rules.banked == "unruled"
    if nothing_known or (lines and not judged):
        return Truth(wager, lines, settled, 0, 0, settled)
    rules = sum([_house(line) for line in judged])
    if state.closed_at is None and wager.settled_at is None:
        return Truth(wager, lines, settled, 0, 0, settled)  # not settled yet: nothing is mispaid
    if len(judged) == len(lines):
        return Truth(wager, lines, settled, rules, settled - rules, 0)
    timely = min(collected, sum(line.collected for line in judged)) - min(
        wager.paid, sum(line.paid for line in judged)
    )
    return Truth(wager, lines, settled, rules, timely - rules, settled - timely)


def _house(line: Resolution) -> int:
    """The house's win of one line; a prize of a fund or the cage is not the table's."""
    paid = 0 if line.verdict.paid_from else line.paid
    return (0 if line.key[4] in PROMOTIONS else line.collected) - paid


def totals(found: Iterable[Truth]) -> tuple[int, int, int]:
    """The house's side of a round in cents: by the rules, mispaid, unjudged."""
    rules = mispaid = unjudged = 0
    for truth in found:
        rules += truth.house_rules
        mispaid += truth.mispaid
        unjudged += truth.unjudged
    return rules, mispaid, unjudged
