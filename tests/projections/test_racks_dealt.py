"""The rack of every game as recorded, against what the simulated dealer really put there."""

import json

import pytest

from ledger.cards import DECK, agree
from ledger.simulate.chance import Chance
from ledger.simulate.offers import OFFERS
from ledger.simulate.pit import evening, simulate


class Table:
    """What really lies in the rack: the dealer's own cards, whatever the record knows of them."""

    def __init__(self, deck):
        self.deck = list(deck)
        self.hands: dict[object, list[str]] = {}
        self.piles: list[list[str]] = []

    def take(self, told):
        match told["type"]:
            case "card_dealt":
                self.hands.setdefault(told["to"], []).append(self.deck.pop(0))
            case "card_burned":
                self.piles.append([self.deck.pop(0)])
            case "hand_collected":
                self.piles.append(told.get("cards") or self.hands[told["to"]])
            case "stub_collected":
                self.piles.append(self.deck)

    @property
    def rack(self):
        return [face for pile in self.piles for face in pile]


@pytest.fixture(params=OFFERS)
def dealt_out(request, pit, monkeypatch):
    """Thirty rounds of each game, recorded: the key of each, and what really lies in its rack."""
    decks = []
    shuffled = Chance.shuffled

    def seen(self, items):
        found = shuffled(self, items)
        if sorted(found) == sorted(DECK):
            decks.append(tuple(found))
        return found

    monkeypatch.setattr(Chance, "shuffled", seen)
    documents = list(simulate(evening(request.param, tables=2, rounds=15, seed=5)))
    records = [json.loads(document) for document in documents]
    assert {receipt.status for receipt in pit.ledger.record_all(documents, by="test")} == {"appended"}
    rounds = [record for record in records if record["stream"] == "round"]
    assert len(rounds) == len(decks) == 30
    told = {}
    for record, deck in zip(rounds, decks, strict=True):
        real = told["{table}/{gaming_date}/{number}".format(**record)] = Table(deck)
        for one in record["events"]:
            real.take(one)
    return told


def test_the_rack_is_what_the_dealer_put_there(pit, dealt_out):
    views = pit.views
    for key, real in dealt_out.items():
        rack = views.rack(until=key)
        assert (rack.size, rack.begins.because) == (52, "shuffled_after_each_round")
        recorded = [[card.card for card in pile.cards] for pile in rack.rounds[0].piles]
        assert [len(pile) for pile in recorded] == [len(pile) for pile in real.piles]
        for pile, lies in zip(recorded, real.piles, strict=True):
            assert all(agree(card, face) for card, face in zip(pile, lies, strict=True))


def test_the_cards_found_agree_and_say_what_was_not_known(pit, dealt_out):
    views = pit.views
    for key, real in dealt_out.items():
        told = views.rack_check(real.rack, until=key)
        assert (told.agrees, told.first_difference, told.differences) == (True, None, [])
        rack = views.rack(until=key)
        hidden = [pile for pile in rack.rounds[0].piles if None in [card.card for card in pile.cards]]
        assert len(told.learned) == sum(pile.size or 0 for pile in hidden)


def test_a_mistake_of_the_dealer_is_named_with_its_hands(pit, dealt_out, seed):
    views, chance, tried = pit.views, Chance(seed), 0
    for key, real in dealt_out.items():
        piles = views.rack(until=key).rounds[0].piles
        known = [number for number, pile in enumerate(piles) if pile.kind == "hand" and pile.cards[0].card]
        if len(known) < 2:
            continue
        tried += 1
        one, other = chance.shuffled(known)[:2]
        lies = [list(pile) for pile in real.piles]
        lies[one][0], lies[other][-1] = lies[other][-1], lies[one][0]
        (said,) = views.rack_check([face for pile in lies for face in pile], until=key).differences
        assert said.kind == "exchanged"
        hands = {(hand.hand, frozenset(hand.found)) for hand in said.implies}
        assert hands == {(piles[number].hand, frozenset(lies[number])) for number in (one, other)}
    assert tried


def test_a_card_exchanged_with_one_of_the_stub_is_named(pit, dealt_out, seed):
    views, chance, tried = pit.views, Chance(seed), 0
    for key, real in dealt_out.items():
        piles = views.rack(until=key).rounds[0].piles
        known = [number for number, pile in enumerate(piles) if pile.kind == "hand" and pile.cards[0].card]
        if not known:
            continue
        tried += 1
        number = chance.pick(known)
        lies = [list(pile) for pile in real.piles]
        place, other = chance.below(len(lies[number])), chance.below(len(lies[-1]))
        lies[number][place], lies[-1][other] = lies[-1][other], lies[number][place]
        (said,) = views.rack_check([face for pile in lies for face in pile], until=key).differences
        assert (said.kind, {card.hand for card in said.recorded}) == (
            "exchanged",
            {piles[number].hand, "stub"},
        )
        (hand,) = said.implies
        assert sorted(face or "" for face in hand.found) == sorted(lies[number])
    assert tried
