"""The steps of the fold that concern wagers and pots.

What is moved is taken as recorded; where it cannot be (a wager nobody placed,
more than lay there) the wager takes what it can and a remark keeps the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from ledger.events.base import Event
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
from ledger.games.decided import is_dealer_up, is_thrown_in
from ledger.games.resolution import SURRENDERED
from ledger.games.view import TakenBack
from ledger.rounds.parts import CHIPS, PROMOTIONS, NamesWager, Prize, Remark, Wager

if TYPE_CHECKING:
    from ledger.rounds.state import Round

Settlement: TypeAlias = WagerWithdrawn | WagerCollected | WagerPaid | WagerReturned


def _increased(state: Round, event: WagerIncreased, version: int) -> None:
    found = state.matching(event)
    _add(state, found[0] if len(found) == 1 else _laid(state, event, version), event.amount, version)


def _placed(state: Round, event: WagerPlaced, version: int) -> None:
    said = event.__dict__
    key = (said["spot"], said["wager"], said["on"], said["patron"], said["tender"] or CHIPS)
    _add(state, state.laid(key, version), said["amount"], version)


def _add(state: Round, wager: Wager, amount: int, version: int) -> None:
    """Add cents to a wager: to its stake, or to what came late."""
    if (state.shut and state.is_shut(wager.wager)) or (
        state.turned_up and is_thrown_in(state, wager.spot, wager.wager, version)
    ):
        wager.late += amount
        wager.placed_late_at = wager.placed_late_at or version
    else:
        wager.stake += amount
    if state.closed_at is None or state.may_lie(wager.wager):
        wager.on_layout += amount
    if state.pooled:
        state.pot.put_in[wager.spot] = state.pot.put_in.get(wager.spot, 0) + amount


def _withdrawn(state: Round, event: WagerWithdrawn, version: int) -> None:
    wager = state.one(event)
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + event.amount
    if wager is None:
        _unknown(state, event, version)
        return
    if event.amount > wager.on_layout:
        _beyond(state, event, version, wager.on_layout)
    taken = min(event.amount, wager.on_layout)
    wager.on_layout -= taken
    wager.withdrawn += taken
    from_late = min(taken, wager.late)
    wager.late -= from_late
    if from_stake := min(taken - from_late, wager.stake):
        wager.stake -= from_stake
        too_late = state.is_shut(wager.wager) or is_dealer_up(state)
        wager.taken_back += (TakenBack(version, from_stake, too_late),)


def _carried(state: Round, event: WagerCarried, version: int) -> None:
    wager = _laid(state, event, version)
    wager.stake += event.amount
    if state.may_lie(event.wager):
        wager.carried += event.amount
        wager.on_layout += event.amount


def _closed_betting(state: Round, event: BettingClosed, version: int) -> None:
    state.shut.update(state.rules.closes(state) if event.wagers is None else event.wagers)


def _unknown(state: Round, event: Settlement, version: int) -> None:
    """Remark a settlement of a wager that nobody placed, but of one that is paid without a stake."""
    if event.wager not in state.rules.unstaked:
        state.remarks.append(Remark("wager_unknown", version, {"spot": event.spot, "wager": event.wager}))


def _beyond(state: Round, event: Settlement, version: int, there: int) -> None:
    """Remark that more was moved than the cents that lay there."""
    facts = {"spot": event.spot, "wager": event.wager, "beyond": event.amount - there}
    state.remarks.append(Remark("amount_beyond_stake", version, facts))


def _settled_unplaced(state: Round, event: Settlement, version: int) -> Wager:
    """The wager of a settlement that none is known of: it has no stake, and a remark says so."""
    _unknown(state, event, version)
    return _laid(state, event, version)


def _laid(state: Round, event: NamesWager, version: int) -> Wager:
    """The wager that an event names in full; one that nobody placed has no stake."""
    return state.laid((event.spot, str(event.wager), event.on, event.patron, event.tender or CHIPS), version)


def _collected(state: Round, event: WagerCollected, version: int) -> None:
    wager, said = state.one(event), event.__dict__
    amount: int = said["amount"]
    if wager is None:
        wager = _settled_unplaced(state, event, version)
    elif amount > wager.on_layout + wager.dropped:
        _beyond(state, event, version, wager.on_layout + wager.dropped)
    if wager.dropped:  # a coupon that went into the box with its payment is not collected a second time
        again = min(amount, wager.dropped)
        wager.dropped -= again
        amount -= again
    there = wager.on_layout
    wager.on_layout = there - amount if amount < there else 0
    wager.collected += amount
    wager.settled_at = version
    if into_box(said["into"], wager.tender):
        wager.into_box += amount
    if state.pooled:
        state.pot.collected += amount


# What goes into the drop box unless it is said to go elsewhere (CONTRACT §3).
BOXED: Final = PROMOTIONS | {"cash"}


def into_box(into: str | None, tender: str) -> bool:
    """Whether what is collected goes to the drop box: cash and coupons do unless said otherwise."""
    return into == "drop_box" if into else tender in BOXED


def default_into(tender: str | None) -> str:
    """Where a stake of a tender goes unless it is said (CONTRACT §3)."""
    return "drop_box" if tender in BOXED else "table_inventory"


def _paid(state: Round, event: WagerPaid, version: int) -> None:
    wager, said = state.one(event), event.__dict__
    if wager is None:
        wager = _settled_unplaced(state, event, version)
    wager.paid += said["amount"]
    wager.paid_at = wager.paid_at or version
    wager.settled_at = version
    if wager.prizes:
        _settle_prizes(wager)
    if said["stake"] == "stays":
        return
    if wager.tender in SURRENDERED:  # a coupon that won is dropped, not handed back
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
        wager = _laid(state, event, version)
    prize = wager.prizes.setdefault(event.fund, Prize())
    prize.won += event.amount
    prize.won_at = prize.won_at or version
    _settle_prizes(wager)


def _progressive_paid(state: Round, event: ProgressivePaid, version: int) -> None:
    """What the table inventory pays is paid on the wager; what the cage pays is not the table's."""
    wager = state.one(event) or _laid(state, event, version)
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
    wager, amount = state.one(event), event.amount
    if wager is None:
        wager = _settled_unplaced(state, event, version)
    elif amount > wager.on_layout:
        _beyond(state, event, version, wager.on_layout)
    there = wager.on_layout
    wager.on_layout = there - amount if amount < there else 0
    wager.returned += amount
    wager.settled_at = version
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + amount


