"""What a session is: one opener to one closer at one table, the one fold of its events.

`evolve(session, event)` accepts everything that is a record, judges nothing,
and keeps as `remarks` what later becomes a finding.  What chips moved is the
book's to say; the closer and the counts of the box are facts beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ledger.events.base import Event
from ledger.events.records import SessionHeader
from ledger.events.sessions import (
    BoxCount,
    BoxDropped,
    BuyIn,
    CounterCheckIssued,
    CounterCheckRedeemed,
    DealerSignedIn,
    DealerSignedOut,
    DropCounted,
    Exchange,
    MovementRecorded,
    SessionClosed,
    SessionCorrected,
    SessionOpened,
    ShiftChanged,
    TrayTaking,
)
from ledger.money import value
from ledger.sessions import slips
from ledger.sessions.parts import Box, Document, Kind, Remark, SlipTrail

# After the closer a session takes no more of anything else without a finding.
AFTER_CLOSE = frozenset({"corrected", "box_dropped", "drop_counted", "credit_received", "dealer_signed_out"})


class Session:
    """A session as far as it was recorded.

    `log` holds the events as recorded, `events` those in effect: where one was
    corrected the event as it should have been, None where it should not be.
    Version v stands at index v - 1 in both.  `dealers` are those on the table
    with the version at which they signed in, `shifts` the version from which
    each shift ran and its name.
    """

    __slots__ = (
        "boxes", "closed", "closed_at", "corrections", "dealers", "documents", "events", "header", "key",
        "log", "opened", "remarks", "shifts", "slips",
    )  # fmt: skip

    def __init__(self, header: SessionHeader) -> None:
        self.header = header
        self.key = header.key
        self.log: list[Event] = []
        self.corrections: dict[int, Event | None] = {}
        self.clear()

    def clear(self) -> None:
        """Forget what was folded; the log and its corrections stay."""
        self.events: list[Event | None] = []
        self.opened: SessionOpened | None = None
        self.closed: SessionClosed | None = None
        self.closed_at: int | None = None
        self.dealers: dict[str, int] = {}
        self.shifts: list[tuple[int, str]] = []
        self.slips: dict[tuple[Kind, str], SlipTrail] = {}
        self.documents: dict[str, Document] = {}
        self.boxes: dict[str, Box] = {}
        self.remarks: list[Remark] = []

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    @property
    def shift(self) -> str | None:
        """The shift that runs now, or ran last."""
        return self.shifts[-1][1] if self.shifts else None

    def shift_at(self, version: int) -> str | None:
        """The shift that an event belongs to."""
        return next((name for since, name in reversed(self.shifts) if since <= version), None)

    @property
    def counted_drop(self) -> BoxCount | None:
        """What the count room found in all boxes together; None while one is uncounted or in dispute."""
        counts = [box.counted for box in self.boxes.values()]
        known = [count for count in counts if count is not None]
        if not counts or len(known) != len(counts):
            return None
        return BoxCount(
            cash=sum(count.cash for count in known),
            documents=sum(count.documents for count in known),
            coupons=sum(count.coupons for count in known),
        )


def fold(header: SessionHeader, events: Iterable[Event], until: int | None = None) -> Session:
    """The session after its events, or after version `until` of them."""
    found = Session(header)
    for event in events:
        if until is not None and found.version >= until:
            break
        evolve(found, event)
    return found


def evolve(state: Session, event: Event) -> None:
    """Take one more event, whatever it is."""
    state.log.append(event)
    if isinstance(event, SessionCorrected):
        _correct(state, event)
    else:
        _apply(state, event)


def effective(state: Session, corrects: int) -> int:
    """The version of the fact that a correction is about, through corrections of corrections."""
    while isinstance(target := state.log[corrects - 1], SessionCorrected):
        corrects = target.corrects
    return corrects


def _correct(state: Session, event: SessionCorrected) -> None:
    """Fold again with the event as it should have been: corrections are rare, and this is always right."""
    version = effective(state, event.corrects)
    undone = isinstance(state.log[event.corrects - 1], SessionCorrected) and event.event is None
    if undone:
        state.corrections.pop(version, None)
    elif event.event is None:
        state.corrections[version] = None
    else:
        occurred_at = event.event.occurred_at or state.log[version - 1].occurred_at
        state.corrections[version] = event.event.model_copy(update={"occurred_at": occurred_at})
    state.clear()
    for number, logged in enumerate(state.log, 1):
        now = state.corrections.get(number, logged)
        if now is None or isinstance(logged, SessionCorrected):
            state.events.append(None if now is None else logged)
        else:
            _apply(state, now)


def _apply(state: Session, event: Event) -> None:
    state.events.append(event)
    version = len(state.events)
    if state.closed_at is not None and event.type not in AFTER_CLOSE:
        state.remarks.append(Remark("session_events_after_close", version, {"type": event.type}))
    step = STEPS.get(event.type)
    if step is not None:
        step(state, event, version)


# --- opener, closer, people -------------------------------------------------------


def _opened(state: Session, event: SessionOpened, version: int) -> None:
    state.opened = event
    state.shifts.append((version, event.shift))


def _closed(state: Session, event: SessionClosed, version: int) -> None:
    if state.closed is None:
        state.closed, state.closed_at = event, version


def _signed_in(state: Session, event: DealerSignedIn, version: int) -> None:
    if event.dealer in state.dealers:
        state.remarks.append(Remark("dealer_signed_in_twice", version, {"dealer": event.dealer}))
    state.dealers.setdefault(event.dealer, version)


def _signed_out(state: Session, event: DealerSignedOut, version: int) -> None:
    if state.dealers.pop(event.dealer, None) is None:
        state.remarks.append(Remark("dealer_not_signed_in", version, {"dealer": event.dealer}))


def _shift_changed(state: Session, event: ShiftChanged, version: int) -> None:
    if event.from_ != state.shift:
        facts = {"from": event.from_, "running": state.shift}
        state.remarks.append(Remark("shift_not_running", version, facts))
    state.shifts.append((version, event.to))


# --- exchanges and documents ------------------------------------------------------


def _bought_in(state: Session, event: BuyIn, version: int) -> None:
    out = value(event.chips)
    if out != event.tendered:
        facts = {"tendered": event.tendered, "chips": out, "difference": event.tendered - out}
        state.remarks.append(Remark("buy_in_not_equal", version, facts))
    if event.document is not None:
        _issue(state, event.document, event.tendered, version)


def _exchanged(state: Session, event: Exchange, version: int) -> None:
    taken, out = value(event.in_), value(event.out)
    if taken != out:
        facts = {"type": event.type, "in": taken, "out": out, "difference": taken - out}
        state.remarks.append(Remark("exchange_not_equal", version, facts))


def _issued(state: Session, event: CounterCheckIssued, version: int) -> None:
    if event.chips is not None and value(event.chips) != event.amount:
        facts = {"document": event.document, "amount": event.amount, "chips": value(event.chips)}
        state.remarks.append(Remark("counter_check_not_equal", version, facts))
    _issue(state, event.document, event.amount, version)


def _issue(state: Session, number: str, amount: int, version: int) -> None:
    document = state.documents.setdefault(number, Document())
    if document.issued_at is not None:
        state.remarks.append(Remark("document_repeated", version, {"document": number}))
    document.issued_at = document.issued_at or version
    document.issued += amount


def _redeemed(state: Session, event: CounterCheckRedeemed, version: int) -> None:
    sides = (event.chips is not None, event.cash is not None)
    given = value(event.chips or {}) + (event.cash or 0) if any(sides) else event.amount
    if given != event.amount:
        facts = {"document": event.document, "amount": event.amount, "given": given}
        state.remarks.append(Remark("counter_check_not_equal", version, facts))
    document = state.documents.setdefault(event.document, Document())
    document.redeemed += event.amount
    if document.issued_at is not None and document.redeemed > document.issued:
        facts = {"document": event.document, "issued": document.issued, "redeemed": document.redeemed}
        state.remarks.append(Remark("counter_check_overredeemed", version, facts))


def _taken(state: Session, event: TrayTaking, version: int) -> None:
    if event.chips is not None and event.amount is not None and value(event.chips) != event.amount:
        facts = {"type": event.type, "amount": event.amount, "chips": value(event.chips)}
        state.remarks.append(Remark("taking_not_equal", version, facts))


def _moved(state: Session, event: MovementRecorded, version: int) -> None:
    facts = {"incident": event.incident, "amount": value(event.chips)}
    state.remarks.append(Remark("movement_outside_list", version, facts))


# --- the drop box -----------------------------------------------------------------


def _dropped(state: Session, event: BoxDropped, version: int) -> None:
    box = state.boxes.setdefault(event.box, Box())
    if box.dropped_at is not None:
        state.remarks.append(Remark("box_dropped_twice", version, {"box": event.box}))
    box.dropped_at = box.dropped_at or version


def _counted(state: Session, event: DropCounted, version: int) -> None:
    box = state.boxes.setdefault(event.box, Box())
    if box.dropped_at is None:
        state.remarks.append(Remark("box_counted_not_dropped", version, {"box": event.box}))
    if box.counted_at is not None:
        state.remarks.append(Remark("box_counted_twice", version, {"box": event.box}))
        return
    box.counted_at = version
    box.first, box.second, box.settled = event.first, event.second, event.settled
    if event.first != event.second:
        facts = {"box": event.box, "settled": event.settled is not None}
        state.remarks.append(Remark("drop_counts_differ", version, facts))


STEPS: Mapping[str, Callable[..., None]] = {
    "opened": _opened,
    "closed": _closed,
    "dealer_signed_in": _signed_in,
    "dealer_signed_out": _signed_out,
    "shift_changed": _shift_changed,
    "buy_in": _bought_in,
    "color_changed": _exchanged,
    "tip_changed": _exchanged,
    "bad_beat_changed": _exchanged,
    "counter_check_issued": _issued,
    "counter_check_redeemed": _redeemed,
    "coin_taken": _taken,
    "rake_taken": _taken,
    "progressive_swept": _taken,
    "movement_recorded": _moved,
    "box_dropped": _dropped,
    "drop_counted": _counted,
    **dict.fromkeys(slips.SLIP_STEPS, slips.take),
}
