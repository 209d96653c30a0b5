"""Where each spot stands: what it did, what it holds, and what becomes of its ante and bet.

Source: 13:69F-16.10(a), (c), (e), (f).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ledger.events.rounds import IrregularityNoted
from ledger.games import fates
from ledger.games.caribbean_stud.felt import Felt, hand_of, missing_of
from ledger.games.caribbean_stud.irregularities import COMMUNICATION
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
from ledger.games.ranks import Ranked
from ledger.games.resolution import NO_HAND, Hand, Verdict
from ledger.games.seam import Evidence
from ledger.games.twice import is_the_dealers, untrue
from ledger.games.view import AtSpot, Faces, RoundView

Fate: TypeAlias = fates.Fate | Literal["communicated"]


@dataclass(slots=True)
class Standing:
    """A spot at the end of the round.

    `own` is its hand where it has to be known and is, else `missing` says why
    not.  `main` is what becomes of ante and bet, `shown` the hand that decided
    it, `versus` how that stood to the dealer's where they were compared.
    """

    at: AtSpot
    fate: Fate
    main: Verdicts
    shown: Hand = NO_HAND
    own: Ranked | None = None
    missing: str | None = None
    versus: Versus | None = None

    @property
    def quit(self) -> bool:
        """Whether the spot has nothing more to win."""
        return self.fate in {"folded", "communicated"}


def standings_of(seen: RoundView, felt: Felt) -> dict[int, Standing]:
    """Each spot with a wager, from the dealer's left."""
    spots, named, folds, talked = seen.at_spots, seen.by_name, seen.folded_at, communicated(seen)
    late_wagers = felt.elected.terms.late_wagers
    found = {}
    for spot in clockwise(spots):
        at = spots[spot]
        fate: Fate = fates.fate_of(named.get((spot, "bet"), ()), late_wagers, fold=spot in folds)
        if spot in talked:
            fate = "communicated"
        found[spot] = _standing(felt, spot, at, fate, seen.read.get(spot, ()))
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


def _standing(felt: Felt, spot: int, at: AtSpot, fate: Fate, faces: Faces) -> Standing:
    if fate == "communicated":
        return Standing(at, fate, ALL_FORFEIT)
    if fate == "folded":
        return Standing(at, fate, FOLDED)
    if not felt.shown_down:
        return Standing(at, fate, ALL_OPEN)
    if fate != "playing":
        missing = fates.MISSING[fate].format(spot=spot, wager="bet")
        return Standing(at, fate, _undetermined(missing, fates.EVIDENCE[fate]), missing=missing)
    return _compared(felt, spot, at, faces)


def _compared(felt: Felt, spot: int, at: AtSpot, faces: Faces) -> Standing:
    """The player's hand, which need not be known where the dealer has none and it has no progressive."""
    own, twice = None, felt.twice
    missing = untrue(twice, spot, faces) if twice else None
    if missing is None and (felt.qualifies or at.side):
        own = hand_of(faces, apart=felt.apart)
        missing = missing_of(faces, f"spot {spot}") if own is None else None
    if twice and is_the_dealers(twice, spot):
        return Standing(at, "playing", _undetermined(missing), missing=missing)
    if felt.hand is None:
        return Standing(at, "playing", _undetermined(felt.missing), own=own, missing=missing)
    if not felt.qualifies:
        return Standing(at, "playing", DEALER_HAS_NONE, NO_HAND, own, missing)
    if own is None:
        return Standing(at, "playing", _undetermined(missing), missing=missing)
    versus: Versus = "equal"
    if own.strength != felt.hand.strength:
        versus = "higher" if own.strength < felt.hand.strength else "lower"
    main = felt.elected.main[versus, own.rank]
    return Standing(at, "playing", main, own, own, None, versus)


def _undetermined(missing: str | None, evidence: Evidence = "nj_text") -> Verdicts:
    return dict.fromkeys(
        MAIN_WAGERS, Verdict("undetermined", "13:69F-16.10(e),(f)", evidence, missing=missing)
    )
