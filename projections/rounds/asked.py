"""Questions to the view of rounds."""

from __future__ import annotations

from datetime import datetime
from functools import cache

from ledger.errors import InvalidQuery
from ledger.games.findings import COMMON
from ledger.games.registry import GAMES
from projections.asked import Asked
from projections.asking import Look, cursor, limited, look, place
from projections.rounds import neighbours
from projections.rounds import queries as rounds
from projections.rounds.answers import Neighbours, RoundFilter, RoundPage
from projections.rounds.projection import NAME as ROUNDS


class RoundsAsked(Asked):
    """Rounds, searched."""

    def rounds(
        self,
        wanted: RoundFilter | None = None,
        *,
        after: str | None = None,
        limit: int = 50,
        sees_all: bool = False,
    ) -> RoundPage:
        """Rounds by what happened in them, the latest opened first; `limit` is at most 500.

        Without `sees_all` (surveillance) a face that was not shown in an open
        round is neither told nor searched, nor what follows from it.
        Raises TableNotFound, InvalidQuery of a game or finding that does not exist.
        """
        if wanted is not None:
            self._exists(wanted)
        before = None if after is None else place(after, (int,))[0]
        size = limited(limit)

        def work(seen: Look) -> RoundPage:
            found = rounds.found(seen, wanted or RoundFilter(), before, size + 1, sees_all=sees_all)
            more = len(found) > size
            return RoundPage(
                as_of=seen.as_of,
                lag=seen.lag,
                rounds=[row for _, row in found[:size]],
                after=cursor(found[size - 1][0]) if more else None,
            )

        return look(self.ledger, [ROUNDS], None, work)

    def _exists(self, wanted: RoundFilter) -> None:
        """Refuse a search for what nothing can have: its answer would look as if nothing had been found."""
        if wanted.table is not None:
            self._known(wanted.table)
        if wanted.game is not None and wanted.game not in GAMES:
            raise InvalidQuery(detail=f"there is no game {wanted.game}; known: {', '.join(GAMES)}")
        if wanted.finding is not None and wanted.finding not in _codes():
            raise InvalidQuery(detail=f"no finding of a round has the code {wanted.finding}")

    def neighbours(
        self,
        reference: str,
        n: int = neighbours.USUAL,
        *,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> Neighbours:
        """The `n` rounds (50 at most) before and after one, key or uuid, at its table.

        Raises RoundNotFound, InvalidReference.
        """

        def work(seen: Look) -> Neighbours:
            return neighbours.neighbours(seen, self.ledger, reference, n, sees_all=sees_all)

        return look(self.ledger, [ROUNDS], as_of, work, known_at=as_known_at)


@cache
def _codes() -> frozenset[str]:
    """The codes of all findings of rounds."""
    return frozenset(COMMON).union(*({kind.code for kind in game.findings} for game in GAMES.values()))
