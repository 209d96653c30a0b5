"""Stakes handed back too early or for a wrong reason, hands picked up twice, wagers carried over."""

import json

import pytest

from tests.cli.commands import environment, lines, run
from tests.games.boston_5_stud.evening import EVENING as BOSTON
from tests.games.caribbean_stud.evening import EVENING as CARIBBEAN
from tests.games.caribbean_stud.evening import NO_HAND
from tests.games.texas_holdem_bonus.evening import EVENING as TEXAS
from tests.games.three_card_poker.evening import EVENING as THREE_CARD
from tests.games.three_card_poker.evening import NOT_QUALIFIED
from tests.scenario import dealt, event, placed, round_record

ALL = [THREE_CARD, CARIBBEAN, BOSTON, TEXAS]
NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
EARLY, MISSTATED = "settled_before_showdown", "return_misstated"


def back(spot, wager, amount, reason, **fields):
    return event("wager_returned", spot=spot, wager=wager, amount=amount, reason=reason, **fields)


def codes(game, told, **elected):
    return {code for code, _ in game.found(told, **elected)}


# --- before the dealer's cards are up ---------------------------------------------------------

# A wager that plays, and the paragraph by which it waits for the showdown.
WAITING = [
    (CARIBBEAN, NO_HAND, (3, "bet", 50_00), ("13:69F-16.10(e),(f)", "nj_text")),
    (THREE_CARD, NOT_QUALIFIED, (4, "play", 20_00), ("13:69F-20.10(b),(c)", "nj_text")),
    (BOSTON, BOSTON.clean, (1, "second", 20_00), ("13:69F-24.10(f)", "nj_text")),
    (TEXAS, TEXAS.clean, (1, "flop", 20_00), ("13:69F-28.10(h)", "nj_text")),
]
PLAYS = [row[:3] for row in WAITING]


def handed_back(game, told, wager):
    """The round with a wager handed back as void before the dealer's cards are turned up."""
    told = game.without(f"bet back {wager[0]}", told=told)
    spot, name, amount = wager
    return game.added("back", back(spot, name, amount, "void"), before="reveal dealer", told=told)


@pytest.mark.parametrize(("game", "told", "wager", "cited"), WAITING)
def test_a_wager_handed_back_as_void_before_the_reveal_that_decides_it(game, told, wager, cited):
    told = handed_back(game, told, wager)
    assert (EARLY, "back") in game.found(told)
    assert (EARLY, "back") in game.found(game.until("back", told))
    assert game.rule(told, EARLY) == cited
    assert game.finding(told, EARLY).facts == {"spot": wager[0], "wager": wager[1]}


def test_where_the_bets_are_void_all_the_same_that_is_all_that_is_found():
    told = handed_back(CARIBBEAN, NO_HAND, (3, "bet", 50_00))
    assert CARIBBEAN.found(told) == [(EARLY, "back")]
    told = CARIBBEAN.moved("bet back 1", before="reveal dealer", told=told)
    assert CARIBBEAN.found(told) == [(EARLY, "back")]


FLOOR = {
    "noted": event("irregularity_noted", kind="card_exposed_in_deal", source="supervisor"),
    "ruled": event("ruling_made", ruling="The bet is void.", by="F-1", approved_by="S-1"),
}


@pytest.mark.parametrize("said", FLOOR)
@pytest.mark.parametrize(("game", "told", "wager"), PLAYS)
def test_what_the_floor_noted_or_ruled_before_is_no_mistake_of_the_dealers(game, told, wager, said):
    told = handed_back(game, told, wager)
    assert EARLY not in codes(game, game.added("said", FLOOR[said], before="back", told=told))
    assert EARLY in codes(game, game.added("said", FLOOR[said], before="reveal dealer", told=told))


@pytest.mark.parametrize(("game", "told", "wager"), PLAYS)
def test_what_the_floor_itself_hands_back_is_none(game, told, wager):
    told = handed_back(game, told, wager)
    assert EARLY not in codes(game, game.changed("back", told=told, source="supervisor", by="F-1"))


