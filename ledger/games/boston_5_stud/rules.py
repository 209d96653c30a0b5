"""Boston 5 stud: how each wager at a spot is resolved.  N.J.A.C. 13:69F-24.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until it is decided, and `undetermined` where a card or a rule is
missing that it needs.

Source: 13:69F-24.10(a), (b), (c), (e), (f) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

from ledger.games import fates
from ledger.games.boston_5_stud.bonus import resolve_optional
from ledger.games.boston_5_stud.fates import (
    DEALT_FIRST,
    OUT,
    STAYS_BY,
    Fate,
    as_laid,
)
from ledger.games.boston_5_stud.felt import HAND, Felt, hand_of
from ledger.games.boston_5_stud.irregularities import cases_by, conditions_by, is_regular
from ledger.games.boston_5_stud.procedure import MAIN_WAGERS
from ledger.games.boston_5_stud.settlement import Course, settlement_order
from ledger.games.boston_5_stud.verdicts import (
    ALL_OPEN,
    BONUS_RULE,
    FOLDED,
    MAIN,
    WITHDRAWN,
    Elected,
    Verdicts,
    Versus,
)
from ledger.games.irregularities import remedied
from ledger.games.ranks import RANK_NUMBERS, BestFive, five_ranked, unrankable
from ledger.games.resolution import NO_HAND, Resolution, Verdict
from ledger.games.seam import Adjudication, Evidence, Submission
from ledger.games.settling import add_ante_bonus, add_line, add_lines, limited, void_unsettled
from ledger.games.twice import untrue
from ledger.games.view import Faces, RoundView, WagerView

# What the second wager or a fold decides of a patron's wagers, and how many main wagers a patron has.
BY_DECISION: Final = frozenset({*MAIN_WAGERS, "ante_bonus"})
MAIN_OF_ONE: Final = len(MAIN_WAGERS)
# Each wager that others are placed with, and those that are not without it.
BASES: Final[Mapping[str, frozenset[str]]] = {
    "first": frozenset({"second"}),
    "ante": frozenset({"first", "second"}),
}


class Spot(NamedTuple):
    """A spot with its main wagers in the order placed, what it did, and its cards in the order dealt."""

    number: int
    wagers: Sequence[WagerView]
    fate: Fate
    own: Faces


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    felt, spots = Felt(seen, submission), seen.at_spots
    terms, decisions, hands = felt.elected.terms, felt.decisions, felt.hands
    lines: list[Resolution] = []
    for spot, fate in decisions.fates.items():
        at, own = spots[spot], hands.get(spot, ())
        if spot in decisions.back_late:
            _add_laid(lines, felt, Spot(spot, at.main, fate, own))
        elif fate == "playing":
            _add_playing(lines, felt, spot, at.main, own)
        elif fate == "folded":
            add_lines(lines, at.main, FOLDED, NO_HAND, terms)
        else:
            _add_uncompared(lines, felt, Spot(spot, at.main, fate, own))
        for wager in at.side:
            if wager.wager == "optional_bonus":
                verdict, three = resolve_optional(seen, felt, spot, own)
                add_line(lines, wager, verdict, three, terms)
    if not is_regular(seen, decisions):
        conditions = conditions_by(submission, decisions)
        lines = [*remedied(seen, submission, lines, cases_by(submission), conditions)]
    found = tuple(limited(void_unsettled(seen, lines), terms, felt.elected.prizes))
    left_at, voided = decisions.left_at, seen.voided_at is not None
    course = Course(decisions.fates, left_at, frozenset(seen.hands), voided, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, found))


def _add_playing(
    lines: list[Resolution], felt: Felt, spot: int, main: Sequence[WagerView], own: Faces
) -> None:
    """Add what becomes of ante, first and second wager at a spot that plays, and of the ante bonus."""
    first = len(lines)
    hand = five_ranked(own) if felt.apart and len(own) == HAND else None
    if hand is not None and felt.hand is not None:
        _add_compared(lines, felt.elected, felt.hand, main, hand)
    else:
        _add_uncompared(lines, felt, Spot(spot, main, "playing", own))
    if not main[0].stake or main[0].wager != "ante" or main[1].wager != "first" or not main[1].stake:
        _leave_baseless(lines, first, main, felt.elected.terms.late_wagers)
    if len(main) > MAIN_OF_ONE:
        fates.leave_undecided(lines, first, main, STAYS_BY, BY_DECISION)


def _leave_baseless(lines: list[Resolution], first: int, main: Sequence[WagerView], late_wagers: str) -> None:
    """Leave undetermined what is placed without the wagers that it is placed with.  Source: 24.10(b)."""
    for base, of in BASES.items():
        if not fates.lies(base, main, late_wagers):
            fates.leave_baseless(lines, first, base, of, "13:69F-24.10(b)")


def _add_compared(
    lines: list[Resolution], elected: Elected, dealers: BestFive, main: Sequence[WagerView], hand: BestFive
) -> None:
    """The player's five against the dealer's, and what they carry whoever is higher.  Source: 24.10(f)."""
    best, to_beat = hand.strength, dealers.strength
    bonus = elected.ante_bonus[RANK_NUMBERS[best]]
    versus: Versus = "equal" if best == to_beat else "higher" if best < to_beat else "lower"
    add_lines(lines, main, MAIN[versus][bonus is not None], hand, elected.terms)
    if bonus is not None:
        add_ante_bonus(lines, main, bonus, hand, elected.terms)


def _add_laid(lines: list[Resolution], felt: Felt, spot: Spot) -> None:
    """Add the main wagers of a spot that took its second wager back too late, as that lay."""
    number, main, fate, own = spot
    stands: list[Resolution] = []
    laid = as_laid(main, felt.decisions.second_deal_at)
    if fate == "playing":
        _add_playing(stands, felt, number, laid, own)
    else:
        _add_uncompared(stands, felt, Spot(number, laid, fate, own))
    lines += map(_derived, stands)


def _derived(line: Resolution) -> Resolution:
    """A line that is law where the second wager stands: that one taken back too late does is derived."""
    if line.evidence != "nj_text":
        return line
    return line.judged(replace(line.verdict, evidence="derived"), line.paid)


def _add_uncompared(lines: list[Resolution], felt: Felt, spot: Spot) -> None:
    """Add the main wagers of a spot that does not play, or whose hand or the dealer's is not known."""
    terms = felt.elected.terms
    if spot.fate in OUT:
        add_lines(lines, spot.wagers, FOLDED if spot.fate == "folded" else WITHDRAWN, NO_HAND, terms)
    elif felt.shown_down:
        _add_shown(lines, felt, spot)
    elif spot.fate == "playing" or felt.decisions.second_deal_at is None:
        add_lines(lines, spot.wagers, ALL_OPEN, NO_HAND, terms)
    else:
        add_lines(lines, spot.wagers, _undetermined(_unplayed(spot), _known(spot)), NO_HAND, terms)


