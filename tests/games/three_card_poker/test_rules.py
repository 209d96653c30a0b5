"""What becomes of each wager, one case at a time."""

import pytest

from tests.games.evening import money
from tests.games.three_card_poker.evening import (
    CLEAN,
    ELECTED,
    EVENING,
    MILLIONAIRE,
    NOT_QUALIFIED,
    ONE_PASS,
    with_hand,
)
from tests.scenario import event, paid, placed

added, changed, lines, outcomes, until, without = (
    EVENING.added, EVENING.changed, EVENING.lines, EVENING.outcomes, EVENING.until, EVENING.without,
)  # fmt: skip


def line(told, spot, wager, **elected):
    return lines(told, **elected)[spot, wager]


def late(told, **elected):
    found = EVENING.judged(told, **elected).adjudication.resolutions
    return {(one.spot, one.wager): one for one in found if one.late}


# --- the clean round --------------------------------------------------------------------


def test_every_wager_of_the_clean_round():
    assert {wager: money(one) for wager, one in lines(CLEAN).items()} == {
        (1, "ante"): (10_00, "lose", 0, 10_00, 0),
        (1, "play"): (10_00, "lose", 0, 10_00, 0),
        (1, "pair_plus"): (5_00, "win", 5_00, 0, 5_00),
        (2, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (2, "pair_plus"): (5_00, "forfeit", 0, 5_00, 0),
        (3, "ante"): (10_00, "forfeit", 0, 10_00, 0),
        (3, "six_card_bonus"): (5_00, "win", 25_00, 0, 5_00),
        (4, "ante"): (20_00, "win", 20_00, 0, 20_00),
        (4, "play"): (20_00, "win", 20_00, 0, 20_00),
        (4, "ante_bonus"): (0, "win", 20_00, 0, 0),
        (5, "pair_plus"): (5_00, "win", 20_00, 0, 5_00),
    }


def test_the_alternative_changes_no_amount():
    amounts = {wager: money(one) for wager, one in lines(CLEAN).items()}
    assert {wager: money(one) for wager, one in lines(ONE_PASS, **ELECTED).items()} == amounts


@pytest.mark.parametrize(
    ("elected", "lost", "won"),
    [
        ("table_wide", "13:69F-20.10(c)1ii", "13:69F-20.10(c)1iii"),
        ("player_by_player", "13:69F-20.10(c)2ii", "13:69F-20.10(c)2ii"),
    ],
)
def test_each_line_cites_the_paragraph_of_the_alternative_elected(elected, lost, won):
    found = lines(CLEAN, settlement=elected)
    assert (found[1, "ante"].rule, found[1, "ante"].evidence) == (lost, "mixed")
    assert (found[4, "ante"].rule, found[4, "ante"].evidence) == (won, "not_nj_text")
    assert (found[2, "pair_plus"].rule, found[2, "pair_plus"].evidence) == ("13:69F-20.10(b)", "nj_text")


def test_a_line_shows_its_hand_odds_and_table():
    won = line(CLEAN, 5, "pair_plus")
    assert (won.rank, won.cards, won.odds, won.table) == ("flush", ("Ah", "Jh", "5h"), "4:1", "TCP-PP-1")
    six = line(CLEAN, 3, "six_card_bonus")
    assert (six.rank, six.cards) == ("three_of_a_kind", ("9s", "9h", "9c", "Kd", "6d"))


# --- against the dealer -----------------------------------------------------------------


def test_a_dealer_who_does_not_qualify_pays_the_ante_and_hands_the_play_wager_back_as_void():
    found = lines(NOT_QUALIFIED)
    assert money(found[1, "ante"]) == (10_00, "win", 10_00, 0, 10_00)
    assert money(found[1, "play"]) == (10_00, "void", 0, 0, 10_00)
    assert (found[1, "play"].table, found[1, "play"].evidence) == ("TCP-ANTE-PLAY-NOQUALIFY", "not_nj_text")


def test_a_dealer_who_does_not_qualify_takes_no_forfeit_back():
    assert outcomes(NOT_QUALIFIED)[2, "ante"] == "forfeit"


def test_a_hand_below_a_dealer_who_does_not_qualify_wins_its_ante_all_the_same():
    assert outcomes(with_hand(1, "9s", "5d", "3s", told=NOT_QUALIFIED))[1, "ante"] == "win"


@pytest.mark.parametrize(
    ("dealer", "ante", "play"),
    [
        (("Qh", "3c", "2d"), "lose", "lose"),  # the lowest hand that qualifies beats Q-3-2's lessers
        (("Jh", "Tc", "8d"), "win", "void"),  # the highest that does not
    ],
)
def test_the_dealer_qualifies_from_queen_high(dealer, ante, play):
    found = outcomes(with_hand("dealer", *dealer, told=with_hand(1, "Js", "9d", "5s")))
    assert (found[1, "ante"], found[1, "play"]) == (ante, play)


def test_equal_hands_push_ante_and_play_and_suits_break_no_tie():
    told = with_hand("dealer", "9h", "9c", "Kd", told=with_hand(1, "9d", "9s", "Ks"))
    found = lines(with_hand(3, "8s", "6d", "2h", told=told))
    assert money(found[1, "ante"]) == (10_00, "push", 0, 0, 10_00)
    assert money(found[1, "play"]) == (10_00, "push", 0, 0, 10_00)
    assert (found[1, "ante"].table, found[1, "ante"].rule) == ("TCP-TIE", "13:69F-20.10(c)")


def test_a_straight_beats_a_flush_among_three_cards():
    assert outcomes(with_hand("dealer", "Kh", "9h", "4h"))[4, "play"] == "win"


# --- the ante bonus ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "bonus"),
    [
        (("8c", "7c", "6c"), 100_00),
        (("8c", "8d", "8s"), 80_00),
        (("8c", "7d", "6s"), 20_00),
        (("8c", "7c", "5c"), None),
        (("8c", "8d", "6s"), None),
        (("Kc", "7d", "6s"), None),
    ],
)
def test_the_ante_bonus_is_paid_on_the_ante_from_a_straight_and_has_a_line_only_then(hand, bonus):
    found = lines(with_hand(4, *hand)).get((4, "ante_bonus"))
    assert (found and found.paid) == bonus


