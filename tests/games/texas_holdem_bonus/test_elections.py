"""What the licensee's elections, a void and a correction make of a round."""

import pytest

from tests.games.evening import money
from tests.games.texas_holdem_bonus.evening import CLEAN, added, changed, judged, lines, outcomes, until
from tests.scenario import dealt, event, paid, placed

# --- late wagers, coupons, limits, breakage -----------------------------------------------------


LATE_BONUS = added("bonus 3", placed(3, "bonus", 5_00), before="deal 1 first")


@pytest.mark.parametrize(
    ("elected", "outcome", "collected_", "returned"),
    [("stands", "lose", 5_00, 0), ("void", "void", 0, 5_00), ("undetermined", "undetermined", 0, 0)],
)
def test_a_late_bonus_has_a_line_of_its_own_by_election(elected, outcome, collected_, returned):
    found = judged(LATE_BONUS, late_wagers=elected).adjudication.resolutions
    (line,) = [line for line in found if line.late]
    assert (line.spot, line.wager, line.outcome) == (3, "bonus", outcome)
    assert (line.collected, line.returned) == (collected_, returned)


def test_a_late_part_of_an_ante_stands_apart_from_the_timely_part():
    told = added("more", event("wager_increased", spot=3, wager="ante", amount=5_00), before="deal 1 first")
    found = judged(told, late_wagers="stands").adjudication.resolutions
    assert [(line.stake, line.late) for line in found if (line.spot, line.wager) == (3, "ante")] == [
        (10_00, False), (5_00, True),
    ]  # fmt: skip


LATE_FLOP = added("no more flop", event("betting_closed", wagers=["flop"]), before="flop wager 3")


def test_whether_a_late_wager_stands_is_an_election_and_no_law():
    assert lines(LATE_FLOP)[3, "ante"].evidence == "not_found"
    assert lines(LATE_FLOP, late_wagers="void")[3, "ante"].evidence == "nj_text"


@pytest.mark.parametrize(
    ("elected", "ante", "why"),
    [
        ("stands", "unpaid", None),
        ("void", "undetermined", "whether spot 3 placed the flop wager or folded"),
        ("undetermined", "undetermined", "whether the late flop wager of spot 3 stands (late_wagers)"),
    ],
)
def test_whether_a_late_flop_wager_stands_decides_whether_the_spot_plays(elected, ante, why):
    line = lines(LATE_FLOP, late_wagers=elected)[3, "ante"]
    assert (line.outcome, line.missing) == (ante, why)


def test_a_coupon_that_wins_is_paid_and_dropped():
    line = lines(changed("ante 1", tender="match_play"))[1, "ante"]
    assert (money(line), line.tender) == ((10_00, "win", 10_00, 10_00, 0), "match_play")


def test_a_coupon_below_the_threshold_is_handed_back():
    assert money(lines(changed("ante 3", tender="match_play"))[3, "ante"]) == (10_00, "unpaid", 0, 0, 10_00)


def test_a_coupon_on_a_folded_hand_is_dropped():
    line = lines(changed("ante 2", tender="match_play"))[2, "ante"]
    assert (line.outcome, line.collected) == ("forfeit", 10_00)


def test_a_payout_limit_on_the_bonus_holds_a_spot():
    line = lines(CLEAN, payout_limits={"bonus": 60_00})[1, "bonus"]
    assert (line.paid, line.limited_from) == (60_00, 100_00)


def test_an_aggregate_limit_is_shared_between_the_winners_of_the_round():
    found = lines(CLEAN, aggregate_limits={"bonus": 46_00})
    assert [(found[spot, "bonus"].paid, found[spot, "bonus"].limited_from) for spot in (1, 4)] == [
        (40_00, 100_00), (6_00, 15_00),
    ]  # fmt: skip


@pytest.mark.parametrize(("breakage", "won"), [("house", 7), ("patron", 8), ("nearest", 8)])
def test_breakage_goes_as_elected(breakage, won):
    told = changed("bonus 4", amount=5)
    line = lines(told, breakage=breakage, pay_tables={"bonus": {"TT_to_22": "3:2"}})[4, "bonus"]
    assert (line.odds, line.paid) == ("3:2", won)


# --- a round declared void ---------------------------------------------------------------------


def test_a_round_declared_void_gives_back_what_was_not_settled_before():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed")}
    found = lines(told)
    assert money(found[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)
    assert money(found[1, "flop"]) == (20_00, "void", 0, 0, 20_00)
    assert money(found[4, "bonus"]) == (5_00, "void", 0, 0, 5_00)


def test_what_was_paid_before_the_void_stays_as_the_rules_gave_it():
    told = {**until("rack 3"), "void": event("voided", reason="a card was missing")}
    found = outcomes(told)
    assert (found[3, "flop"], found[3, "turn"]) == ("win", "win")
    assert (found[1, "flop"], found[1, "bonus"]) == ("void", "void")


def test_handing_stakes_back_after_the_void_does_not_make_them_settled():
    told = {**until("turn"), "void": event("voided", reason="the shoe jammed")}
    told["flop 1 back"] = event("wager_returned", spot=1, wager="flop", amount=20_00, reason="void")
    assert outcomes(told)[1, "flop"] == "void"


def test_a_settlement_before_the_void_that_says_its_tender_is_of_that_wager_alone():
    told = added("coupon 1", placed(1, "ante", 10_00, tender="match_play"), before="ante 2")
    told = {**until("turn", told), "paid early": paid(1, "ante", 10_00, tender="chips")}
    told["void"] = event("voided", reason="the shoe jammed")
    found = judged(told).adjudication.resolutions
    antes = {line.tender: line.outcome for line in found if (line.spot, line.wager) == (1, "ante")}
    assert antes == {None: "undetermined", "match_play": "void"}


def test_a_ruling_by_itself_changes_no_resolution():
    told = added("ruling", event("ruling_made", ruling="pay the ante", approved_by="S-1"), before="rack 3")
    assert outcomes(told) == outcomes(CLEAN)


def test_a_corrected_card_is_the_card_that_counts():
    told = dict(CLEAN)
    version = list(CLEAN).index("turn") + 1
    told["correction"] = event(
        "corrected", corrects=version, event=dealt("board", "Qd", "up"), reason="misread", approved_by="S-1"
    )
    assert outcomes(told)[3, "flop"] == "lose"
