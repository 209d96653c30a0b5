"""The report of a dispute is taken by somebody, for a reason, and that is recorded before it is given."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.api import reported
from tests.api.reported import REPORT, said, take


@pytest.fixture(scope="module")
def pit(module_database_url, tmp_path_factory):
    """A desk with the dispute of the worked pit."""
    with reported.desk_at(module_database_url, tmp_path_factory.mktemp("home")) as desk:
        yield desk


@pytest.mark.parametrize("form", ["json", "html", "pdf"])
def test_that_it_was_taken_by_whom_and_why_is_recorded(pit, form):
    given = take(pit, "floor", form, reason="the patron asked")
    last = said(pit)["events"][-1]
    assert (last["type"], last["what"], last["by"], last["reason"]) == (
        "accessed", "report", "floor", "the patron asked",
    )  # fmt: skip
    assert (last["format"], last["sha256"]) == (form, sha256(given.content).hexdigest())
    assert last["as_of"] == int(given.headers["pitledger-as-of"]) < pit.head()
    assert given.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("role", "params", "status", "code"),
    [
        ("accountant", {"reason": "curious"}, 403, "scope_missing"),
        ("surveillance", {"reason": "curious"}, 403, "scope_missing"),
        ("floor", {}, 422, "invalid_query"),
        ("floor", {"reason": ""}, 422, "invalid_query"),
        ("floor", {"reason": "x" * 4001}, 422, "invalid_query"),
        ("floor", {"reason": "ahead", "as_of": 10**9}, 422, "invalid_query"),
        ("floor", {"reason": "before it was there", "as_of": 3}, 404, "dispute_not_found"),
    ],
)
def test_what_is_refused_gives_nothing_and_leaves_no_trace(pit, role, params, status, code):
    head = pit.head()
    answer = pit.get(role, f"{REPORT}.pdf", params=params)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert pit.head() == head


def test_a_report_that_cannot_be_recorded_is_not_given(pit, monkeypatch):
    from ledger.errors import StoreUnavailable

    def down(*_, **__):
        raise StoreUnavailable(detail="gone")

    monkeypatch.setattr("api.disputes.taking.note", down)
    answer = pit.get("floor", f"{REPORT}.pdf", params={"reason": "x"})
    assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")


@pytest.mark.parametrize(
    ("accept", "status", "media"),
    [
        ("application/pdf", 200, "application/pdf"),
        ("text/html,*/*;q=0.1", 200, "text/html; charset=utf-8"),
        (None, 200, "application/json"),
        ("image/png", 406, "application/problem+json"),
    ],
)
def test_the_form_is_the_one_accepted(pit, accept, status, media):
    headers = {} if accept is None else {"Accept": accept}
    answer = pit.get("floor", REPORT, params={"reason": "x"}, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (status, media)
