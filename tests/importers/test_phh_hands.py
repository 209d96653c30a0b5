"""Hands of our own making, one for each thing an importer breaks on; every figure is worked out by hand."""

from __future__ import annotations

import pytest

from tests.importers.imported import ends_with, hand, imported, stacks_of

# Name, what each spot ends with in units of the record, and what was pushed: (pot, spot, amount).
PLAYED = [
    ("walk", {1: 950, 2: 1050, 3: 1000}, [(0, 2, 100)]),
    ("heads_up", {1: 2500, 2: 2500}, [(0, 1, 1000)]),
    ("side_pots", {1: 500, 2: 700, 3: 400, 4: 400}, [(0, 3, 400), (1, 1, 500)]),
    ("short_blind", {1: 90, 2: 1050, 3: 890}, [(0, 1, 90), (1, 2, 160)]),
    ("short_ante_trimmed", {1: 12, 2: 522, 3: 470}, [(0, 1, 12), (1, 2, 52)]),
    ("short_ante_untrimmed", {1: 24, 2: 510, 3: 470}, [(0, 1, 24), (1, 2, 40)]),
    ("big_blind_ante", {1: 4950, 2: 5300, 3: 4750}, [(0, 2, 650)]),
    ("dead_blind", {1: 950, 2: 900, 3: 900, 4: 1250}, [(0, 4, 400)]),
    ("straddle", {1: 495, 2: 490, 3: 535, 4: 480}, [(0, 3, 55)]),
    ("button_blind", {1: 1180, 2: 840, 3: 980}, [(0, 1, 340)]),
    ("limit", {1: 282, 2: 154, 3: 0}, [(0, 1, 108), (1, 1, 20)]),
    ("half_chips", {1: 41, 2: 41, 3: 38}, [(0, 1, 3), (0, 2, 3)]),
    ("quarter_chips", {1: 41, 2: 38}, [(0, 1, 2)]),
    ("odd_chip", {3: 10_15, 5: 14_80, 2: 20_20}, [(0, 3, 40), (0, 2, 35)]),
    ("raked_side_pots", {1: 2_95, 2: 0, 3: 3_49}, [(0, 1, 2_95), (1, 3, 99)]),
    ("implied_rake", {1: 228, 2: 170}, [(0, 1, 58)]),
    ("winnings", {1: 102_95, 2: 96_50}, [(0, 1, 5_70)]),
    ("muck", {1: 210, 2: 190}, [(0, 1, 20)]),
    ("file_decides", {1: 190, 2: 210}, [(0, 2, 20)]),
    ("dated", {1: 195, 2: 190, 3: 215}, [(0, 3, 25)]),
]


@pytest.mark.parametrize(("name", "stacks", "pushed"), PLAYED, ids=[name for name, *_ in PLAYED])
def test_everybody_ends_with_what_the_hand_gave_him(name, stacks, pushed):
    found = imported(hand(f"{name}.phh"))
    assert ends_with(found.round, stacks_of(found.round)) == stacks
    assert [(one["pot"], one["spot"], one["amount"]) for one in found.told("pot_awarded")] == pushed


@pytest.mark.parametrize("name", [name for name, *_ in PLAYED])
def test_the_pot_is_empty_at_the_close_and_nothing_is_found(name):
    found = imported(hand(f"{name}.phh"))
    assert found.round.closed_at is not None
    assert found.round.pot.content == 0
    assert found.findings == []


def test_half_of_a_walked_big_blind_goes_back_before_the_pot_is_pushed():
    found = imported(hand("walk.phh"))
    assert [event["type"] for event in found.events][-4:] == [
        "decision_made",
        "wager_returned",
        "pot_awarded",
        "closed",
    ]
    assert found.told("wager_returned") == [
        {"type": "wager_returned", "spot": 2, "wager": "blind", "amount": 50, "reason": "uncalled"}
    ]


def test_what_was_bet_last_comes_back_first_wager_by_wager():
    # The small blind calls with his last 60; the big blind raises all the same.
    document = (
        hand("walk.phh")
        .replace(b"[1000, 1000, 1000]", b"[60, 1000, 1000]")
        .replace(b'"p1 f"', b'"p1 cc", "p2 cbr 300", "p1 sm"')
        .replace(b"[950, 1050, 1000]", b"[0, 1060, 1000]")
    )
    assert imported(document).told("wager_returned") == [
        {"type": "wager_returned", "spot": 2, "wager": "bet", "amount": 200, "reason": "uncalled"},
        {"type": "wager_returned", "spot": 2, "wager": "blind", "amount": 40, "reason": "uncalled"},
    ]


def test_heads_up_the_button_posts_the_small_blind():
    posts = imported(hand("heads_up.phh")).told("wager_placed")[:2]
    assert [(one["spot"], one["wager"], one["amount"]) for one in posts] == [
        (1, "blind", 100),
        (2, "blind", 50),
    ]


