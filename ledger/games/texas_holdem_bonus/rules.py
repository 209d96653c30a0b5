"""Texas hold 'em bonus: how each wager at a spot is resolved.  N.J.A.C. 13:69F-28.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's showdown, and `undetermined` where a card or
a rule is missing that it needs.

Source: 13:69F-28.10(a), (g), (h) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ledger.games.fates import EVIDENCE, MISSING, Fate, fate_of, leave_undecided
from ledger.games.irregularities import remedied
from ledger.games.orders import clockwise
from ledger.games.ranks import unrankable
from ledger.games.seam import Adjudication, Evidence, Resolution, Submission
from ledger.games.settling import NO_HAND, Shown, Verdict, add_lines, limited, void_unsettled
from ledger.games.texas_holdem_bonus.bonus import resolve_bonus
from ledger.games.texas_holdem_bonus.felt import Faces, Felt, felt_of
from ledger.games.texas_holdem_bonus.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.texas_holdem_bonus.procedure import MAIN_WAGERS, STAYS_BY
from ledger.games.texas_holdem_bonus.settlement import Course, settlement_order
from ledger.games.texas_holdem_bonus.verdicts import ALL_OPEN, FOLDED, Verdicts, Versus, elected_in
from ledger.games.twice import untrue
from ledger.games.view import RoundView

MAIN_OF_ONE: Final = len(MAIN_WAGERS)


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    elected, spots, folds = elected_in(submission), seen.at_spots, seen.folded_at
    terms = elected.terms
    fates = {
        spot: fate_of(spots[spot].main, STAYS_BY, terms.late_wagers, fold=spot in folds)
        for spot in clockwise(spots)
    }
    felt = felt_of(seen, elected, contested="playing" in fates.values())
    lines: list[Resolution] = []
    for spot, fate in fates.items():
        at, own, first = spots[spot], seen.faces(spot), len(lines)
        verdicts, hand = _resolve_main(felt, spot, fate, own)
        add_lines(lines, at.main, verdicts, hand, terms)
        if fate == "playing" and len(at.main) > MAIN_OF_ONE:
            leave_undecided(lines, first, at.main, STAYS_BY, MAIN_WAGERS)
        if at.side:
            bonus, two = resolve_bonus(felt, spot, own, fold=fate == "folded")
            add_lines(lines, at.side, {"bonus": bonus}, two, terms)
    remaining = remedied(seen, submission, lines, IRREGULARITIES, CONDITIONS)
    found = tuple(limited(void_unsettled(seen, remaining), terms, elected.prizes))
    course = Course(fates, (*folds,), frozenset(seen.hands), seen.voided_at is not None, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, found))


def _resolve_main(felt: Felt, spot: int, fate: Fate, own: Faces) -> tuple[Verdicts, Shown]:
    """What becomes of ante, flop, turn and river at a spot, and the hand that decides."""
    if fate == "playing":
        return _compare(felt, spot, own) if felt.shown_down else (ALL_OPEN, NO_HAND)
    if fate == "folded":
        return FOLDED, NO_HAND
    if not felt.begun:
        return ALL_OPEN, NO_HAND
    return _undetermined(MISSING[fate].format(spot=spot, wager=STAYS_BY), EVIDENCE[fate]), NO_HAND


def _compare(felt: Felt, spot: int, own: Faces) -> tuple[Verdicts, Shown]:
    """The player's best five against the dealer's.  Source: 28.10(h)."""
    elected, board, strength, missing = felt.elected, felt.board, felt.strength, felt.missing
    hand = board.ranked(own) if len(own) == 2 else None
    if missing is None and hand is None:
        missing = untrue(felt.twice, spot, own) or _missing(spot, own, board.faces)
    if missing is None and felt.twice:
        missing = untrue(felt.twice, spot, own)
    if missing is not None or hand is None or strength is None:
        return _undetermined(missing), NO_HAND
    best, rank, cards = hand
    versus: Versus = "equal" if best == strength else "higher" if best < strength else "lower"
    return elected.main[versus, best <= elected.reaches], (rank, cards)


def _missing(spot: int, own: Faces, board: Faces) -> str:
    if len(own) > 2:
        return f"which 2 of the {len(own)} cards of spot {spot} count"
    if len(own) < 2:
        return f"{2 - len(own)} of the 2 cards of spot {spot}"
    return f"{unrankable(own + board)}, for the hand of spot {spot}"


def _undetermined(missing: str | None, evidence: Evidence = "nj_text") -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-28.10(h)", evidence, missing=missing))
