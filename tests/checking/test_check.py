"""A ledger checked as a whole: clean, in use, broken off and gone on with, and by command."""

from __future__ import annotations

import json
from threading import Event, Thread

import pytest
import typer

from api.cli import checking, viewing
from ledger.errors import InvalidQuery
from ledger.postgres import datastore
from ledger.postgres.connect import database_url
from projections.checking import comparing, running
from projections.checking.invariants import Invariant
from projections.checking.kinds import FLOOR, KINDS, of
from projections.checking.running import check
from projections.funds.projection import NAME as FUNDS
from projections.inventory.projection import InventoryView
from tests.projections.evening import evening
from tests.projections.test_projector import caught_up, projecting_in_a_thread, until
from tests.projections.test_quarantine import Poison

NOBODY = "00000000-0000-5000-8000-000000000000"
BEFORE_LAST = "SELECT notification_id FROM events ORDER BY 1 DESC OFFSET 1 LIMIT 1"
AT = f"({BEFORE_LAST}) AS one (at)"
SCRATCH = "SELECT tablename FROM pg_tables WHERE schemaname = 'demo' AND tablename LIKE '%\\_check'"


def test_a_clean_ledger_gives_no_finding_of_any_kind(tampered):
    head = tampered.pit.ledger.recorder.head()
    found = tampered.check()
    assert (found.mismatches, found.skipped) == ((), {})
    assert found.counts == dict.fromkeys(KINDS, 0)
    assert (found.ok, found.since, found.head) == (True, 0, head)
    # The positions that a killed writer drew are of no event.
    assert found.events == head - 3
    assert tampered.rows(SCRATCH) == []
    assert tampered.rows("SELECT count(*) FROM tracking WHERE application_name LIKE '%\\_check'") == [(0,)]


def test_a_value_of_another_form_is_named_and_hides_nothing_else(tampered):
    """One row that an invariant cannot be asked of must not end the check of all others."""
    done = (
        "UPDATE reconciliation_sessions SET closer = '[1]' WHERE session = 'T-79/2026-11-28/1'",
        "UPDATE disputes SET amount = amount + 1",
    )
    with tampered.tampering(done, ("reconciliation_sessions", "disputes"), None):
        found = tampered.check()
    named = {one.subject: one.detail for one in found.mismatches if one.kind == "row_differs"}
    assert named == {"reconciliation_sessions T-79/2026-11-28/1": "closer", "disputes D-1": "amount"}
    assert found.skipped == {"opener_not_closer": "reconciliation holds a value of another form"}
    assert not found.ok


def test_a_ledger_in_use_raises_no_false_alarm_and_nobody_waits_for_the_check(pit):
    told = evening(seed=41)
    pit.tell(*told[:10])
    stop, checked, recorded = Event(), [], 10

    def checking_on():
        while not stop.is_set():
            checked.append(check(pit.settings))

    with projecting_in_a_thread(pit.settings):
        thread = Thread(target=checking_on)
        thread.start()
        try:
            # Whoever records goes on meanwhile, through more than one check.
            while recorded < len(told) or len(checked) < 2:
                pit.tell(*told[recorded : recorded + 3])
                recorded += 3
                stop.wait(0.02)
        finally:
            stop.set()
            thread.join(60)
        until(lambda: caught_up(pit))
        checked.append(check(pit.settings))
    assert checked[0].head < checked[-1].head
    assert [one.mismatches for one in checked] == [()] * len(checked)
    assert [one.skipped for one in checked] == [{}] * len(checked)


def test_a_view_is_held_while_its_twin_catches_up_with_it_and_whoever_records_is_not(pit, monkeypatch):
    told = evening(seed=43)
    pit.tell(*told[:40])
    pit.projector.catch_up()
    begin = comparing._begin
    recorded: list[int] = []
    moving = Thread(target=pit.projector.catch_up)

    def with_news(*given):
        if not recorded:
            recorded.append(pit.tell(*told[40:]))
            moving.start()
            # Were the view not held, the projector would have moved it by then.
            moving.join(1)
            assert moving.is_alive()
        begin(*given)

    monkeypatch.setattr(comparing, "_begin", with_news)
    found = check(pit.settings, kinds=of("rows"))
    moving.join(30)
    assert found.mismatches == ()
    assert found.head < recorded[0]
    assert caught_up(pit)


