"""What became of a record."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.problems import Problem
from ledger.games.seam import Evidence


class Finding(BaseModel):
    """Something that was not as it should have been, with facts of its own beside these fields."""

    model_config = ConfigDict(extra="allow")

    code: str = Field(description="permanent; listed at /v1/findings")
    rule: str = Field(description="the paragraph, empty where it follows from the record itself")
    evidence: Evidence = Field(
        description="how well the rule is known; only `nj_text` is the text of the law"
    )
    event: int = Field(
        description="version in the stream; of something absent, the step that should have followed it"
    )
    detail: str = Field(description="one sentence for a person")


class RecordAnswer(BaseModel):
    """What became of one record."""

    line: int = Field(description="the line of the body on which it stood, from 1")
    stream: str = Field(
        description="kind and key (`round/THB-03/2026-11-28/412`), empty where it could not be read"
    )
    status: Literal["appended", "already_there", "refused"]
    version: int = Field(description="events now stored in the stream")
    appended: int = Field(description="events that this record added")
    findings: list[Finding] = Field(
        description="of the whole stream, from what the asker may see; those that hang on the meter of a fund"
        " in the ledger are found in reports alone"
    )
    problem: Annotated[Problem | None, Field(description="only of a refused record")] = None


class Continuation(BaseModel):
    """Events that continue a stream; fields of the record's header may be repeated beside them."""

    model_config = ConfigDict(extra="allow")

    events: list[dict[str, Any]] = Field(min_length=1, description="as in a record")


# The other answer of a route that records, for its OpenAPI document.
THERE_ALREADY: Final[dict[int | str, dict[str, Any]]] = {
    200: {"model": RecordAnswer, "description": "All of it was there already."}
}
