"""Explanations that something recorded suggests: slips, counts beside the session, other tables, color."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ledger.events.sessions import ShiftChanged
from ledger.sessions.parts import SlipTrail
from projections.answers import Vector
from projections.reconciliation.answers import Evidence, SessionFigures
from projections.reconciliation.candidates.pieces import (
    ALMOST,
    Chips,
    Piece,
    by_amount,
    holds,
    nearly,
    negated,
    piece,
)
from projections.reconciliation.candidates.queries import Mispaid, Neighbour
from projections.reconciliation.candidates.telling import Movement, Told, counted
from projections.reconciliation.candidates.units import Unit, key

# Two counts that differ by no more than a twentieth of the larger are nearly the same.
NEARLY: Final = 20
# The step of a slip that books it in the tray, and the way its chips went.
BOOKED: Final[Mapping[str, tuple[Literal["received", "dispatched"], int]]] = {
    "fill": ("received", 1),
    "credit": ("dispatched", -1),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A session that is off, or a shift of it, and what lies beside it."""

    unit: Unit
    told: Told
    before: Neighbour | None
    after: Neighbour | None
    mispaid: Sequence[Mispaid]

    @property
    def key(self) -> str:
        """`table/date/number`."""
        return self.told.key

    @property
    def figures(self) -> SessionFigures:
        """Those of the session."""
        return self.unit.session

    @property
    def variance(self) -> Vector:
        """What is to be explained."""
        return self.unit.variance

    @property
    def named(self) -> str:
        """What it is called beside others."""
        shift = self.unit.shift
        return self.key if shift is None else f"{self.key}, shift {shift.shift},"

    @property
    def movements(self) -> list[Movement]:
        """The movements of the session's own events in it."""
        return [one for one in self.told.movements if self.has(one.shift)]

    def has(self, shift: int | None) -> bool:
        """Whether what happened in a shift, by its number, happened in it."""
        return self.unit.number is None or self.unit.number == (shift or 0)

    def says(self, version: int) -> bool:
        """Whether an event of the session is of it."""
        return self.has(self.told.state.shift_number_at(version))

    def follows(self, other: Case) -> bool:
        """Whether it is the shift just after another one, of the same session."""
        mine, its = self.unit.number, other.unit.number
        return self.key == other.key and mine is not None and its is not None and mine == its + 1

    @property
    def off(self) -> dict[int, int]:
        """The denominations that are off."""
        return {face: count for face, count in self.variance.by_denomination.items() if count}


def known(case: Case, others: Sequence[Case], rest: Sequence[SessionFigures]) -> list[Piece]:
    """Everything recorded that would explain some of a variance.

    `others` are the other sessions and shifts of the date that are off, `rest` all sessions.
    """
    elsewhere = [other for other in others if other.unit.name != case.unit.name]
    slips = [*_slips_here(case, elsewhere), *_slips_elsewhere(case, elsewhere)]
    # Of a tray that a slip pairs with this one nothing more is said than that.
    paired = {said.stream for one in slips for said in one.evidence[1:]}
    return [
        *_counts_beside(case),
        *_handed_over(case, elsewhere),
        *slips,
        *_in_transit(case),
        *_not_booked(case),
        *_own_box(case),
        *_offsets(case, elsewhere, paired),
        *_boxes(case, rest),
        *_color(case),
        *_misrecorded(case),
    ]


# --- counts of the same table ---------------------------------------------------------


def _counts_beside(case: Case) -> Iterator[Piece]:
    """The opener differs from the closer before it, or the closer from the opener after it."""
    opened, closed = case.told.state.opened, case.told.state.closed
    if opened is not None and case.before is not None and case.unit.is_first:
        off = _minus(case.before.chips, opened.opener)
        if holds(case.off, off.items()):
            said = "the opener is not the closer before it: it may have been counted wrong"
            yield piece("opener_miscounted", off, said, _neighbour(case.before, case))
    if closed is not None and case.after is not None and case.unit.is_last:
        off = _minus(closed.closer, case.after.chips)
        if holds(case.off, off.items()):
            said = "the closer is not the opener after it: it may have been counted wrong"
            yield piece("closer_miscounted", off, said, _neighbour(case.after, case))


def _handed_over(case: Case, elsewhere: Sequence[Case]) -> Iterator[Piece]:
    """The shift beside it is off the other way: the count between the two may be what is wrong."""
    for other in elsewhere:
        if not (case.follows(other) or other.follows(case)):
            continue
        later = case if case.follows(other) else other
        common = {
            face: min(count, -other.off.get(face, 0), key=abs)
            for face, count in case.off.items()
            if count * other.off.get(face, 0) < 0
        }
        shift = other.unit.shift
        said = "" if shift is None else f"shift {shift.shift} is off the other way: "
        said += "the count between the two may be wrong"
        if common:
            yield piece("handover_miscounted", common, said, _handover(later), _off(other))
        elif case.variance.total and case.variance.total == -other.variance.total:
            amount = case.variance.total
            yield by_amount("handover_miscounted", amount, said, _handover(later), _off(other), more=0.5)


