"""Every mistake that the simulation makes is one that the ledger finds, or the count does."""

from collections import Counter

import pytest

from ledger.events.rounds import RulingMade
from ledger.rounds.judge import judge
from tests.simulate.evenings import dealt

LIMITS = {"ante": (15_00, 1000_00), "bonus": (5_00, 100_00)}

# What people did -> what is found of it, at the least.
FOUND = {
    "texas_holdem_bonus": {
        "below_minimum": {"wager_below_minimum"},
        "late_wager": {"wager_late"},
        "exposed_card": {"hand_revealed_early"},
        "wrong_ratio": {"wager_ratio_wrong"},
        "missing_burn": {"burn_card_missing"},
        "wrong_order": {"settlement_out_of_order"},
        "misread_hand": {"outcome_misdeclared", "wager_miscollected"},
        "misdeclared": {"outcome_misdeclared"},
        "missed_collection": {"wager_unsettled"},
        "overpaid": {"wager_mispaid"},
        "underpaid": {"wager_mispaid"},
        "duplicate_settlement": {"wager_mispaid"},
        "wrong_denomination": set(),  # the closer alone knows
    },
    "poker": {
        "exposed_card": set(),  # the card is shown, and no paragraph read says more
        "out_of_turn": {"action_out_of_turn"},
        "missing_burn": {"burn_card_missing"},
        "rake_out_of_order": {"rake_out_of_order"},
        "misawarded": {"pot_misawarded"},
    },
}
AT_THE_TRAY = {"overpaid_buy_in", "unequal_change", "short_fill"}


@pytest.mark.parametrize("game", FOUND)
def test_each_mistake_is_found_by_its_code(game):
    pit = dealt(game, rounds=200, seed=5, mistakes=1.0)
    made: Counter[str] = Counter()
    for played in pit.rounds:
        names = [event.note.split()[1].rstrip(":") for event in played.events if event.note]
        assert len(names) <= 1
        codes = {finding.code for finding in judge(played.state, pit.submission, LIMITS).findings}
        for name in names:
            made[name] += 1
            assert codes >= FOUND[game][name], (name, codes)
    assert set(made) == set(FOUND[game])
    assert set(pit.notes) - set(made) == AT_THE_TRAY - ({"unequal_change"} if game == "poker" else set())


@pytest.mark.parametrize("game", FOUND)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_nobody_errs_nothing_is_found(game, seed):
    pit = dealt(game, rounds=100, seed=seed)
    assert [finding for played in pit.rounds for finding in played.judgement.findings] == []
    assert pit.notes == []
    for sat in pit.sessions.values():
        assert sat.state.remarks == []


def test_a_hand_that_was_misread_is_put_right_with_two_people():
    pit = dealt("texas_holdem_bonus", rounds=200, seed=5, mistakes=1.0)
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
