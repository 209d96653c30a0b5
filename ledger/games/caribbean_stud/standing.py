"""Where each spot stands: what it did, what it holds, and what becomes of its ante and bet.

Source: 13:69F-16.10(a), (c), (e), (f).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ledger.events.rounds import IrregularityNoted
from ledger.games import fates
from ledger.games.caribbean_stud.felt import Felt, hand_of, missing_of
from ledger.games.caribbean_stud.irregularities import COMMUNICATION, HAND
from ledger.games.caribbean_stud.verdicts import (
    ALL_FORFEIT,
    ALL_OPEN,
    DEALER_HAS_NONE,
    FOLDED,
    MAIN_WAGERS,
    Verdicts,
    Versus,
)
from ledger.games.orders import clockwise
from ledger.games.ranks import RANK_NUMBERS, BestFive, five_ranked
from ledger.games.resolution import NO_HAND, Hand, Verdict
from ledger.games.seam import Evidence
from ledger.games.twice import is_the_dealers, untrue
from ledger.games.view import AtSpot, Faces, RoundView

Fate: TypeAlias = fates.Fate | Literal["communicated"]


class Standing:
    """A spot at the end of the round.

    `own` is its hand where it has to be known and is, else `missing` says why
    not.  `main` is what becomes of ante and bet, `shown` the hand that decided
    it, `versus` how that stood to the dealer's where they were compared.
    """

    __slots__ = ("at", "fate", "main", "missing", "own", "shown", "versus")

    def __init__(
        self,
        at: AtSpot,
        fate: Fate,
        main: Verdicts,
        *,
        shown: Hand = NO_HAND,
        own: BestFive | None = None,
        missing: str | None = None,
        versus: Versus | None = None,
    ) -> None:
        self.at = at
        self.fate = fate
        self.main = main
        self.shown = shown
        self.own = own
        self.missing = missing
        self.versus = versus

    @property
    def quit(self) -> bool:
        """Whether the spot has nothing more to win."""
        return self.fate in {"folded", "communicated"}


def standings_of(seen: RoundView, felt: Felt) -> dict[int, Standing]:
    """Each spot with a wager, from the dealer's left."""
    spots, folds, talked = seen.at_spots, seen.folded_at, communicated(seen)
    late_wagers, shown_down, hands = felt.elected.terms.late_wagers, felt.shown_down, seen.read
    found = {}
    for spot in clockwise(spots):
        at = spots[spot]
        fate: Fate = fates.fate_of(spot, at.main, "bet", folds, late_wagers)
        if spot in talked:
            fate = "communicated"
        if fate == "playing" and shown_down:
            found[spot] = _compared(felt, spot, at, hands.get(spot, ()))
        else:
            found[spot] = _not_compared(felt, spot, at, fate)
    return found


def communicated(seen: RoundView) -> Mapping[int, int]:
    """The spots of which it was noted that they communicated, and when."""
    if not seen.irregularities:
        return {}
    found: dict[int, int] = {}
    for version, kind in seen.irregularities:
        event = seen.events[version - 1]
        if kind == COMMUNICATION and isinstance(event, IrregularityNoted):
            for spot in event.spots or ():
                found.setdefault(spot, version)
    return found


def _not_compared(felt: Felt, spot: int, at: AtSpot, fate: Fate) -> Standing:
    """Who is out, or does not play, or whatever a spot did before the showdown."""
    if fate == "communicated":
        return Standing(at, fate, ALL_FORFEIT)
    if fate == "folded":
        return Standing(at, fate, FOLDED)
    if not felt.shown_down:
        return Standing(at, fate, ALL_OPEN)
    missing = fates.MISSING[fate].format(spot=spot, wager="bet")
    return Standing(at, fate, _undetermined(missing, fates.EVIDENCE[fate]), missing=missing)


def _compared(felt: Felt, spot: int, at: AtSpot, faces: Faces) -> Standing:
    """The player's hand, which need not be known where the dealer has none and it has no progressive."""
    own, twice = None, felt.twice
    missing = untrue(twice, spot, faces) if twice else None
    if missing is None and (felt.qualifies or at.side):
        own = five_ranked(faces) if felt.apart and len(faces) == HAND else hand_of(faces, apart=felt.apart)
        missing = missing_of(faces, f"spot {spot}") if own is None else None
    if twice and is_the_dealers(twice, spot):
        return Standing(at, "playing", _undetermined(missing), missing=missing)
    if felt.hand is None:
        return Standing(at, "playing", _undetermined(felt.missing), own=own, missing=missing)
    if not felt.qualifies:
        return Standing(at, "playing", DEALER_HAS_NONE, own=own, missing=missing)
    if own is None:
        return Standing(at, "playing", _undetermined(missing), missing=missing)
    best, to_beat = own.strength, felt.hand.strength
    versus: Versus = "equal" if best == to_beat else "higher" if best < to_beat else "lower"
    main = felt.elected.main[versus][RANK_NUMBERS[best]]
    return Standing(at, "playing", main, shown=own, own=own, versus=versus)


def _undetermined(missing: str | None, evidence: Evidence = "nj_text") -> Verdicts:
    return dict.fromkeys(
        MAIN_WAGERS, Verdict("undetermined", "13:69F-16.10(e),(f)", evidence, missing=missing)
    )
