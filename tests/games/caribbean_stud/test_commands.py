"""The game as a person at a terminal meets it: judged from a file, recorded, shown."""

from __future__ import annotations

import json

import pytest

from projections.runner import Projector
from tests.cases.cases_to_records import cases
from tests.cli.commands import environment, lines, run
from tests.cli.conftest import settings_of
from tests.funds.told import established, fund_record
from tests.games.caribbean_stud.evening import CLEAN, METER, added, changed, holding, moved, without
from tests.scenario import document, event, opened, round_record, session_record, table_record

NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
WON = {"spot": 5, "wager": "progressive", "fund": "progressive", "amount": 50_00}
OPENER = {"100": 100, "500": 200, "2500": 100}


@pytest.fixture
def env(database_url, tmp_path):
    """The environment of a command that uses the migrated database of this test."""
    return environment(PITLEDGER_DATABASE_URL=database_url, PITLEDGER_HOME=str(tmp_path / "home"))


def at_the_cage(told=CLEAN, won=50_00, **header):
    """A round of the evening with its progressive paid at the cage, in a session at CS-01."""
    prize = {**WON, "amount": won}
    told = moved("rack 5", before="stub", told=without("pay progressive 5", told=told))
    told = added("won", event("progressive_won", **prize), before="pay ante 1", told=told)
    told = added("cage", event("progressive_paid", **prize, at="cage"), before="rack 5", told=told)
    header = {"table": "CS-01", "game": "caribbean_stud", "session": 1, "dealing": "hand", **header}
    return round_record(
        *told.values(), **header, submission={"options": {"progressive_paid_from": "cage"}, "pay_tables": {}}
    )


def test_every_case_is_judged_from_a_file_with_neither_database_nor_registration():
    given = "\n".join(json.dumps(case.record) for case in cases("caribbean_stud"))
    done = run("adjudicate", "-", given=given, env=NOWHERE)
    assert done.returncode == 0
    answers = lines(done.stdout)
    for case, answer in zip(cases("caribbean_stud"), answers, strict=True):
        found = {
            (one["spot"], one["wager"]): (one["outcome"], one["paid"], one["collected"])
            for one in answer["resolutions"]
        }
        assert found == case.expected


def test_a_line_says_from_where_it_is_paid_what_limited_it_and_how_well_it_is_known():
    by_id = {case.id: case for case in cases("caribbean_stud")}
    given = json.dumps(by_id["CS-21"].record) + "\n" + json.dumps(by_id["CS-12"].record)
    royal, limited = lines(run("adjudicate", "-", given=given, env=NOWHERE).stdout)
    told = {one["wager"]: one for one in royal["resolutions"]}
    assert (told["progressive"]["from"], told["progressive"]["odds"]) == ("cage", "100 % of the meter")
    assert told["progressive"]["evidence"] == "not_nj_text"
    assert "rack:1" not in royal["settlement_order"]
    (bet,) = [one for one in limited["resolutions"] if one["wager"] == "bet"]
    assert (bet["paid"], bet["limited_from"]) == (5_000_00, 20_000_00)


def test_a_table_that_pays_a_rank_and_not_a_better_one_is_refused():
    told = round_record(opened(), game="caribbean_stud", submission={"pay_tables": {"bet": {"flush": "5:1"}}})
    done = run("adjudicate", "-", given=json.dumps(told), env=NOWHERE)
    assert (done.returncode, done.stdout) == (1, "")
    assert "/submission/pay_tables/bet" in done.stderr


def test_what_the_cage_pays_never_touches_the_tray(env):
    session = session_record(
        event("opened", opener=OPENER, shift="swing", approved_by="S-1", source="dealer", by="D-1"),
        table="CS-01",
    )
    records = [table_record("CS-01", "caribbean_stud"), session, at_the_cage(funds=METER)]
    given = b"\n".join(document(record) for record in records)
    assert run("record", "-", given=given, env=env).returncode == 0
    Projector(settings_of(env)).catch_up()
    (report,) = lines(run("round", "show", "CS-01/2026-11-28/1", "--json", env=env).stdout)
    assert report["findings"] == []
    (progressive,) = [one for one in report["wagers"] if (one["spot"], one["wager"]) == (5, "progressive")]
    assert progressive["rules"][0]["from"] == "cage"
    assert progressive["settled"]["paid"] == 0
    # Stakes lost or forfeited and three coins come in, two winners are paid; the prize is not the table's.
    assert report["tray"]["change"]["total"] == (10_00 + 1_00) + 30_00 + 2 * 1_00 - 110_00 - 30_00


