"""Columns as arrays in PostgreSQL's binary form, put together here.

psycopg looks at every element of every list; of the twelve arrays of an append
that took more than half of the time that the whole call costs us.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from struct import Struct
from typing import Final
from uuid import UUID

import psycopg
from psycopg import pq
from psycopg.adapt import Dumper

# The types of elements, by their object ids, which are the same on every server.
BYTEA, BIGINT, INTEGER, TEXT, ID = 17, 20, 23, 25, 2950

# Dimensions, whether there are nulls, type of the elements; of the one dimension its length and first index.
# Source: PostgreSQL, array_recv.
EMPTY: Final = Struct(">iii")
HEAD: Final = Struct(">iiiii")
SIZE: Final = Struct(">i")


class Array(bytes):
    """An array as it travels."""


class ArrayDumper(Dumper):
    """Sends an array as it is; its type is that to which the statement casts it."""

    format = pq.Format.BINARY
    oid = 0

    def dump(self, obj: Array) -> bytes:
        """Itself."""
        return obj


psycopg.adapters.register_dumper(Array, ArrayDumper)


def ids(values: Sequence[UUID]) -> Array:
    """Of uuids; the events of a stream follow one another, and name it once for all."""
    fields: list[bytes] = []
    last, field = None, b""
    for value in values:
        if value is not last:
            last, field = value, b"\0\0\0\x10" + value.bytes
        fields.append(field)
    return _array(ID, len(values), fields)


def bigints(values: Sequence[int]) -> Array:
    """Of integers of eight bytes."""
    return _array(BIGINT, len(values), map(Struct(">iq").pack, repeat(8), values))


def integers(values: Sequence[int]) -> Array:
    """Of integers of four bytes."""
    return _array(INTEGER, len(values), map(Struct(">ii").pack, repeat(4), values))


def texts(values: Sequence[str]) -> Array:
    """Of texts."""
    return _array(TEXT, len(values), _sized([value.encode() for value in values]))


def byteas(values: Sequence[bytes]) -> Array:
    """Of bytes."""
    return _array(BYTEA, len(values), _sized(values))


def _sized(fields: Sequence[bytes]) -> Iterable[bytes]:
    return chain.from_iterable(zip(map(SIZE.pack, map(len, fields)), fields, strict=True))


def _array(element: int, length: int, fields: Iterable[bytes]) -> Array:
    if not length:
        return Array(EMPTY.pack(0, 0, element))
    return Array(b"".join([HEAD.pack(1, 0, element, length, 1), *fields]))
