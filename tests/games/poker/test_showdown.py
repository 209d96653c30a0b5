"""Who wins the pots, and what is said where that cannot be known."""

from __future__ import annotations

import pytest

from tests.games.poker.felt import (
    back,
    bets,
    blinds,
    board,
    checks,
    closed,
    contributed,
    deal,
    folds,
    hand,
    mucks,
    posts,
    pots,
    raked,
    shares,
)
from tests.scenario import dealt, event, revealed

RUN = [board("4c5d9h"), checks(2, 3), board("Jd"), checks(2, 3), board("8s"), checks(2, 3)]
CARDS = {2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"}


def told(*more, cards=CARDS):
    """Spots 4 and 1 fold, the blinds play for $2 each to the river and check it down."""
    return [blinds(), deal(cards), folds(4, 1), bets(2, 1_00), checks(3), *RUN, *more]


def to_the_river(cards=CARDS, **fields):
    return hand(*told(cards=cards), **fields)


def test_the_best_five_of_seven_win_the_pot():
    (line,) = pots(to_the_river())
    assert (line.amount, line.eligible, line.outcome) == (4_00, (2, 3), "won")
    assert [(share.spot, share.amount, share.rank) for share in line.winners] == [(2, 4_00, "pair")]
    assert (line.rule, line.evidence) == ("13:69F-14.10", "not_nj_text")


def test_folded_money_stays_in_the_pot():
    assert shares(hand(blinds(), deal(CARDS), bets(4, 6_00), folds(1, 2, 3))) == [{4: 5_00}]


def test_the_last_hand_wins_whatever_it_is_and_has_no_rank():
    (line,) = pots(hand(blinds(), deal(CARDS), folds(4, 1, 2)))
    assert [(share.spot, share.amount, share.rank) for share in line.winners] == [(3, 2_00, None)]


def test_the_last_hand_wins_even_if_it_is_thrown_away():
    assert shares(hand(blinds(), deal(CARDS), folds(4, 1, 2), mucks(3))) == [{3: 2_00}]


def test_a_hand_mucked_at_the_showdown_is_dead_though_it_was_the_better():
    assert shares(hand(*told(mucks(2)))) == [{3: 4_00}]


def test_who_plays_the_board_shares_it():
    cards = {2: "2s3s", 3: "2h3h", 4: "2c3d", 1: "7c2d"}
    run = [board("TcJdQh"), checks(2, 3), board("Kd"), checks(2, 3), board("As"), checks(2, 3)]
    state = hand(blinds(), deal(cards), folds(4, 1), bets(2, 1_00), checks(3), *run)
    assert [(share.spot, share.amount, share.rank) for share in pots(state)[0].winners] == [
        (2, 2_00, "straight"),
        (3, 2_00, "straight"),
    ]


@pytest.mark.parametrize(("button", "first"), [(1, 2), (2, 3), (4, 2)])
def test_the_odd_chip_goes_to_the_first_winner_clockwise_from_the_button(button, first):
    cards = {2: "AsKs", 3: "AhKh", 4: "2c3d", 1: "7c2d"}
    state = to_the_river(cards, button=button)
    other = 5 - first
    assert shares(state) == [{first: 2_00, other: 2_00}]
    odd = hand(posts(4, 1, "ante"), *told(cards=cards), button=button)
    assert shares(odd) == [{first: 2_01, other: 2_00}]


def test_without_a_button_an_odd_chip_is_nobodys_to_give():
    cards = {2: "AsKs", 3: "AhKh", 4: "2c3d", 1: "7c2d"}
    (line,) = pots(hand(posts(4, 1, "ante"), *told(cards=cards), button=None))
    assert (line.outcome, line.missing) == ("undetermined", "the button, from which an odd chip goes round")


def test_the_smallest_chip_of_the_submission_is_the_unit_of_a_split():
    cards = {2: "AsKs", 3: "AhKh", 4: "2c3d", 1: "7c2d"}
    state = hand(posts(4, 1_00, "ante"), *told(cards=cards))
    assert shares(state) == [{2: 2_50, 3: 2_50}]
    assert shares(state, smallest_chip=1_00) == [{2: 3_00, 3: 2_00}]


def test_each_side_pot_is_won_on_its_own_and_what_is_uncalled_is_in_none():
    state = hand(
        blinds(),
        deal({2: "KsKh", 3: "QsQh", 4: "AsAh", 1: "2c3d"}),
        bets(4, 10_00, action="all_in"),
        bets(1, 30_00, action="all_in"),
        bets(2, 29_00, action="all_in"),
        bets(3, 198_00, action="all_in"),
        board("4c5d9h"),
        board("Jd"),
        board("8s"),
        stacks={1: 30_00, 2: 30_00, 3: 200_00, 4: 10_00},
    )
    assert [(line.amount, line.eligible) for line in pots(state)] == [
        (40_00, (2, 3, 4, 1)),
        (60_00, (2, 3, 1)),
    ]
    assert shares(state) == [{4: 40_00}, {2: 60_00}]


def test_a_player_all_in_who_is_behind_wins_nothing_of_a_side_pot():
    state = hand(
        blinds(),
        deal({2: "2s7h", 3: "QsQh", 4: "AsAh", 1: "KsKh"}),
        bets(4, 10_00),
        bets(1, 10_00),
        folds(2),
        bets(3, 8_00),
        board("4c5d9h"),
        bets(3, 50_00),
        bets(1, 50_00),
        board("Jd"),
        checks(3, 1),
        board("8s"),
        checks(3, 1),
        stacks={1: 200_00, 2: 200_00, 3: 200_00, 4: 10_00},
    )
    assert shares(state) == [{4: 31_00}, {1: 100_00}]


def test_rake_and_contribution_come_out_before_the_pot_is_shared():
    state = hand(*told(raked(20), contributed(10)))
    (line,) = pots(state)
    assert (line.amount, line.rake, line.contributed) == (4_00, 20, 10)
    assert shares(state) == [{2: 3_70}]


def test_while_players_have_to_act_there_is_one_open_pot():
    state = hand(blinds(), deal(CARDS), bets(4, 6_00), folds(1))
    (line,) = pots(state)
    assert (line.amount, line.eligible, line.outcome, line.winners) == (9_00, (2, 3, 4), "open", ())


def test_while_cards_are_to_come_pots_are_open_but_known():
    state = hand(
        blinds(),
        deal(CARDS),
        bets(4, 10_00, action="all_in"),
        folds(1, 2),
        bets(3, 30_00),
        back(3, 22_00),
        stacks={1: 200_00, 2: 200_00, 3: 200_00, 4: 10_00},
    )
    assert [(line.amount, line.eligible, line.outcome) for line in pots(state)] == [(21_00, (3, 4), "open")]


@pytest.mark.parametrize(
    ("cards", "missing"),
    [
        ({2: "????", 3: "QsQh"}, "the cards of spot 2"),
        ({2: "????", 3: "Qs??"}, "the cards of spots 2, 3"),
    ],
)
def test_unknown_cards_decide_nothing_and_are_named(cards, missing):
    (line,) = pots(to_the_river({**CARDS, **cards}))
    assert (line.outcome, line.missing, line.winners) == ("undetermined", missing, ())


def test_only_the_pot_that_needs_an_unknown_card_is_undetermined():
    state = hand(
        blinds(),
        deal({2: "KsKh", 3: "QsQh", 4: "????", 1: "2c3d"}),
        bets(4, 10_00, action="all_in"),
        folds(1),
        bets(2, 29_00),
        bets(3, 28_00),
        board("4c5d9h"),
        checks(2, 3),
        board("Jd"),
        checks(2, 3),
        board("8s"),
        checks(2, 3),
        stacks={1: 200_00, 2: 200_00, 3: 200_00, 4: 10_00},
    )
    assert [line.outcome for line in pots(state)] == ["undetermined", "won"]
    assert shares(state) == [{}, {2: 40_00}]


def test_a_hand_turned_up_later_decides_after_all():
    assert shares(hand(*told(cards={**CARDS, 2: "????"}), revealed(2, "Ks", "Kh"))) == [{2: 4_00}]


def test_an_unknown_card_of_the_board_is_missing_too():
    events = [*told()[:-2], event("card_burned"), dealt("board", None, "up"), checks(2, 3)]
    assert pots(hand(*events))[0].missing == "the board: a face"


def test_a_round_closed_before_the_board_was_whole_says_so():
    state = hand(blinds(), deal(CARDS), folds(4, 1), bets(2, 1_00), checks(3), board("4c5d9h"), closed())
    assert pots(state)[0].missing == "the board: 3 of 5 cards"


def test_an_unknown_variant_ranks_no_hand_and_still_gives_the_last_player_the_pot():
    assert pots(to_the_river(variant="pineapple"))[0].missing == "the variant of poker"
    assert shares(hand(blinds(), deal(CARDS), folds(4, 1, 2), variant=None)) == [{3: 2_00}]


def test_a_round_declared_void_has_no_pots_to_win():
    assert pots(hand(*told(), event("voided", reason="fouled deck"))) == ()


def test_an_ante_that_one_posts_for_all_is_nobodys_to_match():
    structure = {"limit": "no_limit", "antes": {3: 2_00}, "blinds": {2: 1_00, 3: 2_00}, "min_bet": 2_00}
    events = [posts(3, 2_00, "ante"), blinds(), deal(CARDS), folds(4, 1), bets(2, 1_00), checks(3), *RUN]
    (line,) = pots(hand(*events, structure=structure))
    assert (line.amount, line.eligible) == (6_00, (2, 3))


def test_an_ante_that_all_owe_is_matched_by_who_could_pay_only_part_of_it():
    structure = {
        "limit": "no_limit",
        "antes": dict.fromkeys((1, 2, 3, 4), 50),
        "blinds": {3: 2_00},
        "min_bet": 2_00,
    }
    events = [
        posts(2, 20, "ante"),
        *(posts(spot, 50, "ante") for spot in (3, 4, 1)),
        posts(3, 2_00),
        deal({2: "AsAh", 3: "KsKh", 4: "QsQh", 1: "2c3d"}),
        bets(4, 2_00),
        folds(1),
        checks(3),
        *[board("4c5d9h"), checks(3, 4), board("Jd"), checks(3, 4), board("8s"), checks(3, 4)],
    ]
    state = hand(*events, structure=structure, stacks={1: 200_00, 2: 20, 3: 200_00, 4: 200_00})
    assert shares(state) == [{2: 80}, {3: 4_90}]
    assert shares(state, short_ante="all") == [{2: 1_70}, {3: 4_00}]


def test_without_a_structure_a_dead_blind_beside_the_antes_is_not_matched():
    antes = [posts(2, 50, "ante"), posts(3, 50, "ante"), posts(4, 1_50, "ante"), posts(1, 50, "ante")]
    state = hand(antes, deal(CARDS), checks(2, 3, 4, 1), board("4c5d9h"), structure={"limit": "no_limit"})
    assert [(line.amount, line.eligible) for line in pots(state)] == [(3_00, (2, 3, 4, 1))]


def test_a_bet_taken_back_on_a_ruling_is_not_in_the_pot():
    events = [
        blinds(),
        deal(CARDS),
        bets(4, 6_00),
        event("wager_withdrawn", spot=4, wager="bet", amount=4_00),
    ]
    state = hand(*events, folds(1, 2), checks(3), board("4c5d9h"))
    assert pots(state)[0].amount == 5_00


def test_who_did_not_answer_a_bet_while_the_hand_went_on_cannot_win():
    events = [blinds(), deal({**CARDS, 1: "AsAh"}), folds(4), bets(2, 1_00), checks(3), *RUN]
    state = hand(*events, revealed(2, "Ks", "Kh"), revealed(3, "Qs", "Qh"))
    assert shares(state) == [{2: 4_00}]


def test_who_did_not_answer_the_last_bet_before_the_close_cannot_win():
    events = [*told()[:-1], bets(2, 2_00), closed()]
    assert shares(hand(*events)) == [{2: 4_00}]


def test_he_is_in_the_hand_again_as_soon_as_he_acts():
    events = [
        blinds(),
        deal({**CARDS, 1: "AsAh"}),
        folds(4),
        bets(2, 1_00),
        checks(3),
        board("4c5d9h"),
        bets(1, 2_00),
    ]
    assert pots(hand(*events))[0].eligible == (2, 3, 1)
