"""One round of three-card poker by each alternative of settlement, dealt without a mistake.

Spot 1 loses with a pair that its pair plus wins on; spot 2 folds with a pair
plus; spot 3 folds, and three nines with the dealer's win its six-card bonus;
spot 4 wins with a straight, which has an ante bonus; spot 5 has a pair plus
alone and a flush.  The dealer has a pair of nines.
"""

from __future__ import annotations

from ledger.games.three_card_poker import THREE_CARD_POKER
from tests.games.evening import Evening, Told, from_one_deck
from tests.scenario import collected, dealt, event, opened, paid, placed, revealed

HANDS: dict[int | str, tuple[str, str, str]] = {
    1: ("4s", "4d", "Ts"),
    2: ("7h", "3d", "2c"),
    3: ("9s", "6d", "2h"),
    4: ("8c", "7d", "6s"),
    5: ("Ah", "Jh", "5h"),
    "dealer": ("9h", "9c", "Kd"),
}
TURN = ("first", "second", "third")

CLEAN: Told = {
    "open": opened(spots=[1, 2, 3, 4, 5]),
    "ante 1": placed(1, "ante", 10_00),
    "pair plus 1": placed(1, "pair_plus", 5_00),
    "ante 2": placed(2, "ante", 10_00),
    "pair plus 2": placed(2, "pair_plus", 5_00),
    "ante 3": placed(3, "ante", 10_00),
    "six-card bonus 3": placed(3, "six_card_bonus", 5_00),
    "ante 4": placed(4, "ante", 20_00),
    "pair plus 5": placed(5, "pair_plus", 5_00),
    "no more bets": event("betting_closed"),
    **{
        f"deal {place} {turn}": dealt(place, HANDS[place][card])
        for card, turn in enumerate(TURN)
        for place in HANDS
    },
    "play 1": placed(1, "play", 10_00),
    "fold 2": event("decision_made", spot=2, decision="fold"),
    "fold 3": event("decision_made", spot=3, decision="fold"),
    "play 4": placed(4, "play", 20_00),
    "collect ante 2": collected(2, "ante", 10_00),
    "collect pair plus 2": collected(2, "pair_plus", 5_00),
    "rack 2": event("hand_collected", to=2),
    "collect ante 3": collected(3, "ante", 10_00),
    "reveal dealer": revealed("dealer", *HANDS["dealer"]),
    "reveal 5": revealed(5, *HANDS[5]),
    "reveal 4": revealed(4, *HANDS[4]),
    "reveal 1": revealed(1, *HANDS[1]),
    "collect ante 1": collected(1, "ante", 10_00),
    "collect play 1": collected(1, "play", 10_00),
    "pay pair plus 5": paid(5, "pair_plus", 20_00),
    "pay ante 4": paid(4, "ante", 20_00),
    "pay play 4": paid(4, "play", 20_00),
    "pay ante bonus 4": paid(4, "ante_bonus", 20_00),
    "pay pair plus 1": paid(1, "pair_plus", 5_00),
    "rack 5": event("hand_collected", to=5),
    "rack 4": event("hand_collected", to=4),
    "rack 1": event("hand_collected", to=1),
    "pay six-card bonus 3": paid(3, "six_card_bonus", 25_00),
    "rack 3": event("hand_collected", to=3),
    "rack dealer": event("hand_collected", to="dealer"),
    "stub": event("stub_collected", count=34),
    "close": event("closed"),
}

# The same facts, each player finished before the next.
ONE_PASS: Told = {
    name: CLEAN[name]
    for name in (
        *list(CLEAN)[: list(CLEAN).index("reveal 5")],
        "reveal 5", "pay pair plus 5", "rack 5",
        "reveal 4", "pay ante 4", "pay play 4", "pay ante bonus 4", "rack 4",
        "reveal 1", "collect ante 1", "collect play 1", "pay pair plus 1", "rack 1",
        *list(CLEAN)[list(CLEAN).index("pay six-card bonus 3") :],
    )
}  # fmt: skip

EVENING = Evening(THREE_CARD_POKER, CLEAN, {})
# What is elected where the round is told player by player.
ELECTED = {"settlement": "player_by_player"}


def with_hand(place: int | str, *cards: str | None, told: Told = CLEAN) -> Told:
    """The round with another hand dealt, and turned up where it was."""
    found = dict(told)
    for turn, card in zip(TURN, cards, strict=True):
        found[f"deal {place} {turn}"] = {**told[f"deal {place} {turn}"], "card": card}
    name = f"reveal {place}"
    if name in told:
        found[name] = {**told[name], "cards": [card for card in cards if card is not None]}
    return from_one_deck(found, place)


# A dealer who does not qualify.
NOT_QUALIFIED = with_hand("dealer", "Tc", "9c", "4h")

# A submitted table with prizes in money for six cards of a suit.
MILLIONAIRE = {
    "six_card_royal_diamonds": {"fixed": 1_000_000_00},
    "six_card_royal_other": {"fixed": 100_000_00},
    "royal_flush": "1000:1",
    "straight_flush": "200:1",
    "four_of_a_kind": "50:1",
    "full_house": "20:1",
    "flush": "15:1",
    "straight": "10:1",
    "three_of_a_kind": "5:1",
}
