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
    of: list[str] = Field(description="`session`, `fund`, or the games that find it; `round`: every game")


class FindingKinds(BaseModel):
    """Every code, in alphabetical order."""

    findings: list[FindingKind]


class GameWager(BaseModel):
    """A wager printed on the felt."""

    name: str
    stage: str = Field(description="the step in which it may be placed")
    label: str
    optional: bool
    side: bool = Field(description="whether it is resolved on its own")


class GameStep(BaseModel):
    """One step of the procedure."""

    code: str
    actor: Literal["dealer", "player", "supervisor"]
    order: Literal["clockwise", "counterclockwise", "any", "once"]
    text: str
    rule: str
    evidence: Evidence


class GameTable(BaseModel):
    """A pay table in printed order."""

    table: str
    wager: str = Field(description="the wager that it is of; several are joined by +")
    when: str | None = Field(description="to what it applies; null where nobody said")
    rows: dict[str, str | None] = Field(
        description="odds `n:d`, n to d, or what becomes of a stake not paid; null where none were found"
    )
    evidence: Evidence
    source: str


class PublishedTable(GameTable):
    """A pay table that was published; a licensee elects by a submission, or by an option of the game."""

    default: bool = Field(description="whether the wager has it where no submission gives it another")


class GameOption(BaseModel):
    """A choice that the rules leave to the licensee."""

    option: str
    of: Literal["game", "every game"]
    default: Any
    values: list[Any] | None = Field(description="what it may be; null where it elects by name")
    evidence: Evidence
    source: str


class GameIrregularity(BaseModel):
    """What one source makes of an irregularity; two rows of a condition contradict each other."""

    condition: str
    words: str | None
    remedy: str
    wagers: list[str] | None = Field(description="those that the remedy touches; null for all")
    evidence: Evidence
    citation: str = Field(description="empty where no text was read")


class GameFinding(BaseModel):
    """A finding that this game's procedure can show."""

    code: str
    group: Literal["procedure", "settlement", "cards", "record"]
    title: str
    rule: str
    evidence: Evidence


class Game(BaseModel):
    """A game; only what has evidence `nj_text` was read in the text of the law."""

    game: str
    title: str
    section: str
    rules_version: str
    banked: Literal["house", "players", "unruled"]
    free_felt: bool
    wagers: list[GameWager]
    paid_without_being_placed: list[str]
    lives_on: list[str] | None = Field(description="wagers that may outlive the round; null for all")
    procedure: list[GameStep]
    pay_tables: list[GameTable] = Field(description="those used where no submission says otherwise")
    published: list[PublishedTable] = Field(description="all that were published, in printed order")
    rows: dict[str, list[str]] = Field(description="the rows that a submission may pay, by wager")
    options: list[GameOption]
    irregularities: list[GameIrregularity]
    findings: list[GameFinding]


class Games(BaseModel):
    """Every game, with all that it is judged by, and where each of it comes from."""

    games: list[Game]


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
    superseded_without_effect: str | None = Field(description="why what is named cannot take its place")


class Submissions(Seen):
    """Rules submissions by name; `after` is the cursor of the next page, null on the last."""

    submissions: list[SubmissionEntry]
    after: str | None


class SchemaNames(BaseModel):
    """The names under which JSON Schemas are given."""

    schemas: list[str]
