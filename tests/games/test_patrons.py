"""Two patrons at one spot: who has an ante there and stays out is judged by nobody else's wager."""

import pytest

from tests.games.boston_5_stud import evening as boston
from tests.games.caribbean_stud import evening as caribbean
from tests.games.evening import Evening, Told
from tests.games.texas_holdem_bonus import evening as holdem
from tests.games.three_card_poker import evening as three_card

# Of each game: the spot, the wager by which it stays in, and what its other patron has there.
CASES = [
    pytest.param(three_card.EVENING, 4, "play", ("ante", "ante_bonus"), id="three_card_poker"),
    pytest.param(caribbean.EVENING, 5, "bet", ("ante", "progressive"), id="caribbean_stud"),
    pytest.param(boston.EVENING, 1, "second", ("ante", "first", "ante_bonus"), id="boston_5_stud"),
    pytest.param(holdem.EVENING, 1, "flop", ("ante",), id="texas_holdem_bonus"),
]


def shared(told: Told, spot: int, *, stays: set[str]) -> Told:
    """The round with every wager of a spot twice: of P1, and of P2 but for those by which he would stay."""
    found: Told = {}
    for name, one in told.items():
        if one["type"] in {"wager_collected", "wager_paid", "wager_returned"}:
            continue
        if one["type"] != "wager_placed" or one["spot"] != spot:
            found[name] = one
            continue
        found[name] = {**one, "patron": "P1"}
        if one["wager"] not in stays:
            found[f"{name} of the other"] = {**one, "patron": "P2"}
    return found


def of(evening: Evening, told: Told, spot: int, patron: str) -> dict[str, str | None]:
    found = evening.judged(told).adjudication.resolutions
    return {line.wager: line.missing for line in found if (line.spot, line.patron) == (spot, patron)}


def judged(missing: dict[str, str | None]) -> set[str | None]:
    """What is missing to judge wagers; of two progressives on one hand no rule was read."""
    return {lacking for wager, lacking in missing.items() if wager != "progressive"}


@pytest.mark.parametrize(("evening", "spot", "wager", "wagers"), CASES)
def test_a_patron_who_neither_plays_nor_folds_is_undetermined_beside_one_who_plays(
    evening, spot, wager, wagers
):
    told = shared(evening.clean, spot, stays={wager, "turn", "river"})
    found = of(evening, told, spot, "P2")
    lacking = f"whether P2 at spot {spot} placed the {wager} wager or folded"
    assert {name for name, missing in found.items() if missing == lacking} == {*wagers}
    assert {missing for name, missing in found.items() if name not in wagers} <= {None}
    assert judged(of(evening, told, spot, "P1")) == {None}


@pytest.mark.parametrize(("evening", "spot", "wager", "wagers"), CASES)
def test_patrons_who_both_play_are_judged_each_by_the_hand(evening, spot, wager, wagers):
    told = shared(evening.clean, spot, stays=set())
    assert judged(of(evening, told, spot, "P2")) == {None}
    assert set(wagers) <= {*of(evening, told, spot, "P2")}


# --- a wager that is a multiple of another ----------------------------------------------------


def ratios(evening: Evening, told: Told, spot: int) -> list[object]:
    """The amounts of the wagers of a spot that are found not to be the multiple they should be."""
    found = evening.judged(told).findings
    return [
        one.facts["amount"]
        for one in found
        if (one.code, one.facts.get("spot")) == ("wager_ratio_wrong", spot)
    ]


def doubled(told: Told, spot: int, wager: str) -> Told:
    """The round with a wager of P1 twice as large."""
    of_it = {"spot": spot, "wager": wager, "patron": "P1"}
    return {
        name: {**one, "amount": 2 * one["amount"]} if of_it.items() <= one.items() else one
        for name, one in told.items()
    }


@pytest.mark.parametrize(("evening", "spot", "wager", "wagers"), CASES)
def test_each_patrons_wager_is_compared_with_his_own(evening, spot, wager, wagers):
    told = shared(evening.clean, spot, stays={wager, "turn", "river"})
    assert ratios(evening, told, spot) == []
    assert len(ratios(evening, doubled(told, spot, wager), spot)) == 1


@pytest.mark.parametrize(("evening", "spot", "wager", "wagers"), CASES)
def test_beside_wagers_without_a_name_only_too_much_of_all_together_is_found(evening, spot, wager, wagers):
    told = shared(evening.clean, spot, stays={wager, "turn", "river"})
    told = {name: {**one, "patron": None} if one.get("patron") == "P2" else one for name, one in told.items()}
    assert ratios(evening, told, spot) == []
    twice = doubled(told, spot, wager)
    assert ratios(evening, twice, spot) == []
    assert len(ratios(evening, doubled(twice, spot, wager), spot)) == 1
