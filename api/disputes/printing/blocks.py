"""What a page is made of, whichever form it is printed in: text already written, and nothing to be run.

The report is laid out once; HTML and PDF draw the same blocks, so that they
cannot say different things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.cards import JOKERS
from projections.disputes.report.words import moment as written
from projections.reports.words import SUITS

# How a line or a row is to be seen: as it is, set back, as what is amiss, as what is right.
Tone: TypeAlias = Literal["plain", "soft", "bad", "good"]

NOT_RECORDED: Final = "not recorded"
# A time as records write it.
IN_A_SENTENCE: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


class Words(NamedTuple):
    """A paragraph."""

    text: str
    tone: Tone = "plain"
    strong: bool = False
    kind: Literal["words"] = "words"


class Pairs(NamedTuple):
    """Names with what they are."""

    rows: Sequence[tuple[str, str]]
    kind: Literal["pairs"] = "pairs"


class Line(NamedTuple):
    """A row of a table."""

    cells: Sequence[str]
    tone: Tone = "plain"


class Grid(NamedTuple):
    """A table; `numbers` are the columns aligned on the right, `wide` those that take what is left."""

    columns: Sequence[str]
    rows: Sequence[Line]
    numbers: Sequence[str] = ()
    wide: Sequence[str] = ()
    kind: Literal["grid"] = "grid"


class Drawn(NamedTuple):
    """A card to draw: `suit` and `rank` empty where its back alone is seen; `down` as it was dealt."""

    rank: str
    suit: str
    color: Literal["red", "black", "unsuited", "unseen"]
    down: bool


class Hand(NamedTuple):
    """The cards of a place in the order dealt."""

    place: str
    cards: Sequence[Drawn]


class Hands(NamedTuple):
    """Hands, drawn."""

    hands: Sequence[Hand]
    kind: Literal["hands"] = "hands"


Block: TypeAlias = Words | Pairs | Grid | Hands


class Part(NamedTuple):
    """A part of the report under its heading."""

    title: str
    blocks: Sequence[Block]


class Printed(NamedTuple):
    """A report to be printed: `foot` stands on every page."""

    title: str
    subtitle: str
    status: str
    parts: Sequence[Part]
    foot: str


def drawn(card: str | None, *, down: bool) -> Drawn:
    """A card of a record, `As`, to draw."""
    if card is None:
        return Drawn("", "", "unseen", down)
    if card in JOKERS:
        return Drawn("★", "", "red" if card[1] == "r" else "black", down)
    color: Literal["red", "black", "unsuited"] = (
        "red" if card[1] in "dh" else "unsuited" if card[1] == "?" else "black"
    )
    return Drawn(card[0].replace("T", "10"), SUITS[card[1]], color, down)


def moment(at: datetime | str | None) -> str:
    """A time as people write it, by the clock that was read, with its offset."""
    if at is None:
        return NOT_RECORDED
    return written(at)


def times_said(sentence: str) -> str:
    """A sentence of ours with the times in it as people write them; programs read them as records do."""
    return IN_A_SENTENCE.sub(lambda found: written(found[0]), sentence)


def said(value: object) -> str:
    """What is there, or that it was not recorded."""
    return NOT_RECORDED if value is None or value in ("", [], {}) else str(value)


def listed(values: Iterable[object]) -> str:
    """Several in a row, or that none was recorded."""
    return said(", ".join(str(one) for one in values))


def grid_or(rows: Sequence[Line], grid: Grid, otherwise: str = NOT_RECORDED) -> Block:
    """A table, or a line where it would be empty."""
    return grid._replace(rows=rows) if rows else Words(otherwise.capitalize() + ".", "soft")
