"""The notation of actions: `d dh p1 AsKd`, `p3 cbr 40`, `p1 sm -`, `# a remark`.

Source: the PHH specification, state progression.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from ledger.cards import FACES, JOKERS
from ledger.importers.phh.refusals import HandRefused

Deed = Literal["remark", "board", "hole", "fold", "call", "raise", "show", "muck"]

_AMOUNT: Final = re.compile(r"\d{1,20}(\.\d{1,10})?")
_PLAYER: Final = re.compile(r"p([1-9]\d?)")
_UNKNOWN: Final = "??"
_AS_DEALT: Final = "-"


class Action(NamedTuple):
    """What was done, by or to which player (from 0); `cards` None with a show means: as they were dealt."""

    deed: Deed
    player: int | None = None
    cards: tuple[str | None, ...] | None = None
    amount: Fraction | None = None
    remark: str | None = None


def read_actions(texts: Iterable[str], players: int) -> tuple[Action, ...]:
    """The actions in order.  Raises HandRefused where one cannot be read."""
    return tuple(_action(text, players) for text in texts)


def _action(text: str, players: int) -> Action:
    words, hash_sign, said = text.partition("#")
    remark = said.strip() or None if hash_sign else None
    match words.split():
        case []:
            return Action("remark", remark=remark)
        case ["d", "db", cards]:
            return Action("board", cards=_cards(cards, text), remark=remark)
        case ["d", "dh", player, cards]:
            return Action("hole", _player(player, players, text), _cards(cards, text), remark=remark)
        case [player, *rest]:
            return _played(_player(player, players, text), rest, text)._replace(remark=remark)
    raise HandRefused("action_unreadable", text)


def _played(player: int, words: list[str], text: str) -> Action:
    match words:
        case ["f"]:
            return Action("fold", player)
        case ["cc"]:
            return Action("call", player)
        case ["cbr", amount] if _AMOUNT.fullmatch(amount):
            return Action("raise", player, amount=Fraction(Decimal(amount)))
        case ["sm"]:
            return Action("muck", player)
        case ["sm", cards]:
            return Action("show", player, None if cards == _AS_DEALT else _cards(cards, text))
    raise HandRefused("action_unreadable", text)


def _player(word: str, players: int, text: str) -> int:
    found = _PLAYER.fullmatch(word)
    if found is None or int(found[1]) > players:
        raise HandRefused("action_unreadable", text)
    return int(found[1]) - 1


def _cards(word: str, text: str) -> tuple[str | None, ...]:
    found = [word[at : at + 2] for at in range(0, len(word), 2)]
    if any(card != _UNKNOWN and (card not in FACES or card in JOKERS) for card in found):
        raise HandRefused("action_unreadable", text)
    return tuple(None if card == _UNKNOWN else card for card in found)
