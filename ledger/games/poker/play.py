"""A hand of poker as its events tell it: who put in what, who is still in, what each faced.

One walk over the effective events of a round.  Nothing is judged here; what a
player faced as he acted is kept with his move, so that it can be judged after.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ledger.amounts import amount_written
from ledger.events.rounds import (
    CardBurned,
    CardDealt,
    DecisionMade,
    FundContributed,
    HandRevealed,
    PotAwarded,
    RakeTaken,
    RoundClosed,
    WagerCollected,
    WagerIncreased,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.poker.betting import Betting
from ledger.games.poker.seating import Seating, seating
from ledger.games.poker.variants import VARIANTS, Variant
from ledger.games.view import RoundView

FORCED: Final = frozenset({"ante", "blind", "straddle", "bring_in"})
DEAD: Final = frozenset({"fold", "muck"})


class Move(NamedTuple):
    """What a player did and what he faced: amounts of the betting round, in the round's units.

    `word` is bet (chips moved), check or fold; `own` and `to_match` are as they
    were before, `left` his stack before (None unknown), `pot` all that was in
    before.  `turns` are the spots that could act, none where the betting was over.
    """

    version: int
    spot: int
    word: str
    added: int
    street: int
    own: int
    to_match: int
    least: int
    level: int
    blind: int
    bets: int
    players: int
    left: int | None
    pot: int
    turns: tuple[int, ...]
    open: bool
    dead: bool
    all_in: bool
    board: int

    @property
    def total(self) -> int:
        """What he has put in this betting round after the move."""
        return self.own + self.added


class Dealt(NamedTuple):
    """A street as it came: the version of its first card, burns before it, who had still to act."""

    street: int
    version: int
    burns: int
    waiting: int | None


class Money(NamedTuple):
    """An amount that left the pot, and the version at which it did."""

    version: int
    amount: int


class Play:
    """A hand as far as it was recorded; amounts in the round's units.

    `put` is what each spot put in less what it took back, `antes` the part of
    that which were antes, `uncalled` what was handed back as uncalled.  `passed`
    are players whom the hand went on without: they had a bet before them and
    did nothing.  They are not `live`, and are again as soon as they act.
    `ended` is when the betting was first taken to be over for good, by a hand
    shown on a whole board, a pot pushed or the close, and who had still to act.
    """

    __slots__ = (
        "all_in", "antes", "awards", "betting", "board", "burns", "collected", "currency", "dead", "ended",
        "forced", "funds", "hole", "live", "moves", "passed", "put", "rakes", "seating", "street", "streets",
        "uncalled",
    )  # fmt: skip

    def __init__(self, seats: Seating, currency: str) -> None:
        self.seating = seats
        self.currency = currency
        self.live: set[int] = set(seats.order)
        self.dead: dict[int, int] = {}
        self.passed: set[int] = set()
        self.all_in: set[int] = set()
        self.put: dict[int, int] = dict.fromkeys(seats.order, 0)
        self.antes: dict[int, int] = {}
        self.forced: dict[tuple[int, str], int] = {}
        self.uncalled: dict[int, Money] = {}
        self.awards: dict[tuple[int, int], Money] = {}
        self.rakes: list[Money] = []
        self.funds: list[Money] = []
        self.collected = 0
        self.moves: list[Move] = []
        self.hole: list[tuple[int, int, str]] = []
        self.streets: list[Dealt] = []
        self.ended: tuple[int, int | None] | None = None
        self.street = 0
        self.board = 0
        self.burns = 0
        self.betting = self.open_betting()
        self.betting.due({**seats.blinds, **seats.straddles})

    def said(self, amount: int) -> str:
        """An amount in words, in what the hand is played for."""
        return amount_written(amount, self.currency)

    def open_betting(self) -> Betting:
        """The betting round of the street that has come."""
        size = self.seating.bet_size(self.street) or 0
        fixed = size if self.seating.limit == "fixed_limit" else 0
        return Betting(self.seating.order, self.live, self.all_in, size, fixed)

    def go_on(self) -> None:
        """The hand goes on without those who have not answered a bet."""
        for spot in self.betting.unanswered:
            self.live.discard(spot)
            self.passed.add(spot)

    def end(self, version: int) -> None:
        """The betting is taken to be over: nobody is waited for any more."""
        if self.ended is None:
            self.ended = (version, self.betting.turn)
        self.go_on()

    def act(self, spot: int) -> None:
        """A player acts: if the hand had gone on without him he is in it again."""
        if spot in self.passed:
            self.passed.discard(spot)
            self.live.add(spot)

    def left(self, spot: int) -> int | None:
        """What a spot has still before it, or None where its stack is not known."""
        stack = self.seating.stacks.get(spot)
        return None if stack is None else stack - self.put.get(spot, 0)

    @property
    def pot(self) -> int:
        """All that was put in and not taken back or handed back as uncalled."""
        return sum(self.put.values()) - sum(money.amount for money in self.uncalled.values())

    @property
    def rake(self) -> int:
        """All that the house took."""
        return sum(money.amount for money in self.rakes)

    @property
    def contributed(self) -> int:
        """All that went to funds of the players."""
        return sum(money.amount for money in self.funds)

    @property
    def content(self) -> int:
        """What is in the pot still."""
        awarded = sum(money.amount for money in self.awards.values())
        return self.pot - awarded - self.rake - self.contributed - self.collected

    @property
    def betting_over(self) -> bool:
        """Whether nobody has to act before the next card."""
        return self.betting.turn is None

    @property
    def board_complete(self) -> bool:
        """Whether all cards of the board have come."""
        return self.board >= _shape(self.seating).board


def _shape(seats: Seating) -> Variant:
    """How the board comes: as in hold 'em where the variant is not known."""
    return seats.variant or VARIANTS["hold_em"]


