"""`pitledger adjudicate`: what the rules give, with neither a database nor a registration."""

import json
import subprocess

import pytest

from tests.cases.cases_to_records import cases
from tests.cli.commands import PITLEDGER, WORKED, environment, lines, run
from tests.scenario import dealt, document, event, opened, placed, round_record

ENV = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
SETUP = (WORKED / "setup.ndjson").read_text()
ROUND = (WORKED / "round_thb_412.json").read_text()


def paid(answer):
    return {(one["spot"], one["wager"]): one["paid"] for one in answer["resolutions"]}


def test_the_worked_round_is_judged_as_worked_out_by_hand():
    done = run("adjudicate", "-", given=SETUP + ROUND, env=ENV)
    assert done.returncode == 0
    (answer,) = lines(done.stdout)
    assert answer["round"] == "b4e01746-d1d0-572f-aa68-86cfb262df14"
    assert paid(answer) == {
        (1, "ante"): 25_00, (1, "bonus"): 100_00, (1, "flop"): 50_00, (1, "turn"): 25_00, (1, "river"): 25_00,
        (2, "ante"): 0, (4, "ante"): 0, (4, "flop"): 50_00, (4, "turn"): 25_00,
    }  # fmt: skip
    assert [(one["code"], one["event"]) for one in answer["findings"]] == [
        ("burn_card_missing", 27),
        ("wager_mispaid", 35),
    ]


def test_answers_come_in_the_order_of_the_rounds_and_refusals_on_the_side():
    rounds = [round_record(opened(), number=number) for number in (1, 2, 3)]
    given = b"\n".join([document(rounds[0]), b"{broken", document(rounds[1]), b"", document(rounds[2])])
    done = run("adjudicate", "-", given=given, env=ENV)
    assert done.returncode == 1
    assert len(lines(done.stdout)) == 3
    assert done.stderr.startswith("line 2: malformed_json: ")


def test_a_submission_that_is_not_there_is_never_a_silent_default():
    done = run("adjudicate", "-", given=ROUND, env=ENV)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("line 1: unknown_submission at /submission: ")


def at_the_table(*more, **header):
    """A $10 ante at the worked pit's table, after the records that set it up and more of the table's."""
    told = [json.loads(line) for line in SETUP.splitlines()]
    table = next(one for one in told if one["stream"] == "table" and one["table"] == "THB-03")
    rest = {**table, "after": len(table["events"]), "events": list(more)} if more else None
    played = round_record(opened(), placed(1, "ante", 10_00), table="THB-03", **header)
    return "\n".join(json.dumps(one) for one in [*told, *([rest] if rest else []), played])


@pytest.mark.parametrize(("hung", "found"), [("2026-01-06", []), ("2027-01-06", ["wager_below_minimum"])])
def test_a_wager_is_held_against_the_sign_that_its_table_had_hung_out_earlier_in_the_input(hung, found):
    (answer,) = lines(run("adjudicate", "-", given=at_the_table(), env=ENV).stdout)
    assert [(one["code"], one["minimum"]) for one in answer["findings"]] == [("wager_below_minimum", 15_00)]
    lower = {"ante": {"minimum": 5_00, "maximum": 500_00}}
    sign = event("limits_posted", occurred_at=f"{hung}T10:00:00-05:00", limits=lower, source="manual", by="C")
    (answer,) = lines(run("adjudicate", "-", given=at_the_table(sign), env=ENV).stdout)
    assert [one["code"] for one in answer["findings"]] == found


def test_a_round_that_names_no_submission_is_judged_by_what_its_table_offered():
    straight = ROUND.replace('"card": "9s"', '"card": "Ts"').replace('"card": "7c"', '"card": "Qd"')
    straight = straight.replace('"card": "4s"', '"card": "4d"').replace('"card": "2s"', '"card": "2h"')
    unnamed = json.loads(straight)
    del unnamed["submission"]
    (answer,) = lines(run("adjudicate", "-", given=SETUP + json.dumps(unnamed), env=ENV).stdout)
    assert paid(answer)[1, "ante"] == 0  # it elected flush
    (answer,) = lines(run("adjudicate", "-", given=json.dumps(unnamed), env=ENV).stdout)
    assert paid(answer)[1, "ante"] == 25_00  # the game's default is straight
    tables = "\n".join(line for line in SETUP.splitlines() if '"stream": "table"' in line)
    done = run("adjudicate", "-", given=tables + "\n" + json.dumps(unnamed), env=ENV)
    assert "unknown_submission at /submission" in done.stderr


