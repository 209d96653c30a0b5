"""Commands that ask: rounds, tables, trays, a gaming date, the feed; for people and for programs."""

import json

import pytest

from api.paging import cursor
from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up
from tests.scenario import dealt, document, opened, round_record, table_record

ROUND = "THB-03/2026-11-28/412"
EXAMPLES = (
    WORKED / "setup.ndjson",
    WORKED / "session_thb_03.ndjson",
    WORKED / "round_thb_412.json",
    WORKED / "golden_shift.ndjson",
)


@pytest.fixture(scope="module")
def pit(module_env):
    """The worked examples, recorded and in the views."""
    assert run("record", *EXAMPLES, env=module_env).returncode == 0
    let_views_catch_up(module_env)
    return module_env


# --- rounds -------------------------------------------------------------------------


def test_the_report_of_a_round_has_the_four_truths_of_each_wager(pit):
    (report,) = lines(run("round", "show", ROUND, "--json", env=pit).stdout)
    (ante,) = [one for one in report["wagers"] if (one["spot"], one["wager"]) == (4, "ante")]
    assert ante["rules"][0]["outcome"] == "unpaid"
    assert ante["declared"] == {"outcome": "win", "rank": "pair"}
    assert ante["settled"]["paid"] == 25_00
    assert ante["adjusted"] == 0
    assert ante["house"]["mispaid"] == -25_00
    assert {(one["code"], one["event"]) for one in report["findings"]} == {
        ("burn_card_missing", 27),
        ("wager_mispaid", 35),
    }
    assert report["tray"]["change"] == {
        "total": -300_00,
        "by_denomination": {"500": -5, "2500": -7, "10000": -1},
        "unspecified": 0,
    }
    assert report["tray"]["before"]["total"] - report["tray"]["after"]["total"] == 300_00


def test_a_person_sees_felt_wagers_findings_and_what_happened(pit):
    shown = run("round", "show", ROUND, env=pit).stdout
    for said in (
        "spot 1   A♠  J♠",
        "dealer   Q♥  J♦",
        "wager_mispaid",
        "13:69F-28.10(h)2",
        "no more bets",
        "Tray: −$300.00",
    ):
        assert said in shown, said


def test_a_round_is_shown_as_it_was_after_some_of_its_events(pit):
    (report,) = lines(run("round", "show", ROUND, "--version", "6", "--json", env=pit).stdout)
    assert (report["version"], report["status"]) == (6, "open")
    assert report["cards"] == {"burned": []}


def test_a_round_is_named_by_its_uuid_as_well(pit):
    (report,) = lines(run("round", "show", "b4e01746-d1d0-572f-aa68-86cfb262df14", "--json", env=pit).stdout)
    assert report["key"] == ROUND


def test_what_was_not_yet_recorded_was_not_known(pit):
    done = run("round", "show", ROUND, "--as-known-at", "2020-01-01T00:00:00Z", env=pit)
    assert (done.returncode, done.stderr.partition(":")[0]) == (1, "round_not_found")


def test_a_round_that_is_not_there_exits_1_and_a_name_that_is_none_2(pit):
    missing = run("round", "show", "THB-03/2026-11-28/413", env=pit)
    assert (missing.returncode, missing.stderr.partition(":")[0]) == (1, "round_not_found")
    nonsense = run("round", "show", "number 412", env=pit)
    assert (nonsense.returncode, nonsense.stderr.partition(":")[0]) == (2, "invalid_reference")


def test_an_open_round_shows_no_face_that_the_table_has_not_seen(env):
    given = b"\n".join(
        map(document, [table_record(), round_record(opened(), dealt(1, "As"), dealt(1, "Kd", "up"))])
    )
    run("record", "-", given=given, env=env)
    let_views_catch_up(env)
    done = run("round", "show", "T-1/2026-11-28/1", "--json", env=env)
    assert '"As"' not in done.stdout
    assert '"Kd"' in done.stdout
    assert "A♠" not in run("round", "show", "T-1/2026-11-28/1", env=env).stdout
    assert '"As"' not in run("feed", env=env).stdout


