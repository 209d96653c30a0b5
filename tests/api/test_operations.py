"""Liveness, readiness and metrics."""

from __future__ import annotations

from ledger.identity import stream_id
from projections.integrity.sealer import Sealer, memory_of
from projections.rounds.projection import RoundsView
from projections.runner import Projector
from projections.tracking import VIEWS
from tests.api.desk import RECORD_412, ROUND_412
from tests.days.told import audited, day_record
from tests.days.told import opened as day_opened
from tests.integrity.sealed import SealedLedger
from tests.projections.test_quarantine import as_superuser
from tests.scenario import opened, round_record


def test_the_process_lives(evening):
    answer = evening.client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")
    assert answer.json()["software"].startswith("pitledger ")


def test_it_is_ready_and_says_how_far_each_view_is(evening):
    said = evening.client.get("/readyz").json()
    assert (said["status"], said["database"], said["schema_current"]) == ("ready", True, True)
    assert said["head"] == evening.head()
    assert {view["view"] for view in said["views"]} == set(VIEWS)
    assert {(view["position"], view["lag"]) for view in said["views"]} == {(evening.head(), 0)}


def test_a_stopped_projector_shows_as_lag_against_the_true_head(desk):
    desk.project()
    before = desk.head()
    desk.record(RECORD_412)
    said = desk.client.get("/readyz").json()
    assert said["status"] == "ready"
    assert {(view["position"], view["lag"]) for view in said["views"]} == {(before, 49)}
    text = desk.get("operator", "/metrics").text
    assert f"pitledger_head_position {float(desk.head())}" in text
    (age,) = [line for line in text.splitlines() if line.startswith("pitledger_head_age_seconds ")]
    assert 0 <= float(age.split()[1]) < 60
    assert 'pitledger_projection_lag_events{view="rounds"} 49.0' in text


def test_a_sealer_that_does_not_sign_shows_as_lag_too(desk):
    sealed = Sealer(desk.settings).seal()
    assert sealed is not None
    desk.record(RECORD_412)
    text = desk.get("operator", "/metrics").text
    assert f"pitledger_seal_position {float(sealed.position)}" in text
    assert "pitledger_seal_lag_events 49.0" in text
    assert "pitledger_seal_chapters_damaged 0.0" in text
    assert "pitledger_seal_chapters_waiting 0.0" in text


def test_chapters_that_are_not_those_signed_are_an_alarm(desk):
    day = {"gaming_date": "2026-11-30"}
    desk.record(day_record(day_opened(), audited(), **day))
    desk.project()
    assert Sealer(desk.settings).seal() is not None
    assert memory_of(desk.settings).read() is not None, "no checkpoint names the chapter yet"
    desk.record(day_record(audited(source="manual"), after=2, **day))
    text = desk.get("operator", "/metrics").text
    assert "pitledger_seal_chapters_damaged 0.0" in text
    assert "pitledger_seal_chapters_waiting 1.0" in text
    with SealedLedger(desk.settings, desk.app.state.services.ledger.recorder).as_superuser() as connection:
        connection.execute(b"DELETE FROM seal_chapters")
    text = desk.get("operator", "/metrics").text
    assert "pitledger_seal_chapters_damaged 1.0" in text
    assert "pitledger_seal_chapters_waiting 2.0" in text
    assert "pitledger_seal_position" in text


def test_the_seal_is_told_of_where_what_the_sealer_keeps_beside_its_key_may_not_be_read(desk):
    desk.record(RECORD_412)
    Sealer(desk.settings).seal()
    memory = desk.settings.home / "seal.demo.server.checkpoint"
    memory.unlink()
    memory.mkdir()  # nobody reads it as a file, root neither
    answer = desk.get("operator", "/metrics")
    assert answer.status_code == 200
    assert "pitledger_seal_chapters_damaged 0.0" in answer.text


