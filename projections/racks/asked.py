"""Questions about the discard rack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from ledger.decks import composition
from projections.asked import Asked
from projections.asking import Look, look
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
        at: datetime | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> Rack:
        """The discard rack of a table right after a round (key or uuid), without one after its last.

        `at` is after the last round that was over by that time, by the floor's clock.  Without
        `sees_all` (surveillance) a face that was not shown in an open round is not told.
        Raises InvalidQuery where neither is named or the round is of another table, TableNotFound,
        RoundNotFound, also where the view has not come so far.
        """
        if table is not None:
            self._known(table)
        asked = racks.Asked(table, until, at, sees_all)

        def work(seen: Look) -> Rack:
            return racks.rack(self.ledger, seen, asked)

        return look(self.ledger, [ROUNDS], as_of, work, known_at=as_known_at)

    def rack_check(
        self,
        faces: Sequence[str | None],
        table: str | None = None,
        *,
        until: str | None = None,
        at: datetime | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> RackCheck:
        """The same rack laid against the cards as found, back to front, None for one unknown.

        What cannot be of the game's deck is refused, unless the deck's own record has such cards.
        Raises CardTwice and TooManyCards beside.
        """
        rack = self.rack(table, until=until, at=at, as_of=as_of, as_known_at=as_known_at, sees_all=sees_all)
        return checked(rack, faces, self._held(rack))

    def _held(self, rack: Rack) -> Mapping[str, int]:
        """How often the deck in play had each card by its own record, at most; nothing where it has none."""
        deck = racks.deck_of(self.ledger, rack.as_of, rack.deck)
        opened = [one.opened_at for one in rack.rounds if one.opened_at is not None]
        if deck is None or not opened:
            return {}
        held = [composition.at(deck, when).cards for when in (opened[0], opened[-1])]
        return {face: max(cards.get(face, 0) for cards in held) for face in {*held[0], *held[1]}}
