"""What is answered of jurisdictions."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ledger.jurisdictions.profile import Evidence, Unit


class JurisdictionLine(BaseModel):
    """A jurisdiction, and how many of the questions are answered for it."""

    jurisdiction: str
    title: str
    known: int
    of: int


class Jurisdictions(BaseModel):
    """The jurisdictions that there are profiles of."""

    jurisdictions: list[JurisdictionLine]


class ProfileRow(BaseModel):
    """One question, and what the jurisdiction says; null where it is not known."""

    name: str
    words: str
    unit: Unit
    value: int | str | None
    source: str | None
    evidence: Annotated[
        Evidence | None,
        Field(description="V: read in the source named; S: secondary; B: not confirmed, thus configuration"),
    ]


class JurisdictionProfile(BaseModel):
    """What is known of what a jurisdiction asks."""

    jurisdiction: str
    title: str
    rows: list[ProfileRow]
