"""What holds of every round, dealt well or badly, seen whole or in part."""

from __future__ import annotations

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
from tests.games.evening import Told
from tests.games.texas_holdem_bonus.evening import judged, lines
from tests.scenario import Event, collected, dealt, event, opened, paid, placed, revealed

# How many community cards are dealt, and the wager that is asked for after them.
STREETS = ((3, "turn"), (1, "river"), (1, None))


# Whether the cards come in stacks of two, by the method of dealing; untold, either way.
MANNERS = {"automated_shoe": [True], "manual_shoe": [False], "hand": [False], None: [True, False]}


class Deal:
    """A round of random cards and decisions, told without a mistake up to the dealer's showdown."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.told: Told = {}
        self.dealing = data.draw(st.sampled_from([*MANNERS]), label="dealing")
        self.deck = data.draw(st.permutations(DECK), label="deck")
        self.spots = sorted(data.draw(st.sets(st.integers(1, 6), min_size=1), label="spots"))
        self.antes = {spot: 100 * data.draw(st.integers(1, 50)) for spot in self.spots}
        self.bonuses = {spot for spot in self.spots if data.draw(st.booleans())}
        self.playing = [spot for spot in self.spots if data.draw(st.booleans())]
        places: list[int | str] = [*self.spots, "dealer"]
        self.hands = {place: [self.deck.pop(), self.deck.pop()] for place in places}
        self.tell()

    def add(self, one: Event) -> None:
        self.told[f"event {len(self.told) + 1}"] = one

    def tell(self) -> None:
        self.add(opened(spots=self.spots))
        for spot in self.spots:
            self.add(placed(spot, "ante", self.antes[spot]))
            if spot in self.bonuses:
                self.add(placed(spot, "bonus", 5_01))
        self.add(event("betting_closed"))
        self.deal()
        self.add(event("cover_card_placed", to="dealer"))
        for spot in self.spots:
            self.decide(spot)
        for count, asked in STREETS if self.playing else ():
            self.add(event("card_burned", card=self.deck.pop()))
            for _ in range(count):
                self.add(dealt("board", self.deck.pop(), "up"))
            for spot in self.playing if asked else ():
                bets = self.data.draw(st.booleans(), label=f"{asked} wager of {spot}")
                check = event("decision_made", spot=spot, decision="check")
                self.add(placed(spot, str(asked), self.antes[spot]) if bets else check)
        self.add(revealed("dealer", *self.hands["dealer"]))

    def deal(self) -> None:
        """In stacks of two or one card at a time, as the method of dealing wants it."""
        stacks = self.data.draw(st.sampled_from(MANNERS[self.dealing]), label="stacks of two")
        order = [(place, card) for place in self.hands for card in (0, 1)]
        for place, card in order if stacks else sorted(order, key=lambda one: one[1]):
            self.add(dealt(place, self.hands[place][card]))

    def decide(self, spot: int) -> None:
        if spot in self.playing:
            self.add(placed(spot, "flop", 2 * self.antes[spot]))
            return
        self.add(event("decision_made", spot=spot, decision="fold"))
        self.add(collected(spot, "ante", self.antes[spot]))
        if spot not in self.bonuses:
            self.add(event("hand_collected", to=spot, spread=True))

    def settle(self) -> None:
        """Each step as the rules order it, then the close."""
        done = {"collect", "rack"} if not self.playing and not self.bonuses else set()
        judgement = judged(self.told, dealing=self.dealing)
        steps = judgement.adjudication.settlement_order
        after = steps.index("dealer_reveal") + 1 if "dealer_reveal" in steps else len(steps) - 1
        for step in steps[after:]:
            verb, _, place = step.partition(":")
            if verb not in done or place == "dealer":
                self.take(verb, int(place) if place.isdigit() else place, judgement.adjudication.resolutions)
        self.add(event("stub_collected"))
        self.add(event("closed"))

    def take(self, verb: str, place: int | str, resolutions: tuple[Resolution, ...]) -> None:
        if verb == "reveal":
            self.add(revealed(place, *self.hands[place]))
        if verb == "rack":
            self.add(event("hand_collected", to=place))
        for line in resolutions:
            if line.spot == place and verb == "pay" and line.paid:
                self.add(paid(line.spot, line.wager, line.paid))
            if line.spot == place and verb == "collect" and line.outcome == "lose":
                self.add(collected(line.spot, line.wager, line.collected))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_round_dealt_and_settled_by_the_rules_has_no_finding(data):
    deal = Deal(data)
    deal.settle()
    assert judged(deal.told, dealing=deal.dealing).findings == ()


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_every_stake_goes_somewhere_or_its_line_says_what_is_missing(data):
    deal = Deal(data)
    told = half_seen(data, deal.told)
    nothing_is_open(lines(told).values())


STRANGE = strange(
    ("ante", "flop", "turn", "river", "bonus"),
    words=("fold", "check", "expose"),
    kinds=("card_exposed_in_deal", "shoe_jammed", "burn_card_missing", "community_cards_too_many"),
    hand=3,
)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_whatever_was_recorded_is_judged_at_every_point(data):
    for told in strewn(data, Deal(data).told, STRANGE):
        every_stake_goes_somewhere(judged(told).adjudication.resolutions)


@given(st.data(), st.permutations(SUITS))
@settings(max_examples=50, deadline=None)
def test_no_outcome_depends_on_which_suit_is_which(data, suits):
    told = Deal(data).told

    turned = in_other_suits(told, suits)
    assert money(told) == money(turned)


def money(told: Told) -> dict[tuple[int, str], tuple[object, ...]]:
    return {
        wager: (line.outcome, line.paid, line.collected, line.rank) for wager, line in lines(told).items()
    }
