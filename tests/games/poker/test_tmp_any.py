"""Any hand bet by the rules: nothing is found, nothing is lost, and every pot goes where it should."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.cards import DECK
from ledger.games.poker import POKER
from ledger.games.poker.ranking import SHORT_DECK, ranked_short_deck
from ledger.games.poker.variants import VARIANTS
from ledger.games.ranks import strength
from tests.games.poker.felt import (
    FIXED,
    NO_LIMIT,
    back,
    bets,
    checks,
    closed,
    contributed,
    deal,
    decides,
    hand,
    posts,
    pushed,
    raked,
    ruled,
)
from tests.scenario import dealt, event, placed, revealed

SMALL, BIG = 1_00, 2_00


def shuffled(draw, deck):
    return Random(draw(st.integers(0, 2**32))).sample(sorted(deck), len(deck))


class Dealer:
    """Deals one hand, asks each player in turn, and keeps the book in his own simple way."""

    def __init__(self, draw, stacks, deck):
        self.draw = draw
        self.stacks = dict(stacks)
        self.order = [*sorted(stacks)[1:], min(stacks)]  # the lowest spot has the button
        self.cards = iter(shuffled(draw, deck))
        self.events = []
        self.put = dict.fromkeys(self.order, 0)
        self.live = list(self.order)
        self.hands = {spot: [next(self.cards), next(self.cards)] for spot in self.order}
        self.board = []

    def able(self):
        return [spot for spot in self.live if self.put[spot] < self.stacks[spot]]

    def pay(self, spot, amount, told):
        self.put[spot] += amount
        self.events.append(told)

    def play(self):
        blinds = self.order[:2] if len(self.order) > 2 else self.order[::-1]
        for spot, blind in zip(blinds, (SMALL, BIG), strict=True):
            amount = min(blind, self.stacks[spot])
            self.pay(spot, amount, posts(spot, amount))
        self.events += deal({spot: "".join(cards) for spot, cards in self.hands.items()})
        after = self.order.index(blinds[1]) + 1
        self.bet(self.order[after:] + self.order[:after], max(self.put.values()))
        for street in (3, 1, 1):
            if len(self.live) > 1:
                faces = [next(self.cards) for _ in range(street)]
                self.board += faces
                self.events += [event("card_burned"), *(dealt("board", face, "up") for face in faces)]
                self.bet(self.order, 0)

    def bet(self, order, to_match):
        """One betting round of calls, folds and full raises; `street` counts this round alone."""
        street = {spot: self.put[spot] if to_match else 0 for spot in self.order}
        least, waiting = BIG, [spot for spot in order if spot in self.able()]
        while waiting and len(self.live) > 1:
            spot = waiting.pop(0)
            owed, left = to_match - street[spot], self.stacks[spot] - self.put[spot]
            if not self.has_to_act(spot, street):
                continue
            wish = self.draw(st.sampled_from(["call", "call", "fold", "raise", "all_in"]))
            if wish == "fold":
                self.live.remove(spot)
                self.events.append(decides(spot, "fold"))
                continue
            amount = min(owed, left)
            if wish == "raise" and left >= owed + least:
                amount = owed + self.draw(st.integers(least, left - owed))
            elif wish == "all_in" and left >= owed + least:
                amount = left
            if amount > owed:
                least, to_match = amount - owed, street[spot] + amount
                turn = self.order.index(spot) + 1
                others = self.order[turn:] + self.order[: turn - 1]
                waiting = [other for other in others if other in self.able()]
            street[spot] += amount
            if amount:
                self.pay(spot, amount, bets(spot, amount))
            else:
                self.events += checks(spot)

    def has_to_act(self, spot, street):
        """Against nobody who could still bet he need only cover the largest bet."""
        others = [other for other in self.live if other != spot]
        if any(other in self.able() for other in others):
            return True
        return street[spot] < max(street[other] for other in others)


def by_single_chips(dealer, unmatched):
    """Each chip that was called goes to the best hands among those who put in as many."""
    called = dict(dealer.put)
    if unmatched:
        spot = max(called, key=lambda one: called[one])
        called[spot] -= unmatched
    pots: Counter[tuple[int, ...]] = Counter()
    for level in range(1, max(called.values()) + 1):
        holders = [spot for spot in dealer.order if called[spot] >= level]
        pots[tuple(spot for spot in holders if spot in dealer.live)] += len(holders)
    won: Counter[int] = Counter()
    for contenders, amount in pots.items():
        for spot, part in dealt_out(amount, best(dealer, contenders)).items():
            won[spot] += part
    return won


def best(dealer, contenders):
    if len(contenders) == 1:
        return contenders
    strengths = {spot: strength([*dealer.hands[spot], *dealer.board]) for spot in contenders}
    return [spot for spot in contenders if strengths[spot] == min(strengths.values())]


def dealt_out(amount, winners):
    parts = Counter({spot: amount // len(winners) for spot in winners})
    for spot in list(winners)[: amount % len(winners)]:
        parts[spot] += 1
    return parts


STACKS = st.lists(st.integers(50, 400_00), min_size=2, max_size=7).map(lambda many: dict(enumerate(many, 1)))


@given(stacks=STACKS, rake=st.integers(0, 30), data=st.data())
@settings(max_examples=40000, deadline=None)
def test_any_hand_balances_and_goes_to_whom_it_should(stacks, rake, data):
    dealer = Dealer(data.draw, stacks, DECK)
    dealer.play()
    blinds = dealer.order[:2] if len(stacks) > 2 else dealer.order[::-1]
    structure = {"limit": "no_limit", "blinds": dict(zip(blinds, (SMALL, BIG), strict=True)), "min_bet": BIG}
    put_in = sorted(dealer.put.values())
    unmatched = put_in[-1] - put_in[-2]
    rake = min(rake, sum(put_in) - unmatched)
    told = [*dealer.events, *uncalled(dealer, unmatched), *([raked(rake)] if rake else [])]
    state = hand(*told, stacks=stacks, structure=structure, button=1)
    pots = ruled(state).adjudication.pots
    assert {line.outcome for line in pots} == {"won"}
    assert sum(line.amount for line in pots) == sum(put_in) - unmatched
    awards = [(share, line.pot) for line in pots for share in line.winners if share.amount]
    assert sum(share.amount for share, _ in awards) + rake + unmatched == sum(put_in)
    if not rake:
        won: Counter[int] = Counter()
        for share, _ in awards:
            won[share.spot] += share.amount
        assert won == +by_single_chips(dealer, unmatched)
    for share, pot in awards:
        told.append(pushed(share.spot, share.amount, pot))
    whole = hand(*told, closed(), stacks=stacks, structure=structure, button=1)
    assert [one.code for one in ruled(whole).findings] == []


def uncalled(dealer, amount):
    """What nobody called, the last wager first."""
    if not amount:
        return []
    spot = max(dealer.put, key=lambda one: dealer.put[one])
    placed = [one for one in reversed(dealer.events) if one["type"] == "wager_placed" and one["spot"] == spot]
    backs = []
    for wager in ("bet", "blind"):
        part = min(amount, sum(one["amount"] for one in placed if one["wager"] == wager))
        amount -= part
        if part:
            backs.append(back(spot, part, wager))
    return backs


@given(data=st.data())
def test_the_best_of_seven_short_deck_cards_is_the_best_of_its_fives(data):
    seven = shuffled(data.draw, SHORT_DECK)[:7]
    ranked = ranked_short_deck(seven)
    fives = [ranked_short_deck(five) for five in combinations(seven, 5)]
    assert ranked is not None
    assert ranked.strength == min(five.strength for five in fives if five is not None)


AMOUNTS = st.integers(1, 50).map(lambda dollars: dollars * 1_00)
SPOTS = st.integers(1, 4)
FACES = st.sampled_from([None, "As", "Kd", "7c", "2h", "K?", "Xr"])


@st.composite
def facts(draw):
    """Anything that may be recorded of a hand, in any order and of any sense."""
    spot, amount, face = draw(SPOTS), draw(AMOUNTS), draw(FACES)
    wager = draw(st.sampled_from(sorted(POKER.wagers)))
    word = draw(st.sampled_from(["fold", "check", "muck", "expose"]))
    reason = draw(st.sampled_from(["uncalled", "void", "push"]))
    action = draw(st.sampled_from([{}, {"action": "all_in"}, {"action": "post"}]))
    return draw(
        st.sampled_from([
            placed(spot, wager, amount, **action),
            placed(spot, "bet", amount, **action),
            event("wager_withdrawn", spot=spot, wager=wager, amount=amount),
            event("wager_returned", spot=spot, wager=wager, amount=amount, reason=reason),
            event("wager_collected", spot=spot, wager=wager, amount=amount),
            decides(spot, word),
            dealt(draw(st.sampled_from([spot, "board"])), face, draw(st.sampled_from(["up", "down"]))),
            event("card_burned"),
            revealed(spot, face, face),
            pushed(spot, amount, draw(st.integers(0, 2))),
            raked(amount),
            contributed(amount),
            event("betting_closed"),
            event("voided", reason="nobody knows"),
            closed(),
        ])
    )  # fmt: skip


@given(
    told=st.lists(facts(), max_size=25),
    button=st.sampled_from([None, 1, 3, 9]),
    stacks=st.sampled_from([{}, dict.fromkeys((1, 2, 3), 20_00)]),
    structure=st.sampled_from([NO_LIMIT, FIXED, {"limit": "pot_limit"}]),
    variant=st.sampled_from([None, *VARIANTS]),
)
@settings(max_examples=4000, deadline=None)
def test_whatever_is_recorded_is_judged_and_no_money_is_made(told, button, stacks, structure, variant):
    state = hand(*told, button=button, stacks=stacks, structure=structure, variant=variant)
    judgement = ruled(state)
    for line in judgement.adjudication.pots:
        assert sum(share.amount for share in line.winners) in {0, line.amount - line.rake - line.contributed}
        assert min(line.rake, line.contributed, line.amount) >= 0
    left = [one for one in judgement.findings if one.code == "pot_not_empty"]
    assert bool(left) == (state.closed_at is not None and state.pot.content != 0)
