"""What the rest of the ledger sees of the poker room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.errors import InvalidOption, UnknownOption, UnknownWager
from ledger.games.findings import COMMON
from ledger.games.poker import POKER
from ledger.games.poker.variants import VARIANTS
from tests.games.poker.felt import (
    bets,
    blinds,
    board,
    checks,
    closed,
    deal,
    finds,
    folds,
    hand,
    posts,
    pots,
    ruled,
)
from tests.scenario import event

HERE = Path(__file__).parent
NO_MORE_BETS = event("betting_closed")
CARDS = {2: "KsKh", 3: "QsQh", 4: "2c3d", 1: "7c2d"}
RIVER = [
    blinds(),
    deal(CARDS),
    folds(4, 1),
    bets(2, 1_00),
    checks(3),
    *[board("4c5d9h"), checks(2, 3), board("Jd"), checks(2, 3), board("8s"), checks(2, 3)],
]


def test_stakes_go_to_a_pot_and_no_wager_has_odds():
    state = hand(*RIVER)
    assert POKER.banked == "players"
    assert ruled(state).adjudication.resolutions == ()
    assert state.pot.content == 4_00


def test_after_a_street_forced_bets_are_late_and_bets_are_not():
    told = [blinds(), deal(CARDS), folds(4, 1), bets(2, 1_00), checks(3), NO_MORE_BETS, board("4c5d9h")]
    assert finds(hand(*told, bets(2, 2_00))) == []
    assert finds(hand(*told, posts(3, 2_00))) == ["wager_late"]


def test_after_the_river_every_bet_is_late_and_still_in_the_pot():
    state = hand(*RIVER, NO_MORE_BETS, bets(2, 2_00))
    assert finds(state) == ["action_out_of_turn", "wager_late"]
    assert state.pot.content == 6_00


def test_a_wager_of_another_felt_is_no_record_of_poker():
    with pytest.raises(UnknownWager):
        hand(bets(2, 1_00) | {"wager": "bonus"})


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"smallest_chip": 3}, InvalidOption),
        ({"rake_from": "the dealer"}, InvalidOption),
        ({"odds": 1}, UnknownOption),
    ],
)
def test_a_submission_elects_among_what_the_room_knows(options, error):
    with pytest.raises(error):
        ruled(hand(*RIVER), **options)


def test_every_default_may_be_elected():
    for option in POKER.options.values():
        assert option.values is not None
        assert option.default in option.values
        assert option.evidence != "nj_text"


def test_the_codes_of_findings_are_the_games_own():
    codes = [kind.code for kind in POKER.findings]
    assert len(codes) == len(set(codes))
    assert not set(codes) & set(COMMON)


def test_every_finding_is_found_in_a_test():
    told = "".join(path.read_text() for path in HERE.glob("test_*.py") if path.name != Path(__file__).name)
    assert [kind.code for kind in POKER.findings if not re.search(rf'"{kind.code}"', told)] == []


def test_only_paragraphs_that_were_read_are_cited_as_law():
    read = {
        "13:69F-14.5(a)",
        "13:69F-14.5(b)",
        "13:69F-14.19(c)",
        *(f"13:69F-14.10({part})" for part in "abcdefg"),
    }
    cited = {kind.rule for kind in POKER.findings if kind.evidence == "nj_text"}
    steps = {step.rule for step in POKER.procedure if step.evidence == "nj_text"}
    assert cited | steps <= read


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_dealt_to_eleven_and_fits_its_deck(variant):
    row = VARIANTS[variant]
    burns = len(row.streets)
    assert row.most_players == 11
    assert row.most_players * row.hole + row.board + burns <= len(row.deck)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_gives_the_pot_to_the_better_hand(variant):
    told = [blinds(), deal({2: "KsKh", 3: "QsQh"}), checks(2, 3)]
    run = [board("6c7d9h"), checks(2, 3), board("Jd"), checks(2, 3), board("8s"), checks(2, 3), closed()]
    state = hand(*told, *run, stacks={2: 200_00, 3: 200_00}, variant=variant)
    assert [share.spot for share in pots(state)[0].winners] == [2]
