"""The OpenAPI document: complete, without doubles, its examples real."""

from __future__ import annotations

import json

import pytest

from api.openapi import read_example
from api.scopes import Scope
from tests.api.desk import RECORD_412, ROUND_412
from tests.api.schemas import faults
from tests.scenario import event, session_record


@pytest.fixture(scope="module")
def document(evening):
    return evening.client.get("/openapi.json").json()


def operations(document):
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_has_its_own_name_a_tag_and_a_description(document):
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(names) == len(set(names)) > 20
    for _, _, operation in operations(document):
        assert operation["tags"]
        assert operation["summary"]
        assert operation["description"]


def test_every_route_of_the_contract_is_there(document):
    paths = {(method.upper(), path) for path, method, _ in operations(document)}
    assert paths >= {
        ("POST", "/v1/records"),
        ("GET", "/v1/rounds"),
        ("GET", "/v1/rounds/{id}"),
        ("GET", "/v1/rounds/{id}/hands/{place}"),
        ("GET", "/v1/rounds/{id}/resolutions"),
        ("GET", "/v1/rounds/{id}/report"),
        ("GET", "/v1/rounds/{id}/replay/{at}"),
        ("POST", "/v1/rounds/{id}/events"),
        ("POST", "/v1/sessions/{id}/events"),
        ("GET", "/v1/tables"),
        ("GET", "/v1/tables/{name}/inventory"),
        ("GET", "/v1/tables/{name}/sessions"),
        ("GET", "/v1/reconciliations"),
        ("GET", "/v1/feed"),
        ("GET", "/v1/findings"),
        ("GET", "/v1/games"),
        ("GET", "/v1/submissions"),
        ("GET", "/v1/schemas/{name}"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/metrics"),
    }


def test_every_parameter_says_what_it_is(document):
    for path, _, operation in operations(document):
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description") or parameter["name"] in {"table", "game", "status"}, (
                path,
                parameter,
            )


def test_refusals_are_declared_once_and_referred_to(document):
    for path, _, operation in operations(document):
        for status, answer in operation["responses"].items():
            if int(status) >= 400 and path != "/readyz":
                assert answer["$ref"] == f"#/components/responses/Problem{status}"
    assert "HTTPValidationError" not in json.dumps(document)


def test_every_status_of_a_problem_has_an_example_of_each_code(document):
    declared = document["components"]["responses"]
    examples = declared["Problem422"]["content"]["application/problem+json"]["examples"]
    assert "unknown_wager" in examples
    assert "wager_ambiguous" in examples
    assert set(declared["Problem412"]["content"]["application/problem+json"]["examples"]) == {
        "version_conflict",
        "version_gap",
        "id_conflict",
    }
    for name, answer in declared.items():
        for code, example in answer["content"]["application/problem+json"]["examples"].items():
            assert (example["value"]["code"], f"Problem{example['value']['status']}") == (code, name)


def test_every_reference_leads_somewhere(document):
    text = json.dumps(document)
    for part in text.split('"$ref": "#/')[1:]:
        found = document
        for step in part.partition('"')[0].split("/"):
            found = found[step.replace("~1", "/")]


def test_no_schema_stands_for_two_things(document):
    """The schemas of records and those of answers share one list of names."""
    assert set(document["components"]["schemas"]["Finding"]["properties"]) >= {
        "code",
        "rule",
        "evidence",
        "event",
    }
    assert document["components"]["schemas"]["Record"]["discriminator"]["propertyName"] == "stream"
    minimum = document["components"]["schemas"]["Limits"]["properties"]["minimum"]
    assert "anyOf" in minimum


def test_scopes_are_said_with_each_operation(document):
    for path, _, operation in operations(document):
        if path in {"/healthz", "/readyz"}:
            assert "security" not in operation
            continue
        assert operation["security"] == [{"HTTPBearer": []}, {"APIKeyHeader": []}]
        assert any(f"`{scope}`" in operation["description"].rpartition("Scope: ")[2] for scope in Scope)
    assert {"HTTPBearer", "APIKeyHeader"} == set(document["components"]["securitySchemes"])


# --- examples ---------------------------------------------------------------------------


def without_clocks(document):
    return {
        name: value
        for name, value in document.items()
        if name not in {"as_of", "lag", "position", "recordedat"}
    }


def test_the_examples_are_what_is_sent_and_answered(desk):
    assert read_example("record") == RECORD_412
    assert desk.record(read_example("record")).json() == read_example("record_answer")
    said = desk.get("floor", f"/v1/rounds/{ROUND_412}/resolutions").json()
    assert without_clocks(said) == without_clocks(read_example("resolutions"))
    feed = [json.loads(line) for line in desk.get("warehouse", "/v1/feed").text.splitlines()]
    line = next(one for one in feed if one["subject"] == ROUND_412 and one["version"] == 2)
    assert without_clocks(line) == without_clocks(read_example("feed_event"))
    ruling = desk(
        "recorder",
        "POST",
        f"/v1/rounds/{ROUND_412}/events",
        json=read_example("continuation"),
        headers={"If-Match": '"49"'},
    )
    assert ruling.status_code == 201


def test_the_example_of_a_session_continues_one(desk):
    opener = event(
        "opened", opener={"2500": 100}, shift="swing", source="supervisor", by="F-22", approved_by="D-1187"
    )
    desk.record(session_record(opener, table="THB-03"))
    answer = desk(
        "recorder",
        "POST",
        "/v1/sessions/THB-03/2026-11-28/1/events",
        json=read_example("session_continuation"),
        headers={"If-Match": '"1"'},
    )
    assert answer.status_code == 201


def test_examples_fit_the_schemas_beside_them(document):
    components = document["components"]
    for _, _, operation in operations(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if isinstance(content.get("example"), dict):
                schema = {**content["schema"], "components": components}
                assert faults(schema, content["example"]) == []
