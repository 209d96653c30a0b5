"""What the wagers pay, in printed order, and what the licensee may elect.

The New Jersey text of the odds, 13:69F-16.12, was not read: only what stands in
16.10 is law, every other table says where it was published.  Odds are n to d,
the stake is kept; flat prizes and shares of the meter do not scale.

Source: SOURCES.md 1 to 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.games.ranks import strength
from ledger.games.seam import Fixed, MeterPercent, Odds, Option, PayTable

# fmt: off

# The ante where the dealer has no qualifying hand, whatever the player holds.
ANTE_NO_HAND: Final = PayTable(
    "CS-ANTE-NOQUALIFY", "ante", MappingProxyType({"any_hand": Odds(1, 1)}), "nj_text", "13:69F-16.10(f)2",
    when="the dealer has no qualifying hand",
)

# The bet there: neither paid nor collected.
BET_NO_HAND: Final = PayTable(
    "CS-BET-NOQUALIFY", "bet", MappingProxyType({}), "nj_text", "13:69F-16.10(f)3: void",
    MappingProxyType({"any_hand": "void"}),
    when="the dealer has no qualifying hand",
)

# The ante where the dealer's hand qualifies and the player's is higher.
ANTE_WIN: Final = PayTable(
    "CS-ANTE-WIN", "ante", MappingProxyType({"any_hand": Odds(1, 1)}),
    "not_nj_text", "table-games-online.com Caribbean stud rules; argosykansascity.com",
    when="the dealer has a qualifying hand, the player's is higher",
)

# The bet there, on the player's five cards.
BET_WIN: Final = PayTable(
    "CS-BET-WIN", "bet",
    MappingProxyType({
        "royal_flush":      Odds(100, 1),
        "straight_flush":   Odds(50, 1),
        "four_of_a_kind":   Odds(20, 1),
        "full_house":       Odds(7, 1),
        "flush":            Odds(5, 1),
        "straight":         Odds(4, 1),
        "three_of_a_kind":  Odds(3, 1),
        "two_pair":         Odds(2, 1),
        "pair":             Odds(1, 1),
        "high_card":        Odds(1, 1),
    }),
    "not_nj_text", "table-games-online.com; argosykansascity.com; pyeung.com; goldenekocasino.com",
    when="the dealer has a qualifying hand, the player's is higher",
)

# The progressive, on the player's five cards; a rank without a row loses.
PROGRESSIVE_A: Final = PayTable(
    "CS-PROG-A", "progressive",
    MappingProxyType({
        "royal_flush":      MeterPercent(100),
        "straight_flush":   MeterPercent(10),
        "four_of_a_kind":   Fixed(500_00),
        "full_house":       Fixed(100_00),
        "flush":            Fixed(50_00),
    }),
    "not_nj_text", "argosykansascity.com Caribbean stud; superstudpoker.com",
    when="on the player's five cards, a stake of $1",
)
PROGRESSIVE_B: Final = PayTable(
    "CS-PROG-B", "progressive",
    MappingProxyType({
        "royal_flush":      MeterPercent(100),
        "straight_flush":   MeterPercent(10),
        "four_of_a_kind":   Fixed(250_00),
        "full_house":       Fixed(150_00),
        "flush":            Fixed(100_00),
    }),
    "not_nj_text", "bermuda-poker.com progressive jackpot: a derived game, shown for its shape",
    when="on the player's five cards",
)

PUBLISHED: Final = (ANTE_NO_HAND, BET_NO_HAND, ANTE_WIN, BET_WIN, PROGRESSIVE_A, PROGRESSIVE_B)

# The weakest hand that qualifies, by what the licensee elects, as a strength (1 is the best hand).
QUALIFIES: Final[Mapping[str, int]] = MappingProxyType({
    "ace_king": strength(("As", "Kd", "4h", "3c", "2s")),
})

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({
    "dealer_qualifies": Option(
        "dealer_qualifies", "ace_king", ("ace_king",),
        "mixed", "the term 13:69F-16.10(e); ace-king or better 68 IAC 10-6-1(d)(4), goldenekocasino.com",
    ),
    "progressive_paid_from": Option(
        "progressive_paid_from", "table_inventory", ("table_inventory", "cage"),
        "mixed", "13:69F-16.10(e)3, (f)4 know both; which prizes are paid from where was not read",
    ),
    "progressive_stake_returned": Option(
        "progressive_stake_returned", default=False, values=(False, True),
        evidence="not_found", source="13:69F-16.12 was not read",
    ),
    "progressive_winners": Option(
        "progressive_winners", "undetermined", ("undetermined", "share_meter"),
        "not_nj_text", "13:69F-16.11(b) breaks off; share_meter: bermuda-poker.com, a derived game",
    ),
    "payout_limits": Option(
        "payout_limits", MappingProxyType({"bet": 5000_00}), None,
        "mixed", "$5,000: 13:69E-1.13G(c); that it limits what the bet of one spot wins is not verified",
    ),
})

# How the bet stands to the ante.  13:69F-16.1 was not read to its end.
BET_TO_ANTE: Final = 2
# fmt: on
