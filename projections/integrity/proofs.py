"""Proofs out of the stored tree, for whoever holds a checkpoint and the public key."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from uuid import UUID

import psycopg

from ledger.errors import EventNotFound, InvalidQuery, NotSealed
from ledger.seal.tree import consistency_proof, inclusion_nodes, inclusion_proof
from projections.integrity.answers import ConsistencyProof, InclusionProof, SealKey, SealKeys
from projections.integrity.ids import position_of
from projections.integrity.keys import keys
from projections.integrity.stored import StoredTree

Connection = psycopg.Connection[Any]


def checkpoint(connection: Connection) -> str:
    """The newest checkpoint, a signed note.  Raises NotSealed."""
    latest = StoredTree(connection).latest()
    if latest is None:
        raise NotSealed(what="this ledger")
    return latest.note


def included(connection: Connection, reference: str) -> InclusionProof:
    """That an event, by its position or id, is in the newest checkpoint.  Raises EventNotFound, NotSealed."""
    position = _position(connection, reference)
    tree = StoredTree(connection)
    placed = tree.placed(position)
    if placed is None:
        raise EventNotFound(event=position)
    number, latest = placed.number, placed.sealed
    if number is None or latest is None or number >= latest.size:
        raise NotSealed(what=f"the event at position {position}")
    tree.read([(0, number), *inclusion_nodes(number, latest.size)])
    return InclusionProof(
        position=position,
        stream=placed.stream,
        version=placed.version,
        index=number,
        leaf_hash=text(tree.node(0, number)),
        path=tuple(map(text, inclusion_proof(number, latest.size, tree.node))),
        checkpoint=latest.note,
    )


def consistent(connection: Connection, first: int, second: int | None) -> ConsistencyProof:
    """That the tree of `first` leaves is the beginning of that of `second`, the newest's if None.

    Raises NotSealed, InvalidQuery where the two are no sizes of it in that order.
    """
    tree = StoredTree(connection)
    latest = tree.latest()
    if latest is None:
        raise NotSealed(what="this ledger")
    size = latest.size if second is None else second
    if not 1 <= first <= size <= latest.size:
        raise InvalidQuery(
            detail=f"from and to are sizes from 1 to {latest.size}, the first not above the second"
        )
    path = tuple(map(text, consistency_proof(first, size, tree.node)))
    return ConsistencyProof(first=first, second=size, path=path, checkpoint=latest.note)


def public_keys(connection: Connection) -> SealKeys:
    """The keys of the seal in the order of their use."""
    return SealKeys(
        keys=tuple(
            SealKey(key=str(one.key), since_size=one.since_size, endorsement=one.endorsement)
            for one in keys(connection)
        )
    )


def text(hash: bytes) -> str:
    """A hash as it is written in proofs."""
    return b64encode(hash).decode()


def _position(connection: Connection, reference: str) -> int:
    if reference.isascii() and reference.isdigit():
        return int(reference)
    try:
        found = position_of(connection, UUID(reference))
    except ValueError:
        found = None
    if found is None:
        raise EventNotFound(event=reference)
    return found
