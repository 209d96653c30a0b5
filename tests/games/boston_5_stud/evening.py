"""One round of Boston 5 stud, dealt without a mistake, every event by a name.

Spots 1, 3 and 4 play, 2 folds; 1, 2 and 4 have an optional bonus.  Spot 1
exposes a pair and wins it, 2 exposes nothing that qualifies, 4 declines.  Spot 4
has three of a kind and loses to the dealer's straight, its ante bonus paid all
the same; 3 ties the dealer; 1 makes a full house, higher, with an ante bonus.
Tests change one thing and ask what is found, and at which event.
"""

from __future__ import annotations

from ledger.games.boston_5_stud import BOSTON_5_STUD
from tests.games.evening import Evening, Told, from_one_deck
from tests.scenario import Event, collected, dealt, event, opened, paid, placed, revealed

# Illustrative: the odds of the ante bonus were not found.
ANTE_BONUS = {
    "royal_flush": "100:1", "straight_flush": "50:1", "four_of_a_kind": "20:1", "full_house": "7:1",
    "flush": "5:1", "straight": "4:1", "three_of_a_kind": "3:1", "two_pair": "1:1",
}  # fmt: skip

HANDS: dict[int | str, list[str]] = {
    1: ["Ks", "Kd", "4h", "Kh", "4c"],
    2: ["Jd", "7h", "2c"],
    3: ["9s", "8d", "7c", "6c", "5s"],
    4: ["Qs", "Qd", "Qh", "3c", "2s"],
    "dealer": ["9h", "8c", "7d", "6s", "5h"],
}


def first_three(place: int | str) -> Told:
    return {f"deal {place} {at}": dealt(place, HANDS[place][at - 1]) for at in (1, 2, 3)}


def last_two(place: int | str) -> Told:
    return {f"deal {place} {at}": dealt(place, HANDS[place][at - 1]) for at in (4, 5)}


def turned(place: int | str) -> Event:
    return revealed(place, *HANDS[place])


def racked(place: int | str) -> Event:
    return event("hand_collected", to=place, cards=HANDS[place])


def back(spot: int, wager: str, amount: int, reason: str) -> Event:
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason=reason)


CLEAN: Told = {
    "open": opened(spots=[1, 2, 3, 4]),
    **{f"ante {spot}": placed(spot, "ante", 10_00) for spot in (1, 2, 3, 4)},
    **{f"first {spot}": placed(spot, "first", 20_00) for spot in (1, 2, 3, 4)},
    **{f"optional {spot}": placed(spot, "optional_bonus", 5_00) for spot in (1, 2, 4)},
    "no more bets": event("betting_closed"),
    **first_three(1),
    **first_three(2),
    **first_three(3),
    **first_three(4),
    **first_three("dealer"),
    "expose 1": event("decision_made", spot=1, decision="expose"),
    "expose 2": event("decision_made", spot=2, decision="expose"),
    "decline 4": event("decision_made", spot=4, decision="decline"),
    "collect optional 4": collected(4, "optional_bonus", 5_00),
    "collect optional 2": collected(2, "optional_bonus", 5_00),
    "pay optional 1": paid(1, "optional_bonus", 5_00),
    "second 1": placed(1, "second", 20_00),
    "fold 2": event("decision_made", spot=2, decision="fold"),
    "collect ante 2": collected(2, "ante", 10_00),
    "collect first 2": collected(2, "first", 20_00),
    "rack 2": racked(2),
    "second 4": placed(4, "second", 20_00),
    "second 3": placed(3, "second", 20_00),
    **last_two(1),
    **last_two(3),
    **last_two(4),
    **last_two("dealer"),
    "reveal dealer": turned("dealer"),
    "reveal 4": turned(4),
    "collect ante 4": collected(4, "ante", 10_00),
    "collect first 4": collected(4, "first", 20_00),
    "collect second 4": collected(4, "second", 20_00),
    "pay bonus 4": paid(4, "ante_bonus", 30_00),
    "rack 4": racked(4),
    "reveal 3": turned(3),
    "push ante 3": back(3, "ante", 10_00, "push"),
    "push first 3": back(3, "first", 20_00, "push"),
    "push second 3": back(3, "second", 20_00, "push"),
    "pay bonus 3": paid(3, "ante_bonus", 40_00),
    "rack 3": racked(3),
    "reveal 1": turned(1),
    "pay first 1": paid(1, "first", 20_00),
    "pay second 1": paid(1, "second", 20_00),
    "pay bonus 1": paid(1, "ante_bonus", 70_00),
    "ante back 1": back(1, "ante", 10_00, "unpaid"),
    "rack 1": racked(1),
    "rack dealer": racked("dealer"),
    "stub": event("stub_collected"),
    "close": event("closed"),
}


EVENING = Evening(BOSTON_5_STUD, CLEAN, {"ante_bonus": ANTE_BONUS})
without, until, moved, changed, added = (
    EVENING.without, EVENING.until, EVENING.moved, EVENING.changed, EVENING.added,
)  # fmt: skip
judged, lines, outcomes, missing = EVENING.judged, EVENING.lines, EVENING.outcomes, EVENING.missing
order, found, finding, rule = EVENING.order, EVENING.found, EVENING.finding, EVENING.rule


def holding(place: int | str, *cards: str | None, told: Told = CLEAN) -> Told:
    """The round with another hand at a place, seen as it is wherever it is seen."""
    told = dict(told)
    for at, card in enumerate(cards, 1):
        told[f"deal {place} {at}"] = dealt(place, card)
    if f"reveal {place}" in told:
        told[f"reveal {place}"] = revealed(place, *cards)
    if f"rack {place}" in told:
        told[f"rack {place}"] = event("hand_collected", to=place)
    return from_one_deck(told, place)
