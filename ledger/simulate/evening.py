"""An evening: what is to be dealt, and what holds at all tables of the pit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from typing import Final, Literal, TypeAlias, get_args

from ledger.events.records import RoundHeader, SessionHeader
from ledger.games.seam import Submission
from ledger.simulate.chance import Chance
from ledger.simulate.chips import Purse
from ledger.simulate.funds import KeptFund
from ledger.simulate.sessions import SHIFT, TRAY, Sitting
from ledger.simulate.telling import Clock, RoundTelling

Dealing: TypeAlias = Literal["manual_shoe", "hand", "automated_shoe"]
DEALINGS: Final[tuple[Dealing, ...]] = get_args(Dealing)

EACH: Final = "each"

FIRST_DATE: Final = date(2026, 11, 28)
FLOOR_TIME: Final = timezone(timedelta(hours=-5))
OPENS_AT: Final = time(20, tzinfo=FLOOR_TIME)
# A session ends before that of the next gaming date begins.
ROUNDS_A_SESSION: Final = 200


@dataclass(frozen=True)
class Evening:
    """What is to be dealt: `rounds` at each table; `mistakes` is their rate, 0 to 1.

    `kinds` are the mistakes that there can be, by name; without them all that
    the game has.  `submission` is one that the game is offered by, without it
    the first, and with `EACH` the tables take them in turn.  Without `dealing`
    each session is dealt by a method of its own.  A session, thus a gaming date,
    has `session_rounds` of the rounds.  `fund` is the name of a progressive that
    the ledger keeps for these tables; without it rounds say themselves what a
    meter showed.  `first_date` is the gaming date on which the tables open.
    """

    game: str
    tables: tuple[str, ...]
    rounds: int
    seed: int
    mistakes: float = 0.0
    kinds: tuple[str, ...] = ()
    submission: str | None = None
    dealing: Dealing | None = None
    session_rounds: int = ROUNDS_A_SESSION
    fund: str | None = None
    first_date: date = FIRST_DATE


@dataclass(frozen=True)
class Shift:
    """One session at one table as a game deals it: `rounds` of them, numbered from 1."""

    evening: Evening
    sitting: Sitting
    chance: Chance
    submission: Submission
    rounds: int
    dealing: Dealing
    fund: KeptFund | None

    def round(self, number: int, **header: object) -> RoundTelling:
        """A round about to be told; `header` adds fields of the game."""
        session = self.sitting.telling
        said = {
            "table": session.header.table,
            "gaming_date": session.header.gaming_date,
            "number": number,
            "session": session.header.number,
            "game": self.evening.game,
            "submission": self.submission.name,
            "shift": SHIFT,
        }
        made = RoundHeader.model_validate({**said, **header})
        return RoundTelling(made, session.clock, self.sitting.dealer)


def shifts(
    evening: Evening, table: str, submission: Submission, fund: KeptFund | None = None
) -> Iterator[Shift]:
    """The sessions of a table, a gaming date each; the closer of one is the opener of the next."""
    tray = Purse(TRAY)
    for day in range(-(-evening.rounds // evening.session_rounds)):
        gaming_date = evening.first_date + timedelta(days=day)
        chance = Chance(evening.seed, evening.game, table, gaming_date)
        clock = Clock(datetime.combine(gaming_date, OPENS_AT))
        header = SessionHeader(table=table, gaming_date=gaming_date, number=1)
        sitting = Sitting(header, tray, clock, chance, rate=evening.mistakes)
        left = evening.rounds - day * evening.session_rounds
        method = Chance(evening.seed, evening.game, table, gaming_date, "dealing").pick(DEALINGS)
        yield Shift(
            evening=evening,
            sitting=sitting,
            chance=chance,
            submission=submission,
            rounds=min(left, evening.session_rounds),
            dealing=evening.dealing or method,
            fund=fund,
        )
