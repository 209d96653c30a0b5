"""What the simulated pit offers: the one place outside its module that a new game touches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from ledger.events.registry import InlineSubmission
from ledger.events.round_parts import Limits
from ledger.simulate.boston_5_stud import BOSTON_5_STUD, FLUSH_AT_3, OWN_ANTE_BONUS
from ledger.simulate.caribbean_stud import CARIBBEAN_STUD, PAID_AT_CAGE
from ledger.simulate.evening import EACH, Shift
from ledger.simulate.holdem_bonus import HOLDEM_BONUS
from ledger.simulate.house import HouseGame
from ledger.simulate.house_table import house_session
from ledger.simulate.mistakes import POKER, Mistakes
from ledger.simulate.poker_table import SEATS, poker_session
from ledger.simulate.three_card_poker import THREE_CARD_POKER


@dataclass(frozen=True)
class Election:
    """A submission of the simulated licensee: its name, its title, what it elects."""

    name: str
    title: str
    elects: InlineSubmission = field(default_factory=InlineSubmission)


@dataclass(frozen=True)
class Offer:
    """How a game is offered in the simulated pit.

    `prefix` begins the names of its tables, `session` deals one session.  The
    first of the submissions is in force where an evening names none.
    """

    prefix: str
    submissions: tuple[Election, ...]
    spots: int
    limits: Mapping[str, Limits]
    mistakes: Mistakes
    session: Callable[[Shift], Iterator[str]]

    def submission(self, name: str | None) -> Election:
        """One by its name, or the first."""
        return next(one for one in self.submissions if name in {None, one.name})

    def taken(self, name: str | None) -> tuple[Election, ...]:
        """Those that the tables take in turn: all of them, or one."""
        return self.submissions if name == EACH else (self.submission(name),)


def _house(prefix: str, game: HouseGame, *submissions: Election) -> Offer:
    return Offer(prefix, submissions, game.spots, game.limits, game.mistakes, house_session(game))


OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        "texas_holdem_bonus": _house(
            "THB",
            HOLDEM_BONUS,
            Election(
                "simulated-thb",
                "Texas hold 'em bonus, ante pays on a flush",
                InlineSubmission(options={"ante_pays_from": "flush"}),
            ),
            Election(
                "simulated-thb-straight",
                "Texas hold 'em bonus, ante pays on a straight, a bonus wins $100 at most",
                InlineSubmission(options={"ante_pays_from": "straight", "payout_limits": {"bonus": 10_000}}),
            ),
        ),
        "three_card_poker": _house(
            "TCP",
            THREE_CARD_POKER,
            Election(
                "simulated-tcp",
                "Three-card poker, settled in passes round the table",
                InlineSubmission(options={"settlement": "table_wide"}),
            ),
            Election(
                "simulated-tcp-one-pass",
                "Three-card poker, each player settled before the next",
                InlineSubmission(options={"settlement": "player_by_player"}),
            ),
        ),
        "caribbean_stud": _house(
            "CST",
            CARIBBEAN_STUD,
            Election("simulated-cst", "Caribbean stud, progressives paid from the table inventory"),
            Election(
                "simulated-cst-cage",
                "Caribbean stud, progressives from two pair up, paid at the cage",
                PAID_AT_CAGE,
            ),
        ),
        "boston_5_stud": _house(
            "B5S",
            BOSTON_5_STUD,
            Election(
                "simulated-b5",
                "Boston 5 stud, a flush of three at 4 to 1, an ante bonus of our own",
                OWN_ANTE_BONUS,
            ),
            Election(
                "simulated-b5-flush-3",
                "Boston 5 stud, a flush of three at 3 to 1, the ante bonus not known",
                FLUSH_AT_3,
            ),
        ),
        "poker": Offer(
            prefix="POK",
            submissions=(
                Election(
                    "simulated-poker",
                    "No-limit hold 'em, $1 and $2",
                    InlineSubmission(options={"smallest_chip": 100}),
                ),
            ),
            spots=SEATS,
            limits=MappingProxyType({}),
            mistakes=POKER,
            session=poker_session,
        ),
    }
)
