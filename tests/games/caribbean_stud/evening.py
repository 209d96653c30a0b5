"""Two rounds of Caribbean stud, dealt without a mistake, every event by a name.

In `CLEAN` the dealer has a pair of kings.  Spot 5 wins with a flush, and with it
its progressive; 4 loses; 3 ties; 2 folds, its progressive with it; 1 wins with a
pair, and loses its progressive.  In `NO_HAND` the dealer has ace-queen: spot 3
is paid its ante with a hand that nobody turns up, 1 its ante and a progressive.
"""

from __future__ import annotations

from ledger.games.caribbean_stud import CARIBBEAN_STUD
from tests.games.evening import Evening, Told, from_one_deck
from tests.scenario import Event, collected, dealt, event, opened, paid, placed, revealed

HANDS: dict[int | str, tuple[str, ...]] = {
    1: ("As", "Ad", "9h", "5c", "2s"),
    2: ("Jh", "9d", "7d", "4d", "2d"),
    3: ("Ks", "Kc", "Qd", "8h", "3s"),
    4: ("Ts", "Td", "9c", "5d", "2c"),
    5: ("Js", "8s", "7s", "6s", "4s"),
    "dealer": ("Kd", "Kh", "Qs", "8c", "3d"),
}
NO_HANDS: dict[int | str, tuple[str, ...]] = {
    1: ("6h", "6d", "6c", "Tc", "Th"),
    3: ("7h", "5h", "4c", "3c", "2h"),
    "dealer": ("Ac", "Qh", "Jd", "9s", "7c"),
}
METER = {"progressive": {"meter": 100_000_01}}


def one_by_one(hands: dict[int | str, tuple[str, ...]]) -> Told:
    """Each hand a card in turn, the dealer's last and the first of them face up."""
    return {
        f"deal {place} {card + 1}": dealt(
            place, hands[place][card], "up" if place == "dealer" and card == 0 else "down"
        )
        for card in range(5)
        for place in hands
    }


def stacks(hands: dict[int | str, tuple[str, ...]]) -> Told:
    """The same in stacks of five."""
    told = one_by_one(hands)
    return {name: told[name] for place in hands for name in told if name.startswith(f"deal {place} ")}


def racked(place: int | str) -> Event:
    return event("hand_collected", to=place)


def back(spot: int, wager: str, amount: int, reason: str) -> Event:
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason=reason)


CLEAN: Told = {
    "open": opened(spots=[1, 2, 3, 4, 5]),
    **{f"ante {spot}": placed(spot, "ante", 10_00) for spot in (1, 2, 3, 4, 5)},
    **{f"progressive {spot}": placed(spot, "progressive", 1_00) for spot in (1, 2, 5)},
    "no more bets": event("betting_closed"),
    **one_by_one(HANDS),
    "bet 1": placed(1, "bet", 20_00),
    "fold 2": event("decision_made", spot=2, decision="fold"),
    "collect ante 2": collected(2, "ante", 10_00),
    "collect progressive 2": collected(2, "progressive", 1_00),
    "rack 2": racked(2),
    "bet 5": placed(5, "bet", 20_00),
    "bet 3": placed(3, "bet", 20_00),
    "bet 4": placed(4, "bet", 20_00),
    "reveal dealer": revealed("dealer", *HANDS["dealer"]),
    "reveal 5": revealed(5, *HANDS[5]),
    "take coin 5": collected(5, "progressive", 1_00),
    "reveal 4": revealed(4, *HANDS[4]),
    "collect ante 4": collected(4, "ante", 10_00),
    "collect bet 4": collected(4, "bet", 20_00),
    "rack 4": racked(4),
    "reveal 3": revealed(3, *HANDS[3]),
    "reveal 1": revealed(1, *HANDS[1]),
    "take coin 1": collected(1, "progressive", 1_00),
    "ante back 3": back(3, "ante", 10_00, "push"),
    "bet back 3": back(3, "bet", 20_00, "push"),
    "rack 3": racked(3),
    "pay ante 5": paid(5, "ante", 10_00),
    "pay bet 5": paid(5, "bet", 100_00),
    "pay progressive 5": paid(5, "progressive", 50_00),
    "pay ante 1": paid(1, "ante", 10_00),
    "pay bet 1": paid(1, "bet", 20_00),
    "rack 5": racked(5),
    "rack 1": racked(1),
    "stub": event("stub_collected", count=22),
    "rack dealer": racked("dealer"),
    "close": event("closed"),
}

NO_HAND: Told = {
    "open": opened(spots=[1, 3]),
    "ante 1": placed(1, "ante", 10_00),
    "progressive 1": placed(1, "progressive", 1_00),
    "ante 3": placed(3, "ante", 25_00),
    "no more bets": event("betting_closed"),
    "lock 1": collected(1, "progressive", 1_00),
    **stacks(NO_HANDS),
    "bet 3": placed(3, "bet", 50_00),
    "bet 1": placed(1, "bet", 20_00),
    "reveal dealer": revealed("dealer", *NO_HANDS["dealer"]),
    "reveal 1": revealed(1, *NO_HANDS[1]),
    "pay ante 3": paid(3, "ante", 25_00),
    "bet back 3": back(3, "bet", 50_00, "void"),
    "pay ante 1": paid(1, "ante", 10_00),
    "pay progressive 1": paid(1, "progressive", 100_00),
    "bet back 1": back(1, "bet", 20_00, "void"),
    "rack 3": racked(3),
    "rack 1": racked(1),
    "rack dealer": racked("dealer"),
    "stub": event("stub_collected", count=37),
    "close": event("closed"),
}

EVENING = Evening(CARIBBEAN_STUD, CLEAN, {})
without, until, moved, changed, added = (
    EVENING.without, EVENING.until, EVENING.moved, EVENING.changed, EVENING.added,
)  # fmt: skip
judged, lines, outcomes, missing = EVENING.judged, EVENING.lines, EVENING.outcomes, EVENING.missing
order, found, finding, rule = EVENING.order, EVENING.found, EVENING.finding, EVENING.rule


def holding(place: int | str, *cards: str | None, told: Told = CLEAN) -> Told:
    """The round with another hand at a place, seen as it is wherever it is seen."""
    told = dict(told)
    for at, card in enumerate(cards, 1):
        told[f"deal {place} {at}"] = {**told[f"deal {place} {at}"], "card": card}
    if f"reveal {place}" in told:
        told[f"reveal {place}"] = revealed(place, *cards)
    return from_one_deck(told, place)


def only(*spots: int, told: Told) -> Told:
    """The round with some of its spots alone."""
    kept = {
        name: one
        for name, one in told.items()
        if one.get("spot") in {None, *spots} and one.get("to") in {None, "dealer", "board", *spots}
    }
    if "stub" in kept:
        kept["stub"] = event("stub_collected")
    return kept
