"""PHH files as records: the tables they name first, then a round a hand.

`.phh` is one hand, `.phhs` many, each a table of its own; which it is follows
from the text.  One hand at a time is in memory, besides the text of its file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from ledger.identity import play_key
from ledger.importers.phh.actions import read_actions
from ledger.importers.phh.hand import Fields, read_hand
from ledger.importers.phh.identity import Table, table_of
from ledger.importers.phh.money import money
from ledger.importers.phh.record import SOURCE, Record, import_hand
from ledger.importers.phh.refusals import HandRefused

Source: TypeAlias = str | Path | bytes

SUFFIXES: Final = frozenset({".phh", ".phhs"})

_SECTION: Final = re.compile(
    r"""^[ \t]*\[[ \t]*("[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*\][ \t]*(?:#.*)?$""", re.MULTILINE
)
_FIELD: Final = re.compile(r"^[ \t]*[^#\s]", re.MULTILINE)


class Noted(NamedTuple):
    """Something to be said of one hand: where it stands, a code or the key of its round, and why."""

    where: str
    what: str
    why: str


@dataclass(slots=True)
class Tally:
    """What became of the hands: in `told` the file decided awards, in `unfinished` nobody did."""

    hands: int = 0
    imported: int = 0
    refused: list[Noted] = field(default_factory=list)
    told: list[Noted] = field(default_factory=list)
    unfinished: list[Noted] = field(default_factory=list)


class Written(NamedTuple):
    """A hand as it stands in a file, or why its text cannot be read."""

    where: str
    section: str | None
    fields: Fields | HandRefused


def records(*sources: Source, tally: Tally | None = None) -> Iterator[Record]:
    """The records of hand histories, each a JSON document as a dict (CONTRACT §3).

    A source is a file, a folder (all `.phh` and `.phhs` below it, in order of
    name) or the bytes of a file.  First come the records that register the
    tables, then one round a hand; equal bytes give equal records.  Hands that
    cannot be represented are left out and listed in `tally`.
    """
    yield from map(_table, dict.fromkeys(_tables(sources)))
    counted = Tally() if tally is None else tally
    for written in _hands(sources):
        counted.hands += 1
        try:
            if isinstance(written.fields, HandRefused):
                raise written.fields
            found = import_hand(written.fields, written.section)
        except HandRefused as refused:
            counted.refused.append(Noted(written.where, refused.code, str(refused)))
            continue
        counted.imported += 1
        _note(counted, written.where, found.record, told=found.awards_told, unfinished=found.unfinished)
        yield found.record


def _note(tally: Tally, where: str, record: Record, *, told: bool, unfinished: str | None) -> None:
    key = play_key(str(record["table"]), record["gaming_date"], int(str(record["number"])))
    if told:
        tally.told.append(Noted(where, key, "cards unknown"))
    if unfinished is not None:
        tally.unfinished.append(Noted(where, key, unfinished))


def _tables(sources: Iterable[Source]) -> Iterator[Table]:
    """The table of each hand that can be read."""
    for written in _hands(sources):
        if isinstance(written.fields, HandRefused):
            continue
        try:
            hand = read_hand(written.fields)
            cash = money(hand, read_actions(hand.actions, hand.players))
        except HandRefused:
            continue
        yield table_of(hand, cash.currency)


def _table(table: Table) -> Record:
    """The record that registers a table: the same whichever file names it."""
    registered: Record = {"type": "registered", "occurred_at": None, **SOURCE, "kind": "poker"}
    if table.currency is not None:
        registered["currency"] = table.currency
    return {
        "format": "pitledger/1",
        "stream": "table",
        "table": table.name,
        "events": [registered, {"type": "game_offered", "occurred_at": None, "game": "poker"}],
    }


def _hands(sources: Iterable[Source]) -> Iterator[Written]:
    for source in sources:
        if isinstance(source, bytes):
            yield from _written("-", source)
        else:
            for path in _files(Path(source)):
                yield from _written(str(path), path.read_bytes())


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(one for one in path.rglob("*") if one.suffix in SUFFIXES and one.is_file())
    else:
        yield path


def _written(where: str, document: bytes) -> Iterator[Written]:
    """The hands of a file: its own, or that of each section if it has none of its own."""
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        yield Written(where, None, HandRefused("not_utf8", str(error)))
        return
    text = text.replace("\r\n", "\n")
    heads = list(_SECTION.finditer(text))
    if not heads or _FIELD.search(text[: heads[0].start()]):
        yield Written(where, None, _fields(text))
        return
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for head, end in zip(heads, ends, strict=True):
        section = head[1].strip("\"'")
        yield Written(f"{where} [{section}]", section, _fields(text[head.end() : end]))


def _fields(text: str) -> Fields | HandRefused:
    """The fields of one hand; numbers with a point stay decimal, never a float."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    # Beside its own errors the reader lets through those of numbers too long and arrays too deep.
    except (ValueError, RecursionError) as error:
        return HandRefused("malformed_toml", str(error))