def _add_shown(lines: list[Resolution], felt: Felt, spot: Spot) -> None:
    """Add the main wagers of a spot after the showdown, as far as its hand and the dealer's are known."""
    twice = untrue(felt.twice, spot.number, spot.own)
    hand = hand_of(spot.own, apart=felt.apart) if twice is None else None
    missing = _missing(felt, spot, hand)
    if missing is None and hand is not None and felt.hand is not None:
        _add_compared(lines, felt.elected, felt.hand, spot.wagers, hand)
        return
    terms = felt.elected.terms
    shown = NO_HAND if missing is not None or hand is None else hand
    add_lines(lines, spot.wagers, _undetermined(missing or felt.missing, _known(spot)), shown, terms)
    if spot.fate == "playing" or len(spot.own) > DEALT_FIRST:
        bonus = _ante_bonus(felt, spot, hand, missing)
        if bonus is not None:
            add_ante_bonus(lines, spot.wagers, bonus, shown, terms)


def _ante_bonus(felt: Felt, spot: Spot, hand: BestFive | None, missing: str | None) -> Verdict | None:
    """What the player's own five carry, whoever is higher; None where nothing.  Source: 24.10(f)3."""
    verdict = None if hand is None else felt.elected.ante_bonus[RANK_NUMBERS[hand.strength]]
    if missing is not None and (verdict is not None or hand is None):
        verdict = Verdict("undetermined", BONUS_RULE, _known(spot), missing=missing)
    return verdict


def _missing(felt: Felt, spot: Spot, hand: BestFive | None) -> str | None:
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
    return fates.MISSING[spot.fate].format(spot=spot.number, wager=STAYS_BY)


def _known(spot: Spot) -> Evidence:
    """How well the text is known by which a spot cannot be judged: law, but for an election or a rule."""
    return fates.EVIDENCE.get(spot.fate, "nj_text")


def _undetermined(missing: str | None, evidence: Evidence) -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-24.10(f)", evidence, missing=missing))
