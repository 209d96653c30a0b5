"""`pitledger game`: what each game is judged by, with neither a database nor a set-up."""

import pytest

from api.cli import games
from api.reference import documents
from ledger.games.registry import GAMES
from tests.cli.commands import after, environment, lines, run

ENV = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")


def test_games_are_listed_for_programs_and_for_people():
    told = {one["game"]: one for one in lines(run("game", "list", "--json", env=ENV).stdout)}
    assert list(told) == list(GAMES)
    said = run("game", "list", env=ENV).stdout
    for name, game in GAMES.items():
        assert name in said
        assert game.title in said
        assert len(told[name]["published"]) == len(game.published)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_row_of_a_game_is_shown_to_people(name, capsys):
    games.show(name)
    said = capsys.readouterr().out
    game = GAMES[name]
    words = [
        *(wager.label for wager in game.wagers.values()),
        *(step.text for step in game.procedure),
        *(
            text
            for table in game.published
            for text in (table.table_id, table.when, table.source, *table.rows)
        ),
        *(text for option in game.options.values() for text in (option.name, option.source)),
        *(text for case in game.irregularities for text in (case.condition, case.citation)),
        *(game.conditions[case.condition] for case in game.irregularities),
        *(kind.code for kind in game.findings),
    ]
    assert [word for word in words if word not in said] == []
    assert "Only what says nj_text was read in the law" in said


def test_a_pay_table_stands_in_printed_order_under_its_id_with_its_source():
    done = run("game", "show", "boston_5_stud", env=ENV)
    assert done.returncode == 0
    shown = done.stdout
    table = shown[shown.index("B5-OPT-B") :]
    rows = [line.split() for line in table.splitlines()[3:8]]
    assert rows == [
        ["straight_flush", "40:1"], ["three_of_a_kind", "30:1"], ["straight", "6:1"], ["flush", "3:1"],
        ["pair", "1:1"],
    ]  # fmt: skip
    assert "  not_nj_text: playatrock.com; casinocitytimes.com" in table
    assert "B5-OPT-A: optional_bonus, the default" in shown
    assert "B5-OPT-B: optional_bonus\n" in shown


def test_odds_that_nobody_found_are_said_not_to_be_found():
    (told,) = lines(run("game", "show", "boston_5_stud", "--json", env=ENV).stdout)
    table = next(one for one in told["published"] if one["table"] == "B5-ANTEBONUS")
    assert set(table["rows"].values()) == {None}
    assert next(iter(table["rows"])) == "royal_flush"
    assert (table["evidence"], table["default"]) == ("not_found", False)
    shown = run("game", "show", "boston_5_stud", env=ENV).stdout
    assert shown.count("not found\n") == len(table["rows"])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_published_table_says_when_it_applies(name):
    told = documents.game(GAMES[name])
    assert [table["table"] for table in told["published"] if not table["when"]] == []


def test_two_tables_of_one_wager_are_told_apart_by_when_they_apply():
    (told,) = lines(run("game", "show", "caribbean_stud", "--json", env=ENV).stdout)
    antes = {one["table"]: one["when"] for one in told["published"] if one["wager"] == "ante"}
    assert antes == {
        "CS-ANTE-NOQUALIFY": "the dealer has no qualifying hand",
        "CS-ANTE-WIN": "the dealer has a qualifying hand, the player's is higher",
    }


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_published_table_is_an_empty_box(name):
    told = documents.game(GAMES[name])
    assert [table["table"] for table in told["published"] if not table["rows"]] == []


def test_every_table_that_a_line_may_cite_is_shown_with_what_becomes_of_the_stake(capsys):
    for game, table, row in (
        ("texas_holdem_bonus", "THB-TIE: ante+flop+turn+river", ["all", "push"]),
        ("texas_holdem_bonus", "THB-ANTE-STRAIGHT: ante, the default", ["straight_or_higher", "1:1"]),
        ("boston_5_stud", "B5-TIE: ante+first+second", ["ante", "push"]),
        ("three_card_poker", "TCP-TIE: ante+play", ["ante", "push"]),
        ("caribbean_stud", "CS-BET-NOQUALIFY: bet", ["any_hand", "void"]),
    ):
        games.show(game)
        said = capsys.readouterr().out
        assert table in said
        rows = said[said.index(table) :].splitlines()[3:]
        assert rows[0].split() == row
    assert "THB-ANTE-FLUSH: ante, the default" not in said


def test_sums_are_shown_to_people_as_money(capsys):
    games.show("three_card_poker")
    assert ["six_card_royal_diamonds", "1,000,000.00"] in [
        line.split() for line in capsys.readouterr().out.splitlines()
    ]
    games.show("caribbean_stud")
    said = capsys.readouterr().out
    assert "bet 5,000.00" in said
    assert "{" not in said


def test_a_game_that_there_is_not_is_refused_with_those_that_there_are():
    done = run("game", "show", "blackjack", env=ENV)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("unknown_game: there is no game blackjack; known: texas_holdem_bonus")
    assert after("unknown_game", done.stderr)
