"""The settlement cases of the game, each to the cent and in order."""

import json

import pytest

from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.cases.cases_to_records import cases
from tests.cli.commands import environment, lines, run
from tests.scenario import read

CASES = cases("three_card_poker")


def judged(record):
    told = read(record)
    assert isinstance(told.head, RoundHeader)
    state = extend(begin(told.head), told.facts)
    submission = InlineSubmission.model_validate(record["submission"])
    return judge(state, elections.inline(GAMES[state.game], submission))


def kind(step):
    return step if step in {"rack:dealer", "dealer_reveal"} else step.split(":")[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.why}")
def test_every_wager_of_the_case_is_settled_as_expected(case):
    judgement = judged(case.record)
    found = {
        (line.spot, line.wager): (line.outcome, line.paid, line.collected)
        for line in judgement.adjudication.resolutions
    }
    assert found == case.expected
    assert judgement.findings == ()


@pytest.mark.parametrize("case", [case for case in CASES if case.order], ids=lambda case: case.id)
def test_the_steps_of_the_case_are_due_in_the_expected_order(case):
    kinds = {kind(step) for step in case.order}
    steps = judged(case.record).adjudication.settlement_order
    assert [step for step in steps if kind(step) in kinds] == list(case.order)


def test_there_are_as_many_cases_as_were_written():
    assert len(CASES) == 20


def test_the_command_says_of_each_case_what_is_expected():
    given = "\n".join(json.dumps(case.record) for case in CASES)
    done = run("adjudicate", "-", given=given, env=environment())
    assert (done.returncode, done.stderr) == (0, "")
    found = [
        {
            (line["spot"], line["wager"]): (line["outcome"], line["paid"], line["collected"])
            for line in answer["resolutions"]
        }
        for answer in lines(done.stdout)
    ]
    assert found == [case.expected for case in CASES]
