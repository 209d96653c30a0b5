"""The blast radius: which rounds a deck dealt in a time, or while a card was missing or too many.

Rounds count whole: who bet in one is touched by all of it.  They stand as of
the position looked at, so that the answer is the same for ever.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import product
from typing import NamedTuple
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.decks import composition
from ledger.decks.composition import Gap
from ledger.decks.state import Deck, Use, should_hold
from ledger.errors import InvalidQuery
from projections.asking import Fields, Look
from projections.decks import queries
from projections.decks.answers import GapSaid, Impact, PatronTouched, Touched
from projections.decks.hiding import SeenDeck
from projections.rounds.again import again


class Fault(NamedTuple):
    """What is asked: a deck, between two times, or while a card was missing or extra, or both together."""

    since: datetime | None = None
    until: datetime | None = None
    missing: str | None = None
    extra: str | None = None


class _Window(NamedTuple):
    """A time looked at, from and until when; `seen_in` is the round in which the card was still there."""

    since: datetime | None
    until: datetime | None
    seen_in: str | None = None


class DealtRounds:
    """The rounds dealt from a deck as one may see them, as of the position looked at."""

    def __init__(self, ledger: Ledger, look: Look, deck: str, *, sees_all: bool) -> None:
        self._look, self._deck, self._sees_all = look, deck, sees_all
        # Of what was recorded later the view knows only how it stands now.
        self._again = again(ledger, look.as_of, queries.changed(look, deck), sees_all=sees_all)

    def between(self, since: datetime | None, until: datetime | None) -> list[Fields]:
        """Those of which a card was dealt from one time on, before another, in the order dealt."""
        rows = queries.rounds(self._look, self._deck, since, until, sees_all=self._sees_all)
        rows = [row for row in rows if row["position"] <= self._look.as_of]
        rows += [row for row in self._again if _dealt_in(row, since, until)]
        return sorted(rows, key=lambda row: (row["dealt_from"] is None, row["dealt_from"]))

    def last_seen(self, card: str, before: datetime) -> Fields | None:
        """The last in which a card was seen before a time."""
        mark = queries.seen_mark(card)
        rows = [row for row in self._again if mark in row["marks"] and _dealt_in(row, None, before)]
        row = queries.last_seen(self._look, self._deck, card, before, sees_all=self._sees_all)
        return _latest([*rows, row] if row else rows)

    def named(self, key: str) -> Fields | None:
        """The one with a key."""
        found = next((row for row in self._again if row["key"] == key), None)
        return found or queries.one(self._look, self._deck, key, sees_all=self._sees_all)


def impact(ledger: Ledger, look: Look, known: SeenDeck, fault: Fault, *, sees_all: bool) -> Impact:
    """All that a fault touched.  Raises InvalidQuery where the times are no time, or hold too many rounds."""
    span(fault.since, fault.until)
    deck = known.deck
    dealt = DealtRounds(ledger, look, deck.header.name, sees_all=sees_all)
    gaps = _gaps(deck, fault)
    of_a_card = fault.missing is not None or fault.extra is not None
    windows = [_bounded(dealt, deck, gap) for gap in gaps] if of_a_card else [_Window(None, None)]
    found: dict[object, Fields] = {}
    for window in [_within(window, fault.since, fault.until) for window in windows]:
        rows = dealt.between(window.since, window.until)
        # In the very round in which the card was seen last it was not missing.
        found.update((row["round_id"], row) for row in rows if row["key"] != window.seen_in)
    touched = sorted(map(_touched, found.values()), key=lambda one: (one.dealt_from is None, one.dealt_from))
    one_currency = len({one.currency for one in touched}) <= 1
    return Impact(
        as_of=look.as_of,
        lag=look.lag,
        deck=deck.header.name,
        masked=known.masked,
        missing=fault.missing,
        extra=fault.extra,
        windows=[said(gap) for gap in gaps],
        bounded_by=next((one.seen_in for one in windows if one.seen_in is not None), None),
        rounds=len(touched),
        hands=sum(one.hands for one in touched),
        wagers=sum(one.wagers for one in touched),
        staked=sum(one.staked for one in touched) if one_currency else None,
        net_to_patrons=sum(one.net for one in touched) if one_currency else None,
        by_status=Counter(one.status for one in touched),
        naming_no_deck=len(_naming_no_deck(look, deck.uses, windows, fault)),
        by_patron=_by_patron(found.values()),
        touched=touched,
    )


def span(since: datetime | None, until: datetime | None) -> tuple[datetime | None, datetime | None]:
    """Two times as asked for, either of them open.  Raises InvalidQuery where no time lies between."""
    if since is not None and until is not None and since >= until:
        raise InvalidQuery(detail="the time from which is before the time until which")
    return since, until


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
        not_before=gap.not_before,
        last_seen=gap.last_seen,
    )


def _gaps(deck: Deck, fault: Fault) -> list[Gap]:
    wanted = {("missing", fault.missing), ("extra", fault.extra)}
    return [gap for gap in composition.gaps(deck) if (gap.kind, gap.card) in wanted and gap.card is not None]


def _bounded(dealt: DealtRounds, deck: Deck, gap: Gap) -> _Window:
    """The time of a gap with the earliest beginning that it can have had, and the round that says so.

    That a card was dealt says that it was there only where the deck has it once;
    of one that it has several times whoever found it may know the round.
    """
    if gap.since is not None:
        return _Window(gap.since, gap.until)
    rows = [] if gap.last_seen is None else [dealt.named(gap.last_seen)]
    once = should_hold(deck.inspected_at(gap.known_at)).get(gap.card or "") == 1
    if gap.kind == "missing" and gap.card is not None and gap.known_at is not None and once:
        rows.append(dealt.last_seen(gap.card, gap.known_at))
    last = _latest([row for row in rows if row is not None])
    if last is None or (gap.not_before is not None and last["dealt_until"] < gap.not_before):
        return _Window(gap.not_before, gap.until)
    return _Window(last["dealt_until"], gap.until, last["key"])


def _latest(rows: Sequence[Fields]) -> Fields | None:
    timed = [row for row in rows if row["dealt_until"] is not None]
    return max(timed, key=lambda row: row["dealt_until"], default=None)


def _dealt_in(row: Fields, since: datetime | None, until: datetime | None) -> bool:
    """Whether a card was dealt from one time on, before another; of an untimed round, where both are open."""
    if row["dealt_from"] is None:
        return since is None and until is None
    return (until is None or row["dealt_from"] < until) and (since is None or row["dealt_until"] >= since)


def _within(window: _Window, since: datetime | None, until: datetime | None) -> _Window:
    """The part of a time that lies between two others."""
    return window._replace(since=_both((since, window.since), max), until=_both((until, window.until), min))


def _both(times: tuple[datetime | None, datetime | None], pick: Callable[..., datetime]) -> datetime | None:
    """The later or the earlier of two times, of which one or both may be open."""
    known = [time for time in times if time is not None]
    return pick(known) if known else None


def _naming_no_deck(look: Look, uses: Sequence[Use], windows: Sequence[_Window], fault: Fault) -> set[UUID]:
    """The rounds of the tables at which the deck lay then that do not say from which deck they were dealt."""
    found: set[UUID] = set()
    for use, window in product(uses, windows):
        own = _within(_within(window, fault.since, fault.until), use.since, use.until)
        found |= queries.naming_no_deck(look, use.table, own.since, own.until)
    return found


def _touched(row: Fields) -> Touched:
    return Touched(
        round=row["round_id"],
        key=row["key"],
        table=row["table_name"],
        gaming_date=None if row["gaming_date"] is None else str(row["gaming_date"]),
        session=row["session"],
        dealers=row["dealers"],
        currency=row["currency"],
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
    """Totals by patron and currency, who lost most first."""
    sums: dict[tuple[str, str], list[int]] = {}
    for row in rows:
        dealt = _spots(row)
        for one in row["patrons"]:
            hands = len(dealt.intersection(map(str, one["spots"])))
            said = (1, hands, one["wagers"], one["staked"], one["net"])
            had = sums.setdefault((one["patron"], row["currency"]), [0] * len(said))
            for place, amount in enumerate(said):
                had[place] += amount
    found = [
        PatronTouched(
            patron=patron,
            currency=currency,
            rounds=rounds,
            hands=hands,
            wagers=wagers,
            staked=staked,
            net=net,
        )
        for (patron, currency), (rounds, hands, wagers, staked, net) in sums.items()
    ]
    return sorted(found, key=lambda one: (one.currency, one.net, one.patron))
