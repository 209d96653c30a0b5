"""A round closed before its end: the first step that is missing is found, and nothing that hangs on it."""

import pytest

from ledger.games.texas_holdem_bonus.findings import KIND
from ledger.games.texas_holdem_bonus.procedure import ABSENCES, STEPS
from tests.games.texas_holdem_bonus import evening
from tests.games.texas_holdem_bonus.evening import CLEAN, changed, finding, judged, rule, until, without
from tests.scenario import dealt, event, opened, placed


def shut(last, told=CLEAN):
    """The round closed straight after an event."""
    return {**until(last, told), "close": event("closed")}


def found(told):
    """What is found of the procedure: what was left lying or not paid is a matter of its own."""
    return [
        (code, at) for code, at in evening.found(told) if code not in {"wager_unsettled", "wager_mispaid"}
    ]


ONE_PLAYER = {
    "open": opened(),
    "ante": placed(1, "ante", 10_00),
    "card 1": dealt(1, None),
    "card 2": dealt(1, None),
    "dealer 1": dealt("dealer", None),
    "dealer 2": dealt("dealer", None),
    "close": event("closed"),
}


# --- the deal -------------------------------------------------------------------------


def test_a_round_with_an_ante_and_a_bonus_and_no_card():
    told = {
        "open": opened(),
        "ante": placed(1, "ante", 10_00),
        "bonus": placed(1, "bonus", 5_00),
        "close": event("closed"),
    }
    assert found(told) == [("deal_missing", "close")]
    assert rule(told, "deal_missing") == ("13:69F-28.7 to 28.9", "derived")


def test_four_antes_without_a_card_are_one_deal_that_is_missing():
    assert found(shut("no more bets")) == [("deal_missing", "close")]


def test_a_board_without_a_deal_is_one_deal_that_is_missing():
    told = {**until("no more bets"), "board": dealt("board", "9s", "up"), "close": event("closed")}
    assert [one for one in found(told) if one[0] in {"deal_missing", "hole_cards_wrong"}] == [
        ("deal_missing", "board")
    ]


def test_a_round_in_which_nobody_wagered_lacks_nothing():
    assert found({"open": opened(), "close": event("closed")}) == []


def test_an_ante_taken_back_or_handed_back_as_void_is_owed_no_card():
    for back in (
        event("wager_withdrawn", spot=1, wager="ante", amount=10_00),
        event("wager_returned", spot=1, wager="ante", amount=10_00, reason="void"),
    ):
        told = {"open": opened(), "ante": placed(1, "ante", 10_00), "back": back, "close": event("closed")}
        assert found(told) == []


@pytest.mark.parametrize(
    ("missing", "spots"),
    [(["deal 4 first", "deal 4 second"], [4]), (["deal dealer second"], [None]), (["deal 3 second"], [3])],
)
def test_a_deal_that_was_not_finished(missing, spots):
    told = shut("cover", without(*missing))
    assert [one for one in found(told) if one[0] != "dealing_out_of_order"] == [("hole_cards_wrong", "close")]
    assert [finding(told, "hole_cards_wrong").facts.get("spot")] == spots
    assert rule(told, "hole_cards_wrong") == ("13:69F-28.10(a)", "nj_text")


def test_a_hand_that_was_short_when_the_decisions_began_is_found_there_alone():
    told = shut("flop wager 1", without("deal 3 second"))
    assert ("hole_cards_wrong", "flop wager 1") in found(told)
    assert ("hole_cards_wrong", "close") not in found(told)


# --- decisions ------------------------------------------------------------------------


def test_a_spot_that_was_dealt_and_never_decided():
    assert found(ONE_PLAYER) == [("decision_missing", "close")]
    assert rule(ONE_PLAYER, "decision_missing") == ("13:69F-28.10(a)", "nj_text")
    assert finding(ONE_PLAYER, "decision_missing").facts == {"spot": 1}


def test_each_spot_that_never_decided_is_found_and_not_what_would_have_followed():
    # Spot 1 plays and spot 2 folded; the flop waits for 3 and 4.
    assert found(shut("rack 2")) == [("decision_missing", "close"), ("decision_missing", "close")]


def test_a_flop_decision_that_the_showdown_passed_is_found_at_the_showdown():
    told = {**ONE_PLAYER}
    del told["close"]
    told |= {"show": event("hand_revealed", to="dealer", cards=[None, None]), "close": event("closed")}
    assert ("decision_missing", "show") in found(told)
    assert "community_cards_wrong" not in [code for code, _ in found(told)]


