"""The fold of a round: it takes everything, judges nothing, forgets nothing."""

import pytest

from ledger.errors import LedgerError
from ledger.events.rounds import WagerPaid, WagerPlaced
from ledger.rounds.state import evolve, fold
from tests.scenario import collected, dealt, event, folded, opened, paid, placed, revealed


def wager(state, spot, name):
    (found,) = state.by_name[spot, name]
    return found


def remarks(state):
    return [(remark.code, remark.version) for remark in state.remarks]


def test_placing_again_adds_to_the_wager():
    state = folded([opened(), placed(1, "ante", 10_00), placed(1, "ante", 5_00, tender="chips")])
    assert (wager(state, 1, "ante").stake, wager(state, 1, "ante").on_layout) == (15_00, 15_00)


def test_wagers_apart_in_patron_tender_or_what_they_are_on_are_several():
    state = folded(
        [opened(), placed(1, "red", 5_00), placed(1, "red", 5_00, patron="P-1"),
         placed(1, "red", 5_00, on="7"), placed(1, "red", 5_00, tender="match_play")]
    )  # fmt: skip
    assert len(state.wagers) == 4


def test_a_settlement_that_fits_several_wagers_is_refused():
    with pytest.raises(LedgerError) as caught:
        folded(
            [opened(), placed(1, "red", 5_00, on="7"), placed(1, "red", 5_00, on="8"), paid(1, "red", 5_00)]
        )
    assert (caught.value.code, caught.value.pointer) == ("wager_ambiguous", "/events/3/wager")


def test_paying_gives_the_stake_back_unless_it_stays():
    state = folded([opened(), placed(1, "ante", 10_00), paid(1, "ante", 10_00)])
    assert (wager(state, 1, "ante").returned, wager(state, 1, "ante").on_layout) == (10_00, 0)
    state = folded([opened(), placed(1, "ante", 10_00), paid(1, "ante", 10_00, stake="stays")])
    assert (wager(state, 1, "ante").returned, wager(state, 1, "ante").on_layout) == (0, 10_00)


def test_collecting_more_than_was_staked_is_taken_and_remarked():
    state = folded([opened(), placed(1, "ante", 10_00), collected(1, "ante", 15_00)])
    assert wager(state, 1, "ante").on_layout == 0
    assert [remark.facts["beyond"] for remark in state.remarks] == [5_00]


def test_a_settlement_of_a_wager_nobody_placed_is_taken_and_remarked():
    assert remarks(folded([opened(), paid(2, "ante", 10_00)])) == [("wager_unknown", 2)]


def test_what_comes_after_the_close_is_taken_and_remarked_but_for_what_may_come():
    late = [opened(), event("closed"), placed(1, "ante", 5_00), revealed(1, "As")]
    assert remarks(folded(late))[0] == ("event_after_close", 3)
    assert [code for code, _ in remarks(folded(late))].count("event_after_close") == 1


def test_what_is_added_after_betting_closed_is_late():
    state = folded([opened(), placed(1, "ante", 5_00), event("betting_closed"), placed(1, "ante", 10_00)])
    assert (wager(state, 1, "ante").stake, wager(state, 1, "ante").late) == (5_00, 10_00)


def test_betting_closed_before_the_deal_leaves_the_later_wagers_open():
    state = folded([opened(), event("betting_closed"), placed(1, "play", 5_00), placed(1, "red", 5_00)])
    assert (wager(state, 1, "play").late, wager(state, 1, "red").late) == (0, 5_00)


def test_a_withdrawal_takes_the_late_part_first():
    state = folded(
        [opened(), placed(1, "ante", 5_00), event("betting_closed"), placed(1, "ante", 10_00),
         event("wager_withdrawn", spot=1, wager="ante", amount=12_00)]
    )  # fmt: skip
    ante = wager(state, 1, "ante")
    assert (ante.stake, ante.late, ante.withdrawn, ante.on_layout) == (3_00, 0, 12_00, 3_00)


def test_a_reveal_fills_what_was_unknown_in_the_order_dealt():
    state = folded([opened(), dealt(1, None), dealt(1, "Kd"), dealt(1, "7?"), revealed(1, "7c", "As", "Kd")])
    assert state.faces(1) == ("As", "Kd", "7c")
    assert remarks(state) == []


def test_a_reveal_that_contradicts_wins_and_both_readings_stay():
    state = folded([opened(), dealt(1, "As"), dealt(1, "Kd"), revealed(1, "As", "Qd")])
    assert state.faces(1) == ("As", "Qd")
    assert state.hands[1][1].recorded == "Kd"
    assert remarks(state) == [("card_contradicted", 4)]


def test_a_card_revealed_that_was_never_dealt_is_in_the_hand_and_remarked():
    state = folded([opened(), dealt(1, "As"), revealed(1, "As", "Qd")])
    assert state.faces(1) == ("As", "Qd")
    assert remarks(state) == [("card_not_dealt", 3)]