def _handover(later: Case) -> Evidence:
    """The count with which a shift began."""
    began = later.told.state.shifts[later.unit.number or 0]
    event = later.told.state.events[began.version - 1]
    assert isinstance(event, ShiftChanged), "a shift but the first begins with the count of the one before"
    chips = counted(event.count, later.told.money)
    return later.told.evidence(began.version, f"count from {event.from_} to {event.to}: {chips}")


def _minus(one: Chips, other: Chips) -> dict[int, int]:
    faces = sorted({*one, *other})
    off = {face: one.get(face, 0) - other.get(face, 0) for face in faces}
    return {face: count for face, count in off.items() if count}


def _neighbour(count: Neighbour, case: Case) -> Evidence:
    said = f"{count.kind} of {count.session}: {counted(count.chips, case.told.money)}"
    return Evidence(stream=count.session, version=count.version, position=count.position, sentence=said)


# --- slips ------------------------------------------------------------------------------


def _booked(case: Case) -> Iterator[tuple[SlipTrail, dict[int, int], Evidence]]:
    """The slips that moved a tray: what each moved in it, and the event that says so."""
    told = case.told
    for trail in told.state.slips.values():
        step, sign = BOOKED[trail.kind]
        if step in trail.steps and case.says(trail.steps[step].version):
            taken = trail.steps[step]
            chips = {face: sign * count for face, count in taken.chips.items() if count}
            said = f"slip {trail.name}, {trail.kind} {step}: {counted(taken.chips, told.money)}"
            yield trail, chips, told.evidence(taken.version, said)


def _slips_here(case: Case, elsewhere: Sequence[Case]) -> Iterator[Piece]:
    """A slip was posted here, and another table, or another shift, is off by its chips the other way."""
    for trail, chips, evidence in _booked(case):
        missing = negated(chips)
        if not nearly(case.off, missing.items()):
            continue
        there = [other for other in elsewhere if nearly(other.off, chips.items())]
        for other in there:
            said = f"slip {trail.name} may belong to {_place(case, other)}, which is off the other way"
            more = _almost(case.off, missing) + _almost(other.off, chips)
            yield piece(_misplaced(case, other), missing, said, evidence, _off(other), more=more)
        if not there:
            said = f"slip {trail.name} is posted here; its chips may never have moved"
            yield piece("slip_not_in_tray", missing, said, evidence)


def _slips_elsewhere(case: Case, elsewhere: Sequence[Case]) -> Iterator[Piece]:
    """A slip was posted to another table, which is off by its chips the other way."""
    for other in elsewhere:
        for trail, chips, evidence in _booked(other):
            if nearly(case.off, chips.items()) and nearly(other.off, negated(chips).items()):
                said = f"slip {trail.name}, posted to {_place(case, other)}, may belong here"
                more = _almost(case.off, chips) + _almost(other.off, negated(chips))
                yield piece(_misplaced(case, other), chips, said, evidence, _off(other), more=more)


def _almost(off: Chips, chips: Chips) -> float:
    """What it costs that a tray is off by nearly the chips of a slip, and not by all of them."""
    return 0.0 if holds(off, chips.items()) else ALMOST


def _place(case: Case, other: Case) -> str:
    """Where another case is: at its table, or in another shift of the same session."""
    shift = other.unit.shift
    return other.figures.table if shift is None or other.key != case.key else f"shift {shift.shift}"


def _misplaced(case: Case, other: Case) -> str:
    return "slip_in_wrong_shift" if other.key == case.key else "slip_on_wrong_table"


def _in_transit(case: Case) -> Iterator[Piece]:
    """What is on its way by the slips may lie in the tray; what was counted in unlike them may not."""
    for one in case.figures.in_transit:
        here = one.evidence.version is None or case.says(one.evidence.version)
        if not here or not holds(case.off, one.by_denomination.items()):
            continue
        ways = {count > 0 for count in one.by_denomination.values() if count}
        if ways == {True}:
            said = f"chips of slip {one.slip} stand as on their way and may be in the tray"
            yield piece("in_transit", one.by_denomination, said, one.evidence)
        elif ways == {False}:
            what = "did not come" if one.kind == "fill" else "left the tray"
            said = f"of slip {one.slip} more was counted in than had been sent: it may be that it {what}"
            yield piece("counted_unlike_slip", one.by_denomination, said, one.evidence)
        else:
            said = f"slip {one.slip} was counted in as other chips than had been sent: these may be right"
            yield piece("counted_unlike_slip", one.by_denomination, said, one.evidence)


