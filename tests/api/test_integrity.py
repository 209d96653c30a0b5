"""The seal over HTTP: what an auditor takes away is enough to check it without us."""

from __future__ import annotations

import json
from base64 import b64decode

import pytest

from ledger.seal.leaves import leaf_of
from ledger.seal.notes import VerifierKey, opened
from ledger.seal.tree import is_consistent, leaf_hash, root_of_inclusion
from projections.checking.kinds import KINDS
from projections.checking.running import check
from projections.integrity.sealer import Sealer
from tests.api.desk import RECORD_412


@pytest.fixture
def sealed(desk):
    desk.record(RECORD_412)
    Sealer(desk.settings).seal()
    return desk


def key_of(desk) -> VerifierKey:
    return VerifierKey.read(desk.get("auditor", "/v1/integrity/keys").json()["keys"][0]["key"])


def test_every_event_is_proven_with_the_key_and_the_checkpoint_alone(sealed):
    key = key_of(sealed)
    answer = sealed.get("auditor", "/v1/integrity/checkpoint")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    checkpoint = opened(answer.text, [key])
    assert (checkpoint.origin, checkpoint.size) == ("pitledger/demo", sealed.head())
    for position in range(1, sealed.head() + 1):
        proof = sealed.get("auditor", f"/v1/integrity/proofs/{position}").json()
        path = [b64decode(step) for step in proof["path"]]
        root = root_of_inclusion(b64decode(proof["leaf_hash"]), proof["index"], checkpoint.size, path)
        assert root == checkpoint.root
        assert opened(proof["checkpoint"], [key]) == checkpoint


def test_the_leaf_is_the_stored_event(sealed):
    (notification,) = sealed.app.state.services.ledger.recorder.read_since(4, 1)
    proof = sealed.get("auditor", "/v1/integrity/proofs/5").json()
    leaf = leaf_of(
        notification.id,
        notification.originator_id,
        notification.originator_version,
        notification.topic,
        notification.state,
    )
    assert b64decode(proof["leaf_hash"]) == leaf_hash(leaf)
    assert (proof["stream"], proof["version"]) == (
        str(notification.originator_id),
        notification.originator_version,
    )


def test_an_event_is_named_by_the_id_that_the_feed_gives_it(sealed):
    sealed.project()
    for line in sealed.get("warehouse", "/v1/feed").text.splitlines():
        event = json.loads(line)
        proof = sealed.get("auditor", f"/v1/integrity/proofs/{event['id']}").json()
        assert (str(proof["position"]), proof["version"]) == (event["position"], event["version"])


def test_an_older_checkpoint_is_shown_to_be_the_beginning_of_a_newer(sealed):
    key = key_of(sealed)
    old = opened(sealed.get("auditor", "/v1/integrity/checkpoint").text, [key])
    sealed.record({**RECORD_412, "number": 413})
    Sealer(sealed.settings).seal()
    new = opened(sealed.get("auditor", "/v1/integrity/checkpoint").text, [key])
    assert new.size > old.size
    found = sealed.get("auditor", "/v1/integrity/consistency", params={"from": old.size}).json()
    path = [b64decode(step) for step in found["path"]]
    assert is_consistent(old.size, old.root, new.size, new.root, path)
    assert (found["first"], found["second"]) == (old.size, new.size)


def test_what_is_not_sealed_or_not_there_is_said_so(desk):
    assert desk.get("auditor", "/v1/integrity/checkpoint").json()["code"] == "not_sealed"
    assert desk.get("auditor", "/v1/integrity/proofs/1").json()["code"] == "not_sealed"
    Sealer(desk.settings).seal()
    head = desk.head()
    for event in (str(head + 1), "0", "x", "9" * 60, "b4e01746-d1d0-572f-aa68-86cfb262df14"):
        answer = desk.get("auditor", f"/v1/integrity/proofs/{event}")
        assert (answer.status_code, answer.json()["code"]) == (404, "event_not_found")
    for sizes in ({"from": head + 1}, {"from": 2, "to": 1}, {"from": 1, "to": head + 1}):
        answer = desk.get("auditor", "/v1/integrity/consistency", params=sizes)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_query")


def test_the_seal_wants_a_scope_of_its_own(sealed):
    for path in ("checkpoint", "keys", "proofs/1", "consistency?from=1"):
        answer = sealed.get("accountant", f"/v1/integrity/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_what_came_of_the_newest_check_is_told(desk):
    answer = desk.get("auditor", "/v1/integrity/check")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_checked")
    desk.record(RECORD_412)
    desk.project()
    check(desk.settings, kinds=["balance_wrong"])
    checked = check(desk.settings)
    assert desk.get("floor", "/v1/integrity/check").status_code == 403
    told = desk.get("auditor", "/v1/integrity/check").json()
    assert told == checked.model_dump(mode="json")
    assert (told["ok"], told["head"], told["mismatches"]) == (True, desk.head(), [])
    assert told["counts"].keys() == KINDS.keys()
