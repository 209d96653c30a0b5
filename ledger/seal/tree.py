"""A Merkle tree over the events in order of position, as RFC 6962 defines it.

Leaves are numbered from 0 in that order; a tree of `size` leaves has one root.
A node `(level, index)` is the complete subtree over the leaves
`index << level` to `(index + 1) << level`.  Everything here is a pure function
of hashes, 32 bytes each.

Source: RFC 6962 section 2.1 (tree, audit paths, consistency proofs); RFC 9162
section 2.1.3.2 and 2.1.4.2 (their verification).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Final, TypeAlias

EMPTY_ROOT: Final = sha256(b"").digest()
HASH_BYTES: Final = 32

# Gives the hash of a complete node.
NodeHash: TypeAlias = Callable[[int, int], bytes]


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of one leaf."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node over its two halves."""
    return sha256(b"\x01" + left + right).digest()


def pairs(nodes: Sequence[bytes]) -> list[bytes]:
    """The nodes one level up, over nodes that begin at an even index; an odd last one is left over."""
    return [
        sha256(b"\x01" + left + right).digest() for left, right in zip(nodes[::2], nodes[1::2], strict=False)
    ]


class Frontier:
    """What must be known of a tree to make it longer: at each level the node that has no sister yet."""

    def __init__(self, size: int = 0, single: Sequence[bytes | None] = ()) -> None:
        self.size = size
        self._single: list[bytes | None] = list(single)

    @classmethod
    def of(cls, size: int, node: NodeHash) -> Frontier:
        """The frontier of a tree of a size whose complete nodes are known."""
        return cls(
            size,
            [
                node(level, (size >> level) - 1) if size >> level & 1 else None
                for level in range(size.bit_length())
            ],
        )

    def extend(self, leaves: Sequence[bytes]) -> list[tuple[int, int, list[bytes]]]:
        """Add leaves by their hashes; the nodes that became complete, as (level, first index, hashes)."""
        completed: list[tuple[int, int, list[bytes]]] = []
        first, nodes, level = self.size, list(leaves), 0
        self.size += len(nodes)
        while nodes:
            if level == len(self._single):
                self._single.append(None)
            waiting = self._single[level]
            if waiting is not None:
                nodes, first = [waiting, *nodes], first - 1
            self._single[level] = nodes[-1] if len(nodes) % 2 else None
            nodes, first, level = pairs(nodes), first // 2, level + 1
            if nodes:
                completed.append((level, first, nodes))
        return completed

    def append(self, level: int, node: bytes) -> bool:
        """Add a complete node in the place of its leaves; whether it fits there."""
        if self.size % (1 << level):
            return False
        self.size += 1 << level
        while level >= len(self._single):
            self._single.append(None)
        while (waiting := self._single[level]) is not None:
            self._single[level] = None
            node, level = node_hash(waiting, node), level + 1
            if level == len(self._single):
                self._single.append(None)
        self._single[level] = node
        return True

    def copy(self) -> Frontier:
        """The same tree, to be made longer in another way."""
        return Frontier(self.size, self._single)

    def root(self) -> bytes:
        """The root of the tree as it is."""
        root: bytes | None = None
        for node in self._single:
            if node is not None:
                root = node if root is None else node_hash(node, root)
        return EMPTY_ROOT if root is None else root


# --- proofs ---------------------------------------------------------------------------


def inclusion_proof(index: int, size: int, node: NodeHash) -> list[bytes]:
    """The audit path of a leaf in a tree of a size, from the leaf up; 0 <= index < size."""
    return [_hash_of(first, last, node) for first, last in reversed(list(_beside(index, 0, size)))]


def inclusion_nodes(index: int, size: int) -> Iterator[tuple[int, int]]:
    """The complete nodes, level and index, that the audit path of a leaf is made of."""
    for first, last in _beside(index, 0, size):
        yield from covering(first, last)


def consistency_proof(old: int, size: int, node: NodeHash) -> list[bytes]:
    """The proof that the tree of `old` leaves is the beginning of that of `size`; 0 < old <= size."""
    return [_hash_of(first, last, node) for first, last in _between(old, 0, size, whole=True)]


def covering(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The fewest complete nodes, level and index, over the leaves from `first` to before `last`, in order."""
    while first < last:
        fits = (last - first).bit_length() - 1
        level = fits if first == 0 else min(fits, (first & -first).bit_length() - 1)
        yield level, first >> level
        first += 1 << level


def root_of(size: int, node: NodeHash) -> bytes:
    """The root of the tree of the first `size` leaves."""
    return _hash_of(0, size, node) if size else EMPTY_ROOT


def _beside(index: int, first: int, last: int) -> Iterator[tuple[int, int]]:
    """The ranges of leaves that do not hold a leaf, from the top down."""
    while last - first > 1:
        middle = first + _split(last - first)
        if index < middle:
            yield middle, last
            last = middle
        else:
            yield first, middle
            first = middle


def _between(old: int, first: int, last: int, *, whole: bool) -> list[tuple[int, int]]:
    """RFC 6962's SUBPROOF over a range of leaves; `whole` while the old tree begins with it."""
    if old == last - first:
        return [] if whole else [(first, last)]
    middle = first + _split(last - first)
    if old <= middle - first:
        return [*_between(old, first, middle, whole=whole), (middle, last)]
    return [*_between(old - (middle - first), middle, last, whole=False), (first, middle)]


def _hash_of(first: int, last: int, node: NodeHash) -> bytes:
    """The hash of a range of leaves that a proof speaks of."""
    count = last - first
    if count & (count - 1) == 0:
        level = count.bit_length() - 1
        return node(level, first >> level)
    middle = first + _split(count)
    return node_hash(_hash_of(first, middle, node), _hash_of(middle, last, node))


def _split(count: int) -> int:
    """The largest power of two below a count of at least 2."""
    return 1 << (count - 1).bit_length() - 1


# --- their verification -----------------------------------------------------------------


def root_of_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """The root that an audit path leads to from a leaf's hash; None where the path does not fit the tree."""
    if not 0 <= index < size:
        return None
    at, end, found = index, size - 1, leaf
    for step in proof:
        if end == 0:
            return None
        if at & 1 or at == end:
            found = node_hash(step, found)
            while at and not at & 1:
                at, end = at >> 1, end >> 1
        else:
            found = node_hash(found, step)
        at, end = at >> 1, end >> 1
    return found if end == 0 else None


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that the tree of `old` leaves is the beginning of that of `size`."""
    if old == size:
        return not proof and old_root == root
    if not 0 < old < size or not proof:
        return False
    steps = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    at, end = old - 1, size - 1
    while at & 1:
        at, end = at >> 1, end >> 1
    of_old = of_new = steps[0]
    for step in steps[1:]:
        if end == 0:
            return False
        if at & 1 or at == end:
            of_old, of_new = node_hash(step, of_old), node_hash(step, of_new)
            while at and not at & 1:
                at, end = at >> 1, end >> 1
        else:
            of_new = node_hash(of_new, step)
        at, end = at >> 1, end >> 1
    return end == 0 and of_old == old_root and of_new == root
