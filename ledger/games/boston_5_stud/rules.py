"""Boston 5 stud: how each wager at a spot is resolved.  N.J.A.C. 13:69F-24.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until it is decided, and `undetermined` where a card or a rule is
missing that it needs.

Source: 13:69F-24.10(a), (b), (c), (e), (f) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from ledger.games.boston_5_stud.bonus import resolve_optional
from ledger.games.boston_5_stud.fates import (
    DEALT_FIRST,
    EVIDENCE,
    MISSING,
    OUT,
    STAYS_BY,
    Fate,
    Standing,
    standing_of,
)
from ledger.games.boston_5_stud.felt import HAND, Faces, Felt, felt_of
from ledger.games.boston_5_stud.irregularities import cases_by, conditions_by
from ledger.games.boston_5_stud.procedure import MAIN_WAGERS
from ledger.games.boston_5_stud.settlement import Course, settlement_order
from ledger.games.boston_5_stud.verdicts import (
    ALL_OPEN,
    BONUS_RULE,
    FOLDED,
    MAIN,
    WITHDRAWN,
    Verdicts,
    Versus,
)
from ledger.games.fates import leave_undecided
from ledger.games.irregularities import remedied
from ledger.games.orders import clockwise
from ledger.games.ranks import Ranked, ranked, unrankable
from ledger.games.seam import Adjudication, Evidence, Resolution, Submission
from ledger.games.settling import (
    NO_HAND,
    Verdict,
    add_ante_bonus,
    add_lines,
    limited,
    void_unsettled,
)
from ledger.games.twice import untrue
from ledger.games.view import RoundView, WagerView

MAIN_OF_ONE: Final = len(MAIN_WAGERS)


class Spot(NamedTuple):
    """A spot with its main wagers in the order placed, what it did, and its cards in the order dealt."""

    number: int
    wagers: Sequence[WagerView]
    fate: Fate
    own: Faces


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    felt = felt_of(seen, submission)
    terms = felt.elected.terms
    lines: list[Resolution] = []
    standings: dict[int, Standing] = {}
    for spot in clockwise(seen.at_spots):
        at, own = seen.at_spots[spot], seen.faces(spot)
        standing = standings[spot] = standing_of(seen, spot, at.main, terms.late_wagers, felt.decisions)
        first = len(lines)
        _add_main(lines, felt, Spot(spot, at.main, standing.fate, own))
        if standing.fate == "playing" and len(at.main) > MAIN_OF_ONE:
            leave_undecided(lines, first, at.main, STAYS_BY, (*MAIN_WAGERS, "ante_bonus"))
        optional = [wager for wager in at.side if wager.wager == "optional_bonus"]
        if optional:
            verdict, three = resolve_optional(seen, felt, spot, own)
            add_lines(lines, optional, {"optional_bonus": verdict}, three, terms)
    conditions = conditions_by(submission, felt.decisions)
    touched = remedied(seen, submission, lines, cases_by(submission), conditions)
    found = tuple(limited(void_unsettled(seen, touched), terms, felt.elected.prizes))
    course = Course(standings, frozenset(seen.hands), seen.voided_at is not None, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, found))


def _add_main(lines: list[Resolution], felt: Felt, spot: Spot) -> None:
    """Add what becomes of ante, first and second wager at a spot, and of the ante bonus."""
    terms = felt.elected.terms
    if spot.fate in OUT:
        add_lines(lines, spot.wagers, FOLDED if spot.fate == "folded" else WITHDRAWN, NO_HAND, terms)
    elif felt.shown_down:
        twice = untrue(felt.twice, spot.number, spot.own)
        hand = ranked(spot.own) if len(spot.own) == HAND and twice is None else None
        missing = _missing(felt, spot, hand)
        shown = NO_HAND if missing is not None or hand is None else (hand.rank, hand.cards)
        add_lines(lines, spot.wagers, _compared(felt, spot, hand, missing), shown, terms)
        if spot.fate == "playing" or len(spot.own) > DEALT_FIRST:
            bonus = _ante_bonus(felt, spot, hand, missing)
            if bonus is not None:
                add_ante_bonus(lines, spot.wagers, bonus, shown, terms)
    elif spot.fate == "playing" or felt.decisions.second_deal_at is None:
        add_lines(lines, spot.wagers, ALL_OPEN, NO_HAND, terms)
    else:
        add_lines(lines, spot.wagers, _undetermined(_unplayed(spot), _known(spot)), NO_HAND, terms)


def _compared(felt: Felt, spot: Spot, hand: Ranked | None, missing: str | None) -> Verdicts:
    """The player's five against the dealer's.  Source: 24.10(f)."""
    missing = missing or felt.missing
    if missing is not None or hand is None or felt.hand is None:
        return _undetermined(missing, _known(spot))
    versus: Versus = "equal"
    if hand.strength != felt.hand.strength:
        versus = "higher" if hand.strength < felt.hand.strength else "lower"
    return MAIN[versus, hand.rank in felt.elected.ante_bonus]


def _ante_bonus(felt: Felt, spot: Spot, hand: Ranked | None, missing: str | None) -> Verdict | None:
    """What the player's own five carry, whoever is higher; None where nothing.  Source: 24.10(f)3."""
    verdict = None if hand is None else felt.elected.ante_bonus.get(hand.rank)
    if missing is not None and (verdict is not None or hand is None):
        verdict = Verdict("undetermined", BONUS_RULE, _known(spot), missing=missing)
    return verdict


def _missing(felt: Felt, spot: Spot, hand: Ranked | None) -> str | None:
    """What is missing to say the hand of a spot that plays; None where nothing is."""
    if spot.fate != "playing":
        return _unplayed(spot)
    if len(spot.own) != HAND:
        return f"5 cards of spot {spot.number}, which has {len(spot.own)}"
    if hand is not None:
        return None
    twice = untrue(felt.twice, spot.number, spot.own)
    return twice or f"{unrankable(spot.own)}, for the hand of spot {spot.number}"


def _unplayed(spot: Spot) -> str:
    """What is missing to judge a spot that is neither playing nor out."""
    return MISSING[spot.fate].format(spot=spot.number, wager=STAYS_BY)


def _known(spot: Spot) -> Evidence:
    """How well the text is known by which a spot cannot be judged: law, but for an election or a rule."""
    return EVIDENCE.get(spot.fate, "nj_text")


def _undetermined(missing: str | None, evidence: Evidence) -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-24.10(f)", evidence, missing=missing))
