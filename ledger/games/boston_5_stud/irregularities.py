"""What went wrong in dealing, and what might follow from it.

The New Jersey text on irregularities of this game was not read: the rows are
those of all games dealt against the house, every one of them configuration.

The cards come in two deals.  A wrong number in the second shows when the
optional bonuses are resolved: that stage is closed, and whether a void reaches
back to it the licensee elects.

Source: SOURCES.md 7.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from ledger.games.boston_5_stud.fates import DEALT_FIRST, Decisions, dealt_unasked, withdrawn_at
from ledger.games.boston_5_stud.felt import HAND
from ledger.games.boston_5_stud.procedure import MAIN_WAGERS
from ledger.games.irregularities import (
    CASES,
    NO_HANDS,
    WORDS,
    Conditions,
    Met,
    dealer_exposed,
    shown_short,
    wrong_number,
)
from ledger.games.seam import EMPTY, Case, Option, Submission
from ledger.games.view import Place, RoundView

SECOND_DEAL: Final = "wrong_number_in_second_deal"

# The rows where the bonus stands, and where it goes back with the rest.
_STANDS: Final = Case(
    SECOND_DEAL,
    "ROUND_VOID_RETURN_ALL",
    "not_nj_text",
    "13:69F-31.8; 68 IAC 10-11-8(a)",
    (*MAIN_WAGERS, "ante_bonus"),
)
IRREGULARITIES: Final[tuple[Case, ...]] = (*CASES, _STANDS)
_REACHING_BACK: Final[tuple[Case, ...]] = (*CASES, _STANDS._replace(wagers=None))

OPTION: Final = Option(
    "optional_bonus_after_second_deal",
    "stands",
    ("stands", "void"),
    "derived",
    "13:69F-24.10(a),(b): resolved before the second wagers; the text for the case was not read",
)


def cases_by(submission: Submission) -> tuple[Case, ...]:
    """The rows by the licensee's election about bonuses resolved before a void."""
    return _REACHING_BACK if submission.options[OPTION.name] == "void" else IRREGULARITIES


def _misdealt(decisions: Decisions, seen: RoundView) -> Iterator[Met]:
    """Hands of more than three cards before the second wagers, or of more than were due after.

    That the last two cards came before anybody was asked makes no wrong number.
    Fewer than five are one where a hand that plays was turned up so after the
    second deal; else they are taken for a gap in the record and concern that hand
    alone.
    """
    for place, cards in seen.hands.items():
        if place in NO_HANDS:
            continue
        if len(cards) < HAND and (version := _shown_short(seen, decisions, place)) is not None:
            yield wrong_number(place, cards, version, SECOND_DEAL)
        if len(cards) <= DEALT_FIRST:
            continue
        fourth = cards[DEALT_FIRST].version
        if fourth < decisions.begun and not dealt_unasked(seen.hands, place):
            yield wrong_number(place, cards, fourth)
        elif len(cards) > HAND:
            yield wrong_number(place, cards, cards[HAND].version, SECOND_DEAL)
        elif isinstance(place, int) and _is_out(seen, decisions, place, fourth):
            yield wrong_number(place, cards, fourth, SECOND_DEAL)


def _shown_short(seen: RoundView, decisions: Decisions, place: Place) -> int | None:
    """When the hand of one who plays was turned up after the second deal with all its cards and too few."""
    dealt_at = decisions.second_deal_at
    plays = place in decisions.staying if isinstance(place, int) else bool(decisions.staying)
    version = shown_short(seen, place) if plays and dealt_at is not None else None
    return version if version is not None and dealt_at is not None and version > dealt_at else None


def _is_out(seen: RoundView, decisions: Decisions, spot: int, version: int) -> bool:
    """Whether a spot had left before a card was dealt to it, and is not in again."""
    if spot in decisions.staying:
        return False
    return 0 < (seen.folded_at.get(spot) or withdrawn_at(seen, spot)) < version


CONDITIONS: Final[Mapping[str, str]] = MappingProxyType(
    {**WORDS, SECOND_DEAL: "a player or the dealer had a wrong number of cards after the second deal"}
)


def is_regular(seen: RoundView, decisions: Decisions) -> bool:
    """Whether nothing can have gone wrong, as in most rounds.

    Whoever stayed in and the dealer got two more cards when the decisions had
    begun, the others none, and nobody acted when a card of the dealer was up.
    """
    if seen.irregularities or seen.acted_late:
        return False
    begun, staying = decisions.begun, decisions.staying
    whole: Collection[Place] = {"dealer", *staying} if staying else ()
    for place, hand in seen.hands.items():
        if place in whole:
            if len(hand) != HAND or hand[DEALT_FIRST].version < begun:
                return False
        elif len(hand) != DEALT_FIRST:
            return False
    return True


def conditions_by(submission: Submission, decisions: Decisions) -> Conditions:
    """What may go wrong, and how it shows in a round in which the spots decided so.

    The optional bonuses are resolved when the second deal begins; from then on
    they stand unless the licensee elected otherwise.
    """
    over_at = decisions.second_deal_at
    stands = over_at is not None and submission.options[OPTION.name] == "stands"
    resolved = {"optional_bonus": over_at} if over_at is not None and stands else EMPTY
    return Conditions(CONDITIONS, (partial(_misdealt, decisions), dealer_exposed), resolved)
