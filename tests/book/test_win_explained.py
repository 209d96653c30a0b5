"""What a round adds by its wagers and its rake, and a session by its own play, is what the book won of it."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.book.rounds import rake_won
from ledger.book.sessions import taken
from ledger.book.terms import session_sums, terms
from ledger.games.elections import default
from ledger.rounds.judge import judge
from ledger.rounds.truths import totals
from tests.book.booked import TRAY, booked_round, booked_session
from tests.book.nonsense import GAMES, OPENED, rounds, sessions
from tests.scenario import event


@given(st.sampled_from(GAMES).flatmap(lambda game: st.tuples(st.just(game), rounds(game))))
def test_a_round_adds_what_was_posted_of_it_whatever_was_recorded(told):
    game, events = told
    booked = booked_round(*events, game=game)
    sums = session_sums(booked.postings, TRAY)
    by_wager = totals(judge(booked.state, default(booked.state.rules)).truths)
    put_right = sums.get(("table_inventory", "adjustment"), 0)
    assert terms(sums).round_win == sum(by_wager) + rake_won(booked.state) + put_right


@given(sessions())
def test_a_session_adds_what_was_posted_of_its_own_play_whatever_was_recorded(events):
    told = booked_session(*events)
    assert taken(told.state) == terms(session_sums(told.postings, TRAY)).round_win


def test_what_a_session_takes_is_its_play_its_coin_its_rake_and_its_sweeps_as_corrected():
    told = booked_session(
        OPENED,
        event("play_totaled", collected={"500": 30}, paid={"2500": 2}, cash_collected=75_00, coupons=[50_00]),
        event("coin_taken", amount=7_00),
        event("rake_taken", chips={"100": 4}),
        event("progressive_swept", chips={"100": 3}, into="drop_box"),
        event("buy_in", tender="cash", tendered=100_00, chips={"2500": 4}),
        event(
            "corrected", corrects=3, reason="nine", approved_by="F-9", event=event("coin_taken", amount=9_00)
        ),
    )
    # 150 - 50 + 75 of play, 9 of coin, 4 of rake, 3 swept; a coupon is match play and a buy-in an exchange.
    assert taken(told.state) == 191_00
