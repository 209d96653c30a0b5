"""How the report of a dispute shows on paper what is wanting, and when something is due."""

from __future__ import annotations

import pytest

from tests.api import reported
from tests.api.reported import DISPUTE, post, take, words


@pytest.fixture
def fresh(empty_desk):
    """A desk with the dispute of the worked pit, for a test that says what else is recorded of it."""
    reported.set_up(empty_desk)
    return empty_desk


def test_evidence_that_was_secured_in_part_or_late_is_not_shown_as_secured(fresh):
    """Of two cameras asked for one is secured; other evidence after it would be erased; one well."""
    at = {"occurred_at": "2026-11-30T10:00:00-05:00", "source": "manual", "by": "F-31"}
    erased = "2026-11-30T09:00:00-05:00"
    version = fresh.get("floor", f"/v1/disputes/{DISPUTE}").json()["version"]
    steps = (
        {**at, "type": "evidence_requested", "cameras": ["C-1", "C-2"], "reason": "the payment"},
        {**at, "type": "evidence_requested", "what": "document", "expires_at": erased, "reason": "the log"},
        {**at, "type": "evidence_requested", "what": "document", "reason": "the slip"},
        {
            **at,
            "type": "evidence_preserved",
            "request": version + 1,
            "location": "locker",
            "cameras": ["C-1"],
        },
        {**at, "type": "evidence_preserved", "request": version + 2, "location": "locker"},
        {**at, "type": "evidence_preserved", "request": version + 3, "location": "locker"},
    )
    assert post(fresh, *steps).status_code == 201
    page = take(fresh, "floor", "html").text
    rows = [row for row in page.split("<tr") if "asked for" in row and "locker" in row]
    toned = [(row.partition(">")[0].strip(), reason) for row in rows
             for reason in ("the payment", "the log", "the slip") if reason in row]  # fmt: skip
    assert toned == [('class="bad"', "the payment"), ('class="bad"', "the log"), ('class="good"', "the slip")]
    assert "only in part: nothing of C-2" in page
    assert "after the time at which it would be erased" in page


def test_the_times_of_a_deadline_are_said_as_all_others_are(fresh):
    pages = [words(take(fresh, "floor", form)) for form in ("html", "pdf")]
    for page in pages:
        assert "secure the video of TCP-02 from 29 Nov 2026, 20:36:05 -0500 to 29 Nov 2026" in page
        assert "2026-11-29T" not in page
