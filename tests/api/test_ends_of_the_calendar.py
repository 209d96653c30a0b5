"""Dates and times at the ends of the calendar, in every question that takes one and in what is recorded."""

import pytest

from tests.api.desk import key_for
from tests.days.told import day_record, opened
from tests.projections.slips_told import dated

ENDS = {
    "date": ["0001-01-01", "9999-12-31"],
    "date-time": ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"],
}
# The nearest that can be recorded.
WITHIN = {"date": ["1000-01-01", "9998-12-31"], "date-time": []}
NAMES = {"table": "T-1", "name": "T-1", "id": "T-1/2026-11-28/1", "stream": "T-1", "deck": "D-1"}


def form(parameter):
    schema = parameter["schema"]
    return next(
        (one.get("format") for one in schema.get("anyOf", [schema]) if one.get("format") in ENDS), None
    )


@pytest.fixture(scope="module")
def questions(evening):
    """Every reading route with a date or a time, and the parameters that are one."""
    found = []
    for path, methods in evening.get("accountant", "/openapi.json").json()["paths"].items():
        told = methods.get("get", {}).get("parameters", ())
        timed = [one for one in told if form(one)]
        if timed:
            found.append((path, told, timed))
    return found


@pytest.fixture(scope="module")
def ask(evening):
    """The answer to whoever may ask anything."""
    headers = key_for(evening, "accounting", "disputes", "reporting", "surveillance", "integrity")
    return lambda path, query: evening.client.get(path, params=query, headers=headers)


def asked(ask, path, told, parameter, value):
    """The answer to a question with that value, all other parameters as they may be."""
    query = {}
    for one in told:
        said = value if one is parameter else "2026-11-28" if form(one) == "date" else None
        said = said or NAMES.get(one["name"], "1")
        if one["in"] == "path":
            path = path.replace(f"{{{one['name']}}}", said)
        elif one is parameter or (one.get("required") and one["name"] != parameter["name"]):
            query[one["name"]] = said
    if parameter["name"] == "to":
        query["from"] = value
    return ask(path, query)


def test_no_question_breaks_at_the_ends_of_the_calendar(ask, questions):
    assert len(questions) > 25
    wrong = []
    for path, told, timed in questions:
        for parameter in timed:
            for value in ENDS[form(parameter)]:
                answer = asked(ask, path, told, parameter, value)
                if (answer.status_code, answer.json().get("code")) != (422, "invalid_query"):
                    wrong.append((path, parameter["name"], value, answer.status_code, answer.text[:200]))
    assert wrong == []


def test_the_first_and_the_last_date_that_can_be_recorded_can_be_asked_for(ask, questions):
    wrong = []
    for path, told, timed in questions:
        # As a file a report is asked the same.
        for parameter in () if path.endswith((".csv", ".xlsx")) else timed:
            for value in WITHIN[form(parameter)]:
                answer = asked(ask, path, told, parameter, value)
                if answer.status_code >= 500 or "should be" in answer.text:
                    wrong.append((path, parameter["name"], value, answer.status_code, answer.text[:200]))
    assert wrong == []


@pytest.mark.parametrize("gaming_date", ["0001-01-01", "9999-12-31"])
def test_a_gaming_date_that_has_no_day_beside_it_is_no_record(evening, gaming_date):
    for record in (day_record(opened(), gaming_date=gaming_date), dated(gaming_date)):
        refused = evening.record(record)
        assert (refused.status_code, refused.json()["pointer"]) == (422, "/gaming_date"), refused.text
