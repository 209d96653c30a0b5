"""The settlement cases of the game, each to the cent and in order."""

import pytest

from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.cases.cases_to_records import cases
from tests.cli.commands import environment, lines, run
from tests.scenario import document, read

ENV = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
CASES = cases("boston_5_stud")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.id} {case.why}")
def test_every_wager_of_the_case_is_settled_as_expected(case):
    told = read(case.record)
    assert isinstance(told.head, RoundHeader)
    state = extend(begin(told.head), told.facts)
    given = InlineSubmission.model_validate(case.record["submission"])
    judgement = judge(state, elections.inline(GAMES[state.game], given))
    found = {
        (line.spot, line.wager): (line.outcome, line.paid, line.collected)
        for line in judgement.adjudication.resolutions
    }
    assert found == case.expected
    assert judgement.findings == ()
    if case.order is not None:
        assert judgement.adjudication.settlement_order == case.order


def test_there_are_as_many_cases_as_were_written():
    assert len(CASES) == 13
    assert sum(case.order is not None for case in CASES) == 1


def test_the_command_gives_every_case_without_a_database():
    done = run("adjudicate", "-", given=b"\n".join(document(case.record) for case in CASES), env=ENV)
    assert done.returncode == 0
    answers = lines(done.stdout)
    assert len(answers) == len(CASES)
    for case, answer in zip(CASES, answers, strict=True):
        found = {
            (one["spot"], one["wager"]): (one["outcome"], one["paid"], one["collected"])
            for one in answer["resolutions"]
        }
        assert (case.id, found, answer["findings"]) == (case.id, case.expected, [])
