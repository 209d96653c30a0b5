"""What went wrong at the table: no row is law of this game, so that the licensee elects or nobody knows."""

import pytest

from ledger.games.texas_holdem_bonus.irregularities import CONDITIONS, IRREGULARITIES
from tests.games.evening import money
from tests.games.texas_holdem_bonus.evening import (
    CLEAN,
    added,
    found,
    judged,
    lines,
    moved,
    outcomes,
    until,
    without,
)
from tests.scenario import dealt, event, placed, revealed

EXPOSED = "card_exposed_in_deal"
TOO_MANY = "wrong_number_of_cards"
THIRD_CARD = added("deal 3 third", dealt(3, "3d"), before="deal 4 first")
SIXTH_CARD = added("sixth", dealt("board", "3d", "up"), before="reveal dealer")


def noted(kind, before="burn flop", told=CLEAN, **fields):
    return added("noted", event("irregularity_noted", kind=kind, **fields), before=before, told=told)


def why(told, spot, wager, **elected):
    return lines(told, **elected)[spot, wager].missing


# --- the rows ---------------------------------------------------------------------------------


def test_no_row_is_new_jersey_law_of_this_game():
    assert {row.evidence for row in IRREGULARITIES} == {"not_nj_text", "not_found"}


def test_every_condition_has_its_words_and_its_rows():
    assert {row.condition for row in IRREGULARITIES} == set(CONDITIONS.words)


def test_indiana_and_queensland_contradict_each_other_on_a_card_exposed_in_dealing():
    rows = [row for row in IRREGULARITIES if row.condition == EXPOSED]
    assert [(row.remedy, row.citation) for row in rows] == [
        ("CARD_TO_DISCARD_AND_CONTINUE", "68 IAC 10-11-8(b)"),
        ("ROUND_VOID_RETURN_ALL", "Queensland Rule 2010 s.31"),
    ]


def test_where_nothing_was_found_nothing_is_said():
    unknown = {row.condition for row in IRREGULARITIES if row.remedy == "NOT_FOUND"}
    assert unknown == {
        "burn_card_missing", "burn_card_exposed", "community_card_early", "community_cards_too_many",
        "shuffler_jammed",
    }  # fmt: skip
    assert {row.citation for row in IRREGULARITIES if row.condition in unknown} == {""}


# --- noted at the table -----------------------------------------------------------------------


def test_where_two_sources_contradict_each_other_both_are_named():
    assert why(noted(EXPOSED), 1, "flop") == (
        "the rule for the case that a card was exposed while dealing (noted at event 27): "
        "CARD_TO_DISCARD_AND_CONTINUE (68 IAC 10-11-8(b)) or "
        "ROUND_VOID_RETURN_ALL (Queensland Rule 2010 s.31)"
    )


def test_the_one_row_of_a_condition_is_not_applied_either_as_long_as_it_is_unverified():
    line = lines(noted("shoe_jammed"))[1, "bonus"]
    assert (line.outcome, line.evidence, line.rule) == ("undetermined", "not_found", "")
    assert "(noted at event 27): ROUND_VOID_RETURN_ALL (no text read)" in (line.missing or "")


