"""What each event of a session moves: the closed list of accounting A.2 with each counter-leg.

`post` is given the session as it stood before the event.  The tray, the drop
box, the rake beside it and the counter checks stand under the session's key.
A counter check given or redeemed at the table is the receivable's: its issue
and payment slips lie in the box, so the expected drop is box and receivable
together (`ledger.book.terms`).  The closer, the counts of a shift and the
counts of the box are facts and post nothing: what differs from them is the
reconciliation's to say, since rounds are streams of their own.

A chip is booked at its face, always.  Where somebody let it stand for another
value, that is no other chip: what was tendered beside its face is itemised as
an exception, exchange by exchange, and comes back as one when the chip does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Final

from ledger.book.legs import CAGE, OUTSIDE, PROMOTIONAL, Side, passed, unequal
from ledger.book.postings import Account, Line, Posting, Reason, difference_at_times, summed
from ledger.book.terms import session_sums, terms
from ledger.events.base import Event
from ledger.events.color import ColorCashed, ColorIssued
from ledger.events.forms import CommissionRecovered, CommissionUncollected, GameAccountCashedOut
from ledger.events.records import SessionHeader
from ledger.events.session_parts import Slip, SlipEvent
from ledger.events.sessions import (
    BuyIn,
    CounterCheckIssued,
    CounterCheckRedeemed,
    Exchange,
    MovementRecorded,
    PlayTotaled,
    SessionCorrected,
    SessionOpened,
    TrayTaking,
)
from ledger.money import value
from ledger.sessions.forms import repeats
from ledger.sessions.parts import slip_name
from ledger.sessions.slips import SLIP_STEPS, trail
from ledger.sessions.state import Session, evolve, fold

# Tender -> why the tray gave chips.
BUYINS: Final[Mapping[str, Reason]] = {
    "cash": "buyin_cash",
    "coupon": "buyin_coupon",
    "counter_check": "buyin_counter_check",
    "redemption": "buyin_redemption",
    "card": "buyin_card",
}
# Exchange -> its reason, and whose chips were changed.
EXCHANGES: Final[Mapping[str, tuple[Reason, Account]]] = {
    "color_changed": ("color_change", "patron"),
    "tip_changed": ("tip_change", "toke_box"),
    "bad_beat_changed": ("badbeat_change", "fund"),
}
# Taking -> its reason, and where it goes unless said otherwise.
TAKINGS: Final[Mapping[str, tuple[Reason, Account]]] = {
    "coin_taken": ("coin", "table_inventory"),
    "rake_taken": ("rake", "drop_box"),
    "progressive_swept": ("progressive_sweep", "table_inventory"),
}

# What is won by an event of the session itself: no round knows of it.
PLAY: Final = frozenset({"play_totaled", "commission_recovered", "game_account_cashed_out", *TAKINGS})


def post(state: Session, event: Event) -> list[Posting]:
    """The postings of an event, given the session before it.  They sum to zero."""
    rule = RULES.get(event.type)
    return [] if rule is None else rule(state, event)


def total(header: SessionHeader, events: Iterable[Event]) -> dict[Line, tuple[int, int]]:
    """All postings of a session in sum: chips and cents by account, holder, reason and denomination."""
    state = Session(header)
    legs: list[Posting] = []
    for event in events:
        legs.extend(post(state, event))
        evolve(state, event)
    return summed(legs)


def taken(state: Session) -> int:
    """What the session won in cents by its own events in effect, that no round explains."""
    played = (event for event in state.events if event is not None and event.type in PLAY)
    legs = (leg for event in played for leg in post(state, event))
    return terms(session_sums(legs, state.key)).round_win


# --- whose, and where -----------------------------------------------------------


def _tray(state: Session) -> Side:
    return ("table_inventory", state.key)


def _box(state: Session) -> Side:
    return ("drop_box", state.key)


def _receivable(state: Session) -> Side:
    return ("receivable", state.key)


def _patrons(state: Session) -> Side:
    """The patrons at the table: events of a session do not say which."""
    return ("patron", state.header.table)


# --- opener, buy-ins, documents ---------------------------------------------------


def _opened(state: Session, event: SessionOpened) -> list[Posting]:
    """Outside → table inventory: what was counted."""
    return passed(OUTSIDE, _tray(state), "opener", value(event.opener), event.opener)


def _bought_in(state: Session, event: BuyIn) -> list[Posting]:
    """Chips table inventory → patron; what was tendered to the box, a counter check to the receivable."""
    reason = BUYINS[event.tender]
    out = value(event.chips)
    return [
        *passed(_tray(state), _patrons(state), reason, out, event.chips),
        *_tendered(state, event.tender, event.tendered),
        *unequal(_tray(state), _patrons(state), reason, event.tendered - out),
    ]


def _tendered(state: Session, tender: str, amount: int) -> list[Posting]:
    """What was given for chips or color into the box; a counter check to the receivable."""
    giver = PROMOTIONAL if tender == "coupon" else _patrons(state)
    taker = _receivable(state) if tender == "counter_check" else _box(state)
    return passed(giver, taker, BUYINS[tender], amount)


def _issued(state: Session, event: CounterCheckIssued) -> list[Posting]:
    """Chips table inventory → patron, who owes the amount signed for."""
    reason: Reason = "buyin_counter_check"
    out = event.amount if event.chips is None else value(event.chips)
    return [
        *passed(_tray(state), _patrons(state), reason, out, event.chips),
        *passed(_patrons(state), _receivable(state), reason, event.amount),
        *unequal(_tray(state), _patrons(state), reason, event.amount - out),
    ]


def _redeemed(state: Session, event: CounterCheckRedeemed) -> list[Posting]:
    """Chips to the table inventory and cash to the drop box against the receivable.

    Where neither is said the amount came in chips.  What was given beside the
    amount stands against the tray if chips were given, else against the box.
    """
    reason: Reason = "counter_check_redeemed"
    cash = event.cash or 0
    chips = value(event.chips) if event.chips is not None else 0 if cash else event.amount
    side = _tray(state) if event.chips is not None else _box(state)
    return [
        *passed(_patrons(state), _tray(state), reason, chips, event.chips),
        *passed(_patrons(state), _box(state), reason, cash),
        *passed(_receivable(state), _patrons(state), reason, event.amount),
        *unequal(side, _patrons(state), reason, chips + cash - event.amount),
    ]


# --- exchanges --------------------------------------------------------------------


def _exchanged(state: Session, event: Exchange) -> list[Posting]:
    """Chips in and chips out of the table inventory at equal face; each has its counter-leg."""
    reason, account = EXCHANGES[event.type]
    counter: Side = (account, "" if account == "fund" else state.header.table)
    taken, out = value(event.in_), value(event.out)
    return [
        *passed(counter, _tray(state), reason, taken, event.in_),
        *passed(_tray(state), counter, reason, out, event.out),
        *unequal(_tray(state), counter, reason, taken - out),
    ]


# --- color, and game accounts -------------------------------------------------------


def _color_issued(state: Session, event: ColorIssued) -> list[Posting]:
    """Color at marker value table inventory → patron, and what was tendered to the box.

    No value chip leaves the tray, so that the amount stands under unspecified:
    the tray counts over by it until the color is lost or cashed.  Value chips
    tendered come in by denomination for as much.  Source: A.4, formula 14.
    """
    tray, patrons, worth = _tray(state), _patrons(state), event.count * event.value
    if event.tender == "chips":
        taken = event.tendered if event.chips is None else value(event.chips)
        return [
            *passed(patrons, tray, "color_change", taken, event.chips),
            *passed(tray, patrons, "color_change", worth),
            *unequal(tray, patrons, "color_change", taken - worth),
        ]
    reason = BUYINS[event.tender]
    return [
        *passed(tray, patrons, reason, worth),
        *_tendered(state, event.tender, event.tendered),
        *unequal(tray, patrons, reason, event.tendered - worth),
    ]


def _color_cashed(state: Session, event: ColorCashed) -> list[Posting]:
    """Color back at marker value, under unspecified, for value chips by denomination: of no value."""
    tray, patrons, worth = _tray(state), _patrons(state), event.count * event.value
    out = value(event.chips)
    return [
        *passed(patrons, tray, "color_change", worth),
        *passed(tray, patrons, "color_change", out, event.chips),
        *unequal(tray, patrons, "color_change", worth - out),
    ]


def _cashed_out(state: Session, event: GameAccountCashedOut) -> list[Posting]:
    """Chips table inventory → outside, where the meter of the game account is.

    On the list of A.2, and in no term of A.4 by name: what is paid from the
    tray for play is P.
    """
    out = value(event.chips)
    return [
        *passed(_tray(state), OUTSIDE, "account_cashout", out, event.chips),
        *unequal(_tray(state), OUTSIDE, "account_cashout", event.amount - out),
    ]


# --- commission that is owed --------------------------------------------------------


def _uncollected(state: Session, event: CommissionUncollected) -> list[Posting]:
    """Patron → what is owed on the form: nothing was taken, so that it is no part of the win yet."""
    if repeats(state, event):
        return []
    return passed(_patrons(state), _owed(event.slip), "commission", event.amount)


def _recovered(state: Session, event: CommissionRecovered) -> list[Posting]:
    """What came in is won now, by the session that it came in at; the form is owed so much less.

    At the cage it touches neither tray nor box, and no win that counts give.
    """
    if repeats(state, event):
        return []
    patrons = _patrons(state)
    taker = CAGE if event.into == "cage" else (event.into, state.key)
    amount = event.amount if event.chips is None else value(event.chips)
    return [
        *passed(patrons, taker, "commission", amount, event.chips),
        *passed(_owed(event.of), patrons, "commission", event.amount),
        *unequal(taker, patrons, "commission", amount - event.amount),
    ]


def _owed(slip: Slip) -> Side:
    return ("commission", slip_name(slip))


# --- takings, and the play of a table whose rounds are not captured -----------------


def _taken(state: Session, event: TrayTaking) -> list[Posting]:
    """What was taken in: the chips where they are known, else the amount.

    Coin and progressive stakes come from the patrons and go to the table
    inventory unless said otherwise; the rake was held beside the box, and goes
    into it unless said otherwise.
    """
    reason, into = TAKINGS[event.type]
    giver: Side = ("rake", state.key) if reason == "rake" else _patrons(state)
    amount = value(event.chips) if event.chips is not None else event.amount or 0
    return passed(giver, (event.into or into, state.key), reason, amount, event.chips)


def _totaled(state: Session, event: PlayTotaled) -> list[Posting]:
    """Collected, swept and paid against the table inventory; cash and coupons collected into the box.

    Color is collected and paid at marker value, and no chips are known of it.
    """
    tray, patrons = _tray(state), _patrons(state)
    swept = event.swept or {}
    legs = [
        *passed(patrons, tray, "collect_loss", value(event.collected), event.collected),
        *passed(tray, patrons, "pay_win", value(event.paid), event.paid),
        *passed(patrons, _box(state), "collect_loss", event.cash_collected or 0),
        *passed(patrons, tray, "progressive_sweep", value(swept), swept),
    ]
    legs += passed(patrons, tray, "collect_loss", event.color_collected or 0)
    legs += passed(tray, patrons, "pay_win", event.color_paid or 0)
    for face in event.coupons or ():
        legs += passed(PROMOTIONAL, _box(state), "match_play", face)
    return legs


def _moved(state: Session, event: MovementRecorded) -> list[Posting]:
    """A movement outside the closed list: an exception against the outside."""
    return passed(OUTSIDE, _tray(state), "exception", value(event.chips), event.chips)


# --- fills and credits ------------------------------------------------------------


def _slip(state: Session, event: SlipEvent) -> list[Posting]:
    """Cage ↔ transit ↔ table inventory; a void sends back what is on its way.

    One slip, one effect: a step recorded again moves nothing.
    """
    kind, step = SLIP_STEPS[event.type]
    known = trail(state, event)
    if step in {"requested", "issued"} or (known is not None and step in known.steps):
        return []
    transit: Side = ("transit", slip_name(event.slip))
    start, end = (CAGE, _tray(state)) if kind == "fill" else (_tray(state), CAGE)
    if step == "voided":
        left = {} if known is None else known.in_transit
        return passed(transit, start, kind, value(left), left)
    giver, taker = (start, transit) if step == "dispatched" else (transit, end)
    return passed(giver, taker, kind, value(event.chips), event.chips)


# --- corrections ------------------------------------------------------------------------


def corrected(state: Session, event: SessionCorrected) -> dict[datetime | None, list[Posting]]:
    """What the session moves as it should have been recorded less what is posted, by when it happened."""
    after = fold(state.header, state.log)
    evolve(after, event)
    return difference_at_times(_effective(after), _effective(state))


def _corrected(state: Session, event: SessionCorrected) -> list[Posting]:
    """The same at whatever time."""
    return [leg for legs in corrected(state, event).values() for leg in legs]


def _effective(state: Session) -> dict[datetime | None, list[Posting]]:
    again = Session(state.header)
    found: dict[datetime | None, list[Posting]] = {}
    for fact in state.events:
        if fact is not None and not isinstance(fact, SessionCorrected):
            found.setdefault(fact.occurred_at, []).extend(post(again, fact))
            evolve(again, fact)
    return found


RULES: Mapping[str, Callable[..., list[Posting]]] = {
    "opened": _opened,
    "buy_in": _bought_in,
    **dict.fromkeys(EXCHANGES, _exchanged),
    "counter_check_issued": _issued,
    "counter_check_redeemed": _redeemed,
    **dict.fromkeys(TAKINGS, _taken),
    "play_totaled": _totaled,
    "movement_recorded": _moved,
    "color_issued": _color_issued,
    "color_cashed": _color_cashed,
    "game_account_cashed_out": _cashed_out,
    "commission_uncollected": _uncollected,
    "commission_recovered": _recovered,
    **dict.fromkeys(SLIP_STEPS, _slip),
    "corrected": _corrected,
}
