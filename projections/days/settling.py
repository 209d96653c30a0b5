"""Openers that agree with the closer before them now, and did not as they were first recorded.

Source: accounting A.6, O12: a correction explains a difference and closes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from ledger.money import value
from projections.asking import Look
from projections.days.answers import Opener, SettledOpener
from projections.days.continuity import difference


class Recounted(NamedTuple):
    """A count as it stood from a position on; `chips` None where a correction took it back."""

    session: str
    kind: Literal["opener", "closer"]
    chips: Mapping[int, int] | None
    position: int
    version: int
    recorded_at: datetime


def with_settled(look: Look, openers: Sequence[Opener]) -> list[Opener]:
    """The same openers; those that agree by a correction say so.  A look at the view of inventory."""
    pairs = {one.session: one.previous for one in openers if one.status == "agrees"}
    rows = look.rows(
        "SELECT own, session, kind, chips, position, originator_version AS version, recorded_at FROM ("
        " SELECT own, counted.*, count(*) OVER (PARTITION BY own) AS counts"
        " FROM unnest(%(own)s::text[], %(before)s::text[]) AS asked (own, before)"
        " CROSS JOIN LATERAL (SELECT * FROM inventory_counts"
        " WHERE session = own AND kind = 'opener' AND position <= %(as_of)s"
        " UNION ALL SELECT * FROM inventory_counts"
        " WHERE session = before AND kind = 'closer' AND position <= %(as_of)s) AS counted) AS told"
        " JOIN events ON notification_id = position WHERE counts > 2 ORDER BY position",
        own=list(pairs),
        before=list(pairs.values()),
    )
    told: dict[str, list[Recounted]] = {}
    for row in rows:
        chips = row["chips"] and {int(face): count for face, count in row["chips"].items()}
        told.setdefault(row.pop("own"), []).append(Recounted(**{**row, "chips": chips}))
    return [one.model_copy(update={"settled": settled(told.get(one.session, ()))}) for one in openers]


def settled(counts: Iterable[Recounted]) -> SettledOpener | None:
    """What last put right a difference between a closer and the opener after it, their counts in order."""
    stood: dict[str, Mapping[int, int] | None] = {}
    off: dict[int, int] = {}
    found: SettledOpener | None = None
    for one in counts:
        stood[one.kind] = one.chips
        opener, closer = stood.get("opener"), stood.get("closer")
        if opener is None or closer is None:
            continue
        now = difference(opener, closer)
        if off and not now:
            found = SettledOpener(
                by_denomination=off,
                amount=value(off),
                count=one.kind,
                session=one.session,
                version=one.version,
                position=one.position,
                recorded_at=one.recorded_at,
            )
        off = now
    return found
