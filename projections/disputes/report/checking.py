"""A report checked with no ledger at hand: that the events it tells are the ones that were sealed.

What is checked: every event told is the one that is stored, its stored bytes
make the leaf, the leaf's path leads to the root of the checkpoint, and the
checkpoint is signed by a key that is trusted.  What the rules make of the
events is not: that takes the rules, whose version the report names.
Source: RFC 9162 2.1.3.2; C2SP tlog-checkpoint.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from struct import error as StructError  # noqa: N812 - the library's name says nothing
from typing import NamedTuple
from uuid import UUID

from pydantic import ValidationError

from ledger.errors import InvalidCheckpoint
from ledger.seal.leaves import leaf_of
from ledger.seal.notes import Checkpoint, VerifierKey, opened
from ledger.seal.tree import leaf_hash, root_of_inclusion
from projections.disputes.report.model import DisputeReport, Document, Integrity, Proof
from projections.errors import ReportUnreadable


class Checked(NamedTuple):
    """What came of it: how many events, how many of them proven or withheld, and what is not as it should be.

    `keys` are the keys that were trusted; none where it is not sealed.
    """

    report: DisputeReport
    events: int
    proven: int
    withheld: int
    keys: tuple[str, ...]
    wrong: tuple[str, ...]


def check(content: bytes, trusted: Sequence[VerifierKey] = ()) -> Checked:
    """Check a report in its JSON form; without `trusted` by the keys that it names itself.

    Raises ReportUnreadable where it is none, InvalidVerifierKey where it names a key that is none.
    """
    try:
        return _checked(DisputeReport.model_validate_json(content), trusted)
    except ValidationError as refused:
        first = refused.errors()[0]
        raise ReportUnreadable(detail=f"{'/'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (KeyError, TypeError, ValueError, StructError):
        raise ReportUnreadable(detail="what it says of its events cannot be read") from None


def _checked(report: DisputeReport, trusted: Sequence[VerifierKey]) -> Checked:
    held = report.integrity
    keys = tuple(trusted) or tuple(VerifierKey.read(key) for key in held.keys)
    wrong = [*_untrue(report)]
    checkpoint, refusal = _checkpoint(held, keys)
    wrong += [] if refusal is None else [refusal]
    for proof in held.events:
        wrong += _of(proof, checkpoint, sealed=held.checkpoint is not None)
    proven = 0 if checkpoint is None else sum(1 for proof in held.events if proof.path is not None)
    withheld = sum(1 for proof in held.events if proof.state is None)
    used = () if checkpoint is None else tuple(map(str, keys))
    return Checked(report, len(held.events), proven, withheld, used, tuple(wrong))


def _checkpoint(held: Integrity, keys: Sequence[VerifierKey]) -> tuple[Checkpoint | None, str | None]:
    """The checkpoint, where it is there and a key signed it; else why it is not to be trusted."""
    if held.checkpoint is None:
        return None, None
    try:
        return opened(held.checkpoint, keys), None
    except InvalidCheckpoint as refused:
        return None, f"the checkpoint: {refused.message}"


def _of(proof: Proof, checkpoint: Checkpoint | None, *, sealed: bool) -> Iterator[str]:
    """What is wrong with the proof of one event."""
    where = f"{proof.kind} {proof.key} #{proof.version}"
    if proof.state is None or proof.topic is None:
        return
    leaf = leaf_of(proof.position, UUID(proof.stream), proof.version, proof.topic, proof.state.encode())
    made = leaf_hash(leaf)
    if proof.leaf_hash is None or made != b64decode(proof.leaf_hash):
        yield f"{where}: it is not the event whose hash is given"
    if not sealed or checkpoint is None:
        return
    path = [b64decode(step) for step in proof.path or ()]
    index = -1 if proof.index is None else proof.index
    if root_of_inclusion(made, index, checkpoint.size, path) != checkpoint.root:
        yield f"{where}: its path does not lead to the root that was signed"


def _untrue(report: DisputeReport) -> Iterator[str]:
    """Events that are told otherwise than they are stored, or without being cited."""
    stored = {
        (proof.kind, proof.key, proof.version): None
        if proof.state is None
        else json.loads(proof.state)["event"]
        for proof in report.integrity.events
    }
    for kind, key, version, told in _told(report):
        where = f"{kind} {key} #{version}"
        if (kind, key, version) not in stored:
            yield f"{where}: it is told and not cited"
        elif (event := stored[kind, key, version]) is not None and event != told:
            yield f"{where}: it is told otherwise than it is stored"


def _told(report: DisputeReport) -> Iterator[tuple[str, str, int, Document]]:
    """Each event as the report tells it."""
    for step in report.events:
        yield "dispute", report.dispute, step.version, step.event
    for one in report.rounds:
        for entry in one.report["timeline"]:
            yield "round", one.round, entry["version"], entry["event"]
