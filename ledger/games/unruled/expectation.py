"""What a game without rules here is expected to win: the figures that the licensee put down, or none.

A submission says them wager by wager, as numbers in text: `{"edges": {"main":
"0.0065"}, "variances": {"main": "1.32"}}`.  They are configuration: nobody
checks them here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from ledger.games.figures import Figure, stated
from ledger.games.seam import EMPTY, Option, Submission

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option(
                "edges", EMPTY, None, "not_found", "the licensee's own: what the house wins of a unit staked"
            ),
            Option(
                "variances", EMPTY, None, "not_found", "the licensee's own: the variance of a unit staked"
            ),
        )
    }
)


@lru_cache(maxsize=256)
def expected(submission: Submission) -> tuple[Figure, ...]:
    """The figures of a submission, wager by wager; a variance without an edge says nothing."""
    edges, variances = submission.options["edges"], submission.options["variances"]
    return tuple(
        stated(
            (wager,),
            "configured",
            f"the submission {submission.name}",
            edge=Fraction(edge),
            variance=Fraction(variances[wager]) if wager in variances else None,
        )
        for wager, edge in edges.items()
    )