def test_the_ante_bonus_is_paid_on_a_hand_that_loses():
    found = lines(with_hand("dealer", "Th", "Tc", "Td"))
    assert outcomes(with_hand("dealer", "Th", "Tc", "Td"))[4, "ante"] == "lose"
    assert money(found[4, "ante_bonus"]) == (0, "win", 20_00, 0, 0)


def test_the_ante_bonus_is_paid_where_the_dealer_does_not_qualify():
    assert lines(NOT_QUALIFIED)[4, "ante_bonus"].paid == 20_00


def test_a_folded_straight_has_no_ante_bonus():
    told = {**without("play 4"), "play 4": event("decision_made", spot=4, decision="fold")}
    told = {name: told[name] for name in CLEAN}
    assert outcomes(told)[4, "ante"] == "forfeit"
    assert (4, "ante_bonus") not in lines(told)


def test_an_ante_bonus_paid_by_mistake_is_found_and_breaks_nothing():
    told = added("pay ante bonus 1", paid(1, "ante_bonus", 10_00), before="pay pair plus 1")
    assert EVENING.found(told) == [("wager_mispaid", "pay ante bonus 1")]


def test_an_ante_bonus_never_paid_is_found_at_the_close():
    assert EVENING.found(without("pay ante bonus 4")) == [
        ("hand_racked_early", "rack 4"),
        ("wager_mispaid", "close"),
    ]


# --- a fold -----------------------------------------------------------------------------


def test_a_fold_forfeits_a_pair_plus_that_would_have_won():
    found = lines(with_hand(2, "7h", "7d", "2c"))
    assert money(found[2, "pair_plus"]) == (5_00, "forfeit", 0, 5_00, 0)


def test_a_fold_decides_ante_and_pair_plus_at_once_and_the_six_card_bonus_lives():
    told = until("fold 3")
    assert outcomes(told)[2, "ante"] == outcomes(told)[2, "pair_plus"] == "forfeit"
    assert outcomes(told)[3, "six_card_bonus"] == "open"


def test_a_fold_beside_a_six_card_bonus_alone_is_deduced_and_the_bonus_cites_what_it_lives_by():
    told = added("pair plus 3", placed(3, "pair_plus", 5_00), before="ante 4")
    for last in ("fold 3", "close"):
        alone, named = lines(until(last)), lines(until(last, told))
        assert (alone[3, "ante"].rule, alone[3, "ante"].evidence) == ("13:69F-20.10(b)", "derived")
        assert named[3, "ante"].evidence == named[3, "pair_plus"].evidence == "nj_text"
        assert alone[2, "ante"].evidence == "nj_text"
    rules = [lines(until(last))[3, "six_card_bonus"].rule for last in ("fold 3", "close")]
    assert rules == ["13:69F-20.10(b),(c)", "13:69F-20.10(b),(c)1iii"]


def test_of_all_three_wagers_a_fold_leaves_the_six_card_bonus():
    told = added("pair plus 3", placed(3, "pair_plus", 5_00), before="ante 4")
    found = outcomes(told)
    assert [found[3, wager] for wager in ("ante", "pair_plus", "six_card_bonus")] == [
        "forfeit",
        "forfeit",
        "win",
    ]


def test_without_an_ante_there_is_nothing_to_forfeit():
    told = added("fold 5", event("decision_made", spot=5, decision="fold"), before="collect ante 2")
    assert outcomes(told)[5, "pair_plus"] == "win"
    assert EVENING.found(told) == [("ante_missing", "fold 5")]


