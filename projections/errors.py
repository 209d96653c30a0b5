"""Refusals of what is asked of views, beside those that the ledger has of its own."""

from __future__ import annotations

from ledger.errors import NotARecord, Unavailable


class RackUnreadable(NotARecord):
    code = "rack_unreadable"
    text = "these are no cards as found: {detail}"


class CardTwice(NotARecord):
    code = "card_twice"
    text = "{card} is there twice, at places {first} and {second}: the game has one deck"


class TooManyCards(NotARecord):
    code = "too_many_cards"
    text = "{cards} cards were found, there can be {most} at most"


class ChartUnreadable(Unavailable):
    code = "chart_unreadable"
    text = "the chart of accounts {file} cannot be used: {detail}"
