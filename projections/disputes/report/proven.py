"""The proof of each event that a report cites: what is stored, its leaf, its path to a signed root.

The checkpoint is the first that was signed over all of them, so that a report
made again has the same one.  An event with a face not shown yet is withheld:
who has all but one card of a leaf can find that card by its hash, or by a path
that has that hash in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import psycopg
from eventsourcing.persistence import StoredEvent

from ledger.application.ledger import Ledger
from ledger.events.base import Recorded
from ledger.identity import event_id
from ledger.seal.leaves import leaf_of
from ledger.seal.tree import inclusion_proof, leaf_hash
from projections.disputes.report.model import Integrity, Proof
from projections.integrity.keys import keys
from projections.integrity.proofs import text
from projections.integrity.stored import Sealed, StoredTree

Connection: TypeAlias = psycopg.Connection[Any]


class Cited(NamedTuple):
    """An event that a report cites, of a stream by kind and key; `hidden` where it shows a face not shown."""

    kind: str
    key: str
    recorded: Recorded
    hidden: bool


class _Found(NamedTuple):
    """The seal over what is cited."""

    sealed: Sealed | None
    keys: tuple[str, ...]
    paths: dict[int, tuple[int, tuple[str, ...]]]


def integrity(ledger: Ledger, cited: Sequence[Cited], *, sealed: bool, software: str) -> Integrity:
    """Where each event stands and how it is proven; without `sealed` no proof is looked for.

    Raises StoreUnavailable, SealDamaged.
    """
    positions = [_position(one.recorded) for one in cited]
    stored = {
        (one.originator_id, one.originator_version): one
        for events in ledger.recorder.read_streams([one.recorded.stream_id for one in cited]).values()
        for one in events
    }
    found = _Found(None, (), {})
    if sealed:
        open_to = [_position(one.recorded) for one in cited if not one.hidden]
        found = ledger.recorder.datastore.patiently(
            lambda connection, _: _looked_up(connection, max(positions), open_to)
        )
    return Integrity(
        first_position=min(positions),
        last_position=max(positions),
        software=software,
        checkpoint=None if found.sealed is None else found.sealed.note,
        keys=list(found.keys),
        events=[_proof(one, stored[one.recorded.stream_id, one.recorded.version], found) for one in cited],
    )


def _position(recorded: Recorded) -> int:
    assert recorded.position is not None, "what is read back has its position"
    return recorded.position


def _looked_up(connection: Connection, last: int, positions: Sequence[int]) -> _Found:
    tree = StoredTree(connection)
    sealed = tree.first_over(last)
    if sealed is None:
        return _Found(None, (), {})
    used = tuple(str(one.key) for one in keys(connection) if one.since_size < sealed.size)
    paths = {}
    for position in positions:
        leaf = tree.leaf(position)
        if leaf is not None:
            path = inclusion_proof(leaf.number, sealed.size, tree.node)
            paths[position] = (leaf.number, tuple(map(text, path)))
    return _Found(sealed, used, paths)


def _proof(one: Cited, stored: StoredEvent, found: _Found) -> Proof:
    recorded, position = one.recorded, _position(one.recorded)
    index, path = found.paths.get(position, (None, None))
    leaf = leaf_of(position, recorded.stream_id, recorded.version, stored.topic, stored.state)
    return Proof(
        kind=one.kind,
        key=one.key,
        stream=str(recorded.stream_id),
        version=recorded.version,
        position=position,
        event_id=str(event_id(recorded.stream_id, recorded.version)),
        topic=None if one.hidden else stored.topic,
        state=None if one.hidden else stored.state.decode(),
        leaf_hash=None if one.hidden else text(leaf_hash(leaf)),
        index=index,
        path=None if path is None else list(path),
    )
