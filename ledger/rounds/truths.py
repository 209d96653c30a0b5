"""The four truths of a wager: what the rules give, what was declared, settled, adjusted.

The house's side of each is in cents, positive where the house keeps money.  A
coupon's face is outside it: it is match play, neither lost nor won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ledger.games.resolution import Resolution
from ledger.games.view import WagerKey
from ledger.rounds.parts import PROMOTIONS, Wager
from ledger.rounds.state import Round

UNJUDGED = frozenset({"open", "undetermined"})
_made: Final = tuple.__new__  # without the detour through its own constructor, for every wager


class Truth(NamedTuple):
    """One wager, four times.

    `rules` are the resolution lines of the wager (a late part has its own),
    empty where the game gives none.  `house_rules` is the house's win by the
    rules where they can say, `mispaid` what was settled beside it, `unjudged`
    what was settled where they cannot; the three add up to `house_settled`.

    `due_paid` are the winnings that the rules give, `due_elsewhere` of them what
    a fund or the cage pays, `due_collected` is the stake that the rules take.
    `judged` is whether they say all of it.
    """

    wager: Wager
    rules: tuple[Resolution, ...]
    house_settled: int
    house_rules: int
    mispaid: int
    unjudged: int
    due_paid: int
    due_elsewhere: int
    due_collected: int
    judged: bool


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
    settled = (0 if wager.tender in PROMOTIONS else wager.collected) - wager.paid
    won = elsewhere = taken = judged = rules = 0
    for line in lines:
        verdict, paid, collected = line.verdict, line.paid, line.collected
        won += paid
        taken += collected
        if verdict.paid_from:  # a prize of a fund or the cage is not the table's
            elsewhere += paid
        if verdict.judged:
            judged += 1
            rules += 0 if line.key[4] in PROMOTIONS else collected
            rules -= 0 if verdict.paid_from else paid
    whole = judged == len(lines)
    due = (won, elsewhere, taken, whole)
    unsaid = not judged if lines else state.rules.banked == "unruled"
    not_yet = state.closed_at is None and wager.settled_at is None  # thus nothing is mispaid
    if unsaid or not_yet:
        return _made(Truth, (wager, lines, settled, 0, 0, settled, *due))
    if whole:
        return _made(Truth, (wager, lines, settled, rules, settled - rules, 0, *due))
    timely = _timely(wager, lines)
    return Truth(wager, lines, settled, rules, timely - rules, settled - timely, *due)


def _timely(wager: Wager, lines: Sequence[Resolution]) -> int:
    """What was settled of a wager as far as the rules can say, for the house in cents."""
    judged = [line for line in lines if line.verdict.judged]
    collected = 0 if wager.tender in PROMOTIONS else wager.collected
    return min(collected, sum(line.collected for line in judged)) - min(
        wager.paid, sum(line.paid for line in judged)
    )


def totals(found: Iterable[Truth]) -> tuple[int, int, int]:
    """The house's side of a round in cents: by the rules, mispaid, unjudged."""
    rules = mispaid = unjudged = 0
    for truth in found:
        rules += truth.house_rules
        mispaid += truth.mispaid
        unjudged += truth.unjudged
    return rules, mispaid, unjudged
