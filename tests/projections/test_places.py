"""Pits, tables without activity, and sums by pit: parts that come to the whole."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.reconciliation.figures import Judged, SessionFacts, of_session
from projections.reconciliation.together import together
from tests.days.told import day_record, shut
from tests.days.told import opened as day_opened
from tests.projections.pit import OPENER, closer, dropped, opener, table
from tests.scenario import event, session_record

THE_DATE = date(2026, 11, 28)


def in_pit(name, pit, *more):
    """A table registered in a pit, and what was said of it later."""
    record = table(name)
    record["events"][0]["pit"] = pit
    record["events"] += [{"source": "manual", "by": "C-1", **one} for one in more]
    return record


def moved(when, pit):
    return event("pit_assigned", occurred_at=when, pit=pit)


def retired(when):
    return event("retired", occurred_at=when)


@pytest.fixture
def floor(pit):
    """Three tables that open and three that do not."""
    whole = (opener(), closer(OPENER), *dropped())
    pit.tell(
        in_pit("T-1", "pit 1"), in_pit("T-2", "pit 1", moved("2026-11-28T12:00:00-05:00", "pit 2")),
        in_pit("T-3", "pit 1", moved("2026-11-29T12:00:00-05:00", "pit 2")), in_pit("T-4", "pit 2"),
        in_pit("T-5", "pit 2"), in_pit("T-6", "pit 2", retired("2026-11-01T12:00:00-05:00")),
        *(session_record(*whole, table=name) for name in ("T-1", "T-2", "T-3")),
        day_record(day_opened(), shut("T-5", reason="carpet")),
    )  # fmt: skip
    return pit


def test_a_session_is_in_the_pit_to_which_its_table_belonged_when_it_opened(floor):
    answer = floor.views.reconcile(THE_DATE)
    assert {one.table: one.pit for one in answer.sessions} == {
        "T-1": "pit 1", "T-2": "pit 2", "T-3": "pit 1",
    }  # fmt: skip
    assert {name: one.opener // answer.sessions[0].opener for name, one in answer.by_pit.items()} == {
        "pit 1": 2, "pit 2": 1,
    }  # fmt: skip


def test_a_pit_can_be_asked_for_alone(floor):
    answer = floor.views.reconcile(THE_DATE, pit="pit 1")
    assert [one.table for one in answer.sessions] == ["T-1", "T-3"]
    assert answer.total == answer.by_pit["pit 1"]
    assert answer.no_activity == []


def test_without_a_time_a_table_is_in_the_pit_to_which_it_belonged_on_the_date(pit):
    """It went from pit 1 to pit 2 on 10 December, which says nothing of 28 November."""
    later = moved("2026-12-10T12:00:00-05:00", "pit 2")
    pit.tell(*(in_pit(name, "pit 1", later) for name in ("T-1", "T-2", "T-3")))
    no_time = {**opener(), "occurred_at": None, "source": "import"}
    pit.tell(session_record(no_time, table="T-1"), day_record(day_opened(), shut("T-1"), shut("T-2")))

    def told(day, **asked):
        answer = pit.views.reconcile(day, **asked)
        shown = [(one.table, one.pit) for one in answer.no_activity]
        return [(one.table, one.pit) for one in answer.sessions], answer.said_shut, shown

    in_november = ([("T-1", "pit 1")], ["T-1"], [("T-2", "pit 1"), ("T-3", "pit 1")])
    assert told(THE_DATE) == told(THE_DATE, pit="pit 1") == in_november
    assert told(THE_DATE, pit="pit 2") == ([], [], [])
    assert {one.pit for one in pit.views.day(THE_DATE).tables} == {"pit 1"}
    assert told(date(2026, 12, 10))[2] == [("T-1", "pit 2"), ("T-2", "pit 2"), ("T-3", "pit 2")]


def test_no_activity_is_an_answer_said_or_inferred(floor):
    answer = floor.views.reconcile(THE_DATE)
    assert [(one.table, one.said, one.reason) for one in answer.no_activity] == [
        ("T-4", False, None), ("T-5", True, "carpet"),
    ]  # fmt: skip
    assert floor.views.reconcile(date(2024, 1, 1)).no_activity == []


def test_before_it_was_said_it_was_not_known(floor):
    before = floor.ledger.recorder.head() - 1
    assert [one.said for one in floor.views.reconcile(THE_DATE, as_of=before).no_activity] == [False, False]


# --- the parts of any day come to the whole ---------------------------------------------

AMOUNTS = st.integers(-(10**9), 10**9)
FACES = st.dictionaries(st.sampled_from([1_00, 5_00, 25_00]), st.integers(0, 500), max_size=3)
SESSIONS = st.builds(
    lambda number, tray, found, amounts: of_session(
        SessionFacts(
            f"T-{number}", THE_DATE, number, opener=tray, closer=found,
            sums={
                ("table_inventory", "opener", face): (count, face * count) for face, count in tray.items()
            } | {
                ("table_inventory", "collect_loss", 0): (0, amounts[0]),
                ("table_inventory", "exception", 0): (0, amounts[1]),
                ("drop_box", "match_play", 0): (0, amounts[2]),
            },
            judged=Judged(True, amounts[0] - amounts[3], amounts[3], 0, abs(amounts[1]), 1),
        )
    ),
    st.integers(1, 99), FACES, st.none() | FACES, st.tuples(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS),
)  # fmt: skip
FIGURES = (
    "opener", "fills", "credits", "expected_closer", "counted_closer", "match_play", "exceptions", "handle",
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), SESSIONS), min_size=1, max_size=6))
def test_whatever_sessions_are_summed_by_the_sums_come_to_the_total(named):
    groups = [[one for name, one in named if name == group] for group in {name for name, _ in named}]
    total = together([one for _, one in named])
    parts = together([together(group) for group in groups])
    assert [getattr(parts, field) for field in FIGURES] == [getattr(total, field) for field in FIGURES]
    assert (parts.round_win, parts.variance, parts.pc) == (total.round_win, total.variance, total.pc)
    assert parts.identity_holds == total.identity_holds


@given(SESSIONS)
def test_the_rows_of_a_tray_come_to_what_is_expected_in_every_denomination(one):
    moved = [row for row in one.tray if row.running is not None]
    (expected,) = [row for row in one.tray if row.movement == "expected"]
    assert sum(row.total for row in moved) == expected.total == one.expected_closer
    assert expected.total == expected.unspecified + sum(
        face * count for face, count in expected.by_denomination.items()
    )
    if moved:
        assert moved[-1].running == expected.total