@pytest.mark.parametrize(
    ("last", "spots", "paragraph"),
    [("turn wager 1", [3], "(c)"), ("flop third", [1, 3], "(c)"), ("turn", [1, 3], "(e)")],
)
def test_a_player_who_was_not_asked_before_the_close(last, spots, paragraph):
    told = shut(last)
    assert found(told) == [("decision_missing", "close")] * len(spots)
    missing = [one for one in judged(told).findings if one.code == "decision_missing"]
    assert [one.facts for one in missing] == [{"spot": spot} for spot in spots]
    assert {one.rule for one in missing} == {f"13:69F-28.10{paragraph}"}


# --- board, showdown, reveal, rack ----------------------------------------------------


@pytest.mark.parametrize(
    ("last", "cards", "paragraph"),
    [
        ("collect ante 4", 0, "(b)"),
        ("burn flop", 0, "(b)"),
        ("flop second", 2, "(b)"),
        ("turn wager 3", 3, "(d)"),
        ("river check 3", 4, "(f)"),
    ],
)
def test_a_board_that_was_never_finished(last, cards, paragraph):
    told = shut(last)
    assert found(told) == [("community_cards_wrong", "close")]
    assert finding(told, "community_cards_wrong").facts == {"cards": cards}
    assert rule(told, "community_cards_wrong") == (f"13:69F-28.10{paragraph}", "nj_text")


def test_a_round_without_the_dealers_showdown():
    told = shut("river")
    assert ("showdown_missing", "close") in found(told)
    assert rule(told, "showdown_missing") == ("13:69F-28.10(g)", "nj_text")
    assert not {"hand_not_revealed", "hand_not_racked"} & {code for code, _ in found(told)}


def test_a_showdown_that_a_settlement_passed_is_found_there_alone():
    assert "showdown_missing" not in [code for code, _ in found(without("reveal dealer"))]


def test_a_hand_that_was_not_turned_up_to_be_compared():
    told = shut("rack 3")
    codes = [(code, at) for code, at in found(told) if code.startswith("hand_")]
    # Of spot 1 that is all; spot 4 and the dealer were not racked either.
    assert codes == [
        ("hand_not_revealed", "close"),
        ("hand_not_racked", "close"),
        ("hand_not_racked", "close"),
    ]
    assert finding(told, "hand_not_revealed").facts == {"spot": 1}
    assert rule(told, "hand_not_revealed") == ("13:69F-28.10(h)", "nj_text")


# --- what is not absent ---------------------------------------------------------------


@pytest.mark.parametrize("last", [name for name in CLEAN if name != "close"])
def test_what_a_void_cut_short_is_not_absent(last):
    told = {**until(last), "void": event("voided", reason="shoe jammed"), "close": event("closed")}
    absent = {row.code for row in ABSENCES}
    assert not absent & {code for code, _ in found(told)}


def test_cards_whose_faces_nobody_saw_are_cards_all_the_same():
    told = dict(CLEAN)
    for name, one in CLEAN.items():
        if one["type"] == "card_dealt":
            told[name] = {**one, "card": None}
        if "cards" in one:
            told[name] = {**one, "cards": [None] * len(one["cards"])}
    assert found(told) == []


def test_an_import_that_does_not_show_the_dealing_lacks_nothing():
    told = {**ONE_PLAYER, "open": opened(source="import", by="history")}
    assert found(told) == []


def test_a_spot_whose_ante_went_back_as_void_is_asked_for_nothing_more():
    back = event("wager_returned", spot=1, wager="ante", amount=10_00, reason="void")
    told = {**ONE_PLAYER, "close": back, "closed": event("closed")}
    assert found(told) == [("return_unexplained", "close")]


def test_a_cover_card_is_missed_only_by_a_showdown():
    assert found(changed("close", ONE_PLAYER)) == [("decision_missing", "close")]


# --- the table itself -----------------------------------------------------------------


def test_every_absence_is_of_a_step_and_by_a_code_that_is_listed():
    order = [step.code for step in STEPS]
    assert {row.step for row in ABSENCES} <= set(order)
    assert {code for row in ABSENCES for code in (row.code, *row.found_as)} <= set(KIND)
    steps = [row.step for row in ABSENCES]
    assert sorted(steps, key=order.index) == steps
