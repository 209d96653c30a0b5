"""The settlement cases of the game, and the worked round, each to the cent and in order."""

import json
from pathlib import Path

import pytest

from ledger.events.records import RoundHeader
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.rounds.answers import resolution
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import judge
from tests.cases.cases_to_records import cases
from tests.scenario import read

FOLDER = Path(__file__).parents[2] / "cases"


def judged(record, submission):
    told = read(record)
    assert isinstance(told.head, RoundHeader)
    state = extend(begin(told.head), told.facts)
    return judge(state, elections.inline(GAMES[state.game], submission))


def kind(step):
    return step if step in {"rack:dealer", "dealer_reveal"} else step.split(":")[0]


@pytest.mark.parametrize("case", cases("texas_holdem_bonus"), ids=lambda case: f"{case.id} {case.why}")
def test_every_wager_of_the_case_is_settled_as_expected(case):
    judgement = judged(case.record, InlineSubmission.model_validate(case.record["submission"]))
    found = {
        (line.spot, line.wager): (line.outcome, line.paid, line.collected)
        for line in judgement.adjudication.resolutions
    }
    assert found == case.expected
    assert judgement.findings == ()
    if case.order is not None:
        kinds = {kind(step) for step in case.order}
        steps = [step for step in judgement.adjudication.settlement_order if kind(step) in kinds]
        assert steps == list(case.order)


def test_there_are_as_many_cases_as_were_written():
    assert len(cases("texas_holdem_bonus")) == 16


def test_the_worked_round_gives_what_it_should_and_its_two_findings():
    record = json.loads((FOLDER / "round_thb_412.json").read_text())
    expected = json.loads((FOLDER / "round_thb_412.expected.json").read_text())
    judgement = judged(record, InlineSubmission(options={"ante_pays_from": "flush"}))
    assert list(judgement.adjudication.settlement_order) == expected["settlement_order"]
    by_wager = {(line.spot, line.wager): resolution(line) for line in judgement.adjudication.resolutions}
    assert len(by_wager) == len(expected["resolutions"])
    for due in expected["resolutions"]:
        assert due.items() <= by_wager[due["spot"], due["wager"]].items()
    found = [
        {"code": one.code, "rule": one.rule, "event": one.event, **one.facts} for one in judgement.findings
    ]
    assert found == expected["findings"]


def test_the_worked_line_shows_its_cards_odds_table_and_evidence():
    record = json.loads((FOLDER / "round_thb_412.json").read_text())
    judgement = judged(record, InlineSubmission(options={"ante_pays_from": "flush"}))
    line = judgement.adjudication.resolutions[0]
    assert (line.spot, line.wager, line.odds, line.rank) == (1, "ante", "1:1", "flush")
    assert line.cards == ("As", "Js", "9s", "4s", "2s")
    assert (line.rule, line.table, line.evidence) == ("13:69F-28.10(h)2", "THB-ANTE-FLUSH", "mixed")
