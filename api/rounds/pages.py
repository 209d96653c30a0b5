"""The report of a round as one page: no script, nothing loaded from elsewhere, prints well."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from ledger.cards import JOKERS
from projections.reports.words import SUITS, Money, plain

HTML: Final = "text/html"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
AFTER_THE_SPOTS: Final = ("stand", "dealer", "board", "burned")
# How well a rule is known, in words; only the first is law.
EVIDENCE: Final[Mapping[str, str]] = {
    "nj_text": "text of the law, read",
    "mixed": "unverified: part text of the law, part not read",
    "derived": "unverified: deduced, the text does not say it in so many words",
    "not_nj_text": "unverified: not New Jersey text",
    "not_found": "unverified: no source found",
}


def page(document: Mapping[str, Any]) -> HTMLResponse:
    """The page of a report."""
    money = Money(document["currency"], document["unit"] or 1)
    places = sorted(document["cards"], key=in_order)
    text = PAGES.get_template("report.html").render(report=document, places=places, money=money)
    return HTMLResponse(text, headers={"Content-Security-Policy": POLICY, "ETag": f'"{document["version"]}"'})


def in_order(place: str) -> tuple[int, int]:
    """Spots from the dealer's left, then the dealer's side of the table."""
    return (0, int(place)) if place.isdecimal() else (1, AFTER_THE_SPOTS.index(place))


def _suit(card: str | None) -> str:
    return "" if card is None or card in JOKERS else SUITS[card[1]]


def _rank(card: str | None) -> str:
    if card is None:
        return ""
    return "★" if card in JOKERS else card[0].replace("T", "10")


def _colour(card: str | None) -> str:
    if card is None:
        return "unseen"
    return "red" if card[1] in "dhr" else "unsuited" if card[1] == "?" else "black"


def _clock(instant: str | None) -> str:
    """The time of day by the clock that was read, to the second; its offset stands in the title."""
    return "not known" if instant is None else datetime.fromisoformat(instant).strftime("%H:%M:%S")


def _day(instant: str | None) -> str:
    if instant is None:
        return "time not known"
    return datetime.fromisoformat(instant).strftime("%d %b %Y, %H:%M:%S %z")


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("api.rounds"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        suit=_suit,
        rank=_rank,
        colour=_colour,
        clock=_clock,
        day=_day,
        plain=plain,
        evidence=EVIDENCE.__getitem__,
    )
    return made


PAGES: Final = _environment()
