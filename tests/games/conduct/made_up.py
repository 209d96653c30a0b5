"""A game that nobody plays, for what the engine does whatever the game is.

An ante, a side wager that needs none, one card to each hand and two to the
dealer's of which one lies up, a decision to raise or fold, one card more to
those who raised, a showdown, and a settlement in table-wide passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ledger.games.conduct import (
    Absence,
    Condition,
    Conduct,
    Deal,
    Ratio,
    Settlement,
    Stage,
    Turn,
    Walk,
    cited,
    closing,
    kept_for,
    needs,
    walked,
)
from ledger.games.conduct.findings import SHARED
from ledger.games.seam import Adjudication, Finding, Step, WagerKind
from tests.games.lines import resolved
from tests.scenario import Event, collected, dealt, event, folded, opened, paid, placed, revealed

FIRST: Final = Deal("deal", "hands", 1, dealer_up=1)
SECOND: Final = Deal("second_deal", "hands", 1, before=1)

WAGERS: Final = {
    "ante": WagerKind("ante", "before_the_deal", "Ante"),
    "side": WagerKind("side", "before_the_deal", "Side", optional=True, side=True),
    "raise": WagerKind("raise", "decision", "Raise"),
}
CODES: Final = (
    "before_the_deal", "deal", "decision", "forfeit", "rack_fold", "second_deal", "showdown", "reveal",
    "collect", "pay", "rack", "rack_folded", "rack_dealer",
)  # fmt: skip
STEPS: Final = tuple(Step(code, "dealer", "any", code, f"rule of {code}", "derived") for code in CODES)

CONDITIONS: Final = (
    Condition("deal", needs.wager("ante", "side"), "ante_missing", "", "derived", "{who} had no wager"),
    Condition("decision", needs.hands(FIRST), "hand_size_wrong", "", "derived", "{who} had no card"),
    Condition("second_deal", needs.decided("decision"), "decision_missing", "", "derived", "{who}"),
    Condition("second_deal", needs.plays, "ante_missing", "", "derived", "{who} had not raised"),
    Condition("showdown", needs.hands(SECOND), "hand_size_wrong", "", "derived", "{who} had one card"),
    Condition("reveal", needs.shown_down, "hand_revealed_early", "", "derived", "spot {spot}"),
    Condition("collect", needs.all_turned_up, "settled_before_reveal", "", "derived", "{who} was down"),
    Condition("pay", needs.all_settled("lose"), "winner_paid_early", "", "derived", "{who} had not lost"),
    Condition("rack", needs.settled(), "hand_racked_early", "", "derived", "{who} was not settled"),
    Condition("rack_folded", needs.settled("side"), "hand_racked_early", "", "derived", "{who}"),
)


def _waiting(how: str) -> Callable[[Walk], list[int]]:
    """The spots where something is still due in a way."""
    return lambda walk: [spot for spot in walk.due if walk.unsettled(spot, how=(how,))]


TURNS: Final = (
    Turn("deal", "dealing_out_of_order", needs.dealing(FIRST)),
    Turn("second_deal", "dealing_out_of_order", needs.dealing(SECOND)),
    Turn("reveal", "settlement_out_of_order", needs.counterclockwise_among(needs.to_turn_up)),
    Turn("collect", "settlement_out_of_order", needs.counterclockwise_among(_waiting("lose"))),
    Turn("pay", "settlement_out_of_order", needs.counterclockwise_among(_waiting("win"))),
    Turn("rack", "hand_racked_out_of_order", needs.counterclockwise_among(needs.to_rack)),
)
ABSENCES: Final = (
    Absence("deal", closing.no_deal, "deal_missing", "", "derived", "no card was dealt"),
    Absence("deal", closing.short_hands(FIRST), "hand_size_wrong", "", "derived", "{who} got none"),
    Absence("decision", closing.undecided("decision"), "decision_missing", "", "derived", "{who}"),
    Absence("second_deal", closing.short_hands(SECOND), "hand_size_wrong", "", "derived", "{who} got one"),
    Absence("showdown", closing.no_showdown, "showdown_missing", "", "derived", "the dealer stayed down"),
    Absence("reveal", closing.not_turned_up, "hand_not_revealed", "", "derived", "{who}", of_each_hand=True),
    Absence("rack", closing.not_racked, "hand_not_racked", "", "derived", "{who}", of_each_hand=True),
)


def _settles(walk: Walk, event: Settlement) -> str:
    if walk.is_folded(event.spot) and event.wager == "ante":
        return "forfeit"
    return "pay" if event.type == "wager_paid" else "collect"


CONDUCT: Final = Conduct(
    wagers=WAGERS,
    steps=STEPS,
    kinds=tuple(cited(code, "", "derived") for code in SHARED),
    deals=(FIRST, SECOND),
    stages=(Stage("before_the_deal", None), Stage("decision", "deal", ("fold",), asks="antes")),
    stays="raise",
    conditions=CONDITIONS,
    absences=ABSENCES,
    turns=TURNS,
    settles=_settles,
    racks=kept_for("side"),
    ratios=(Ratio("raise", 2, "ante", "a rule of two", "mixed"),),
    alone=("side",),
)

# Spots 1 and 3 raise and 2 folds; 4 has the side wager alone.  The dealer beats 3.
CLEAN: Final[dict[str, Event]] = {
    "open": opened(),
    "ante 1": placed(1, "ante", 5_00),
    "ante 2": placed(2, "ante", 5_00),
    "ante 3": placed(3, "ante", 5_00),
    "side 4": placed(4, "side", 5_00),
    "deal 1": dealt(1, "As"),
    "deal 2": dealt(2, "2c"),
    "deal 3": dealt(3, "5h"),
    "deal 4": dealt(4, "6h"),
    "deal dealer": dealt("dealer", "Kd", "up"),
    "raise 1": placed(1, "raise", 10_00),
    "fold 2": event("decision_made", spot=2, decision="fold"),
    "collect 2": collected(2, "ante", 5_00),
    "rack 2": event("hand_collected", to=2),
    "raise 3": placed(3, "raise", 10_00),
    "deal 1 again": dealt(1, "Ah"),
    "deal 3 again": dealt(3, "7h"),
    "deal dealer again": dealt("dealer", "Kc"),
    "show": revealed("dealer", "Kd", "Kc"),
    "reveal 4": revealed(4, "6h"),
    "reveal 3": revealed(3, "5h", "7h"),
    "reveal 1": revealed(1, "As", "Ah"),
    "collect 3": collected(3, "ante", 5_00),
    "collect raise 3": collected(3, "raise", 10_00),
    "pay 4": paid(4, "side", 5_00),
    "pay 1": paid(1, "ante", 5_00),
    "pay raise 1": paid(1, "raise", 10_00),
    "rack 4": event("hand_collected", to=4),
    "rack 3": event("hand_collected", to=3),
    "rack 1": event("hand_collected", to=1),
    "rack dealer": event("hand_collected", to="dealer"),
    "close": event("closed"),
}
GIVEN: Final = Adjudication(
    resolutions=(
        resolved(1, "ante", 5_00, "win", paid=5_00),
        resolved(1, "raise", 10_00, "win", paid=10_00),
        resolved(2, "ante", 5_00, "forfeit"),
        resolved(3, "ante", 5_00, "lose"),
        resolved(3, "raise", 10_00, "lose"),
        resolved(4, "side", 5_00, "win", paid=5_00),
    )
)


# --- changing one thing, and asking -------------------------------------------------------


def without(*names: str) -> dict[str, Event]:
    return {name: one for name, one in CLEAN.items() if name not in names}


def until(last: str, told: dict[str, Event] = CLEAN) -> dict[str, Event]:
    names = list(told)
    return {name: told[name] for name in names[: names.index(last) + 1]}


def moved(*names: str, before: str) -> dict[str, Event]:
    left = list(without(*names))
    at = left.index(before)
    return {name: CLEAN[name] for name in (*left[:at], *names, *left[at:])}


def added(name: str, one: Event, *, before: str, told: dict[str, Event] = CLEAN) -> dict[str, Event]:
    left = list(told)
    at = left.index(before)
    return {key: {**told, name: one}[key] for key in (*left[:at], name, *left[at:])}


def findings(
    told: dict[str, Event], dealing: str | None = None, said: Adjudication = GIVEN, **differently: Any
) -> list[Finding]:
    """What the walk finds; fields of the conduct may differ."""
    seen = folded(told.values(), game="unruled", dealing=dealing)
    return [*walked(replace(CONDUCT, **differently), seen, said)]


def found(told: dict[str, Event], dealing: str | None = None, **differently: Any) -> list[tuple[str, str]]:
    """The code of each finding and the name of the event that it is at."""
    return [(one.code, list(told)[one.event - 1]) for one in findings(told, dealing, **differently)]
