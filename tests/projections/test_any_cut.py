"""However the log is cut into batches, and whatever has to be read again, the views are the same."""

from collections import Counter
from datetime import date
from itertools import pairwise
from typing import Any

import pytest

from ledger.book import disputes as dispute_book
from ledger.book import rounds as round_book
from ledger.book import sessions as session_book
from ledger.disputes.state import Dispute
from ledger.events.records import DisputeHeader, RoundHeader, SessionHeader
from ledger.events.short import evolve as evolve_short
from ledger.rounds.state import Round
from ledger.rounds.state import evolve as evolve_round
from ledger.sessions.state import Session
from ledger.sessions.state import evolve as evolve_session
from projections import folding, runner
from projections.rebuild import digest
from projections.runner import Projector, projecting
from projections.tracking import VIEWS
from tests.projections.evening import JACKPOT, LATE_FUND, evening
from tests.projections.pit import pit_of

# What follows from the rules of funds is in no round.
OF_FUNDS = {"seed", "contribution"}


@pytest.fixture(scope="module")
def told(shared_pit):
    shared_pit.tell(*evening(seed=7))
    assert shared_pit.views.status()[0].lag == 0
    return shared_pit


def begin_again(settings):
    with projecting(settings) as connection:
        names = [table.name for view in VIEWS.values() for table in view("").tables]
        connection.execute(f"TRUNCATE {', '.join(names)}")
        connection.execute(
            "UPDATE tracking SET notification_id = 0 WHERE application_name <> '__migration__'"
        )


def test_the_evening_has_rows_in_every_table_of_every_view(told):
    with projecting(told.settings) as connection:
        tables = [one.name for view in VIEWS.values() for one in view("").tables]
        empty = [name for name in tables if not connection.execute(f"SELECT FROM {name} LIMIT 1").fetchall()]
    assert empty == []


@pytest.mark.parametrize(("batch", "kept"), [(1, 2048), (7, 2048), (7, 1), (100, 0), (5000, 3)])
def test_the_views_do_not_depend_on_the_cut_nor_on_what_was_kept(told, monkeypatch, batch, kept):
    before = {view: digest(told.settings, view, with_places=True) for view in VIEWS}
    begin_again(told.settings)
    monkeypatch.setattr(runner, "BATCH", batch)
    monkeypatch.setattr(folding, "MOST_STREAMS", kept)
    Projector(told.settings).catch_up()
    assert {view: digest(told.settings, view, with_places=True) for view in VIEWS} == before


def settled(state, event):
    """What an event of a dispute moves, in whichever currency."""
    after = Dispute(state.header)
    for one in (*state.log, event):
        evolve_short(after, one)
    paid, was = (dispute_book.paid(one, lambda _: "USD") for one in (after, state))
    return [leg for legs in dispute_book.moved(paid, was).values() for leg in legs]


def test_each_event_moves_what_the_book_says_and_nothing_else(told):
    expected: Counter[tuple[str, str, str, int]] = Counter()
    streams: dict[object, tuple[Any, Any, Any]] = {}
    for stored in told.ledger.recorder.read_since(0, 100_000):
        one = told.ledger.mapper.to_domain_event(stored)
        if isinstance(one.header, RoundHeader):
            streams[one.stream_id] = (Round(one.header, one.in_force), round_book.post, evolve_round)
        elif isinstance(one.header, SessionHeader):
            streams[one.stream_id] = (Session(one.header), session_book.post, evolve_session)
        elif isinstance(one.header, DisputeHeader):
            streams[one.stream_id] = (Dispute(one.header), settled, evolve_short)
        if one.stream_id in streams:
            state, post, evolve = streams[one.stream_id]
            for leg in post(state, one.event):
                expected[leg.account, leg.holder, leg.reason, leg.denomination] += leg.amount
            evolve(state, one.event)
    with projecting(told.settings) as connection:
        found = connection.execute(
            "SELECT account, holder, reason, denomination, sum(posting.amount)::bigint"
            " FROM inventory_postings AS posting"
            " JOIN inventory_accounts AS account ON account.id = account_id GROUP BY 1, 2, 3, 4"
        ).fetchall()
        running = connection.execute(
            "SELECT account_id, amount, balance_amount FROM inventory_postings"
            " ORDER BY account_id, position, n"
        ).fetchall()
    moved = {tuple(line): amount for *line, amount in found}
    assert {line: cents for line, cents in moved.items() if line[2] not in OF_FUNDS} == {
        line: cents for line, cents in expected.items() if line[2] not in OF_FUNDS
    }
    # A fund's share of all stakes together: no part of a cent is lost between rounds.
    played = (state for state, _, _ in streams.values() if isinstance(state, Round))
    wagers = [one for state in played for one in state.wagers if (one.wager, one.tender) == ("main", "chips")]
    staked = sum(one.stake + one.late for one in wagers)
    assert moved["fund", JACKPOT, "contribution", 0] == staked * 7 // 30
    assert moved["fund", JACKPOT, "seed", 0] == 1_000_00
    for (account, _, before), (same, amount, after) in pairwise(running):
        assert account != same or before + amount == after


