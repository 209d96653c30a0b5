"""Events in the words of the pit, one sentence each, for people who were not there.

Every event type has a row; a new one must be given its sentence.  Sentences
are made of an event's JSON, so that what is masked there stays unsaid here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeAlias

Fields: TypeAlias = Mapping[str, Any]

SUITS: Final[Mapping[str, str]] = MappingProxyType({"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"})
JOKERS: Final[Mapping[str, str]] = MappingProxyType({"Xr": "red joker", "Xb": "black joker"})
UNKNOWN: Final = "a card unseen"


@dataclass(frozen=True, slots=True)
class Money:
    """How amounts are written: cents of a currency, or units of a chip game, `unit` of them a chip."""

    currency: str
    unit: int = 1

    def __call__(self, amount: int) -> str:
        """`-2500` as `−$25.00`; never through a float."""
        sign = "−" if amount < 0 else ""
        if self.currency == "chip":
            whole, rest = divmod(abs(amount), self.unit)
            part = f" {rest}/{self.unit}" if rest else ""
            return f"{sign}{whole:,}{part} chips"
        whole, cents = divmod(abs(amount), 100)
        mark, after = ("$", "") if self.currency == "USD" else ("", f" {self.currency}")
        return f"{sign}{mark}{whole:,}.{cents:02}{after}"


def face(card: str | None) -> str:
    """`As` as `A♠`."""
    if card is None:
        return UNKNOWN
    return JOKERS.get(card) or card[0].replace("T", "10") + SUITS[card[1]]


def faces(cards: Sequence[str | None] | None) -> str:
    """Cards in a row."""
    return " ".join(face(card) if card else "?" for card in cards or ())


def place(where: object) -> str:
    """A spot, the dealer, the board or the stand."""
    return f"spot {where}" if isinstance(where, int) else f"the {where}"


def sentence(event: Fields, money: Money) -> str:
    """What an event says, without who and when."""
    return SENTENCES[event["type"]](event, money)


def plain(word: str) -> str:
    """`ante_bonus` as `ante bonus`."""
    return word.replace("_", " ")


# --- parts ------------------------------------------------------------------------


def _wager(event: Fields) -> str:
    """Which wager is meant: its spot, its name, and what else tells it from others."""
    parts = [f"spot {event['spot']} {plain(event['wager'])}"]
    if event.get("on"):
        parts.append(f"on {event['on']}")
    if event.get("patron"):
        parts.append(f"of patron {event['patron']}")
    if event.get("tender", "chips") != "chips":
        parts.append(f"({plain(event['tender'])})")
    return " ".join(parts)


def _chips(event: Fields, money: Money) -> str:
    """`: 2 × $25.00, less 1 × $5.00` where the chips are known."""
    chips = event.get("chips") or {}
    counts = sorted(((int(denomination), count) for denomination, count in chips.items()), reverse=True)
    given = [f"{count} × {money(denomination)}" for denomination, count in counts if count > 0]
    taken = [f"{-count} × {money(denomination)}" for denomination, count in counts if count < 0]
    if not given and not taken:
        return ""
    less = f", less {', '.join(taken)}" if taken else ""
    return f": {', '.join(given)}{less}"


def _moved(verb: str) -> Callable[[Fields, Money], str]:
    return lambda event, money: f"{_wager(event)} {verb} {money(event['amount'])}{_chips(event, money)}"


def _handled(verb: str) -> Callable[[Fields, Money], str]:
    def said(event: Fields, _: Money) -> str:
        what = face(event.get("card")) + (f" (dealt as #{event['of']})" if event.get("of") else "")
        of = f" from {place(event['from'])}" if event.get("from") else ""
        to = f" to {place(event['to'])}" if event.get("to") else ""
        return f"{what} {verb}{of}{to}"

    return said


# --- sentences --------------------------------------------------------------------


def _opened(event: Fields, _: Money) -> str:
    spots = ", ".join(str(spot) for spot in event.get("spots") or ())
    return "round opened" + (f", spots {spots}" if spots else "")


def _closed_betting(event: Fields, _: Money) -> str:
    named = ", ".join(plain(wager) for wager in event.get("wagers") or ())
    return "no more bets" + (f" on {named}" if named else "")


def _dealt(event: Fields, _: Money) -> str:
    at = f", shoe position {event['shoe_position']}" if event.get("shoe_position") else ""
    return f"{face(event.get('card'))} to {place(event['to'])}, face {event['face']}{at}"


def _declared(event: Fields, _: Money) -> str:
    wager = f" {plain(event['wager'])}" if event.get("wager") else ""
    rank = f" with {plain(event['rank'])}" if event.get("rank") else ""
    return f"dealer declared spot {event['spot']}{wager}: {plain(event['outcome'])}{rank}"


def _collected(event: Fields, money: Money) -> str:
    into = f" into the {plain(event['into'])}" if event.get("into") else ""
    return f"{_wager(event)} collected {money(event['amount'])}{into}{_chips(event, money)}"


def _paid(event: Fields, money: Money) -> str:
    stays = ", the stake stays" if event.get("stake") == "stays" else ""
    return f"{_wager(event)} paid {money(event['amount'])}{stays}{_chips(event, money)}"


def _adjusted(event: Fields, money: Money) -> str:
    way = plain(event["direction"])
    return f"{_wager(event)} adjusted {money(event['amount'])} {way}: {event['reason']}"


def _ruled(event: Fields, _: Money) -> str:
    rule = f" ({event['rule']})" if event.get("rule") else ""
    return f"ruling: {event['ruling']}{rule}, approved by {event['approved_by']}"


def _corrected(event: Fields, money: Money) -> str:
    now = "should not have been recorded" if event.get("event") is None else sentence(event["event"], money)
    why = f"Reason: {event['reason']}, approved by {event['approved_by']}"
    return f"#{event['corrects']} corrected: {now}. {why}"


def _collected_hand(event: Fields, _: Money) -> str:
    cards = f", picked up {faces(event['cards'])}" if event.get("cards") else ""
    return f"hand of {place(event['to'])} into the discard rack{cards}"


def _irregular(event: Fields, _: Money) -> str:
    spots = ", ".join(str(spot) for spot in event.get("spots") or ())
    return f"irregularity: {plain(event['kind'])}" + (f", spots {spots}" if spots else "")


def _draw(event: Fields, _: Money) -> str:
    known = faces(event.get("cards")) or f"{event.get('count', 0)} cards"
    return f"spot {event['spot']} discarded {known}"


SENTENCES: Final[Mapping[str, Callable[[Fields, Money], str]]] = MappingProxyType(
    {
        "opened": _opened,
        "wager_placed": _moved("placed"),
        "wager_increased": _moved("increased by"),
        "wager_withdrawn": _moved("withdrawn"),
        "wager_carried": lambda event, money: (
            f"{_wager(event)} carried {money(event['amount'])} from {event['from']}"
        ),
        "betting_closed": _closed_betting,
        "card_dealt": _dealt,
        "card_burned": lambda event, _: f"{face(event.get('card'))} burned",
        "deck_cut": lambda event, _: "deck cut" + (f" {event['at']} cards down" if event.get("at") else ""),
        "cover_card_placed": lambda event, _: f"cover card placed on {place(event['to'])}",
        "card_exposed": _handled("exposed"),
        "card_moved": _handled("moved"),
        "card_returned": _handled("returned to the shoe"),
        "decision_made": lambda event, _: f"spot {event['spot']}: {plain(event['decision'])}",
        "cards_discarded": _draw,
        "hand_revealed": lambda event, _: f"{place(event['to'])} revealed {faces(event['cards'])}",
        "outcome_declared": _declared,
        "wager_collected": _collected,
        "wager_paid": _paid,
        "wager_returned": lambda event, money: (
            f"{_wager(event)} returned {money(event['amount'])} ({event['reason']}){_chips(event, money)}"
        ),
        "progressive_won": lambda event, money: (
            f"{_wager(event)} won {money(event['amount'])} of {event['fund']}"
        ),
        "progressive_paid": lambda event, money: (
            f"{_wager(event)} paid {money(event['amount'])} of {event['fund']} at the {plain(event['at'])}"
        ),
        "hand_collected": _collected_hand,
        "stub_collected": lambda event, _: (
            "stub into the discard rack"
            + (f", {event['count']} cards" if event.get("count") is not None else "")
        ),
        "wheel_spun": lambda event, _: f"wheel stopped at {event['result']}",
        "dice_shaken": lambda event, _: f"dice {', '.join(str(die) for die in event['dice'])}",
        "numbers_drawn": lambda event, _: f"drawn {', '.join(str(one) for one in event['numbers'])}",
        "pot_awarded": lambda event, money: (
            f"pot {event['pot']}: {money(event['amount'])} awarded to spot {event['spot']}"
        ),
        "rake_taken": lambda event, money: (
            f"{plain(event['kind'])} {money(event['amount'])} taken into the {plain(event['into'])}"
        ),
        "fund_contributed": lambda event, money: f"{money(event['amount'])} to the fund {event['fund']}",
        "irregularity_noted": _irregular,
        "ruling_made": _ruled,
        "adjustment_posted": _adjusted,
        "corrected": _corrected,
        "voided": lambda event, _: f"round declared void: {event['reason']}",
        "closed": lambda _, __: "round closed",
    }
)
