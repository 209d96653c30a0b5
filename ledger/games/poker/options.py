"""What the licensee's rules submission decides about poker; none of it is New Jersey's text.

Each default is a published practice, shown as unverified.  Source: SOURCES.md 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import Option

# What a chip may be worth in units of the round (cents, or parts of a chip).
# fmt: off
CHIPS: Final[tuple[int, ...]] = (
    1, 2, 5, 10, 20, 25, 50,
    100, 200, 250, 500, 1_000, 2_000, 2_500, 5_000,
    10_000, 20_000, 25_000, 50_000, 100_000, 200_000, 250_000, 500_000,
    1_000_000, 2_500_000, 5_000_000, 10_000_000,
)
# fmt: on

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType(
    {
        option.name: option
        for option in (
            # The smallest chip in play: a pot is split in whole ones, odd ones go round from the button.
            Option("smallest_chip", 1, CHIPS, "not_nj_text", "published cardroom rules"),
            # Out of which pots the rake and contributions come: from each by its size, or the main pot first.
            Option(
                "rake_from",
                "each_pot",
                ("each_pot", "main_pot_first"),
                "not_found",
                "13:69F-14.14(a)1–2 is cut",
            ),
            # What a player all in for less than the ante can win of the others' antes.
            Option(
                "short_ante", "matched", ("matched", "all"), "not_nj_text", "published cardroom rules differ"
            ),
            # Raises after the bet in a fixed-limit round, while more than two play.
            Option("raises_a_round", 4, (3, 4), "not_nj_text", "published cardroom rules: three or four"),
        )
    }
)
