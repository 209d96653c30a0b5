"""Refusals as problems: every class has its status, every answer its form; a fault of ours tells nothing."""

from __future__ import annotations

import logging

import psycopg
import pytest
from fastapi.testclient import TestClient

from api import errors as http
from api.app import create_app
from api.openapi import example_of
from api.problems import STATUS, problem
from ledger import errors
from ledger.errors import LedgerError
from tests.api.desk import ROUND_412, Desk


def refusals(kind: type[LedgerError] = LedgerError) -> set[type[LedgerError]]:
    """Every class with a code of its own."""
    found = {kind} if "code" in kind.__dict__ else set()
    return found.union(*(refusals(one) for one in kind.__subclasses__()))


def test_every_refusal_has_its_status():
    assert refusals() == set(STATUS)


def test_no_two_refusals_share_a_code():
    codes = [kind.code for kind in refusals()]
    assert len(codes) == len(set(codes))


FAMILIES = [
    (errors.NotARecord, {400, 422}),
    (errors.StaleVersion, {409}),
    (errors.NotFound, {404}),
    (errors.Conflict, {409}),
    (errors.Unavailable, {500, 503}),
]


@pytest.mark.parametrize(("family", "statuses"), FAMILIES)
def test_a_family_of_refusals_has_the_statuses_of_its_kind(family, statuses):
    assert {STATUS[kind] for kind in refusals(family)} <= statuses


@pytest.mark.parametrize("kind", sorted(refusals(), key=str))
def test_a_problem_is_what_rfc_9457_says(kind):
    said = problem(example_of(kind))
    assert set(said) <= {"type", "title", "status", "detail", "code", "pointer", "facts"}
    assert said["type"] == f"urn:pitledger:problem:{kind.code}"
    assert said["status"] == STATUS[kind]
    assert said["detail"]
    assert "{" not in said["detail"] or "JSON" in said["detail"] or "cents" in said["detail"]


def test_a_stale_version_is_412_where_the_request_was_conditional():
    stale = example_of(errors.VersionConflict)
    assert problem(stale)["status"] == 409
    assert problem(stale, conditional=True)["status"] == 412
    assert problem(example_of(errors.KeyReused), conditional=True)["status"] == 409


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/", 404, "route_not_found"),
        ("GET", "/v1", 404, "route_not_found"),
        ("GET", "/v2/rounds", 404, "route_not_found"),
        ("DELETE", "/v1/rounds", 405, "method_not_allowed"),
        ("PUT", f"/v1/rounds/{ROUND_412}", 405, "method_not_allowed"),
        ("GET", "/v1/records", 405, "method_not_allowed"),
    ],
)
def test_what_there_is_not_is_a_problem_too(evening, method, path, status, code):
    answer = evening("floor", method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    if status == 405:
        assert answer.headers["allow"]


def test_no_answer_is_stored_on_the_way_or_guessed_at(evening):
    for path in ("/v1/rounds", "/nowhere", "/healthz"):
        headers = evening.get("floor", path).headers
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        assert "Authorization" in headers["vary"]


# --- faults of ours, and of the database ----------------------------------------------


def broken(*_, **__):
    hole_cards = "AsAd"
    try:
        int(hole_cards)
    except ValueError as trouble:
        raise RuntimeError(f"the dealer has {hole_cards}") from trouble


def test_a_fault_of_ours_is_a_problem_with_a_number_and_no_traceback(desk, monkeypatch, caplog):
    monkeypatch.setattr(desk.app.state.services.ledger, "round", broken)
    with caplog.at_level(logging.ERROR, "pitledger.api"):
        answer = desk.get("floor", f"/v1/rounds/{ROUND_412}")
    said = answer.json()
    assert (answer.status_code, said["code"]) == (500, "internal_error")
    assert answer.headers["content-type"] == "application/problem+json"
    assert "RuntimeError" not in answer.text
    assert "AsAd" not in answer.text
    assert said["facts"]["incident"] in caplog.text
    # Where, and what led to it; not the value, which whoever reads the log may not have been shown.
    assert "RuntimeError in broken" in caplog.text
    assert "int(hole_cards)" in caplog.text
    assert "AsAd" not in caplog.text


def test_a_database_that_breaks_off_is_unavailable_not_a_fault(desk, monkeypatch):
    def gone(*_, **__):
        raise psycopg.OperationalError("terminating connection, password=secret")

    monkeypatch.setattr(desk.app.state.services.views, "rounds", gone)
    answer = desk.get("floor", "/v1/rounds")
    assert (answer.status_code, answer.json()["code"]) == (503, "store_unavailable")
    assert answer.headers["retry-after"] == "1"
    assert "secret" not in answer.text


def test_an_api_without_its_schema_comes_up_says_so_and_heals(empty_database_url, settings, tmp_path):
    from ledger.postgres.migrate import migrate

    early = settings.model_copy(update={"database_url": _secret(empty_database_url)})
    with TestClient(create_app(early)) as client:
        assert client.get("/healthz").status_code == 200
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["code"]) == (503, "schema_not_current")
        answer = client.get("/v1/games", headers={"X-API-Key": "pl_anything"})
        assert (answer.status_code, answer.json()["code"]) == (503, "schema_not_current")
        migrate(empty_database_url, "demo")
        assert client.get("/readyz").json()["status"] == "ready"
        assert client.get("/v1/games", headers={"X-API-Key": "pl_anything"}).status_code == 401


def test_an_api_without_its_database_comes_up_and_says_so(settings):
    nowhere = settings.model_copy(
        update={"database_url": _secret("postgresql://x@127.0.0.1:9/x?connect_timeout=1")}
    )
    with TestClient(create_app(nowhere)) as client:
        assert client.get("/healthz").json()["status"] == "ok"
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["database"], ready.json()["code"]) == (
            503,
            False,
            "store_unavailable",
        )
        assert client.get("/v1/games", headers={"X-API-Key": "pl_x"}).json()["code"] == "store_unavailable"


def _secret(url: str):
    from pydantic import SecretStr

    return SecretStr(url)


def test_every_refusal_of_http_is_ours(desk: Desk):
    """What FastAPI itself would refuse with another form of answer never reaches anybody."""
    assert all(issubclass(kind, LedgerError) for kind in refusals(http.HttpRefusal))
    answer = desk.get("floor", "/v1/rounds", params={"limit": "many"})
    assert set(answer.json()) == {"type", "title", "status", "detail", "code", "facts"}
