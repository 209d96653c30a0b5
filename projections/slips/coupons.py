"""Match-play coupons: which lay on the layout in a round, which a session counted, what became of each.

Pure.  A coupon enters the drop with its wager when that wins or loses; after a
push it is the patron's to play again.  Source: accounting A.2, coupons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.base import Event
from ledger.events.rounds import WagerCarried, WagerIncreased, WagerPlaced
from ledger.events.sessions import PlayTotaled
from ledger.rounds.parts import MATCH_PLAY, Wager
from ledger.rounds.state import Round
from ledger.sessions.state import Session

Fate: TypeAlias = Literal["dropped", "returned", "on_layout", "unclear"]
PLACING: Final = (WagerPlaced, WagerIncreased, WagerCarried)


class Coupon(NamedTuple):
    """One coupon as a round or session tells of it.

    `face` is in cents.  `carried_from` is the round that a wager lives on from,
    which says its serial.  `unclear` where several lie on one wager and only a
    part of it was dropped.
    """

    version: int
    spot: int | None
    wager: str | None
    serial: str | None
    carried_from: str | None
    face: int
    fate: Fate
    occurred_at: datetime | None


def of_round(state: Round) -> list[Coupon]:
    """The coupons placed or carried in a round, in the order of record."""
    played = [wager for wager in state.wagers if wager.tender == MATCH_PLAY]
    if not played:
        return []
    return [
        coupon
        for version, event in enumerate(state.events, 1)
        if isinstance(event, PLACING)
        for coupon in _placed(event, version, played)
    ]


def had_any(log: Sequence[Event]) -> bool:
    """Whether coupons may have been recorded that a correction took away again."""
    if not any(event.type == "corrected" for event in log):
        return False
    said = [*log, *(event.__dict__.get("event") for event in log if event.type == "corrected")]
    return any(_has_coupons(event) for event in said)


def _has_coupons(event: Event | None) -> bool:
    if isinstance(event, PlayTotaled):
        return bool(event.coupons)
    return isinstance(event, PLACING) and event.tender == MATCH_PLAY


def of_session(state: Session) -> list[Coupon]:
    """The coupons that a session counted whose rounds are not captured: nobody recorded their serials."""
    return [
        Coupon(version, None, None, None, None, face, "dropped", event.occurred_at)
        for version, event in enumerate(state.events, 1)
        if isinstance(event, PlayTotaled)
        for face in event.coupons or ()
    ]


def _placed(event: Event, version: int, played: list[Wager]) -> Iterator[Coupon]:
    assert isinstance(event, PLACING)
    wager = next((one for one in played if _means(event, one)), None)
    if wager is None:
        return
    carried = event.from_ if isinstance(event, WagerCarried) else None
    serial = None if isinstance(event, WagerCarried) else event.serial
    yield Coupon(
        version,
        event.spot,
        event.wager,
        serial,
        carried,
        event.amount,
        _fate(wager),
        event.occurred_at,
    )


def _means(event: WagerPlaced | WagerIncreased | WagerCarried, wager: Wager) -> bool:
    """Whether a coupon was added to this wager: an increase may leave out what the wager has said."""
    if (event.spot, event.wager) != (wager.spot, wager.wager):
        return False
    if isinstance(event, WagerIncreased) and event.tender is None:
        return (event.on, event.patron) in {(None, None), (wager.on, wager.patron)}
    return (event.tender, event.on, event.patron) == (MATCH_PLAY, wager.on, wager.patron)


def _fate(wager: Wager) -> Fate:
    stake = wager.stake + wager.late
    if wager.into_box >= stake > 0:
        return "dropped"
    if wager.into_box:
        return "unclear"
    return "on_layout" if wager.on_layout else "returned"
