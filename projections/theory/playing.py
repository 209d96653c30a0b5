"""What a closed round says of its wagers, kind by kind: how much was staked, and what it came to.

A round counts when it is closed, and what is recorded of it later counts from
then on.  Pure; money is whole cents, from the house's side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from ledger.amounts import CHIP
from ledger.events.rounds import AdjustmentPosted
from ledger.games.figures import Sums
from ledger.games.resolution import Verdict
from ledger.rounds.parts import PROMOTIONS, Wager
from ledger.rounds.state import Round
from ledger.rounds.truths import Truth


class Tally(NamedTuple):
    """Wagers of a kind: their sums, and what they came to.

    `unmetered` are those whose meter is not known.  `settled` is what the table
    took less what it paid, = `rules` + `mispaid` + `unjudged`; `adjusted` is what
    was put right later, `elsewhere` what they won of a fund that the table did
    not pay.
    """

    sums: Sums = Sums()
    unmetered: int = 0
    settled: int = 0
    elsewhere: int = 0
    rules: int = 0
    mispaid: int = 0
    unjudged: int = 0
    adjusted: int = 0

    def plus(self, other: Tally) -> Tally:
        """These wagers and others."""
        return Tally(
            self.sums.plus(other.sums), *(one + more for one, more in zip(self[1:], other[1:], strict=True))
        )

    def less(self, other: Tally) -> Tally:
        """These wagers without others."""
        return self.plus(
            Tally(Sums(*(-one for one in other.sums)), *(-one for one in other[1:])),
        )

    @property
    def won(self) -> int:
        """What the house won of them, wherever their prizes were paid."""
        return self.settled + self.adjusted - self.elsewhere


class Kind(NamedTuple):
    """Which wagers: of a session (None: in none), by name; `coupon` where staked in the house's own face."""

    session: str | None
    wager: str
    coupon: bool


NONE: Final = Tally()
STAKES: Final = len(Sums._fields)
FIELDS: Final = STAKES + len(Tally._fields) - 1
Played: TypeAlias = Mapping[Kind, Tally]


def played(state: Round, truths: tuple[Truth, ...]) -> dict[Kind, Tally]:
    """What a round says of its wagers; nothing before it is closed, or where no house stands against them."""
    if state.closed_at is None or state.currency == CHIP or state.rules.banked == "players":
        return {}
    # Added up in lists: a round has many wagers of few kinds, and every round comes through here.
    sums: dict[tuple[str, bool], list[int]] = {}
    coupons = {(one.spot, one.patron) for one in state.wagers if _on_a_coupon(state, one)}
    for truth in truths:
        wager = truth.wager
        coupon = wager.tender in PROMOTIONS
        if coupons and not coupon and not _stands_alone(state, wager):
            coupon = (wager.spot, wager.patron) in coupons
        kind = (wager.wager, coupon)
        held = sums.get(kind)
        if held is None:
            held = sums[kind] = [0] * FIELDS
        _take(held, state, truth, coupon=coupon)
    found = {
        Kind(state.tray, *kind): Tally(Sums(*held[:STAKES]), *held[STAKES:]) for kind, held in sums.items()
    }
    for one, cents in _adjusted(state):
        found[one] = found.get(one, NONE).plus(Tally(adjusted=cents))
    return {kind: tally for kind, tally in found.items() if tally != NONE}


def differences(before: Played, after: Played) -> Iterator[tuple[Kind, Tally]]:
    """What must be added to what a round said before, so that it is what it says after, in a fixed order."""
    for kind in sorted({*before, *after}, key=lambda one: (one.session or "", *one[1:])):
        now, had = after.get(kind, NONE), before.get(kind, NONE)
        difference = now.less(had) if had is not NONE else now
        if difference != NONE:
            yield kind, difference


def _on_a_coupon(state: Round, wager: Wager) -> bool:
    return wager.tender in PROMOTIONS and not _stands_alone(state, wager)


def _stands_alone(state: Round, wager: Wager) -> bool:
    """Whether a wager is resolved by itself: a coupon on the ante touches what is paid on the ante."""
    rules = state.rules
    return wager.wager in rules.sides and wager.wager not in rules.unstaked


def _take(held: list[int], state: Round, truth: Truth, *, coupon: bool) -> None:
    """Add a wager to the sums of its kind, which are in the order of a tally's fields."""
    wager = truth.wager
    stake = _at_stake(state, truth)
    if stake:
        held[0] += 1
        held[1] += stake
        held[2] += stake * stake
        if wager.wager in state.rules.metered and not coupon:
            _take_meter(held, _meter(state, wager), stake)
    held[7] += truth.house_settled
    for prize in wager.prizes.values():
        held[8] += max(prize.won, prize.paid) - prize.tray
    held[9] += truth.house_rules
    held[10] += truth.mispaid
    held[11] += truth.unjudged


def _take_meter(held: list[int], meter: int | None, stake: int) -> None:
    if meter is None:
        held[6] += 1
        return
    held[3] += meter
    held[4] += meter * meter
    held[5] += meter * stake


def _at_stake(state: Round, truth: Truth) -> int:
    """What of a wager was played for: not what was void, nor what lives on and is not decided."""
    wager = truth.wager
    unsettled = not wager.collected and not wager.paid
    if unsettled and (state.voided_at is not None or (wager.left and state.is_live(wager))):
        return 0
    if not truth.rules:
        return wager.stake + wager.late
    at_stake = 0
    for line in truth.rules:
        if not _is_no_game(line.verdict):
            at_stake += line.stake
    return at_stake


def _is_no_game(verdict: Verdict) -> bool:
    """A void is an outcome of the game where a pay table has it; any other is no game."""
    return verdict.outcome == "void" and verdict.table is None


def _meter(state: Round, wager: Wager) -> int | None:
    """What the meter showed that a wager plays for: of the round's only fund, else of that of its name."""
    meters = state.meters
    return next(iter(meters.values())) if len(meters) == 1 else meters.get(wager.wager)


def _adjusted(state: Round) -> Iterator[tuple[Kind, int]]:
    """What was put right later, in the session whose tray it touched; goodwill is no part of the game."""
    for event in state.events:
        if type(event) is AdjustmentPosted and event.corrects is not None:
            sign = 1 if event.direction == "from_patron" else -1
            yield Kind(event.session, event.wager, coupon=False), sign * event.amount
