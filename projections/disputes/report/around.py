"""What lies around the events of a report, as far as those events say it themselves.  Pure.

The tray before a round is nobody's to say who has the round alone; what the
round moved in it is.  Windows are the times of rounds, deadlines follow from
the dispute, its windows and what the property has settled for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.application.ledger import RoundSeen
from ledger.book import rounds as book
from ledger.book.postings import UNSPECIFIED, Posting
from ledger.disputes.due import Due
from ledger.events.rounds import RoundCorrected
from ledger.jurisdictions import disputing
from ledger.rounds.state import Round, evolve
from projections.answers import Vector
from projections.disputes.answers import DueSaid, WindowSaid
from projections.disputes.report.model import Deadline, Document

# The parts of what a round did to the tray, as its report says them.
TRAY: Final = ("before", "after", "change", "between", "elsewhere")


def title_of(jurisdiction: str) -> str | None:
    """What a jurisdiction is called, where its profile is known."""
    profile = disputing.PROFILES.get(jurisdiction)
    return None if profile is None else profile.title


def deadlines(due: Iterable[DueSaid | Due]) -> list[Deadline]:
    """What is due; whether it is overdue hangs on when it is read, so that it is not said."""
    return [
        Deadline(
            kind=one.kind,
            words=one.words,
            by=one.by,
            done=one.done,
            done_at=one.done_at,
            source=one.source,
            evidence=one.evidence,
        )
        for one in due
    ]


def unseen(windows: Sequence[WindowSaid]) -> list[WindowSaid]:
    """The same windows without the cameras, of which the table's own events say which they are."""
    return [one.model_copy(update={"cameras": []}) for one in windows]


# --- the tray -------------------------------------------------------------------------


def tray_differs(tray: Document, seen: RoundSeen) -> Iterator[str]:
    """What of a tray is not as the round's own events make it, by name."""
    if set(tray) != set(TRAY):
        yield "of it not each part is there, or one too many"
    elif tray["change"] is None:
        if any(tray[part] for part in TRAY):
            yield "it is half told"
    else:
        moved = trays_moved(seen)
        change = moved.pop(seen.state.tray or "", NOTHING)
        if (tray["change"], tray["elsewhere"]) != (_told(change), {key: _told(moved[key]) for key in moved}):
            yield "the change is not what the events make of it"
        before, after = tray["before"], tray["after"]
        parts = [before, tray["change"], tray["between"]]
        if before is not None and after is not None and _sum(parts) != _sum([after]):
            yield "before, the change and what others moved do not make what lay there after"


NOTHING: Final = Vector(total=0, by_denomination={}, unspecified=0)


def trays_moved(seen: RoundSeen) -> dict[str, Vector]:
    """What a round moved in each session's tray, by session key in its order."""
    holders: dict[str, list[Posting]] = {}
    for leg in _legs(seen):
        if leg.account == "table_inventory":
            holders.setdefault(leg.holder, []).append(leg)
    return {holder: _vector(holders[holder]) for holder in sorted(holders)}


def _legs(seen: RoundSeen) -> Iterator[Posting]:
    state = Round(seen.state.header, seen.state.in_force)
    for one in seen.recorded:
        event = one.event
        if isinstance(event, RoundCorrected):
            for legs in book.corrected(state, event).values():
                yield from legs
        else:
            yield from book.post(state, event)
        evolve(state, event)


def _vector(legs: Sequence[Posting]) -> Vector:
    chips: Counter[int] = Counter()
    for leg in legs:
        if leg.denomination != UNSPECIFIED:
            chips[leg.denomination] += leg.count
    return Vector(
        total=sum(leg.amount for leg in legs),
        by_denomination={face: count for face, count in chips.items() if count},
        unspecified=sum(leg.amount for leg in legs if leg.denomination == UNSPECIFIED),
    )


def _told(vector: Vector) -> Document:
    return vector.model_dump(mode="json")


def _sum(vectors: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Vectors as they are told, added up; what nets to nothing is left out."""
    found: Counter[str] = Counter()
    for one in vectors:
        sums = {"total": one["total"], "unspecified": one["unspecified"], **one["by_denomination"]}
        for name, amount in sums.items():
            found[name] += amount
    return {name: amount for name, amount in found.items() if amount}
