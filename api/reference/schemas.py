"""What the software knows: finding codes, games, submissions, schemas."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from api.answering import Seen
from ledger.games.seam import Evidence


class FindingKind(BaseModel):
    """A permanent code of a finding."""

    code: str
    group: Literal["procedure", "settlement", "cards", "record"]
    title: str
    rule: str = Field(description="the paragraph, empty where it follows from the record itself")
    evidence: Evidence
    of: list[str] = Field(description="`session`, or the games that find it; `round`: every game")


class FindingKinds(BaseModel):
    """Every code, in alphabetical order."""

    findings: list[FindingKind]


class Games(BaseModel):
    """Every game: felt, procedure, pay tables and options, each with source and evidence."""

    games: list[dict[str, Any]]


class SubmissionVersion(BaseModel):
    """What a licensee elected from a date on."""

    version: int
    game: str
    jurisdiction: str
    effective: str
    title: str | None
    pay_tables: dict[str, Any]
    options: dict[str, Any]


class SubmissionEntry(BaseModel):
    """A rules submission with all of its versions, oldest first."""

    submission: str
    versions: list[SubmissionVersion]
    superseded: dict[str, str] | None = Field(description="by which, and from which date")


class Submissions(Seen):
    """Rules submissions by name; `after` is the cursor of the next page, null on the last."""

    submissions: list[SubmissionEntry]
    after: str | None


class SchemaNames(BaseModel):
    """The names under which JSON Schemas are given."""

    schemas: list[str]
