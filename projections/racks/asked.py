"""Questions about the discard rack."""

from __future__ import annotations

from collections.abc import Sequence

from projections.asked import Asked
from projections.asking import look
from projections.racks import reading as racks
from projections.racks.answers import Rack, RackCheck
from projections.racks.checking import checked
from projections.rounds.projection import NAME as ROUNDS


class RacksAsked(Asked):
    """Racks, and what was found in them."""

    def rack(
        self,
        table: str | None = None,
        *,
        until: str | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> Rack:
        """The discard rack of a table right after a round (key or uuid), without one after its last.

        Without `sees_all` (surveillance) a face that was not shown in an open round is not told.
        Raises InvalidQuery where neither is named or the round is of another table, TableNotFound,
        RoundNotFound, also where the view has not come so far.
        """
        if table is not None:
            self._known(table)
        asked = racks.Asked(table, until, sees_all)
        return look(self.ledger, [ROUNDS], as_of, lambda seen: racks.rack(self.ledger, seen, asked))

    def rack_check(
        self,
        faces: Sequence[str | None],
        table: str | None = None,
        *,
        until: str | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> RackCheck:
        """The same rack laid against the cards as found, back to front, None for one unknown.

        Raises CardTwice and TooManyCards beside.
        """
        return checked(self.rack(table, until=until, as_of=as_of, sees_all=sees_all), faces)
