"""`pitledger simulate`: an evening out of a seed, printed or recorded."""

import pytest

from ledger.simulate.offers import OFFERS
from tests.cli.commands import environment, lines, run

ENV = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
EVENING = ("simulate", "--game", "texas_holdem_bonus", "--tables", "2", "--rounds", "4", "--seed", "7")


def test_an_evening_is_records_beginning_with_what_registers_them():
    records = lines(run(*EVENING, env=ENV).stdout)
    assert [one["stream"] for one in records[:3]] == ["submission", "table", "table"]
    rounds = [(one["table"], one["number"]) for one in records if one["stream"] == "round"]
    assert rounds == [(table, number) for table in ("THB-S7-01", "THB-S7-02") for number in (1, 2, 3, 4)]


def test_the_same_seed_prints_the_same_bytes():
    assert run(*EVENING, env=ENV).stdout == run(*EVENING, env=ENV).stdout


def test_what_is_printed_is_what_recording_takes_and_the_other_way_round(env):
    printed = run(*EVENING, "--mistakes", "0.5", env=ENV).stdout
    first = run("record", "-", given=printed, env=env)
    assert first.returncode == 0
    again = run(*EVENING, "--mistakes", "0.5", "--record", env=env)
    assert again.returncode == 0
    assert again.stdout.startswith("0 appended (0 events), ")


@pytest.mark.parametrize("game", OFFERS)
def test_an_evening_without_mistakes_has_no_findings(game):
    evening = ("simulate", "--game", game, "--tables", "2", "--rounds", "4", "--seed", "7")
    judged = run("adjudicate", "-", given=run(*evening, env=ENV).stdout, env=ENV)
    assert judged.returncode == 0
    assert [one["findings"] for one in lines(judged.stdout)] == [[]] * 8


def test_tables_take_the_submissions_of_a_game_in_turn_where_that_is_asked_for():
    asked = ("--game", "caribbean_stud", "--tables", "3", "--rounds", "2", "--seed", "7")
    printed = run("simulate", *asked, "--submission", "each", env=ENV).stdout
    records = lines(printed)
    assert [one["stream"] for one in records[:5]] == ["submission"] * 2 + ["table"] * 3
    rounds = {one["table"]: one["submission"] for one in records if one["stream"] == "round"}
    first, second = (one.name for one in OFFERS["caribbean_stud"].submissions)
    assert [*rounds.values()] == [first, second, first]
    judged = lines(run("adjudicate", "-", given=printed, env=ENV).stdout)
    assert [one["findings"] for one in judged] == [[]] * 6
    assert not {*rounds} & {one.get("table") for one in lines(run("simulate", *asked, env=ENV).stdout)}


def test_progressives_are_won_and_paid_at_the_cage_by_the_submission_that_says_so():
    asked = ("--game", "caribbean_stud", "--rounds", "60", "--seed", "7")
    records = lines(run("simulate", *asked, "--submission", "simulated-cst-cage", env=ENV).stdout)
    types = [event["type"] for one in records if one["stream"] == "round" for event in one["events"]]
    assert 0 < types.count("progressive_won") <= types.count("progressive_paid")
    assert {one["submission"] for one in records if one["stream"] == "round"} == {"simulated-cst-cage"}


def test_all_tables_deal_by_the_method_asked_for():
    records = lines(run(*EVENING, "--dealing", "hand", env=ENV).stdout)
    rounds = [one for one in records if one["stream"] == "round"]
    assert {(one["table"][-2:], one["dealing"]) for one in rounds} == {("-H", "hand")}


def test_a_submission_that_a_game_is_not_offered_by_is_named_with_those_that_it_is():
    refused = run(*EVENING, "--submission", "ours", env=ENV)
    assert refused.returncode == 2
    assert all(name in refused.stderr for name in ("ours", "each", "simulated-thb"))


def test_a_game_that_is_not_dealt_here_is_named_with_those_that_are():
    refused = run("simulate", "--game", "blackjack", env=ENV)
    assert refused.returncode == 2
    assert all(game in refused.stderr for game in ("blackjack", *OFFERS))
