"""What a licensee may elect, and what is refused with the field that it is in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.errors import LedgerError
from ledger.events.registry import InlineSubmission, MeterPrize, SubmissionSubmitted
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.games.seam import Fixed, Game, MeterPercent, Odds, Option, Submission
from tests.scenario import event

HOLD_EM = GAMES["texas_holdem_bonus"]
LADDER = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
RANKED: Game = replace(
    GAMES["unruled"],
    name="ranked",
    free_felt=False,
    rows={"pair_plus": ("mini_royal", *LADDER)},
    ladders={"pair_plus": LADDER},
)
CASES = [
    pytest.param(game, case, id=f"{game.name}-{case.condition}-{case.remedy}")
    for game in GAMES.values()
    for case in game.irregularities
]


def elected(game: Game = HOLD_EM, tables: Any = None, **options: Any) -> Submission:
    return elections.inline(game, InlineSubmission(pay_tables=tables or {}, options=options))


def refused(game: Game = HOLD_EM, tables: Any = None, **options: Any) -> tuple[str, str | None]:
    with pytest.raises(LedgerError) as caught:
        elected(game, tables, **options)
    return caught.value.code, caught.value.pointer


# --- pay tables -------------------------------------------------------------------------------


def test_a_submitted_table_is_configuration_and_never_law():
    table = elected(tables={"bonus": {"AA": "25:1", "AK_suited": "7:2"}}).pay_tables["bonus"]
    assert (table.table_id, table.evidence) == ("inline", "not_nj_text")
    assert dict(table.rows) == {"AA": Odds(25, 1), "AK_suited": Odds(7, 2)}


def test_prizes_may_be_flat_or_shares_of_a_meter():
    given = InlineSubmission.model_validate_json(
        '{"pay_tables": {"progressive":'
        ' {"royal_flush": {"meter_percent": 10}, "straight_flush": {"fixed": 50000}}}}'
    )
    rows = elections.inline(GAMES["caribbean_stud"], given).pay_tables["progressive"].rows
    assert dict(rows) == {"royal_flush": MeterPercent(10), "straight_flush": Fixed(500_00)}


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        ("texas_holdem_bonus", "bonus"), ("caribbean_stud", "bet"), ("boston_5_stud", "ante_bonus"),
        ("three_card_poker", "pair_plus"), ("three_card_poker", "six_card_bonus"),
    ],
)  # fmt: skip
def test_no_share_of_a_meter_is_won_by_a_wager_that_has_no_fund(game, wager):
    (row, *_) = GAMES[game].ladders[wager]
    refusal = refused(GAMES[game], {wager: {row: MeterPrize(meter_percent=10)}})
    assert refusal == ("invalid_option", f"/pay_tables/{wager}/{row}")


PAIRS = ("AA", "AK_suited", "AQ_AJ_suited", "AK_offsuit", "KK_QQ_JJ", "AQ_AJ_offsuit", "TT_to_22")


@pytest.mark.parametrize("missed", PAIRS[:-1])
def test_a_bonus_table_of_hold_em_leaves_no_row_out_that_is_better_than_one_it_pays(missed):
    rows = {row: "3:1" for row in PAIRS if row != missed}
    assert refused(HOLD_EM, {"bonus": rows}) == ("missing_row", "/pay_tables/bonus")


def test_a_bonus_table_of_hold_em_may_end_anywhere_and_leave_out_the_row_with_the_dealers_aces():
    assert elected(HOLD_EM, {"bonus": {"AA": "30:1"}}).pay_tables["bonus"].rows
    assert elected(HOLD_EM, {"bonus": dict.fromkeys(PAIRS, "3:1")}).pay_tables["bonus"].rows


def test_a_bet_of_caribbean_stud_wins_on_every_hand_so_that_its_table_says_every_rank():
    game = GAMES["caribbean_stud"]
    rows = dict.fromkeys(game.rows["bet"], "1:1")
    assert elected(game, {"bet": rows}).pay_tables["bet"].rows
    for missed in rows:
        left = {rank: odds for rank, odds in rows.items() if rank != missed}
        assert refused(game, {"bet": left}) == ("missing_row", "/pay_tables/bet")


@pytest.mark.parametrize(
    "rows", [("flush",), ("pair",), ("straight_flush", "three_of_a_kind", "straight", "pair")]
)
def test_an_ante_bonus_of_three_cards_leaves_no_rank_out_that_is_better_than_one_it_pays(rows):
    game, tables = GAMES["three_card_poker"], {"ante_bonus": dict.fromkeys(rows, "1:1")}
    assert refused(game, tables) == ("missing_row", "/pay_tables/ante_bonus")


def test_an_ante_bonus_of_three_cards_may_be_paid_down_to_a_pair():
    tables = {"ante_bonus": dict.fromkeys(LADDER, "1:1")}
    assert elected(GAMES["three_card_poker"], tables).pay_tables["ante_bonus"].rows


@pytest.mark.parametrize("missed", LADDER[:-1])
def test_a_table_that_pays_a_rank_and_says_nothing_of_a_better_one_is_refused(missed):
    rows = {rank: "1:1" for rank in LADDER if rank != missed}
    assert refused(RANKED, {"pair_plus": rows}) == ("missing_row", "/pay_tables/pair_plus")


@given(st.integers(1, len(LADDER)), st.booleans())
def test_a_table_may_end_at_any_rank_and_leave_out_what_is_none_of_the_ladder(length, extra):
    rows = dict.fromkeys(LADDER[:length], "1:1") | ({"mini_royal": "50:1"} if extra else {})
    assert set(elected(RANKED, {"pair_plus": rows}).pay_tables["pair_plus"].rows) == set(rows)


def test_a_table_of_rows_outside_the_ladder_alone_has_no_gap():
    assert elected(RANKED, {"pair_plus": {"mini_royal": "50:1"}}).pay_tables["pair_plus"].rows


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_no_published_table_has_a_gap_and_every_rank_of_a_ladder_is_a_row(game):
    for table in game.published:
        ladder = game.ladders.get(table.wager, ())
        paid = [rank in table.rows for rank in ladder]
        assert paid == sorted(paid, reverse=True), table.table_id
    assert all(set(ladder) <= set(game.rows[wager]) for wager, ladder in game.ladders.items())


def test_what_was_accepted_before_the_gap_was_asked_for_is_judged_by_for_ever():
    given = SubmissionSubmitted.model_validate(
        event("submitted", game="ranked", jurisdiction="NJ", effective="2026-01-05",
              pay_tables={"pair_plus": {"pair": "1:1"}}) | {"occurred_at": "2026-01-02T09:00:00Z"},
        strict=False,
    )  # fmt: skip
    with pytest.raises(LedgerError):
        elections.submitted("old", 1, RANKED, given)
    assert elections.registered("old", 1, RANKED, given).pay_tables["pair_plus"].rows == {"pair": Odds(1, 1)}


# --- options ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ({"ante_pays": "flush"}, "unknown_option", "ante_pays"),
        ({"late_wagers": "perhaps"}, "invalid_option", "late_wagers"),
        ({"late_wagers": {"bonus": 5_00}}, "invalid_option", "late_wagers"),
        ({"breakage": True}, "invalid_option", "breakage"),
        ({"payout_limits": 5_00}, "invalid_option", "payout_limits"),
        ({"payout_limits": {"dice": 5_00}}, "unknown_wager", "payout_limits/dice"),
        ({"payout_limits": {"round": 5_00}}, "unknown_wager", "payout_limits/round"),
        ({"payout_limits": {"bonus": "much"}}, "invalid_option", "payout_limits/bonus"),
        ({"aggregate_limits": {"dice": 5_00}}, "unknown_wager", "aggregate_limits/dice"),
        ({"irregularities": "void"}, "invalid_option", "irregularities"),
        (
            {"irregularities": {"fire_alarm": "RELOCATE_CARD"}},
            "unknown_condition",
            "irregularities/fire_alarm",
        ),
        ({"irregularities": {"shoe_jammed": "COFFEE"}}, "invalid_option", "irregularities/shoe_jammed"),
        ({"irregularities": {"shoe_jammed": "NOT_FOUND"}}, "invalid_option", "irregularities/shoe_jammed"),
        ({"irregularities": {"shoe_jammed": 5_00}}, "invalid_option", "irregularities/shoe_jammed"),
        (
            {"irregularities": {"shoe_jammed": {"dice": "RELOCATE_CARD"}}},
            "unknown_wager",
            "irregularities/shoe_jammed/dice",
        ),
        (
            {"irregularities": {"shoe_jammed": {"bonus": "COFFEE"}}},
            "invalid_option",
            "irregularities/shoe_jammed/bonus",
        ),
        ({"payout_limits": {"bonus": {"flop": "much"}}}, "invalid_option", "payout_limits/bonus"),
    ],
)
def test_an_option_that_the_game_does_not_have_is_refused_with_its_field(options, code, field):
    assert refused(**options) == (code, f"/options/{field}")


def test_a_number_is_no_truth_value():
    game = replace(HOLD_EM, options={"counted": Option("counted", 1, (1, 2), "not_found", "s.1")})
    assert elected(game, counted=1).options["counted"] == 1
    assert refused(game, counted=True) == ("invalid_option", "/options/counted")


def test_an_aggregate_limit_may_be_of_the_whole_round():
    assert elected(aggregate_limits={"round": 5_000_00}).options["aggregate_limits"] == {"round": 5_000_00}


@pytest.mark.parametrize(("game", "case"), CASES)
def test_any_remedy_may_be_elected_of_any_condition_where_the_law_has_none(game, case):
    law = {one.remedy for one in game.irregularities if one.condition == case.condition
           and one.evidence == "nj_text"}  # fmt: skip
    for remedy in elections.REMEDIES:
        election = {case.condition: remedy}
        if law and remedy not in law:
            refusal = refused(game, irregularities=election)
            assert refusal == ("invalid_option", f"/options/irregularities/{case.condition}")
        else:
            assert elected(game, irregularities=election).options["irregularities"] == election


@pytest.mark.parametrize(("game", "case"), CASES)
def test_a_remedy_may_be_elected_of_each_wager_where_the_law_has_none(game, case):
    election = {case.condition: dict.fromkeys((*game.wagers, *game.unstaked), "ROUND_VOID_RETURN_ALL")}
    if any(one.condition == case.condition and one.evidence == "nj_text" for one in game.irregularities):
        refusal = refused(game, irregularities=election)
        assert refusal == ("invalid_option", f"/options/irregularities/{case.condition}")
    else:
        assert elected(game, irregularities=election).options["irregularities"] == election


def test_what_is_left_out_is_the_default_and_nobody_is_said_to_have_elected_it():
    options = elected().options
    assert (options["late_wagers"], options["breakage"]) == ("undetermined", "house")
    assert (options["payout_limits"], options["aggregate_limits"], options["irregularities"]) == ({}, {}, {})
    assert {option.evidence for option in elections.COMMON_OPTIONS.values()} == {"not_found"}
