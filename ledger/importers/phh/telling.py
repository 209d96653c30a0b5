"""The events of a hand, told in order: posts, cards, bets, folds, shows.

What the file leaves to be understood is worked out here: what a call costs, a
post or a call that a stack does not cover.  Who wins is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, TypeAlias

from ledger.games.poker.betting import Betting
from ledger.importers.phh.actions import Action, Deed
from ledger.importers.phh.hand import BETS, Hand
from ledger.importers.phh.money import Money
from ledger.importers.phh.refusals import HandRefused

Event: TypeAlias = dict[str, object]

MOST_BOARD: Final = 5
LONGEST_NOTE: Final = 4000


class Telling:
    """A hand being told, amounts in units of the record.

    `order` are the spots clockwise from the button's left, `put` what each put
    in, `last_bet` how many events there were when the betting ended.
    """

    def __init__(self, hand: Hand, money: Money) -> None:
        self.hand = hand
        self.money = money
        self.order: tuple[int, ...] = hand.seats or tuple(range(1, hand.players + 1))
        self.antes = self._by_spot(hand.antes)
        self.forced = self._by_spot(hand.forced)
        self.stacks = self._by_spot(hand.stacks)
        self.put = dict.fromkeys(self.order, 0)
        self.held: dict[int, list[str | None]] = {spot: [] for spot in self.order}
        self.live, self.all_in = set(self.order), set[int]()
        self.board = 0
        self.events: list[Event] = []
        self.last_bet = 0
        self._remarks: list[str] = []
        self.open_betting()

    def _by_spot(self, amounts: Iterable[Fraction | None]) -> dict[int, int]:
        """Amounts by spot, without those that are nothing or not known."""
        listed = zip(self.order, amounts, strict=True)
        return {spot: self.money.units(amount) for spot, amount in listed if amount}

    def open_betting(self) -> None:
        """A new street: nothing is to be matched."""
        self.betting = Betting(self.order, self.live, self.all_in, 0, 0)

    def left(self, spot: int) -> int | None:
        """What is left of a stack; None where it is unknown."""
        stack = self.stacks.get(spot)
        return None if stack is None else stack - self.put[spot]

    def remark(self, text: str | None) -> None:
        """Keep a remark of the file for the event that comes next."""
        if text:
            self._remarks.append(text)

    def tell(self, named: str, **fields: object) -> None:
        """Add an event, with the remarks that were made before it."""
        event: Event = {"type": named, **fields}
        if self._remarks:
            event["note"] = "; ".join(self._remarks)[:LONGEST_NOTE]
            self._remarks.clear()
        self.events.append(event)

    def put_in(self, spot: int, wager: str, amount: int, action: str) -> None:
        """Chips went in; `action` is all_in where nothing is left."""
        self.put[spot] += amount
        if self.left(spot) == 0:
            self.all_in.add(spot)
            action = action if action == "post" else "all_in"
        self.tell("wager_placed", spot=spot, wager=wager, amount=amount, action=action)


def tell(hand: Hand, money: Money, actions: Iterable[Action], heading: str) -> Telling:
    """The events of a hand up to where its actions end; `heading` is the note of the first."""
    telling = Telling(hand, money)
    _open(telling, heading)
    _post(telling)
    for action in actions:
        telling.remark(action.remark)
        DEEDS[action.deed](telling, action)
    return telling


# --- before the deal ----------------------------------------------------------


def _open(telling: Telling, heading: str) -> None:
    hand = telling.hand
    telling.remark(heading)
    telling.tell(
        "opened",
        spots=sorted(telling.order),
        stacks=_keyed(telling.stacks),
        button=telling.order[-1],
        structure=_structure(telling),
    )
    if hand.seats is None and "seats" in hand.fields:
        telling.remark("the seats of the file do not run clockwise from the button: players are numbered")


def _structure(telling: Telling) -> dict[str, object]:
    hand, straddling = telling.hand, _straddling(telling)
    blinds = {spot: amount for spot, amount in telling.forced.items() if spot not in straddling}
    straddles = {spot: telling.forced[spot] for spot in straddling}
    parts = {"antes": telling.antes, "blinds": blinds, "straddles": straddles}
    return {
        "limit": hand.kind.limit,
        **{name: _keyed(amounts) for name, amounts in parts.items() if amounts},
        **{name: telling.money.units(hand.bets[name]) for name in BETS[hand.kind.limit]},
    }


def _keyed(amounts: Mapping[int, int]) -> dict[str, int]:
    """Amounts by spot as JSON has them."""
    return {str(spot): amount for spot, amount in amounts.items()}


def _straddling(telling: Telling) -> frozenset[int]:
    """Who straddles: posts more than the big blind, from elsewhere than the blinds' places."""
    blinds, others = telling.order[:2], telling.order[2:]
    big = max(telling.forced.get(spot, 0) for spot in blinds)
    return frozenset(spot for spot in others if big and telling.forced.get(spot, 0) > big)


