"""The cards of one round: a shuffled deck and the way it comes out of shoe or hand.

Source: manual shoe and hand one card at a time clockwise, the dealer last;
automated shoe stacks in the same order, what comes later from the dealer's hand
(13:69F-31.8, 31.10, 35.9; 58 Pa. Code 663a.9: none is the text of these games).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ledger.cards import DECK
from ledger.events.round_parts import Side
from ledger.events.rounds import CardBurned, CardDealt, CardExposed, CardMoved, IrregularityNoted
from ledger.simulate.chance import Chance
from ledger.simulate.evening import Dealing
from ledger.simulate.mistakes import Slip
from ledger.simulate.telling import RoundTelling

Place: TypeAlias = int | str
DEALER: Final = "dealer"
JOKER: Final = "Xr"
# The word for a machine that fails, by the method of dealing.
FAILURES: Final = {
    "manual_shoe": "shuffler_jammed",
    "hand": "shuffler_jammed",
    "automated_shoe": "shoe_jammed",
}


class Misdeal(Exception):
    """The floor stops the round and has every wager handed back; the reason says why."""


class Deal:
    """The deck of a round, and every card that leaves it."""

    def __init__(self, telling: RoundTelling, slip: Slip, method: Dealing, chance: Chance) -> None:
        self.telling = telling
        self.slip = slip
        self.method = method
        self.deck: list[str] = chance.shuffled(DECK)
        self.dealt: list[tuple[int, Place, str]] = []  # version, place, card
        self.is_short = False
        self._spoil()
        self._size = len(self.deck)

    # --- single cards -------------------------------------------------------------------

    def card(self, to: Place, face: Side = "down", *, by_hand: bool = False, note: str | None = None) -> int:
        """The next card goes to a place; the version at which it does.

        Where all is dealt from the hand no machine reads a card: what lies face
        down is in no record until it is turned up.
        """
        card, position = self.deck.pop(0), self._size - len(self.deck)
        in_shoe = self.method != "hand" and not by_hand
        unread = self.method == "hand" and face == "down"
        self.telling.tell(
            CardDealt,
            source="shoe" if in_shoe else "dealer",
            after_s=1,
            to=to,
            card=None if unread else card,
            face=face,
            shoe_position=position if in_shoe else None,
            note=note,
        )
        if unread:
            self.telling.in_truth(card=card)
        self.dealt.append((self.telling.version, to, card))
        return self.telling.version

    def burn(self, note: str | None = None) -> None:
        """The next card goes unseen to the rack."""
        card = self.deck.pop(0)
        self.telling.tell(CardBurned, card=None if self.method == "hand" else card, note=note)

    def hand(self, place: Place) -> tuple[str, ...]:
        """The cards that lie at a place, in the order dealt, whoever knows them."""
        return tuple(card for _, at, card in self.dealt if at == place)

    # --- hands ----------------------------------------------------------------------------

    def hands(self, spots: Sequence[int], each: int, *, dealer_up: bool = False) -> None:
        """The first deal: so many cards to each spot and to the dealer.

        `dealer_up` is whether the dealer's last card lies face up; out of a stack
        it is turned up.  Raises Misdeal.
        """
        if self.slip.now("extra_burn"):
            self.burn(self.slip.note())
        places = self._with_slip(self._order([*spots, DEALER], each))
        for number, place in enumerate(places, 1):
            up = dealer_up and place == DEALER and DEALER not in places[number:]
            self.card(place, "up" if up and self.method != "automated_shoe" else "down")
            if up and self.method == "automated_shoe":
                self._expose(self.telling.version)
            self._after(place, number, places)
        self._after_all(spots)

    def more(self, spots: Sequence[int], each: int) -> None:
        """A later deal: so many consecutive cards from the hand to each spot, then to the dealer."""
        places: list[Place] = [*spots, DEALER]
        for place in self._with_slip([place for place in places for _ in range(each)]):
            self.card(place, by_hand=self.method == "automated_shoe")

    def _order(self, places: Sequence[Place], each: int) -> list[Place]:
        """Stacks from an automated shoe, else one card at a time; or the other way round."""
        stacks = self.method == "automated_shoe"
        if self.slip.now("wrong_method"):
            stacks = not stacks
            self.telling.note_next(self.slip.note())
        if stacks:
            return [place for place in places for _ in range(each)]
        return [*places] * each

    # --- what goes wrong ------------------------------------------------------------------

    def _spoil(self) -> None:
        """A deck that is not whole: a card twice or of another deck among the first, or a 53rd at the end."""
        if self.slip.now("duplicate_card"):
            self.deck[1] = self.deck[0]
        elif self.slip.now("foreign_card"):
            self.deck[0] = JOKER
        elif self.slip.now("extra_card"):
            self.deck.append(self.deck[0])

    def _with_slip(self, places: list[Place]) -> list[Place]:
        """The places in the order in which cards will go to them."""
        spots = [place for place in dict.fromkeys(places) if place != DEALER]
        if len(spots) < 2:
            return places
        one, other = spots[:2]
        if self.slip.now("deal_out_of_order"):
            self.telling.note_next(self.slip.note())
            swap = {one: other, other: one}
            return [swap.get(place, place) for place in places]
        if self.slip.now("too_few_cards"):
            return self._without_last(places, spots[-1])
        if self.slip.now("misplaced_card"):
            self._misplace(one, other)
            return places[1:]
        return places

    def _without_last(self, places: list[Place], spot: Place) -> list[Place]:
        """A spot gets no last card; it is seen when the first spot has looked at its own."""
        self.is_short = True
        self.telling.note_next(self.slip.note(f"spot {spot} was dealt a card too few"))
        last = len(places) - 1 - places[::-1].index(spot)
        return [*places[:last], *places[last + 1 :]]

    def _misplace(self, meant: Place, other: Place) -> None:
        """The first card goes to the next spot, and is moved to where it belongs."""
        at = self.card(other, note=self.slip.note(f"a card for spot {meant} was put to spot {other}"))
        self.telling.tell(CardMoved, of=at, from_=other, to=meant)
        self.dealt[-1] = (at, meant, self.dealt[-1][2])

    def _after(self, place: Place, number: int, places: Sequence[Place]) -> None:
        """What happens when a card has been dealt, and its hand or half of all is complete."""
        if place != DEALER and place not in places[number:] and self.slip.now("exposed_card"):
            self._expose(self.telling.version, self.slip.note())
            self.telling.pass_over()
        if number == len(places) // 2:
            self._in_the_middle()

    def _in_the_middle(self) -> None:
        if self.slip.now("drawn_in_error"):
            self._note("card_drawn_in_error")
        elif self.slip.now("machine_failed"):
            self._note(FAILURES[self.method])
            raise Misdeal("the machine failed in the deal")
        elif self.slip.now("void_settled", "void_played_on"):
            raise Misdeal("the machine failed in the deal")
        elif self.slip.now("face_up_in_deck"):
            self._note("card_face_up_in_deck", self.deck[:1])
            self.card("stand", "up")
        elif self.slip.now("several_face_up"):
            self._note("cards_face_up_in_deck", self.deck[:2])
            raise Misdeal("several cards lay face up in the deck")

    def _note(self, kind: str, cards: Sequence[str] | None = None) -> None:
        self.telling.tell(IrregularityNoted, kind=kind, cards=cards, note=self.slip.note())

    def _after_all(self, spots: Sequence[int]) -> None:
        """What shows when every hand lies there."""
        slip, hands = self.slip, self.telling.state.hands
        if slip.now("exposed_cards"):
            note: str | None = slip.note()
            for spot in spots[:2]:
                self._expose(hands[spot][-1].version, note)
                note = None
            raise Misdeal("several cards were turned over")
        if slip.now("dealer_exposed"):
            hidden = next(card for card in hands[DEALER] if not card.shown)
            self._expose(hidden.version, slip.note())
            raise Misdeal("a card of the dealer was turned over")
        if slip.now("too_many_cards"):
            self.card(spots[0], note=slip.note(f"spot {spots[0]} was dealt a card too many"))
            raise Misdeal("a hand had a card too many")
        if slip.now("duplicate_card", "foreign_card"):
            self._expose(self.dealt[0][0], slip.note())
            self._expose(self.dealt[1][0])
            raise Misdeal("the deck was not whole")

    def _expose(self, of: int, note: str | None = None) -> None:
        card = next(card for version, _, card in self.dealt if version == of)
        self.telling.tell(CardExposed, of=of, card=card, note=note)
