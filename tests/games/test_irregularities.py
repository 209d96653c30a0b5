"""What becomes of wagers when something went wrong, whatever the game: by law, by election, by neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.games import elections
from ledger.games.irregularities import CASES, WORDS, Conditions, Met, hands_of, remedied
from ledger.games.registry import GAMES
from ledger.games.resolution import Resolution
from ledger.games.seam import Case, Outcome, Remedy, Submission
from tests.games.lines import resolved
from tests.scenario import Event, collected, dealt, event, folded, opened, paid, placed, revealed

SPILLED = "chips_spilled"
SPOTS = (1, 2, 3)
WAGERS = ("ante", "bonus")
CONDITIONS = Conditions({SPILLED: "chips were spilled", "quarrel": "two players quarrelled"})
TOUCHES_MONEY: tuple[Remedy, ...] = (
    "HAND_VOID_RETURN_WAGERS", "WAGERS_FORFEIT", "ROUND_VOID_RETURN_ALL", "ROUND_VOID_DECK_REMOVED",
)  # fmt: skip
MOVES_CARDS: tuple[Remedy, ...] = ("CARD_TO_DISCARD_AND_CONTINUE", "USE_AS_NEXT_CARD", "RELOCATE_CARD")


def row(remedy: Remedy, *, law: bool = False, citation: str = "s.1", wagers=None, condition=SPILLED) -> Case:
    return Case(condition, remedy, "nj_text" if law else "not_nj_text", citation, wagers)


def elected(**remedies: Remedy | Mapping[str, Remedy]) -> Submission:
    """A submission that elects only what is to follow from irregularities."""
    default = elections.default(GAMES["unruled"])
    options = {**default.options, "irregularities": remedies}
    return Submission("s", 1, "unruled", default.pay_tables, options)


def noted(*spots: int, kind: str = SPILLED) -> Event:
    return event("irregularity_noted", kind=kind, **({"spots": list(spots)} if spots else {}))


def line(spot: int, wager: str = "ante", outcome: Outcome = "win", stake: int = 10_00, **more: Any) -> Any:
    return resolved(spot, wager, stake, outcome, paid=10_00 if outcome == "win" else 0, **more)


LINES = [line(spot, wager) for spot in SPOTS for wager in WAGERS]


def after(
    *events: Event,
    rows: tuple[Case, ...],
    lines: list[Resolution] = LINES,
    conditions: Conditions = CONDITIONS,
    **remedies: Remedy | Mapping[str, Remedy],
) -> list[Resolution]:
    seen = folded([opened(), *(placed(spot, "ante", 10_00) for spot in SPOTS), *events])
    return list(remedied(seen, elected(**remedies), lines, rows, conditions))


def outcomes(found: list[Resolution]) -> dict[tuple[int, str], str]:
    return {(one.spot, one.wager): one.outcome for one in found}


def touched(found: list[Resolution]) -> set[tuple[int, str]]:
    return {(one.spot, one.wager) for one in found if one not in LINES}


# --- by law -----------------------------------------------------------------------------------


def test_law_is_applied_at_the_spots_noted_to_all_their_wagers():
    found = after(noted(1, 3), rows=(row("WAGERS_FORFEIT", law=True, citation="13:69F-16.10(c)"),))
    assert touched(found) == {(1, "ante"), (1, "bonus"), (3, "ante"), (3, "bonus")}
    assert found[0] == resolved(1, "ante", 10_00, "forfeit", rule="13:69F-16.10(c)", evidence="nj_text")


def test_other_sources_do_not_count_beside_the_law():
    rows = (row("ROUND_VOID_RETURN_ALL"), row("WAGERS_FORFEIT", law=True), row("RELOCATE_CARD"))
    assert outcomes(after(noted(1), rows=rows))[1, "ante"] == "forfeit"


def test_an_election_is_nothing_against_the_law():
    found = after(noted(1), rows=(row("WAGERS_FORFEIT", law=True),), chips_spilled="ROUND_VOID_RETURN_ALL")
    assert touched(found) == {(1, "ante"), (1, "bonus")}


def test_a_wager_that_goes_back_by_the_cards_is_forfeited_all_the_same():
    lines = [line(1, "bet", "void")]
    assert outcomes(after(noted(1), rows=(row("WAGERS_FORFEIT", law=True),), lines=lines)) == {
        (1, "bet"): "forfeit"
    }


# --- by election, or by nothing ---------------------------------------------------------------


@pytest.mark.parametrize("remedy", TOUCHES_MONEY)
def test_one_unverified_row_that_touches_money_leaves_its_wagers_undetermined(remedy):
    found = after(noted(2), rows=(row(remedy),))
    at_spot_2 = {(2, "ante"), (2, "bonus")}
    assert touched(found) == (set(outcomes(LINES)) if remedy.startswith("ROUND") else at_spot_2)
    (ante,) = [one for one in found if (one.spot, one.wager) == (2, "ante")]
    assert ante == resolved(
        2, "ante", 10_00, "undetermined", rule="s.1", evidence="not_nj_text",
        missing=f"the rule for the case that chips were spilled (noted at event 5): {remedy} (s.1)",
    )  # fmt: skip


@pytest.mark.parametrize("remedy", MOVES_CARDS)
def test_a_row_that_moves_cards_alone_leaves_the_lines_as_they_are(remedy):
    assert after(noted(2), rows=(row(remedy), row("NOT_FOUND", citation=""))) == LINES


NOT_FOUND = row("NOT_FOUND", citation="")._replace(evidence="not_found")


def test_where_no_text_was_found_the_wagers_are_undetermined_and_the_row_is_named():
    found = after(noted(2), rows=(NOT_FOUND,))
    assert set(outcomes(found).values()) == {"undetermined"}
    assert found[0].missing == (
        "the rule for the case that chips were spilled (noted at event 5): NOT_FOUND (no text read)"
    )
    assert (found[0].rule, found[0].evidence) == ("", "not_found")


@pytest.mark.parametrize("remedy", MOVES_CARDS)
def test_where_no_text_was_found_the_licensee_may_elect_to_go_on(remedy):
    assert after(noted(2), rows=(NOT_FOUND,), chips_spilled=remedy) == LINES


def test_a_burn_card_forgotten_touches_no_wager():
    forgotten = NOT_FOUND._replace(condition="burn_card_missing")
    conditions = Conditions({"burn_card_missing": "a burn card was forgotten"})
    noted_so = noted(kind="burn_card_missing")
    assert after(noted_so, rows=(forgotten,), conditions=conditions) == LINES


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.banked == "house"])
def test_every_condition_that_no_text_was_found_for_is_undetermined_but_a_forgotten_burn_card(game):
    unsaid = {row.condition for row in game.irregularities if row.remedy == "NOT_FOUND"}
    for condition in unsaid:
        told = noted(kind=condition)
        found = after(told, rows=game.irregularities, conditions=Conditions(game.conditions))
        assert (found == LINES) is (condition == "burn_card_missing")


def test_rows_that_contradict_each_other_are_all_named_and_none_is_better_known():
    rows = (row("RELOCATE_CARD"), row("HAND_VOID_RETURN_WAGERS", citation="s.2"))
    found = after(noted(2), rows=rows)
    assert touched(found) == {(2, "ante"), (2, "bonus")}
    (ante,) = [one for one in found if (one.spot, one.wager) == (2, "ante")]
    assert (ante.rule, ante.evidence) == ("s.1; s.2", "not_found")
    assert ante.missing == (
        "the rule for the case that chips were spilled (noted at event 5): "
        "RELOCATE_CARD (s.1) or HAND_VOID_RETURN_WAGERS (s.2)"
    )


@pytest.mark.parametrize("remedy", TOUCHES_MONEY)
def test_what_the_licensee_elected_is_applied(remedy):
    found = after(noted(2), rows=(row("RELOCATE_CARD"), row(remedy, citation="s.2")), chips_spilled=remedy)
    whole = remedy.startswith("ROUND")
    assert touched(found) == {key for key in outcomes(LINES) if whole or key[0] == 2}
    (ante,) = [one for one in found if (one.spot, one.wager) == (2, "ante")]
    assert ante.outcome == ("forfeit" if remedy == "WAGERS_FORFEIT" else "void")
    assert (ante.rule, ante.evidence) == ("s.2", "not_nj_text")


def test_rows_may_say_different_things_of_different_wagers():
    """As in Queensland, where a dealer's error voids the bets and leaves the wagers beside them."""
    rows = (row("ROUND_VOID_RETURN_ALL", wagers=("ante",)), row("RELOCATE_CARD", wagers=("bonus",)))
    found = after(noted(), rows=rows)
    assert touched(found) == {(spot, "ante") for spot in SPOTS}
    assert "RELOCATE_CARD" not in str(found[0].missing)
    void = after(noted(), rows=rows, chips_spilled="ROUND_VOID_RETURN_ALL")
    assert outcomes(void) == {
        (spot, wager): "void" if wager == "ante" else "win" for spot in SPOTS for wager in WAGERS
    }


