"""Three-card poker: how each wager at a spot is resolved.  N.J.A.C. 13:69F-20.

Pure functions from the facts of a round to resolutions, in whole cents.  A
wager is `open` until the dealer's reveal unless a fold forfeited it, and
`undetermined` where a card or a rule is missing that it needs.

Source: 13:69F-20.3, 20.10(b), (c) as read; SOURCES.md for the rest.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from ledger.games.fates import is_on_ante, leave_baseless, leave_undecided
from ledger.games.irregularities import remedied
from ledger.games.orders import clockwise
from ledger.games.ranks import (
    THREE_CARD_RANK_NUMBERS,
    ThreeCards,
    three_card_ranked,
    three_card_unrankable,
)
from ledger.games.resolution import NO_HAND, Resolution, Verdict
from ledger.games.seam import Adjudication, Evidence, Submission
from ledger.games.settling import add_ante_bonus, add_line, add_lines, limited, void_unsettled
from ledger.games.three_card_poker.fates import COMPARED, EVIDENCE, STAYS_BY, Fate, fate_of, missing
from ledger.games.three_card_poker.felt import Felt
from ledger.games.three_card_poker.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.three_card_poker.procedure import MAIN_WAGERS
from ledger.games.three_card_poker.settlement import Course, settlement_order
from ledger.games.three_card_poker.six_card_bonus import resolve_six_card_bonus
from ledger.games.three_card_poker.verdicts import (
    ALL_OPEN,
    AT_DECISION,
    AT_SETTLEMENT,
    FOLDED,
    FOLDED_SIDES,
    FOLDED_SIDES_UNNAMED,
    FOLDED_UNNAMED,
    FORFEIT,
    Verdicts,
    Versus,
    elected_in,
)
from ledger.games.twice import is_the_dealers, untrue
from ledger.games.view import AtSpot, Faces, RoundView

# What the play wager or a fold decides of a patron's wagers, and how many main wagers a patron has.
BY_DECISION: Final = frozenset({*MAIN_WAGERS, "ante_bonus", "pair_plus"})
MAIN_OF_ONE: Final = len(MAIN_WAGERS)
ON_THE_ANTE: Final = frozenset({STAYS_BY})


def adjudicate(seen: RoundView, submission: Submission) -> Adjudication:
    """What the rules give every wager, by spot from the dealer's left, and the dealer's steps."""
    elected, spots, folds = elected_in(submission), seen.at_spots, seen.folded_at
    felt = Felt(seen, elected)
    late_wagers = elected.terms.late_wagers
    fates: dict[int, Fate] = {}
    lines: list[Resolution] = []
    for spot in clockwise(spots):
        at = spots[spot]
        fate = fate_of(spot, at.main, folds, late_wagers)
        fates[spot] = fate
        if felt.shown_down:
            _resolve(lines, felt, spot, at, fate)
        else:
            _wait(lines, felt, at, fate)
    remaining = remedied(seen, submission, lines, IRREGULARITIES, CONDITIONS)
    found = tuple(limited(void_unsettled(seen, remaining), elected.terms, elected.prizes))
    course = Course(fates, frozenset(seen.hands), seen.voided_at is not None, felt.shown_down)
    return Adjudication(found, (), partial(settlement_order, course, elected.alternative, found))


def _wait(lines: list[Resolution], felt: Felt, at: AtSpot, fate: Fate) -> None:
    """Add a spot's wagers before the dealer's reveal: only a fold decides anything.  Source: 20.10(b)."""
    main = sides = ALL_OPEN
    if fate == "folded":
        main, sides = (FOLDED_UNNAMED, FOLDED_SIDES_UNNAMED) if _is_unnamed(at) else (FOLDED, FOLDED_SIDES)
    add_lines(lines, at.main, main, NO_HAND, felt.elected.terms)
    there = [side for side in at.side if side.wager in sides]
    add_lines(lines, there, sides, NO_HAND, felt.elected.terms)


def _is_unnamed(at: AtSpot) -> bool:
    """Whether a six-card bonus lies without a pair plus, of which 20.10(b) says nothing after a fold."""
    lying = {side.wager for side in at.side if side.stake or side.late}
    return "six_card_bonus" in lying and "pair_plus" not in lying


def _resolve(lines: list[Resolution], felt: Felt, spot: int, at: AtSpot, fate: Fate) -> None:
    """Add the wagers of a spot after the dealer's reveal.  Source: 20.10(c)."""
    own, elected, first = felt.hands.get(spot, ()), felt.elected, len(lines)
    hand = three_card_ranked(own) if fate in COMPARED and spot not in felt.twice else None
    shown, number = (NO_HAND, 0) if hand is None else (hand, THREE_CARD_RANK_NUMBERS[hand.strength])
    if at.main:
        add_lines(lines, at.main, _main(felt, spot, at, fate, hand), shown, elected.terms)
    if fate == "playing":
        bonus = _unranked(felt, spot, own) if hand is None else elected.ante_bonus[number]
        if bonus is not None:
            add_ante_bonus(lines, at.main, bonus, shown, elected.terms)
    for side in at.side:
        if side.wager == "pair_plus":
            pair_plus = _pair_plus(felt, spot, fate) if hand is None else elected.pair_plus[number]
            add_line(lines, side, pair_plus, shown, elected.terms)
        elif side.wager == "six_card_bonus":
            verdict, six = resolve_six_card_bonus(felt, spot, own, fold=fate == "folded")
            add_line(lines, side, verdict, six, elected.terms)
    if fate == "playing":
        _rest_on_antes(lines, first, at, elected.terms.late_wagers)


