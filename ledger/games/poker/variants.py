"""The poker games that are dealt here, one row each.

A variant is data: how many cards in the hand, how the board comes, from which
deck, how hands rank, and how many may sit.  A new one is a new row, a new
ranking perhaps, and nothing else.

Source: 13:69F-14.8(a) names the games, 14.10 is hold 'em; see SOURCES.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.cards import DECK
from ledger.games.poker.ranking import SHORT_DECK, ranked_short_deck
from ledger.games.ranks import Ranked, ranked
from ledger.games.seam import Evidence

Limit: TypeAlias = Literal["no_limit", "pot_limit", "fixed_limit"]
Ranking: TypeAlias = Callable[[Sequence[str | None]], Ranked | None]


class Street(NamedTuple):
    """One deal to the board and the betting round after it; a card is burned before the deal.

    `big` says whether fixed-limit bets are of the big size from here on.
    """

    name: str
    cards: int
    rule: str
    evidence: Evidence
    big: bool = False


class Variant(NamedTuple):
    """A poker game: `hole` cards a player, then the streets of the board.

    `limit` is the betting that its name says, None where the structure of the
    round alone does.  `evidence` is that of the ranking.
    """

    title: str
    limit: Limit | None
    hole: int
    streets: tuple[Street, ...]
    deck: frozenset[str]
    ranking: Ranking
    evidence: Evidence
    most_players: int

    @property
    def board(self) -> int:
        """How many cards a whole board has."""
        return sum(street.cards for street in self.streets)

    def street_from(self, cards: int) -> int | None:
        """The street, from 1, that begins on a board of this many cards; None inside one or past all."""
        reached = 0
        for number, street in enumerate(self.streets, 1):
            if reached == cards:
                return number
            reached += street.cards
        return None

    def is_whole_street(self, cards: int) -> bool:
        """Whether a board of this many cards has no street half dealt."""
        return cards == self.board or self.street_from(cards) is not None


# fmt: off
BOARD: Final = (
    Street("flop",  3, "13:69F-14.10(g)", "nj_text"),
    Street("turn",  1, "13:69F-14.10",    "not_nj_text", big=True),
    Street("river", 1, "13:69F-14.10",    "not_nj_text", big=True),
)

_HOLD_EM: Final = Variant("Hold 'em", None, 2, BOARD, frozenset(DECK), ranked, "not_nj_text", 11)
_SHORT_DECK: Final = Variant(
    "Short-deck hold 'em", None, 2, BOARD, SHORT_DECK, ranked_short_deck, "not_nj_text", 11
)

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType({
    "hold_em":            _HOLD_EM,
    "limit_hold_em":      _HOLD_EM._replace(title="Limit hold 'em", limit="fixed_limit"),
    "pot_limit_hold_em":  _HOLD_EM._replace(title="Pot-limit hold 'em", limit="pot_limit"),
    "no_limit_hold_em":   _HOLD_EM._replace(title="No-limit hold 'em", limit="no_limit"),
    "short_deck_hold_em": _SHORT_DECK,
    "no_limit_short_deck_hold_em":
        _SHORT_DECK._replace(title="No-limit short-deck hold 'em", limit="no_limit"),
})
# fmt: on
