"""What rounds and sessions say of funds, and what a fund's own events move.

A round posts what it says itself: contributions recorded, prizes paid.  What
follows from a fund's rules, its share of the stakes, and what was decided
about it is posted here.  Source: DESIGN §1, principle 5; 13:69D-1.52.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from ledger.book.legs import OUTSIDE, moved
from ledger.book.postings import Posting, Reason
from ledger.events.rounds import ProgressivePaid
from ledger.events.sessions import ProgressiveSwept
from ledger.funds.state import Fact, FactKind
from ledger.money import value
from ledger.rounds.parts import PROMOTIONS, Wager
from ledger.rounds.state import Round
from ledger.sessions.state import Session

# What a fund's account gains from the outside, by what happened to the fund.
REASONS: Final[Mapping[str, Reason]] = MappingProxyType(
    {
        "established": "seed",
        "seeded": "seed",
        "reset": "seed",
        "contribution_adjusted": "contribution",
        "stake": "contribution",
    }
)


class Line(NamedTuple):
    """What was said of which fund and wager; of what the cage paid, in which gaming date."""

    kind: FactKind
    fund: str | None = None
    spot: int | None = None
    wager: str | None = None
    on: str | None = None
    patron: str | None = None
    at_cage: bool = False
    paid_on: date | None = None


# Cents by line.
Said: TypeAlias = Mapping[Line, int]


def post(fund: str, happened: str, cents: int) -> list[Posting]:
    """Outside → fund, for what no round posts; `cents` is signed, 0 moves nothing."""
    return moved(OUTSIDE, ("fund", fund), REASONS[happened], cents) if happened in REASONS else []


def said_by_round(state: Round, playing: Collection[str] = ()) -> dict[Line, int]:
    """All that a round has said of funds so far, in cents; `playing` are the wagers that play for one."""
    found = Counter({Line("contribution", fund): cents for fund, cents in state.pot.funds.items()})
    for wager in state.wagers:
        for fund, prize in wager.prizes.items():
            who = (fund, wager.spot, wager.wager, wager.on, wager.patron)
            found[Line("won", *who)] += prize.won
            found[Line("paid", *who)] += prize.tray
    if any(wager.prizes for wager in state.wagers):
        for line, cents in _paid_at_cage(state):
            found[line] += cents
    for name in playing:
        if _stakes_stand(state, name):
            found[Line("stake", wager=name)] = sum(_stake(one, name) for one in state.wagers)
    return found


def _paid_at_cage(state: Round) -> Iterator[tuple[Line, int]]:
    """What the cage paid of prizes, payment by payment: it pays by its own gaming date."""
    for event in state.events:
        if isinstance(event, ProgressivePaid) and event.at == "cage":
            meant = state.one(event) or event
            who = (event.fund, event.spot, str(event.wager), meant.on, meant.patron)
            yield Line("paid", *who, at_cage=True, paid_on=event.gaming_date), event.amount


def _stakes_stand(state: Round, name: str) -> bool:
    """Whether stakes on a wager placed before the deal can no longer be taken back.

    A share of them is put by then, and stays put by when the round is void: a
    meter goes down only for the reasons listed, and that is none of those read.
    """
    return state.is_shut(name) or bool(state.cards) or state.closed_at is not None


def _stake(wager: Wager, name: str) -> int:
    """What of a wager plays for a fund: money, and not a coupon; not what was staked in an earlier round."""
    if wager.wager != name or wager.tender in PROMOTIONS:
        return 0
    return wager.stake + wager.late - wager.carried


def said_by_session(state: Session) -> dict[Line, int]:
    """The stakes of rounds that are not captured, swept for a fund, in cents."""
    found: dict[Line, int] = {}
    for event in state.events:
        if isinstance(event, ProgressiveSwept) and event.fund is not None:
            line = Line("stake", event.fund)
            swept = (event.amount or 0) if event.chips is None else value(event.chips)
            found[line] = found.get(line, 0) + swept
    return found


def news(now: Said, before: Said, of: Fact) -> Iterator[Fact]:
    """What was said of funds since, as facts like `of`: a correction may take something back."""
    for line in {**before, **now}:
        amount = now.get(line, 0) - before.get(line, 0)
        if amount:
            yield of._replace(amount=amount, **line._asdict())
