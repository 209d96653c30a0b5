"""What holds of every round, dealt well or badly, seen whole or in part."""

from __future__ import annotations

import operator
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.cards import DECK, SUITS
from ledger.games.resolution import Resolution
from tests.games.any_round import (
    every_stake_goes_somewhere,
    half_seen,
    in_other_suits,
    nothing_is_open,
    strange,
    strewn,
)
from tests.games.boston_5_stud.evening import judged, lines
from tests.games.evening import Told, money
from tests.scenario import Event, collected, dealt, event, opened, paid, placed, revealed

# How the first three cards may come, by dealing method; the last two always come running.
MANNERS = {
    "automated_shoe": ["stacks"],
    "manual_shoe": ["stacks", "one by one"],
    "hand": ["stacks", "one by one"],
}


class Deal:
    """A round of random cards and decisions, told without a mistake up to the dealer's showdown."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.told: Told = {}
        self.deck = random.Random(data.draw(st.integers(0, 2**32), label="deck")).sample(DECK, len(DECK))
        self.spots = sorted(data.draw(st.sets(st.integers(1, 7), min_size=1), label="spots"))
        self.antes = {spot: 50 * data.draw(st.integers(1, 50)) for spot in self.spots}
        self.optional = {spot for spot in self.spots if data.draw(st.booleans())}
        self.playing = [spot for spot in self.spots if data.draw(st.booleans())]
        places: list[int | str] = [*self.spots, "dealer"]
        self.hands = {place: [self.deck.pop() for _ in range(5)] for place in places}
        self.dealing = data.draw(st.sampled_from(sorted(MANNERS)), label="dealing")
        self.tell()

    def add(self, one: Event) -> None:
        self.told[f"event {len(self.told) + 1}"] = one

    def judged(self, **elected: Any):
        return judged(self.told, dealing=self.dealing, **elected)

    def tell(self) -> None:
        self.add(opened(spots=self.spots))
        for spot in self.spots:
            self.add(placed(spot, "ante", self.antes[spot]))
            self.add(placed(spot, "first", 2 * self.antes[spot]))
            if spot in self.optional:
                self.add(placed(spot, "optional_bonus", 5_01))
        self.add(event("betting_closed"))
        self.deal()
        self.claim()
        for spot in self.spots:
            self.decide(spot)
        drawing: list[int | str] = [*self.playing, "dealer"]
        for place in drawing if self.playing else ():
            for card in self.hands[place][3:]:
                self.add(dealt(place, card))
        if self.playing:
            self.add(revealed("dealer", *self.hands["dealer"]))

    def deal(self) -> None:
        manner = self.data.draw(st.sampled_from(MANNERS[self.dealing]), label="manner")
        order: list[tuple[int | str, int]] = [(place, card) for place in self.hands for card in (0, 1, 2)]
        if manner == "one by one":
            order.sort(key=operator.itemgetter(1))
        for place, card in order:
            self.add(dealt(place, self.hands[place][card]))

    def claim(self) -> None:
        """Each exposes, is seen to, declines or says nothing; then losers in any order, then winners."""
        for spot in sorted(self.optional):
            said = self.data.draw(st.sampled_from(["expose", "show", "both", "decline", "nothing"]))
            if said in {"expose", "both", "decline"}:
                word = "decline" if said == "decline" else "expose"
                self.add(event("decision_made", spot=spot, decision=word))
            if said in {"show", "both"}:
                self.add(revealed(spot, *self.hands[spot][:3]))
        steps = self.data.draw(st.permutations(sorted(self.optional)), label="order of the stage")
        # What becomes of who said nothing shows when the second wagers begin.
        silent = {**self.told, "fold": event("decision_made", spot=99, decision="fold")}
        due = {
            line.spot: line
            for line in judged({**silent, "end": event("closed")}).adjudication.resolutions
            if line.wager == "optional_bonus"
        }
        for spot in steps:
            if due[spot].outcome == "lose":
                self.add(collected(spot, "optional_bonus", 5_01))
        for spot in steps:
            if due[spot].outcome == "win":
                self.add(paid(spot, "optional_bonus", due[spot].paid))

    def decide(self, spot: int) -> None:
        if spot in self.playing:
            self.add(placed(spot, "second", 2 * self.antes[spot]))
            return
        if self.data.draw(st.booleans(), label=f"{spot} changes its mind"):
            self.add(placed(spot, "second", 2 * self.antes[spot]))
            self.add(event("wager_withdrawn", spot=spot, wager="second", amount=2 * self.antes[spot]))
        else:
            self.add(event("decision_made", spot=spot, decision="fold"))
        self.add(collected(spot, "ante", self.antes[spot]))
        self.add(collected(spot, "first", 2 * self.antes[spot]))
        self.add(event("hand_collected", to=spot))

    def settle(self) -> None:
        """Each step as the rules order it, then the close."""
        judgement = self.judged()
        steps = judgement.adjudication.settlement_order
        after = steps.index("dealer_reveal") + 1 if self.playing else steps.index("rack:dealer")
        for step in steps[after:]:
            verb, _, place = step.partition(":")
            self.take(verb, int(place) if place.isdigit() else place, judgement.adjudication.resolutions)
        self.add(event("stub_collected"))
        self.add(event("closed"))

    def take(self, verb: str, place: int | str, resolutions: tuple[Resolution, ...]) -> None:
        if verb == "reveal":
            self.add(revealed(place, *self.hands[place]))
        if verb == "rack":
            self.add(event("hand_collected", to=place))
        for line in resolutions:
            if line.spot != place or line.wager == "optional_bonus":
                continue
            if verb == "pay" and line.paid:
                self.add(paid(line.spot, line.wager, line.paid))
            if verb == "collect" and line.outcome == "lose":
                self.add(collected(line.spot, line.wager, line.collected))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_round_dealt_and_settled_by_the_rules_has_no_finding(data):
    deal = Deal(data)
    deal.settle()
    assert deal.judged().findings == ()


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_every_stake_goes_somewhere_or_its_line_says_what_is_missing(data):
    deal = Deal(data)
    told = half_seen(data, deal.told)
    nothing_is_open(lines(told).values())


STRANGE = strange(
    ("ante", "first", "second", "optional_bonus", "ante_bonus"),
    words=("fold", "check", "expose", "decline"),
    kinds=("wrong_number_of_cards", "wrong_number_in_second_deal", "card_exposed_in_deal", "shoe_jammed"),
    hand=6,
)
LIMITS: dict[str, Any] = {"payout_limits": {"ante_bonus": 10_00}, "aggregate_limits": {"round": 100_00}}


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_was_recorded_is_judged_at_every_point(data):
    whole, so_far = strewn(data, Deal(data).told, STRANGE)
    for judgement in (
        judged(whole),
        judged(whole, pay_tables={}, late_wagers="stands", **LIMITS),
        judged(so_far),
    ):
        every_stake_goes_somewhere(judgement.adjudication.resolutions)


@given(st.data(), st.permutations(SUITS))
@settings(max_examples=40, deadline=None)
def test_no_outcome_depends_on_which_suit_is_which(data, suits):
    told = Deal(data).told

    turned = in_other_suits(told, suits)
    assert {wager: money(line) for wager, line in lines(told).items()} == {
        wager: money(line) for wager, line in lines(turned).items()
    }
