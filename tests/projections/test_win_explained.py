"""The round win of a session is explained by its rounds one by one, or the identity does not hold."""

from datetime import date

import pytest

from projections.runner import projecting
from tests.projections.evening import evening
from tests.projections.pit import (
    OPENER,
    SUBMISSION,
    closer,
    dropped,
    example,
    holdem_table,
    opener,
    session,
    table,
)
from tests.scenario import collected, event, opened, placed, round_record, session_record

THE_DATE = date(2026, 11, 28)


def day(pit, **asked):
    return pit.views.reconcile(THE_DATE, **asked)


def lost(number, stake=25_00):
    took = [placed(1, "main", stake), collected(1, "main", stake, chips={"2500": stake // 25_00})]
    return round_record(opened(), *took, event("closed"), number=number, session=1)


@pytest.fixture
def shift(pit):
    """A session closed to the cent: the worked round, with its $25 mispayment."""
    told = session_record(
        opener(), closer({**OPENER, "500": 195, "2500": 93, "10000": 19}), *dropped(), table="THB-03"
    )
    pit.tell(SUBMISSION, holdem_table(), told, example("round_thb_412.json"))
    (before,) = day(pit).sessions
    assert before.identity_holds is True
    return pit


TAMPERED = {
    "missing": "DELETE FROM reconciliation_rounds",
    "there twice": "INSERT INTO reconciliation_rounds"
    " SELECT gen_random_uuid(), first_position, position, key, session, table_name, gaming_date, opened_at,"
    " judged, rules, mispaid, unjudged, handle FROM reconciliation_rounds",
    "given more by the rules": "UPDATE reconciliation_rounds SET rules = rules + 500",
    "mispaid by less": "UPDATE reconciliation_rounds SET mispaid = 0",
    "partly unjudged": "UPDATE reconciliation_rounds SET unjudged = unjudged + 1",
    "of another session": "UPDATE reconciliation_rounds SET session = 'THB-03/2026-11-28/2'",
    "of no session": "UPDATE reconciliation_rounds SET session = NULL",
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERED)
def test_a_round_that_is_not_what_was_posted_breaks_the_identity(shift, how):
    with projecting(shift.settings) as connection:
        connection.execute(TAMPERED[how])
    answer = day(shift)
    figures = answer.sessions[0]
    assert (figures.round_win.total, figures.identity_holds) == (-300_00, False)
    assert answer.total.identity_holds is False


def test_takings_of_the_session_that_are_not_what_was_posted_break_it_too(pit):
    played = event("play_totaled", source="dealer", by="D-1", collected={"2500": 8}, paid={"500": 10})
    pit.tell(table(), session(played, closer({**OPENER, "2500": 108, "500": 190}), *dropped()))
    (figures,) = day(pit).sessions
    win = figures.round_win
    assert (win.total, win.rules, win.mispayments, win.unjudged) == (150_00, None, None, 150_00)
    assert figures.identity_holds is True
    with projecting(pit.settings) as connection:
        connection.execute("UPDATE reconciliation_sessions SET taken = 0")
    assert day(pit).sessions[0].identity_holds is False


def test_a_round_lost_from_an_open_session_is_known_before_the_closer(pit):
    pit.tell(table(), session(), lost(1), lost(2, 50_00))
    assert day(pit).sessions[0].identity_holds is None
    with projecting(pit.settings) as connection:
        connection.execute("DELETE FROM reconciliation_rounds WHERE key = 'T-1/2026-11-28/2'")
    (figures,) = day(pit).sessions
    assert (figures.round_win.total, figures.round_win.unjudged) == (75_00, 25_00)
    assert figures.identity_holds is False


def test_rake_dropped_by_the_hand_and_rake_held_until_the_session_drops_it_are_both_unjudged(pit):
    def hand(number, into):
        return round_record(
            opened(), placed(1, "bet", 50_00), placed(2, "bet", 50_00),
            event("rake_taken", amount=4_00, kind="pot", into=into),
            event("pot_awarded", spot=1, pot=0, amount=96_00), event("closed"),
            game="poker", variant="no_limit_hold_em", number=number, session=1,
        )  # fmt: skip

    held_till_late = event("rake_taken", source="dealer", by="D-1", chips={"100": 4})
    told = [hand(1, "drop_box"), hand(2, "table_inventory"), hand(3, "rake")]
    pit.tell(table(game="poker"), session(), *told)
    first = day(pit)
    pit.tell(session_record(held_till_late, closer({**OPENER, "100": 104}), *dropped(cash=8_00), after=1))
    win = first.sessions[0].round_win
    assert (win.total, win.unjudged) == (8_00, 8_00)
    (figures,) = day(pit).sessions
    win = figures.round_win
    assert (win.total, win.rules, win.mispayments, win.unjudged) == (12_00, None, None, 12_00)
    assert (figures.variance.total, figures.drop.variance, figures.identity_holds) == (0, 0, True)
    assert day(pit, as_of=first.as_of) == first


def test_takings_corrected_later_leave_the_earlier_report_as_it_was(pit):
    coin = event("coin_taken", source="dealer", by="D-1", amount=7_00)
    pit.tell(table(), session(coin))
    before = day(pit)
    pit.tell(session_record(event("corrected", source="manual", by="A-1", approved_by="A-2", corrects=2,
                                  reason="nine", event={**coin, "amount": 9_00}), after=2))  # fmt: skip
    assert before.sessions[0].round_win.unjudged == 7_00
    assert day(pit).sessions[0].round_win.unjudged == 9_00
    assert day(pit, as_of=before.as_of) == before


@pytest.mark.parametrize("seed", [31, 32])
def test_at_every_moment_of_an_evening_the_parts_come_to_the_win(pit, seed):
    head = pit.tell(*evening(seed, tables=2, rounds=6))
    for as_of in (*range(1, head, 7), head):
        for figures in day(pit, as_of=as_of).sessions:
            win = figures.round_win
            assert win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged
            assert figures.identity_holds is not False
