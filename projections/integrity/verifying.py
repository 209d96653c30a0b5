"""A whole ledger against its seal: every event hashed anew, every node and signature looked at.

Two trees are made: one of the events as they are, one of the leaves as they
were kept.  A signed checkpoint says which of them is right: if the leaves, the
events that differ from them were changed; if the events, the leaves were; if
neither, the history was made anew somewhere after the last checkpoint that
held.  Who made it anew with every hash, and removed the checkpoints, is seen by
one that somebody kept.

Leaves, checkpoints and keys are read in one snapshot, taken before that of the
events: what is sealed meanwhile is not looked at, and raises no alarm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Final, NamedTuple

import psycopg

from ledger.errors import InvalidCheckpoint, SealDamaged, StoreUnavailable
from ledger.postgres.attentive import ANSWERED_S, Attentive
from ledger.seal.leaves import position_of
from ledger.seal.notes import Chapters, Checkpoint, Refusals, VerifierKey, opened
from ledger.seal.tree import Frontier
from projections.chapters.chain import broken, of_other_streams
from projections.integrity.answers import Kind, Mismatch, Verification
from projections.integrity.kept import KeptSeal, Published, Stretch
from projections.integrity.keys import Turn, doubtful, keys, trusted
from projections.integrity.reading import leaves_after
from projections.integrity.refused_verifying import Held, RefusedVerifying
from projections.integrity.sealer import Progress, hashed, silent
from projections.integrity.stored import LEVELS_APART, POSITION_BYTES, cut, position_at

# Listed at most; the others are counted.
MOST: Final = 1000
# Below every position there can be; an event slipped in may stand at any.
BEFORE_ALL: Final = -(2**63)
SNAPSHOT: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"

Connection = psycopg.Connection[Any]
Rows = Iterator[bytes]


class Given(NamedTuple):
    """A checkpoint from outside the ledger, and what it is called."""

    what: str
    checkpoint: Checkpoint


class Doubt(NamedTuple):
    """An event that is not the leaf kept of it, until a checkpoint says which of the two is right."""

    size: int
    mismatch: Mismatch


def verify(
    connect: Callable[[], Attentive[Any]],
    origin: str,
    *,
    key: VerifierKey | None = None,
    old: str | None = None,
    here: str | None = None,
    on_progress: Progress = silent,
) -> Verification:
    """Verify a ledger from its first event to its last.

    `connect` opens a connection that may read; two are used, and given up where
    the server owes them an answer for too long.  `key` is the key
    to trust, else the first that the ledger itself names; `old` a checkpoint
    that was kept elsewhere, `here` the last one that this machine signed.
    `on_progress` is told how many events were hashed.
    Raises StoreUnavailable, InvalidCheckpoint (of `old`).
    """
    try:
        with connect() as seal, connect() as events, seal.transaction():
            seal.answered_s = events.answered_s = ANSWERED_S
            seal.execute(SNAPSHOT)
            known, turns, damages = _keys(seal, key)
            given = _kept(old, turns, origin)
            try:
                given += _signed_here(here, known)
            except InvalidCheckpoint:
                damages.append("the ledger does not name the key of the checkpoint signed here last")
            work = _Verifying(KeptSeal(seal), turns, origin, given)
            work.report_damages(damages)
            with leaves_after(events, BEFORE_ALL) as rows:
                work.run(rows, on_progress)
            work.add(broken(seal, turns, origin, work.chapters))
            if work.nothing_found:
                work.add(of_other_streams(seal))
            return work.verdict(RefusedVerifying(seal, work.refusals).run())
    except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as trouble:
        raise StoreUnavailable(detail=str(trouble)) from trouble


def _keys(seal: Connection, key: VerifierKey | None) -> tuple[list[VerifierKey], list[Turn], list[str]]:
    """The keys that the ledger names, those of them to trust, and what is wrong with them."""
    try:
        known = keys(seal)
    except SealDamaged as damage:
        return [], ([] if key is None else [Turn(key, 0)]), [str(damage)]
    turns = trusted(known, key)
    return [one.key for one in known], turns, list(doubtful(known, turns))


def _kept(old: str | None, turns: Sequence[Turn], origin: str) -> list[Given]:
    """The checkpoint that somebody kept.  Raises InvalidCheckpoint."""
    if old is None:
        return []
    found = opened(old, [turn.key for turn in turns])
    if found.origin != origin:
        raise InvalidCheckpoint(detail=f"it is of {found.origin}, and this ledger is {origin}")
    return [Given("given", opened(old, [turn.key for turn in turns if turn.signs(found.size)]))]


def _signed_here(note: str | None, known: Sequence[VerifierKey]) -> list[Given]:
    """The checkpoint that this machine signed last, by whichever key.  Raises InvalidCheckpoint."""
    return [] if note is None else [Given("signed here last", opened(note, known))]


class _Verifying:
    """One verification on its way through the ledger."""

    def __init__(self, seal: KeptSeal, turns: Sequence[Turn], origin: str, given: Sequence[Given]) -> None:
        self._seal = seal
        self._turns = turns
        self._origin = origin
        self._given = given
        self._now = Frontier()  # of the events as they are
        self._then: Frontier | None = None  # of the leaves as kept, once they are not the same
        self._missing = False  # whether leaves were left out of it
        self._doubts: list[Doubt] = []
        self._roots: dict[int, tuple[bytes | None, bytes | None]] = {}
        self._events = self._sealed = self._unsealed = self._held = 0
        self._good_position = self._at = 0
        self._rewritten = False
        self._best: Checkpoint | None = None
        # What the checkpoints that held say of refused records and chapters: of each only what differs.
        self.refusals: set[Refusals] = set()
        self.chapters: set[Chapters] = set()
        for one in given:
            self._believe(one.checkpoint)
        self._found: list[Mismatch] = []
        self._more = 0

    def report_damages(self, details: Iterable[str]) -> None:
        """Report what is wrong with the seal as a whole."""
        for detail in details:
            self._damaged(1, detail)

    def add(self, found: Iterable[Mismatch]) -> None:
        """Report what was found beside the events."""
        for one in found:
            self._report(one.kind, one.position, one.detail)

    @property
    def nothing_found(self) -> bool:
        """Whether all is as it was signed, as far as it was looked at."""
        return not self._found

    def run(self, rows: Rows, on_progress: Progress) -> None:
        """Walk through events and leaves side by side."""
        last = 0
        for page in self._seal.pages():
            published = self._seal.checkpoints(self._sealed, page[-1].end)
            stops = [one.size for one in published] + [one.checkpoint.size for one in self._given]
            for stretch in page:
                rows = self._stretch(rows, stretch, stops)
                last = max(last, stretch.last_position)
                on_progress(self._events)
            self._judge(published)
        self._unsealed = sum(1 for _ in rows)
        self._events += self._unsealed
        self._end(last)
        on_progress(self._events)

    def verdict(self, refused: Held) -> Verification:
        """What came of it, and of the refused records."""
        best = self._best
        self.add(refused.mismatches)
        return Verification(
            ok=not self._found,
            refused=refused.records,
            refused_unsealed=refused.unsealed,
            events=self._events,
            unsealed=self._unsealed,
            unsigned=self._sealed - (best.size if best else 0),
            checkpoints=self._held,
            size=best.size if best else None,
            position=best.position if best else None,
            root=best.root.hex() if best else None,
            keys=tuple(str(turn.key) for turn in self._turns),
            mismatches=tuple(self._found),
            more_mismatches=self._more,
        )

    # --- the leaves ---------------------------------------------------------------------

    def _stretch(self, rows: Rows, sealed: Stretch, stops: Sequence[int]) -> Rows:
        """Compare one stretch with the events there now; what is left of these."""
        if sealed.first != self._sealed:
            self._fork()
            self._missing = True
            self._damaged(sealed.first_position, f"leaves {self._sealed} to {sealed.first - 1} are missing")
        taken = list(islice(rows, sealed.length))
        hashes, positions = hashed(taken)
        if positions != sealed.positions and b"".join(hashes) == sealed.hashes:
            # A leaf is of its position too: with these hashes it is the positions beside them that are wrong.
            self._damaged(position_at(positions, 0), f"positions of leaves from {sealed.first} on are others")
            sealed = sealed._replace(positions=positions)
        bounds = (position_at(sealed.positions, 0), position_at(sealed.positions, -1))
        if bounds != (sealed.first_position, sealed.last_position):
            self._damaged(bounds[0], f"leaves from {sealed.first} on are said to be of other positions")
        self._at = bounds[0]
        if positions != sealed.positions:
            taken, rows = _up_to(bounds[1], taken, rows)
            hashes, positions = hashed(taken)
        self._events += len(taken)
        if positions != sealed.positions or b"".join(hashes) != sealed.hashes:
            self._fork()
            self._doubt(sealed, positions, hashes)
        self._sealed = sealed.end
        self._extend(hashes, sealed.hashes, stops)
        return rows

    def _fork(self) -> None:
        """From here on the leaves as kept are another tree than the events."""
        if self._then is None:
            self._then = self._now.copy()

    def _doubt(self, sealed: Stretch, positions: bytes, hashes: Sequence[bytes]) -> None:
        then = dict(zip(_positions(sealed.positions), cut(sealed.hashes), strict=True))
        now = dict(zip(_positions(positions), hashes, strict=True))
        for position in sorted(then.keys() | now.keys()):
            if position not in now:
                self._doubted(sealed, "removed", position, "the event that was sealed here is gone")
            elif position not in then:
                self._doubted(
                    sealed, "inserted", position, "an event is here that was not when this was sealed"
                )
            elif then[position] != now[position]:
                self._doubted(sealed, "altered", position, "the event is not the one that was sealed")

    def _doubted(self, sealed: Stretch, kind: Kind, position: int, detail: str) -> None:
        if len(self._doubts) < MOST:
            self._doubts.append(Doubt(sealed.end, Mismatch(kind=kind, position=position, detail=detail)))
        else:
            self._more += 1

    def _extend(self, now: Sequence[bytes], then: bytes, stops: Sequence[int]) -> None:
        """Make both trees longer, and note their roots where a checkpoint says what they were."""
        forked = self._then
        begun = self._now.size if forked is None else forked.size
        roots_then: dict[int, bytes] = {}
        if forked is not None:
            roots_then = _grown(forked, cut(then), stops, None)
        roots_now = _grown(self._now, now, stops, self._check_nodes if forked is None else None)
        for size in stops:
            if size in roots_now or size in roots_then or begun < size <= self._sealed:
                before = self._roots.get(size, (None, None))
                kept = roots_then.get(size) if forked is not None else roots_now.get(size)
                self._roots[size] = (roots_now.get(size) or before[0], kept or before[1])

    def _check_nodes(self, level: int, first: int, nodes: Sequence[bytes]) -> None:
        if level % LEVELS_APART == 0 and self._seal.nodes(level, first, len(nodes)) != list(nodes):
            self._damaged(self._at, f"nodes of level {level} are not those of the leaves")

    # --- the roots ------------------------------------------------------------------------

    def _judge(self, published: Sequence[Published]) -> None:
        """Let the checkpoints of a page say what is right."""
        for one in published:
            self._checkpoint(one)
            if all(one.size != given.checkpoint.size for given in self._given):
                self._roots.pop(one.size, None)

    def _checkpoint(self, one: Published) -> None:
        if self._turns and one.size <= self._turns[0].after:
            return  # signed before the key that is trusted here began to sign
        found = self._opened(one)
        if found is None:
            return
        now, then = self._roots.get(one.size, (None, None))
        if found.root == then and not self._missing:
            self._settle(one.size)
        elif found.root == now:
            self._doubts = [doubt for doubt in self._doubts if doubt.size > one.size]
            if self._then is not None:
                self._damaged(
                    self._good_position + 1, "leaves are not those of the events, which are as signed"
                )
                self._then, self._missing = None, False
        else:
            self._settle(one.size)
            if not self._rewritten:
                self._rewritten = True
                detail = f"the events after {self._good_position} up to {one.position} are not those signed"
                self._report("history_rewritten", self._good_position + 1, detail)
            return
        self._held += 1
        self._good_position, self._best = one.position, found
        self._believe(found)

    def _believe(self, found: Checkpoint) -> None:
        """Take what a checkpoint says beside the tree for signed."""
        if found.refused is not None:
            self.refusals.add(found.refused)
        if found.chapters is not None:
            self.chapters.add(found.chapters)

    def _opened(self, one: Published) -> Checkpoint | None:
        """A checkpoint whose signature holds, by a key whose turn it was."""
        try:
            found = opened(one.note, [turn.key for turn in self._turns if turn.signs(one.size)])
        except InvalidCheckpoint as refusal:
            self._report("checkpoint_forged", one.position, f"the checkpoint of {one.size} events: {refusal}")
            return None
        if (found.origin, found.size, found.position) != (self._origin, one.size, one.position):
            self._report(
                "checkpoint_forged", one.position, f"the checkpoint of {one.size} events is of others"
            )
            return None
        if found.root != one.root:
            self._damaged(one.position, f"the root beside the checkpoint of {one.size} events is not its own")
        return found

    def _settle(self, size: int) -> None:
        """The doubts up to a size are what they seemed to be."""
        for doubt in self._doubts:
            if doubt.size <= size:
                self._found.append(doubt.mismatch)
        self._doubts = [doubt for doubt in self._doubts if doubt.size > size]

    def _end(self, last: int) -> None:
        for one in self._seal.checkpoints(self._sealed, None):
            self._damaged(last, f"a checkpoint is of {one.size} leaves, and {self._sealed} are kept")
        if self._then is None and (beyond := self._seal.beyond(self._now.size)):
            self._damaged(last, f"{beyond} nodes are kept of leaves that there are not")
        self._settle(self._sealed)
        for what, given in self._given:
            if given.size > self._sealed:
                detail = (
                    f"the checkpoint {what} is of {given.size} events, and {self._sealed} are sealed here"
                )
                self._report("truncated", last + 1, detail)
            elif given.root not in self._roots.get(given.size, ()):
                detail = f"the ledger's first {given.size} events are not those of the checkpoint {what}"
                self._report("history_rewritten", 1, detail)

    def _damaged(self, position: int, detail: str) -> None:
        self._report("seal_damaged", position, detail)

    def _report(self, kind: Kind, position: int, detail: str) -> None:
        if len(self._found) < MOST:
            self._found.append(Mismatch(kind=kind, position=position, detail=detail))
        else:
            self._more += 1


def _grown(
    tree: Frontier,
    hashes: Sequence[bytes],
    stops: Sequence[int],
    told: Callable[[int, int, Sequence[bytes]], None] | None,
) -> dict[int, bytes]:
    """Make a tree longer; its roots at the sizes where it is to stop on the way."""
    roots: dict[int, bytes] = {}
    at = 0
    while at < len(hashes):
        until = min([len(hashes), *(size - tree.size + at for size in stops if size > tree.size)])
        for level, first, nodes in tree.extend(hashes[at:until]):
            if told is not None:
                told(level, first, nodes)
        at = until
        if tree.size in stops:
            roots[tree.size] = tree.root()
    return roots


def _up_to(last: int, taken: Sequence[bytes], rows: Rows) -> tuple[list[bytes], Rows]:
    """The rows up to a position, and those after it."""
    found: list[bytes] = []
    rest = chain(taken, rows)
    for row in rest:
        if position_of(row) > last:
            return found, chain([row], rest)
        found.append(row)
    return found, iter(())


def _positions(raw: bytes) -> list[int]:
    return [position_at(raw, at) for at in range(len(raw) // POSITION_BYTES)]
