"""What a round did to its tray: before, what it moved, what others moved meanwhile, and after."""

import pytest

from projections.answers import Vector
from tests.projections.evening import evening
from tests.projections.pit import OPENER_VALUE, at, opener, session, table
from tests.scenario import collected, event, opened, paid, placed, round_record, session_record

ROUND = "T-1/2026-11-28/1"
BY_VIDEO = {"source": "video_review", "by": "S-1", "approved_by": "F-9"}
NOTHING = Vector(total=0, by_denomination={}, unspecified=0)
PAID = [
    opened(occurred_at=at("21:00:00")),
    placed(1, "main", 100_00),
    paid(1, "main", 100_00, chips={"10000": 1}),
    event("closed"),
]
TWO_HUNDRED = event("corrected", corrects=3, reason="it was two hundred", **BY_VIDEO,
                    event=paid(1, "main", 200_00, chips={"10000": 2}))  # fmt: skip


def lost(number, stake=25_00):
    took = [placed(1, "main", stake), collected(1, "main", stake, chips={"2500": stake // 25_00})]
    return round_record(opened(), *took, event("closed"), number=number, session=1)


def totals(tray):
    return (tray.before.total, tray.change.total, tray.between.total, tray.after.total)


def plus(*vectors):
    """The sum of vectors, without denominations of which nothing is left."""
    chips: dict[int, int] = {}
    for vector in vectors:
        for face, count in vector.by_denomination.items():
            chips[face] = chips.get(face, 0) + count
    return (
        sum(vector.total for vector in vectors),
        {face: count for face, count in sorted(chips.items()) if count},
        sum(vector.unspecified for vector in vectors),
    )


def test_a_payment_corrected_after_the_close(pit):
    pit.tell(table(), session(), round_record(*PAID, session=1))
    closed = pit.views.round_tray(ROUND)
    assert totals(closed) == (OPENER_VALUE, -100_00, 0, OPENER_VALUE - 100_00)
    pit.tell(round_record(TWO_HUNDRED, session=1, after=4))
    corrected = pit.views.round_tray(ROUND)
    assert totals(corrected) == (OPENER_VALUE, -200_00, 0, OPENER_VALUE - 200_00)
    assert corrected.change == Vector(total=-200_00, by_denomination={100_00: -2}, unspecified=0)
    earlier = pit.views.round_tray(ROUND, as_of=closed.as_of)
    assert totals(earlier) == totals(closed)


def test_what_others_moved_before_a_late_correction_is_told_apart(pit):
    slip = {"type": "fill", "series": "2026", "serial": 1}
    filled = event(
        "fill_received", source="dealer", by="D-1", approved_by="F-2", slip=slip, chips={"500": 40}
    )
    pit.tell(table(), session(), round_record(*PAID, session=1), lost(2))
    pit.tell(session_record(filled, after=1))
    pit.tell(round_record(TWO_HUNDRED, session=1, after=4), lost(3))
    tray = pit.views.round_tray(ROUND)
    # Round 2 and the fill came before the correction, round 3 after it.
    assert totals(tray) == (OPENER_VALUE, -200_00, 25_00 + 200_00, OPENER_VALUE + 25_00)
    assert tray.between.by_denomination == {5_00: 40, 25_00: 1}
    assert totals(pit.views.round_tray("T-1/2026-11-28/2"))[1:3] == (25_00, 0)


def test_an_adjustment_in_another_session_leaves_the_tray_of_the_round_alone(pit):
    put_right = event("adjustment_posted", occurred_at=at("23:30:00"), source="supervisor", by="F-2",
                      approved_by="F-9", spot=1, wager="main", amount=10_00, direction="to_patron",
                      session="T-1/2026-11-28/2", corrects=3, reason="ten too little")  # fmt: skip
    second = session_record({**opener(), "occurred_at": at("23:10:00")}, number=2)
    pit.tell(table(), session(), round_record(*PAID, session=1), lost(2), second)
    pit.tell(round_record(put_right, session=1, after=4))
    tray = pit.views.round_tray(ROUND)
    assert totals(tray) == (OPENER_VALUE, -100_00, 0, OPENER_VALUE - 100_00)
    assert tray.elsewhere == {
        "T-1/2026-11-28/2": Vector(total=-10_00, by_denomination={}, unspecified=-10_00)
    }


def test_a_round_that_moved_nothing_leaves_the_tray_as_it_was(pit):
    pit.tell(table(), session(), round_record(opened(), placed(1, "main", 5_00), session=1), lost(2))
    tray = pit.views.round_tray(ROUND)
    assert totals(tray) == (OPENER_VALUE, 0, 0, OPENER_VALUE)


def test_an_opener_recorded_after_the_round_began_leaves_only_before_unsaid(pit):
    pit.tell(table(), round_record(*PAID[:2], session=1), session())
    pit.tell(
        round_record(*({"source": "dealer", "by": "D-1", **one} for one in PAID[2:]), session=1, after=2)
    )
    tray = pit.views.round_tray(ROUND)
    assert (tray.before, tray.after.total) == (None, OPENER_VALUE - 100_00)
    assert (tray.change.total, tray.between.total) == (-100_00, OPENER_VALUE)


@pytest.mark.parametrize("seed", [21, 22])
def test_before_and_what_moved_is_after_for_every_round_of_an_evening_at_any_time(pit, seed):
    head = pit.tell(*evening(seed, tables=2, rounds=6))
    views, seen = pit.views, 0
    rounds = views.rounds(limit=100).rounds
    assert len(rounds) == 12
    for row in rounds:
        first = pit.ledger.stream("round", row.key)[0].position
        for as_of in (*range(first, head, 9), head):
            tray = views.round_tray(row.key, as_of=as_of)
            if tray.before is not None:
                assert plus(tray.before, tray.change, tray.between) == plus(tray.after)
                seen += tray.between != NOTHING
    assert seen >= 10
