"""The last position recorded by a time, whatever holes and disorder the log has."""

from datetime import UTC, datetime, timedelta

import pytest

from projections import asking
from projections.asking import DISORDER, known_by
from tests.projections.pit import table

BEGAN = datetime(2026, 11, 28, 20, tzinfo=UTC)


def after(seconds):
    return BEGAN + timedelta(seconds=seconds)


def told(pit, *seconds):
    """A table registered at each of these times, in this order: two events each."""
    for n, second in enumerate(seconds, 1):
        pit.now = after(second)
        pit.tell(table(f"T-{n}"))
    return pit.ledger


@pytest.mark.parametrize(
    ("second", "position"), [(-1, 0), (0, 2), (9.999, 2), (10, 4), (25, 6), (30, 8), (1000, 8)]
)
def test_it_is_the_last_event_recorded_by_then(pit, second, position):
    ledger = told(pit, 0, 10, 20, 30)
    assert known_by(ledger, after(second)) == position


def test_nothing_is_known_of_an_empty_ledger(pit):
    assert known_by(pit.ledger, BEGAN) == 0


def test_an_event_that_says_a_little_less_than_one_before_it_is_known_with_it(pit):
    ledger = told(pit, 0, 10.004, 10.002, 10.001, 20)
    assert [known_by(ledger, after(second)) for second in (10, 10.001, 10.003, 10.004)] == [2, 8, 8, 8]


def test_it_looks_on_past_a_page_of_events_in_disorder(pit, monkeypatch):
    monkeypatch.setattr(asking, "MOST_ROWS", 1)
    ledger = told(pit, 0, 10.004, 10.002, 10.001, 20)
    assert known_by(ledger, after(10.002)) == 8


def test_it_looks_no_further_than_writers_can_be_apart(pit):
    late = DISORDER.total_seconds() + 1
    ledger = told(pit, 0, 10, 10 + late, 5)
    assert known_by(ledger, after(7)) == 2


def test_a_hole_where_a_writer_was_killed_is_passed_over(pit):
    ledger = told(pit, 0, 10)
    for _ in range(5):
        ledger.recorder.datastore.patiently(
            lambda connection, _: connection.execute("SELECT nextval('events_notification_id_seq')")
        )
    pit.now = after(20)
    head = pit.tell(table("T-9"))
    assert head == 11
    assert [known_by(ledger, after(second)) for second in (9, 10, 19, 20)] == [2, 4, 4, 11]


def test_a_view_that_has_not_come_so_far_says_how_far_it_is_behind(pit):
    told(pit, 0)
    views = pit.views
    pit.now = after(10)
    pit.tell(table("T-2"))
    answer = views.reconcile(BEGAN.date(), as_known_at=after(15))
    assert (answer.as_of, answer.lag) == (2, 2)
