"""Two people: an id that only looks otherwise, or is typed otherwise, is no second person's."""

from __future__ import annotations

import pytest

from ledger.events.people import same_person

# Ids that are F-31's, whoever types them, and some that are not.
SAME = (
    "F-31",
    " f-31 ",
    "\uff26-31",
    "F-31\u200b",
    "F\u201331",
    "F\u201131",
    "F\u221231",
    "F--31",
    "F_31",
    "F 31",
    "F31",
)
OTHERS = ("F-32", "F-3", "SM-31", "F-311", "F/31", None)


@pytest.mark.parametrize("typed", SAME)
def test_one_person_is_not_two_by_another_spelling(typed):
    assert same_person("F-31", typed)
    assert same_person(typed, "F-31")


@pytest.mark.parametrize("typed", OTHERS)
def test_two_people_are_two(typed):
    assert not same_person("F-31", typed)


def test_of_ids_that_are_dashes_alone_the_dashes_count():
    assert not same_person("-", "_")
    assert same_person("-", "-")