@pytest.mark.parametrize(("game", "told", "wager"), PLAYS)
def test_a_whole_hand_or_a_whole_round_handed_back_is_none_either(game, told, wager):
    told, spot = handed_back(game, told, wager), wager[0]
    ante = back(spot, "ante", told[f"ante {spot}"]["amount"], "void")
    whole = game.added("ante back", ante, before="reveal dealer", told=told)
    assert EARLY not in codes(game, whole)
    void = event("voided", reason="the shoe jammed")
    assert EARLY not in codes(game, {**game.until("back", told), "void": void, "close": event("closed")})


@pytest.mark.parametrize("elected", ["void", "undetermined"])
@pytest.mark.parametrize("game", ALL)
def test_what_was_put_down_too_late_may_be_handed_back_at_once(game, elected):
    names = list(game.clean)
    dealt_first = next(name for name in names if game.clean[name]["type"] == "card_dealt")
    late = game.added("late", event("wager_increased", spot=1, wager="ante", amount=5_00), before=dealt_first)
    told = game.added("back", back(1, "ante", 5_00, "void"), before=dealt_first, told=late)
    assert not codes(game, told, late_wagers=elected) & {EARLY, MISSTATED}


def test_a_wager_that_a_shown_card_made_void_may_be_handed_back_at_once():
    """The card shown is evident, and what follows of it elected wager by wager."""
    told = THREE_CARD.added("shown", event("card_exposed", card="9h", from_="dealer"), before="play 4")
    told = THREE_CARD.added("back", back(4, "play", 20_00, "void"), before="reveal dealer", told=told)
    elected = {"irregularities": {"dealer_exposed_early": {"play": "ROUND_VOID_RETURN_ALL"}}}
    assert THREE_CARD.outcomes(told, **elected)[4, "play"] == "void"
    assert ("settled_before_showdown", "back") not in THREE_CARD.found(told, **elected)


def test_before_a_card_is_dealt_and_where_the_dealers_hand_decides_nothing_a_wager_waits_for_no_showdown():
    told = THREE_CARD.added("back", back(5, "pair_plus", 5_00, "void"), before="no more bets")
    assert EARLY not in codes(THREE_CARD, told)
    told = BOSTON.added("back", back(4, "optional_bonus", 5_00, "void"), before="second 1")
    assert EARLY not in codes(BOSTON, BOSTON.without("collect optional 4", told=told))


# --- for a reason that the rules do not give --------------------------------------------------

PLAY_BACK = THREE_CARD.added(
    "play back 4", back(4, "play", 20_00, "void"), before="rack 4", told=NOT_QUALIFIED
)
PLAY_BACK = THREE_CARD.without("pay play 4", told=PLAY_BACK)
ANTE_BACK = TEXAS.added("ante back 3", back(3, "ante", 10_00, "unpaid"), before="rack 3")
# A stake that goes back, and the paragraph by which it does, with what is known of it.
GOING_BACK = [
    (CARIBBEAN, CARIBBEAN.clean, "bet back 3", ("13:69F-16.10(e)2", "mixed")),
    (CARIBBEAN, NO_HAND, "bet back 3", ("13:69F-16.10(f)3", "mixed")),
    (THREE_CARD, PLAY_BACK, "play back 4", ("13:69F-20.10(c)", "not_nj_text")),
    (BOSTON, BOSTON.clean, "push first 3", ("13:69F-24.10(f)2", "nj_text")),
    (BOSTON, BOSTON.clean, "ante back 1", ("13:69F-24.10(f)3", "derived")),
    (TEXAS, ANTE_BACK, "ante back 3", ("13:69F-28.10(h)2", "derived")),
]


@pytest.mark.parametrize("said", ["push", "void", "unpaid", "uncalled"])
@pytest.mark.parametrize(("game", "told", "name", "cited"), GOING_BACK)
def test_a_stake_handed_back_for_another_reason_than_the_rules_give(game, told, name, cited, said):
    given = told[name]["reason"]
    misstated = game.changed(name, told=told, reason=said)
    if said == given:
        assert MISSTATED not in codes(game, misstated)
        return
    assert (MISSTATED, name) in game.found(misstated)
    assert game.rule(misstated, MISSTATED) == cited
    finding = game.finding(misstated, MISSTATED)
    spot, wager = told[name]["spot"], told[name]["wager"]
    assert finding.facts == {"spot": spot, "wager": wager, "reason": said}
    assert finding.detail == f"the {wager} of spot {spot} was handed back as {said}, the rules give {given}"


