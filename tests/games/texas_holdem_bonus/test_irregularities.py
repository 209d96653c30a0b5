"""The rows on irregularities: none is law of this game, and contradictions stand side by side."""

from ledger.games.texas_holdem_bonus.irregularities import CONDITIONS, IRREGULARITIES


def test_no_row_is_new_jersey_law_of_this_game():
    assert {row.evidence for row in IRREGULARITIES} == {"not_nj_text", "not_found"}


def test_every_condition_has_its_words_and_its_rows():
    assert {row.condition for row in IRREGULARITIES} == set(CONDITIONS)


def test_indiana_and_queensland_contradict_each_other_on_a_card_exposed_in_dealing():
    rows = [row for row in IRREGULARITIES if row.condition == "card_exposed_in_deal"]
    assert [(row.remedy, row.citation) for row in rows] == [
        ("CARD_TO_DISCARD_AND_CONTINUE", "68 IAC 10-11-8(b)"),
        ("ROUND_VOID_RETURN_ALL", "Queensland Rule 2010 s.31"),
    ]


def test_where_nothing_was_found_nothing_is_said():
    unknown = {row.condition for row in IRREGULARITIES if row.remedy == "NOT_FOUND"}
    assert unknown == {
        "burn_card_missing", "burn_card_exposed", "community_card_early", "community_cards_too_many",
    }  # fmt: skip
    assert {row.citation for row in IRREGULARITIES if row.condition in unknown} == {""}