def _not_booked(case: Case) -> Iterator[Piece]:
    """A slip was requested or issued, perhaps made void, and booked in no tray: its chips may have moved."""
    told = case.told
    for trail in told.state.slips.values():
        booked, sign = BOOKED[trail.kind]
        begun = [trail.steps[step] for step in ("issued", "requested") if step in trail.steps]
        if not begun or not {booked, "dispatched"}.isdisjoint(trail.steps) or not case.says(begun[0].version):
            continue
        chips = {face: sign * count for face, count in begun[0].chips.items() if count}
        if holds(case.off, chips.items()):
            void = trail.steps.get("voided")
            what = "come" if trail.kind == "fill" else "left the tray"
            state = "is void" if void is not None else "was never booked"
            said = f"slip {trail.name} {state}: its chips may have {what} all the same"
            counts = counted(begun[0].chips, told.money)
            shown = begun[0] if void is None else void
            evidence = f"slip {trail.name}, {trail.kind} of {counts}, {'void' if void else 'not booked'}"
            yield piece("slip_not_booked", chips, said, told.evidence(shown.version, evidence))


# --- other counts -----------------------------------------------------------------------


def _off(other: Case) -> Evidence:
    """Another session that is off, by how much and in what."""
    closed, money = other.told.state.closed_at, other.told.money
    said = f"{other.named} is off by {money(other.variance.total)}"
    if other.off:
        said += f": {'  '.join(f'{count:+} × {money(face)}' for face, count in sorted(other.off.items()))}"
    if not other.unit.is_last:
        closed = other.told.state.shifts[(other.unit.number or 0) + 1].version
    if closed is None:
        return Evidence(stream=other.key, version=None, position=None, sentence=said)
    return other.told.evidence(closed, said)


def _offsets(case: Case, elsewhere: Sequence[Case], paired: Collection[str]) -> Iterator[Piece]:
    """Another tray is off the other way: by the same chips, the same amount, or nearly."""
    for other in elsewhere:
        if case.follows(other) or other.follows(case):
            continue
        table, money = _place(case, other), case.told.money
        opposite, amount = negated(other.off), -other.variance.total
        if opposite and holds(case.off, opposite.items()):
            said = f"{table} is off by the same chips, the other way"
            yield piece("offset_elsewhere", opposite, said, _off(other))
        elif amount and amount == case.variance.total:
            said = f"{table} is off by the same amount, the other way, in other chips"
            yield by_amount("offset_elsewhere", amount, said, _off(other), more=0.5)
        elif other.key not in paired and _nearly(amount, case.variance.total):
            smaller = min(amount, case.variance.total, key=abs)
            left = money(abs(abs(amount) - abs(case.variance.total)))
            said = f"{table} is off by nearly as much, the other way: that leaves {left}"
            yield by_amount("near_offset_elsewhere", smaller, said, _off(other))


def _nearly(one: int, other: int) -> bool:
    """Whether two amounts go the same way and differ by little."""
    return one * other > 0 and 0 < abs(one - other) * NEARLY <= max(abs(one), abs(other))


def _own_box(case: Case) -> Iterator[Piece]:
    """The box of the session itself is off by as much, the other way."""
    amount = case.unit.drop_variance
    if amount and amount == -case.variance.total:
        missing = "not recorded" if amount > 0 else "recorded and not made, or twice"
        said = f"the drop box is off by as much, the other way, as by a buy-in {missing}"
        yield by_amount("buy_in_not_recorded", case.variance.total, said, _box(case.figures, case))


def _boxes(case: Case, rest: Sequence[SessionFigures]) -> Iterator[Piece]:
    """The box of another session is off by as much, the other way."""
    for other in rest:
        amount = other.drop.variance
        if amount and amount == -case.variance.total and key(other) != case.key:
            said = f"the drop box of {other.table} is off by as much, the other way"
            yield by_amount("offset_elsewhere", case.variance.total, said, _box(other, case), more=0.75)


def _box(one: SessionFigures, case: Case) -> Evidence:
    drop, money = one.drop, case.told.money
    said = f"drop of {key(one)}: expected {money(drop.expected)}, counted {money(drop.counted or 0)}"
    return Evidence(stream=key(one), version=None, position=None, sentence=said)


# --- color, and rounds -------------------------------------------------------------------


def _color(case: Case) -> Iterator[Piece]:
    """Color at marker value that patrons had not cashed in stands in the variance."""
    amount = case.figures.outstanding_color
    if amount and case.unit.is_last:
        said = f"color worth {case.told.money(amount)} was sold and not cashed in"
        issued = [
            case.told.evidence(
                version, f"color issued: {event.__dict__['count']} of {event.__dict__['color']}"
            )
            for version, event in enumerate(case.told.state.events, 1)
            if event is not None and event.type == "color_issued"
        ]
        yield by_amount("outstanding_color", amount, said, *issued[:8])


def _misrecorded(case: Case) -> Iterator[Piece]:
    """A round stands as mispaid by the same amount: it may have been settled right, and recorded wrong."""
    for one in case.mispaid:
        money = case.told.money
        beside = "less" if one.amount > 0 else "more"
        said = f"the house stands {money(abs(one.amount))} beside the rules; {beside} was due from the tray"
        evidence = Evidence(stream=one.round, version=one.version, position=one.position, sentence=said)
        text = f"round {one.round} stands as mispaid; it may have been settled right and recorded wrong"
        yield by_amount("round_misrecorded", -one.amount, text, evidence)
