"""Rounds found by what happened in them, and what may not be found."""

from contextlib import suppress
from datetime import date

import pytest

from ledger.errors import InvalidQuery, TableNotFound
from projections.rounds.answers import RoundFilter
from tests.projections.pit import SUBMISSION, at, clock, example, holdem_table, table
from tests.scenario import collected, dealt, event, opened, paid, placed, revealed, round_record

ROUND_412 = "THB-03/2026-11-28/412"
CLOSED = event("closed")


def found(views, sees_all=False, **wanted):
    return [row.key for row in views.rounds(RoundFilter(**wanted), sees_all=sees_all).rounds]


@pytest.fixture(scope="module")
def evening(shared_pit):
    """The worked round, and three of another table."""
    shared_pit.tell(
        SUBMISSION,
        holdem_table(),
        example("round_thb_412.json"),
        table(),
        round_record(opened(), placed(3, "main", 15_00), collected(3, "main", 15_00), CLOSED, number=1),
        round_record(opened(), placed(3, "main", 40_00), paid(3, "main", 60_00), CLOSED, number=2, session=1),
        round_record(
            opened(occurred_at=at("22:00:00")), placed(5, "main", 15_00),
            event("voided", reason="the deck was short"), number=3, title="blackjack",
        ),
    )  # fmt: skip
    return shared_pit.views


def test_a_round_shows_its_outcome(evening):
    (row,) = evening.rounds(RoundFilter(table="THB-03")).rounds
    assert (row.key, row.session, row.shift, row.status, row.version) == (
        ROUND_412, "THB-03/2026-11-28/1", "swing", "closed", 49,
    )  # fmt: skip
    assert (row.opened_at, row.closed_at) == (clock("20:14:03"), clock("20:15:25"))
    assert row.spots == [1, 2, 4]
    assert row.hands["1"] == ["As", "Js"]
    assert row.hands["board"] == ["9s", "4s", "2s", "Kd", "7c"]
    assert "flush" in row.ranks["1"]
    assert (row.staked, row.paid, row.collected) == (255_00, 325_00, 25_00)
    assert (row.house.settled, row.house.mispaid, row.house.unjudged) == (-300_00, -25_00, 0)
    assert row.house.rules == -275_00
    assert "wager_mispaid" in row.findings


@pytest.mark.parametrize(
    "wanted",
    [
        {"table": "THB-03"},
        {"game": "texas_holdem_bonus"},
        {"session": "THB-03/2026-11-28/1"},
        {"spot": 4},
        {"card": "As"},
        {"card": "7c"},
        {"spot": 1, "card": "As"},
        {"rank": "flush"},
        {"spot": 1, "rank": "flush"},
        {"finding": "wager_mispaid"},
        {"spot": 4, "finding": "wager_mispaid"},
        {"amount": 100_00},
        {"since": clock("20:14:00"), "until": clock("20:14:04"), "card": "As"},
    ],
)
def test_the_worked_round_is_found_by(evening, wanted):
    assert found(evening, **wanted) == [ROUND_412]


@pytest.mark.parametrize(
    "wanted",
    [
        {"spot": 2, "card": "As"},
        {"spot": 4, "rank": "flush"},
        {"spot": 1, "finding": "wager_mispaid"},
        {"table": "THB-03", "until": clock("20:14:03")},
        {"table": "THB-03", "amount": 26_00},
        {"card": "3h"},
        {"gaming_date": date(2026, 11, 29)},
    ],
)
def test_nothing_is_found_by(evening, wanted):
    assert found(evening, **wanted) == []


def test_all_rounds_latest_first(evening):
    assert found(evening) == ["T-1/2026-11-28/3", "T-1/2026-11-28/2", "T-1/2026-11-28/1", ROUND_412]
    assert found(evening, status="voided") == ["T-1/2026-11-28/3"]
    assert found(evening, session="-") == ["T-1/2026-11-28/3", "T-1/2026-11-28/1"]
    assert found(evening, amount=15_00) == ["T-1/2026-11-28/3", "T-1/2026-11-28/1"]


def test_pages_follow_one_another_and_take_no_notice_of_what_comes_in_between(pit):
    pit.tell(table(), *(round_record(opened(), CLOSED, number=number) for number in range(7)))
    first = pit.views.rounds(limit=3)
    pit.tell(round_record(opened(), CLOSED, number=7))
    second = pit.views.rounds(after=first.after, limit=3)
    third = pit.views.rounds(after=second.after, limit=3)
    numbers = [[row.number for row in page.rounds] for page in (first, second, third)]
    assert numbers == [[6, 5, 4], [3, 2, 1], [0]]
    assert third.after is None


# No base64, no JSON, no position, a position beyond all numbers.
@pytest.mark.parametrize(
    "after", ["", "?", "bm9wZQ", "WyJhIl0", "WzFd\x00", "Wy0xLDJd", "WzFlOTld", f"Wz{'k5' * 20}XQ"]
)
def test_a_cursor_of_no_page_is_refused(evening, after):
    with pytest.raises(InvalidQuery):
        evening.rounds(after=after)


@pytest.mark.parametrize("wanted", [{"table": "T\x00"}, {"card": "\x00"}, {"amount": 10**40}, {"spot": -1}])
def test_what_nothing_can_be_is_refused_or_not_found(evening, wanted):
    with suppress(InvalidQuery, TableNotFound):
        assert found(evening, **wanted) == []


@pytest.mark.parametrize("limit", [0, -1, 501])
def test_a_page_has_its_limits(evening, limit):
    with pytest.raises(InvalidQuery):
        evening.rounds(limit=limit)


# --- faces that nobody has seen yet ------------------------------------------------


def dealt_twice(*then):
    """Two aces of spades from the shoe, face down: a finding that only surveillance may have."""
    return round_record(
        opened(), placed(1, "main", 5_00), dealt(1, "As", source="shoe"),
        dealt("dealer", "As", source="shoe"), dealt("dealer", "9c", "up", source="camera"), *then,
    )  # fmt: skip


def test_a_face_nobody_has_seen_is_found_by_surveillance_alone(pit):
    pit.tell(table(), dealt_twice())
    views, key = pit.views, "T-1/2026-11-28/1"
    assert (found(views, card="As"), found(views, spot=1, card="As")) == ([], [])
    assert found(views, finding="card_duplicated") == []
    assert found(views, card="9c") == [key]
    (row,) = views.rounds().rounds
    assert row.hands == {"1": [None], "dealer": [None, "9c"]}
    assert row.findings == []
    assert "As" not in row.model_dump_json()
    assert found(views, sees_all=True, spot=1, card="As") == [key]
    assert found(views, sees_all=True, finding="card_duplicated") == [key]
    (row,) = views.rounds(sees_all=True).rounds
    assert row.hands == {"1": ["As"], "dealer": ["As", "9c"]}


def test_what_was_shown_is_found_by_everybody(pit):
    pit.tell(table(), dealt_twice(revealed(1, "As")))
    assert found(pit.views, spot=1, card="As") == ["T-1/2026-11-28/1"]
    assert found(pit.views, finding="card_duplicated") == []


def test_when_the_round_is_closed_everybody_sees_the_same(pit):
    pit.tell(table(), dealt_twice())
    assert found(pit.views, card="As") == []
    pit.tell(round_record(CLOSED | {"source": "dealer", "by": "D-1"}, after=5))
    views = pit.views
    assert found(views, finding="card_duplicated") == ["T-1/2026-11-28/1"]
    assert views.rounds() == views.rounds(sees_all=True)
