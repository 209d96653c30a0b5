"""One round of Texas hold 'em bonus, dealt without a mistake, every event by a name.

Spots 1 and 3 play, 2 and 4 fold; 1 and 4 have a bonus.  Spot 1 makes a flush
and its bonus is A-J suited; spot 3 wins with a pair, so that its ante comes
back unpaid; spot 4's fives win the bonus after the pass.  Tests change one
thing and ask what is found, and at which event.
"""

from __future__ import annotations

from ledger.games.texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from tests.games.evening import Evening, Told
from tests.scenario import collected, dealt, event, opened, paid, placed, revealed

CLEAN: Told = {
    "open": opened(spots=[1, 2, 3, 4]),
    "ante 1": placed(1, "ante", 10_00),
    "bonus 1": placed(1, "bonus", 5_00),
    "ante 2": placed(2, "ante", 10_00),
    "ante 3": placed(3, "ante", 10_00),
    "ante 4": placed(4, "ante", 10_00),
    "bonus 4": placed(4, "bonus", 5_00),
    "no more bets": event("betting_closed"),
    "deal 1 first": dealt(1, "As"),
    "deal 1 second": dealt(1, "Js"),
    "deal 2 first": dealt(2, "7h"),
    "deal 2 second": dealt(2, "2d"),
    "deal 3 first": dealt(3, "Kh"),
    "deal 3 second": dealt(3, "Tc"),
    "deal 4 first": dealt(4, "5d"),
    "deal 4 second": dealt(4, "5c"),
    "deal dealer first": dealt("dealer", "Qh"),
    "deal dealer second": dealt("dealer", "Jd"),
    "cover": event("cover_card_placed", to="dealer"),
    "flop wager 1": placed(1, "flop", 20_00),
    "fold 2": event("decision_made", spot=2, decision="fold"),
    "collect ante 2": collected(2, "ante", 10_00),
    "rack 2": event("hand_collected", to=2, spread=True),
    "flop wager 3": placed(3, "flop", 20_00),
    "fold 4": event("decision_made", spot=4, decision="fold"),
    "collect ante 4": collected(4, "ante", 10_00),
    "burn flop": event("card_burned", card="8h"),
    "flop first": dealt("board", "9s", "up"),
    "flop second": dealt("board", "4s", "up"),
    "flop third": dealt("board", "2s", "up"),
    "turn wager 1": placed(1, "turn", 10_00),
    "turn wager 3": placed(3, "turn", 10_00),
    "burn turn": event("card_burned"),
    "turn": dealt("board", "Kd", "up"),
    "river wager 1": placed(1, "river", 10_00),
    "river check 3": event("decision_made", spot=3, decision="check"),
    "burn river": event("card_burned"),
    "river": dealt("board", "7c", "up"),
    "reveal dealer": revealed("dealer", "Qh", "Jd"),
    "reveal 3": revealed(3, "Kh", "Tc"),
    "pay flop 3": paid(3, "flop", 20_00),
    "pay turn 3": paid(3, "turn", 10_00),
    "rack 3": event("hand_collected", to=3, cards=["Kh", "Tc"]),
    "reveal 1": revealed(1, "As", "Js"),
    "pay ante 1": paid(1, "ante", 10_00),
    "pay flop 1": paid(1, "flop", 20_00),
    "pay turn 1": paid(1, "turn", 10_00),
    "pay river 1": paid(1, "river", 10_00),
    "pay bonus 1": paid(1, "bonus", 100_00),
    "rack 1": event("hand_collected", to=1, cards=["As", "Js"]),
    "reveal 4": revealed(4, "5d", "5c"),
    "pay bonus 4": paid(4, "bonus", 15_00),
    "rack 4": event("hand_collected", to=4, cards=["5d", "5c"]),
    "rack dealer": event("hand_collected", to="dealer", cards=["Qh", "Jd"]),
    "stub": event("stub_collected"),
    "close": event("closed"),
}


EVENING = Evening(TEXAS_HOLDEM_BONUS, CLEAN, {})
added, changed, moved, until, without = (
    EVENING.added, EVENING.changed, EVENING.moved, EVENING.until, EVENING.without,
)  # fmt: skip
finding, found, judged, lines, missing = (
    EVENING.finding, EVENING.found, EVENING.judged, EVENING.lines, EVENING.missing,
)  # fmt: skip
order, outcomes, rule, state_of = EVENING.order, EVENING.outcomes, EVENING.rule, EVENING.state_of
