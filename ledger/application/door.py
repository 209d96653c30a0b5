"""The door of the ledger: a document becomes a record, of this property, from somebody who may record it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ledger.errors import LedgerError, WrongProperty
from ledger.events.records import Record, read_record

# Raises LedgerError where whoever sends a record may not have it recorded.
May: TypeAlias = Callable[[Record], None]


def anybody(_: Record) -> None:
    """Who is let in at all may record it."""


def read(document: bytes | str | LedgerError, property_name: str, may: May = anybody) -> Record | LedgerError:
    """The record, or why it is refused; what its sender could not read is refused as it came."""
    if isinstance(document, LedgerError):
        return document
    try:
        record = read_record(document)
        may(record)
    except LedgerError as refused:
        return refused
    if record.property is not None and record.property != property_name:
        return WrongProperty(served=property_name, property=record.property, pointer="/property")
    return record