def test_a_call_and_a_post_say_what_they_are_and_all_in_where_nothing_is_left():
    found = imported(hand("side_pots.phh"))
    assert [(one["spot"], one["action"]) for one in found.told("wager_placed")] == [
        (1, "post"),
        (2, "post"),
        (3, "all_in"),
        (4, "raise"),
        (1, "all_in"),
        (2, "all_in"),
    ]


def test_a_missed_small_blind_is_dead_money_and_the_big_one_plays():
    posted = [one for one in imported(hand("dead_blind.phh")).told("wager_placed") if one["spot"] == 4]
    assert [(one["wager"], one["amount"]) for one in posted] == [("ante", 50), ("blind", 100), ("bet", 300)]


def test_a_straddle_is_named_as_one():
    found = imported(hand("straddle.phh"))
    assert [one["wager"] for one in found.told("wager_placed")][:3] == ["blind", "blind", "straddle"]
    assert found.told("opened")[0]["structure"] == {
        "limit": "no_limit",
        "blinds": {"1": 5, "2": 10},
        "straddles": {"3": 20},
        "min_bet": 10,
    }


def test_a_card_that_the_file_does_not_know_stays_unknown_until_it_is_shown():
    found = imported(hand("file_decides.phh"))
    held = [one["card"] for one in found.told("card_dealt") if one["to"] == 2]
    assert held == [None, None]
    assert found.round.faces(2) == ("Jc", None)


def test_an_award_that_only_the_file_knows_says_so_and_is_listed():
    found = imported(hand("file_decides.phh"))
    assert [one.get("note") for one in found.told("pot_awarded")] == ["award from the file: cards unknown"]
    assert [noted.what for noted in found.tally.told] == [f"no-venue/-/{found.record['number']}"]
    assert found.judgement.adjudication.pots[0].missing == "the cards of spot 2"


def test_other_awards_are_nobodys_but_the_rules():
    found = imported(hand("side_pots.phh"))
    assert found.tally.told == []
    assert [one.get("note") for one in found.told("pot_awarded")] == [None, None]


def test_where_nobody_knows_who_won_the_pot_stays_and_the_round_is_not_closed():
    found = imported(hand("nobody_knows.phh"))
    assert found.told("pot_awarded") == []
    assert found.round.closed_at is None
    assert found.round.pot.content == 20
    assert [noted.why for noted in found.tally.unfinished] == ["the cards of the winner are not known"]
    assert found.findings == []


def test_a_history_that_stops_leaves_the_round_open():
    found = imported(hand("partial.phh"))
    assert found.round.closed_at is None
    assert ends_with(found.round, stacks_of(found.round)) == {1: 195, 2: 170, 3: 170}
    assert [line.outcome for line in found.judgement.adjudication.pots] == ["open"]
    assert [noted.why for noted in found.tally.unfinished] == ["the actions stop before the end"]


def test_a_cancelled_hand_gives_everybody_his_own_back_and_is_void():
    found = imported(hand("cancelled.phh"))
    assert [
        (one["spot"], one["wager"], one["amount"], one["reason"]) for one in found.told("wager_returned")
    ] == [
        (1, "bet", 25, "void"),
        (1, "blind", 5, "void"),
        (2, "blind", 10, "void"),
        (3, "bet", 30, "void"),
    ]
    assert found.round.voided_at is not None
    assert found.round.pot.content == 0
    assert found.findings == []


def test_a_rake_that_the_file_does_not_name_follows_from_what_is_gone_and_says_so():
    (rake,) = imported(hand("implied_rake.phh")).told("rake_taken")
    assert (rake["amount"], rake["into"]) == (2, "rake")
    assert rake["note"] == "not in the file: what the players put in and did not get back"


def test_an_unknown_stack_is_left_out_and_the_hand_is_played_all_the_same():
    found = imported(hand("unknown_stack.phh"))
    assert found.told("opened")[0]["stacks"] == {"1": 200, "2": 200}
    assert [(one["spot"], one["amount"]) for one in found.told("pot_awarded")] == [(3, 25)]


def test_remarks_go_with_the_event_that_they_were_made_at():
    found = imported(hand("dated.phh"))
    notes = {
        event["type"]: event["note"]
        for event in found.events
        if "note" in event and event["type"] != "opened"
    }
    assert notes["wager_placed"] == "A phone rings.; He hesitates."


def test_seats_that_are_no_spots_are_replaced_by_numbers_and_a_note():
    found = imported(hand("dated.phh"))
    assert found.told("opened")[0]["spots"] == [1, 2, 3]
    assert "the seats of the file do not run clockwise" in str(found.told("wager_placed")[0]["note"])


def test_the_absence_of_burn_cards_from_a_hand_history_is_no_finding():
    assert imported(hand("heads_up.phh")).told("card_burned") == []


def test_names_of_people_are_nowhere_in_the_record():
    assert "Example" not in str(imported(hand("dated.phh")).record)
