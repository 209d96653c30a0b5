"""The shifts of a session: from one count of its tray to the next.

The tray over or short can be said of every shift, the accounting win only of
one that had a drop box of its own, or of all that a box served.  Source:
accounting A.4, formula 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from ledger.book import terms as book
from ledger.book.postings import Account, Reason
from ledger.money import value
from projections.answers import Vector
from projections.reconciliation.answers import BoxFigures, PeriodFigures, ShiftFigures
from projections.reconciliation.parts import DroppedBox
from projections.reconciliation.ratios import hours
from projections.reconciliation.sums import Sums, by_reason, in_tray

if TYPE_CHECKING:
    from projections.reconciliation.figures import SessionFacts

NO_SHIFT: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Span:
    """A shift, or several that one box served: between which instants, and the tray as counted at both ends.

    `own_box` is whether the boxes taken at its end are of this span alone, `whole` whether
    all that it dropped is in them: not if none was taken once the table was closed.
    """

    names: Sequence[str]
    since: datetime | None
    until: datetime | None
    opener: Mapping[int, int] | None
    closer: Mapping[int, int] | None
    boxes: Sequence[DroppedBox]
    own_box: bool
    whole: bool = True


def shifts(facts: SessionFacts) -> tuple[list[ShiftFigures], list[BoxFigures]]:
    """The shifts of a session in their order, and the same put together from one drop box to the next.

    One shift where its tray was never counted in between.
    """
    spans = _spans(facts)
    moved = facts.by_shift if len(spans) > 1 else (facts.sums,)
    each = list(zip(spans, moved, strict=True))
    by_shift = [
        ShiftFigures(shift=span.names[0], **_said(span), **_period(span, sums).__dict__)
        for span, sums in each
    ]
    by_box = []
    for some in _until_a_box(each):
        span, sums = _joined([span for span, _ in some]), _added([sums for _, sums in some])
        by_box.append(BoxFigures(shifts=list(span.names), **_said(span), **_period(span, sums).__dict__))
    return by_shift, by_box


def _said(span: Span) -> dict[str, Any]:
    return {
        "since": span.since,
        "until": span.until,
        "hours": hours(span.since, span.until),
        "boxes": [box.box for box in span.boxes],
    }


def _until_a_box(shifts: Sequence[tuple[Span, Sums]]) -> list[list[tuple[Span, Sums]]]:
    """Shifts up to and with each at whose end a box was taken; the last of them may have none."""
    found: list[list[tuple[Span, Sums]]] = [[]]
    for n, (span, sums) in enumerate(shifts):
        found[-1].append((span, sums))
        if span.boxes and n + 1 < len(shifts):
            found.append([])
    return found


def _joined(spans: Sequence[Span]) -> Span:
    """Shifts that follow each other as one."""
    first, last = spans[0], spans[-1]
    names = [name for span in spans for name in span.names]
    own_box = bool(last.boxes)
    return Span(names, first.since, last.until, first.opener, last.closer, last.boxes, own_box, last.whole)


def _added(sums: Sequence[Sums]) -> Sums:
    found: dict[tuple[Account, Reason, int], tuple[int, int]] = {}
    for some in sums:
        for line, (count, amount) in some.items():
            had = found.get(line, (0, 0))
            found[line] = (had[0] + count, had[1] + amount)
    return found


def _spans(facts: SessionFacts) -> list[Span]:
    counts = facts.parts.counts
    names = [count.shift for count in counts]
    names.append(counts[-1].then if counts else facts.shift or NO_SHIFT)
    times = [facts.opened_at, *(count.at for count in counts), facts.closed_at]
    trays = [facts.opener, *(count.chips for count in counts), facts.closer]
    boxes = _boxes(facts.parts.boxes, times[1:])
    return [
        Span(
            [name],
            times[n],
            times[n + 1],
            trays[n],
            trays[n + 1],
            boxes[n],
            bool(boxes[n]) and (n == 0 or bool(boxes[n - 1])),
            whole=n + 1 < len(names) or not facts.parts.last_box_missing,
        )
        for n, name in enumerate(names)
    ]


def _boxes(boxes: Sequence[DroppedBox], ends: Sequence[datetime | None]) -> list[list[DroppedBox]]:
    """The boxes taken at the end of each shift: a box goes with the count that is nearest in time."""
    found: list[list[DroppedBox]] = [[] for _ in ends]
    for box in boxes:
        taken = box.at
        known = [(n, end) for n, end in enumerate(ends) if end is not None]
        if taken is None or not known:
            found[-1].append(box)
            continue
        # Of two as near the later one: a box is taken after what it belongs to.
        near, _ = min(known, key=lambda one: (abs(one[1] - taken), -one[0]))
        found[near].append(box)
    return found


def _period(span: Span, sums: Sums) -> PeriodFigures:
    terms = book.terms(by_reason(sums))
    moved = _moved(sums)
    opener = None if span.opener is None else value(span.opener)
    expected = None if opener is None else opener + moved.total
    counted = None if span.closer is None else value(span.closer)
    drop = _counted(span.boxes) if span.own_box and span.whole else None
    variance = _variance(span, moved)
    off = None if drop is None else drop - terms.expected_drop.total
    win = holds = None
    if opener is not None and counted is not None and drop is not None and variance is not None:
        win = counted + terms.of["C"] + drop - opener - terms.of["F"]
        explained = terms.round_win + terms.match_play + terms.exceptions
        holds = win == explained + variance.total + drop - terms.expected_drop.total
    return PeriodFigures(
        opener=opener,
        fills=terms.of["F"],
        credits=terms.of["C"],
        expected=expected,
        counted=counted,
        variance=variance,
        drop_expected=terms.expected_drop.total,
        drop_counted=drop,
        drop_variance=off,
        accounting_win=win,
        round_win=terms.round_win,
        match_play=terms.match_play,
        exceptions=terms.exceptions,
        identity_holds=holds,
    )


def _moved(sums: Sums) -> book.Vector:
    """What moved in the tray beside its opener."""
    return in_tray({line: total for line, total in sums.items() if line[1] != "opener"})


def _counted(boxes: Sequence[DroppedBox]) -> int | None:
    """What was found in some boxes; None while one is not counted."""
    found = [box.counted for box in boxes]
    known = [cents for cents in found if cents is not None]
    return sum(known) if len(known) == len(found) else None


def _variance(span: Span, moved: book.Vector) -> Vector | None:
    if span.opener is None or span.closer is None:
        return None
    faces = {**span.opener, **moved.by_denomination}
    chips = {face: span.opener.get(face, 0) + moved.by_denomination.get(face, 0) for face in faces}
    expected = book.Vector(value(span.opener) + moved.total, chips, moved.unspecified)
    found = book.variance(span.closer, expected)
    return Vector(
        total=found.total, by_denomination=dict(found.by_denomination), unspecified=found.unspecified
    )
