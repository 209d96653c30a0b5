"""An evening of Caribbean stud is one that could have been: coins, the cage, who bets on what."""

from dataclasses import replace

import pytest

from ledger.cards import cards
from ledger.rounds.judge import judge
from ledger.simulate.caribbean_stud import METER, plays
from ledger.simulate.chance import Chance
from ledger.simulate.evening import DEALINGS
from ledger.simulate.pit import evening
from tests.simulate.evenings import read_one_by_one


@pytest.mark.parametrize(
    ("hand", "always"),
    [
        ("2s2d5h8cJs", True),
        ("AsKdJh8c3s", True),
        ("AsKdJh8c2s", False),
        ("AsKdTh9c8s", False),
        ("QsJdTh9c8s", True),
    ],
)
def test_patrons_bet_from_ace_king_jack_eight_three_up_and_now_and_then_on_less(hand, always):
    chance = Chance(1)
    assert all(plays(cards(hand), chance) for _ in range(100)) is always


def told(submission, dealing, rounds=120):
    made = replace(
        evening("caribbean_stud", tables=1, rounds=rounds, seed=7), submission=submission, dealing=dealing
    )
    for state, elected in read_one_by_one(made):
        yield state, [event.type for event in state.log], judge(state, elected)


@pytest.mark.parametrize("dealing", DEALINGS)
def test_what_the_cage_pays_is_documented_before_the_hand_is_racked(dealing):
    paid = 0
    for state, types, judgement in told("simulated-cst-cage", dealing):
        if "progressive_paid" not in types:
            continue
        paid += 1
        spots = {event.spot for event in state.log if event.type == "progressive_paid"}
        after = state.log[types.index("progressive_paid") :]
        assert spots <= {event.to for event in after if event.type == "hand_collected"}
        assert judgement.findings == ()
    assert paid > 0


# Dealt by fives, a straight flush and a full house in turn.
TURNS = (
    "2c3c4c5c6c", "7c7d7hKdKs", "2d3d4d5d6d", "8c8d8hQdQs",
    "2h3h4h5h6h", "9c9d9hJdJs", "2s3s4s5s6s", "AdKhTcQhAs",
)  # fmt: skip


@pytest.mark.parametrize("submission", ["simulated-cst", "simulated-cst-cage"])
def test_a_share_of_a_meter_after_a_flat_prize_is_paid_as_the_house_says_and_no_finding(
    submission, monkeypatch
):
    shuffled = Chance.shuffled
    first = [hand[at : at + 2] for hand in TURNS for at in range(0, 10, 2)]

    def stacked(self, items):
        found = shuffled(self, items)
        return [*first, *(card for card in found if card not in first)] if len(found) == 52 else found

    monkeypatch.setattr(Chance, "shuffled", stacked)
    undetermined = 0
    for state, _, judgement in told(submission, "automated_shoe", rounds=60):
        open_ = [line for line in judgement.adjudication.resolutions if line.outcome == "undetermined"]
        undetermined += len(open_)
        paid = [event.amount for event in state.log if event.type in {"wager_paid", "progressive_paid"}]
        assert paid.count(METER // 10) >= len(open_)
        assert judgement.findings == ()
    assert undetermined > 0


def test_some_houses_lock_coins_in_and_some_take_them_when_the_hand_is_reached():
    before_the_deal = set()
    for state, types, _ in told("simulated-cst", "automated_shoe"):
        assert state.meters == {"progressive": METER}
        coins = [
            event for event in state.log if event.type == "wager_collected" and event.wager == "progressive"
        ]
        if coins:
            before_the_deal.add(state.log.index(coins[0]) < types.index("card_dealt"))
    assert before_the_deal == {True, False}


def test_one_of_the_dealers_cards_lies_up_by_whatever_method():
    for dealing in DEALINGS:
        for state, types, _ in told("simulated-cst", dealing, rounds=3):
            up = [event for event in state.log if event.type == "card_dealt" and event.face == "up"]
            turned = types.count("card_exposed")
            assert (len(up), turned) == ((0, 1) if dealing == "automated_shoe" else (1, 0))