def _rest_on_antes(lines: list[Resolution], first: int, at: AtSpot, late_wagers: str) -> None:
    """Leave undetermined what a play wager decides without an ante, or an ante without a play wager."""
    if not is_on_ante(at.main, late_wagers):
        leave_baseless(lines, first, "ante", ON_THE_ANTE, AT_DECISION)
    if len(at.main) > MAIN_OF_ONE:
        leave_undecided(lines, first, at.main, STAYS_BY, BY_DECISION)


def _main(felt: Felt, spot: int, at: AtSpot, fate: Fate, hand: ThreeCards | None) -> Verdicts:
    """What becomes of ante and play.  Source: 20.10(b), (c)."""
    dealers = felt.hand
    if hand is not None and dealers is not None and not felt.twice:
        best, to_beat = hand.strength, dealers.strength
        versus: Versus = "equal" if best == to_beat else "higher" if best < to_beat else "lower"
        return felt.elected.main[felt.qualifies][versus]
    if fate == "folded":
        return FOLDED_UNNAMED if _is_unnamed(at) else FOLDED
    if fate not in COMPARED:
        return dict.fromkeys(MAIN_WAGERS, _undetermined(missing(fate, spot), EVIDENCE[fate]))
    return _compare(felt, spot, hand)


def _pair_plus(felt: Felt, spot: int, fate: Fate) -> Verdict:
    """What becomes of a pair plus where the player's own hand has no rank.  Source: 20.10(b), (c)."""
    if fate == "folded":
        return FORFEIT
    if fate in COMPARED:
        return _unranked(felt, spot, felt.hands.get(spot, ()))
    return _undetermined(missing(fate, spot), EVIDENCE[fate])


def _compare(felt: Felt, spot: int, hand: ThreeCards | None) -> Verdicts:
    """Ante and play against the dealer; who does not qualify is not compared with.  Source: 20.10(c)."""
    own = felt.hands.get(spot, ())
    lacking = None if felt.missing is None else _undetermined(felt.missing)
    if lacking is None and is_the_dealers(felt.twice, spot):
        lacking = _unranked(felt, spot, own)
    versus: Versus = "equal"
    if lacking is None and felt.hand is not None and felt.qualifies:
        if hand is None:
            lacking = _unranked(felt, spot, own)
        elif hand.strength != felt.hand.strength:
            versus = "higher" if hand.strength < felt.hand.strength else "lower"
    if lacking is not None:
        return dict.fromkeys(MAIN_WAGERS, lacking)
    return felt.elected.main[felt.qualifies][versus]


def _unranked(felt: Felt, spot: int, own: Faces) -> Verdict:
    """What becomes of a wager that needs the rank of a hand without one."""
    if (twice := untrue(felt.twice, spot, own)) is not None:
        return _undetermined(twice)
    if len(own) < 3:
        return _undetermined(f"{3 - len(own)} of the 3 cards of spot {spot}")
    return _undetermined(f"{three_card_unrankable(own)}, for the hand of spot {spot}")


def _undetermined(lacking: str, evidence: Evidence = "nj_text") -> Verdict:
    return Verdict("undetermined", AT_SETTLEMENT, evidence, missing=lacking)
