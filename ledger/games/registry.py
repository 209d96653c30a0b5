"""The games by name: the one place outside its folder that a new game touches."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ledger.games.boston_5_stud import BOSTON_5_STUD
from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.poker import POKER
from ledger.games.seam import Game
from ledger.games.texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from ledger.games.three_card_poker import THREE_CARD_POKER
from ledger.games.unruled import UNRULED

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.name: game
        for game in (TEXAS_HOLDEM_BONUS, THREE_CARD_POKER, BOSTON_5_STUD, CARIBBEAN_STUD, POKER, UNRULED)
    }
)