@pytest.mark.parametrize(
    ("narrowed", "found"),
    [
        (["--table", "THB-03"], 1),
        (["--finding", "burn_card_missing", "--gaming-date", "2026-11-28"], 1),
        (["--card", "As", "--spot", "1"], 1),
        (["--card", "As", "--spot", "2"], 0),
        (["--amount", "10000"], 1),
        (["--status", "open"], 0),
        (["--since", "2026-11-29T00:00:00Z", "--until", "2026-11-30T00:00:00Z"], 1),
    ],
)
def test_rounds_are_found_by_what_happened_in_them(pit, narrowed, found):
    (page,) = lines(run("round", "list", "--json", *narrowed, env=pit).stdout)
    assert [one["key"] for one in page["rounds"]] == [ROUND] * found


def test_a_person_sees_the_rounds_in_a_table(pit):
    row = next(line for line in run("round", "list", env=pit).stdout.splitlines() if ROUND in line)
    assert "burn_card_missing, wager_mispaid" in row
    assert "-25.00" in row


# --- tables and trays -----------------------------------------------------------------


def test_tables_are_listed_with_what_they_offer(pit):
    tables = lines(run("table", "list", "--json", env=pit).stdout)
    assert [(one["table"], one["game"], one["title"], one["submission"]) for one in tables] == [
        ("BJ-04", "unruled", "blackjack", None),
        ("THB-03", "texas_holdem_bonus", None, "thb-2026-01"),
    ]
    assert tables[1]["limits"]["ante"] == {"minimum": 15_00, "maximum": 1000_00}


def test_a_tray_is_what_was_counted_less_what_went_out_since(pit):
    (tray,) = lines(run("table", "inventory", "THB-03", "--json", env=pit).stdout)
    # 400 fives less the buy-ins' 40 and the round's 5, and so on.
    assert tray["by_denomination"] == {"100": 100, "500": 355, "2500": 373, "10000": 99, "50000": 20}
    assert (tray["status"], tray["session"]) == ("open", "THB-03/2026-11-28/1")


def test_a_tray_at_a_time_is_what_was_in_it_then(pit):
    before = ["--at", "2026-11-28T20:14:00-05:00"]
    (tray,) = lines(run("table", "inventory", "THB-03", *before, "--json", env=pit).stdout)
    assert tray["by_denomination"]["500"] == 360


def test_a_person_sees_the_closer_beside_what_it_should_have_been(pit):
    shown = run("table", "inventory", "BJ-04", env=pit).stdout
    rows = {line.split()[0]: line.split()[1:] for line in shown.splitlines() if line.startswith("  ")}
    assert rows["25.00"] == ["580", "14,500.00", "579", "-1"]
    assert "BJ-04/2025-03-08/1, closed" in shown


def test_a_table_that_is_not_registered_exits_1(pit):
    done = run("table", "inventory", "BJ-99", env=pit)
    assert (done.returncode, done.stderr.partition(":")[0]) == (1, "table_not_found")


# --- a gaming date ----------------------------------------------------------------------


def test_the_golden_shift_reconciles_as_worked_out_by_hand(pit):
    (found,) = lines(run("reconcile", "--gaming-date", "2025-03-08", "--json", env=pit).stdout)
    (session,) = found["sessions"]
    assert session["expected_closer"] == 36_810_00
    assert session["counted_closer"] == 36_690_00
    assert session["variance"]["by_denomination"] == {"100": 0, "500": 1, "2500": -1, "10000": -1, "50000": 0}
    assert session["drop"]["counted"] == 12_400_00
    assert session["accounting_win"] == 4_890_00
    assert session["round_win"] == {
        "total": 4_810_00,
        "rules": None,
        "mispayments": None,
        "unjudged": 4_810_00,
    }
    assert session["identity_holds"] is True
    assert {"as_of", "by_game", "total"} <= set(found)


def test_a_person_sees_why_the_closer_is_short(pit):
    shown = run("reconcile", "--gaming-date", "2025-03-08", "--table", "BJ-04", env=pit).stdout
    assert "closer expected 36,810.00  counted 36,690.00  variance -120.00" in shown
    assert "off by +1×5.00  -1×25.00  -1×100.00" in shown
    assert "the identity holds" in shown
    assert "blackjack, closed, 7 hours" in shown


