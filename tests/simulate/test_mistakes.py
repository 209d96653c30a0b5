"""Every mistake that the simulation makes is one that the ledger finds, or the count does."""

import pytest

from ledger.events.rounds import RulingMade
from ledger.simulate.evening import Evening
from ledger.simulate.offers import OFFERS
from tests.simulate.evenings import dealt
from tests.simulate.proof import HOUSE_BANKED, Proof, every_way

KINDS = [(game, kind) for game in OFFERS for kind in OFFERS[game].mistakes]
EVENINGS = 60
AT_THE_TRAY = {"overpaid_buy_in", "unequal_change", "short_fill"}


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_each_mistake_is_found_by_its_code(game, kind):
    """Some need a rare hand: as many evenings as it takes."""
    proof = Proof()
    for seed in range(EVENINGS):
        for submission in OFFERS[game].submissions:
            proof.take(
                Evening(
                    game,
                    ("T-01",),
                    rounds=8,
                    seed=seed,
                    mistakes=1.0,
                    kinds=(kind,),
                    submission=submission.name,
                )
            )
        if proof.made[kind]:
            break
    assert proof.made[kind] > 0
    assert proof.missed == []
    assert set(proof.made) <= {kind, "misdeclared"}
    assert proof.unfounded == []


@pytest.mark.parametrize("game", HOUSE_BANKED)
def test_where_nobody_errs_nothing_is_found_by_whatever_method_and_submission(game):
    proof = Proof()
    for evening in every_way(game, rounds=120, seed=1, mistakes=0.0):
        proof.take(evening)
    assert proof.clean == proof.rounds >= 120
    assert proof.unfounded == []


@pytest.mark.parametrize("game", OFFERS)
@pytest.mark.parametrize("seed", [1, 2])
def test_where_nobody_errs_nothing_is_noted(game, seed):
    pit = dealt(game, rounds=30, seed=seed)
    assert [finding for played in pit.rounds for finding in played.judgement.findings] == []
    assert pit.notes == []
    for sat in pit.sessions.values():
        assert sat.state.remarks == []


@pytest.mark.parametrize("game", OFFERS)
def test_what_goes_wrong_at_the_tray_has_its_names(game):
    """Poker players bring no chip to be changed."""
    wanted = AT_THE_TRAY - ({"unequal_change"} if game == "poker" else set())
    notes: set[str] = set()
    for seed in range(EVENINGS):
        notes |= set(dealt(game, rounds=40, seed=seed, mistakes=1.0).notes)
        if notes >= wanted:
            break
    assert notes - set(OFFERS[game].mistakes) == wanted


def test_a_hand_that_was_misread_is_put_right_with_two_people():
    pit = dealt("texas_holdem_bonus", rounds=40, seed=5, mistakes=1.0, kinds=("misread_hand",))
    misread = [
        played
        for played in pit.rounds
        if any("misread_hand" in (event.note or "") for event in played.events)
    ]
    assert misread
    for played in misread:
        (ruling,) = [event for event in played.events if isinstance(event, RulingMade)]
        assert ruling.by != ruling.approved_by
        mispaid = {truth.wager.key: truth.mispaid for truth in played.judgement.truths if truth.mispaid}
        adjusted = {
            truth.wager.key: truth.wager.adjusted for truth in played.judgement.truths if truth.wager.adjusted
        }
        assert adjusted
        assert {key: mispaid[key] for key in adjusted} == adjusted