@pytest.mark.parametrize(("threshold", "ante"), [("straight", 25_00), ("flush", 0)])
def test_every_round_is_judged_by_the_submission_given(tmp_path, threshold, ante):
    """A straight pays the ante where the licensee elected straight, not where he elected flush."""
    straight = ROUND.replace('"card": "9s"', '"card": "Ts"').replace('"card": "7c"', '"card": "Qd"')
    straight = straight.replace('"card": "4s"', '"card": "4d"').replace('"card": "2s"', '"card": "2h"')
    elected = tmp_path / "elected.json"
    elected.write_text(json.dumps({"options": {"ante_pays_from": threshold}}))
    (answer,) = lines(run("adjudicate", "-", "--submission", elected, given=straight, env=ENV).stdout)
    assert paid(answer)[1, "ante"] == ante


def test_a_submission_may_be_given_as_its_record(tmp_path):
    record = tmp_path / "submission.json"
    record.write_text(SETUP.splitlines()[0])
    done = run("adjudicate", "-", "--submission", record, given=ROUND, env=ENV)
    assert done.returncode == 0
    assert lines(done.stdout)[0]["submission"]["name"] == "thb-2026-01"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"pay_tables": {"bonus": {"AA": "thirty"}}}', "invalid_odds"),
        ('{"pay_table": {}}', "unknown_field"),
        ("{", "malformed_json"),
    ],
)
def test_a_submission_that_is_none_is_refused_with_its_code(tmp_path, text, code):
    path = tmp_path / "submission.json"
    path.write_text(text)
    done = run("adjudicate", "-", "--submission", path, given=ROUND, env=ENV)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(code)


def test_nothing_is_masked():
    """A face that the table has not seen counts all the same: here it is the second ace of spades."""
    twice = round_record(
        opened(), placed(1, "ante", 15_00), dealt(1, "As"), dealt(2, "As"), {"type": "closed"}
    )
    (answer,) = lines(run("adjudicate", "-", given=document(twice), env=ENV).stdout)
    assert [one["code"] for one in answer["findings"]] == ["card_duplicated"]


def test_the_cases_of_holdem_bonus_are_all_as_expected():
    """Each case through the real command: outcome, amounts and order of every wager."""
    known = cases("texas_holdem_bonus")
    assert len(known) == 16
    done = run("adjudicate", "-", given="\n".join(json.dumps(case.record) for case in known), env=ENV)
    assert done.returncode == 0, done.stderr
    for answer, case in zip(lines(done.stdout), known, strict=True):
        found = {
            (one["spot"], one["wager"]): (one["outcome"], one["paid"], one["collected"])
            for one in answer["resolutions"]
        }
        assert {wager: found[wager] for wager in case.expected} == dict(case.expected), case.id
        if case.order is not None:
            kinds = {_kind(step) for step in case.order}
            steps = [step for step in answer["settlement_order"] if _kind(step) in kinds]
            assert tuple(steps) == case.order, case.id


def _kind(step: str) -> str:
    return step if step == "rack:dealer" else step.partition(":")[0]


def test_a_long_input_is_judged_as_it_comes():
    """The first answer is there before the input has ended."""
    with subprocess.Popen(
        [PITLEDGER, "adjudicate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV
    ) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        for number in range(400):
            judge.stdin.write(document(round_record(opened(), dealt(1, "As"), number=number)) + b"\n")
        judge.stdin.flush()
        first = json.loads(judge.stdout.readline())
        judge.stdin.close()
        assert first["findings"] == []
