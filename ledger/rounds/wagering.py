"""The steps of the fold that concern wagers and pots.

What is moved is taken as recorded; where it cannot be (a wager nobody placed,
more than lay there) the wager takes what it can and a remark keeps the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from ledger.events.rounds import (
    AdjustmentPosted,
    BettingClosed,
    FundContributed,
    OutcomeDeclared,
    PotAwarded,
    ProgressivePaid,
    ProgressiveWon,
    RakeTaken,
    WagerCarried,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.rounds.parts import CHIPS, MATCH_PLAY, Prize, Remark, Wager

if TYPE_CHECKING:
    from ledger.rounds.state import Round

Settlement: TypeAlias = WagerWithdrawn | WagerCollected | WagerPaid | WagerReturned


def _added(state: Round, event: WagerPlaced | WagerIncreased | WagerCarried, version: int) -> Wager:
    """The wager that an event adds to, made if there is none."""
    found = state.matching(event) if event.type == "wager_increased" else []
    if len(found) == 1:
        return found[0]
    key = (event.spot, event.wager, event.on, event.patron, event.tender or CHIPS)
    wager = state.keyed.get(key)
    if wager is None:
        wager = state.keyed[key] = Wager(key, version)
        state.wagers.append(wager)
        state.by_name.setdefault(key[:2], []).append(wager)
    return wager


def _placed(state: Round, event: WagerPlaced | WagerIncreased, version: int) -> None:
    wager = _added(state, event, version)
    if state.is_shut(event.wager):
        wager.late += event.amount
        wager.placed_late_at = wager.placed_late_at or version
    else:
        wager.stake += event.amount
    if state.may_lie(event.wager):
        wager.on_layout += event.amount
    if state.pooled:
        state.pot.put_in[event.spot] = state.pot.put_in.get(event.spot, 0) + event.amount


def _withdrawn(state: Round, event: WagerWithdrawn, version: int) -> None:
    wager = _settling(state, event, version)
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + event.amount
    if wager is None:
        return
    taken = min(event.amount, wager.on_layout)
    wager.on_layout -= taken
    wager.withdrawn += taken
    from_late = min(taken, wager.late)
    wager.late -= from_late
    wager.stake -= min(taken - from_late, wager.stake)


def _carried(state: Round, event: WagerCarried, version: int) -> None:
    wager = _added(state, event, version)
    wager.stake += event.amount
    if state.may_lie(event.wager):
        wager.carried += event.amount
        wager.on_layout += event.amount


def _closed_betting(state: Round, event: BettingClosed, version: int) -> None:
    state.shut.update(state.rules.closes(state) if event.wagers is None else event.wagers)


def _settling(state: Round, event: Settlement, version: int) -> Wager | None:
    """The wager a settlement is about; a remark where there is none, or too much is moved."""
    wager = state.one(event)
    if wager is None:
        if event.wager not in state.rules.unstaked:
            state.remarks.append(Remark("wager_unknown", version, {"spot": event.spot, "wager": event.wager}))
        return None
    there = wager.on_layout + (wager.dropped if event.type == "wager_collected" else 0)
    moved_off_layout = event.type in {"wager_collected", "wager_returned", "wager_withdrawn"}
    if moved_off_layout and event.amount > there:
        beyond = {"spot": event.spot, "wager": event.wager, "beyond": event.amount - there}
        state.remarks.append(Remark("amount_beyond_stake", version, beyond))
    return wager


def unplaced(
    state: Round, event: Settlement | AdjustmentPosted | ProgressiveWon | ProgressivePaid, version: int
) -> Wager:
    """A wager that was paid or collected without being placed: it has no stake."""
    key = (event.spot, event.wager, event.on, event.patron, event.tender or CHIPS)
    wager = state.keyed[key] = Wager(key, version)
    state.wagers.append(wager)
    state.by_name.setdefault(key[:2], []).append(wager)
    return wager


def _collected(state: Round, event: WagerCollected, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    # A coupon that went into the box with its payment is not collected a second time.
    amount = event.amount - min(event.amount, wager.dropped)
    wager.dropped -= event.amount - amount
    wager.on_layout -= min(amount, wager.on_layout)
    wager.collected += amount
    wager.settled_at = version
    if into_box(event.into, wager.tender):
        wager.into_box += amount
    if state.pooled:
        state.pot.collected += amount


def into_box(into: str | None, tender: str) -> bool:
    """Whether what is collected goes to the drop box: cash and coupons do unless said otherwise."""
    return (into or default_into(tender)) == "drop_box"


def default_into(tender: str | None) -> str:
    """Where a stake of a tender goes unless it is said (CONTRACT §3)."""
    return "drop_box" if tender in {"cash", "match_play"} else "table_inventory"


def _paid(state: Round, event: WagerPaid, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    wager.paid += event.amount
    wager.paid_at = wager.paid_at or version
    wager.settled_at = version
    _settle_prizes(wager)
    if event.stake == "stays":
        return
    if wager.tender == MATCH_PLAY:  # a coupon that won is dropped, not handed back
        wager.collected += wager.on_layout
        wager.into_box += wager.on_layout
        wager.dropped += wager.on_layout
    else:
        wager.returned += wager.on_layout
    wager.on_layout = 0


def _progressive_won(state: Round, event: ProgressiveWon, version: int) -> None:
    """A prize of a fund; what the table inventory paid before it was recorded counts towards it."""
    wager = state.one(event)
    if wager is None:
        state.remarks.append(Remark("wager_unknown", version, {"spot": event.spot, "wager": event.wager}))
        wager = unplaced(state, event, version)
    prize = wager.prizes.setdefault(event.fund, Prize())
    prize.won += event.amount
    prize.won_at = prize.won_at or version
    _settle_prizes(wager)


def _progressive_paid(state: Round, event: ProgressivePaid, version: int) -> None:
    """What the table inventory pays is paid on the wager; what the cage pays is not the table's."""
    wager = state.one(event) or unplaced(state, event, version)
    prize = wager.prizes.setdefault(event.fund, Prize())
    if event.at == "cage":
        prize.cage += event.amount
        prize.cage_at = version
        return
    prize.tray += event.amount
    wager.paid += event.amount
    wager.paid_at = wager.paid_at or version


