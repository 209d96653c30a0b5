"""`pitledger round show --submission`: a stored round judged by another submission, named or in a file."""

import json

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up
from tests.scenario import event

ROUND = "THB-03/2026-11-28/412"
STRAIGHT = {"ante_pays_from": "straight"}


@pytest.fixture(scope="module")
def pit(module_env):
    """The worked round with its submission, recorded and in the views."""
    setup, dealt = WORKED / "setup.ndjson", WORKED / "round_thb_412.json"
    assert run("record", setup, dealt, env=module_env).returncode == 0
    let_views_catch_up(module_env)
    return module_env


def record(name):
    """A submission of a later year as a record; nobody registered it."""
    first = event(
        "submitted", occurred_at="2026-12-01T09:00:00-05:00", source="manual", by="C-01",
        game="texas_holdem_bonus", jurisdiction="NJ", effective="2027-01-01", options=STRAIGHT,
    )  # fmt: skip
    return {"format": "pitledger/1", "stream": "submission", "name": name, "events": [first]}


def test_a_registered_submission_is_named(pit):
    (report,) = lines(run("round", "show", ROUND, "--submission", "thb-2026-01", "--json", env=pit).stdout)
    assert report["what_if"]["instead_of"] == report["submission"]
    (own,) = lines(run("round", "show", ROUND, "--json", env=pit).stdout)
    assert "what_if" not in own
    assert own["resolutions"] == report["resolutions"]


def test_tables_and_options_are_read_from_a_file(pit, tmp_path):
    elected = tmp_path / "elected.json"
    elected.write_text(
        json.dumps({"pay_tables": {"bonus": {"AA": "30:1", "AK_suited": "27:1", "AQ_AJ_suited": "25:1"}}})
    )
    (report,) = lines(run("round", "show", ROUND, "--submission", elected, "--json", env=pit).stdout)
    assert report["submission"] == {"name": "inline", "version": 0, "game": "texas_holdem_bonus"}
    (bonus,) = [one for one in report["resolutions"] if one["wager"] == "bonus"]
    assert (bonus["odds"], bonus["paid"]) == ("25:1", 125_00)
    assert (report["what_if"]["effective"], report["what_if"]["remarks"]) == (None, [])


def test_a_record_of_a_submission_is_read_from_a_file_and_not_registered(pit, tmp_path):
    path = tmp_path / "next_year.json"
    path.write_text(json.dumps(record("thb-2027-01")))
    shown = run("round", "show", ROUND, "--submission", path, env=pit).stdout
    assert "What if: judged by thb-2027-01 (version 1) instead of thb-2026-01 (version 1)" in shown
    assert "thb-2027-01: not in force before 2027-01-01; the round is of 2026-11-28" in shown
    unknown = run("round", "show", ROUND, "--submission", "thb-2027-01", env=pit)
    assert unknown.returncode == 1
    assert unknown.stderr.startswith("unknown_submission at /submission")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"options": {"ante_pays": "flush"}}', "unknown_option at /options/ante_pays"),
        ('{"options": {"irregularities": {"fire": "RELOCATE_CARD"}}}', "unknown_condition"),
        ("{", "malformed_json"),
    ],
)
def test_a_submission_that_is_none_is_refused_with_its_code(pit, tmp_path, text, code):
    path = tmp_path / "submission.json"
    path.write_text(text)
    done = run("round", "show", ROUND, "--submission", path, env=pit)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(code)


def test_irregularities_are_judged_as_elected_without_a_database(tmp_path):
    """The real round with a jammed shoe: nobody knows, or void as the licensee elected."""
    told = json.loads((WORKED / "round_thb_412.json").read_text())
    told["events"].insert(20, event("irregularity_noted", occurred_at=told["events"][20]["occurred_at"],
                                    kind="shoe_jammed"))  # fmt: skip
    elected = tmp_path / "elected.json"
    for options, outcome in (({}, "undetermined"), ({"shoe_jammed": "ROUND_VOID_RETURN_ALL"}, "void")):
        elected.write_text(json.dumps({"options": {"irregularities": options}}))
        done = run("adjudicate", "-", "--submission", elected, given=json.dumps(told), env={})
        (answer,) = lines(done.stdout)
        assert {one["outcome"] for one in answer["resolutions"] if one["wager"] == "flop"} == {outcome}