def follow(seen: RoundView) -> Play:
    """The hand after all effective events of a round."""
    play = Play(seating(seen), seen.currency)
    for version, event in enumerate(seen.events, 1):
        step = None if event is None else STEPS.get(event.type)
        if step is not None:
            step(play, event, version)
    return play


def _placed(play: Play, event: WagerPlaced | WagerIncreased, version: int) -> None:
    spot, amount = event.spot, event.amount
    if event.wager in FORCED:
        key = (spot, event.wager)
        play.forced[key] = play.forced.get(key, 0) + amount
        if event.wager == "ante":
            play.antes[spot] = play.antes.get(spot, 0) + amount
        else:
            play.betting.post(spot, amount)
        play.put[spot] = play.put.get(spot, 0) + amount
    else:
        play.act(spot)
        left = play.left(spot)
        all_in = event.action == "all_in" or (left is not None and amount >= left)
        play.moves.append(_move(play, version, spot, "bet", amount, all_in=all_in))
        play.betting.bet(spot, amount)
        play.put[spot] = play.put.get(spot, 0) + amount
    left = play.left(spot)
    if event.action == "all_in" or (left is not None and left <= 0):
        play.all_in.add(spot)


def _move(play: Play, version: int, spot: int, word: str, added: int = 0, *, all_in: bool = False) -> Move:
    betting = play.betting
    return Move(
        version=version,
        spot=spot,
        word=word,
        added=added,
        street=play.street,
        own=betting.own.get(spot, 0),
        to_match=betting.to_match,
        least=betting.least,
        level=betting.level,
        blind=betting.blind,
        bets=betting.bets,
        players=len(play.live),
        left=play.left(spot),
        pot=play.pot,
        turns=tuple(spot for spot in (betting.turn, betting.turn_otherwise) if spot is not None),
        open=betting.may_raise(spot),
        dead=spot in play.dead,
        all_in=all_in,
        board=play.board,
    )


def _decided(play: Play, event: DecisionMade, version: int) -> None:
    word = event.decision
    play.act(event.spot)
    if word in {"check", "fold"}:
        play.moves.append(_move(play, version, event.spot, word))
        play.betting.act(event.spot)
    if word in DEAD:
        play.dead.setdefault(event.spot, version)
        play.live.discard(event.spot)


def _taken_back(play: Play, event: WagerWithdrawn | WagerReturned, version: int) -> None:
    spot = event.spot
    if isinstance(event, WagerReturned) and event.reason == "uncalled":
        before = play.uncalled.get(spot, Money(version, 0))
        play.uncalled[spot] = Money(version, before.amount + event.amount)
        return
    play.put[spot] = play.put.get(spot, 0) - event.amount
    if event.wager == "ante":
        play.antes[spot] = play.antes.get(spot, 0) - event.amount
    else:
        play.betting.take_back(spot, event.amount)


def _collected(play: Play, event: WagerCollected, version: int) -> None:
    play.collected += event.amount


def _dealt(play: Play, event: CardDealt, version: int) -> None:
    if isinstance(event.to, int):
        play.hole.append((version, event.to, event.face))
    elif event.to == "board":
        street = _shape(play.seating).street_from(play.board)
        if street is not None:
            play.streets.append(Dealt(street, version, play.burns, play.betting.turn))
            play.go_on()
            play.burns = 0
            play.street = street
            play.betting = play.open_betting()
        play.board += 1


def _burned(play: Play, event: CardBurned, version: int) -> None:
    play.burns += 1


def _revealed(play: Play, event: HandRevealed, version: int) -> None:
    """Hands shown on a whole board: nobody is waited for."""
    if play.board_complete:
        play.end(version)


def _awarded(play: Play, event: PotAwarded, version: int) -> None:
    play.end(version)
    key = (event.pot, event.spot)
    before = play.awards.get(key, Money(version, 0))
    play.awards[key] = Money(version, before.amount + event.amount)


def _closed(play: Play, event: RoundClosed, version: int) -> None:
    play.end(version)


def _raked(play: Play, event: RakeTaken, version: int) -> None:
    play.rakes.append(Money(version, event.amount))


def _contributed(play: Play, event: FundContributed, version: int) -> None:
    play.funds.append(Money(version, event.amount))


STEPS: Final[Mapping[str, Callable[[Play, Any, int], None]]] = MappingProxyType(
    {
        "wager_placed": _placed,
        "wager_increased": _placed,
        "wager_withdrawn": _taken_back,
        "wager_returned": _taken_back,
        "wager_collected": _collected,
        "decision_made": _decided,
        "card_dealt": _dealt,
        "card_burned": _burned,
        "hand_revealed": _revealed,
        "pot_awarded": _awarded,
        "rake_taken": _raked,
        "fund_contributed": _contributed,
        "closed": _closed,
    }
)
