"""What holds of every round, dealt well or badly, seen whole or in part."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.cards import DECK, RANKS, SUITS
from ledger.games.seam import Resolution
from tests.games.evening import Told
from tests.games.three_card_poker.dealing import Deal
from tests.games.three_card_poker.evening import EVENING
from tests.scenario import Event, event

UNJUDGED = {"open", "undetermined"}


def resolved(told: Told, **judged: Any) -> dict[tuple[int, str, bool], Resolution]:
    found = EVENING.judged(told, **judged).adjudication.resolutions
    return {(line.spot, line.wager, line.late): line for line in found}


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_a_round_dealt_and_settled_by_the_rules_has_no_finding(data):
    deal = Deal(data)
    deal.settle()
    assert EVENING.found(deal.told, **deal.judged) == []


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_round_dealt_by_the_rules_has_no_finding_at_any_point(data):
    deal = Deal(data)
    deal.settle()
    names = list(deal.told)
    for last in range(1, len(names), 3):
        assert EVENING.found({name: deal.told[name] for name in names[:last]}, **deal.judged) == []


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_every_stake_goes_somewhere_or_its_line_says_what_is_missing(data):
    deal = Deal(data)
    for name, one in deal.told.items():
        if one["type"] == "card_dealt" and data.draw(st.integers(0, 5)) == 0:
            deal.told[name] = {**one, "card": data.draw(st.sampled_from([None, one["card"][0] + "?"]))}
    told = {name: one for name, one in deal.told.items() if one["type"] != "hand_revealed"}
    told["closed"] = event("closed")
    for line in resolved(told, **deal.judged).values():
        assert line.outcome != "open"
        if line.outcome == "undetermined":
            assert line.missing
            assert (line.paid, line.collected, line.returned) == (0, 0, 0)
        else:
            assert line.collected + line.returned == line.stake
            assert line.paid == 0 or line.outcome == "win"


@given(st.data())
@settings(max_examples=150, deadline=None)
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
@settings(max_examples=60, deadline=None)
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
@settings(max_examples=100, deadline=None)
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

    def other(cards: list[str]) -> list[str]:
        return [card[0] + str(suits[SUITS.index(card[1])]) for card in cards]

    turned: Told = {}
    for name, one in deal.told.items():
        card = {"card": other([one["card"]])[0]} if one.get("card") else {}
        cards = {"cards": other(one["cards"])} if "cards" in one else {}
        turned[name] = {**one, **card, **cards}
    before, after = resolved(deal.told, **deal.judged), resolved(turned, **deal.judged)
    assert {wager: (*amounts(line), line.rank) for wager, line in before.items()} == {
        wager: (*amounts(line), line.rank) for wager, line in after.items()
    }


anything = st.sampled_from([*DECK, *(rank + "?" for rank in RANKS), "Xr", None])
places = st.sampled_from([1, 2, 7, "dealer", "board", "stand"])
spots = st.integers(1, 3)
wagers = st.sampled_from(["ante", "play", "pair_plus", "six_card_bonus"])
paid_on = st.sampled_from(["ante", "play", "pair_plus", "six_card_bonus", "ante_bonus"])
amounts_of = st.integers(1, 50_00)


def strange() -> st.SearchStrategy[Event]:
    """Events that can be recorded at any time, however little sense they make."""

    def of(name: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Event]:
        return st.fixed_dictionaries({"type": st.just(name), **fields})

    hand = st.lists(anything, max_size=4)
    kinds = st.sampled_from(["card_exposed_in_deal", "shoe_jammed", "communication"])
    return st.one_of(
        of("wager_placed", spot=spots, wager=wagers, amount=amounts_of),
        of("wager_withdrawn", spot=spots, wager=wagers, amount=amounts_of),
        of("wager_paid", spot=spots, wager=paid_on, amount=amounts_of),
        of("wager_collected", spot=spots, wager=paid_on, amount=amounts_of),
        of("wager_returned", spot=spots, wager=paid_on, amount=amounts_of, reason=st.just("push")),
        of("decision_made", spot=spots, decision=st.sampled_from(["fold", "check", "expose"])),
        of("card_dealt", to=places, card=anything, face=st.sampled_from(["up", "down"])),
        of("card_moved", card=anything, to=places),
        of("card_returned", card=anything),
        of("card_exposed", card=anything),
        of("card_burned", card=anything),
        of("hand_revealed", to=places, cards=hand),
        of("hand_collected", to=places, cards=hand),
        of("irregularity_noted", kind=kinds),
        of("betting_closed"),
        of("voided", reason=st.just("misdeal")),
        of("closed"),
    )


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_whatever_was_recorded_is_judged_at_every_point(data):
    deal = Deal(data)
    names = list(deal.told)
    for number, one in enumerate(data.draw(st.lists(strange(), max_size=12))):
        names.insert(data.draw(st.integers(1, len(names))), f"strange {number}")
        deal.told[f"strange {number}"] = one
    seen = names[: data.draw(st.integers(1, len(names)))]
    for part in (names, seen):
        for line in resolved({name: deal.told[name] for name in part}, **deal.judged).values():
            judged = line.outcome not in UNJUDGED
            assert line.collected + line.returned == (line.stake if judged else 0)
