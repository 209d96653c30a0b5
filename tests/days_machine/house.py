"""A house that keeps its own books: what was told of each table, and what must follow from it.

Independent of the ledger on purpose: the sums are those of an accountant who
reads the records alone (`tests.book.accountant`), put right where they were
corrected.  Money is whole cents, chips are counts by denomination in cents.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from tests.book.accountant import Accountant, worth
from tests.scenario import Event

Chips = Counter[int]
# Where a number is counted as used, by the events that use one.
USES = frozenset({"commission_uncollected", "commission_recovered"})


def happened(event: Event) -> datetime:
    return datetime.fromisoformat(event["occurred_at"])


@dataclass
class Stream:
    """A stream as it was told: `log` as recorded, `now` as it stands, None where it was struck out."""

    header: dict[str, Any]
    log: list[Event] = field(default_factory=list)
    now: list[Event | None] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """One more event; a correction puts its fact in the place of another, or takes it away."""
        self.log.append(event)
        self.now.append(event)
        if event["type"] != "corrected":
            return
        target = event["corrects"]
        undone = "event" not in event and self.log[target - 1]["type"] == "corrected"
        while self.log[target - 1]["type"] == "corrected":
            target = self.log[target - 1]["corrects"]
        original = self.log[target - 1]
        if undone:
            self.now[target - 1] = original
        elif "event" in event:
            self.now[target - 1] = {"occurred_at": original["occurred_at"], **event["event"]}
        else:
            self.now[target - 1] = None

    @property
    def facts(self) -> list[Event]:
        """The events in effect, corrections left out."""
        return [one for one in self.now if one is not None and one["type"] != "corrected"]

    def first(self, kind: str) -> Event | None:
        """The first event of a kind in effect."""
        return next((one for one in self.facts if one["type"] == kind), None)


@dataclass
class Round(Stream):
    """A round of a session; `due` is what the rules give the house, None where they say nothing."""

    due: int | None = None

    @property
    def settled(self) -> int:
        """What the house took and paid, in cents."""
        sign = {"wager_collected": 1, "wager_paid": -1}
        return sum(sign.get(one["type"], 0) * one.get("amount", 0) for one in self.facts)


@dataclass
class Part:
    """What moved in one shift: the terms of A.4, the tray, and the tray's chips without a count."""

    of: Counter[str] = field(default_factory=Counter)
    chips: Chips = field(default_factory=Counter)
    unspecified: int = 0

    def add(self, other: Part) -> None:
        self.of.update(other.of)
        self.chips.update(other.chips)
        self.unspecified += other.unspecified

    @property
    def tray(self) -> int:
        """What it adds to the tray, in cents."""
        return self.unspecified + sum(face * count for face, count in self.chips.items())

    @property
    def accountant(self) -> Accountant:
        """Whoever knows the formulas."""
        found = Accountant()
        found.of = self.of
        return found


