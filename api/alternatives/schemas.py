"""What is asked of alternatives."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ledger.events.base import Line, Model
from ledger.events.registry import InlineSubmission
from ledger.identity import Name
from projections.alternatives.supposing import MOST_ROUNDS, MOST_SUPPOSED, Supposition


class Question(Model):
    """What if: of these rounds, with these events otherwise, by this submission."""

    rounds: Annotated[list[Line], Field(min_length=1, max_length=MOST_ROUNDS)]
    suppose: Annotated[list[Supposition], Field(max_length=MOST_SUPPOSED)] = Field(default_factory=list)
    submission: Name | InlineSubmission | None = None
