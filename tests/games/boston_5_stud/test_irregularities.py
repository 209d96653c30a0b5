"""What goes wrong in one of the two deals, and what the licensee elected for it."""

import pytest

from ledger.games.boston_5_stud import BOSTON_5_STUD
from tests.games.boston_5_stud.evening import CLEAN, added, judged, lines, missing, outcomes, until, without
from tests.games.evening import money
from tests.scenario import dealt, event

MAIN = ("ante", "first", "second")
VOID = "ROUND_VOID_RETURN_ALL"


def test_no_row_is_law_and_every_condition_has_one():
    rows = BOSTON_5_STUD.irregularities
    assert not [row for row in rows if row.evidence == "nj_text"]
    (second,) = [row for row in rows if row.condition == "wrong_number_in_second_deal"]
    assert (second.remedy, second.wagers) == (VOID, ("ante", "first", "second", "ante_bonus"))


FOURTH = added("deal 1 extra", dealt(1, "As"), before="deal dealer 1")


def test_a_fourth_card_in_the_first_deal_touches_every_wager():
    told = until("deal dealer 3", FOURTH)
    told["expose 1"] = CLEAN["expose 1"]
    for wager in ("ante", "first", "optional_bonus"):
        assert "(spot 1 had 4)" in str(missing(told, 1, wager))
        assert "13:69F-31.8" in str(missing(told, 4, wager))


def test_where_the_licensee_elected_a_void_every_wager_goes_back():
    told = until("deal dealer 3", FOURTH)
    found = lines(told, irregularities={"wrong_number_of_cards": VOID})
    assert {line.outcome for line in found.values()} == {"void"}
    assert money(found[1, "optional_bonus"]) == (5_00, "void", 0, 0, 5_00)


def test_a_card_too_many_in_the_first_deal_does_not_begin_the_second():
    told = until("expose 1", FOURTH)
    elected = {"wrong_number_of_cards": "CARD_TO_DISCARD_AND_CONTINUE"}
    assert outcomes(told, irregularities=elected)[1, "optional_bonus"] == "win"


SIXTH = added("deal 3 extra", dealt(3, "As"), before="deal 4 4")
SECOND_VOID = {"irregularities": {"wrong_number_in_second_deal": VOID}}


def test_a_sixth_card_leaves_the_optional_bonus_as_it_was_resolved():
    told = until("reveal dealer", SIXTH)
    assert "(spot 3 had 6)" in str(missing(told, 1, "ante"))
    found = lines(told, **SECOND_VOID)
    assert {found[1, wager].outcome for wager in MAIN} == {"void"}
    assert (1, "ante_bonus") not in found
    assert money(found[1, "optional_bonus"]) == (5_00, "win", 5_00, 0, 5_00)
    assert money(found[4, "optional_bonus"]) == (5_00, "lose", 0, 5_00, 0)
    assert money(found[2, "ante"]) == (10_00, "forfeit", 0, 10_00, 0)


@pytest.mark.parametrize(("settled", "outcome"), [(True, "win"), (False, "void")])
def test_a_void_that_reaches_back_takes_only_a_bonus_not_yet_settled(settled, outcome):
    told = until("reveal dealer", SIXTH if settled else without("pay optional 1", told=SIXTH))
    found = outcomes(told, optional_bonus_after_second_deal="void", **SECOND_VOID)
    assert found[1, "optional_bonus"] == outcome


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [("stub_count_unexplained", "ROUND_VOID_DECK_REMOVED"), ("wrong_number_of_cards", VOID)],
)
def test_whatever_is_noted_after_the_second_deal_leaves_a_resolved_bonus_as_it_is(kind, remedy):
    unpaid = without("pay optional 1", told=until("reveal dealer"))
    noted = event("irregularity_noted", kind=kind)
    elected = {"irregularities": {kind: remedy}}
    after = added("noted", noted, before="reveal dealer", told=unpaid)
    found = outcomes(after, **elected)
    assert (found[1, "ante"], found[1, "optional_bonus"]) == ("void", "win")
    assert outcomes(after)[1, "optional_bonus"] == "win"
    reaching_back = outcomes(after, optional_bonus_after_second_deal="void", **elected)
    assert reaching_back[1, "optional_bonus"] == "void"
    before = added("noted", noted, before="second 1", told=unpaid)
    assert outcomes(before, **elected)[1, "optional_bonus"] == "void"


def test_the_last_two_cards_dealt_to_a_folded_spot_are_a_wrong_number():
    told = added("deal 2 4", dealt(2, "As"), before="deal 3 4")
    assert "(spot 2 had 4)" in str(missing(told, 1, "first"))
    assert outcomes(told)[2, "ante"] == "forfeit"
    back = event("wager_withdrawn", spot=3, wager="second", amount=20_00)
    told = added("back 3", back, before="deal 1 4")
    assert "(spot 3 had 5)" in str(missing(told, 1, "first"))


def test_too_few_cards_concern_that_hand_alone():
    told = without("deal 3 5", "reveal 3", "rack 3")
    assert missing(told, 3, "first") == "5 cards of spot 3, which has 4"
    assert outcomes(told)[1, "first"] == "win"


def test_a_hand_turned_up_short_after_the_second_deal_is_a_wrong_number():
    shown = {**without("deal 3 5", "rack 3")["reveal 3"], "cards": ["9s", "8d", "7c", "6c"]}
    told = {**without("deal 3 5", "rack 3"), "reveal 3": shown}
    assert "(spot 3 had 4)" in str(missing(told, 1, "first"))
    assert outcomes(told)[1, "optional_bonus"] == "win"
    assert {outcomes(told, **SECOND_VOID)[3, wager] for wager in MAIN} == {"void"}


def test_contradicting_sources_on_an_exposed_card_are_both_named():
    noted = event("irregularity_noted", kind="card_exposed_in_deal", spots=[1])
    told = added("noted", noted, before="deal 2 1")
    because = str(missing(told, 1, "first"))
    assert "68 IAC 10-11-8(b)" in because
    assert "Queensland Rule 2010 s.31" in because
    elected = {"card_exposed_in_deal": "CARD_TO_DISCARD_AND_CONTINUE"}
    assert outcomes(told, irregularities=elected) == outcomes(CLEAN)
    assert "irregularity_noted" in [one.code for one in judged(told).findings]