def test_a_card_moved_leaves_one_hand_for_another():
    state = folded([opened(), dealt(1, "As"), event("card_moved", of=2, to=2)])
    assert (state.faces(1), state.faces(2)) == ((), ("As",))


def test_the_rack_keeps_the_order_of_pick_up():
    state = folded(
        [opened(), event("card_burned", card="2c"), dealt(1, "As"), dealt(1, "Kd"), dealt(2, None),
         event("hand_collected", to=2), event("hand_collected", to=1, cards=["Kd", "As"])]
    )  # fmt: skip
    assert [
        (racked.owner, tuple(card.face for card in racked.cards), racked.ordered) for racked in state.rack
    ] == [
        ("burn", ("2c",), True),
        (2, (None,), False),
        (1, ("Kd", "As"), True),
    ]


def test_a_correction_folds_the_round_as_it_should_have_been_and_keeps_what_was_written():
    right = event("corrected", corrects=2, reason="misread", approved_by="F-1", event=placed(1, "ante", 5_00))
    state = folded([opened(), placed(1, "ante", 25_00), right])
    assert wager(state, 1, "ante").stake == 5_00
    assert state.log[1].model_dump()["amount"] == 25_00
    assert [now.occurred_at for now in state.events if now is not None][1] == state.log[1].occurred_at


def test_a_correction_to_nothing_takes_the_event_away():
    state = folded(
        [opened(), placed(1, "ante", 25_00), event("corrected", corrects=2, reason="-", approved_by="F-1")]
    )
    assert state.wagers == []


def test_a_correction_of_a_correction_to_nothing_restores_the_first():
    state = folded(
        [opened(), placed(1, "ante", 25_00), event("corrected", corrects=2, reason="-", approved_by="F-1"),
         event("corrected", corrects=3, reason="it was right", approved_by="F-1"), placed(1, "ante", 1_00)]
    )  # fmt: skip
    assert wager(state, 1, "ante").stake == 26_00


def test_a_correction_of_what_is_not_there_is_refused():
    with pytest.raises(LedgerError) as caught:
        folded([opened(), event("corrected", corrects=2, reason="-", approved_by="F-1")])
    assert (caught.value.code, caught.value.pointer) == ("unknown_version", "/events/1/corrects")


def test_a_wager_that_the_felt_does_not_have_is_refused():
    with pytest.raises(LedgerError) as caught:
        folded([opened(), placed(1, "pair_plus", 5_00)], game="texas_holdem_bonus")
    assert (caught.value.code, caught.value.pointer) == ("unknown_wager", "/events/1/wager")


def test_a_round_at_an_earlier_version_is_the_fold_of_its_first_events():
    state = folded([opened(), placed(1, "ante", 25_00), event("closed")])
    earlier = fold(state.header, state.log, until=2)
    assert (earlier.version, earlier.closed_at, wager(earlier, 1, "ante").on_layout) == (2, None, 25_00)


def test_at_an_unruled_table_every_wager_lives_on_past_the_close():
    state = folded([opened(), placed(1, "ante", 25_00), event("closed")])
    assert wager(state, 1, "ante").on_layout == 25_00


def test_wagers_are_kept_by_spot_those_resolved_beside_the_hand_apart():
    seen = folded(
        [
            opened(),
            placed(3, "ante", 1),
            placed(1, "progressive", 1),
            placed(1, "ante", 1),
            event("wager_paid", spot=3, wager="bet", amount=1),
        ],
        game="caribbean_stud",
    )
    at_spots = {
        spot: ([w.wager for w in at.main], [w.wager for w in at.side]) for spot, at in seen.at_spots.items()
    }
    assert at_spots == {3: (["ante", "bet"], []), 1: (["ante"], ["progressive"])}


def test_folds_stand_in_the_order_in_which_they_came_first():
    folds = [event("decision_made", spot=spot, decision="fold") for spot in (4, 1, 4)]
    assert [*folded([opened(), *folds]).folded_at.items()] == [(4, 2), (1, 3)]


def test_what_a_settlement_can_mean_is_asked_anew_after_a_wager_was_placed():
    state = folded([opened(), placed(1, "ante", 5_00, on="7")])
    settlement = WagerPaid(spot=1, wager="ante", on="8", amount=5_00)
    assert state.one(settlement) is None
    evolve(state, WagerPlaced(spot=1, wager="ante", on="8", amount=6_00))
    assert [wager.stake for wager in state.matching(settlement)] == [6_00]


def test_a_hand_read_in_another_order_goes_to_the_rack_in_the_order_read():
    hand = [dealt(1, "As"), dealt(1, "Kd"), dealt(1, "Kh")]
    state = folded([opened(), *hand, event("hand_collected", to=1, cards=["Kh", "As", "Kd"])])
    (racked,) = state.rack
    assert ([card.face for card in racked.cards], racked.ordered, racked.size) == (
        ["Kh", "As", "Kd"],
        True,
        3,
    )
