"""What a session is: one opener to one closer at one table, the one fold of its events.

`evolve(session, event)` accepts everything that is a record, judges nothing,
and keeps as `remarks` what later becomes a finding.  What chips moved is the
book's to say; the closer and the counts of the box are facts beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from ledger.events.base import Event
from ledger.events.forms import VarianceReported
from ledger.events.records import SessionHeader
from ledger.events.sessions import (
    BoxCount,
    BoxDropped,
    BuyIn,
    CounterCheckIssued,
    CounterCheckRedeemed,
    DropCounted,
    Exchange,
    MovementRecorded,
    PlayTotaled,
    SessionClosed,
    SessionCorrected,
    SessionOpened,
    ShiftChanged,
    TrayTaking,
)
from ledger.money import value
from ledger.sessions import attendance, color, forms, slips
from ledger.sessions.parts import (
    Box,
    Color,
    Commission,
    Document,
    Form,
    FormKind,
    Kind,
    Remark,
    Shift,
    SlipTrail,
)

# After the closer a session takes no more of anything else without a finding.
AFTER_CLOSE = frozenset({
    "corrected", "box_dropped", "drop_counted", "credit_received", "dealer_signed_out",
    "slip_reprinted", "variance_reported", "impressment_counted", "commission_recovered",
})  # fmt: skip
# Why a movement outside the closed list is not only unusual but prohibited, by the words its reason begins
# with.  Source: 13:69D-1.9(c): complimentaries are not issued from the table inventory.
PROHIBITED = ("goodwill", "complimentar", "comp ", "comped")


class Session:
    """A session as far as it was recorded.

    `log` holds the events as recorded, `events` those in effect: where one was
    corrected the event as it should have been, None where it should not be.
    Version v stands at index v - 1 in both.  `shifts` are those that ran, in
    order of the floor's clock.  `color_lost` is color lost less color won in play
    told in totals, at marker value in cents; `overrides` what a chip of a
    denomination stands for, in cents, since somebody let it; `reprints` how
    often a slip was printed again, by its name.
    """

    __slots__ = (
        "boxes", "closed", "closed_at", "color_lost", "colors", "commissions", "corrections", "documents",
         "events", "forms", "header", "key", "log", "opened", "overrides", "remarks", "reported",
        "reprints", "shifts", "slips",
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
        self.shifts: list[Shift] = []
        self.slips: dict[tuple[Kind, str], SlipTrail] = {}
        self.forms: dict[tuple[FormKind, str], Form] = {}
        self.reprints: dict[str, int] = {}
        self.documents: dict[str, Document] = {}
        self.commissions: dict[str, Commission] = {}
        self.colors: dict[str, Color] = {}
        self.color_lost = 0
        self.overrides: dict[int, int] = {}
        self.reported: list[tuple[int, VarianceReported]] = []
        self.boxes: dict[str, Box] = {}
        self.remarks: list[Remark] = []

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    @property
    def shift(self) -> str | None:
        """The shift that runs now, or ran last."""
        return self.shifts[-1].name if self.shifts else None

    def shift_at(self, version: int) -> str | None:
        """The name of the shift that an event belongs to."""
        number = self.shift_number_at(version)
        return None if number is None else self.shifts[number].name

    def shift_number_at(self, version: int) -> int | None:
        """The shift, from 0, that an event belongs to: the one that ran when it occurred, whenever recorded.

        A correction belongs to the shift of what it corrects.  At one instant,
        and where a time is not known, the order of record decides.
        """
        of = effective(self, version)
        event = self.events[of - 1] or self.log[of - 1]
        return self._number_when(event.occurred_at, of)

    def _number_when(self, at: datetime | None, version: int) -> int | None:
        found = 0 if self.shifts and self.shifts[0].version <= version else None
        for number, shift in enumerate(self.shifts):
            if at is None or shift.since is None:
                begun = shift.version <= version
            else:
                begun = (shift.since, shift.version) <= (at, version)
            if begun:
                found = number
        return found

    def worth(self, chips: Mapping[int, int]) -> int:
        """What chips stand for in an exchange now, in cents: their face but where it was overridden."""
        if not self.overrides:
            return value(chips)
        return sum(self.overrides.get(face, face) * count for face, count in chips.items())

    @property
    def dealers(self) -> Mapping[str, int]:
        """Who is on the table, with the version at which they signed in."""
        return attendance.present(self)

    @property
    def outstanding_color(self) -> int:
        """Color that patrons hold at marker value in cents, as far as the session says."""
        return color.outstanding(self)

    @property
    def last_box_missing(self) -> bool:
        """Whether boxes were taken from the table, and none of them after its closer was counted.

        The closer's own slip goes into the box, so that one taken before it is not
        the last.  Source: accounting A.1, A.3; 13:69D-1.21.
        """
        closed, dropped = self.closed, [box.dropped_at for box in self.boxes.values()]
        if closed is None or self.closed_at is None or not any(dropped):
            return False
        return not any(
            version is not None and self._as_late(version, closed.occurred_at, self.closed_at)
            for version in dropped
        )

    def _as_late(self, version: int, at: datetime | None, than: int) -> bool:
        """Whether an event happened no earlier than another, at the same instant in whatever order."""
        event = self.events[version - 1]
        assert event is not None, "what took effect is in effect"
        if at is None or event.occurred_at is None:
            return version > than
        return event.occurred_at >= at

    @property
    def counted_drop(self) -> BoxCount | None:
        """What the count room found in all boxes together.

        None while one is uncounted or in dispute, or the one that was on the table at its closer is missing.
        """
        counts = [box.counted for box in self.boxes.values()]
        known = [count for count in counts if count is not None]
        if not counts or len(known) != len(counts) or self.last_box_missing:
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
    _begin(state, Shift(event.occurred_at, version, event.shift))
    forms.inventory_slip(state, event, version)


def _closed(state: Session, event: SessionClosed, version: int) -> None:
    if state.closed is None:
        state.closed, state.closed_at = event, version
    forms.inventory_slip(state, event, version)


def _shift_changed(state: Session, event: ShiftChanged, version: int) -> None:
    _begin(state, Shift(event.occurred_at, version, event.to, event.from_))
    forms.inventory_slip(state, event, version)


def _begin(state: Session, shift: Shift) -> None:
    """Put a shift in its place by the floor's clock; without a time it comes last."""
    place = len(state.shifts)
    while place and shift.since is not None and _after(state.shifts[place - 1], shift.since):
        place -= 1
    state.shifts.insert(place, shift)