def test_only_the_reason_is_wrong_and_only_that_is_found():
    for game, told, name, _ in GOING_BACK:
        said = "push" if told[name]["reason"] == "void" else "uncalled"
        clean = game.found(told)
        assert sorted(game.found(game.changed(name, told=told, reason=said))) == sorted(
            [*clean, (MISSTATED, name)]
        )


def test_a_stake_that_the_rules_take_or_pay_has_no_reason_to_go_back():
    """That nothing was taken or paid is what is found."""
    told = CARIBBEAN.without("collect bet 4")
    told = CARIBBEAN.added("back", back(4, "bet", 20_00, "push"), before="rack 4", told=told)
    assert MISSTATED not in codes(CARIBBEAN, told)
    assert "wager_miscollected" in codes(CARIBBEAN, told)
    told = CARIBBEAN.changed("pay bet 1", stake="stays")
    told = CARIBBEAN.added("back", back(1, "bet", 20_00, "push"), before="rack 1", told=told)
    assert MISSTATED not in codes(CARIBBEAN, told)


def test_a_wager_is_told_from_another_of_its_name_by_what_its_return_says():
    """The coupon was late and is void, the chips push."""
    coupon = {"tender": "match_play", "serial": "M-1"}
    told = CARIBBEAN.added("late", placed(3, "ante", 10_00, **coupon), before="bet 1")
    told = CARIBBEAN.changed("ante back 3", told=told, tender="chips")
    returned = back(3, "ante", 10_00, "void", tender="match_play")
    told = CARIBBEAN.added("back", returned, before="rack 3", told=told)
    assert MISSTATED not in codes(CARIBBEAN, told, late_wagers="void")
    told = CARIBBEAN.changed("back", told=told, reason="push")
    assert (MISSTATED, "back") in CARIBBEAN.found(told, late_wagers="void")


@pytest.mark.parametrize("game", ALL)
def test_in_a_round_declared_void_a_stake_goes_back_as_void(game):
    names = list(game.clean)
    void = {
        **game.until(names[names.index("reveal dealer") - 1]),
        "void": event("voided", reason="a misdeal"),
    }
    for reason, found in (("void", set()), ("push", {MISSTATED})):
        told = {**void, "back": back(1, "ante", 10_00, reason), "close": event("closed")}
        assert codes(game, told) & {MISSTATED, EARLY} == found
    after = {**void, "close": event("closed"), "back": back(1, "ante", 10_00, "push")}
    assert MISSTATED not in codes(game, after)


# --- a hand that plays on -----------------------------------------------------------------------

# A wager that plays, and the first that was put down when cards were dealt.
PLAYING_ON = [(game, told, wager, name) for (game, told, wager), name in zip(
    PLAYS, ("bet 3", "play 1", "second 1", "flop wager 1"), strict=True
)]  # fmt: skip


def more_handed_back(game, told, spot, name, amount=5_00):
    """The round where more was put on an ante when the cards were dealt, and handed back at once."""
    more = event("wager_increased", spot=spot, wager="ante", amount=amount)
    told = game.added("late", more, before=name, told=told)
    return game.added("late back", back(spot, "ante", amount, "void"), before=name, told=told)


@pytest.mark.parametrize("amount", [5_00, 10_00, 100_00])
@pytest.mark.parametrize(("game", "told", "wager", "name"), PLAYING_ON)
def test_with_what_came_late_the_hand_does_not_go_back(game, told, wager, name, amount):
    told = more_handed_back(game, told, wager[0], name, amount)
    early = handed_back(game, told, wager)
    assert (EARLY, "back") in game.found(early, late_wagers="void")
    whole = back(wager[0], "ante", told[f"ante {wager[0]}"]["amount"], "void")
    early = game.added("ante back", whole, before="reveal dealer", told=early)
    assert EARLY not in codes(game, early, late_wagers="void")


@pytest.mark.parametrize(("game", "spot", "name"), [(BOSTON, 1, "second 1"), (TEXAS, 1, "flop wager 1")])
def test_what_the_hand_lacks_is_missed_though_a_late_part_went_back(game, spot, name):
    told = game.without(*(step for step in game.clean if step.startswith("pay") and step.endswith("1")))
    told = game.without(f"reveal {spot}", "collect optional 2", "ante back 1", told=told)
    assert ("hand_not_revealed", "close") in game.found(told)
    told = more_handed_back(game, told, spot, name)
    assert ("hand_not_revealed", "close") in game.found(told, late_wagers="void")


