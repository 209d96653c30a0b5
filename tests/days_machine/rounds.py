"""Rounds for random days: of no rules, and of three-card poker, whose due is known from written cases.

A case says what is due of every wager; here it is settled so, or paid by $5 too
much.  Source of the cases: `tests/cases/settlement_cases.yaml`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from tests.cases.cases_to_records import Case, cases
from tests.days_machine.house import Round
from tests.scenario import Event, collected, event, opened, paid, placed

FACES = (100_00, 25_00, 5_00, 1_00)
TENDERS = ("chips", "chips", "cash", "match_play", "promo_single", "promo_multi")
# Cases whose sums are whole chips and fit a tray.
SETTLED = tuple(
    case
    for case in cases("three_card_poker")
    if all(paid % 1_00 == 0 and paid < 1_000_00 for _, paid, _ in case.expected.values())
)
Told = tuple[Round, dict[str, Any]]


def in_chips(chance: Random, amount: int) -> dict[str, Any]:
    """An amount in chips, the dear ones first; or nobody says in which."""
    if chance.random() < 0.3:
        return {}
    found = {}
    for face in FACES:
        count, amount = divmod(amount, face)
        if count:
            found[str(face)] = count
    return {"chips": found}


def unruled_round(chance: Random, header: dict[str, Any], at: datetime) -> Told:
    """Some wagers, each lost, won or pushed, in chips or something else."""
    events = [opened()]
    for spot in range(1, chance.randint(1, 3) + 1):
        stake, tender = chance.choice((5_00, 25_00, 130_00)), chance.choice(TENDERS)
        said = {"tender": tender} if tender != "chips" else {}
        chips = in_chips(chance, stake) if tender == "chips" else {}
        events.append(placed(spot, "main", stake, **chips, **said))
        fate = chance.choice(("lost", "won", "pushed"))
        if fate == "lost":
            events.append(collected(spot, "main", stake, **chips, **said))
        elif fate == "won":
            events.append(paid(spot, "main", stake, **in_chips(chance, stake), **said))
        else:
            events.append(
                event("wager_returned", spot=spot, wager="main", amount=stake, reason="push", **said)
            )
    if chance.random() < 0.4:
        events += _for_the_fund(chance)
    return _told({"game": "unruled"}, header, at, [*events, event("closed")], None)


def _for_the_fund(chance: Random) -> list[Event]:
    """A dollar staked on the progressive, lost; sometimes it won a prize, and the tray paid some of it."""
    stake = {"chips": {"100": 1}}
    found = [placed(1, "progressive", 1_00, **stake), collected(1, "progressive", 1_00, **stake)]
    prize = 5_00 * chance.randint(1, 30)
    named = {"spot": 1, "wager": "progressive", "fund": "PROG"}
    if chance.random() < 0.5:
        found.append(event("progressive_won", **named, amount=prize))
        if chance.random() < 0.4:
            paid_of_it = event("progressive_paid", **named, amount=prize, at="table_inventory")
            found.append({**paid_of_it, **in_chips(chance, prize)})
    return found


def judged_round(chance: Random, header: dict[str, Any], at: datetime) -> Told:
    """A round of three-card poker, settled as it is due or with $5 too much for one."""
    case = chance.choice(SETTLED)
    events = [*case.record["events"]]
    wrong = chance.choice([*case.expected]) if chance.random() < 0.4 else None
    for (spot, wager), (_, won, lost) in case.expected.items():
        too_much = 5_00 if (spot, wager) == wrong and won else 0
        if won:
            amount = won + too_much
            events.append(paid(spot, wager, amount, **in_chips(chance, amount)))
        elif lost:
            events.append(collected(spot, wager, lost, **in_chips(chance, lost)))
        elif wager != "ante_bonus":
            stake = _stake(case, spot, wager)
            events.append(event("wager_returned", spot=spot, wager=wager, amount=stake, reason="push"))
    due = sum(lost - won for _, won, lost in case.expected.values())
    more = {name: case.record[name] for name in ("game", "submission", "dealing")}
    return _told(more, header, at, [*events, event("closed")], due)


def _stake(case: Case, spot: int, wager: str) -> int:
    """What was put on a wager, in cents."""
    return int(
        sum(
            one["amount"]
            for one in case.record["events"]
            if one["type"] == "wager_placed" and (one["spot"], one["wager"]) == (spot, wager)
        )
    )


def _told(
    game: dict[str, Any], header: dict[str, Any], at: datetime, events: list[Event], due: int | None
) -> Told:
    """The round, a second an event, and its record."""
    timed = [
        {**one, "occurred_at": (at + timedelta(seconds=number)).isoformat()}
        for number, one in enumerate(events)
    ]
    timed[0] |= {"source": "dealer", "by": "D-1"}
    round_ = Round(header, due=due)
    for one in timed:
        round_.take(one)
    return round_, {"format": "pitledger/1", "stream": "round", **game, **header, "events": timed}