def test_what_was_collected_from_a_folded_hand_before_stays_collected():
    found_ = lines(noted(EXPOSED))
    assert money(found_[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)
    assert found_[4, "bonus"].outcome == "undetermined"


def test_a_hand_folded_after_the_note_gave_nothing_up_by_itself():
    told = noted(EXPOSED, before="fold 2")
    assert lines(told)[2, "ante"].outcome == "undetermined"
    void = lines(told, irregularities={EXPOSED: "ROUND_VOID_RETURN_ALL"})
    assert money(void[2, "ante"]) == (10_00, "void", 0, 0, 10_00)
    assert lines(told, irregularities={EXPOSED: "CARD_TO_DISCARD_AND_CONTINUE"}) == lines(CLEAN)


@pytest.mark.parametrize("kind", ["card_drawn_in_error", "card_face_up_in_deck", "card_misplaced"])
def test_where_a_card_is_moved_and_no_money_the_lines_stay_as_they_are(kind):
    assert lines(noted(kind)) == lines(CLEAN)


@pytest.mark.parametrize("kind", ["burn_card_missing", "spilled_drink"])
def test_what_no_text_speaks_of_changes_nothing_and_is_found(kind):
    told = noted(kind)
    assert lines(told) == lines(CLEAN)
    assert ("irregularity_noted", "noted") in found(told)


@pytest.mark.parametrize("remedy", ["ROUND_VOID_RETURN_ALL", "ROUND_VOID_DECK_REMOVED"])
def test_a_round_is_void_where_the_licensee_elected_so(remedy):
    found_ = lines(noted(EXPOSED), irregularities={EXPOSED: remedy})
    assert money(found_[1, "flop"]) == (20_00, "void", 0, 0, 20_00)
    assert money(found_[4, "bonus"]) == (5_00, "void", 0, 0, 5_00)
    assert money(found_[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)


def test_a_line_made_void_names_the_row_that_was_elected_and_how_well_it_is_known():
    line = lines(noted(EXPOSED), irregularities={EXPOSED: "ROUND_VOID_RETURN_ALL"})[1, "ante"]
    assert (line.rule, line.evidence, line.odds) == ("Queensland Rule 2010 s.31", "not_nj_text", None)


def test_a_remedy_that_no_source_names_rests_on_the_election_alone():
    line = lines(noted(EXPOSED), irregularities={EXPOSED: "ROUND_VOID_DECK_REMOVED"})[1, "ante"]
    assert (line.rule, line.evidence) == ("the licensee's election", "not_found")


def test_a_card_elected_to_the_discard_rack_leaves_the_lines_as_they_are():
    elected = {EXPOSED: "CARD_TO_DISCARD_AND_CONTINUE"}
    assert lines(noted(EXPOSED), irregularities=elected) == lines(CLEAN)


def test_a_hand_void_is_void_at_its_spot_alone():
    told = noted(TOO_MANY, spots=[1])
    found_ = lines(told, irregularities={TOO_MANY: "HAND_VOID_RETURN_WAGERS"})
    assert {line.outcome for (spot, _), line in found_.items() if spot == 1} == {"void"}
    rest = {key: line for key, line in found_.items() if key[0] != 1}
    assert rest == {key: line for key, line in lines(CLEAN).items() if key[0] != 1}


def test_which_hand_is_void_cannot_be_said_where_no_spot_was_noted():
    elected = {TOO_MANY: "HAND_VOID_RETURN_WAGERS"}
    assert why(noted(TOO_MANY), 1, "ante", irregularities=elected) == (
        "the spots concerned in the case that a player or the dealer had a wrong number of cards "
        "(noted at event 27)"
    )


def test_what_was_settled_before_the_note_stays_settled():
    told = noted("stub_count_misdealt", before="reveal 1")
    found_ = outcomes(told, irregularities={"stub_count_misdealt": "ROUND_VOID_RETURN_ALL"})
    assert (found_[3, "flop"], found_[3, "turn"]) == ("win", "win")
    assert (found_[1, "flop"], found_[1, "bonus"], found_[4, "bonus"]) == ("void", "void", "void")


def test_the_earliest_irregularity_that_touches_a_wager_decides_it():
    told = added("earlier", event("irregularity_noted", kind="shoe_jammed"), before="burn flop")
    told = added("later", event("irregularity_noted", kind=EXPOSED), before="burn turn", told=told)
    assert "the automated shoe jammed" in (why(told, 1, "ante") or "")
    elected = {EXPOSED: "ROUND_VOID_RETURN_ALL", "shoe_jammed": "CARD_TO_DISCARD_AND_CONTINUE"}
    assert lines(told, irregularities=elected)[1, "ante"].outcome == "void"


def test_a_late_wager_that_may_be_void_with_the_round_is_void_once():
    told = noted(EXPOSED, told=added("bonus 3", placed(3, "bonus", 5_00), before="deal 1 first"))
    judgement = judged(told, late_wagers="stands", irregularities={EXPOSED: "ROUND_VOID_RETURN_ALL"})
    (late,) = [line for line in judgement.adjudication.resolutions if line.late]
    assert money(late) == (5_00, "void", 0, 0, 5_00)


def test_a_round_declared_void_is_void_whatever_was_missing_before():
    told = {**noted(EXPOSED, told=until("turn")), "void": event("voided", reason="a card was exposed")}
    assert money(lines(told)[1, "flop"]) == (20_00, "void", 0, 0, 20_00)


def test_the_dealer_has_nothing_to_settle_where_the_round_is_void():
    told = noted(EXPOSED, told=until("reveal dealer"))
    elected = judged(told, irregularities={EXPOSED: "ROUND_VOID_RETURN_ALL"}).adjudication
    assert not [step for step in elected.settlement_order if step.startswith("pay")]


# --- shown by the round itself ----------------------------------------------------------------


def test_a_third_card_leaves_every_wager_but_a_forfeited_one_undetermined():
    case = (
        "the rule for the case that a player or the dealer had a wrong number of cards (spot 3 had 3): "
        "ROUND_VOID_RETURN_ALL (13:69F-31.8; 68 IAC 10-11-8(a))"
    )
    assert {why(THIRD_CARD, 1, wager) for wager in ("ante", "flop", "turn", "river", "bonus")} == {case}
    assert outcomes(THIRD_CARD)[2, "ante"] == "forfeit"


def test_a_third_card_of_the_dealer_does_so_too():
    told = added("deal dealer third", dealt("dealer", "3d"), before="cover")
    assert "(the dealer had 3)" in (why(told, 1, "ante") or "")


def test_a_third_card_makes_the_round_void_where_that_is_elected():
    found_ = lines(THIRD_CARD, irregularities={TOO_MANY: "ROUND_VOID_RETURN_ALL"})
    assert {line.outcome for line in found_.values()} == {"void", "forfeit"}


def test_where_play_goes_on_with_three_cards_that_hand_alone_cannot_be_judged():
    told = added("bonus 3", placed(3, "bonus", 5_00), before="no more bets", told=THIRD_CARD)
    elected = {TOO_MANY: "CARD_TO_DISCARD_AND_CONTINUE"}
    found_ = lines(told, irregularities=elected)
    assert found_[3, "flop"].missing == "which 2 of the 3 cards of spot 3 count"
    assert found_[3, "bonus"].missing == "which 2 of its 3 cards count, for the bonus of spot 3"
    assert found_[1, "flop"] == lines(CLEAN)[1, "flop"]


def test_where_play_goes_on_with_a_third_card_of_the_dealer_aces_wait_for_which_count():
    told = added("deal dealer third", dealt("dealer", "Ad"), before="cover")
    told = {**told, "deal 1 second": dealt(1, "Ac"), "reveal 1": revealed(1, "As", "Ac")}
    found_ = lines(told, irregularities={TOO_MANY: "CARD_TO_DISCARD_AND_CONTINUE"})
    assert found_[1, "flop"].missing == "which 2 of the dealer's 3 cards count"
    assert found_[1, "bonus"].missing == "which 2 of the dealer's 3 cards count, for the bonus of spot 1"


def test_a_card_put_back_in_time_is_no_card_too_many():
    back = event("card_moved", card="3d", from_=3, to="stand")
    assert outcomes(added("put back", back, before="cover", told=THIRD_CARD)) == outcomes(CLEAN)


def test_no_text_says_what_follows_from_a_sixth_community_card_so_that_no_wager_can_be_judged():
    for wager in ("flop", "bonus"):
        assert "too many community cards were dealt" in str(why(SIXTH_CARD, 1, wager))
        assert str(why(SIXTH_CARD, 1, wager)).endswith("NOT_FOUND (no text read)")


def test_where_play_goes_on_a_sixth_community_card_leaves_what_is_compared_undetermined_and_no_more():
    goes_on = {"community_cards_too_many": "CARD_TO_DISCARD_AND_CONTINUE"}
    assert why(SIXTH_CARD, 1, "flop", irregularities=goes_on) == "which 5 of the 6 community cards count"
    assert outcomes(SIXTH_CARD, irregularities=goes_on)[1, "bonus"] == "win"


def test_a_sixth_community_card_makes_the_round_void_where_that_is_elected():
    elected = {"community_cards_too_many": "ROUND_VOID_RETURN_ALL"}
    assert lines(SIXTH_CARD, irregularities=elected)[1, "bonus"].outcome == "void"


@pytest.mark.parametrize(
    "shown",
    [
        event("card_exposed", of=list(CLEAN).index("deal dealer first") + 1),
        event("card_exposed", card="Qh", from_="dealer"),
        event("card_exposed", card="Jd"),
        revealed("dealer", "Qh", "Jd"),
    ],
)
def test_a_card_of_the_dealer_shown_before_all_have_decided_has_no_rule(shown):
    told = added("shown", shown, before="flop wager 3")
    assert why(told, 1, "ante") == (
        "the rule for the case that the dealer's cards were exposed before all had decided "
        "(shown at event 24): ROUND_VOID_RETURN_ALL (no text read)"
    )


@pytest.mark.parametrize(
    "shown",
    [
        event("card_exposed", card="Kh"),
        event("card_exposed", card="Kh", from_=3),
        event("card_exposed", of=11),
    ],
)
def test_a_card_of_a_player_shown_is_not_one_of_the_dealer(shown):
    assert outcomes(added("shown", shown, before="flop wager 3")) == outcomes(CLEAN)


def test_a_card_exposed_where_the_dealer_has_none_is_not_one_of_the_dealer():
    told = without("deal dealer first", "deal dealer second", "reveal dealer")
    shown = added("shown", event("card_exposed", card="Qh"), before="flop wager 3", told=told)
    assert outcomes(shown) == outcomes(told)


def test_a_wager_too_late_for_its_own_betting_decides_nothing():
    told = moved("river wager 1", before="reveal 3")
    told = added("no more river", event("betting_closed", wagers=["river"]), before="burn river", told=told)
    elected = {"late_wagers": "stands"}
    assert lines(told, **elected)[3, "flop"] == lines(CLEAN)[3, "flop"]
