"""Rules submissions over time: which version is in force on a gaming date, and what cannot be submitted."""

from datetime import date

import pytest

from ledger.errors import LedgerError
from ledger.events.records import SubmissionHeader
from ledger.submissions.decide import begin, extend
from tests.scenario import T0, event, read


def submission(*events):
    record = read(
        {
            "format": "pitledger/1",
            "stream": "submission",
            "name": "thb-2026-01",
            "events": [{"source": "manual", "by": "C-01", "occurred_at": T0, **one} for one in events],
        }
    )
    assert isinstance(record.head, SubmissionHeader)
    return extend(begin(record.head), record.facts)


def refused(*events):
    with pytest.raises(LedgerError) as caught:
        submission(*events)
    return caught.value.code, caught.value.pointer


def submitted(effective="2026-01-05", game="texas_holdem_bonus", **fields):
    return event("submitted", game=game, jurisdiction="NJ", effective=effective, **fields)


FLUSH, STRAIGHT = {"options": {"ante_pays_from": "flush"}}, {"options": {"ante_pays_from": "straight"}}


def test_a_submission_is_in_force_from_its_date_on():
    state = submission(submitted("2026-01-05", **STRAIGHT), submitted("2026-06-01", **FLUSH))
    assert [state.in_force(date(2026, month, 1)) for month in (2, 5, 6, 7)] == [1, 1, 2, 2]
    assert state.submitted(2).options == {"ante_pays_from": "flush"}


def test_before_its_first_date_the_first_version_holds():
    state = submission(submitted("2026-01-05"), submitted("2026-06-01"))
    assert state.in_force(date(2025, 12, 31)) == 1


def test_the_latest_date_decides_and_not_the_order_of_record():
    state = submission(submitted("2026-01-05"), submitted("2026-06-01"), submitted("2026-03-01"))
    assert [state.in_force(date(2026, month, 1)) for month in (2, 4, 7)] == [1, 3, 2]


def test_of_two_for_one_date_the_last_submitted_holds():
    assert submission(submitted("2026-01-05"), submitted("2026-01-05")).in_force(date(2026, 1, 5)) == 2


def test_where_the_date_is_not_known_the_latest_holds():
    assert submission(submitted("2026-01-05"), submitted("2026-06-01")).in_force(None) == 2


def test_a_submission_superseded_names_what_takes_its_place_and_from_when():
    over = event("superseded", by="thb-2026-02", from_="2026-07-01", decided_by="C-02")
    state = submission(submitted(), over)
    assert (state.superseded.by, state.superseded.from_) == ("thb-2026-02", date(2026, 7, 1))
    assert state.in_force(date(2026, 8, 1)) == 1


def test_a_submission_is_for_one_game():
    assert refused(submitted(), submitted(game="unruled")) == ("game_mismatch", "/events/1/game")


@pytest.mark.parametrize(
    ("bad", "code", "pointer"),
    [
        (submitted(game="hazard"), "unknown_game", "/events/1/game"),
        (submitted(pay_tables={"ante": {"flush": "1:1"}}), "unknown_wager", "/events/1/pay_tables/ante"),
        (submitted(pay_tables={"bonus": {"ZZ": "1:1"}}), "unknown_row", "/events/1/pay_tables/bonus/ZZ"),
        (submitted(pay_tables={"bonus": {}}), "missing_row", "/events/1/pay_tables/bonus"),
        (submitted(options={"ante_pays": "flush"}), "unknown_option", "/events/1/options/ante_pays"),
        (submitted(options={"ante_pays_from": "pair"}), "invalid_option", "/events/1/options/ante_pays_from"),
        (
            submitted(options={"payout_limits": {"dice": 5_00}}),
            "unknown_wager",
            "/events/1/options/payout_limits/dice",
        ),
        (submitted(options={"payout_limits": 5_00}), "invalid_option", "/events/1/options/payout_limits"),
        (
            submitted(options={"irregularities": {"fire_alarm": "RELOCATE_CARD"}}),
            "unknown_condition",
            "/events/1/options/irregularities/fire_alarm",
        ),
        (
            submitted(options={"irregularities": {"shoe_jammed": "COFFEE"}}),
            "invalid_option",
            "/events/1/options/irregularities/shoe_jammed",
        ),
    ],
)
def test_what_the_game_does_not_have_cannot_be_submitted(bad, code, pointer):
    assert refused(submitted(), bad) == (code, pointer)


def test_a_table_with_a_gap_in_its_ladder_cannot_be_submitted_and_a_shorter_one_can():
    gap = submitted(game="three_card_poker", pay_tables={"pair_plus": {"straight": "6:1", "pair": "1:1"}})
    assert refused(gap) == ("missing_row", "/events/0/pay_tables/pair_plus")
    short = {"straight_flush": "40:1", "three_of_a_kind": "30:1"}
    state = submission(submitted(game="three_card_poker", pay_tables={"pair_plus": short}))
    assert state.submitted(1).pay_tables == {"pair_plus": short}


@pytest.mark.parametrize("odds", ["30", "30-1", "1:0", "0:1", "1.5:1", "-1:2", "30 : 1"])
def test_odds_that_are_not_n_to_d_are_refused_with_their_row(odds):
    bad = submitted(pay_tables={"bonus": {"AA": odds}})
    assert refused(submitted(), bad) == ("invalid_odds", "/events/1/pay_tables/bonus/AA")


def test_remedies_may_be_elected_of_irregularities():
    state = submission(submitted(options={"irregularities": {"shoe_jammed": "ROUND_VOID_RETURN_ALL"}}))
    assert state.submitted(1).options == {"irregularities": {"shoe_jammed": "ROUND_VOID_RETURN_ALL"}}


def test_at_a_free_felt_any_wager_may_have_a_pay_table():
    state = submission(submitted(game="unruled", pay_tables={"blackjack": {"natural": "3:2"}}))
    assert state.submitted(1).pay_tables == {"blackjack": {"natural": "3:2"}}
