"""`pitledger fund`: what a meter shows and what is owed, for people and for programs."""

import json

import pytest

from tests.cli.commands import lines, run
from tests.cli.conftest import let_views_catch_up
from tests.funds.told import adjusted, established, fund_record, paid_out, won
from tests.scenario import event, opened, placed, round_record, table_record

SEED = 10_000_00
TOLD = (
    table_record(),
    fund_record(established(), adjusted(amount=-1_00)),
    fund_record(established("bad_beat", seed=0, tables=["PKR-1"]), name="bad-beat"),
    round_record(
        opened(), placed(1, "progressive", 1_00), placed(2, "progressive", 1_00), event("betting_closed"),
        won(8_125_00), paid_out(8_000_00),
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def cage(module_env):
    """Two funds and a round that plays for one of them, in the views."""
    given = "".join(json.dumps(record) + "\n" for record in TOLD)
    done = run("record", "-", "--json", given=given, env=module_env)
    assert [one["status"] for one in lines(done.stdout)] == ["appended"] * 4
    let_views_catch_up(module_env)
    return module_env


def test_funds_are_listed_for_programs(cage):
    told = lines(run("fund", "list", "--json", env=cage).stdout)
    assert [(one["fund"], one["kind"], one["meter"], one["owed"]) for one in told] == [
        ("CS-PROG", "progressive", SEED - 1_00 + 1_42 - 8_125_00, 1_25_00),
        ("bad-beat", "bad_beat", 0, 0),
    ]


def test_funds_are_listed_for_people(cage):
    said = run("fund", "list", env=cage).stdout
    for words in ("CS-PROG", "bad_beat", "1,875.42", "125.00", "PKR-1"):
        assert words in said, words


def test_a_fund_is_shown_for_programs(cage):
    (told,) = lines(run("fund", "show", "CS-PROG", "--json", env=cage).stdout)
    assert (told["meter"], told["contributed"], told["carry"]) == (1_875_42, 1_42, "0")
    assert [one["kind"] for one in told["history"]] == [
        "paid", "won", "stake", "contribution_adjusted", "established",
    ]  # fmt: skip
    (owed,) = told["obligations"]
    assert (owed["round"], owed["outstanding"]) == ("T-1/2026-11-28/1", 1_25_00)
    assert owed["age_s"] >= 0


def test_a_fund_is_shown_for_people(cage):
    said = run("fund", "show", "CS-PROG", env=cage).stdout
    for words in (
        "CS-PROG, progressive, open",
        "meter 1,875.42, owed 125.00",
        "takes 71 of every 100 staked on progressive; plays at T-1",
        "fund_meter_lowered",
        "[13:69D-1.52, mixed]",
        "round T-1/2026-11-28/1",
    ):
        assert words in said, words
    assert "takes 1.00 of each hand" in run("fund", "show", "bad-beat", env=cage).stdout


def test_a_fund_is_shown_as_of_a_position_and_as_known_at_a_time(cage):
    (now,) = lines(run("fund", "show", "CS-PROG", "--json", env=cage).stdout)
    first = now["history"][-1]
    then = run("fund", "show", "CS-PROG", "--as-of", str(first["position"]), "--json", env=cage)
    assert lines(then.stdout)[0]["meter"] == SEED
    before = run("fund", "show", "CS-PROG", "--as-known-at", "2020-01-01T00:00:00Z", env=cage)
    assert (before.returncode, before.stderr.partition(":")[0]) == (1, "fund_not_found")
    beyond = run("fund", "list", "--as-of", "999999", env=cage)
    assert (beyond.returncode, beyond.stderr.partition(":")[0]) == (2, "invalid_query")


def test_a_fund_that_is_not_there_exits_1_and_says_what_to_do(cage):
    done = run("fund", "show", "CS-PROGG", env=cage)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("fund_not_found: ")
    assert "pitledger fund list" in done.stderr


def test_recording_a_fund_again_appends_nothing_and_a_bad_one_is_told_by_its_line(cage):
    given = "".join(json.dumps(one) + "\n" for one in (TOLD[1], fund_record(established(rate=1), name="F")))
    done = run("record", "-", "--json", given=given, env=cage)
    first, second = lines(done.stdout)
    assert (first["status"], second["line"], second["problem"]["code"]) == (
        "already_there", 2, "unknown_field",
    )  # fmt: skip
    assert second["problem"]["pointer"] == "/events/0/rules/rate"