@dataclass
class Session(Stream):
    """A session of a table, with the rounds played in it and what was put right out of its tray.

    `strange` are cents that rounds of other currencies moved in that tray.
    """

    pit: str = ""
    game: str = ""
    currency: str = "USD"
    rounds: list[Round] = field(default_factory=list)
    beside: list[Event] = field(default_factory=list)
    strange: Counter[str] = field(default_factory=Counter)

    @property
    def key(self) -> str:
        return f"{self.header['table']}/{self.header['gaming_date']}/{self.header['number']}"

    @property
    def day(self) -> date:
        return date.fromisoformat(self.header["gaming_date"])

    @property
    def place(self) -> tuple[str, date, int]:
        """Its place among the sessions of all tables."""
        return self.header["table"], self.day, self.header["number"]

    @property
    def opener(self) -> dict[int, int]:
        opened = self.first("opened")
        assert opened is not None, "an opener is never struck out"
        return faces(opened["opener"])

    @property
    def closer(self) -> dict[int, int] | None:
        closed = self.first("closed")
        return None if closed is None else faces(closed["closer"])

    @property
    def ends(self) -> datetime | None:
        closed = self.first("closed")
        return None if closed is None else happened(closed)

    @property
    def counts(self) -> list[Event]:
        """The counts of the tray between its shifts, in order of time."""
        return sorted((one for one in self.facts if one["type"] == "shift_changed"), key=happened)

    @property
    def movements(self) -> list[Event]:
        """All that touches its tray and its box, in the order in which each stream tells it."""
        played = [event for one in self.rounds for event in one.facts]
        return [*self.facts, *played, *self.beside]

    def parts(self) -> list[Part]:
        """What moved in each shift, the opener left out; at the instant of a count it is counted."""
        ends = [happened(one) for one in self.counts]
        found = [Part() for _ in range(len(ends) + 1)]
        accountant, before = Accountant(), Accountant()
        for event in self.movements:
            if event["type"] == "opened":
                continue
            accountant.read([event])
            found[bisect_left(ends, happened(event))].add(_since(before, accountant))
            before = _kept(accountant)
        return found

    def whole(self) -> Part:
        """What moved in all of it, opener included."""
        found = Part()
        for part in self.parts():
            found.add(part)
        opener = Counter(self.opener)
        found.add(Part(Counter({"O": worth(as_said(opener))}), opener))
        return found

    @property
    def drop(self) -> tuple[int, int, int] | None:
        """What was found in all of its boxes: cash, documents, coupons; None while one is not counted.

        Nor is it known where none was taken from the table once its closer was counted.
        """
        taken = [happened(one) for one in self.facts if one["type"] == "box_dropped"]
        if self.ends is not None and all(at < self.ends for at in taken):
            return None
        boxes: dict[str, tuple[int, int, int] | None] = {}
        for one in self.facts:
            if one["type"] == "box_dropped":
                boxes.setdefault(one["box"], None)
            elif one["type"] == "drop_counted" and boxes.get(one["box"]) is None:
                stands: dict[str, int] = one.get("settled") or one["first"]
                boxes[one["box"]] = (stands["cash"], stands["documents"], stands["coupons"])
        counted = [one for one in boxes.values() if one is not None]
        if not boxes or len(counted) < len(boxes):
            return None
        cash, documents, coupons = (sum(parts) for parts in zip(*counted, strict=True))
        return cash, documents, coupons

    @property
    def win(self) -> int | None:
        """W = K + C + D - O - F, where it can be said.  Source: A.4, formula 2."""
        if self.closer is None or self.drop is None:
            return None
        of = self.whole().of
        return worth(as_said(self.closer)) + of["C"] + sum(self.drop) - of["O"] - of["F"]

    @property
    def judged(self) -> tuple[int, int] | None:
        """What the rules give of its rounds, and what was paid and put right beside them; None without."""
        known = [one for one in self.rounds if one.due is not None]
        righted = [one for one in self.beside if "corrects" in one]
        if not known and not righted:
            return None
        put_right = sum(
            -one["amount"] if one["direction"] == "to_patron" else one["amount"] for one in righted
        )
        due = sum(one.due or 0 for one in known)
        return due, sum(one.settled for one in known) - due + put_right


def faces(chips: Mapping[str, int]) -> dict[int, int]:
    return {int(face): count for face, count in chips.items()}


def as_said(chips: Mapping[int, int]) -> dict[str, int]:
    return {str(face): count for face, count in chips.items()}


def some(chips: Mapping[int, int]) -> dict[int, int]:
    """Chips without those of which there are none."""
    return {face: count for face, count in chips.items() if count}


def _kept(accountant: Accountant) -> Accountant:
    kept = Accountant()
    kept.of, kept.chips, kept.unspecified = (
        accountant.of.copy(),
        accountant.chips.copy(),
        accountant.unspecified,
    )
    return kept


def _since(before: Accountant, after: Accountant) -> Part:
    """What one event added to an accountant's sums."""
    of: Counter[str] = Counter()
    of.update(after.of)
    of.subtract(before.of)
    chips: Chips = Counter()
    chips.update(after.chips)
    chips.subtract(before.chips)
    return Part(of, chips, after.unspecified - before.unspecified)


# --- openers against closers --------------------------------------------------------------


def openers(sessions: Iterable[Session]) -> dict[str, tuple[str, dict[int, int]]]:
    """By session: whether its opener is the closer before it at the table, and by what it differs."""
    found: dict[str, tuple[str, dict[int, int]]] = {}
    before: Session | None = None
    for own in sorted(sessions, key=lambda one: one.place):
        if before is None or before.header["table"] != own.header["table"]:
            found[own.key] = ("first", {})
        elif (closer := before.closer) is None:
            found[own.key] = ("previous_not_closed", {})
        else:
            less = Counter(own.opener)
            less.subtract(closer)
            found[own.key] = ("differs" if some(less) else "agrees", some(less))
        before = own
    return found


# --- the numbers of slips -------------------------------------------------------------------


def used(sessions: Iterable[Session]) -> dict[str, list[tuple[int, str]]]:
    """The numbers used, by type in order, each use with the event that it was."""
    found: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for one in sessions:
        for event in one.facts:
            if "slip" in event and event["type"] != "slip_reprinted":
                found[event["slip"]["type"]].append((event["slip"]["serial"], event["type"]))
    return {kind: sorted(numbers) for kind, numbers in found.items()}


def gaps(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The runs of numbers that are missing between the lowest and the highest."""
    in_order = sorted(set(numbers))
    for below, above in pairwise(in_order):
        if above - below > 1:
            yield below + 1, above - 1