def towards_prizes(wager: Wager, paid: int) -> dict[str, int]:
    """What of a payment by the table inventory settles what is due of funds, by fund; the rest is a win."""
    found: dict[str, int] = {}
    for fund, prize in wager.prizes.items():
        if part := min(paid, prize.due):
            found[fund] = part
            paid -= part
    return found


def _settle_prizes(wager: Wager) -> None:
    beside = wager.paid - sum(prize.tray for prize in wager.prizes.values())
    for fund, part in towards_prizes(wager, beside).items():
        wager.prizes[fund].tray += part


def _returned(state: Round, event: WagerReturned, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    wager.on_layout -= min(event.amount, wager.on_layout)
    wager.returned += event.amount
    wager.settled_at = version
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + event.amount


def _declared(state: Round, event: OutcomeDeclared, version: int) -> None:
    """A declaration for a spot is of its hand, not of the wagers resolved beside it."""
    sides = {kind.name for kind in state.rules.wagers.values() if kind.side}
    for wager in state.wagers:
        meant = wager.wager == event.wager if event.wager else wager.wager not in sides
        if wager.spot == event.spot and meant:
            wager.declared = event.outcome
            wager.declared_rank = event.rank


def _adjusted(state: Round, event: AdjustmentPosted, version: int) -> None:
    wager = state.one(event)
    if wager is None:
        wager = unplaced(state, event, version)
    wager.adjusted += event.amount if event.direction == "to_patron" else -event.amount


# --- pots ---------------------------------------------------------------------


def _awarded(state: Round, event: PotAwarded, version: int) -> None:
    state.pot.awarded[event.spot] = state.pot.awarded.get(event.spot, 0) + event.amount


def _raked(state: Round, event: RakeTaken, version: int) -> None:
    state.pot.rake += event.amount


def _contributed(state: Round, event: FundContributed, version: int) -> None:
    state.pot.contributed += event.amount
    state.pot.funds[event.fund] = state.pot.funds.get(event.fund, 0) + event.amount


STEPS: Mapping[str, Callable[[Round, Any, int], None]] = {
    "wager_placed": _placed,
    "wager_increased": _placed,
    "wager_withdrawn": _withdrawn,
    "wager_carried": _carried,
    "betting_closed": _closed_betting,
    "wager_collected": _collected,
    "wager_paid": _paid,
    "wager_returned": _returned,
    "progressive_won": _progressive_won,
    "progressive_paid": _progressive_paid,
    "outcome_declared": _declared,
    "adjustment_posted": _adjusted,
    "pot_awarded": _awarded,
    "rake_taken": _raked,
    "fund_contributed": _contributed,
}
