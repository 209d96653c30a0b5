"""`pitledger session`: the sessions of tables, and one of them whole."""

import json

import pytest

from tests.cli.commands import WORKED, lines, run
from tests.cli.conftest import let_views_catch_up
from tests.scenario import event, session_record, table_record

GOLDEN = "BJ-04/2025-03-08/1"
FORM = {"type": "vigorish", "series": "2026", "serial": 17}


def at(time, one):
    return {**one, "occurred_at": f"2026-11-28T{time}-05:00"}


EVENTS = [
    at("20:00:00", event("opened", opener={"500": 100, "2500": 100}, shift="swing", source="supervisor",
                         by="F-22", approved_by="D-1", slip={**FORM, "type": "inventory", "serial": 8})),
    at("20:05:00", event("dealer_signed_in", dealer="A", source="dealer", by="A")),
    at("20:30:00", event("marker_set", color="red", value=5_00)),
    at("20:31:00", event("color_issued", color="red", count=20, value=5_00, tender="cash", tendered=100_00)),
    at("20:40:00", event("commission_uncollected", slip=FORM, amount=185_00, approved_by="F-22")),
    at("20:45:00", event("commission_recovered", of=FORM, amount=100_00, chips={"2500": 4},
                         approved_by="F-22")),
    at("21:00:00", event("dealer_signed_out", dealer="A")),
    at("21:00:40", event("dealer_signed_in", dealer="B", by="B")),
    at("21:10:00", event("play_totaled", collected={}, paid={}, color_collected=60_00, coupons=[50_00])),
    at("22:00:00", event("buy_in", tender="cash", tendered=100_00, chips={"2500": 3})),
    at("22:05:00", event("corrected", corrects=10, reason="misread", approved_by="F-22",
                         event=event("buy_in", tender="cash", tendered=100_00, chips={"2500": 4}))),
]  # fmt: skip


@pytest.fixture(scope="module")
def pit(module_env):
    """The golden shift, and a short evening with most of what can be said of a session."""
    run("record", WORKED / "setup.ndjson", env=module_env)
    given = "".join(json.dumps(one) + "\n" for one in (table_record(), session_record(*EVENTS)))
    done = run("record", "-", WORKED / "golden_shift.ndjson", "--json", given=given, env=module_env)
    assert [one["status"] for one in lines(done.stdout)] == ["appended"] * 3
    let_views_catch_up(module_env)
    return module_env


def test_sessions_are_listed_for_people_and_for_programs(pit):
    said = run("session", "list", env=pit).stdout
    for words in ("T-1/2026-11-28/1", GOLDEN, "43,200.00", "36,690.00", "blackjack", "swing"):
        assert words in said, words
    (page,) = lines(run("session", "list", "--table", "BJ-04", "--json", env=pit).stdout)
    assert [one["session"] for one in page["sessions"]] == [GOLDEN]


def test_a_session_is_shown_for_programs(pit):
    (said,) = lines(run("session", "show", "T-1/2026-11-28/1", "--json", env=pit).stdout)
    assert (said["version"], said["status"], said["tray"]["total"]) == (11, "open", 2_960_00)
    assert (said["outstanding_color"], said["tray"]["unspecified"]) == (40_00, -40_00)
    assert [(one["code"], one["event"]) for one in said["findings"]] == [("table_unattended", 8)]


def test_a_session_is_shown_for_people(pit):
    said = run("session", "show", "T-1/2026-11-28/1", env=pit).stdout
    for words in (
        "open, 11 events", "tray should hold 2,960.00 (100×25 100×5, -40.00 without chips recorded)",
        "buy in [corrected by #11]", "tendered 100.00 chips 4×25", "coupons 50.00", "color collected 60.00",
        "of vigorish/2026/17", "inventory/2026/8", "table inventory", "185.00", "85.00", "20 (100.00)",
        "color outstanding 40.00", "table_unattended", "swing from #1",
    ):  # fmt: skip
        assert words in said, words


def test_the_golden_shift_is_shown_with_its_boxes_and_slips(pit):
    said = run("session", "show", GOLDEN, env=pit).stdout
    for words in ("fill/2025/1001", "CC-8841", "BJ-04/swing", "12,400.00", "first cash 6,200.00", "by NJ"):
        assert words in said, words


def test_a_session_as_of_a_position(pit):
    (now,) = lines(run("session", "show", "T-1/2026-11-28/1", "--json", env=pit).stdout)
    position = now["events"][3]["position"]
    asked = ("session", "show", "T-1/2026-11-28/1", "--as-of", str(position), "--json")
    (said,) = lines(run(*asked, env=pit).stdout)
    assert (said["version"], said["tray"]["total"]) == (4, 2_900_00)


def test_what_is_not_there_is_said_with_what_to_do_next(pit):
    for arguments, code, status in (
        (("T-1/2026-11-28/9",), "session_not_found", 1),
        (("rubbish",), "invalid_reference", 2),
        (("T-1/2026-11-28/1", "--jurisdiction", "MOON"), "jurisdiction_not_found", 1),
    ):
        done = run("session", "show", *arguments, env=pit)
        assert (done.returncode, done.stdout) == (status, "")
        assert done.stderr.startswith(code)
        assert "next: " in done.stderr


def test_a_slip_that_says_other_chips_is_refused_with_what_to_do_next(pit):
    def step(chips):
        slip = {"type": "fill", "series": "2026", "serial": 1}
        return at("22:30:00", event("fill_received", slip=slip, chips=chips, source="dealer", by="B"))

    evening = at("20:00:00", event("opened", opener={}, shift="swing", source="supervisor", by="F-22",
                                   approved_by="D-1"))  # fmt: skip
    given = json.dumps(session_record(evening, step({"500": 1}), number=2))
    assert run("record", "-", given=given, env=pit).returncode == 0
    again = json.dumps(session_record(step({"500": 2}), number=2, after=2))
    done = run("record", "-", given=again, env=pit)
    assert done.returncode == 1
    assert "slip_conflict at /events/0/chips: fill/2026/1 was received with 1×500 (event 2)" in done.stderr
    assert "next: " in done.stderr
