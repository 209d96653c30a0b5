"""What of a gaming date is asked for over HTTP: its states, pits, jurisdictions, and what was known when."""

import json

import pytest

from tests.api.desk import WORKED
from tests.days.told import day_record, opened, preliminary

DAY = "2025-03-08"


@pytest.fixture(scope="module")
def shift(evening):
    """The worked pit with the golden shift, whose day was printed and not audited."""
    golden = json.loads((WORKED / "golden_shift.ndjson").read_text())
    day = day_record(opened(jurisdiction="WA"), preliminary(), gaming_date=DAY)
    for record in (golden, day):
        assert evening.record(record).status_code in {200, 201}
    evening.project()
    return evening


def asked(shift, **parameters):
    return shift.get("accountant", "/v1/reconciliations", params={"gaming_date": DAY, **parameters})


def test_a_date_says_in_which_state_it_is_and_by_whose_rules(shift):
    said = asked(shift).json()
    assert (said["state"], said["jurisdiction"]) == ("preliminary", "WA")
    assert asked(shift, jurisdiction="NJ").json()["jurisdiction"] == "NJ"


def test_a_state_that_was_reached_is_as_of_its_event_and_another_is_not_found(shift):
    said = asked(shift, state="preliminary").json()
    assert (said["state"], said["as_of"]) == ("preliminary", shift.head())
    refused = asked(shift, state="audited")
    assert (refused.status_code, refused.json()["code"]) == (404, "day_not_audited")
    assert asked(shift, state="preliminary", as_of=shift.head() - 1).json()["code"] == "day_not_preliminary"


def test_what_was_known_before_anything_was_recorded_is_nothing(shift):
    said = asked(shift, as_known_at="2001-01-01T00:00:00Z").json()
    assert (said["as_of"], said["sessions"], said["state"]) == (0, [], "live")
    assert said["as_known_at"] == "2001-01-01T00:00:00Z"


def test_a_pit_that_no_table_was_ever_in_is_not_found_rather_than_empty(shift):
    refused = asked(shift, pit="pit 9")
    assert (refused.status_code, refused.json()["code"]) == (404, "pit_not_found")
    assert refused.json()["detail"] == "no table belongs to the pit pit 9"


@pytest.mark.parametrize(
    ("parameters", "status", "code"),
    [
        ({"state": "live"}, 422, "invalid_query"),
        ({"jurisdiction": "XX"}, 404, "jurisdiction_not_found"),
        ({"as_known_at": "2025-03-08T20:05:00"}, 422, "naive_time"),
        ({"table": "BJ-99"}, 404, "table_not_found"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_code(shift, parameters, status, code):
    refused = asked(shift, **parameters)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
