"""What holds of every round, dealt well or badly, seen whole or in part."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.cards import SUITS
from ledger.games.resolution import Resolution
from tests.games.any_round import (
    UNJUDGED,
    every_stake_goes_somewhere,
    half_seen,
    in_other_suits,
    nothing_is_open,
    strange,
    strewn,
)
from tests.games.evening import Told
from tests.games.three_card_poker.dealing import Deal
from tests.games.three_card_poker.evening import EVENING
from tests.scenario import event


def resolved(told: Told, **judged: Any) -> dict[tuple[int, str, bool], Resolution]:
    found = EVENING.judged(told, **judged).adjudication.resolutions
    return {(line.spot, line.wager, line.late): line for line in found}


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_round_dealt_and_settled_by_the_rules_has_no_finding(data):
    deal = Deal(data)
    deal.settle()
    assert EVENING.found(deal.told, **deal.judged) == []


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_a_round_dealt_by_the_rules_has_no_finding_at_any_point(data):
    deal = Deal(data)
    deal.settle()
    names = list(deal.told)
    for last in range(1, len(names), 3):
        assert EVENING.found({name: deal.told[name] for name in names[:last]}, **deal.judged) == []


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_every_stake_goes_somewhere_or_its_line_says_what_is_missing(data):
    deal = Deal(data)
    told = half_seen(data, deal.told)
    nothing_is_open(resolved(told, **deal.judged).values())


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_what_is_decided_stays_decided_as_more_is_revealed(data):
    """Cards are told one after another, first without a face, then without a suit, then whole."""
    deal = Deal(data)
    whole = {name: one["card"] for name, one in deal.told.items() if one["type"] == "card_dealt"}
    told = {name: one for name, one in deal.told.items() if one["type"] != "hand_revealed"}
    told |= {name: {**told[name], "card": None} for name in whole} | {"closed": event("closed")}
    decided: dict[tuple[int, str, bool], Resolution] = {}
    for name in data.draw(st.permutations(sorted(whole)), label="order"):
        for face in (whole[name][0] + "?", whole[name]):
            told[name] = {**told[name], "card": face}
            now = resolved(told, **deal.judged)
            for wager, line in decided.items():
                assert amounts(now[wager]) == amounts(line)
            decided = {wager: line for wager, line in now.items() if line.outcome not in UNJUDGED}
    assert len(decided) >= sum(map(len, deal.wagers.values()))


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_what_is_decided_stays_decided_as_the_round_goes_on(data):
    deal = Deal(data)
    deal.settle()
    decided: dict[tuple[int, str, bool], Resolution] = {}
    names = list(deal.told)
    for last in range(1, len(names) + 1):
        now = resolved({name: deal.told[name] for name in names[:last]}, **deal.judged)
        for wager, line in decided.items():
            assert amounts(now[wager]) == amounts(line)
        decided = {wager: line for wager, line in now.items() if line.outcome not in UNJUDGED}


def amounts(line: Resolution) -> tuple[object, ...]:
    return (line.stake, line.outcome, line.paid, line.collected, line.returned)


@given(st.data())
@settings(max_examples=50, deadline=None)
def test_the_steps_move_what_the_lines_say_and_rack_every_hand_once(data):
    deal = Deal(data)
    said = EVENING.judged(deal.told, **deal.judged).adjudication
    steps = said.settlement_order
    assert steps.index("rack:dealer") == len(steps) - 1
    for spot in deal.spots:
        lines = [line for line in said.resolutions if line.spot == spot]
        assert steps.count(f"rack:{spot}") == 1
        assert (f"pay:{spot}" in steps) == any(line.paid for line in lines)
        assert (f"collect:{spot}" in steps) == any(line.collected for line in lines)
        folded = spot in deal.antes and spot not in deal.playing
        assert (f"reveal:{spot}" in steps) != folded


@given(st.data(), st.permutations(SUITS))
@settings(max_examples=80, deadline=None)
def test_no_outcome_depends_on_which_suit_is_which(data, suits):
    deal = Deal(data)

    turned = in_other_suits(deal.told, suits)
    before, after = resolved(deal.told, **deal.judged), resolved(turned, **deal.judged)
    assert {wager: (*amounts(line), line.rank) for wager, line in before.items()} == {
        wager: (*amounts(line), line.rank) for wager, line in after.items()
    }


STRANGE = strange(
    ("ante", "play", "pair_plus", "six_card_bonus", "ante_bonus"),
    words=("fold", "check", "expose"),
    kinds=("card_exposed_in_deal", "shoe_jammed", "communication"),
    hand=4,
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_whatever_was_recorded_is_judged_at_every_point(data):
    deal = Deal(data)
    for told in strewn(data, deal.told, STRANGE):
        every_stake_goes_somewhere(resolved(told, **deal.judged).values())
