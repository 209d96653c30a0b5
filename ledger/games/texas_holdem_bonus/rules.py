"""Texas hold 'em bonus: how each wager at a spot is resolved.  N.J.A.C. 13:69F-28.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's showdown, and `undetermined` where a card or
a rule is missing that it needs.

Source: 13:69F-28.10(a), (g), (h) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ledger.games.fates import EVIDENCE, MISSING, Fate, fate_of, is_on_ante, leave_baseless, leave_undecided
from ledger.games.irregularities import remedied
from ledger.games.orders import clockwise
from ledger.games.ranks import unrankable
from ledger.games.resolution import NO_HAND, Hand, Resolution, Verdict
from ledger.games.seam import Adjudication, Evidence, Submission
from ledger.games.settling import add_line, add_lines, limited, void_unsettled
from ledger.games.texas_holdem_bonus.bonus import resolve_bonus
from ledger.games.texas_holdem_bonus.felt import Felt
from ledger.games.texas_holdem_bonus.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.texas_holdem_bonus.procedure import MAIN_WAGERS, STAYS_BY
from ledger.games.texas_holdem_bonus.settlement import Course, settlement_order
from ledger.games.texas_holdem_bonus.verdicts import ALL_OPEN, FOLDED, Verdicts, Versus, elected_in
from ledger.games.twice import untrue
from ledger.games.view import Faces, RoundView

MAIN_OF_ONE: Final = len(MAIN_WAGERS)
# What is placed by who has an ante.
ON_THE_ANTE: Final = frozenset(MAIN_WAGERS) - {"ante"}


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    elected, hands = elected_in(submission), seen.read
    spots, folds, terms = seen.at_spots, seen.folded_at, elected.terms
    fates = {
        spot: fate_of(spot, spots[spot].main, STAYS_BY, folds, terms.late_wagers) for spot in clockwise(spots)
    }
    felt = Felt(seen, elected, contested="playing" in fates.values())
    lines: list[Resolution] = []
    for spot, fate in fates.items():
        at, own, first = spots[spot], hands.get(spot, ()), len(lines)
        main, side = at.main, at.side
        if fate == "playing" and felt.shown_down:
            verdicts, hand = _compare(felt, spot, own)
        else:
            verdicts, hand = _not_compared(felt, spot, fate), NO_HAND
        add_lines(lines, main, verdicts, hand, terms)
        if fate == "playing":
            if not is_on_ante(main, terms.late_wagers):
                leave_baseless(lines, first, "ante", ON_THE_ANTE, "13:69F-28.10(a)")
            if len(main) > MAIN_OF_ONE:
                leave_undecided(lines, first, main, STAYS_BY, MAIN_WAGERS)
        if side:
            bonus, two = resolve_bonus(felt, spot, own, fold=fate == "folded")
            for wager in side:
                add_line(lines, wager, bonus, two, terms)
    remaining = remedied(seen, submission, lines, IRREGULARITIES, CONDITIONS)
    found = tuple(limited(void_unsettled(seen, remaining), terms, elected.prizes))
    course = Course(fates, (*folds,), frozenset(seen.hands), seen.voided_at is not None, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, found))


def _not_compared(felt: Felt, spot: int, fate: Fate) -> Verdicts:
    """What becomes of ante, flop, turn and river at a spot that does not play, or not yet."""
    if fate == "folded":
        return FOLDED
    if fate == "playing" or not felt.begun:
        return ALL_OPEN
    return _undetermined(MISSING[fate].format(spot=spot, wager=STAYS_BY), EVIDENCE[fate])


def _compare(felt: Felt, spot: int, own: Faces) -> tuple[Verdicts, Hand]:
    """The player's best five against the dealer's.  Source: 28.10(h)."""
    dealers, hand = felt.hand, felt.board.ranked(own)
    if dealers is None or hand is None or felt.twice:
        missing = felt.missing or untrue(felt.twice, spot, own)
        if missing is None and hand is None:
            missing = _missing(spot, own, felt.board.faces)
        if missing is not None or dealers is None or hand is None:
            return _undetermined(missing), NO_HAND
    best, to_beat = hand.strength, dealers.strength
    versus: Versus = "equal" if best == to_beat else "higher" if best < to_beat else "lower"
    return felt.elected.main[versus][best <= felt.elected.reaches], hand


def _missing(spot: int, own: Faces, board: Faces) -> str:
    if len(own) > 2:
        return f"which 2 of the {len(own)} cards of spot {spot} count"
    if len(own) < 2:
        return f"{2 - len(own)} of the 2 cards of spot {spot}"
    return f"{unrankable((*own, *board))}, for the hand of spot {spot}"


def _undetermined(missing: str | None, evidence: Evidence = "nj_text") -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-28.10(h)", evidence, missing=missing))
