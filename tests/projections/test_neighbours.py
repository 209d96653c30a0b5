"""The rounds before and after one at its table: by the floor's clock, as of any position."""

from __future__ import annotations

import pytest

from ledger.errors import InvalidQuery, RoundNotFound
from tests.projections.pit import SUBMISSION, at, example, holdem_table, table
from tests.scenario import collected, dealt, event, opened, placed, round_record

BY = {"source": "dealer", "by": "D-1"}


def played(number, minute, *events, **header):
    """A round of T-1 dealt at a minute past 21:00: $15 lost at spot 3."""
    first = opened() if minute is None else opened(occurred_at=at(f"21:{minute:02}:00"))
    told = events or (placed(3, "main", 15_00), collected(3, "main", 15_00), event("closed"))
    record = round_record(first, *told, number=number, **header)
    if minute is not None:
        for one in record["events"][1:]:
            one["occurred_at"] = at(f"21:{minute:02}:30")
    return record


def key(number, name="T-1"):
    return f"{name}/2026-11-28/{number}"


@pytest.fixture(scope="module")
def evening(shared_pit):
    """Fifteen rounds of T-1 of which the tenth came late into the ledger, and one of another table."""
    numbers = [*range(1, 10), *range(11, 16), 10]
    shared_pit.tell(
        SUBMISSION, holdem_table(), example("round_thb_412.json"), table(),
        *(played(number, number) for number in numbers),
    )  # fmt: skip
    return shared_pit


def keys(rows):
    return [row.key for row in rows]


def test_five_before_and_five_after_in_the_order_dealt(evening):
    found = evening.views.neighbours(key(8))
    assert found.round == key(8)
    assert keys(found.before) == [key(number) for number in (3, 4, 5, 6, 7)]
    # The tenth was recorded after the fifteenth, and dealt before the eleventh.
    assert keys(found.after) == [key(number) for number in (9, 10, 11, 12, 13)]


def test_each_says_how_it_ended(evening):
    (row,) = evening.views.neighbours(key(8), 1).before
    assert (row.status, row.staked, row.house.settled, row.spots) == ("closed", 15_00, 15_00, [3])
    assert row.round == evening.ledger.stream("round", key(7))[0].stream_id


def test_at_the_beginning_and_the_end_there_are_fewer(evening):
    assert evening.views.neighbours(key(1)).before == []
    assert keys(evening.views.neighbours(key(14)).after) == [key(15)]
    alone = evening.views.neighbours("THB-03/2026-11-28/412")
    assert (alone.before, alone.after) == ([], [])
    assert evening.views.neighbours(key(8), 0).after == []


def test_as_of_a_position_they_are_as_they_were(pit):
    pit.tell(table(), played(1, 1, placed(3, "main", 15_00)), played(2, 2))
    before = pit.views.neighbours(key(2), as_of=(position := pit.ledger.recorder.head()))
    pit.tell(round_record({**collected(3, "main", 15_00), **BY}, event("closed"), number=1, after=2))
    now = pit.views.neighbours(key(2))
    assert [(one.status, one.collected) for one in before.before] == [("open", 0)]
    assert [(one.status, one.collected) for one in now.before] == [("closed", 15_00)]
    again = pit.views.neighbours(key(2), as_of=position)
    assert again.before == before.before


def test_a_face_that_nobody_was_shown_is_told_to_surveillance_alone(pit):
    pit.tell(table(), played(1, 1, placed(3, "main", 15_00), dealt(3, "As")), played(2, 2))
    (public,) = pit.views.neighbours(key(2)).before
    (whole,) = pit.views.neighbours(key(2), sees_all=True).before
    assert (public.hands, whole.hands) == ({"3": [None]}, {"3": ["As"]})


@pytest.mark.parametrize(("name", "n", "refusal"), [(key(99), 5, RoundNotFound), (key(8), 51, InvalidQuery)])
def test_what_cannot_be_asked_is_refused(evening, name, n, refusal):
    with pytest.raises(refusal):
        evening.views.neighbours(name, n)
