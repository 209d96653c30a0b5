"""Questions about the discard rack."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ledger.decks import composition
from ledger.decks.state import UNREAD, should_hold
from projections.asked import Asked
from projections.asking import Look, look
from projections.racks import reading as racks
from projections.racks.answers import Rack, RackCheck
from projections.racks.checking import UNRECORDED, Deck, checked
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

        A card found more often than the deck has it is told, and never refused.  Raises TooManyCards beside.
        """
        rack = self.rack(table, until=until, at=at, as_of=as_of, as_known_at=as_known_at, sees_all=sees_all)
        return checked(rack, faces, self._deck(rack, sees_all=sees_all))

    def _deck(self, rack: Rack, *, sees_all: bool) -> Deck:
        """How often the deck in play has each card, and had by its own record at most as the rack was filled.

        As one may see it: of what is withheld while a round is open nothing is said.
        """
        opened = [one.opened_at for one in rack.rounds if one.opened_at is not None]
        deck = look(
            self.ledger,
            [ROUNDS],
            rack.as_of,
            lambda seen: racks.seen_deck_of(self.ledger, seen, rack.deck, sees_all=sees_all),
        )
        if deck is None or not opened:
            return UNRECORDED
        should_be = should_hold(deck.inspected_at(opened[-1]))
        if UNREAD in should_be:
            return UNRECORDED
        held = [composition.at(deck, when).cards for when in (opened[0], opened[-1])]
        known = {face: max(cards.get(face, 0) for cards in held) for face in {*held[0], *held[1]}}
        return Deck(should_be, known)
