"""What happens at a table in an hour, by chance: events as a record writes them.

Every builder takes the chance to draw from, so that whoever draws can draw the
same again.  Chips are denomination in cents to count, money is whole cents.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tests.book.accountant import Chips, worth
from tests.days_machine.house import Session
from tests.scenario import Event, event

FACES = ("100", "500", "2500", "10000")
DEALER = {"source": "dealer", "by": "D-1"}
FLOOR = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
INTO = ("table_inventory", "drop_box")
COLOR = {"color": "red", "value": 1_00}
# What a jurisdiction may say of vouchers, checks, cards: what is tendered for chips.
TENDERS = ("cash", "cash", "coupon", "redemption", "card")


def chips(chance: Random, most: int = 6) -> dict[str, int]:
    """One or two kinds of chips, some of each."""
    return {face: chance.randint(1, most) for face in chance.sample(FACES, chance.randint(1, 2))}


def off(chance: Random, counted: Mapping[str, int]) -> dict[str, int]:
    """A count that is a chip or two beside what is there; never below none."""
    face, by = chance.choice(FACES), chance.choice((-2, -1, 1, 2))
    return {**counted, face: max(counted.get(face, 0) + by, 0)}


def mostly(chance: Random) -> bool:
    return chance.random() < 0.75


def given_for(chance: Random, amount: int) -> int:
    """What stands against an amount: the same, mostly."""
    return amount if mostly(chance) else amount + chance.choice((5_00, 20_00))


# --- exchanges ------------------------------------------------------------------------


def bought(chance: Random) -> Event:
    out = chips(chance)
    tendered = given_for(chance, worth(out))
    return event("buy_in", tender=chance.choice(TENDERS), tendered=tendered, chips=out, **DEALER)


def changed(chance: Random) -> Event:
    """Quarters for fives, or not quite."""
    quarters = chance.randint(1, 4)
    into, out = {"2500": quarters}, {"500": 5 * quarters}
    if chance.random() < 0.5:
        into, out = out, into
    kind = chance.choice(("color_changed", "tip_changed", "bad_beat_changed"))
    return event(kind, in_=into, out=out if mostly(chance) else off(chance, out), **DEALER)


def moved(chance: Random) -> Event:
    """Chips out of the tray, or into it, for a reason that no list has."""
    sign, reason = chance.choice((1, -1)), chance.choice(("goodwill to a patron", "found on the floor"))
    signed = {face: sign * count for face, count in chips(chance, 3).items()}
    return event("movement_recorded", chips=signed, reason=reason, incident="I-1", **DEALER)


def taken(chance: Random) -> Event:
    kind = chance.choice(("coin_taken", "rake_taken", "progressive_swept"))
    what: dict[str, Any] = {"chips": chips(chance, 3)} if mostly(chance) else {"amount": 7_00}
    if kind == "progressive_swept" and mostly(chance):
        what["fund"] = "SWEPT"
    return event(kind, into=chance.choice(INTO), **what, **DEALER)


def played(chance: Random) -> Event:
    """Play told in totals."""
    more: dict[str, Any] = {}
    if chance.random() < 0.3:
        more["cash_collected"] = 75_00
    if chance.random() < 0.3:
        more["coupons"] = [25_00, 50_00]
    if chance.random() < 0.3:
        more["swept"] = chips(chance, 3)
    if chance.random() < 0.3:
        more |= {"color_collected": 6_00, "color_paid": 2_00}
    return event("play_totaled", collected=chips(chance, 9), paid=chips(chance, 9), **more, **DEALER)


def color(chance: Random) -> Event:
    """Color sold or cashed in, at what it is worth or nearly."""
    count = chance.randint(1, 40)
    fives, ones = divmod(count, 5)
    equal = {"500": fives, "100": ones}
    against = equal if mostly(chance) else {**equal, "100": ones + 1}
    kind = chance.choice(("cashed", "for_chips", "for_cash"))
    if kind == "cashed":
        return event("color_cashed", **COLOR, count=count, chips=against, **DEALER)
    if kind == "for_cash":
        cash = given_for(chance, count * 1_00)
        return event("color_issued", **COLOR, count=count, tender="cash", tendered=cash, **DEALER)
    tendered = worth(equal)
    return event(
        "color_issued", **COLOR, count=count, tender="chips", tendered=tendered, chips=against, **DEALER
    )


def cashed_out(chance: Random) -> Event:
    out = chips(chance, 3)
    return event("game_account_cashed_out", amount=given_for(chance, worth(out)), chips=out, **DEALER)


ANYTHING: tuple[Callable[[Random], Event], ...] = (
    bought, bought, bought, changed, moved, taken, color, cashed_out,
)  # fmt: skip


# --- documents ------------------------------------------------------------------------


def check_issued(chance: Random, number: int) -> Event:
    out = chips(chance)
    gone: dict[str, Any] = {"chips": out} if mostly(chance) else {}
    return event(
        "counter_check_issued", document=f"CC-{number}", amount=given_for(chance, worth(out)), **gone,
        **FLOOR,
    )  # fmt: skip


def check_redeemed(chance: Random, number: int) -> Event:
    """In chips, in cash, in both, or in nobody says what."""
    back = chips(chance, 3)
    how = chance.choice(("chips", "cash", "both", "nothing"))
    paid: dict[str, Any] = {"chips": back} if how in {"chips", "both"} else {}
    if how in {"cash", "both"}:
        paid["cash"] = 30_00
    amount = worth(paid.get("chips")) + paid.get("cash", 0) or 25_00
    return event(
        "counter_check_redeemed", document=f"CC-{number}", amount=given_for(chance, amount), **paid, **FLOOR
    )


def slip_step(kind: str, step: str, serial: int, counted: Chips) -> Event:
    said = {"reason": "wrong table"} if step == "voided" else {}
    slip = {"type": kind, "series": "A", "serial": serial}
    return event(f"{kind}_{step}", slip=slip, chips=counted, **said, **FLOOR)


def owed(chance: Random, serial: int) -> Event:
    slip = {"type": "vigorish", "series": "A", "serial": serial}
    return event("commission_uncollected", slip=slip, amount=5_00 * chance.randint(1, 40), **FLOOR)


def recovered(chance: Random, of: int, serial: int) -> Event:
    back = chips(chance, 2)
    into = chance.choice((*INTO, "cage"))
    more: dict[str, Any] = {"chips": back} if chance.random() < 0.5 and into != "cage" else {}
    return event(
        "commission_recovered", of={"type": "vigorish", "series": "A", "serial": of},
        slip={"type": "recovery", "series": "A", "serial": serial},
        amount=given_for(chance, worth(back)), into=into, **more, **FLOOR,
    )  # fmt: skip


def restated(chance: Random, poker: Sequence[Session]) -> Event:
    """Poker revenue of a session, of whatever date, restated by revenue audit."""
    of = chance.choice(poker).key if poker else "POK-1/2026-11-28/1"
    by = chance.choice((-35_00, 10_00, 60_00))
    said = {"reason": "miscounted", "source": "manual", "by": "A-1", "approved_by": "A-2"}
    return event("poker_revenue_restated", session=of, amount=by, **said)


# --- what is put right later ----------------------------------------------------------

# What an event counts or says in cents, by which it may have been wrong.
COUNTS = ("chips", "in", "out", "collected", "paid", "swept", "opener", "closer", "count")
SUMS = ("amount", "tendered", "cash")


def as_it_should_have_been(chance: Random, said: Event) -> Event:
    """The same with one count or sum another; without any it is as it was."""
    counted = [name for name in COUNTS if isinstance(said.get(name), dict)]
    summed = [name for name in SUMS if name in said]
    if not counted and not summed:
        return said
    name = chance.choice([*counted, *summed])
    if name in SUMS:
        return {**said, name: said[name] + 5_00}
    chips = said[name]
    # A movement may go either way; whatever it is, it stays something.
    face = chance.choice(FACES)
    return {**said, name: {**chips, face: chips.get(face, 0) + (chance.randint(1, 3))}}
