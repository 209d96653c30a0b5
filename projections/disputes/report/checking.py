"""A report checked with no ledger at hand: that its events are the ones sealed, and it what they make.

What is checked: every event told is the one that is stored in the stream that
it is said to be of, none in between is left out, its stored bytes make the
leaf, the leaf's path leads to the root of the checkpoint, and the checkpoint
is of this property and signed by a key that is trusted.  Then all that follows
from these events is made again (`deriving`) and compared, and all that does not
is named (`covering`).
Source: RFC 9162 2.1.3.2; C2SP tlog-checkpoint.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator, Sequence
from struct import error as StructError  # noqa: N812 - the library's name says nothing
from typing import Final, NamedTuple, get_args
from uuid import UUID

from pydantic import ValidationError

from ledger.errors import InvalidCheckpoint
from ledger.events.base import TOPICS
from ledger.events.errors import EventUnreadable
from ledger.identity import event_id, stream_id
from ledger.seal.leaves import leaf_of
from ledger.seal.notes import Checkpoint, VerifierKey, opened
from ledger.seal.tree import leaf_hash, root_of_inclusion
from projections.disputes.report.covering import Unproven
from projections.disputes.report.deriving import Derived, derived
from projections.disputes.report.model import FORMAT, DisputeReport, Document, Proof
from projections.errors import ReportUnreadable
from projections.integrity.keys import origin_of

# How the names of formats begin, and those that can be read here.
FORMATS: Final = "pitledger/dispute-report/"
KNOWN: Final = get_args(DisputeReport.model_fields["format"].annotation)
# Types of events that may name a face not shown, by kind of stream.
UNSEEN: Final = {
    kind: frozenset(
        topic.split(".")[1]
        for topic, event in TOPICS.items()
        if kind == event.STREAM and event.MAY_NAME_UNSEEN
    )
    for kind in ("round", "deck")
}
# Those of them that name many.
MANY: Final = frozenset({"inspected", "counted", "cards_discarded", "hand_collected"})


class Checked(NamedTuple):
    """What came of it: how many events, how many of them proven or withheld, and what is not as it should be.

    `keys` are the keys that were trusted; none where it is not sealed.  `unjudged`
    are the rounds whose resolutions cannot be made again without the ledger, `unproven`
    all that the report says and its events do not prove.  Where another version made it,
    `otherwise` says so, and `differs` what this one makes otherwise of the same events:
    whether that is the version or somebody altered it, only the one that made it can tell.
    """

    report: DisputeReport
    events: int
    proven: int
    withheld: int
    keys: tuple[str, ...]
    wrong: tuple[str, ...]
    unjudged: tuple[str, ...]
    unproven: tuple[Unproven, ...]
    otherwise: tuple[str, ...]
    differs: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether all that it makes of its events is what they make."""
        return not (self.wrong or self.differs)


def check(content: bytes, trusted: Sequence[VerifierKey] = ()) -> Checked:
    """Check a report in its JSON form; without `trusted` by the keys that it names itself.

    Raises ReportUnreadable where it is none, or of a format that is not known here,
    InvalidVerifierKey where it names a key that is none.
    """
    try:
        _of_a_format_known(_document(content))
        return _checked(DisputeReport.model_validate_json(content), trusted)
    except ValidationError as refused:
        first = refused.errors()[0]
        raise ReportUnreadable(detail=f"{'/'.join(map(str, first['loc']))}: {first['msg']}") from None
    except (EventUnreadable, AssertionError, AttributeError, LookupError, TypeError, ValueError, StructError):
        raise ReportUnreadable(detail="what it says of its events cannot be read") from None


