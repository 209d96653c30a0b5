"""With which round a rack began.

A rack begins anew when its cards are taken out to be shuffled.  Where the deck has
a record that is there; where it has none a shuffle is concluded: by the rules of a
game whose deck is shuffled after each round, else from what else changes
between two rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.games.seam import Evidence
from ledger.rounds.racking import shuffled_after_each_round
from ledger.rounds.state import Round
from projections.asking import Fields
from projections.racks.answers import Because, Beginning
from projections.racks.queries import MOST_ROUNDS

# Before every time that is recorded.
EARLIEST: Final = datetime.min.replace(tzinfo=UTC)

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


# What became of a deck when its cards were taken out of the rack, by the event of its stream.
TAKEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "shuffle_started": "was being shuffled",
        "shuffle_completed": "was shuffled",
        "shuffler_loaded": "was put into a shuffler",
        "loaded": "was loaded",
        "unloaded": "left the table",
        "withdrawn": "was withdrawn",
    }
)


class Taken(NamedTuple):
    """The cards of a deck taken out of the rack, as its record says: when, by which event, of which type."""

    deck: str
    at: datetime
    version: int
    type: str


def began(
    last: Fields, state: Round, before: Sequence[Fields], taken: Sequence[Taken] = ()
) -> tuple[list[Fields], Beginning]:
    """The rounds with cards in the rack, oldest first, and why it began with the first of them.

    `last` is the row of the round that is asked for and `state` that round;
    `before` are the rows of those before it, the latest first; `taken` is what is
    on record of the deck of the last.
    """
    shuffled = shuffled_after_each_round(state.rules)
    if shuffled is not None:
        return [last], _beginning(last, "shuffled_after_each_round", shuffled.rule, shuffled.evidence)
    together = [last]
    for later, earlier in pairwise((last, *before)):
        found = _between(earlier["opened_at"], later["opened_at"], taken)
        if found is not None:
            return together[::-1], _recorded(later, found)
        why = next((SHARED[name] for name in SHARED if later[name] != earlier[name]), None)
        if why is not None:
            return together[::-1], _beginning(later, why, RULES.get(why))
        together.append(earlier)
    if len(before) < MOST_ROUNDS:
        found = _between(EARLIEST, together[-1]["opened_at"], taken)
        return together[::-1], (
            _beginning(together[-1], "first_round") if found is None else _recorded(together[-1], found)
        )
    return together[::-1], _beginning(together[-1], "not_looked_further")


def _between(earlier: datetime | None, later: datetime | None, taken: Sequence[Taken]) -> Taken | None:
    """What was last recorded between the openings of two rounds; of several a shuffle that was completed."""
    if earlier is None or later is None:
        return None
    found = [one for one in taken if earlier < one.at <= later]
    shuffles = [one for one in found if one.type == "shuffle_completed"]
    return next(reversed(shuffles or found), None)


def _recorded(first: Fields, taken: Taken) -> Beginning:
    when = f"at {taken.at.isoformat()}, event {taken.version} of it"
    return Beginning(
        round=first["key"],
        because="shuffle_recorded" if taken.type == "shuffle_completed" else "cards_taken_out_recorded",
        recorded=True,
        rule=None,
        evidence="derived",
        detail=f"deck {taken.deck} {TAKEN[taken.type]} {when}",
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
