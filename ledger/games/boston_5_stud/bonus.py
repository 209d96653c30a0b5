"""The optional bonus: on the first three cards of a player who exposed them.

To expose them is the player's election, made before the second wager; whoever
does not loses, whatever the cards are.

Source: 13:69F-24.10(a); the rows are published, not New Jersey's text (24.11(d)
was not read).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from ledger.events.rounds import HandRevealed
from ledger.games.boston_5_stud.fates import DEALT_FIRST
from ledger.games.boston_5_stud.felt import Felt
from ledger.games.boston_5_stud.verdicts import NOT_EXPOSED, OPTIONAL_OPEN, OPTIONAL_RULE
from ledger.games.ranks import THREE_CARD_RANK_NUMBERS, three_card_ranked, three_card_unrankable
from ledger.games.resolution import NO_HAND, Hand, Verdict
from ledger.games.seam import Evidence
from ledger.games.twice import untrue
from ledger.games.view import Faces, RoundView

Election: TypeAlias = Literal["open", "exposed", "not_exposed", "untold", "contradicted", "late"]

# What is missing to judge a bonus whose election is not clear.
UNCLEAR: Final[Mapping[Election, str]] = MappingProxyType(
    {
        "untold": "whether spot {spot} exposed its cards, of which none are told",
        "contradicted": "whether spot {spot} exposed its cards: it declined as well",
        "late": "whether cards exposed after the second wager or fold claim the bonus of spot {spot}",
    }
)


def resolve_optional(seen: RoundView, felt: Felt, spot: int, own: Faces) -> tuple[Verdict, Hand]:
    """What becomes of an optional bonus, and the three cards that decide it."""
    election = election_of(seen, felt, spot)
    if election == "not_exposed":
        return NOT_EXPOSED, NO_HAND
    if election == "open":
        return OPTIONAL_OPEN, NO_HAND
    if election in UNCLEAR:
        evidence: Evidence = "not_found" if election == "late" else "nj_text"
        return _undetermined(UNCLEAR[election].format(spot=spot), evidence)
    three = own[:DEALT_FIRST]
    twice = untrue(felt.twice, spot, three) if felt.twice else None
    if twice is not None:
        return _undetermined(twice)
    hand = three_card_ranked(three)
    if hand is None:
        return _undetermined(f"{three_card_unrankable(three)}, for the optional bonus of spot {spot}")
    return felt.elected.optional[THREE_CARD_RANK_NUMBERS[hand.strength]], hand


def _undetermined(missing: str, evidence: Evidence = "nj_text") -> tuple[Verdict, Hand]:
    return Verdict("undetermined", OPTIONAL_RULE, evidence, missing=missing), NO_HAND


def election_of(seen: RoundView, felt: Felt, spot: int) -> Election:
    """What a spot elected before its time was over.

    Nothing needs to be said to decline, so that whoever had cards and did neither
    in time has not exposed.  A hand turned up in time was exposed, whether that was called so
    or not.
    """
    over_at = felt.decisions.at.get(spot)
    if over_at is None:
        over_at = felt.decisions.second_deal_at or (seen.version if felt.shown_down else None)
    until = seen.version if over_at is None else over_at
    exposed, declined = felt.exposed.get(spot), felt.declined.get(spot)
    if exposed is not None and exposed <= until:
        return "exposed" if declined is None or declined > until else "contradicted"
    if declined is not None and declined <= until:
        return "not_exposed"
    if _turned_up(seen, spot, until):
        return "exposed"
    if over_at is None:
        return "open"
    if exposed is not None:
        return "late"
    return "not_exposed" if felt.hands.get(spot) else "untold"


def _turned_up(seen: RoundView, spot: int, until: int) -> bool:
    """Whether a whole hand was revealed up to a version."""
    shown = [seen.events[version - 1] for version in seen.turned_up if version <= until]
    return any(
        isinstance(event, HandRevealed) and event.to == spot and len(event.cards) >= DEALT_FIRST
        for event in shown
    )
