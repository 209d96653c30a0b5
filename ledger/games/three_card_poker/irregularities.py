"""What may go wrong in this game, and what might follow from it.

The New Jersey section on irregularities of three-card poker was not read, nor
is its number confirmed: every row is configuration, unverified, and applied
only where the licensee elects it.

Source: SOURCES.md 6.
"""

from __future__ import annotations

from typing import Final

from ledger.games.irregularities import CASES, WORDS, Conditions, dealer_exposed, hands_of
from ledger.games.seam import Case

HAND: Final = 3

IRREGULARITIES: Final[tuple[Case, ...]] = CASES
CONDITIONS: Final = Conditions(WORDS, evident=(hands_of(HAND), dealer_exposed))
