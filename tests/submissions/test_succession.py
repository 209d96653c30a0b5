"""Which submission takes the place of another, and which supersessions have no effect."""

from __future__ import annotations

from datetime import date

import pytest

from ledger.events.registry import SubmissionSuperseded
from ledger.submissions.state import SubmissionStream, evolve
from ledger.submissions.succession import successor, without_effect
from tests.submissions.test_submissions import submission, submitted

JULY = date(2026, 7, 1)


def over(stream: SubmissionStream, by: str, since: str = "2026-07-01") -> SubmissionStream:
    told = {"by": by, "from": since, "occurred_at": "2026-06-01T09:00:00Z", "source": "manual"}
    evolve(stream, SubmissionSuperseded.model_validate(told, strict=False))
    return stream


def hold_em() -> SubmissionStream:
    made: SubmissionStream = submission(submitted())
    return made


def three_card() -> SubmissionStream:
    made: SubmissionStream = submission(submitted(game="three_card_poker"))
    return made


def test_one_after_the_other_is_followed_to_the_last_that_is_in_place_by_the_date():
    streams = {"a": over(hold_em(), "b"), "b": over(hold_em(), "c", "2026-09-01"), "c": hold_em()}
    dates = (date(2026, 6, 30), JULY, date(2026, 9, 1), None)
    assert [successor("a", on, streams) for on in dates] == ["a", "b", "c", "c"]
    assert {without_effect(name, streams) for name in streams} == {None}


@pytest.mark.parametrize(
    ("by", "why"),
    [
        ("a", "a submission cannot take its own place"),
        ("nobody", "no submission nobody is registered"),
        ("t", "t is for three_card_poker"),
    ],
)
def test_what_cannot_take_the_place_leaves_the_one_before_in_force_and_says_why(by, why):
    streams = {"a": over(hold_em(), by), "t": three_card()}
    assert successor("a", JULY, streams) == "a"
    assert without_effect("a", streams) == why


def test_the_last_usable_of_a_row_stays_where_the_next_is_not():
    streams = {"a": over(hold_em(), "b"), "b": over(hold_em(), "t"), "t": three_card()}
    assert successor("a", JULY, streams) == "b"


def test_a_circle_ends_where_it_would_lead_back():
    streams = {"a": over(hold_em(), "b"), "b": over(hold_em(), "a")}
    assert (successor("a", JULY, streams), successor("b", JULY, streams)) == ("b", "a")
    assert without_effect("b", streams) == "a leads back to b"


def test_a_name_that_is_not_registered_stays_what_it_is():
    assert successor("gone", JULY, {}) == "gone"
