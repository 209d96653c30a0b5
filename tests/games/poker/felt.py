"""A poker table for tests: hands told in a few words, at $1–$2 no-limit hold 'em unless they say otherwise.

Spot 1 has the button, 2 and 3 post the blinds, all have $200.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.events.registry import InlineSubmission
from ledger.games.elections import inline
from ledger.games.poker import POKER
from ledger.games.seam import Finding, PotResolution
from ledger.rounds.judge import Judgement, judge
from ledger.rounds.state import Round
from tests import scenario
from tests.scenario import Event, dealt, event, placed

NO_LIMIT = {"limit": "no_limit", "blinds": {2: 1_00, 3: 2_00}, "min_bet": 2_00}
FIXED = {"limit": "fixed_limit", "blinds": {2: 1_00, 3: 2_00}, "small_bet": 2_00, "big_bet": 4_00}


def hand(
    *told: Any,
    stacks: Mapping[int, int] | None = None,
    button: int | None = 1,
    structure: Mapping[str, Any] | None = None,
    variant: str | None = "no_limit_hold_em",
    **header: Any,
) -> Round:
    """The round after what is told, events and lists of them."""
    opening: dict[str, Any] = {"stacks": stacks or dict.fromkeys((1, 2, 3, 4), 200_00)}
    if button is not None:
        opening["button"] = button
    opening["structure"] = NO_LIMIT if structure is None else structure
    events = [one for part in told for one in ([part] if isinstance(part, dict) else part)]
    if variant is not None:
        header["variant"] = variant
    return scenario.folded([scenario.opened(**opening), *events], game="poker", **header)


def blinds() -> list[Event]:
    """The blinds of spots 2 and 3."""
    return [posts(2, 1_00), posts(3, 2_00)]


def posts(spot: int, amount: int, wager: str = "blind") -> Event:
    return placed(spot, wager, amount, action="post")


def deal(hands: Mapping[int, str]) -> list[Event]:
    """Two rounds of one card each face down, in the order given; `??` is not known."""
    cards = {
        spot: [None if text[at] == "?" else text[at : at + 2] for at in (0, 2)]
        for spot, text in hands.items()
    }
    return [dealt(spot, two[turn]) for turn in (0, 1) for spot, two in cards.items()]


def board(text: str, *, burn: bool = True) -> list[Event]:
    """A street face up, after a burn card."""
    cards = [dealt("board", text[at : at + 2], "up") for at in range(0, len(text), 2)]
    return [event("card_burned"), *cards] if burn else cards


def bets(spot: int, amount: int, **fields: Any) -> Event:
    """Chips go in: a call, a bet or a raise by so much."""
    return placed(spot, "bet", amount, **fields)


def folds(*spots: int) -> list[Event]:
    return [decides(spot, "fold") for spot in spots]


def checks(*spots: int) -> list[Event]:
    return [decides(spot, "check") for spot in spots]


def mucks(*spots: int) -> list[Event]:
    return [decides(spot, "muck") for spot in spots]


def decides(spot: int, decision: str) -> Event:
    return event("decision_made", spot=spot, decision=decision)


def back(spot: int, amount: int, wager: str = "bet") -> Event:
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason="uncalled")


def pushed(spot: int, amount: int, pot: int = 0) -> Event:
    return event("pot_awarded", spot=spot, pot=pot, amount=amount)


def raked(amount: int) -> Event:
    return event("rake_taken", amount=amount, kind="percentage", into="rake")


def contributed(amount: int) -> Event:
    return event("fund_contributed", fund="bad-beat", amount=amount)


def closed() -> Event:
    return event("closed")


def ruled(state: Round, **options: object) -> Judgement:
    """The round judged by the game's defaults, or with these options."""
    return judge(state, inline(POKER, InlineSubmission.model_validate({"options": options})))


def pots(state: Round, **options: object) -> tuple[PotResolution, ...]:
    return ruled(state, **options).adjudication.pots


def shares(state: Round, **options: object) -> list[dict[int, int]]:
    """What each winner has of each pot, the main pot first."""
    return [{share.spot: share.amount for share in line.winners} for line in pots(state, **options)]


def finds(state: Round, **options: object) -> list[str]:
    """The codes of what is found, in order of the events."""
    return [finding.code for finding in ruled(state, **options).findings]


def finding(state: Round, code: str, **options: object) -> Finding:
    """The one finding of a code."""
    (one,) = [found for found in ruled(state, **options).findings if found.code == code]
    return one
