"""A round of random cards, wagers and decisions, told without a mistake by any legal variant."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.games.resolution import Resolution
from tests.games.evening import Told
from tests.games.three_card_poker.evening import EVENING
from tests.scenario import Event, collected, dealt, event, opened, paid, placed, revealed

SIDES = ("pair_plus", "six_card_bonus")
STACKS = {None: (True, False), "manual_shoe": (False,), "hand": (False,), "automated_shoe": (True,)}


class Deal:
    """The round up to the dealer's reveal; `settle` tells the rest in the order that the rules give."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data
        self.told: Told = {}
        self.settlement = data.draw(st.sampled_from(["table_wide", "player_by_player"]), label="settlement")
        self.dealing = data.draw(st.sampled_from([*STACKS]), label="dealing")
        deck = data.draw(st.permutations(DECK), label="deck")
        self.spots = sorted(data.draw(st.sets(st.integers(1, 7), min_size=1), label="spots"))
        self.wagers = {spot: self._wagers(spot) for spot in self.spots}
        self.antes = [spot for spot in self.spots if "ante" in self.wagers[spot]]
        self.playing = [spot for spot in self.antes if data.draw(st.booleans(), label=f"{spot} plays")]
        places: list[int | str] = [*self.spots, "dealer"]
        self.hands = {place: [deck.pop() for _ in range(3)] for place in places}
        self._tell()

    @property
    def judged(self) -> dict[str, Any]:
        """By what the round is judged."""
        return {"settlement": self.settlement, "dealing": self.dealing}

    def _wagers(self, spot: int) -> dict[str, int]:
        """An ante with or without the two others, or one of these alone."""
        amounts = st.integers(1, 50_00)
        sides = {wager for wager in SIDES if self.data.draw(st.booleans(), label=f"{wager} {spot}")}
        ante = not sides or self.data.draw(st.booleans(), label=f"ante {spot}")
        names = [*(["ante"] if ante else []), *sorted(sides)]
        return {wager: self.data.draw(amounts, label=f"{wager} {spot}") for wager in names}

    def add(self, one: Event) -> None:
        self.told[f"event {len(self.told) + 1}"] = one

    def _tell(self) -> None:
        self.add(opened(spots=self.spots))
        for spot, wagers in self.wagers.items():
            for wager, amount in wagers.items():
                self.add(placed(spot, wager, amount))
        self.add(event("betting_closed"))
        self._deal()
        for spot in self.antes:
            fold = event("decision_made", spot=spot, decision="fold")
            self.add(placed(spot, "play", self.wagers[spot]["ante"]) if spot in self.playing else fold)
        for spot in self.antes:
            if spot not in self.playing:
                self._forfeit(spot)
        self.add(revealed("dealer", *self.hands["dealer"]))

    def _deal(self) -> None:
        stacks = self.data.draw(st.sampled_from(STACKS[self.dealing]), label="stacks")
        order = [(place, card) for place in self.hands for card in range(3)]
        for place, card in order if stacks else sorted(order, key=lambda one: one[1]):
            self.add(dealt(place, self.hands[place][card]))
        if self.dealing == "automated_shoe" and self.data.draw(st.booleans(), label="cover card"):
            self.add(event("cover_card_placed", to="dealer"))

    def _forfeit(self, spot: int) -> None:
        for wager in ("ante", "pair_plus"):
            if wager in self.wagers[spot]:
                self.add(collected(spot, wager, self.wagers[spot][wager]))
        if "six_card_bonus" not in self.wagers[spot]:
            self.add(event("hand_collected", to=spot))

    def settle(self) -> None:
        """Each step that is left, then the close."""
        said = EVENING.judged(self.told, **self.judged).adjudication
        steps = list(said.settlement_order)
        left = steps[steps.index("dealer_reveal") + 1 :] if "dealer_reveal" in steps else ["rack:dealer"]
        for step in left:
            verb, _, place = step.partition(":")
            self._take(verb, int(place) if place.isdigit() else place, said.resolutions)
        self.add(event("stub_collected"))
        self.add(event("closed"))

    def _take(self, verb: str, place: int | str, resolutions: tuple[Resolution, ...]) -> None:
        if verb == "reveal":
            self.add(revealed(place, *self.hands[place]))
        if verb == "rack":
            self.add(event("hand_collected", to=place))
        for line in resolutions:
            if line.spot == place and verb == "pay" and line.paid:
                self.add(paid(line.spot, line.wager, line.paid))
            if line.spot == place and verb == "collect" and line.outcome == "lose":
                self.add(collected(line.spot, line.wager, line.collected))