def _declared(state: Round, event: OutcomeDeclared, version: int) -> None:
    """A declaration for a spot is of its hand, not of the wagers resolved beside it."""
    said = event.__dict__
    spot, name, outcome, rank = said["spot"], said["wager"], said["outcome"], said["rank"]
    at = state.at_spots.get(spot)
    if at is None:
        return
    main = cast("list[Wager]", at.main)  # for the fold puts no others there
    for wager in main if name is None else state.by_name.get((spot, name), ()):
        wager.declared, wager.declared_rank = outcome, rank


def _adjusted(state: Round, event: AdjustmentPosted, version: int) -> None:
    wager = state.one(event)
    if wager is None:
        wager = _laid(state, event, version)
    wager.adjusted += event.amount if event.direction == "to_patron" else -event.amount


# --- pots ---------------------------------------------------------------------


def _awarded(state: Round, event: PotAwarded, version: int) -> None:
    state.pot.awarded[event.spot] = state.pot.awarded.get(event.spot, 0) + event.amount


def _raked(state: Round, event: RakeTaken, version: int) -> None:
    state.pot.rake += event.amount


def _contributed(state: Round, event: FundContributed, version: int) -> None:
    state.pot.contributed += event.amount
    state.pot.funds[event.fund] = state.pot.funds.get(event.fund, 0) + event.amount


STEPS: Final[dict[type[Event], Callable[[Round, Any, int], None]]] = {
    WagerPlaced: _placed,
    WagerIncreased: _increased,
    WagerWithdrawn: _withdrawn,
    WagerCarried: _carried,
    BettingClosed: _closed_betting,
    WagerCollected: _collected,
    WagerPaid: _paid,
    WagerReturned: _returned,
    ProgressiveWon: _progressive_won,
    ProgressivePaid: _progressive_paid,
    OutcomeDeclared: _declared,
    AdjustmentPosted: _adjusted,
    PotAwarded: _awarded,
    RakeTaken: _raked,
    FundContributed: _contributed,
}
