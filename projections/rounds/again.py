"""Rounds folded and judged again as of a position: their rows as the view would have had them then."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from psycopg.types.json import Jsonb

from ledger.amounts import DEFAULT_CURRENCY
from ledger.application.ledger import Ledger, RoundSeen
from ledger.rounds.masking import hides
from projections.asking import Fields
from projections.batch import FoldedRound, Seen
from projections.rounds.projection import ALL, ROUNDS, row


def again(ledger: Ledger, as_of: int, ids: Sequence[UUID], *, sees_all: bool) -> list[Fields]:
    """The rows of rounds as of a position, in the order given; their registration is read as it is now."""
    if not ids:
        return []
    ledger.registry.refresh()
    recorded = ledger.recorded(ids)
    found: list[Fields] = []
    for stream in ids:
        whole = recorded[stream]
        known = [one for one in whole if one.position is not None and one.position <= as_of]
        # A round that is over hides nothing, at whatever version it is looked at.
        over = len(known) < len(whole) and not hides(ledger.rebuilt(whole, sees_all=True).state)
        found.append(_fields(ledger, stream, ledger.rebuilt(known, sees_all=sees_all or over)))
    return found


def _fields(ledger: Ledger, stream: UUID, seen: RoundSeen) -> Fields:
    header = seen.state.header
    table = ledger.registry.tables.get(header.table)
    registered = None if table is None else table.registered
    currency = header.currency or (registered and registered.currency) or DEFAULT_CURRENCY
    folded = FoldedRound(stream, seen.state, currency, lambda _: seen.judgement)
    folded.took(seen.recorded[0].position or 0, seen.recorded[-1].position or 0)
    values = row(folded, ALL, Seen(seen.state, seen.judgement))
    fields = zip(ROUNDS.columns, values, strict=True)
    return {name: value.obj if isinstance(value, Jsonb) else value for name, value in fields}
