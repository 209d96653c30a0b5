"""Texas hold 'em bonus: how each wager at a spot is resolved.  N.J.A.C. 13:69F-28.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's showdown, and `undetermined` where a card or
a rule is missing that it needs.

Source: 13:69F-28.10(a), (g), (h) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from ledger.cards import doubled
from ledger.games.ranks import unrankable
from ledger.games.seam import Adjudication, Resolution, RoundView, Submission
from ledger.games.settling import NO_HAND, Shown, Verdict, add_lines, limited, void_unsettled
from ledger.games.texas_holdem_bonus.bonus import resolve_bonus
from ledger.games.texas_holdem_bonus.fates import MISSING, Fate, by_spot, fate_of, folded
from ledger.games.texas_holdem_bonus.felt import Faces, Felt, felt_of
from ledger.games.texas_holdem_bonus.procedure import MAIN_WAGERS
from ledger.games.texas_holdem_bonus.settlement import settlement_order
from ledger.games.texas_holdem_bonus.verdicts import ALL_OPEN, FOLDED, Verdicts, Versus


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    spots, folds = by_spot(seen), folded(seen)
    late_wagers = submission.options["late_wagers"]
    fates = {spot: fate_of(at.main, late_wagers, fold=spot in folds) for spot, at in spots.items()}
    felt = felt_of(seen, submission, contested="playing" in fates.values())
    lines: list[Resolution] = []
    for spot, at in spots.items():
        fate, own = fates[spot], seen.faces(spot)
        verdicts, hand = _resolve_main(felt, spot, fate, own)
        add_lines(lines, at.main, verdicts, hand, felt.elected.terms)
        if at.bonus:
            bonus, two = resolve_bonus(felt, spot, own, fold=fate == "folded")
            add_lines(lines, at.bonus, {"bonus": bonus}, two, felt.elected.terms)
    found = limited(void_unsettled(seen, lines), felt.elected.terms, felt.elected.prizes)
    steps = settlement_order(seen, fates, folds, found, shown_down=felt.shown_down)
    return Adjudication(tuple(found), (), steps)


def _resolve_main(felt: Felt, spot: int, fate: Fate, own: Faces) -> tuple[Verdicts, Shown]:
    """What becomes of ante, flop, turn and river at a spot, and the hand that decides."""
    if fate == "playing":
        return _compare(felt, spot, own) if felt.shown_down else (ALL_OPEN, NO_HAND)
    if fate == "folded":
        return FOLDED, NO_HAND
    if not felt.begun:
        return ALL_OPEN, NO_HAND
    return _undetermined(MISSING[fate].format(spot=spot)), NO_HAND


def _compare(felt: Felt, spot: int, own: Faces) -> tuple[Verdicts, Shown]:
    """The player's best five against the dealer's.  Source: 28.10(h)."""
    hand = felt.board.ranked(own) if len(own) == 2 else None
    missing = felt.misdealt or felt.missing
    if hand is None and missing is None:
        missing = _missing(spot, own, felt.board.faces)
    if missing is None and (own[0] in felt.dealer or own[1] in felt.dealer) and doubled(own + felt.dealer):
        missing = f"the true face of {doubled(own + felt.dealer)[0]}, which spot {spot} and the dealer have"
    if missing is not None or hand is None or felt.hand is None:
        return _undetermined(missing), NO_HAND
    versus: Versus = "equal"
    if hand.strength != felt.hand.strength:
        versus = "higher" if hand.strength < felt.hand.strength else "lower"
    return felt.elected.main[versus, hand.strength <= felt.elected.reaches], (hand.rank, hand.cards)


def _missing(spot: int, own: Faces, board: Faces) -> str:
    if len(own) < 2:
        return f"{2 - len(own)} of the 2 cards of spot {spot}"
    return f"{unrankable(own + board)}, for the hand of spot {spot}"


def _undetermined(missing: str | None) -> Verdicts:
    return dict.fromkeys(MAIN_WAGERS, Verdict("undetermined", "13:69F-28.10(h)", "nj_text", missing=missing))
