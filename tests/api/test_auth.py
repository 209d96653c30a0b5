"""Who may ask: keys, scopes, and what is said to who may not."""

from __future__ import annotations

import pytest

from api import keys
from api.errors import KeyNameInvalid, KeyNotFound, ScopeUnknown
from tests.api.desk import ROLES, ROUND_412

OPEN_TO_ALL = {"/healthz", "/readyz"}


def operations(desk):
    return [
        (path, method.upper(), operation)
        for path, methods in desk.app.openapi()["paths"].items()
        for method, operation in methods.items()
    ]


def filled(path):
    return (
        path.replace("{id}", ROUND_412)
        .replace("{place}", "1")
        .replace("{at}", "3")
        .replace("{name}", "THB-03")
    )


def test_every_route_but_health_asks_who_is_there(evening):
    asked = {
        path: evening.client.request(method, filled(path)).status_code
        for path, method, _ in operations(evening)
    }
    assert {path for path, status in asked.items() if status != 401} == OPEN_TO_ALL


def test_who_says_nothing_is_told_how_to(evening):
    answer = evening.client.get("/v1/rounds")
    assert (answer.status_code, answer.json()["code"]) == (401, "credentials_missing")
    assert answer.headers["www-authenticate"] == 'Bearer realm="pitledger"'


@pytest.mark.parametrize("sent", ["pl_nothing", "pl_", "not-even-a-key", "eyJhbGciOiJub25lIn0.e30."])
def test_a_key_that_is_none_opens_nothing(evening, sent):
    answer = evening.client.get("/v1/rounds", headers={"Authorization": f"Bearer {sent}"})
    assert (answer.status_code, answer.json()["code"]) == (401, "credentials_invalid")
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]
    assert sent not in answer.text


def test_a_key_may_come_in_its_own_header(evening):
    answer = evening.client.get("/v1/findings", headers={"X-API-Key": evening.keys["operator"]})
    assert answer.status_code == 200


# Which role may, and which scope the others are told that they lack.
EVERYBODY = frozenset(ROLES)
# Who has the scope of disputes, and perhaps another beside it.
DESK = {role for role, scopes in ROLES.items() if "disputes" in scopes}
MAY = [
    ("GET", "/v1/rounds", {*DESK, "accountant", "surveillance", "warehouse"}, "disputes"),
    ("GET", f"/v1/rounds/{ROUND_412}", {*DESK, "accountant", "surveillance", "recorder"}, "disputes"),
    ("GET", f"/v1/rounds/{ROUND_412}/report", {*DESK, "accountant", "surveillance"}, "disputes"),
    ("GET", "/v1/tables", {"accountant"}, "accounting"),
    ("GET", "/v1/reconciliations?gaming_date=2026-11-28", {"accountant"}, "accounting"),
    ("GET", "/v1/feed", {"warehouse"}, "reporting"),
    ("GET", "/metrics", {"operator"}, "operations"),
    ("GET", "/v1/integrity/keys", {"auditor"}, "integrity"),
    ("GET", "/v1/games", EVERYBODY, ""),
]


@pytest.mark.parametrize(("method", "path", "allowed", "lacking"), MAY)
def test_a_scope_opens_what_it_says_and_nothing_else(evening, method, path, allowed, lacking):
    for role in evening.keys:
        answer = evening(role, method, path)
        if role in allowed:
            assert answer.status_code == 200, (role, answer.text)
            continue
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert lacking in answer.json()["detail"]
        assert role in answer.json()["detail"]
        assert lacking in answer.headers["www-authenticate"].partition("scope=")[2]


def test_only_the_recorder_records(evening):
    for role in set(evening.keys) - {"recorder"}:
        answer = evening(role, "POST", "/v1/records", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert "recording" in answer.json()["detail"]


def test_a_refused_asker_is_not_listened_to(evening):
    """Whoever may not record is refused before the body is read."""
    huge = {"note": "x" * (evening.settings.max_body_bytes + 1)}
    assert evening("floor", "POST", "/v1/records", json=huge).status_code == 403
    assert evening.client.post("/v1/records", json=huge).status_code == 401


# --- keys -----------------------------------------------------------------------------


def test_a_key_is_kept_as_its_digest_alone(desk):
    with keys.administration(desk.settings) as connection:
        kept, text = keys.create(connection, "D-1187 terminal", ["recording"])
        assert text.startswith("pl_")
        assert len(text) == len("pl_") + 43  # 256 bits in base64
        stored = connection.execute("SELECT api_keys::text FROM api_keys").fetchall()
        assert all(text not in str(row) and text[3:] not in str(row) for row in stored)
        assert keys.find(connection, text) == kept
        assert keys.find(connection, text + "x") is None
        assert kept in keys.listed(connection)


def test_two_keys_are_never_alike(evening):
    with keys.administration(evening.settings) as connection:
        texts = {keys.create(connection, "same name", ["recording"])[1] for _ in range(20)}
    assert len(texts) == 20


def test_a_revoked_key_opens_nothing_from_then_on(desk):
    assert desk.get("floor", "/v1/rounds").status_code == 200
    with keys.administration(desk.settings) as connection:
        (revoked,) = keys.revoke(connection, "floor")
        assert revoked.revoked_at is not None
        with pytest.raises(KeyNotFound):
            keys.revoke(connection, "floor")
    assert desk.get("floor", "/v1/rounds").status_code == 401
    assert desk.get("accountant", "/v1/rounds").status_code == 200


def test_a_key_is_revoked_by_its_id_and_its_twin_of_the_same_name_stays(desk):
    with keys.administration(desk.settings) as connection:
        old, old_text = keys.create(connection, "terminal-7", ["recording"])
        _, new_text = keys.create(connection, "terminal-7", ["recording"])
        keys.revoke(connection, old.id)
        assert keys.find(connection, old_text) is None
        assert keys.find(connection, new_text) is not None


@pytest.mark.parametrize("name", ["", " leading", "x" * 101, "tab\there", "Ω"])
def test_a_key_needs_a_name_that_can_stand_in_a_report(evening, name):
    with keys.administration(evening.settings) as connection, pytest.raises(KeyNameInvalid):
        keys.create(connection, name, ["recording"])


def test_a_key_opens_only_what_there_is(evening):
    with keys.administration(evening.settings) as connection:
        for scopes in ([], ["everything"], ["recording", "root"]):
            with pytest.raises(ScopeUnknown):
                keys.create(connection, "anybody", scopes)
