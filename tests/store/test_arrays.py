"""Arrays put together here are byte for byte those that psycopg makes."""

from __future__ import annotations

from uuid import UUID

import pytest
from psycopg.adapt import PyFormat, Transformer
from psycopg.types.numeric import Int4, Int8

from ledger.store.arrays import bigints, byteas, ids, integers, texts

ONE, OTHER = UUID(int=1), UUID(int=2**128 - 1)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (ids([ONE, OTHER, ONE]), [ONE, OTHER, ONE]),
        (bigints([1, -1, 2**62]), [Int8(1), Int8(-1), Int8(2**62)]),
        (integers([200, 409]), [Int4(200), Int4(409)]),
        (texts(["round.closed.v1", "", "Spielhölle"]), ["round.closed.v1", "", "Spielhölle"]),
        (byteas([b"", b"\x00\xff" * 300]), [b"", b"\x00\xff" * 300]),
    ],
    ids=["ids", "bigints", "integers", "texts", "byteas"],
)
def test_an_array_is_what_psycopg_makes_of_the_list(ours, theirs):
    (made,) = Transformer().dump_sequence([theirs], [PyFormat.BINARY])
    assert ours == made