def test_that_one_patrons_ante_goes_back_leaves_the_others_hand_to_be_compared():
    told = dict(THREE_CARD.clean)
    for name in ("ante 4", "play 4", "pay ante 4", "pay play 4"):
        told = THREE_CARD.changed(name, told=told, patron="P-1")
    told = THREE_CARD.added("other", placed(4, "ante", 10_00, patron="P-2"), before="no more bets", told=told)
    other = back(4, "ante", 10_00, "void", patron="P-2")
    told = THREE_CARD.added("other back", other, before="fold 2", told=told)
    early = back(4, "play", 20_00, "void", patron="P-1")
    told = THREE_CARD.added("back", early, before="reveal dealer", told=told)
    assert (EARLY, "back") in THREE_CARD.found(told)


def test_a_hand_dealt_to_without_an_ante_goes_back_with_what_it_was_dealt_for():
    told = THREE_CARD.without("reveal 5", "pay pair plus 5", "rack 5")
    told = THREE_CARD.added("six 5", placed(5, "six_card_bonus", 5_00), before="no more bets", told=told)
    told = THREE_CARD.added("back", back(5, "pair_plus", 5_00, "void"), before="reveal dealer", told=told)
    assert (EARLY, "back") in THREE_CARD.found(told)
    told = THREE_CARD.added("six", back(5, "six_card_bonus", 5_00, "void"), before="reveal dealer", told=told)
    assert EARLY not in codes(THREE_CARD, told)


# --- taken back after a fold --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager", "amount", "before"),
    [
        (THREE_CARD, "play", 10_00, "fold 3"),
        (CARIBBEAN, "bet", 20_00, "collect ante 2"),
        (BOSTON, "second", 20_00, "collect ante 2"),
        (TEXAS, "flop", 20_00, "collect ante 2"),
    ],
)
def test_a_fold_stands_where_what_was_placed_after_it_was_taken_back(game, wager, amount, before):
    told = game.added("odd", placed(2, wager, amount), before=before)
    taken = event("wager_withdrawn", spot=2, wager=wager, amount=amount)
    told = game.added("taken back", taken, before=before, told=told)
    assert game.outcomes(told)[2, "ante"] == "forfeit"
    assert game.found(told) == [("decision_contradicted", "odd")]


def test_a_check_stands_where_what_was_placed_after_it_was_taken_back():
    told = TEXAS.added("odd", placed(3, "river", 10_00), before="burn river")
    taken = event("wager_withdrawn", spot=3, wager="river", amount=10_00)
    told = TEXAS.added("taken back", taken, before="burn river", told=told)
    assert TEXAS.found(told) == [("decision_contradicted", "odd")]


# --- picked up twice --------------------------------------------------------------------------

PICKED_UP = [
    (THREE_CARD, ("13:69F-20.10(d)", "derived")),
    (CARIBBEAN, ("13:69F-16.10(g)", "derived")),
    (BOSTON, ("13:69F-24.10(g)", "derived")),
    (TEXAS, ("13:69F-28.10(i)", "derived")),
]


@pytest.mark.parametrize(("game", "cited"), PICKED_UP)
@pytest.mark.parametrize("place", [1, 2, "dealer"])
def test_a_hand_picked_up_that_was_in_the_rack_already(game, cited, place):
    told = game.added("again", game.clean[f"rack {place}"], before="close")
    assert game.found(told) == [("hand_racked_twice", "again")]
    assert game.rule(told, "hand_racked_twice") == cited
    assert game.finding(told, "hand_racked_twice").facts == ({} if place == "dealer" else {"spot": place})


def test_a_card_that_comes_to_a_place_after_its_hand_was_racked_is_picked_up_by_itself():
    told = BOSTON.added("odd", dealt(2, "Ac"), before="reveal dealer")
    told = BOSTON.added("odd racked", event("hand_collected", to=2), before="rack dealer", told=told)
    assert "hand_racked_twice" not in codes(BOSTON, told)
    told = BOSTON.added("again", event("hand_collected", to=2), before="rack dealer", told=told)
    assert ("hand_racked_twice", "again") in BOSTON.found(told)