def test_what_is_elected_wager_by_wager_leaves_the_wagers_not_named():
    rows = (row("ROUND_VOID_RETURN_ALL", citation="s.7"), row("RELOCATE_CARD"))
    found = after(noted(2), rows=rows, chips_spilled={"bonus": "ROUND_VOID_RETURN_ALL"})
    assert touched(found) == {(spot, "bonus") for spot in SPOTS}
    assert {one.rule for one in found if one.wager == "bonus"} == {"s.7"}
    each = after(noted(2), rows=rows, chips_spilled={"bonus": "RELOCATE_CARD", "ante": "WAGERS_FORFEIT"})
    assert touched(each) == {(2, "ante")}
    assert next(one for one in each if one not in LINES).rule == "the licensee's election"


def test_a_row_of_other_wagers_is_no_source_for_what_is_elected_of_one():
    rows = (row("ROUND_VOID_RETURN_ALL", wagers=("ante",)),)
    found = after(noted(), rows=rows, chips_spilled={"bonus": "ROUND_VOID_RETURN_ALL"})
    assert {one.rule for one in found if one.wager == "bonus"} == {"the licensee's election"}


def test_nothing_elected_of_any_wager_is_no_election():
    found = after(noted(), rows=(row("ROUND_VOID_RETURN_ALL"),), chips_spilled={})
    assert {one.outcome for one in found} == {"undetermined"}


