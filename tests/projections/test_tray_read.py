"""How a tray is read: at an instant from an index alone, and an old session as fast as the last."""

from datetime import datetime, timedelta

import psycopg
import pytest

from ledger.postgres.connect import database_url as url_of
from projections.asking import MOST_POSITION
from projections.inventory import trays
from projections.inventory.projection import NAME as INVENTORY
from tests.databases import sent
from tests.projections.pit import bought_in, opener, table
from tests.scenario import session_record

DAYS = 12
FIRST = datetime.fromisoformat("2026-11-02T20:00:00-05:00")


def opened(day: int) -> datetime:
    return FIRST + timedelta(days=day)


@pytest.fixture(scope="module")
def vacuumed(shared_pit):
    """A table's sessions of some days, two of them at an unknown time, in pages that VACUUM has seen."""
    shared_pit.tell(table())
    for day in range(DAYS):
        when = opened(day).isoformat()
        buys = [{**bought_in(5_00, {"500": 1}), "occurred_at": when} for _ in range(30)]
        shared_pit.tell(
            session_record({**opener(), "occurred_at": when}, *buys, gaming_date=str(opened(day).date()))
        )
    for number, chips in ((1, {"100": 1}), (2, {"100": 2})):
        untimed = {**opener(), "occurred_at": None, "opener": chips, "source": "import"}
        shared_pit.tell(session_record(untimed, gaming_date="2026-11-01", number=number))
    shared_pit.projector.catch_up()
    with psycopg.connect(url_of(shared_pit.settings), autocommit=True) as server:
        # The views are written without waiting for the disk, and VACUUM marks what is on it: ANALYZE waits.
        server.execute("ANALYZE demo.inventory_postings, demo.inventory_accounts")
        server.execute("VACUUM demo.inventory_postings, demo.inventory_accounts")
    return shared_pit


def plan(pit, statement: bytes, at: datetime | None) -> str:
    """How the server did what one question asked of it."""
    given = {"view": INVENTORY, "until": MOST_POSITION, "table": "T-1", "at": at}

    def work(connection, _) -> str:
        rows = connection.execute(b"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + statement, given).fetchall()
        return "\n".join(str(row["QUERY PLAN"]) for row in rows)

    said: str = pit.views_as_they_are.ledger.recorder.datastore.patiently(work)
    return said


def test_a_tray_at_an_instant_is_read_without_its_postings_pages(vacuumed):
    said = plan(vacuumed, trays.OF_TABLE_AT, opened(5))
    (postings,) = [line for line in said.splitlines() if " on inventory_postings" in line]
    assert "Index Only Scan" in postings
    assert "Heap Fetches: 0" in said


@pytest.mark.parametrize(
    ("statement", "at"),
    [
        pytest.param(trays.OF_TABLE, None, id="now"),
        pytest.param(trays.OF_TABLE_AT, opened(1), id="at an instant"),
    ],
)
def test_the_session_is_sought_not_searched_for(vacuumed, statement, at):
    said = plan(vacuumed, statement, at)
    # Beside it stands what the tray itself is read from.
    (sought, _) = said.split("inventory_postings", 1)
    assert ("occurred_at <= " in sought) == (at is not None)
    assert "Rows Removed" not in sought
    assert "Join" not in said
    assert "Hash" not in said
    assert "Merge" not in said


@pytest.mark.parametrize(
    "when", [{}, {"as_of": 20}, {"at": opened(5)}], ids=["now", "as of a position", "at an instant"]
)
def test_a_tray_is_one_statement_and_no_transaction_around_it(vacuumed, monkeypatch, when):
    views = vacuumed.views_as_they_are
    views.tray("T-1", **when)
    asked = sent(monkeypatch)
    assert views.tray("T-1", **when).total is not None
    assert len(asked) == 1


def test_the_session_of_an_instant_is_the_last_that_was_open_by_then(vacuumed):
    views = vacuumed.views
    for day in (0, 1, DAYS - 1):
        assert views.tray("T-1", at=opened(day)).session == f"T-1/{opened(day).date()}/1"
        assert views.tray("T-1", at=opened(day) + timedelta(hours=23)).by_denomination[5_00] == 200 - 30
    assert views.tray("T-1", at=opened(0) - timedelta(seconds=1)).session == "T-1/2026-11-01/2"
