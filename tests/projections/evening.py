"""An evening at several tables, told by chance: rounds whole and in pieces, late slips, corrections."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from tests.chipsets.told import chip_set_record, received, registered
from tests.days.told import corrected, counted, day_record
from tests.days.told import opened as opened_day
from tests.funds.told import adjusted, closed, established, fund_record, reset
from tests.projections.pit import OPENER, at, closer, dropped, opener, table
from tests.scenario import (
    T0,
    Event,
    collected,
    dealt,
    event,
    opened,
    paid,
    placed,
    round_record,
    session_record,
)

Record = dict[str, Any]
PEOPLE = {"source": "supervisor", "by": "F-2"}
JACKPOT = "jackpot"
LATE_FUND = "late-fund"


def evening(seed: int, tables: int = 3, rounds: int = 12) -> list[Record]:
    """Records in the order in which they came: registrations, then the tables' sessions and rounds mixed."""
    chance = Random(seed)  # the seed is in the test's name
    names = [f"T-{number}" for number in range(1, tables + 1)]
    streams = [_session(chance, name) for name in names]
    streams += [_round(chance, name, number) for name in names for number in range(1, rounds + 1)]
    told: list[Record] = [_of_a_pit(table(name), number) for number, name in enumerate(names, seed)]
    told.append(fund_record(fund(names, seed=1_000_00), name=JACKPOT))
    while streams:
        stream = chance.choice(streams[: 2 * tables])
        told.append(stream.pop(0))
        if not stream:
            streams.remove(stream)
    # Evenly among the rest: chance has no part in it, so that the evening is otherwise the same.
    for sixth, record in enumerate(_late_fund(names), 1):
        told.insert(sixth * len(told) // 6, record)
    for fifth, record in enumerate(_accountants(Random(seed)), 1):
        told.insert(fifth * len(told) // 5, record)
    for sixth, record in enumerate(_surveillance(Random(seed), names), 1):
        told.insert(sixth * len(told) // 6, record)
    return told


def _of_a_pit(record: Record, number: int) -> Record:
    """The same table in a pit, and later in the next one."""
    for hour, pit in (("10:30", number % 2), ("22:00", number % 2 + 1)):
        moved = event("pit_assigned", pit=f"pit {pit}", occurred_at=at(f"{hour}:00"))
        record["events"].append(moved)
    return record


def _surveillance(chance: Random, names: list[str]) -> list[Record]:
    """A deck and what became of it, a dispute and what was paid for it; in pieces, one of them corrected."""
    batch = f"GEM-{chance.randrange(100)}"
    first = [event("inspected", batch=batch, backs="red", source="manual", by="S-3"),
             event("loaded", table=names[0])]  # fmt: skip
    again = [event("unloaded", table=names[0]), event("inspected", batch=f"{batch}-2", backs="blue")]
    key = f"{chance.choice(names)}/2026-11-28/1"
    said = event("opened", rounds=[key], spot=1, wager="main", subject="S-81", claim="paid too little",
                 amount=chance.randrange(1, 100) * 1_00, source="supervisor", by="F-2")  # fmt: skip
    paid_at_cage = event("settlement_paid", at="cage", document="R-1", approved_by="F-9", amount=40_00,
                         direction="to_patron")  # fmt: skip
    less = event("corrected", corrects=2, reason="misread", approved_by="F-9",
                 event={**paid_at_cage, "amount": 30_00})  # fmt: skip
    closed_as = event("closed", outcome="dealer_error", losses=chance.randrange(1, 100) * 1_00)
    return [
        _stream("deck", "B7", 0, *first),
        _stream("dispute", "D-1", 0, said),
        _stream("deck", "B7", 2, *again),
        _stream("dispute", "D-1", 1, paid_at_cage),
        _stream("dispute", "D-1", 2, less, closed_as),
    ]


def _stream(stream: str, name: str, after: int, *events: Event) -> Record:
    told = [{"occurred_at": at("22:30:00"), **one} for one in events]
    told[0] = {**PEOPLE, **told[0]}
    return {"format": "pitledger/1", "stream": stream, "name": name, "after": after, "events": told}


def _accountants(chance: Random) -> list[Record]:
    """The gaming day and the house's chips; its own chance, so that the evening is otherwise the same."""
    vault = {"500": chance.randrange(1000), "2500": 400}
    wrong = corrected(2, counted("vault", {"500": chance.randrange(1000)}))
    rest = [{"source": "manual", **one} for one in (counted("cage", {"100": 7}), wrong, corrected(2))]
    return [
        chip_set_record(registered(), received({"500": 2000, "2500": 500})),
        day_record(opened_day(), counted("vault", vault)),
        *(day_record(one, after=after) for after, one in enumerate(rest, 2)),
    ]


def fund(tables: list[str], **fields: Any) -> Event:
    """A progressive that takes seven cents of every thirty staked on the main wager."""
    rules = {"tables": tables, "wager": "main", "contribution": {"n": 7, "d": 30}}
    return established(**{**rules, **fields})


def _late_fund(tables: list[str]) -> list[Record]:
    """A fund that is established in the course of the evening, and about which more is decided later."""
    first = fund_record(fund(tables, contribution={"n": 1, "d": 7}), name=LATE_FUND)
    then = [adjusted(amount=-3_00), adjusted(contribution={"n": 2, "d": 9}), reset(), closed()]
    return [first, *(fund_record(one, name=LATE_FUND, after=after) for after, one in enumerate(then, 1))]


def _of_funds(number: int, stake: int) -> list[Event]:
    """What a round says of funds; it depends on its number alone."""
    if number % 4:
        return []
    prize = {"spot": 1, "wager": "main"}
    won = event("progressive_won", fund=JACKPOT, amount=2 * stake, **prize)
    given = event("fund_contributed", fund=LATE_FUND, amount=stake // 5)
    at_cage = event("progressive_paid", fund=JACKPOT, at="cage", amount=stake, **prize)
    return [won, given] if number % 8 else [won, given, at_cage]


def _late(number: int, stake: int) -> list[Event]:
    """A coupon, and a mistake that any game finds: a wager placed when no more were to be."""
    if number % 3:
        return []
    late = placed(6, "play", stake, chips={str(stake): 1}, patron="P-6")
    coupon = placed(7, "main", stake, tender="match_play", serial=f"MP-{number}")
    return [coupon, event("betting_closed"), late]


def _pieces(chance: Random, events: list[Event], record: Any) -> list[Record]:
    """One stream as one record, or as several that continue one another."""
    cuts = sorted(
        {0, len(events), *(chance.randrange(1, len(events)) for _ in range(chance.choice((0, 0, 1, 3))))}
    )
    whole = [{**PEOPLE, **one} for one in events]
    return [record(*whole[start:end], after=start) for start, end in pairwise(cuts)]


def _session(chance: Random, name: str) -> list[Record]:
    events = [opener()]
    for _ in range(chance.randrange(4)):
        chips = chance.choice(({"500": 20}, {"10000": 1}, {"10000": 2}))
        events.append(event("buy_in", tender="cash", tendered=100_00, chips=chips))
    if chance.random() < 0.5:
        slip = {"type": "fill", "series": "2026", "serial": chance.randrange(1000)}
        events.append(
            event(
                "fill_received", occurred_at=at("19:00:00"), approved_by="D-1", slip=slip, chips={"500": 40}
            )
        )
    events.append({**closer({**OPENER, "500": 190})})
    events += dropped(cash=100_00)
    if chance.random() < 0.5:
        again = event("opened", opener={**OPENER, "100": 90}, shift="swing", approved_by="D-1")
        events.append(event("corrected", corrects=1, approved_by="F-9", reason="counted again", event=again))
    told = _pieces(chance, events, lambda *facts, after: session_record(*facts, after=after, table=name))
    # After all else, so that where the session is cut does not depend on it.
    told[-1]["events"] += [_shift_changed(), _reported()]
    return told


def _shift_changed() -> Event:
    """The tray counted between two shifts, entered when the evening was over."""
    return event("shift_changed", occurred_at=at("21:06:30"), from_="swing", to="grave", approved_by="D-1",
                 count={**OPENER, "500": 195}, **PEOPLE)  # fmt: skip


def _reported() -> Event:
    return event("variance_reported", occurred_at=at("21:10:00"), of="opener", amount=-5_00, to=["security"],
                 **PEOPLE)  # fmt: skip


def _round(chance: Random, name: str, number: int) -> list[Record]:
    stake = chance.choice((5_00, 25_00, 100_00))
    events = [opened(occurred_at=at(f"21:{number:02}:00"))]
    for spot in range(1, chance.randrange(2, 5)):
        events.append(placed(spot, "main", stake, chips={str(stake): 1}))
        events.append(dealt(spot, chance.choice(("As", "9c", None)), source="shoe"))
        settle = chance.choice((paid, collected, None))
        if settle is not None:
            events.append(settle(spot, "main", stake, chips={str(stake): 1}))
    events.append(event("closed"))
    if chance.random() < 0.3:
        events.append(event("corrected", corrects=2, approved_by="F-9", reason="another stake",
                            event=placed(1, "main", 500_00)))  # fmt: skip
    if chance.random() < 0.3:
        given = {"spot": 1, "wager": "main", "amount": 5_00, "direction": "to_patron", "reason": "goodwill"}
        tray = f"{name}/2026-11-28/1"
        events.append(event("adjustment_posted", approved_by="F-9", session=tray, **given))
    session = chance.choice((1, 1, 1, None, 2))
    told = _pieces(
        chance,
        events,
        lambda *facts, after: round_record(*facts, after=after, table=name, number=number, session=session),
    )
    # After all else, so that where the round is cut does not depend on it.
    told[-1]["events"] += [
        {"occurred_at": T0, **one} for one in [*_of_funds(number, stake), *_late(number, stake)]
    ]
    return told