def test_a_view_in_quarantine_is_an_alarm_and_what_a_view_missed_is_a_gap(desk, monkeypatch):
    def failing(*_):
        raise ValueError("nobody foresaw this")

    desk.project()
    desk.record(RECORD_412)
    with monkeypatch.context() as patch:
        patch.setattr(RoundsView, "prepare", failing)
        desk.project()
    said = desk.client.get("/readyz").json()
    assert said["status"] == "ready"
    views = {view["view"]: view for view in said["views"]}
    assert views["rounds"]["quarantined"]["error"].startswith("ValueError in failing, ")
    assert views["rounds"]["quarantined"]["position"] == desk.head() - 48
    assert (views["rounds"]["lag"], views["inventory"]["lag"]) == (49, 0)
    assert views["inventory"]["quarantined"] is None
    text = desk.get("operator", "/metrics").text
    assert 'pitledger_projection_quarantined{view="rounds"} 1.0' in text
    assert 'pitledger_projection_quarantined{view="inventory"} 0.0' in text
    assert 'pitledger_projection_gap_events{view="inventory"} 0.0' in text
    found = desk.get("floor", "/v1/rounds").json()
    assert (found["lag"], found["rounds"]) == (49, [])


def test_a_table_that_cannot_be_read_is_refused_and_the_others_go_on(desk):
    desk.project()
    at_fault = desk.head() + 1
    as_superuser(
        desk,
        "INSERT INTO demo.events (originator_id, originator_version, topic, state)"
        " VALUES (%(whose)s, 99, 'table.limits_posted.v1', 'no JSON')",
        whose=stream_id("demo", "table", "T-1"),
    )
    refused = desk.record(round_record(opened()))
    assert (refused.status_code, refused.json()["code"]) == (503, "event_unreadable")
    assert refused.json()["facts"]["position"] == at_fault
    assert desk.record(RECORD_412).status_code == 201
    assert desk.get("floor", f"/v1/rounds/{ROUND_412}").status_code == 200
    desk.project()
    ready = desk.client.get("/readyz").json()
    assert ready["status"] == "ready"
    for view in ready["views"]:
        assert (view["position"], view["quarantined"]["position"]) == (at_fault - 1, at_fault)
        assert view["quarantined"]["error"].startswith("event_unreadable: ")
    # Taken out again, as from a copy that is sound.
    as_superuser(desk, "DELETE FROM demo.events WHERE originator_version = 99")
    assert {view.quarantined for view in Projector(desk.settings).replay()} == {None}
    assert {view["lag"] for view in desk.client.get("/readyz").json()["views"]} == {0}
    assert desk.record(round_record(opened())).status_code == 201


def test_requests_records_and_refusals_are_counted(desk):
    desk.record(round_record(opened()))
    desk.record(round_record(opened()))
    desk.record(round_record(opened(), table="T-99"))
    desk.get("floor", "/v1/rounds/T-1/2026-11-28/1")
    desk.get("floor", "/somewhere/else")
    text = desk.get("operator", "/metrics").text
    assert 'pitledger_http_requests_total{method="POST",route="/v1/records",status="201"} 1.0' in text
    assert 'pitledger_http_requests_total{method="GET",route="/v1/rounds/{id}",status="200"} 1.0' in text
    assert 'pitledger_http_requests_total{method="GET",route="none",status="404"} 1.0' in text
    # The tables of the pit came first: a submission and three tables.
    assert 'pitledger_records_total{status="appended"} 5.0' in text
    assert 'pitledger_records_total{status="already_there"} 1.0' in text
    assert 'pitledger_records_total{status="refused"} 1.0' in text
    assert 'pitledger_refusals_total{code="unknown_table"} 1.0' in text
    assert "THB-03" not in text


def test_a_made_up_method_makes_no_meter_of_its_own(desk):
    desk.client.request("BREW", "/v1/rounds")
    assert "BREW" not in desk.get("operator", "/metrics").text
