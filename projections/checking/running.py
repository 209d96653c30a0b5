"""A check of the whole ledger: every kind of mismatch looked for, while it is in use.

Parts come one after the other, each in short transactions that only read, but
for the tables that views are made anew in.  What it is cut into begins where
the last one ended, so that a check which was broken off goes on from a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

import psycopg
from psycopg.rows import tuple_row
from psycopg.types.json import Jsonb

from ledger.application.opening import open_ledger
from ledger.errors import InvalidQuery, StoreUnavailable
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections.checking import asking, events, guarding
from projections.checking.answers import Check, Mismatch
from projections.checking.comparing import compared
from projections.checking.ground import MOST, Ground, Progress, silent
from projections.checking.invariants import FACTS, INVARIANTS
from projections.checking.kinds import FLOOR, KINDS, Area, of
from projections.errors import NotChecked
from projections.integrity.keys import origin_of
from projections.integrity.sealer import memory_of
from projections.integrity.verifying import verify
from projections.runner import projecting


def sealed(ground: Ground) -> Iterator[Mismatch]:
    """What is not as it was sealed, nor as this machine signed it last, where it is one that signs."""
    found = verify(
        lambda: ground.connected(Role.READER),
        origin_of(ground.settings.property),
        here=memory_of(ground.settings).read(),
        on_progress=lambda events: ground.told("seal", events, ground.head),
    )
    for one in found.mismatches:
        what = "refused record" if one.kind.startswith("refused") else "event"
        yield Mismatch(
            kind=one.kind, subject=f"{what} {one.position}", position=one.position, detail=one.detail
        )


# What is asked over a whole view takes a second for a million rows, and nobody waits for it.
LONGEST_S: Final = 3600.0

PARTS: Final[Mapping[Area, Callable[[Ground], Iterator[Mismatch]]]] = MappingProxyType(
    {
        "store": guarding.looked,
        "events": events.looked,
        "seal": sealed,
        "tracking": asking.positions,
        "views": lambda ground: asking.asked(ground, INVARIANTS),
        "floor": lambda ground: asking.asked(ground, FACTS),
        "rows": lambda ground: compared(ground, anew=ground.since == 0),
    }
)


def check(
    settings: Settings, *, since: int = 0, kinds: Collection[str] = (), on_progress: Progress = silent
) -> Check:
    """Look for every kind of mismatch, or for some, among the events after a position and in the views.

    `on_progress` is told what is looked at, how far it is and of how many.
    Raises InvalidQuery where there is no such kind, SchemaNotCurrent, StoreUnavailable.
    """
    unknown = sorted({*kinds} - KINDS.keys())
    if unknown:
        raise InvalidQuery(detail=f"there is no kind {unknown[0]}; known: {', '.join(KINDS)}")
    wanted, begun_at = frozenset(kinds or KINDS), datetime.now(UTC)
    with open_ledger(settings, Role.READER) as ledger:
        ledger.recorder.datastore.answered_s = LONGEST_S
        head = ledger.recorder.head()
        ground = Ground(settings, ledger, wanted, min(since, head), head, on_progress)
        counts, listed = _listed(ground)
    made = Check(
        ok=not any(count for kind, count in counts.items() if kind not in FLOOR),
        since=ground.since, head=head, events=ground.events,
        begun_at=begun_at, ended_at=datetime.now(UTC),
        counts={kind: counts[kind] for kind in KINDS if kind in wanted and kind not in ground.skipped},
        skipped=ground.skipped, mismatches=tuple(listed),
    )  # fmt: skip
    with projecting(settings) as connection:
        connection.execute("INSERT INTO checks (report) VALUES (%s)", [Jsonb(made.model_dump(mode="json"))])
    return made


def _listed(ground: Ground) -> tuple[Counter[str], list[Mismatch]]:
    """How many mismatches of each kind there are, and the first of each."""
    counts: Counter[str] = Counter()
    listed: list[Mismatch] = []
    try:
        for area, part in PARTS.items():
            for one in part(ground) if ground.wants(*of(area)) else ():
                if one.kind not in ground.wanted:
                    continue
                counts[one.kind] += 1
                if counts[one.kind] <= MOST:
                    listed.append(one)
    except (psycopg.OperationalError, psycopg.InterfaceError) as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble
    return counts, listed


def newest(connection: psycopg.Connection[Any]) -> dict[str, Any]:
    """What came of the newest check, as a document.  Raises NotChecked."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute("SELECT report FROM checks ORDER BY id DESC LIMIT 1").fetchone()
    if row is None:
        raise NotChecked
    report: dict[str, Any] = row[0]
    return report
