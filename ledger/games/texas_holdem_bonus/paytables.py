"""What the wagers pay, in printed order, and what the licensee may elect.

The New Jersey text of the odds, 13:69F-28.11, was not read: every table here
says how well it is known and where it was published.  Odds are n to d, the
stake is kept.

Source: SOURCES.md 1 to 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from types import MappingProxyType
from typing import Final

from ledger.cards import DECK
from ledger.games.ranks import WEAKEST
from ledger.games.seam import Odds, Option, PayTable

# fmt: off

# Flop, turn and river where the player is higher.
MAIN: Final = PayTable(
    "THB-MAIN", "flop+turn+river",
    MappingProxyType({"flop": Odds(1, 1), "turn": Odds(1, 1), "river": Odds(1, 1)}),
    "not_nj_text", "theborgata.com Texas Hold'em guide (NJ licensee); riverscasino.com",
    when="the player's hand is higher",
)

# The ante where the player is higher, by the licensee's threshold; below it the stake is handed back.
ANTE: Final[Mapping[str, PayTable]] = MappingProxyType({
    "straight": PayTable(
        "THB-ANTE-STRAIGHT", "ante", MappingProxyType({"straight_or_higher": Odds(1, 1)}),
        "mixed", "threshold choice 13:69F-28.10(h)2 (NJ text); odds published (riverscasino.com)",
        MappingProxyType({"below": "returned"}), ("ante_pays_from", "straight"),
        when="the player's hand is higher",
    ),
    "flush": PayTable(
        "THB-ANTE-FLUSH", "ante", MappingProxyType({"flush_or_higher": Odds(1, 1)}),
        "mixed", "threshold choice 13:69F-28.10(h)2 (NJ text); odds published (theborgata.com)",
        MappingProxyType({"below": "returned"}), ("ante_pays_from", "flush"),
        when="the player's hand is higher",
    ),
})

# A hand of at most this strength reaches the threshold (1 is the best hand).
REACHES: Final[Mapping[str, int]] = MappingProxyType({
    "straight": WEAKEST["straight"],
    "flush": WEAKEST["flush"],
})

# Ante, flop, turn and river where the hands are equal.
TIE: Final = PayTable(
    "THB-TIE", "ante+flop+turn+river", MappingProxyType({}), "nj_text", "13:69F-28.10(h)3",
    MappingProxyType({"all": "push"}),
    when="the hands are equal",
)

# The bonus, on the player's own two cards; the first row needs the dealer's two as well.
BOTH_ACES: Final = "player_AA_dealer_AA"
ACES: Final = "AA"
BONUS: Final = PayTable(
    "THB-BONUS-1", "bonus",
    MappingProxyType({
        BOTH_ACES:        Odds(1000, 1),
        ACES:             Odds(30, 1),
        "AK_suited":      Odds(25, 1),
        "AQ_AJ_suited":   Odds(20, 1),
        "AK_offsuit":     Odds(15, 1),
        "KK_QQ_JJ":       Odds(10, 1),
        "AQ_AJ_offsuit":  Odds(5, 1),
        "TT_to_22":       Odds(3, 1),
    }),
    "not_nj_text", "riverscasino.com, nagaworld.com, gbhcasino.com (partial)",
    MappingProxyType({"other": "lose"}),
    when="on the player's two cards; the first row on the dealer's two as well",
)

# Which two ranks are in which row where the suits are equal, and where they are not.
SUITED: Final[Mapping[str, str]] = MappingProxyType({
    "AK": "AK_suited",
    "AQ": "AQ_AJ_suited",   "AJ": "AQ_AJ_suited",
})
OFFSUIT: Final[Mapping[str, str]] = MappingProxyType({
    "AA": ACES,
    "AK": "AK_offsuit",
    "KK": "KK_QQ_JJ",       "QQ": "KK_QQ_JJ",       "JJ": "KK_QQ_JJ",
    "AQ": "AQ_AJ_offsuit",  "AJ": "AQ_AJ_offsuit",
    "TT": "TT_to_22",       "99": "TT_to_22",       "88": "TT_to_22",       "77": "TT_to_22",
    "66": "TT_to_22",       "55": "TT_to_22",       "44": "TT_to_22",       "33": "TT_to_22",
    "22": "TT_to_22",
})

# Every two cards of the deck, in either order, and their row; None where the bonus loses.
ROW_OF: Final[Mapping[tuple[str | None, ...], str | None]] = MappingProxyType({
    (one, other): rows.get(one[0] + other[0]) or rows.get(other[0] + one[0])
    for one, other in permutations(DECK, 2)
    for rows in (SUITED if one[1] == other[1] else OFFSUIT,)
})

OPTIONS: Final[Mapping[str, Option]] = MappingProxyType({
    "ante_pays_from": Option(
        "ante_pays_from", "straight", ("straight", "flush"),
        "nj_text", "13:69F-28.10(h)2: the licensee elects straight or flush",
    ),
})
# fmt: on
