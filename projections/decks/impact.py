"""The blast radius: which rounds a deck dealt in a time, or while a card was missing or too many.

Rounds count whole: who bet in one is touched by all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from ledger.decks import composition
from ledger.decks.composition import Gap
from ledger.decks.state import Deck
from projections.asking import Fields, Look
from projections.decks import queries
from projections.decks.answers import GapSaid, Impact, PatronTouched, Touched


class Fault(NamedTuple):
    """What is asked: a deck, between two times, or while a card was missing or extra, or both together."""

    since: datetime | None = None
    until: datetime | None = None
    missing: str | None = None
    extra: str | None = None


def impact(look: Look, deck: Deck, fault: Fault, *, sees_all: bool) -> Impact:
    """All that a fault touched."""
    gaps = _gaps(deck, fault)
    bounded = [_bounded(look, deck.header.name, gap) for gap in gaps]
    windows = [gap for gap, _ in bounded] if _of_a_card(fault) else [_whole()]
    found: dict[object, Fields] = {}
    for window in windows:
        since, until = _both((fault.since, window.since), max), _both((fault.until, window.until), min)
        for row in queries.rounds(look, deck.header.name, since, until, sees_all=sees_all):
            if not _just_seen(row, [key for _, key in bounded]):
                found.setdefault(row["round_id"], row)
    touched = [_touched(row) for row in found.values()]
    return Impact(
        as_of=look.as_of,
        lag=look.lag,
        deck=deck.header.name,
        missing=fault.missing,
        extra=fault.extra,
        windows=[said(gap) for gap, _ in bounded],
        bounded_by=next((key for _, key in bounded if key is not None), None),
        rounds=len(touched),
        hands=sum(one.hands for one in touched),
        wagers=sum(one.wagers for one in touched),
        staked=sum(one.staked for one in touched),
        net_to_patrons=sum(one.net for one in touched),
        by_patron=_by_patron(found.values()),
        touched=touched,
    )


def said(gap: Gap) -> GapSaid:
    """A gap as it is answered."""
    return GapSaid(
        kind=gap.kind,
        card=gap.card,
        since=gap.since,
        known_at=gap.known_at,
        until=gap.until,
        version=gap.version,
        backs=gap.foreign,
    )


def _of_a_card(fault: Fault) -> bool:
    return fault.missing is not None or fault.extra is not None


def _gaps(deck: Deck, fault: Fault) -> list[Gap]:
    wanted = {("missing", fault.missing), ("extra", fault.extra)}
    return [gap for gap in composition.gaps(deck) if (gap.kind, gap.card) in wanted and gap.card is not None]


def _whole() -> Gap:
    return Gap("missing", None, None, None, None, 1)


def _bounded(look: Look, deck: str, gap: Gap) -> tuple[Gap, str | None]:
    """A gap with the earliest beginning that it can have had, and the round that says so."""
    if gap.since is not None or gap.known_at is None or gap.card is None or gap.kind == "extra":
        return gap, None
    last = queries.last_seen(look, deck, gap.card, gap.known_at)
    return (gap, None) if last is None else (gap._replace(since=last["dealt_until"]), last["key"])


def _just_seen(row: Fields, keys: Sequence[str | None]) -> bool:
    """Whether this is the very round in which the card was seen last: it was not missing then."""
    return row["key"] in {key for key in keys if key is not None}


def _both(times: tuple[datetime | None, datetime | None], pick: Callable[..., datetime]) -> datetime | None:
    """The later or the earlier of two times, of which one or both may be open."""
    known = [time for time in times if time is not None]
    return pick(known) if known else None


def _touched(row: Fields) -> Touched:
    return Touched(
        round=row["round_id"],
        key=row["key"],
        table=row["table_name"],
        gaming_date=None if row["gaming_date"] is None else str(row["gaming_date"]),
        opened_at=row["opened_at"],
        dealt_from=row["dealt_from"],
        dealt_until=row["dealt_until"],
        status=row["status"],
        hands=len(_spots(row)),
        wagers=sum(one["wagers"] for one in row["patrons"]),
        staked=int(row["staked"]),
        net=sum(one["net"] for one in row["patrons"]),
    )


def _spots(row: Fields) -> set[str]:
    """The spots that held cards: the dealer's hand and the board are nobody's."""
    return {place for place in row["hands"] if place.isdigit()}


def _by_patron(rows: Iterable[Fields]) -> list[PatronTouched]:
    """Totals by patron, who lost most first."""
    sums: dict[str, list[int]] = {}
    for row in rows:
        dealt = _spots(row)
        for one in row["patrons"]:
            hands = len(dealt.intersection(map(str, one["spots"])))
            said = (1, hands, one["wagers"], one["staked"], one["net"])
            had = sums.setdefault(one["patron"], [0] * len(said))
            for place, amount in enumerate(said):
                had[place] += amount
    found = [
        PatronTouched(patron=patron, rounds=rounds, hands=hands, wagers=wagers, staked=staked, net=net)
        for patron, (rounds, hands, wagers, staked, net) in sums.items()
    ]
    return sorted(found, key=lambda one: (one.net, one.patron))
