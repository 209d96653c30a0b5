"""With which round a rack began.

A rack begins anew when the deck is shuffled.  Where the deck has a record its
shuffles are there; where it has none a shuffle is concluded: by the rules of a
game whose deck is shuffled after each round, else from what else changes
between two rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.seam import Evidence
from ledger.rounds.racking import shuffled_after_each_round
from ledger.rounds.state import Round
from projections.asking import Fields
from projections.racks.answers import Because, Beginning
from projections.racks.queries import MOST_ROUNDS

# What rounds whose cards lie in one rack share, and why the rack is another one where they do not.
SHARED: Final[Mapping[str, Because]] = MappingProxyType(
    {
        "deck": "other_deck",
        "game": "other_game",
        "session": "other_session",
        "gaming_date": "other_gaming_date",
    }
)
# Source: 13:69F-23.2, read of a sibling game; the others are concluded here.
RULES: Final[Mapping[Because, str]] = MappingProxyType({"other_deck": "13:69F-23.2"})
TEXTS: Final[Mapping[Because, str]] = MappingProxyType(
    {
        "shuffled_after_each_round": "no shuffle is recorded; by the rules the whole deck is shuffled"
        " after each round",
        "other_deck": "no shuffle is recorded; the round before was dealt from another deck,"
        " and cards of only one deck may lie in the rack",
        "other_game": "no shuffle is recorded; the round before was of another game",
        "other_session": "no shuffle is recorded; the round before was of another session",
        "other_gaming_date": "no shuffle is recorded; the round before was of another gaming date",
        "first_round": "no shuffle is recorded; the table has no round before",
        "not_looked_further": f"no shuffle is recorded; {MOST_ROUNDS} rounds cannot lie in one rack:"
        " earlier ones are left out",
    }
)


class Shuffle(NamedTuple):
    """A shuffle on record: of which deck, when, and which event of its stream."""

    deck: str
    at: datetime
    version: int


def began(
    last: Fields, state: Round, before: Sequence[Fields], shuffles: Sequence[Shuffle] = ()
) -> tuple[list[Fields], Beginning]:
    """The rounds with cards in the rack, oldest first, and why it began with the first of them.

    `last` is the row of the round that is asked for and `state` that round;
    `before` are the rows of those before it, the latest first; `shuffles` are
    those on record of the deck of the last.
    """
    shuffled = shuffled_after_each_round(state.rules)
    if shuffled is not None:
        return [last], _beginning(last, "shuffled_after_each_round", shuffled.rule, shuffled.evidence)
    together = [last]
    for later, earlier in pairwise((last, *before)):
        shuffle = _between(earlier["opened_at"], later["opened_at"], shuffles)
        if shuffle is not None:
            return together[::-1], _recorded(later, shuffle)
        why = next((SHARED[name] for name in SHARED if later[name] != earlier[name]), None)
        if why is not None:
            return together[::-1], _beginning(later, why, RULES.get(why))
        together.append(earlier)
    if len(before) < MOST_ROUNDS:
        return together[::-1], _beginning(together[-1], "first_round")
    return together[::-1], _beginning(together[-1], "not_looked_further")


def _between(earlier: datetime | None, later: datetime | None, shuffles: Sequence[Shuffle]) -> Shuffle | None:
    """The last shuffle between the openings of two rounds."""
    if earlier is None or later is None:
        return None
    return next((one for one in reversed(shuffles) if earlier < one.at <= later), None)


def _recorded(first: Fields, shuffle: Shuffle) -> Beginning:
    return Beginning(
        round=first["key"],
        because="shuffle_recorded",
        recorded=True,
        rule=None,
        evidence="derived",
        detail=f"deck {shuffle.deck} was shuffled at {shuffle.at.isoformat()}, event {shuffle.version} of it",
    )


def _beginning(
    first: Fields, because: Because, rule: str | None = None, evidence: Evidence = "derived"
) -> Beginning:
    return Beginning(
        round=first["key"],
        because=because,
        recorded=False,
        rule=rule,
        evidence=evidence,
        detail=TEXTS[because],
    )
