"""The shifts of a session: from one count of its tray to the next.

The tray over or short can be said of every shift, the accounting win only of
one that had a drop box of its own.  Source: accounting A.4, formula 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from ledger.book import terms as book
from ledger.money import value
from projections.answers import Vector
from projections.reconciliation.answers import ShiftFigures
from projections.reconciliation.parts import DroppedBox
from projections.reconciliation.ratios import hours
from projections.reconciliation.sums import Sums, by_reason, in_tray

if TYPE_CHECKING:
    from projections.reconciliation.figures import SessionFacts

NO_SHIFT: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Span:
    """A shift: its name, between which instants, and the tray as counted at both ends."""

    name: str
    since: datetime | None
    until: datetime | None
    opener: Mapping[int, int] | None
    closer: Mapping[int, int] | None
    boxes: Sequence[DroppedBox]
    own_box: bool


def shifts(facts: SessionFacts) -> list[ShiftFigures]:
    """The shifts of a session in their order; one where its tray was never counted in between."""
    spans = _spans(facts)
    moved = facts.by_shift if len(spans) > 1 else (facts.sums,)
    return [_figures(span, sums) for span, sums in zip(spans, moved, strict=True)]


def _spans(facts: SessionFacts) -> list[Span]:
    counts = facts.parts.counts
    names = [count.shift for count in counts]
    names.append(counts[-1].then if counts else facts.shift or NO_SHIFT)
    times = [facts.opened_at, *(count.at for count in counts), facts.closed_at]
    trays = [facts.opener, *(count.chips for count in counts), facts.closer]
    boxes = _boxes(facts.parts.boxes, times[1:])
    return [
        Span(
            name,
            times[n],
            times[n + 1],
            trays[n],
            trays[n + 1],
            boxes[n],
            bool(boxes[n]) and (n == 0 or bool(boxes[n - 1])),
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


def _figures(span: Span, sums: Sums) -> ShiftFigures:
    terms = book.terms(by_reason(sums))
    moved = _moved(sums)
    opener = None if span.opener is None else value(span.opener)
    expected = None if opener is None else opener + moved.total
    counted = None if span.closer is None else value(span.closer)
    drop = _counted(span.boxes) if span.own_box else None
    variance = _variance(span, moved)
    off = None if drop is None else drop - terms.expected_drop.total
    win = holds = None
    if opener is not None and counted is not None and drop is not None and variance is not None:
        win = counted + terms.of["C"] + drop - opener - terms.of["F"]
        explained = terms.round_win + terms.match_play + terms.exceptions
        holds = win == explained + variance.total + drop - terms.expected_drop.total
    return ShiftFigures(
        shift=span.name,
        since=span.since,
        until=span.until,
        hours=hours(span.since, span.until),
        boxes=[box.box for box in span.boxes],
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
