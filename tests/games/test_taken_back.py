"""A wager taken back when it no longer could be: what the rules give, and what is found, by the command."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.commands import environment, lines, run
from tests.games.boston_5_stud import evening as boston
from tests.games.caribbean_stud import evening as caribbean
from tests.games.evening import Told
from tests.scenario import event, folded, opened, placed, round_record

NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")


def adjudicated(told: Told, game: str) -> dict[str, Any]:
    """What the command says of a round told."""
    given = json.dumps(round_record(*told.values(), game=game))
    (answer,) = lines(run("adjudicate", "-", given=given, env=NOWHERE).stdout)
    return dict(answer)


def line(answer: dict[str, Any], spot: int, wager: str) -> dict[str, Any]:
    """The line of a wager."""
    (found,) = [one for one in answer["resolutions"] if (one["spot"], one["wager"]) == (spot, wager)]
    return dict(found)


def codes(answer: dict[str, Any], event_at: int) -> set[str]:
    """What is found at an event."""
    return {one["code"] for one in answer["findings"] if one["event"] == event_at}


def taken_back_and_declared(spot: int, outcome: str) -> tuple[Told, int]:
    """Boston's second wager taken back too late and its outcome announced; at which event."""
    told = boston.added(
        "back", event("wager_withdrawn", spot=spot, wager="second", amount=20_00), before="reveal dealer"
    )
    said = event("outcome_declared", spot=spot, wager="second", outcome=outcome)
    told = boston.added("said", said, before=f"rack {spot}", told=told)
    told = boston.without("pay second 1", "collect second 4", told=told)
    return told, list(told).index("said") + 1


@pytest.mark.parametrize(("spot", "outcome"), [(1, "win"), (4, "lose")])
def test_the_outcome_of_a_second_wager_taken_back_too_late_is_announced_rightly(spot, outcome):
    told, said_at = taken_back_and_declared(spot, outcome)
    answer = adjudicated(told, "boston_5_stud")
    assert line(answer, spot, "second")["outcome"] == outcome
    assert codes(answer, list(told).index("back") + 1) == {"wager_withdrawn_late"}
    assert codes(answer, said_at) == set()


def test_its_outcome_can_be_announced_wrongly_too():
    told, said_at = taken_back_and_declared(4, "win")
    assert codes(adjudicated(told, "boston_5_stud"), said_at) == {"outcome_misdeclared"}


def test_what_it_lost_and_what_it_won_are_missed():
    lost = adjudicated(taken_back_and_declared(4, "lose")[0], "boston_5_stud")
    assert {one["code"]: one.get("due") for one in lost["findings"]}["wager_miscollected"] == 20_00
    won = adjudicated(taken_back_and_declared(1, "win")[0], "boston_5_stud")
    assert {one["code"]: one.get("due") for one in won["findings"]}["wager_mispaid"] == 20_00


def test_a_bet_taken_back_after_the_dealer_is_up_is_judged_by_nobody():
    told = caribbean.added(
        "back", event("wager_withdrawn", spot=3, wager="bet", amount=20_00), before="reveal 5"
    )
    told = caribbean.added(
        "said", event("outcome_declared", spot=3, wager="bet", outcome="win"), before="rack 3", told=told
    )
    answer = adjudicated(told, "caribbean_stud")
    bet = line(answer, 3, "bet")
    assert (bet["stake"], bet["outcome"], bet["evidence"]) == (20_00, "undetermined", "not_found")
    assert bet["missing"] == "the rule for a wager taken back after its betting had closed"
    assert "outcome_misdeclared" not in codes(answer, list(told).index("said") + 1)


@pytest.mark.parametrize(
    ("shut", "late"),
    [((), False), ((event("betting_closed"),), True), ((event("betting_closed", wagers=["bonus"]),), False)],
)
def test_a_stake_is_taken_back_too_late_once_its_betting_is_closed(shut, late):
    back = event("wager_withdrawn", spot=1, wager="ante", amount=3_00)
    state = folded([opened(), placed(1, "ante", 5_00), *shut, back])
    (taken,) = state.wagers[0].taken_back
    assert (taken.amount, taken.late) == (3_00, late)
