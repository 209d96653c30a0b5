"""What a numbered form has come to, from the steps that are in effect.

Pure.  A slip travels: steps of one number in two sessions of a table are one
slip; the same step twice, or steps at two tables, are remarked.
Source: accounting A.3; A.4, formula 13; A.6, O5, O6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.sessions.parts import ORDER
from projections.answers import Vector
from projections.slips.answers import Commission, Remarked, Slip, SlipStep, State
from projections.slips.steps import FIRST, LATER, UNDER_WAY, Form, StepName

# So much later a slip of paper counts as entered afterwards, in seconds.  No text gives a time:
# 13:69D-1.22(c) has slips written by hand only while the system is down.
LATE_S: Final = 3600
TRAVELS: Final = frozenset({"fill", "credit"})
# What a form that does not travel is, whatever its steps.
STANDS: Final[Mapping[Form, State]] = MappingProxyType(
    {"table_inventory": "signed", "commission_recovery": "issued", "variance_report": "reported"}
)


class InEffect(NamedTuple):
    """A step as the view holds it, in effect at some position; `of` is said by a recovery alone."""

    type: str
    series: str
    serial: int
    year: int
    form: Form | None
    step: StepName
    session: str
    table: str
    gaming_date: date
    version: int
    corrected_by: int | None
    position: int
    chips: Mapping[int, int] | None
    amount: int | None
    by: str | None
    approved_by: str | None
    reason: str | None
    source: str | None
    of: str | None
    occurred_at: datetime | None
    recorded_at: datetime


def slips(steps: Iterable[InEffect]) -> Iterator[Slip]:
    """The slips of steps in order of number, then of record."""
    of_number: list[InEffect] = []
    for one in steps:
        if of_number and _number(one) != _number(of_number[0]):
            yield from _of_number(of_number)
            of_number = []
        of_number.append(one)
    if of_number:
        yield from _of_number(of_number)


def _number(one: InEffect) -> tuple[str, str, int]:
    return one.type, one.series, one.serial


def _of_number(steps: Sequence[InEffect]) -> Iterator[Slip]:
    """One slip a year; what happens to a form later belongs to the year in which its number was used."""
    begun = {one.year for one in steps if one.step in FIRST}
    used = {one.year for one in steps if one.step not in LATER}
    years: dict[int, list[InEffect]] = {}
    for one in steps:
        years.setdefault(_year(one, begun if one.step in UNDER_WAY else used), []).append(one)
    for _, found in sorted(years.items()):
        by_form = _by_form(found)
        for of_form in by_form:
            yield _slip(of_form, alone=len(by_form) == 1)


def _year(one: InEffect, known: Collection[int]) -> int:
    """The year of the slip that a step is of, by the years in which its number began.

    What comes later, and what goes on with chips that are under way, is of the
    last year up to its own; of a session that was still open as the next year
    began, of that one.
    """
    if one.step not in LATER | UNDER_WAY or not known:
        return one.year
    return max((year for year in known if year <= one.year), default=min(known))


def _by_form(steps: Sequence[InEffect]) -> list[list[InEffect]]:
    """The steps of each form that has the number; one that says only the number goes with the first."""
    forms = list(dict.fromkeys(one.form for one in steps if one.form is not None))
    if len(forms) < 2:
        return [list(steps)]
    return [[one for one in steps if (one.form or forms[0]) == form] for form in forms]


def _slip(steps: Sequence[InEffect], *, alone: bool) -> Slip:
    first = next((one for one in steps if one.step not in LATER), steps[0])
    form = next((one.form for one in steps if one.form is not None), None)
    moves = _moving(steps)
    state = _state(form, moves)
    transit = _in_transit(moves) if form in TRAVELS else None
    effect = _effect(form, moves)
    # A void slip is for nothing, unless its chips moved all the same.
    void = state == "voided" and transit is None and all(one.step != "received" for one in moves)
    return Slip(
        name=f"{first.type}/{first.series}/{first.serial}",
        type=first.type,
        series=first.series,
        serial=first.serial,
        year=first.year,
        form=form,
        state=state,
        gaming_date=first.gaming_date,
        tables=sorted({one.table for one in steps}),
        sessions=list(dict.fromkeys(one.session for one in steps)),
        amount=0 if void else effect and effect.amount,
        chips={} if void else effect and (None if effect.chips is None else dict(effect.chips)),
        in_transit=transit,
        commission=_commission(moves) if form == "commission" else None,
        of=next((one.of for one in steps if one.of is not None), None),
        reprints=sum(one.step == "reprinted" for one in steps),
        entered_late_s=_late(steps),
        remarks=[*_remarks(form, steps, moves), *(() if alone else ("two_forms",))],
        occurred_at=first.occurred_at,
        position=first.position,
        steps=[_said(one, moves=one in moves) for one in steps],
    )


def _moving(steps: Sequence[InEffect]) -> list[InEffect]:
    """The steps that count: each once in a session, but for what may come again."""
    seen: set[tuple[str, StepName]] = set()
    found = []
    for one in sorted(steps, key=lambda one: (one.session, one.version)):
        again = (one.session, one.step) in seen and one.step not in {"recovered", "reprinted"}
        if not again:
            seen.add((one.session, one.step))
            found.append(one)
    return sorted(found, key=lambda one: one.position)


def _state(form: Form | None, moves: Sequence[InEffect]) -> State:
    if form is not None and form in STANDS:
        return STANDS[form]
    names = {one.step for one in moves}
    if form == "commission":
        return "open" if _commission(moves).left > 0 else "recovered"
    if "voided" in names:
        return "voided"
    return next((name for name in reversed(ORDER) if name in names), "issued")


def _effect(form: Form | None, moves: Sequence[InEffect]) -> InEffect | None:
    """The step that says what the form was for: of what travels the one furthest on, else the first."""
    if form in TRAVELS:
        wanted = [one for name in reversed(ORDER) for one in moves if one.step == name]
    else:
        wanted = [one for one in moves if one.amount is not None and one.step not in LATER]
        wanted = wanted or [one for one in moves if one.amount is not None]
    return wanted[0] if wanted else None


def _in_transit(moves: Sequence[InEffect]) -> Vector | None:
    """What was dispatched and not received; a void sends back what its session had on the way by then."""
    ways: dict[str, Counter[int]] = {}
    for one in sorted(moves, key=lambda one: one.version):
        way = ways.setdefault(one.session, Counter())
        if one.step == "voided":
            way.clear()
        elif one.step == "dispatched":
            way.update(one.chips or {})
        elif one.step == "received":
            way.subtract(one.chips or {})
    chips: Counter[int] = Counter()
    for way in ways.values():
        chips.update(way)
    left = {face: count for face, count in sorted(chips.items()) if count}
    total = sum(face * count for face, count in left.items())
    return Vector(total=total, by_denomination=left, unspecified=0) if left else None


def _commission(moves: Sequence[InEffect]) -> Commission:
    owed = sum(one.amount or 0 for one in moves if one.step == "issued")
    came_in = sum(one.amount or 0 for one in moves if one.step == "recovered")
    return Commission(owed=owed, recovered=came_in, left=owed - came_in)


def _late(steps: Sequence[InEffect]) -> int | None:
    delays = [
        int((one.recorded_at - one.occurred_at).total_seconds())
        for one in steps
        if one.source == "manual" and one.occurred_at is not None
    ]
    return max((delay for delay in delays if delay >= LATE_S), default=None)


def _remarks(form: Form | None, steps: Sequence[InEffect], moves: Sequence[InEffect]) -> list[Remarked]:
    found: list[Remarked] = []
    once = [one.step for one in steps if one.step not in {"recovered", "reprinted"}]
    if form == "table_inventory":
        # The closer of one shift and the opener of the next are two parts of one slip.
        once = ["opened" if one == "opened" else "closed" for one in once]
    if len(set(once)) < len(once):
        found.append("step_repeated")
    if len({one.table for one in steps if one.step != "recovered"}) > 1:
        found.append("on_two_tables")
    counts = [dict(one.chips) for one in moves if one.chips is not None and one.step != "voided"]
    if form in TRAVELS | {"table_inventory"} and any(one != counts[0] for one in counts):
        found.append("chips_differ")
    voids = [one for one in moves if one.step == "voided"]
    moved = [one for one in moves if one.step in {"dispatched", "received"}]
    if any(_after(one, void) for one in moved for void in voids):
        found.append("moved_after_void")
    # A session refuses to void what it sent itself; of what another sent it knows nothing.
    if any(_after(void, one) for one in moved for void in voids):
        found.append("voided_after_transport")
    return found


def _after(one: InEffect, other: InEffect) -> bool:
    """Whether a step came after another: in one session by version, whenever it was corrected."""
    if one.session == other.session:
        return one.version > other.version
    return one.position > other.position


def _said(one: InEffect, *, moves: bool) -> SlipStep:
    own = {name: getattr(one, name) for name in SlipStep.model_fields if name not in {"chips", "moves"}}
    return SlipStep(**own, chips=None if one.chips is None else dict(one.chips), moves=moves)