def test_winners_may_be_paid_where_the_rest_goes_back():
    lines = [
        line(1),
        line(2, outcome="lose"),
        line(3, outcome="push"),
        line(4, outcome="open"),
    ]
    found = after(noted(), rows=(), lines=lines, chips_spilled="WINS_PAID_REST_RETURNED")
    assert outcomes(found) == {
        (1, "ante"): "win",
        (2, "ante"): "void",
        (3, "ante"): "void",
        (4, "ante"): "open",
    }
    assert (found[1].collected, found[1].returned) == (0, 10_00)


def test_a_kind_that_no_condition_is_changes_nothing():
    assert after(noted(kind="fire_alarm"), rows=(row("ROUND_VOID_RETURN_ALL"),)) == LINES


def test_a_round_in_which_nothing_went_wrong_keeps_the_very_lines():
    seen = folded([opened()])
    assert remedied(seen, elected(), LINES, (row("WAGERS_FORFEIT"),), CONDITIONS) is LINES


# --- what stays -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settlement",
    [
        collected(1, "ante", 10_00),
        paid(1, "ante", 10_00),
        event("wager_returned", spot=1, wager="ante", amount=10_00, reason="push"),
        event("progressive_won", spot=1, wager="ante", fund="p-1", amount=10_00),
    ],
)
def test_what_was_settled_before_stays_settled(settlement):
    before = after(settlement, noted(), rows=(), chips_spilled="ROUND_VOID_RETURN_ALL")
    assert touched(before) == set(outcomes(LINES)) - {(1, "ante")}
    later = after(noted(), settlement, rows=(), chips_spilled="ROUND_VOID_RETURN_ALL")
    assert touched(later) == set(outcomes(LINES))


