"""Three-card poker: how each wager at a spot is resolved.  N.J.A.C. 13:69F-20.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's reveal unless a fold forfeited it, and
`undetermined` where a card or a rule is missing that it needs.

Source: 13:69F-20.3, 20.10(b), (c) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ledger.cards import doubled
from ledger.games.irregularities import remedied
from ledger.games.orders import clockwise
from ledger.games.ranks import Ranked, three_card_ranked, three_card_unrankable
from ledger.games.seam import Adjudication, Resolution, Submission
from ledger.games.settling import NO_HAND, Verdict, add_ante_bonus, add_lines, limited, void_unsettled
from ledger.games.three_card_poker.fates import COMPARED, Fate, fate_of, missing
from ledger.games.three_card_poker.felt import Faces, Felt, felt_of
from ledger.games.three_card_poker.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.three_card_poker.procedure import MAIN_WAGERS
from ledger.games.three_card_poker.settlement import Course, settlement_order
from ledger.games.three_card_poker.six_card_bonus import resolve_six_card_bonus
from ledger.games.three_card_poker.verdicts import (
    ALL_OPEN,
    AT_SETTLEMENT,
    FOLDED,
    FOLDED_SIDES,
    FORFEIT,
    Verdicts,
    Versus,
    elected_in,
)
from ledger.games.view import AtSpot, RoundView


class Spot(NamedTuple):
    """A spot with its wagers, what it did, and its cards in the order dealt."""

    number: int
    at: AtSpot
    fate: Fate
    own: Faces


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    elected, spots, folds = elected_in(submission), seen.at_spots, seen.folded_at
    felt = felt_of(seen, elected)
    late_wagers = elected.terms.late_wagers
    fates: dict[int, Fate] = {}
    lines: list[Resolution] = []
    for spot in clockwise(spots):
        at = spots[spot]
        fate = fates[spot] = fate_of(at.main, late_wagers, fold=spot in folds)
        if felt.shown_down:
            _resolve(lines, felt, Spot(spot, at, fate, seen.faces(spot)))
        else:
            _wait(lines, felt, at, fate)
    remaining = remedied(seen, submission, lines, IRREGULARITIES, CONDITIONS)
    found = tuple(limited(void_unsettled(seen, remaining), elected.terms, elected.prizes))
    course = Course(fates, frozenset(seen.hands), seen.voided_at is not None, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, elected.alternative, found))


def _wait(lines: list[Resolution], felt: Felt, at: AtSpot, fate: Fate) -> None:
    """Add a spot's wagers before the dealer's reveal: only a fold decides anything.  Source: 20.10(b)."""
    fold = fate == "folded"
    add_lines(lines, at.main, FOLDED if fold else ALL_OPEN, NO_HAND, felt.elected.terms)
    sides = FOLDED_SIDES if fold else ALL_OPEN
    there = [side for side in at.side if side.wager in sides]
    add_lines(lines, there, sides, NO_HAND, felt.elected.terms)


def _resolve(lines: list[Resolution], felt: Felt, at_spot: Spot) -> None:
    """Add the wagers of a spot after the dealer's reveal.  Source: 20.10(c)."""
    (spot, at, fate, own), terms = at_spot, felt.elected.terms
    hand = three_card_ranked(own) if fate in COMPARED else None
    shown = NO_HAND if hand is None else (hand.rank, hand.cards)
    main, pair_plus = _judge(felt, spot, fate, own, hand)
    add_lines(lines, at.main, main, shown, terms)
    if fate == "playing":
        bonus = pair_plus if hand is None else felt.elected.ante_bonus.get(hand.rank)
        if bonus is not None:
            add_ante_bonus(lines, at.main, bonus, shown, terms)
    for side in at.side:
        if side.wager == "pair_plus":
            add_lines(lines, (side,), {"pair_plus": pair_plus}, shown, terms)
        elif side.wager == "six_card_bonus":
            verdict, six = resolve_six_card_bonus(felt, spot, own)
            add_lines(lines, (side,), {"six_card_bonus": verdict}, six, terms)


def _judge(felt: Felt, spot: int, fate: Fate, own: Faces, hand: Ranked | None) -> tuple[Verdicts, Verdict]:
    """What becomes of ante and play, and of a pair plus.  Source: 20.10(b), (c)."""
    if fate == "folded":
        return FOLDED, FORFEIT
    if fate not in COMPARED:
        lacking = _undetermined(missing(fate, spot))
        return dict.fromkeys(MAIN_WAGERS, lacking), lacking
    main = _compare(felt, spot, own, hand)
    return main, _unranked(spot, own) if hand is None else felt.elected.pair_plus[hand.rank]


def _compare(felt: Felt, spot: int, own: Faces, hand: Ranked | None) -> Verdicts:
    """Ante and play against the dealer; who does not qualify is not compared with.  Source: 20.10(c)."""
    lacking = None if felt.missing is None else _undetermined(felt.missing)
    if lacking is None and not felt.dealers.isdisjoint(own) and doubled(own + felt.dealer):
        twice = doubled(own + felt.dealer)[0]
        lacking = _undetermined(f"the true face of {twice}, which spot {spot} and the dealer have")
    versus: Versus = "equal"
    if lacking is None and felt.hand is not None and felt.qualifies:
        if hand is None:
            lacking = _unranked(spot, own)
        elif hand.strength != felt.hand.strength:
            versus = "higher" if hand.strength < felt.hand.strength else "lower"
    if lacking is not None:
        return dict.fromkeys(MAIN_WAGERS, lacking)
    return felt.elected.main[felt.qualifies, versus]


def _unranked(spot: int, own: Faces) -> Verdict:
    """What becomes of a wager that needs the rank of a hand without one."""
    if len(own) < 3:
        return _undetermined(f"{3 - len(own)} of the 3 cards of spot {spot}")
    return _undetermined(f"{three_card_unrankable(own)}, for the hand of spot {spot}")


def _undetermined(lacking: str) -> Verdict:
    return Verdict("undetermined", AT_SETTLEMENT, "nj_text", missing=lacking)
