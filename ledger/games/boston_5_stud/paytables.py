"""What the wagers pay, in printed order, and what the licensee may elect.

The New Jersey text of the odds, 13:69F-24.11, was not read: every table here
says how well it is known and where it was published.  Odds are n to d, the
stake is kept.

Source: SOURCES.md 1 to 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.seam import Odds, Option, PayTable

# fmt: off

# First and second wager where the player is higher; the ante goes back unless it carries a bonus.
FIRST_SECOND: Final = PayTable(
    "B5-FIRST-SECOND", "first+second",
    MappingProxyType({"first": Odds(1, 1), "second": Odds(1, 1)}),
    "not_nj_text", "casinocitytimes.com 'Poker, Beantown style'; mobilira.com/games/boston-5",
    MappingProxyType({"ante": "returned_unless_ante_bonus"}),
    when="the player's hand is higher",
)

# Ante, first and second where the hands are equal.
TIE: Final = PayTable(
    "B5-TIE", "ante+first+second", MappingProxyType({}), "nj_text", "13:69F-24.10(f)2",
    MappingProxyType({"ante": "push", "first": "push", "second": "push"}),
    when="the hands are equal",
)

# The optional bonus, on the first three cards of a player who exposed them.
OPTIONAL_A: Final = PayTable(
    "B5-OPT-A", "optional_bonus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),
        "three_of_a_kind":  Odds(30, 1),
        "straight":         Odds(6, 1),
        "flush":            Odds(4, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "casinocitytimes.com 'Poker, Beantown style'",
    when="on the first three cards by three-card ranks, where the player exposed them",
)
OPTIONAL_B: Final = PayTable(
    "B5-OPT-B", "optional_bonus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),
        "three_of_a_kind":  Odds(30, 1),
        "straight":         Odds(6, 1),
        "flush":            Odds(3, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "playatrock.com; casinocitytimes.com",
    when="on the first three cards by three-card ranks, where the player exposed them",
)

# Which five-card hands an ante bonus is published for.  Nobody printed the odds that were read.
ANTE_BONUS_ROWS: Final = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house",
    "flush", "straight", "three_of_a_kind", "two_pair",
)
ANTE_BONUS: Final = PayTable(
    "B5-ANTEBONUS", "ante_bonus", MappingProxyType({}),
    "not_found", "odds not found; two pair or better, in two tables 2-A and 2-B: mobilira.com/games/boston-5",
    when="on the player's five cards, whoever is higher",
)

PUBLISHED: Final = (FIRST_SECOND, TIE, OPTIONAL_A, OPTIONAL_B, ANTE_BONUS)

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({
    "first_times_ante": Option(
        "first_times_ante", 2, (1, 2),
        "not_nj_text",
        "twice: casinocitytimes.com, mobilira.com, playatrock.com; once: the sister game Boston 7",
    ),
})
# fmt: on