def test_a_person_sees_the_tray_line_by_line_the_win_as_a_sum_and_what_may_explain_it(pit):
    shown = run("reconcile", "--gaming-date", "2025-03-08", "--table", "BJ-04", env=pit).stdout
    rows = [" ".join(line.split()) for line in shown.splitlines()]
    assert "tray 1 5 25 100 500 value running" in rows
    assert "winning wagers -140 -1,020 -600 -140 -8 -38,240.00 36,810.00" in rows
    assert "variance +1 -1 -1 -120.00" in rows
    terms = ("= round win 4,810.00", "+ coupons, at face 200.00", "+ tray over or short -120.00")
    assert [term for term in terms if term in rows] == list(terms)
    assert "= win: closer + credits + drop - opener - fills 4,890.00" in rows
    assert "-100.00: 1 × $100.00 more went out than was recorded, as in a buy-in overpaid by $100.00" in rows
    assert "BJ-04/2025-03-08/1 #3 buy-in of $200.00 cash for 40 × $5.00" in rows


def test_a_property_is_told_in_short_and_where_to_look(pit):
    shown = run("reconcile", "--gaming-date", "2025-03-08", env=pit).stdout
    assert "perhaps: 1 × $100.00 more went out than was recorded" in shown
    assert "--table BJ-04 shows the evidence" in shown
    assert "What the win is made of" not in shown


def test_a_day_that_was_not_audited_is_refused_with_what_to_do_next(pit):
    done = run("reconcile", "--gaming-date", "2025-03-08", "--state", "audited", env=pit)
    assert (done.returncode, done.stdout) == (1, "")
    refused, hint = done.stderr.splitlines()
    assert refused.partition(":")[0] == "day_not_audited"
    assert hint.startswith("  next: record audited in its gaming_day")


def test_a_date_without_sessions_has_none(pit):
    done = run("reconcile", "--gaming-date", "2001-01-01", env=pit)
    assert (done.returncode, done.stdout) == (0, "no session is recorded on 2001-01-01\n")


# --- the feed ---------------------------------------------------------------------------


def test_the_feed_gives_every_event_once_in_order_from_a_cursor(pit):
    every = lines(run("feed", env=pit).stdout)
    assert [int(one["position"]) for one in every] == sorted({int(one["position"]) for one in every})
    assert len({one["id"] for one in every}) == len(every) == 88
    resumed, after = [], 0
    while page := lines(run("feed", "--after", str(after), "--limit", "40", env=pit).stdout):
        resumed += page
        after = int(page[-1]["position"])
    assert resumed == every
    assert every[0]["type"] == "submission.submitted.v1"
    assert run("feed", "--after", cursor("feed/demo", "88"), env=pit).stdout == ""
    assert {"specversion", "id", "source", "type", "subject", "time", "data"} <= set(every[0])


def test_faces_follow_when_the_round_is_closed(pit):
    closed = [one for one in lines(run("feed", env=pit).stdout) if one["type"] == "round.closed.v1"]
    assert closed[0]["data"]["faces"]["9"] == "7h"


# --- the views --------------------------------------------------------------------------


def test_a_view_that_has_everything_is_well(pit):
    done = run("projections", "status", "--json", env=pit)
    assert done.returncode == 0
    assert {(one["view"], one["lag"]) for one in lines(done.stdout)} == {
        ("inventory", 0),
        ("rounds", 0),
        ("reconciliation", 0),
        ("funds", 0),
        ("event_ids", 0),
        ("theory", 0),
        ("slips", 0),
        ("exceptions", 0),
        ("days", 0),
        ("decks", 0),
        ("disputes", 0),
        ("patterns", 0),
    }


def test_a_view_that_nobody_moves_on_exits_1_and_answers_say_that_they_lag(env):
    run("record", *EXAMPLES, env=env)
    assert run("projections", "status", "--within", "0.2", env=env).returncode == 1
    listed = run("round", "list", env=env)
    assert listed.returncode == 0
    assert "the views are 88 events behind" in listed.stderr
    (page,) = lines(run("round", "list", "--json", env=env).stdout)
    assert (page["rounds"], page["lag"]) == ([], 88)


def test_the_status_of_all_is_told_at_once(pit):
    (found,) = lines(run("status", "--json", env=pit).stdout)
    assert (found["server"], found["pending"], found["property"]) == ("running", [], "demo")
    assert json.dumps(found).count("password") == 0
