"""A card that two hands hold: neither is judged by it, and the missing truth is named, in every game."""

import pytest

from tests.games.boston_5_stud import evening as boston
from tests.games.caribbean_stud import evening as caribbean
from tests.games.evening import Evening, Told
from tests.games.texas_holdem_bonus import evening as holdem
from tests.games.three_card_poker import evening as three_card


def holding_too(told: Told, spot: int, old: str, card: str) -> Told:
    """The round where a spot has another card in the place of one that it was dealt."""
    return {
        name: {
            **one,
            **({"card": card} if one.get("card") == old else {}),
            **({"cards": [card if face == old else face for face in one["cards"]]} if "cards" in one else {}),
        }
        if one.get("to") == spot
        else one
        for name, one in told.items()
    }


# Of each game: a spot with its card, the same of another spot, and a card of the dealer.
CASES = [
    pytest.param(three_card.EVENING, (4, "6s"), (1, "Ts"), "9h", id="three_card_poker"),
    pytest.param(caribbean.EVENING, (5, "7s"), (1, "9h"), "3d", id="caribbean_stud"),
    pytest.param(boston.EVENING, (1, "4h"), (3, "9s"), "9h", id="boston_5_stud"),
    pytest.param(holdem.EVENING, (1, None), (4, None), None, id="texas_holdem_bonus"),
]


def dealt(told: Told, place: int | str) -> list[str]:
    return [one["card"] for one in told.values() if one["type"] == "card_dealt" and one["to"] == place]


def unsettled(evening: Evening, told: Told, spot: int) -> dict[str, str | None]:
    """The wagers of a spot that lie, and what is missing to judge each; None where it is judged."""
    return {
        wager: line.missing
        for (at, wager), line in evening.lines(told).items()
        if at == spot and line.outcome not in {"void", "forfeit"}
    }


@pytest.mark.parametrize(("evening", "one", "other", "dealers"), CASES)
def test_a_card_of_the_dealers_leaves_every_wager_on_the_hand_undetermined(evening, one, other, dealers):
    spot, old = one[0], one[1] or dealt(evening.clean, one[0])[0]
    card = dealers or dealt(evening.clean, "dealer")[0]
    told = holding_too(evening.clean, spot, old, card)
    found = unsettled(evening, told, spot)
    assert found
    assert all(
        missing and missing.startswith(f"the true face of {card}, which spot {spot} and the dealer have")
        for missing in found.values()
    )
    assert None in unsettled(evening, told, other[0]).values()


@pytest.mark.parametrize(("evening", "one", "other", "dealers"), CASES)
def test_a_card_of_two_players_leaves_both_hands_undetermined(evening, one, other, dealers):
    (spot, old), (with_, card) = one, other
    old, card = old or dealt(evening.clean, spot)[0], card or dealt(evening.clean, with_)[0]
    told = holding_too(evening.clean, spot, old, card)
    for mine, theirs in ((spot, with_), (with_, spot)):
        found = unsettled(evening, told, mine)
        assert found
        said = f"the true face of {card}, which spot {mine} and spot {theirs} have"
        assert all(missing and missing.startswith(said) for missing in found.values())


def test_where_the_dealer_does_not_qualify_a_card_of_two_players_is_in_nobodys_way():
    told = holding_too(three_card.NOT_QUALIFIED, 4, "6s", "Ts")
    found = unsettled(three_card.EVENING, told, 4)
    assert (found["ante"], three_card.EVENING.outcomes(told)[4, "play"]) == (None, "void")
    told = holding_too(caribbean.NO_HAND, 3, "2h", "Th")
    assert set(unsettled(caribbean.EVENING, told, 3).values()) == {None}
    assert unsettled(caribbean.EVENING, told, 1)["progressive"] == (
        "the true face of Th, which spot 1 and spot 3 have"
    )


def test_an_optional_bonus_rests_on_its_three_cards_alone():
    told = holding_too(boston.CLEAN, 1, "4c", "9h")
    found = unsettled(boston.EVENING, told, 1)
    assert found["optional_bonus"] is None
    assert found["ante"] == found["ante_bonus"] == "the true face of 9h, which spot 1 and the dealer have"
