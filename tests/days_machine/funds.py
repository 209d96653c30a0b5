"""Funds and the float of chips: what the house has of them in its own books, beside the ledger.

Two funds take a third of what is staked: PROG of the rounds at U-2, in euros,
SWEPT of what is swept for it, in dollars.  Money is whole cents.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from random import Random
from typing import Any

from projections.views import Views
from tests.book.accountant import worth
from tests.days_machine.house import Round, Session, Stream, faces, some
from tests.funds.told import adjusted, established, fund_record, reset, seeded
from tests.scenario import Event, event

SEED = 5_000_00
SHARE = {"n": 1, "d": 3}
CURRENCY = {"PROG": "EUR", "SWEPT": "USD"}
# Chips that there are, of the only set.
CHIPS = {"500": 9_000, "2500": 9_000}


def funds() -> list[dict[str, Any]]:
    """The records that establish them."""
    tables = {"PROG": ["U-2"], "SWEPT": []}
    return [
        fund_record(
            {**established(seed=SEED, contribution=SHARE, tables=tables[name]), "currency": currency},
            name=name,
        )
        for name, currency in CURRENCY.items()
    ]


def _sum(rounds: Iterable[Stream], kind: str) -> int:
    return sum(one["amount"] for told in rounds for one in told.facts if one["type"] == kind)


def owing(rounds: Iterable[Round]) -> list[Round]:
    """The rounds of which a prize is not paid whole."""
    return [one for one in rounds if _sum([one], "progressive_won") > _sum([one], "progressive_paid")]


def paid_at_the_cage(chance: Random, of: Round, today: date) -> Event:
    """All that is owed of a prize, or the first of it, mostly in the gaming date that runs."""
    owed = _sum([of], "progressive_won") - _sum([of], "progressive_paid")
    when = {"gaming_date": str(today)} if chance.random() < 0.75 else {}
    amount = owed if chance.random() < 0.75 else 1_00
    return event(
        "progressive_paid", spot=1, wager="progressive", fund="PROG", at="cage", amount=amount, **when,
        source="manual", by="G-1",
    )  # fmt: skip


def decided(chance: Random, today: date) -> Event:
    """Money put under a meter or taken off, mostly in the books of the gaming date that runs."""
    when = {"gaming_date": str(today)} if chance.random() < 0.75 else {}
    cents = chance.randint(1, 300_00)
    given = chance.choice(
        (
            {**seeded(cents), **when},
            {**adjusted(amount=cents), **when},
            {**adjusted(amount=-cents), **when},
            {**reset(), **when},
        )
    )
    return {**given, "source": "manual", "by": "A-1"}


def _decided(told: Event) -> int:
    """What such an event put under the meter in cents; the fund is reset by its seed."""
    return SEED if told["type"] == "reset" else int(told["amount"])


def are_as_told(
    views: Views, sessions: Sequence[Session], days: Iterable[date], streams: Mapping[str, Stream]
) -> None:
    """Meter, what is owed, and what journals post of funds day by day; what they leave out they tell."""
    rounds = [one for session in sessions for one in session.rounds]
    won, paid = _sum(rounds, "progressive_won"), _sum(rounds, "progressive_paid")
    for name, staked, prizes in (
        ("PROG", _staked(rounds), (won, paid)), ("SWEPT", _swept(sessions), (0, 0)),
    ):  # fmt: skip
        found, given = views.fund(name), staked // 3
        put = sum(map(_decided, streams[name].log[1:]))
        assert (found.contributed, found.meter) == (given, SEED + put + given - prizes[0]), name
        assert found.owed == prizes[0] - prizes[1]
    at_cage = Counter[date]()
    for one in rounds:
        for told in one.facts:
            if told["type"] == "progressive_paid" and told["at"] == "cage":
                at_cage[date.fromisoformat(told.get("gaming_date") or one.header["gaming_date"])] += told[
                    "amount"
                ]
    posted = Counter[str]()
    for day in days:
        lines = views.journal(day).funds
        cage = sum(line.credit - line.debit for line in lines if line.account == "cash_at_cage")
        assert cage == at_cage[day], day
        for line in lines:
            if line.account == "progressive_liability":
                posted[line.currency] += line.credit - line.debit
    undated = {one.currency: one.amount for one in views.journal(day).funds_undated}
    for name, currency in CURRENCY.items():
        given = _staked(rounds) // 3 - paid if name == "PROG" else _swept(sessions) // 3
        dated = [one for one in streams[name].log[1:] if "gaming_date" in one]
        assert posted[currency] == given + sum(map(_decided, dated)), name
        # All journals and what is in none of them are the balance of the fund.
        fund = views.fund(name)
        assert fund.meter is not None
        assert posted[currency] + undated.get(currency, 0) == fund.meter + fund.owed, name


def _staked(rounds: Iterable[Round]) -> int:
    return sum(
        one["amount"]
        for told in rounds
        for one in told.facts
        if one["type"] == "wager_placed" and one["wager"] == "progressive"
    )


def _swept(sessions: Iterable[Session]) -> int:
    return sum(
        worth(one["chips"]) if "chips" in one else one["amount"]
        for session in sessions
        if session.currency == "USD"
        for one in session.facts
        if one["type"] == "progressive_swept" and one.get("fund") == "SWEPT"
    )


def float_is_as_told(views: Views, sessions: Sequence[Session], days: dict[date, Stream], day: date) -> None:
    """Chips by their ledger less those in the vault and in the trays.  Source: A.4, formula 11."""
    chips = Counter(faces(CHIPS))
    vault = [one for at, stream in sorted(days.items()) if at <= day for one in _counted(stream)]
    chips.subtract(faces(vault[-1]) if vault else {})
    last: dict[str, Session] = {}
    for one in sorted(sessions, key=lambda one: one.place):
        if one.day <= day and one.currency == "USD":
            last[one.header["table"]] = one
    for one in last.values():
        chips.subtract(one.whole().chips if one.closer is None else one.closer)
    found = views.chip_float(day)
    assert some({line.denomination: line.float for line in found.lines}) == some(chips), day
    assert found.amount == sum(face * count for face, count in chips.items())
    of_day = days[day]
    assert found.complete is (bool(_counted(of_day)) and all(one.closer is not None for one in last.values()))


def _counted(stream: Stream) -> list[dict[str, int]]:
    return [one["chips"] for one in stream.facts if one["type"] == "chips_counted"]