def _post(telling: Telling) -> None:
    """Antes, then blinds and straddles, as far as each stack goes."""
    straddling = _straddling(telling)
    for spot, amount in telling.antes.items():
        _post_one(telling, spot, "ante", amount)
    for spot, amount in telling.forced.items():
        _post_one(telling, spot, "straddle" if spot in straddling else "blind", amount)


def _post_one(telling: Telling, spot: int, wager: str, amount: int) -> None:
    left = telling.left(spot)
    posted = amount if left is None else min(amount, left)
    if posted:
        telling.put_in(spot, wager, posted, "post")
        if wager != "ante":
            telling.betting.post(spot, posted)


# --- the dealer ---------------------------------------------------------------


def _remark(telling: Telling, action: Action) -> None:
    """A remark alone goes with the next event."""


def _hole(telling: Telling, action: Action) -> None:
    spot = _spot(telling, action)
    for card in action.cards or ():
        telling.held[spot].append(card)
        telling.tell("card_dealt", to=spot, card=card, face="down")


def _board(telling: Telling, action: Action) -> None:
    cards = action.cards or ()
    telling.board += len(cards)
    if telling.board > MOST_BOARD:
        raise HandRefused("action_impossible", f"a board of {telling.board} cards")
    telling.open_betting()
    for card in cards:
        telling.tell("card_dealt", to="board", card=card, face="up")


# --- the players --------------------------------------------------------------


def _spot(telling: Telling, action: Action) -> int:
    assert action.player is not None
    return telling.order[action.player]


def _acting(telling: Telling, action: Action) -> int:
    """The spot of a player who acts in the betting."""
    spot = _spot(telling, action)
    if spot not in telling.live:
        raise HandRefused("action_impossible", f"p{telling.order.index(spot) + 1} acts after he folded")
    if spot in telling.all_in:
        raise HandRefused("action_impossible", f"p{telling.order.index(spot) + 1} acts and is all in")
    return spot


def _fold(telling: Telling, action: Action) -> None:
    spot = _acting(telling, action)
    telling.betting.act(spot)
    telling.live.discard(spot)
    telling.tell("decision_made", spot=spot, decision="fold")
    telling.last_bet = len(telling.events)


def _call(telling: Telling, action: Action) -> None:
    spot = _acting(telling, action)
    owed, left = telling.betting.owed(spot), telling.left(spot)
    amount = owed if left is None else min(owed, left)
    if amount:
        telling.put_in(spot, "bet", amount, "call")
        telling.betting.bet(spot, amount)
    else:
        telling.betting.act(spot)
        telling.tell("decision_made", spot=spot, decision="check")
    telling.last_bet = len(telling.events)


def _raise(telling: Telling, action: Action) -> None:
    """A bet or raise; the amount of the file is what the player has then put in on this street."""
    spot = _acting(telling, action)
    assert action.amount is not None
    amount = telling.money.units(action.amount) - telling.betting.own[spot]
    left = telling.left(spot)
    if amount <= 0 or (left is not None and amount > left):
        raise HandRefused("action_impossible", f"p{telling.order.index(spot) + 1} cbr {action.amount}")
    telling.put_in(spot, "bet", amount, "raise" if telling.betting.to_match else "bet")
    telling.betting.bet(spot, amount)
    telling.last_bet = len(telling.events)


def _show(telling: Telling, action: Action) -> None:
    spot = _spot(telling, action)
    cards = telling.held[spot] if action.cards is None else action.cards
    telling.tell("hand_revealed", to=spot, cards=list(cards))


def _muck(telling: Telling, action: Action) -> None:
    spot = _spot(telling, action)
    telling.live.discard(spot)
    telling.tell("decision_made", spot=spot, decision="muck")


DEEDS: Final[Mapping[Deed, Callable[[Telling, Action], None]]] = MappingProxyType(
    {
        "remark": _remark,
        "hole": _hole,
        "board": _board,
        "fold": _fold,
        "call": _call,
        "raise": _raise,
        "show": _show,
        "muck": _muck,
    }
)
