"""The rows on irregularities: one is law, the others contradict each other side by side."""

from ledger.games.caribbean_stud import CARIBBEAN_STUD
from ledger.games.caribbean_stud.irregularities import CONDITIONS, IRREGULARITIES
from ledger.games.irregularities import CASES
from tests.games.caribbean_stud.evening import added, changed, lines, missing, outcomes, until
from tests.scenario import event


def rows(condition):
    return [(row.remedy, row.evidence, row.citation) for row in IRREGULARITIES if row.condition == condition]


def test_communication_is_the_one_row_that_is_law():
    assert [row for row in IRREGULARITIES if row.evidence == "nj_text"] == [IRREGULARITIES[0]]
    assert rows("communication") == [("WAGERS_FORFEIT", "nj_text", "13:69F-16.10(c)")]
    assert CARIBBEAN_STUD.irregularities == IRREGULARITIES


def test_the_rows_of_all_games_are_among_them():
    assert set(CASES) < set(IRREGULARITIES)
    assert {row.condition for row in IRREGULARITIES} == set(CONDITIONS.words)


def test_a_dealer_one_card_short_takes_it_or_the_round_is_void():
    assert rows("dealer_one_short") == [
        ("USE_AS_NEXT_CARD", "not_nj_text", "high-rollercasinos.com"),
        ("ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8; 68 IAC 10-11-8(a)"),
    ]


def test_a_wrong_number_of_cards_kills_the_hand_or_the_round():
    assert rows("wrong_number_of_cards") == [
        ("ROUND_VOID_RETURN_ALL", "not_nj_text", "13:69F-31.8; 68 IAC 10-11-8(a)"),
        ("HAND_VOID_RETURN_WAGERS", "not_nj_text", "high-rollercasinos.com"),
    ]


def noted(kind, *spots):
    said = {"spots": list(spots)} if spots else {}
    return added(
        "note", event("irregularity_noted", kind=kind, **said), before="bet 5", told=until("reveal 1")
    )


def test_where_sources_contradict_each_other_nothing_is_guessed():
    said = missing(noted("dealer_one_short"), 5, "ante")
    assert said is not None
    assert "USE_AS_NEXT_CARD (high-rollercasinos.com)" in said
    assert "ROUND_VOID_RETURN_ALL (13:69F-31.8; 68 IAC 10-11-8(a))" in said


def test_the_licensee_chooses():
    told = noted("dealer_one_short")
    goes_on = outcomes(told, irregularities={"dealer_one_short": "USE_AS_NEXT_CARD"})
    assert goes_on[5, "ante"] == "win"
    void = lines(told, irregularities={"dealer_one_short": "ROUND_VOID_RETURN_ALL"})
    assert {line.outcome for (spot, _), line in void.items() if spot != 2} == {"void"}
    assert void[2, "ante"].outcome == "forfeit"


def test_a_card_drawn_in_error_touches_no_money():
    assert outcomes(noted("card_drawn_in_error")) == outcomes(until("reveal 1"))


def test_a_hidden_card_of_the_dealer_exposed_early_leaves_all_undetermined():
    turned = event("card_exposed", card="Qs", from_="dealer")
    told = added("turned up", turned, before="bet 5", told=until("reveal 1"))
    assert (missing(told, 5, "bet") or "").startswith(
        "the rule for the case that the dealer's cards were exposed"
    )
    assert outcomes(told)[2, "ante"] == "forfeit"


def test_the_one_card_that_lies_up_is_not_exposed_whether_dealt_so_or_turned_up():
    told = changed("deal dealer 1", face="down", told=until("reveal 1"))
    turned = event("card_exposed", card="Qs", from_="dealer")
    told = added("turned up", turned, before="bet 5", told=told)
    assert outcomes(told) == outcomes(until("reveal 1"))
    again = event("card_exposed", card="8c", from_="dealer")
    assert outcomes(added("again", again, before="bet 5", told=told))[5, "bet"] == "undetermined"