def test_a_check_that_was_broken_off_goes_on_from_a_position_with_what_it_had_made(tampered, monkeypatch):
    def broken(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(comparing, "_begin", broken)
        with pytest.raises(KeyboardInterrupt):
            tampered.check()
    made = tampered.rows("SELECT min(notification_id) FROM tracking WHERE application_name LIKE '%\\_check'")
    assert made == [(tampered.pit.ledger.recorder.head(),)]
    with tampered.tampering(["DELETE FROM inventory_counts"], ["inventory_counts"], None):
        found = tampered.check(since=100)
    assert tampered.rows("SELECT count(*) FROM events WHERE notification_id > 100") == [(found.events,)]
    assert {kind for kind, count in found.counts.items() if count} == {"row_missing"}
    assert tampered.rows(SCRATCH) == []


def test_many_of_a_kind_are_counted_and_some_are_listed(tampered):
    with tampered.tampering(["UPDATE event_ids SET position = position + 1000"], ["event_ids"], None):
        found = tampered.check(kinds=of("tracking"))
    assert found.counts["row_orphan"] > 100
    assert len([one for one in found.mismatches if one.kind == "row_orphan"]) == 100


def test_what_is_asked_over_a_whole_view_may_take_longer_than_any_other_question(tampered, monkeypatch):
    monkeypatch.setattr(datastore, "ANSWERED_S", 0.3)
    slow = "SELECT 'slow' AS subject, 1 AS position, 'it took its time' AS detail FROM pg_sleep(0.5)"
    monkeypatch.setattr(running, "INVARIANTS", (Invariant("fund_wrong", (FUNDS,), "whole", slow),))
    assert tampered.check(kinds=["fund_wrong"]).counts == {"fund_wrong": 1}


def test_there_is_no_such_kind(tampered):
    with pytest.raises(InvalidQuery):
        tampered.check(kinds=["horoscope_wrong"])


def test_a_view_in_quarantine_is_compared_as_far_as_it_stands(pit, monkeypatch):
    head = pit.tell(*evening(seed=42))
    Poison(monkeypatch, InventoryView, head // 2, "prepare")
    pit.projector.catch_up()
    found = check(pit.settings)
    assert {one.kind for one in found.mismatches} == {"view_quarantined"}
    assert found.skipped.keys() == {"session_sum_wrong", "pot_left"}
    assert not found.ok


@pytest.fixture
def at_a_terminal(tampered, monkeypatch):
    """The settings of commands are those of the pit."""
    monkeypatch.setenv("PITLEDGER_DATABASE_URL", database_url(tampered.pit.settings))
    monkeypatch.setenv("PITLEDGER_PROPERTY", "demo")
    monkeypatch.setenv("PITLEDGER_HOME", str(tampered.pit.settings.home))


def test_the_command_says_what_it_found_and_ends_with_1(tampered, at_a_terminal, capsys):
    checking.check(kind=["balance_wrong"])
    assert capsys.readouterr().out.splitlines()[-1] == "it all agrees"
    done = ["UPDATE inventory_accounts SET count = count + 1 WHERE id = 5"]
    with tampered.tampering(done, ["inventory_accounts"], None):
        with pytest.raises(typer.Exit) as end:
            checking.check(kind=["balance_wrong"])
        said = capsys.readouterr().out.splitlines()
        with pytest.raises(typer.Exit):
            checking.check(kind=["balance_wrong"], as_json=True)
    assert end.value.exit_code == 1
    assert said[0] == f"balance_wrong: {KINDS['balance_wrong'].says}"
    assert "its postings come to" in said[1]
    assert said[-1] == "1 kinds of mismatch found"
    found = json.loads(capsys.readouterr().out)
    assert (found["ok"], found["counts"]) == (False, {"balance_wrong": 1})


def test_facts_at_odds_are_told_and_are_no_fault_of_the_ledger(tampered, at_a_terminal, capsys):
    done = ["UPDATE reconciliation_sessions SET closed_at = NULL WHERE session = 'T-79/2026-11-28/1'"]
    with tampered.tampering(done, ["reconciliation_sessions"], None):
        checking.check(kind=["table_open_twice"])
    assert "table_open_twice" in FLOOR
    assert "T-79/2026-11-28/2" in capsys.readouterr().out


def test_every_kind_is_listed_with_what_it_means(capsys):
    checking.check(kinds=True)
    out = capsys.readouterr().out
    assert all(code in out for code in KINDS)
    checking.check(kinds=True, as_json=True)
    assert [json.loads(line)["kind"] for line in capsys.readouterr().out.splitlines()] == list(KINDS)


def test_the_command_shows_who_is_in_quarantine_and_lets_them_go_on(tampered, at_a_terminal, capsys):
    viewing.status(within=0)
    done = [
        f"UPDATE tracking SET notification_id = ({BEFORE_LAST}) WHERE application_name = 'slips'",
        f"INSERT INTO quarantine SELECT 'slips', at, at + 1, '{NOBODY}', 9, 'x.v2', 'why' FROM {AT}",
    ]
    # Nothing stands in its way any more.
    with tampered.tampering(done, ["quarantine", "tracking", "events_taken"], None):
        with pytest.raises(typer.Exit):
            viewing.status(within=0)
        assert "slips is in quarantine before position" in capsys.readouterr().out
        viewing.replay()
        assert "quarantine" not in capsys.readouterr().out
        assert caught_up(tampered.pit)
