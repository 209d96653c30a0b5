"""Which round a hand is: from what its text says, never from where the file lies or when it is read."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from decimal import Decimal
from hashlib import sha256
from typing import Final, NamedTuple
from unicodedata import normalize

from ledger.amounts import CHIP, DEFAULT_CURRENCY
from ledger.identity import MOST_NUMBER
from ledger.importers.phh.hand import Fields, Hand

NO_VENUE: Final = "no-venue"
LONGEST: Final = 64


class Table(NamedTuple):
    """A table by name; `currency` None is the ledger's default, which chips go with as well."""

    name: str
    currency: str | None


def table_of(hand: Hand, currency: str) -> Table:
    """The table of a hand: its venue as a name.

    A table has one currency, so a venue where hands are in another than the
    default has one more table for each.
    """
    name = _slug(hand.venue) if hand.venue is not None else NO_VENUE
    if currency in {CHIP, DEFAULT_CURRENCY}:
        return Table(name, None)
    return Table(f"{name}-{currency}", currency)


def _slug(venue: str) -> str:
    """A text as a name; where letters are lost or too many, its digest tells it apart."""
    plain = normalize("NFKD", venue).encode("ascii", "ignore").decode()
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-._")
    if name and len(plain) >= len(venue) and len(name) <= LONGEST - len("-USD"):
        return name
    digest = sha256(venue.encode()).hexdigest()[:12]
    return f"{name[:40]}-{digest}" if name else f"venue-{digest}"


def round_number(hand: Hand, section: str | None) -> int:
    """The number of the round: the hand's at its venue, else one that follows from what the hand says.

    A hand number counts at a venue: without one, two hands of the same number
    are two hands.
    """
    if hand.venue is not None and hand.number is not None:
        text = str(hand.number)
        if re.fullmatch(r"0|[1-9]\d{0,15}", text) and int(text) <= MOST_NUMBER:
            return int(text)
    said = json.dumps([section, _plain(hand.fields)], sort_keys=True, ensure_ascii=False)
    return int.from_bytes(sha256(said.encode()).digest()) % (MOST_NUMBER + 1)


def _plain(value: object) -> object:
    """The same for equal content, however it was written: 2.50 is 2.5, and lines may end as they like."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return str(Decimal(value).normalize())
    return value if isinstance(value, bool) else str(value)


def begun(hand: Hand) -> datetime | None:
    """When the hand began, where the file says date, time and UTC; else None.

    Another zone would have to be looked up in a table that changes with the
    machine, and the same text has to give the same record everywhere.
    """
    if hand.held_on is None or hand.begun_at is None or not _is_utc(hand.fields):
        return None
    return datetime.combine(hand.held_on, hand.begun_at, UTC)


def _is_utc(fields: Fields) -> bool:
    """Whether the file's time is in UTC: said so, or by the format where neither zone nor place is said."""
    zone, short = fields.get("time_zone"), fields.get("time_zone_abbreviation")
    if zone is not None or short is not None:
        return {zone, short} <= {None, "UTC", "GMT", "Etc/UTC"}
    return not all(fields.get(name) for name in ("city", "region", "country"))
