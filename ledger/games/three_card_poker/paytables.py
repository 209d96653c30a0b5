"""What the wagers pay, in printed order, and what the licensee may elect.

The New Jersey text of the odds, 13:69F-20.11, was not read: no table here is
law, and each says where it was published.  Odds are n to d, the stake is kept;
a fixed prize does not grow with the stake.

Source: SOURCES.md 1 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.cards import cards
from ledger.games.ranks import three_card_strength
from ledger.games.seam import Fixed, Odds, Option, PayTable

# fmt: off

# Ante and play against a dealer who qualifies and is beaten.
QUALIFIED: Final = PayTable(
    "TCP-ANTE-PLAY-QUALIFIED", "ante+play",
    MappingProxyType({"ante": Odds(1, 1), "play": Odds(1, 1)}),
    "not_nj_text", "casinut.com, gbhcasino.com, table-games-online.com/3-card-poker/rules.html",
    when="the dealer has queen high or better, the player's hand is higher",
)
# Against one who does not: only the ante wins, the play wager goes back as void.
NOT_QUALIFIED: Final = PayTable(
    "TCP-ANTE-PLAY-NOQUALIFY", "ante+play",
    MappingProxyType({"ante": Odds(1, 1)}),
    "not_nj_text", "casinut.com, gbhcasino.com, table-games-online.com/3-card-poker/rules.html",
    MappingProxyType({"play": "void"}),
    when="the dealer has less than queen high",
)
# Hands that are equal: nothing is won, both wagers push.
TIE: Final = PayTable(
    "TCP-TIE", "ante+play",
    MappingProxyType({}),
    "not_nj_text", "casinut.com, gbhcasino.com, table-games-online.com/3-card-poker/rules.html",
    MappingProxyType({"ante": "push", "play": "push"}),
    when="the dealer has queen high or better, the hands are equal",
)

# On the ante, whoever wins it.
ANTE_BONUS_1: Final = PayTable(
    "TCP-AB-1", "ante_bonus",
    MappingProxyType({
        "straight_flush":   Odds(5, 1),
        "three_of_a_kind":  Odds(4, 1),
        "straight":         Odds(1, 1),
    }),
    "not_nj_text", "casinut.com, pearlriverresort.com, palacasino.com, vfcasino.com",
    when="a play wager was placed, whatever the dealer has",
)
ANTE_BONUS_2: Final = PayTable(
    "TCP-AB-2", "ante_bonus",
    MappingProxyType({
        "straight_flush":   Odds(4, 1),
        "three_of_a_kind":  Odds(3, 1),
        "straight":         Odds(1, 1),
    }),
    "not_nj_text", "docslib.org/download/4988463 (casino leaflet)",
    when="a play wager was placed, whatever the dealer has",
)

# On the player's own three cards.
PAIR_PLUS_1: Final = PayTable(
    "TCP-PP-1", "pair_plus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),
        "three_of_a_kind":  Odds(30, 1),
        "straight":         Odds(6, 1),
        "flush":            Odds(4, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "pearlriverresort.com, palacasino.com, gbhcasino.com",
    when="on the player's three cards, whatever the dealer has",
)
PAIR_PLUS_2: Final = PayTable(
    "TCP-PP-2", "pair_plus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),  # assumed: the row was cut off
        "three_of_a_kind":  Odds(30, 1),
        "straight":         Odds(6, 1),
        "flush":            Odds(3, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "vfcasino.com (straight flush row cut off, 40 assumed)",
    when="on the player's three cards, whatever the dealer has",
)
PAIR_PLUS_3: Final = PayTable(
    "TCP-PP-3", "pair_plus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),
        "three_of_a_kind":  Odds(30, 1),
        "straight":         Odds(5, 1),
        "flush":            Odds(4, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "table-games-online.com/3-card-poker/rules.html",
    when="on the player's three cards, whatever the dealer has",
)
PAIR_PLUS_4: Final = PayTable(
    "TCP-PP-4", "pair_plus",
    MappingProxyType({
        "straight_flush":   Odds(40, 1),
        "three_of_a_kind":  Odds(25, 1),
        "straight":         Odds(6, 1),
        "flush":            Odds(4, 1),
        "pair":             Odds(1, 1),
    }),
    "not_nj_text", "docslib.org/download/4988463 (casino leaflet)",
    when="on the player's three cards, whatever the dealer has",
)

# On the best five of the player's three cards and the dealer's: here a flush beats a straight.
SIX_CARD_BONUS_1: Final = PayTable(
    "TCP-6CB-1", "six_card_bonus",
    MappingProxyType({
        "royal_flush":      Odds(1000, 1),
        "straight_flush":   Odds(200, 1),
        "four_of_a_kind":   Odds(50, 1),
        "full_house":       Odds(25, 1),
        "flush":            Odds(20, 1),
        "straight":         Odds(10, 1),
        "three_of_a_kind":  Odds(5, 1),
    }),
    "not_nj_text", "table-games-online.com",
    when="on the best five of the player's three cards and the dealer's, by five-card ranks",
)
SIX_CARD_BONUS_2: Final = PayTable(
    "TCP-6CB-2", "six_card_bonus",
    MappingProxyType({
        "royal_flush":      Odds(1000, 1),
        "straight_flush":   Odds(200, 1),
        "four_of_a_kind":   Odds(50, 1),
        "full_house":       Odds(25, 1),
        "flush":            Odds(15, 1),
        "straight":         Odds(10, 1),
        "three_of_a_kind":  Odds(5, 1),
    }),
    "not_nj_text", "twokingscasino.com",
    when="on the best five of the player's three cards and the dealer's, by five-card ranks",
)
# All six cards, 9 to ace of one suit, win a prize in money whatever the stake.
ROYAL_DIAMONDS: Final = "six_card_royal_diamonds"
ROYAL_OTHER: Final = "six_card_royal_other"
SIX_CARD_BONUS_MILLIONAIRE: Final = PayTable(
    "TCP-6CB-AC-MILLIONAIRE", "six_card_bonus",
    MappingProxyType({
        ROYAL_DIAMONDS:     Fixed(1_000_000_00),
        ROYAL_OTHER:        Fixed(100_000_00),
        "royal_flush":      Odds(1000, 1),
        "straight_flush":   Odds(200, 1),
        "four_of_a_kind":   Odds(50, 1),
        "full_house":       Odds(20, 1),
        "flush":            Odds(15, 1),
        "straight":         Odds(10, 1),
        "three_of_a_kind":  Odds(5, 1),
    }),
    "not_nj_text", "atlanticcityweekly.com on a table of Borgata, Atlantic City (a licensee, not the rule)",
    when="six-card royals on all six cards, the rest on the best five; a stake of $5 or more",
)

PUBLISHED: Final[tuple[PayTable, ...]] = (
    QUALIFIED, NOT_QUALIFIED, TIE,
    ANTE_BONUS_1, ANTE_BONUS_2,
    PAIR_PLUS_1, PAIR_PLUS_2, PAIR_PLUS_3, PAIR_PLUS_4,
    SIX_CARD_BONUS_1, SIX_CARD_BONUS_2, SIX_CARD_BONUS_MILLIONAIRE,
)

# The rows that a submitted table may have, in printed order.
ROWS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({
    "ante_bonus":     tuple(PAIR_PLUS_1.rows),
    "pair_plus":      tuple(PAIR_PLUS_1.rows),
    "six_card_bonus": tuple(SIX_CARD_BONUS_MILLIONAIRE.rows),
})

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({
    "dealer_qualifies": Option(
        "dealer_qualifies", "queen_high", ("queen_high",),
        "not_nj_text", "all published rules; the New Jersey section that says it was not read",
    ),
    "settlement": Option(
        "settlement", "table_wide", ("table_wide", "player_by_player"),
        "nj_text", "13:69F-20.10(c): the licensee elects alternative 1 or 2 in its submission",
    ),
})

# A dealer's hand of at most this strength qualifies (1 is the best hand): no worse than Q-3-2.
QUALIFIES: Final[Mapping[str, int]] = MappingProxyType({
    "queen_high": three_card_strength(cards("Qh3c2d")),
})
# fmt: on