@pytest.mark.parametrize(
    "gone",
    [
        line(1, "ante", "forfeit"),
        line(1, "ante", "void", late=True),
        line(1, "ante", "void", stake=0),
    ],
)
def test_a_wager_that_was_given_up_withdrawn_or_void_from_the_first_stays_what_it_is(gone):
    assert after(noted(), rows=(row("WAGERS_FORFEIT", law=True),), lines=[gone]) == [gone]


def test_a_bonus_paid_without_a_stake_has_no_line_where_nothing_is_paid():
    unstaked = line(1, "ante_bonus", "win", stake=0)
    law = (row("WAGERS_FORFEIT", law=True),)
    assert after(noted(1), rows=law, lines=[line(1), unstaked]) == after(noted(1), rows=law, lines=[line(1)])


def test_the_earliest_decides_and_a_later_one_takes_what_is_left():
    rows = (row("WAGERS_FORFEIT", law=True), row("ROUND_VOID_RETURN_ALL", condition="quarrel"))
    found = after(noted(kind="quarrel"), noted(1), rows=rows, quarrel="RELOCATE_CARD")
    assert outcomes(found)[1, "ante"] == "forfeit"
    void = after(noted(kind="quarrel"), noted(1), rows=rows, quarrel="ROUND_VOID_RETURN_ALL")
    assert set(outcomes(void).values()) == {"void"}
    both = after(noted(1), noted(kind="quarrel"), rows=rows, quarrel="ROUND_VOID_RETURN_ALL")
    assert {one.spot for one in both if one.outcome == "forfeit"} == {1}
    assert {one.spot for one in both if one.outcome == "void"} == {2, 3}


def test_whose_wagers_are_forfeit_is_missing_where_the_note_does_not_say():
    found = after(noted(), rows=(row("WAGERS_FORFEIT", law=True),))
    assert {one.missing for one in found} == {
        "the spots concerned in the case that chips were spilled (noted at event 5)"
    }


# --- what shows itself ------------------------------------------------------------------------


def test_a_game_may_say_what_shows_itself():
    conditions = CONDITIONS._replace(
        evident=(lambda seen: [Met(SPILLED, seen.version, (3,), "plain to see")],)
    )
    found = after(rows=(row("WAGERS_FORFEIT", law=True),), conditions=conditions)
    assert touched(found) == {(3, "ante"), (3, "bonus")}


@pytest.mark.parametrize(
    ("place", "told", "spots"), [(2, "spot 2 had 3", (2,)), ("dealer", "the dealer had 3", ())]
)
def test_a_hand_of_too_many_cards_shows_itself_with_the_first_card_too_many(place, told, spots):
    cards = [dealt(place, face) for face in ("As", "Ks", "Qs")]
    seen = folded([opened(), dealt(1, "2s"), *cards])
    assert list(hands_of(2)(seen)) == [Met("wrong_number_of_cards", 5, spots, told)]
    assert list(hands_of(3)(seen)) == []


@pytest.mark.parametrize("place", ["board", "stand"])
def test_cards_that_are_nobodys_hand_may_be_as_many_as_they_are(place):
    seen = folded([opened(), *(dealt(place, face, "up") for face in ("As", "Ks", "Qs"))])
    assert list(hands_of(2)(seen)) == []


# --- the rows of every game -------------------------------------------------------------------

BANKED = [game for game in GAMES.values() if game.irregularities]


