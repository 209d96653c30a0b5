"""The tree against its definition, spelled out as RFC 6962 states it."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.seal.tree import (
    EMPTY_ROOT,
    Frontier,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    leaf_hash,
    root_of,
    root_of_inclusion,
)

# The eight leaves and two of the roots that implementations of the RFC are tried on.
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
MOST = 300


def leaves(count: int) -> list[bytes]:
    return [leaf_hash(str(number).encode()) for number in range(count)]


def defined_root(hashes: list[bytes]) -> bytes:
    """MTH of the RFC, word for word."""
    if not hashes:
        return sha256(b"").digest()
    if len(hashes) == 1:
        return hashes[0]
    k = 1
    while 2 * k < len(hashes):
        k *= 2
    return sha256(b"\x01" + defined_root(hashes[:k]) + defined_root(hashes[k:])).digest()


ALL = leaves(MOST)


def node(level: int, index: int) -> bytes:
    """A complete node; asking for one that is not complete is a mistake of the proof's maker."""
    last = (index + 1) << level
    assert last <= MOST
    return defined_root(ALL[index << level : last])


@pytest.mark.parametrize("size", ROOTS)
def test_the_roots_are_those_of_the_rfcs_own_leaves(size):
    frontier = Frontier()
    frontier.extend([leaf_hash(leaf) for leaf in LEAVES[:size]])
    assert frontier.root().hex() == ROOTS[size]


def test_an_empty_tree_has_the_hash_of_nothing():
    assert Frontier().root() == EMPTY_ROOT == root_of(0, node) == sha256(b"").digest()


@given(st.lists(st.integers(0, 40), max_size=8))
def test_a_tree_made_longer_in_any_steps_has_the_defined_root(steps):
    frontier, size = Frontier(), 0
    known: dict[tuple[int, int], bytes] = {}
    for step in steps:
        for level, first, hashes in frontier.extend(ALL[size : size + step]):
            known |= {(level, first + n): one for n, one in enumerate(hashes)}
        size += step
        assert frontier.size == size
        assert frontier.root() == defined_root(ALL[:size]) == root_of(size, node)
    # Each complete node was told once, when its last leaf came.
    assert known == {
        (level, index): node(level, index) for level in range(1, 10) for index in range(size >> level)
    }
    assert Frontier.of(size, node).root() == frontier.root()


def test_every_leaf_of_every_small_tree_is_proven_and_nothing_else_is():
    for size in range(1, 40):
        root = defined_root(ALL[:size])
        for index in range(size):
            proof = inclusion_proof(index, size, node)
            assert root_of_inclusion(ALL[index], index, size, proof) == root
            for other in range(size):
                if other != index:
                    assert root_of_inclusion(ALL[index], other, size, proof) != root
            assert root_of_inclusion(ALL[index], index, size, [*proof, root]) is None
            if proof:
                assert root_of_inclusion(ALL[index], index, size, proof[:-1]) != root


def test_every_tree_is_shown_to_be_the_beginning_of_every_longer_one():
    for size in range(1, 40):
        root = defined_root(ALL[:size])
        for old in range(1, size + 1):
            proof = consistency_proof(old, size, node)
            assert is_consistent(old, defined_root(ALL[:old]), size, root, proof)
            assert not is_consistent(old, leaf_hash(b"another"), size, root, proof)
            assert not is_consistent(old, defined_root(ALL[:old]), size, leaf_hash(b"another"), proof)
            if old < size:
                assert not is_consistent(old, defined_root(ALL[:old]), size, root, proof[:-1])
                assert not is_consistent(old, defined_root(ALL[:old]), size, root, [*proof, root])


@given(
    size=st.integers(1, MOST), index=st.integers(0, MOST - 1), bit=st.integers(0, 255), at=st.integers(0, 8)
)
def test_a_proof_with_one_bit_changed_proves_nothing(size, index, bit, at):
    index %= size
    proof = inclusion_proof(index, size, node)
    if not proof:
        return
    at %= len(proof)
    proof[at] = bytes(b ^ (1 << bit % 8 if n == bit // 8 else 0) for n, b in enumerate(proof[at]))
    assert root_of_inclusion(ALL[index], index, size, proof) != defined_root(ALL[:size])


def test_what_is_outside_the_tree_is_refused():
    assert root_of_inclusion(ALL[0], 1, 1, []) is None
    assert root_of_inclusion(ALL[0], -1, 1, []) is None
    assert not is_consistent(0, EMPTY_ROOT, 3, defined_root(ALL[:3]), [])
    assert not is_consistent(4, defined_root(ALL[:4]), 3, defined_root(ALL[:3]), [])
