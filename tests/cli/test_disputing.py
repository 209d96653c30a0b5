"""What the floor types in a dispute: rounds beside one, patterns, what if, and who complains."""

from __future__ import annotations

import json

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up

ROUND = "THB-03/2026-11-28/412"
BY = ("--by", "F-22")


@pytest.fixture(scope="module")
def pit(module_env):
    """The worked round, the round after it, and a dispute about the first."""
    again = json.loads((WORKED / "round_thb_412.json").read_text()) | {"number": 413}
    setup, dealt = WORKED / "setup.ndjson", WORKED / "round_thb_412.json"
    assert run("record", setup, dealt, env=module_env).returncode == 0
    assert run("record", "-", given=json.dumps(again), env=module_env).returncode == 0
    opened = run(
        "dispute", "open", "--round", ROUND, "--subject", "S-81", "--claim", "the ante", "--name", "D-1", *BY,
        env=module_env,
    )  # fmt: skip
    assert opened.returncode == 0
    let_views_catch_up(module_env)
    return module_env


def test_the_rounds_beside_one_are_listed(pit):
    (said,) = lines(run("round", "neighbours", ROUND, "--json", env=pit).stdout)
    assert ([one["key"] for one in said["after"]], said["before"]) == (["THB-03/2026-11-28/413"], [])
    assert "After THB-03/2026-11-28/412" in run("round", "neighbours", ROUND, "-n", "1", env=pit).stdout


def test_what_the_record_leaves_open_is_shown_with_the_round(pit):
    said = run("round", "show", ROUND, env=pit).stdout
    assert "What the record leaves open" in said
    assert "the video of THB-03 from" in said


def test_patterns_are_ranked_and_each_row_lists_its_rounds(pit):
    said = run("patterns", "--from", "2026-11-28", "--kind", "mispayment", "--rounds", env=pit).stdout
    (row,) = [line for line in said.splitlines() if "D-1187" in line and "THB-03/4" in line and "few" in line]
    assert row.split()[:5] == ["mispayment", "D-1187", "THB-03/4", "2", "2"]
    assert ROUND in said
    (found,) = lines(run("patterns", "--from", "2026-11-28", "--json", env=pit).stdout)
    assert {one["kind"] for one in found["patterns"]} >= {"mispayment"}
    assert run("patterns", "--from", "2026-11-28", "--kind", "theft", env=pit).returncode == 2


def test_what_if_lays_what_would_be_beside_what_stands(pit):
    said = run("round", "what-if", ROUND, "--card", "23=4h", "--without", "3", env=pit).stdout
    assert "nothing was recorded" in said
    (found,) = lines(run("round", "what-if", ROUND, "--without", "3", "--json", env=pit).stdout)
    (bonus,) = [one for one in found["rounds"][0]["wagers"] if (one["spot"], one["wager"]) == (1, "bonus")]
    assert (bonus["supposed_stake"], bonus["difference"]) == (0, -100_00)
    for wrong in (("--card", "99=4h"), ("--card", "2=4h"), ("--card", "x"), ("--instead", "2={")):
        assert run("round", "what-if", ROUND, *wrong, env=pit).returncode == 2


def test_a_card_supposed_is_another_where_the_hand_was_turned_up_and_picked_up_too(pit):
    """Without the jack of spades there is no flush, though the hand was turned up and picked up with it."""
    (found,) = lines(run("round", "what-if", ROUND, "--card", "8=Jh", "--json", env=pit).stdout)
    (ante,) = [one for one in found["rounds"][0]["wagers"] if (one["spot"], one["wager"]) == (1, "ante")]
    assert (ante["rules"], ante["supposed"], ante["supposed_outcome"]) == (25_00, 0, "unpaid")
    said = run("round", "what-if", ROUND, "--card", "8=Kd", env=pit).stdout
    assert "it would be found: Kd was on the layout twice" in said


def test_who_complains_is_told_read_and_erased_and_each_reading_is_in_the_dispute(pit):
    told = json.dumps({"name": "Ada Example", "phone": "+1 609 555 0187"})
    kept = run("dispute", "subject", "set", "D-1", "-", *BY, given=told, env=pit)
    assert (kept.returncode, kept.stdout.strip()) == (0, "of S-81 is kept: name, phone")
    why = ("--reason", "to call back")
    (read,) = lines(run("dispute", "subject", "show", "D-1", *BY, *why, "--json", env=pit).stdout)
    assert read["particulars"] == json.loads(told)
    both = ("--approved-by", "F-9", "--reason", "they asked")
    alone = run("dispute", "subject", "erase", "D-1", *BY, "--approved-by", "F-22", *why, env=pit)
    assert (alone.returncode, "same_person" in alone.stderr) == (1, True)
    let_views_catch_up(pit)
    assert run("dispute", "subject", "erase", "D-1", *BY, *both, env=pit).returncode == 0
    gone = run("dispute", "subject", "show", "D-1", *BY, *why, env=pit)
    assert (gone.returncode, "personal_data_not_found" in gone.stderr) == (1, True)
    let_views_catch_up(pit)
    (shown,) = lines(run("dispute", "show", "D-1", "--json", env=pit).stdout)
    assert [one["type"] for one in shown["events"]] == [
        "opened",
        "accessed",
        "accessed",
        "personal_data_erased",
    ]
    assert "Ada" not in json.dumps(shown)