def test_what_was_laid_aside_is_no_hand_and_may_be_picked_up_card_by_card():
    aside = event("hand_collected", to="stand")
    told = TEXAS.added("aside", aside, before="close")
    assert "hand_racked_twice" not in codes(TEXAS, TEXAS.added("more", aside, before="close", told=told))


def test_what_was_left_lying_when_others_of_the_hand_were_picked_up_goes_there_once():
    first = TEXAS.changed("rack 3", cards=["Kh"])
    rest = event("hand_collected", to=3, cards=["Tc"])
    told = TEXAS.added("rest", rest, before="rack dealer", told=first)
    assert TEXAS.found(told) == []
    told = TEXAS.added("again", rest, before="rack dealer", told=told)
    assert TEXAS.found(told) == [("hand_racked_twice", "again")]
    for odd in (["Kh"], ["Kh", "Tc"], None):
        told = TEXAS.added("odd", {**rest, "cards": odd}, before="rack dealer", told=first)
        assert TEXAS.found(told) == [("hand_racked_twice", "odd")]


# --- carried over -----------------------------------------------------------------------------

BEFORE = "T-1/2026-11-28/0"
CARRIED = [
    (THREE_CARD, ("13:69F-20.10(b),(c)", "derived")),
    (CARIBBEAN, ("13:69F-16.10(e),(f)", "derived")),
    (BOSTON, ("13:69F-24.10(b),(f)", "derived")),
    (TEXAS, ("13:69F-28.10(a),(h)", "derived")),
]


@pytest.mark.parametrize(("game", "cited"), CARRIED)
def test_a_wager_carried_over_is_that_and_lies_there_all_the_same(game, cited):
    carried = event("wager_carried", spot=1, wager="ante", amount=10_00, from_=BEFORE)
    told = {**game.clean, "ante 1": carried}
    assert game.found(told) == [("wager_carried_unexpected", "ante 1")]
    assert game.rule(told, "wager_carried_unexpected") == cited
    finding = game.finding(told, "wager_carried_unexpected")
    assert finding.facts == {"spot": 1, "wager": "ante", "amount": 10_00, "from": BEFORE}
    assert finding.detail == f"the ante of spot 1 was carried over from {BEFORE}, and nothing lives on"


@pytest.mark.parametrize(
    ("game", "name"),
    [(THREE_CARD, "play 1"), (CARIBBEAN, "bet 1"), (BOSTON, "second 1"), (TEXAS, "flop wager 1")],
)
def test_a_wager_that_keeps_a_hand_in_does_so_carried_over(game, name):
    was = game.clean[name]
    carried = event("wager_carried", spot=1, wager=was["wager"], amount=was["amount"], from_=BEFORE)
    assert game.found({**game.clean, name: carried}) == [("wager_carried_unexpected", name)]


def test_what_is_paid_without_being_placed_cannot_be_carried_either():
    carried = event("wager_carried", spot=4, wager="ante_bonus", amount=5_00, from_=BEFORE)
    assert ("wager_carried_unexpected", "odd") in THREE_CARD.found(
        THREE_CARD.added("odd", carried, before="no more bets")
    )


# --- as a person at a terminal meets it -------------------------------------------------------


def test_all_of_it_is_said_of_a_round_judged_from_a_file():
    told = handed_back(CARIBBEAN, NO_HAND, (3, "bet", 50_00))
    told = CARIBBEAN.changed("bet back 1", told=told, reason="push")
    told = CARIBBEAN.added("again", event("hand_collected", to=1), before="close", told=told)
    told["ante 1"] = event("wager_carried", spot=1, wager="ante", amount=10_00, **{"from": BEFORE})
    record = round_record(*told.values(), game="caribbean_stud")
    (answer,) = lines(run("adjudicate", "-", given=json.dumps(record), env=NOWHERE).stdout)
    found = {(one["code"], one["event"], one["rule"]) for one in answer["findings"]}
    at = {name: version for version, name in enumerate(told, 1)}
    assert found == {
        ("wager_carried_unexpected", at["ante 1"], "13:69F-16.10(e),(f)"),
        (EARLY, at["back"], "13:69F-16.10(e),(f)"),
        (MISSTATED, at["bet back 1"], "13:69F-16.10(f)3"),
        ("hand_racked_twice", at["again"], "13:69F-16.10(g)"),
    }