def test_a_hand_turned_up_with_too_few_cards_shows_itself_and_a_gap_in_the_record_does_not():
    dealt_two = [dealt(1, "As"), dealt(1, "Kd"), dealt(2, "2c"), dealt(2, "3c"), dealt(2, "4c")]
    short = folded([opened(), *dealt_two, revealed(1, "As", "Kd"), revealed(2, "2c", "3c", "4c")])
    assert list(hands_of(3)(short)) == [Met("wrong_number_of_cards", 7, (1,), "spot 1 had 2")]
    assert list(hands_of(3)(folded([opened(), *dealt_two]))) == []
    unread = folded([opened(), *dealt_two, dealt(1, None), revealed(1, "As", "Kd")])
    assert list(hands_of(3)(unread)) == []


@pytest.mark.parametrize("game", ["three_card_poker", "caribbean_stud", "texas_holdem_bonus"])
def test_every_game_dealt_at_once_looks_for_hands_turned_up_short(game):
    seen = folded([opened(), dealt(1, "As"), revealed(1, "As")], game=game)
    rules = GAMES[game]
    noted = [line.missing for line in rules.adjudicate(seen, elections.default(rules)).resolutions]
    assert noted == []
    staked = folded([opened(), placed(1, "ante", 10_00), dealt(1, "As"), revealed(1, "As")], game=game)
    (line,) = rules.adjudicate(staked, elections.default(rules)).resolutions
    assert "(spot 1 had 1)" in str(line.missing)


def test_every_condition_of_all_games_has_its_words():
    assert {case.condition for case in CASES} == set(WORDS)


@pytest.mark.parametrize("game", BANKED, ids=lambda game: game.name)
def test_a_row_cites_a_text_or_says_that_none_was_found(game):
    for case in game.irregularities:
        assert bool(case.citation) == (case.evidence != "not_found"), case
        assert case.wagers is None or set(case.wagers) <= set(game.wagers) | game.unstaked


def test_one_row_of_all_games_is_law():
    law = [(game.name, row.condition, row.remedy, row.citation)
           for game in BANKED for row in game.irregularities if row.evidence == "nj_text"]  # fmt: skip
    assert law == [("caribbean_stud", "communication", "WAGERS_FORFEIT", "13:69F-16.10(c)")]


# --- whatever happens -------------------------------------------------------------------------

REMEDY = st.sampled_from([*TOUCHES_MONEY, *MOVES_CARDS, "NOT_FOUND"])
ROWS = st.lists(
    st.builds(
        Case,
        st.sampled_from([SPILLED, "quarrel"]),
        REMEDY,
        st.sampled_from(["nj_text", "not_nj_text", "not_found"]),
        st.sampled_from(["", "s.1"]),
        st.sampled_from([None, ("ante",), ("bonus", "ante")]),
    ),
    max_size=4,
)
HAPPENS = st.lists(
    st.one_of(
        st.builds(
            lambda spots, kind: noted(*spots, kind=kind),
            st.sets(st.sampled_from(SPOTS)),
            st.sampled_from([SPILLED, "quarrel", "fire_alarm"]),
        ),
        st.builds(lambda spot: paid(spot, "ante", 10_00), st.sampled_from(SPOTS)),
    ),
    max_size=5,
)
OUTCOMES = st.sampled_from(["win", "lose", "open", "undetermined"])
ELECTS = st.dictionaries(
    st.sampled_from([SPILLED, "quarrel"]), st.sampled_from([*TOUCHES_MONEY, *MOVES_CARDS])
)


@given(HAPPENS, ROWS, ELECTS, st.lists(OUTCOMES, min_size=6, max_size=6))
def test_no_wager_is_lost_no_stake_changed_and_no_cent_made(happens, rows, elects, games):
    lines = [line(one.spot, one.wager, said) for one, said in zip(LINES, games, strict=True)]
    found = after(*happens, rows=tuple(rows), lines=lines, **elects)
    assert [(one.spot, one.wager, one.stake) for one in found] == [
        (one.spot, one.wager, one.stake) for one in lines
    ]
    for now, before in zip(found, lines, strict=True):
        if now is before:
            continue
        assert now.paid == 0
        assert now.outcome in {"void", "forfeit", "undetermined"}
        judged = now.outcome != "undetermined"
        assert now.collected + now.returned == (now.stake if judged else 0)
        assert bool(now.missing) is not judged