# --- pair plus and six-card bonus -------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "paid_"),
    [
        (("Ah", "Kh", "Qh"), 200_00),
        (("3h", "2h", "Ah"), 200_00),
        (("5h", "5d", "5c"), 150_00),
        (("Ah", "Kc", "Qh"), 30_00),
        (("Ah", "Jh", "5h"), 20_00),
        (("2h", "2d", "5c"), 5_00),
    ],
)
def test_pair_plus_is_paid_on_the_players_three_cards_alone(hand, paid_):
    told = with_hand(5, *hand, told=with_hand(2, "7h", "3d", "Jc"))
    assert money(line(told, 5, "pair_plus")) == (5_00, "win", paid_, 0, 5_00)


def test_pair_plus_loses_on_a_high_card():
    assert money(line(with_hand(5, "Ah", "Jd", "5h"), 5, "pair_plus")) == (5_00, "lose", 0, 5_00, 0)


def bonus(own, dealer, table=None):
    told = with_hand(3, *own, told=with_hand("dealer", *dealer))
    return line(told, 3, "six_card_bonus", pay_tables={} if table is None else {"six_card_bonus": table})


@pytest.mark.parametrize(
    ("own", "dealer", "rank", "paid_"),
    [
        (("As", "Ks", "Qs"), ("Js", "Ts", "2d"), "royal_flush", 5000_00),
        (("As", "Ks", "Qs"), ("Js", "Ts", "9s"), "royal_flush", 5000_00),
        (("5s", "4s", "3s"), ("2s", "As", "Kd"), "straight_flush", 1000_00),
        (("9s", "9d", "2h"), ("9h", "9c", "Kd"), "four_of_a_kind", 250_00),
        (("9s", "Ks", "Kh"), ("9h", "9c", "3d"), "full_house", 125_00),
        (("Kh", "9h", "4h"), ("3h", "2h", "Td"), "flush", 100_00),
        (("As", "2d", "3h"), ("4h", "5c", "9d"), "straight", 50_00),
        (("9s", "6d", "2h"), ("9h", "9c", "Kd"), "three_of_a_kind", 25_00),
    ],
)
def test_the_six_card_bonus_is_paid_on_the_best_five_of_both_hands(own, dealer, rank, paid_):
    found = bonus(own, dealer)
    assert (found.rank, found.outcome, found.paid) == (rank, "win", paid_)


@pytest.mark.parametrize(("own", "rank"), [(("Ks", "6d", "2h"), "two_pair"), (("8s", "6d", "2h"), "pair")])
def test_two_pair_and_less_lose_the_six_card_bonus(own, rank):
    found = bonus(own, ("9h", "9c", "Kd"))
    assert (found.rank, found.outcome, found.collected) == (rank, "lose", 5_00)


@pytest.mark.parametrize(
    ("suit", "rank", "prize"),
    [("d", "six_card_royal_diamonds", 1_000_000_00), ("s", "six_card_royal_other", 100_000_00)],
)
def test_six_cards_from_nine_to_ace_of_a_suit_win_a_prize_that_does_not_grow(suit, rank, prize):
    own, dealer = [r + suit for r in "AKQ"], [r + suit for r in "JT9"]
    found = bonus(own, dealer, MILLIONAIRE)
    assert (found.rank, found.paid, found.odds) == (rank, prize, f"fixed {prize}")
    assert found.cards == tuple(r + suit for r in "AKQJT9")


def test_five_of_the_six_are_a_royal_flush_and_no_more():
    assert bonus(("Ad", "Kd", "Qd"), ("Jd", "Td", "9s"), MILLIONAIRE).rank == "royal_flush"
    assert bonus(("Ad", "Kd", "Qd"), ("Jd", "Td", "8d"), MILLIONAIRE).rank == "royal_flush"


@pytest.mark.parametrize("suit", ["d", "s"])
@pytest.mark.parametrize("row", ["six_card_royal_diamonds", "six_card_royal_other"])
def test_where_a_table_has_one_of_the_six_card_royals_the_other_is_a_royal_flush(suit, row):
    table = {name: prize for name, prize in MILLIONAIRE.items() if name == row or "six_card" not in name}
    found = bonus([r + suit for r in "AKQ"], [r + suit for r in "JT9"], table)
    of_the_row = row.endswith("diamonds") is (suit == "d")
    assert found.rank == (row if of_the_row else "royal_flush")


def test_a_stake_twice_as_large_wins_the_same_prize_and_twice_the_odds():
    told = EVENING.changed("six-card bonus 3", amount=10_00)
    told = with_hand(3, "Ad", "Kd", "Qd", told=with_hand("dealer", "Jd", "Td", "9d", told=told))
    elected = {"pay_tables": {"six_card_bonus": MILLIONAIRE}}
    assert line(told, 3, "six_card_bonus", **elected).paid == 1_000_000_00
    assert line(told, 3, "six_card_bonus").paid == 10_000_00


def test_the_six_card_bonus_of_a_spot_that_plays_is_settled_beside_its_other_wagers():
    told = added("six-card bonus 4", placed(4, "six_card_bonus", 5_00), before="pair plus 5")
    told = with_hand(4, "9d", "7d", "6s", told=with_hand(3, "8s", "6d", "2h", told=told))
    found = outcomes(told)
    assert (found[4, "ante"], found[4, "six_card_bonus"]) == ("lose", "win")
