"""What went wrong at the table: no row is law of this game, so that the licensee elects or nobody knows."""

import json

import pytest

from ledger.games.three_card_poker.irregularities import CONDITIONS, IRREGULARITIES
from tests.cli.commands import environment, lines, run
from tests.games.evening import money
from tests.games.three_card_poker.evening import CLEAN, EVENING
from tests.scenario import dealt, event, round_record

NOWHERE = environment(PITLEDGER_DATABASE_URL="postgresql://nobody@127.0.0.1:1/nothing")
EXPOSED, TOO_MANY = "card_exposed_in_deal", "wrong_number_of_cards"
FOURTH_CARD = EVENING.added("fourth", dealt(4, "2d"), before="play 1")


def noted(kind, before="play 1", told=CLEAN, **fields):
    note = event("irregularity_noted", kind=kind, **fields)
    return EVENING.added("noted", note, before=before, told=told)


def test_no_row_is_new_jersey_law_of_this_game():
    assert {row.evidence for row in IRREGULARITIES} == {"not_nj_text", "not_found"}


def test_every_condition_has_its_words_and_its_rows():
    assert {row.condition for row in IRREGULARITIES} == set(CONDITIONS.words)


@pytest.mark.parametrize("kind", sorted({row.condition for row in IRREGULARITIES}))
def test_what_was_noted_is_found_whatever_follows_from_it(kind):
    assert ("irregularity_noted", "noted") in EVENING.found(noted(kind))


def test_jurisdictions_that_contradict_each_other_leave_the_round_undetermined_and_both_are_named():
    missing = EVENING.missing(noted(EXPOSED), 5, "pair_plus")
    assert missing is not None
    assert "68 IAC 10-11-8(b)" in missing
    assert "Queensland" in missing


def test_what_the_licensee_elects_is_done():
    goes_on = EVENING.lines(noted(EXPOSED), irregularities={EXPOSED: "CARD_TO_DISCARD_AND_CONTINUE"})
    assert {wager: money(line) for wager, line in goes_on.items()} == {
        wager: money(line) for wager, line in EVENING.lines(CLEAN).items()
    }
    void = EVENING.lines(noted(EXPOSED), irregularities={EXPOSED: "ROUND_VOID_RETURN_ALL"})
    assert {line.outcome for wager, line in void.items() if wager[0] in {1, 4, 5}} == {"void"}
    assert (4, "ante_bonus") not in void


def test_a_licensee_may_void_the_play_wagers_and_pay_the_pair_plus_that_wins():
    """As Queensland's text has it of an error of the dealer's, told by the command."""
    void = dict.fromkeys(("ante", "play", "ante_bonus"), "ROUND_VOID_RETURN_ALL")
    elected = {**void, "pair_plus": "WINS_PAID_REST_RETURNED"}
    submission = {"options": {"irregularities": {EXPOSED: elected}}}
    record = round_record(*noted(EXPOSED).values(), game="three_card_poker", submission=submission)
    (answer,) = lines(run("adjudicate", "-", given=json.dumps(record), env=NOWHERE).stdout)
    found = {(one["spot"], one["wager"]): one["outcome"] for one in answer["resolutions"]}
    clean = EVENING.outcomes(CLEAN)
    assert {found[key] for key in found if key[1] in {"ante", "play"} and clean[key] != "forfeit"} == {"void"}
    assert (4, "ante_bonus") not in found
    pair_plus = {key: outcome for key, outcome in found.items() if key[1] == "pair_plus"}
    becomes = {"win": "win", "lose": "void", "forfeit": "void"}  # known before spot 2 folds
    assert pair_plus == {key: becomes[clean[key]] for key in pair_plus}
    assert {"win", "void"} <= set(pair_plus.values())
    assert found[3, "six_card_bonus"] == clean[3, "six_card_bonus"]


def test_a_hand_of_four_cards_shows_itself_and_one_of_two_does_not():
    missing = EVENING.missing(FOURTH_CARD, 1, "ante")
    assert missing is not None
    assert "spot 4 had 4" in missing
    assert EVENING.outcomes(EVENING.without("deal 4 third", "reveal 4"))[1, "ante"] == "lose"


def test_a_misdeal_that_voids_hands_only_voids_those_concerned():
    told = EVENING.lines(FOURTH_CARD, irregularities={TOO_MANY: "HAND_VOID_RETURN_WAGERS"})
    assert {told[4, "ante"].outcome, told[4, "play"].outcome} == {"void"}
    assert told[5, "pair_plus"].outcome == "win"


def test_what_was_forfeited_before_stays_forfeited():
    told = noted("shoe_jammed", before="reveal dealer")
    void = EVENING.lines(told, irregularities={"shoe_jammed": "ROUND_VOID_RETURN_ALL"})
    assert void[2, "pair_plus"].outcome == "forfeit"
    assert void[3, "six_card_bonus"].outcome == "void"


def test_a_card_of_the_dealer_shown_while_players_have_to_decide_shows_itself():
    exposed = event("card_exposed", of=list(CLEAN).index("deal dealer second") + 1)
    early = EVENING.added("exposed", exposed, before="fold 2")
    missing = EVENING.missing(early, 1, "ante")
    assert missing is not None
    assert "exposed before all had decided" in missing
    goes_on = {"irregularities": {"dealer_exposed_early": "CARD_TO_DISCARD_AND_CONTINUE"}}
    assert EVENING.outcomes(early, **goes_on) == EVENING.outcomes(CLEAN)
    assert EVENING.outcomes(EVENING.added("exposed", exposed, before="reveal dealer")) == EVENING.outcomes(
        CLEAN
    )