def test_the_account_of_a_fund_is_meter_and_owed_together_at_every_position(told):
    with projecting(told.settings) as connection:
        booked = connection.execute(
            "SELECT holder, posting.position, balance_amount FROM inventory_postings AS posting"
            " JOIN inventory_accounts AS account ON account.id = account_id"
            " WHERE account = 'fund' ORDER BY posting.position, n"
        ).fetchall()
        stood = connection.execute(
            "SELECT fund, position, stands + owed FROM fund_movements ORDER BY position, n"
        ).fetchall()
    for name in (JACKPOT, LATE_FUND):
        account = {position: int(cents) for fund, position, cents in booked if fund == name}
        together = {position: int(cents) for fund, position, cents in stood if fund == name}
        assert len(account) > 10
        balance = 0
        for position in sorted(together):
            balance = account.get(position, balance)
            assert together[position] == balance, (name, position)
        assert account.keys() <= together.keys()


def test_whatever_happened_the_identity_holds_and_the_books_balance(told):
    answer = told.views.reconcile(date(2026, 11, 28))
    closed = [one for one in answer.sessions if one.status == "closed"]
    assert len(closed) == 3
    for one in closed:
        assert one.identity_holds
        win = one.round_win
        assert win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged
        assert sum(item.amount for item in one.exception_items) == one.exceptions
    assert told.views.trial_balance().out_of_balance == {"USD": 0}


def test_every_tray_by_position_is_the_sum_of_what_moved_until_then(told):
    head = told.ledger.recorder.head()
    entries = told.views.postings("session", "T-1/2026-11-28/1").entries
    assert entries
    for position in range(1, head, 17):
        tray = told.views.tray("T-1", as_of=position)
        with projecting(told.settings) as connection:
            ((expected,),) = connection.execute(
                "SELECT sum(posting.amount)::bigint FROM inventory_postings AS posting"
                " JOIN inventory_accounts AS account ON account.id = account_id"
                " WHERE account = 'table_inventory' AND holder = 'T-1/2026-11-28/1'"
                " AND posting.position <= %s",
                [position],
            ).fetchall()
        assert tray.total == expected or (tray.status == "not_counted" and tray.total is None)


def test_the_same_facts_recorded_again_elsewhere_say_the_same(told, settings):
    with pit_of(settings) as other:
        # A writer that was killed leaves a hole in the positions.
        other.ledger.recorder.datastore.patiently(
            lambda connection, _: connection.execute("SELECT nextval('events_notification_id_seq')")
        )
        other.tell(*evening(seed=7))
        assert other.views.status()[0].lag == 0
    for view in VIEWS:
        assert digest(settings, view) == digest(told.settings, view)
        assert digest(settings, view, with_places=True) != digest(told.settings, view, with_places=True)


def test_another_evening_says_something_else(told, settings):
    with pit_of(settings) as other:
        other.tell(*evening(seed=8))
        assert other.views.status()[0].lag == 0
    for view in VIEWS:
        assert digest(settings, view) != digest(told.settings, view)