def test_a_share_of_a_fund_in_the_ledger_is_of_what_its_meter_showed_as_the_round_opened(env):
    fund = fund_record(established(seed=10_000_00, tables=["CS-01"]), name="CS-MAIN")
    told = holding(5, "6h", "5h", "4h", "3h", "2h", told=without("pay progressive 5", "rack 5"))
    played = round_record(*told.values(), table="CS-01", game="caribbean_stud")
    given = b"\n".join(document(one) for one in (table_record("CS-01", "caribbean_stud"), fund, played))
    assert run("record", "-", given=given, env=env).returncode == 0
    Projector(settings_of(env)).catch_up()
    (report,) = lines(run("round", "show", "CS-01/2026-11-28/1", "--json", env=env).stdout)
    (progressive,) = [one for one in report["wagers"] if (one["spot"], one["wager"]) == (5, "progressive")]
    line = progressive["rules"][0]
    assert (line["outcome"], line["odds"], line["paid"]) == ("win", "10 % of the meter", 1_000_00)


FUND = fund_record(established(seed=10_000_00, tables=["CS-01"]), name="CS-MAIN")


def recorded_and_reported(env, played, *options):
    """The answer while a round is recorded beside its fund, and the codes found then and in its report."""
    given = b"\n".join(document(one) for one in (table_record("CS-01", "caribbean_stud"), FUND))
    assert run("record", "-", given=given, env=env).returncode == 0
    (answer,) = lines(run("record", "-", "--json", *options, given=document(played), env=env).stdout)
    Projector(settings_of(env)).catch_up()
    (report,) = lines(run("round", "show", "CS-01/2026-11-28/1", "--json", env=env).stdout)
    return answer, [one["code"] for one in answer["findings"]], [one["code"] for one in report["findings"]]


def test_a_recorder_is_told_what_does_not_hang_on_the_meter_of_the_ledger_and_the_report_the_rest(env):
    told = changed("pay bet 5", amount=1_000_00, told=changed("bet 4", amount=15_00))
    told = holding(5, "6h", "5h", "4h", "3h", "2h", told=told)
    said = event("outcome_declared", spot=5, wager="progressive", outcome="lose")
    told = added("said", said, before="pay progressive 5", told=told)
    told = changed("pay progressive 5", amount=999_00, told=told)
    _, recorded, reported = recorded_and_reported(
        env, round_record(*told.values(), table="CS-01", game="caribbean_stud")
    )
    assert "wager_ratio_wrong" in recorded
    assert sorted(set(reported) - set(recorded)) == ["outcome_misdeclared", "wager_mispaid"]
    assert set(recorded) <= set(reported)


def test_a_hand_held_for_the_cage_is_racked_in_its_order_whoever_knows_the_meter(env):
    told = holding(5, "6h", "5h", "4h", "3h", "2h", told=changed("pay bet 5", amount=1_000_00))
    answer, recorded, reported = recorded_and_reported(env, at_the_cage(told, won=1_000_00), "--enforce")
    assert (answer["status"], recorded, reported) == ("appended", [], [])


def test_a_prize_beside_what_the_meter_gives_is_found(env):
    told = at_the_cage(funds=METER)
    for one in told["events"]:
        if one["type"] in {"progressive_won", "progressive_paid"}:
            one["amount"] = 60_00
    given = b"\n".join([document(table_record("CS-01", "caribbean_stud")), document(told)])
    assert run("record", "-", given=given, env=env).returncode == 0
    Projector(settings_of(env)).catch_up()
    (report,) = lines(run("round", "show", "CS-01/2026-11-28/1", "--json", env=env).stdout)
    assert "progressive_misstated" in {one["code"] for one in report["findings"]}


def test_a_round_without_a_mistake_has_no_finding_and_one_with_a_wrong_bet_has():
    told = round_record(*CLEAN.values(), game="caribbean_stud", dealing="manual_shoe")
    broken = round_record(*changed("bet 4", amount=15_00).values(), game="caribbean_stud", number=2)
    given = json.dumps(told) + "\n" + json.dumps(broken)
    clean, found = lines(run("adjudicate", "-", given=given, env=NOWHERE).stdout)
    assert clean["findings"] == []
    assert [one["code"] for one in found["findings"]][:1] == ["wager_ratio_wrong"]