def _document(content: bytes) -> object:
    try:
        return json.loads(content, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise ReportUnreadable(detail="it is no JSON document") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; of a name that stands there twice one reader takes the first and another the last."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ReportUnreadable(detail="a name stands twice in one of its objects")
    return found


def _of_a_format_known(document: object) -> None:
    said = document.get("format") if isinstance(document, dict) else None
    if isinstance(said, str) and said.startswith(FORMATS) and said not in KNOWN:
        raise ReportUnreadable(
            detail=f"it is of format {said}, and this program knows {', '.join(KNOWN)}:"
            " check it with the program that made it"
        )


def _checked(report: DisputeReport, trusted: Sequence[VerifierKey]) -> Checked:
    held = report.integrity
    keys = tuple(trusted) or tuple(VerifierKey.read(key) for key in held.keys)
    wrong = [*_misplaced(report), *_left_out(report), *_untrue(report), *_withheld_without_need(report)]
    checkpoint, refusal = _checkpoint(report, keys)
    wrong += [] if refusal is None else [refusal]
    for proof in held.events:
        wrong += _of(proof, checkpoint, sealed=held.checkpoint is not None)
    proven = 0 if checkpoint is None else sum(1 for proof in held.events if proof.path is not None)
    withheld = sum(1 for proof in held.events if proof.state is None)
    used = () if checkpoint is None else tuple(map(str, keys))
    # What follows from events that are not the ones recorded says nothing.
    made = Derived() if wrong else derived(report)
    differs = made.wrong if made.otherwise else ()
    return Checked(
        report,
        len(held.events),
        proven,
        withheld,
        used,
        (*wrong, *(() if made.otherwise else made.wrong)),
        made.unjudged,
        made.unproven,
        made.otherwise,
        differs,
    )


def _checkpoint(report: DisputeReport, keys: Sequence[VerifierKey]) -> tuple[Checkpoint | None, str | None]:
    """The checkpoint, where it is there and a key signed it; else why it is not to be trusted."""
    held = report.integrity
    if held.checkpoint is None:
        return None, "/integrity/keys: there are keys, and nothing that they signed" if held.keys else None
    try:
        found = opened(held.checkpoint, keys)
    except InvalidCheckpoint as refused:
        return None, f"the checkpoint: {refused.message}"
    if found.origin != origin_of(report.property):
        return None, f"the checkpoint: it is of {found.origin}, the report of {report.property}"
    return found, None


def _of(proof: Proof, checkpoint: Checkpoint | None, *, sealed: bool) -> Iterator[str]:
    """What is wrong with the proof of one event."""
    where, placed = f"{proof.kind} {proof.key} #{proof.version}", (proof.index, proof.path)
    if proof.state is None or proof.topic is None:
        if any(part is not None for part in (proof.state, proof.topic, proof.leaf_hash, *placed)):
            yield f"{where}: it is half withheld"
        return
    leaf = leaf_of(proof.position, UUID(proof.stream), proof.version, proof.topic, proof.state.encode())
    made = leaf_hash(leaf)
    if proof.leaf_hash is None or made != _decoded(proof.leaf_hash):
        yield f"{where}: it is not the event whose hash is given"
    if not sealed and placed != (None, None):
        yield f"{where}: it has a path, and nothing was signed"
    if not sealed or checkpoint is None:
        return
    path = [_decoded(step) for step in proof.path or ()]
    index = -1 if proof.index is None else proof.index
    if root_of_inclusion(made, index, checkpoint.size, path) != checkpoint.root:
        yield f"{where}: its path does not lead to the root that was signed"


def _decoded(text: str) -> bytes:
    return b64decode(text, validate=True)


def _misplaced(report: DisputeReport) -> Iterator[str]:
    """Events that are not of the stream that they are said to be of, or none that the report is about."""
    about = {("dispute", report.dispute), *(("round", key) for key in report.complaint.rounds)}
    about |= {("deck", one.equipment.deck or "") for one in report.rounds}
    for proof in report.integrity.events:
        where = f"{proof.kind} {proof.key} #{proof.version}"
        stream = stream_id(report.property, proof.kind, proof.key)
        if (proof.stream, proof.event_id) != (str(stream), str(event_id(stream, proof.version))):
            yield f"{where}: it is not of the stream that it is said to be of"
        if proof.kind != "submission" and (proof.kind, proof.key) not in about:
            yield f"{where}: the report is not about it"
        if proof.position > report.as_of:
            yield f"{where}: it was recorded after position {report.as_of}"


def _left_out(report: DisputeReport) -> Iterator[str]:
    """Streams that do not go on from event to event, and events cited that the report does not tell."""
    streams: dict[tuple[str, str], list[int]] = {}
    for proof in report.integrity.events:
        streams.setdefault((proof.kind, proof.key), []).append(proof.version)
    told = [(kind, key, version) for kind, key, version, _ in _told(report)]
    for (kind, key), versions in streams.items():
        if kind == "submission":
            continue
        if versions != list(range(1, len(versions) + 1)):
            yield f"{kind} {key}: events are left out, or not in their order"
        # Of a deck the events in effect are told, as they happened.
        if kind != "deck" and [version for *stream, version in told if stream == [kind, key]] != versions:
            yield f"{kind} {key}: not each of its events is told, once and in its order"
    positions = [proof.position for proof in report.integrity.events]
    if (report.integrity.first_position, report.integrity.last_position) != (min(positions), max(positions)):
        yield "/integrity: its first and last position are not those of its events"
    if [one.round for one in report.rounds] != [key for kind, key in streams if kind == "round"]:
        yield "/rounds: they are not those whose events are cited"


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


def _withheld_without_need(report: DisputeReport) -> Iterator[str]:
    """Events without what is stored that can hide no face: anything could be told of them."""
    told = {(kind, key, version): event for kind, key, version, event in _told(report)}
    masked = {("round", one.round) for one in report.rounds if one.report["masked"]}
    for one in report.rounds:
        deck = one.equipment.deck or ""
        told |= {("deck", deck, event["version"]): event for event in one.equipment.deck_events}
        masked |= {("deck", deck)} if one.equipment.masked else set()
    for proof in report.integrity.events:
        if proof.state is not None:
            continue
        where, stream = f"{proof.kind} {proof.key} #{proof.version}", (proof.kind, proof.key)
        event = told.get((*stream, proof.version))
        if proof.kind == "round" and report.integrity.checkpoint is not None and report.format == FORMAT:
            yield f"{where}: it is withheld, and as long as a face is withheld nothing is proven"
        elif proof.kind == "round" and (stream not in masked or _is_over(report, proof.key)):
            yield f"{where}: it is withheld, and its round hides no face"
        elif proof.kind not in UNSEEN or (event is not None and not _may_hide(proof.kind, event)):
            yield f"{where}: it is withheld, and names no face that is not told"
        elif proof.kind == "deck" and stream not in masked and event is not None and "card" in event:
            yield f"{where}: it is withheld, and its deck hides no face"


def _may_hide(kind: str, event: Document) -> bool:
    """Whether an event as it is told may be one of which a face is not, or the order of its cards."""
    type_ = event["type"]
    if type_ not in UNSEEN[kind] or type_ == "corrected":
        return type_ in UNSEEN[kind]
    return event.get("cards") is not None if type_ in MANY else event.get("card") is None


def _is_over(report: DisputeReport, key: str) -> bool:
    """Whether a round is closed by what is stored of it; a correction may have opened it again."""
    topics = {proof.topic for proof in report.integrity.events if (proof.kind, proof.key) == ("round", key)}
    return "round.closed.v1" in topics and "round.corrected.v1" not in topics


def _told(report: DisputeReport) -> Iterator[tuple[str, str, int, Document]]:
    """Each event as the report tells it."""
    for step in report.events:
        yield "dispute", report.dispute, step.version, step.event
    for one in report.rounds:
        for entry in one.report["timeline"]:
            yield "round", one.round, entry["version"], entry["event"]