def _after(shift: Shift, at: datetime) -> bool:
    return shift.since is not None and shift.since > at


# --- exchanges and documents ------------------------------------------------------


def _bought_in(state: Session, event: BuyIn, version: int) -> None:
    out = state.worth(event.chips)
    if out != event.tendered:
        facts = {"tendered": event.tendered, "chips": out, "difference": event.tendered - out}
        state.remarks.append(Remark("buy_in_not_equal", version, facts))
    forms.document(state, event.document, event.tendered, version)


def _exchanged(state: Session, event: Exchange, version: int) -> None:
    taken, out = state.worth(event.in_), state.worth(event.out)
    if taken != out:
        facts = {"type": event.type, "in": taken, "out": out, "difference": taken - out}
        state.remarks.append(Remark("exchange_not_equal", version, facts))


def _issued(state: Session, event: CounterCheckIssued, version: int) -> None:
    if event.chips is not None and state.worth(event.chips) != event.amount:
        facts = {"document": event.document, "amount": event.amount, "chips": state.worth(event.chips)}
        state.remarks.append(Remark("counter_check_not_equal", version, facts))
    forms.document(state, event.document, event.amount, version)


def _redeemed(state: Session, event: CounterCheckRedeemed, version: int) -> None:
    sides = (event.chips is not None, event.cash is not None)
    given = state.worth(event.chips or {}) + (event.cash or 0) if any(sides) else event.amount
    if given != event.amount:
        facts = {"document": event.document, "amount": event.amount, "given": given}
        state.remarks.append(Remark("counter_check_not_equal", version, facts))
    document = state.documents.setdefault(event.document, Document())
    document.redeemed += event.amount
    if document.issued_at is not None and document.redeemed > document.issued:
        facts = {"document": event.document, "issued": document.issued, "redeemed": document.redeemed}
        state.remarks.append(Remark("counter_check_overredeemed", version, facts))


def _taken(state: Session, event: TrayTaking, version: int) -> None:
    if event.chips is not None and event.amount is not None and state.worth(event.chips) != event.amount:
        facts = {"type": event.type, "amount": event.amount, "chips": state.worth(event.chips)}
        state.remarks.append(Remark("taking_not_equal", version, facts))


def _totaled(state: Session, event: PlayTotaled, _: int) -> None:
    state.color_lost += (event.color_collected or 0) - (event.color_paid or 0)


def _moved(state: Session, event: MovementRecorded, version: int) -> None:
    facts = {"incident": event.incident, "amount": value(event.chips)}
    prohibited = f"{event.reason.strip().casefold()} ".startswith(PROHIBITED)
    code = "prohibited_reason" if prohibited else "movement_outside_list"
    state.remarks.append(Remark(code, version, facts))


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
    if event.approved_by is None:
        state.remarks.append(Remark("box_counted_by_one", version, {"box": event.box, "by": event.by}))
    if box.counted_at is None:
        box.counted_at = version
        box.first, box.second, box.settled = event.first, event.second, event.settled
        return
    settles = event.settled or (event.first if event.first == event.second else None)
    if box.counted is None and settles is not None:
        box.settled = settles
    else:
        state.remarks.append(Remark("box_counted_twice", version, {"box": event.box}))


STEPS: Mapping[str, Callable[..., None]] = {
    "opened": _opened,
    "closed": _closed,
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
    "play_totaled": _totaled,
    "movement_recorded": _moved,
    "marker_set": color.marked,
    "color_issued": color.issued,
    "color_cashed": color.cashed,
    "impressment_counted": color.counted,
    "commission_uncollected": forms.uncollected,
    "commission_recovered": forms.recovered,
    "variance_reported": forms.reported,
    "slip_reprinted": forms.reprinted,
    "chip_value_overridden": forms.overridden,
    "game_account_cashed_out": forms.cashed_out,
    "box_dropped": _dropped,
    "drop_counted": _counted,
    **dict.fromkeys(slips.SLIP_STEPS, slips.take),
}
