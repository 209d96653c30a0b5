"""Tokens of an identity provider: taken where they hold, and only then."""

from __future__ import annotations

import base64
import hmac
import json
import time

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fastapi.testclient import TestClient

from api.app import create_app
from ledger.settings import Settings
from tests.api.desk import Desk
from tests.api.issuer import AUDIENCE, running
from tests.scenario import opened, round_record


@pytest.fixture(scope="module")
def issuer():
    with running() as found:
        yield found


@pytest.fixture(scope="module")
def house(issuer, module_database_url, tmp_path_factory):
    settings = Settings(
        _env_file=None,
        database_url=module_database_url,
        home=tmp_path_factory.mktemp("home"),
        oidc_issuer=issuer.url,
        oidc_audience=AUDIENCE,
    )
    app = create_app(settings)
    with TestClient(app) as client:
        desk = Desk(app, settings, client)
        desk.set_up()
        yield desk


def asked(house, token, path="/v1/rounds"):
    return house.client.get(path, headers={"Authorization": f"Bearer {token}"})


def test_a_token_opens_what_its_scopes_say(house, issuer):
    token = issuer.token(scope="openid disputes email")
    assert asked(house, token).status_code == 200
    refused = asked(house, token, "/v1/tables")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    assert "F-22" in refused.json()["detail"]
    assert "accounting" in refused.json()["detail"]


def test_scopes_may_come_as_a_list(house, issuer):
    assert asked(house, issuer.token(scope=["accounting"]), "/v1/tables").status_code == 200


def test_a_token_without_scopes_opens_nothing(house, issuer):
    assert asked(house, issuer.token()).status_code == 403
    assert asked(house, issuer.token(scope=None), "/v1/games").status_code == 403


def test_its_subject_is_who_recorded(house, issuer):
    token = issuer.token(sub="D-1187", scope="recording disputes")
    headers = {"Authorization": f"Bearer {token}"}
    assert house.client.post("/v1/records", json=round_record(opened()), headers=headers).status_code == 201
    report = asked(house, token, "/v1/rounds/T-1/2026-11-28/1/report").json()
    assert [entry["recorded_by"] for entry in report["timeline"]] == ["D-1187"]


def written(part):
    return base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=")


def unsigned(claims):
    return b".".join((written({"alg": "none", "kid": "first"}), written(claims), b"")).decode()


def forged(issuer, claims):
    """Signed with the public key as if it were a shared secret: the oldest trick."""
    public = issuer.keys["first"].public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    signed = written({"alg": "HS256", "kid": "first"}) + b"." + written(claims)
    seal = base64.urlsafe_b64encode(hmac.digest(public, signed, "sha256")).rstrip(b"=")
    return (signed + b"." + seal).decode()


def bad_tokens(issuer):
    now = int(time.time())
    claims = {
        "iss": issuer.url,
        "aud": AUDIENCE,
        "sub": "F-22",
        "scope": "disputes",
        "iat": now,
        "exp": now + 60,
    }
    good = issuer.token(scope="disputes")
    return {
        "expired": issuer.token(scope="disputes", exp=now - 600, iat=now - 1200),
        "not yet": issuer.token(scope="disputes", nbf=now + 600),
        "for somebody else": issuer.token(scope="disputes", aud="payroll"),
        "for nobody": issuer.token(scope="disputes", aud=None),
        "by somebody else": issuer.token(scope="disputes", iss="https://elsewhere.example"),
        "for ever": issuer.token(scope="disputes", exp=None),
        "of nobody": issuer.token(scope="disputes", sub=None),
        "of an empty name": issuer.token(scope="disputes", sub=""),
        "of half a character": issuer.token(scope="disputes", sub="D-1\ud800"),
        "of a key unknown": issuer.token(scope="disputes", headers={"kid": "other"}),
        "changed": good[:-6] + ("AAAAAA" if good[-6:] != "AAAAAA" else "BBBBBB"),
        "unsigned": unsigned(claims),
        "signed with the public key": forged(issuer, claims),
        "rubbish": "a.b.c",
    }


def test_a_token_that_does_not_hold_opens_nothing(house, issuer):
    for what, token in bad_tokens(issuer).items():
        answer = asked(house, token)
        assert (what, answer.status_code, answer.json()["code"]) == (what, 401, "credentials_invalid")
        assert token not in answer.text


def test_the_keys_are_asked_for_once_and_not_at_will(house, issuer):
    asked(house, issuer.token(scope="disputes"))
    issuer.asked.clear()
    for number in range(20):
        asked(house, issuer.token(scope="disputes"))
        asked(house, issuer.token(scope="disputes", headers={"kid": f"guess-{number}"}))
    assert issuer.asked == []


def test_keys_and_tokens_are_taken_beside_one_another(house):
    assert house.get("floor", "/v1/rounds").status_code == 200


def test_an_issuer_that_does_not_answer_is_no_fault_of_who_asks(issuer, settings):
    silent = settings.model_copy(update={"oidc_issuer": f"{issuer.url}/gone", "oidc_audience": AUDIENCE})
    with TestClient(create_app(silent)) as client:
        answer = client.get("/v1/games", headers={"Authorization": f"Bearer {issuer.token()}"})
    assert (answer.status_code, answer.json()["code"]) == (503, "issuer_unavailable")
    assert "retry-after" in answer.headers


def test_an_issuer_that_calls_itself_otherwise_is_not_trusted(issuer, settings):
    issuer.said = "https://elsewhere.example"
    other = settings.model_copy(update={"oidc_issuer": issuer.url, "oidc_audience": AUDIENCE})
    try:
        with TestClient(create_app(other)) as client:
            answer = client.get("/v1/games", headers={"Authorization": f"Bearer {issuer.token()}"})
    finally:
        issuer.said = issuer.url
    assert (answer.status_code, answer.json()["code"]) == (503, "issuer_unavailable")


@pytest.mark.parametrize(
    "wrong",
    [
        {"oidc_issuer": "http://login.example", "oidc_audience": "x"},
        {"oidc_issuer": "file:///etc/passwd", "oidc_audience": "x"},
        {"oidc_issuer": "https://login.example"},
        {"oidc_audience": "x"},
    ],
)
def test_an_issuer_is_named_with_https_and_an_audience(wrong):
    with pytest.raises(ValueError, match=r"oidc|issuer"):
        Settings(_env_file=None, **wrong)
