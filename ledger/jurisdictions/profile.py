"""The form of a profile: what a jurisdiction asks, row by row, each with where it was read.

What a profile has no row for is not known: `value` is None then, and nothing
is ever borrowed from another jurisdiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

Unit: TypeAlias = Literal[
    "cents", "hours", "days", "gaming_days", "years", "percent", "parts", "people", "yes", "text"
]
# V: read in the source named.  S: secondary source.  B: not confirmed, thus configuration and never law.
Evidence: TypeAlias = Literal["V", "S", "B"]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a jurisdiction may ask; `words` says what its value means."""

    name: str
    unit: Unit
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """What one jurisdiction says to one question; `value` is a number in the question's unit, or a text."""

    name: str
    value: int | str
    source: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Profile:
    """A jurisdiction by its short name, and what is known of what it asks; its cents are of `currency`."""

    name: str
    title: str
    rows: Mapping[str, Row] = field(default_factory=lambda: MappingProxyType({}))
    currency: str = "USD"

    def number(self, question: str) -> int | None:
        """The value of a row in its unit; None where it is not known."""
        row = self.rows.get(question)
        if row is None:
            return None
        assert isinstance(row.value, int), f"{question} of {self.name} is no number"
        return row.value

    def amount(self, question: str, currency: str) -> int | None:
        """The cents of a row, in the currency of the profile; None of another, or where it is not known."""
        return self.number(question) if currency == self.currency else None

    def text(self, question: str) -> str | None:
        """The words of a row; None where it is not known."""
        row = self.rows.get(question)
        return None if row is None else str(row.value)

    def asks(self, question: str) -> bool:
        """Whether a row says so; where it is not known nothing is asked."""
        return question in self.rows


def profile(name: str, title: str, rows: Iterable[Row]) -> Profile:
    """A profile of its rows, in their order.  Raises ValueError where one is there twice."""
    found: dict[str, Row] = {}
    for row in rows:
        if row.name in found:
            raise ValueError(f"{name} says {row.name} twice")
        found[row.name] = row
    return Profile(name, title, MappingProxyType(found))
