"""The settlement cases of the game, each to the cent and in order."""

import pytest

from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.cases.cases_to_records import cases
from tests.scenario import read


def judged(record):
    told = read(record)
    assert isinstance(told.head, RoundHeader)
    given = InlineSubmission.model_validate(record["submission"])
    return judge(extend(begin(told.head), told.facts), elections.inline(CARIBBEAN_STUD, given))


def kind(step):
    return step if step in {"rack:dealer", "dealer_reveal"} else step.split(":")[0]


@pytest.mark.parametrize("case", cases("caribbean_stud"), ids=lambda case: f"{case.id} {case.why}")
def test_every_wager_of_the_case_is_settled_as_expected(case):
    judgement = judged(case.record)
    found = {
        (line.spot, line.wager): (line.outcome, line.paid, line.collected)
        for line in judgement.adjudication.resolutions
    }
    assert found == case.expected
    noted = {"irregularity_noted"} if any(due[0] == "forfeit" for due in case.expected.values()) else set()
    assert {finding.code for finding in judgement.findings} <= noted
    if case.order is not None:
        kinds = {kind(step) for step in case.order}
        steps = [step for step in judgement.adjudication.settlement_order if kind(step) in kinds]
        assert steps == list(case.order)


def test_there_are_as_many_cases_as_were_written():
    assert len(cases("caribbean_stud")) == 17


def test_what_the_cage_pays_says_so_and_leaves_the_tray_alone():
    (case,) = [case for case in cases("caribbean_stud") if case.id == "CS-21"]
    lines = {line.wager: line for line in judged(case.record).adjudication.resolutions}
    assert lines["progressive"].paid_from == "cage"
    assert (lines["ante"].paid_from, lines["bet"].paid_from) == (None, None)


def test_the_payout_limit_shows_what_it_took_off():
    (case,) = [case for case in cases("caribbean_stud") if case.id == "CS-12"]
    lines = {line.wager: line for line in judged(case.record).adjudication.resolutions}
    assert (lines["bet"].paid, lines["bet"].limited_from) == (5_000_00, 20_000_00)
    assert lines["ante"].limited_from is None
