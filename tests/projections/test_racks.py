"""The discard rack of a table, out of what was recorded: in the order in which the cards went there."""

import pytest

from ledger.errors import InvalidQuery, RoundNotFound
from tests.projections.pit import SUBMISSION, at, clock, holdem_table, table
from tests.scenario import dealt, event, opened, placed, revealed, round_record

ROUND_1 = "T-1/2026-11-28/1"
SETUP = (table(), table("T-2"), SUBMISSION, holdem_table())
CLOSED = event("closed")


def racked(to, *faces, **fields):
    """A hand into the rack, its cards in pick-up order where they are said."""
    return event("hand_collected", to=to, cards=list(faces) or None, **fields)


def played(*events, number=1, **header):
    """A round of the unruled game at T-1, opened and closed."""
    return round_record(opened(), *events, CLOSED, number=number, **header)


def piles(rack):
    """Hand and cards of each pile, of all rounds, back to front."""
    return [(pile.hand, [card.card for card in pile.cards]) for one in rack.rounds for pile in one.piles]


def rack_of(pit, *records, until=ROUND_1, **asked):
    pit.tell(*SETUP, *records)
    return pit.views.rack(until=until, **asked)


# --- what goes there, and in which order ---------------------------------------------


def test_burned_cards_and_folded_hands_go_first_and_the_stub_last(pit):
    rack = rack_of(
        pit,
        played(
            dealt(1, "As"), dealt(2, "Kd"), dealt("dealer", "2c"),
            event("card_burned", card="9h"),
            racked(2, spread=True), racked(1, "As"), racked("dealer", "2c"),
            event("stub_collected", count=2),
        ),
    )  # fmt: skip
    assert piles(rack) == [
        ("burn", ["9h"]), ("2", ["Kd"]), ("1", ["As"]), ("dealer", ["2c"]), ("stub", [None, None]),
    ]  # fmt: skip
    (one,) = rack.rounds
    assert [(pile.first_place, pile.last_place) for pile in one.piles] == [
        (1, 1), (2, 2), (3, 3), (4, 4), (5, 6),
    ]  # fmt: skip
    assert [(card.place, card.place_from_front) for pile in one.piles[:4] for card in pile.cards] == [
        (1, 6), (2, 5), (3, 4), (4, 3),
    ]  # fmt: skip
    assert (rack.size, one.reconstruction, one.piles[1].spread) == (6, "in_order", True)
    assert (one.piles[1].source, one.piles[1].by, one.piles[1].version) == ("dealer", "D-1", 6)


def test_the_order_of_a_hand_is_that_in_which_it_was_picked_up(pit):
    rack = rack_of(
        pit, played(dealt(1, "As"), dealt(1, None), revealed(1, "As", "Kd"), racked(1, "Kd", "As"))
    )
    (pile,) = rack.rounds[0].piles
    assert pile.ordered
    assert [(card.card, card.place, card.dealt_at, card.shown) for card in pile.cards] == [
        ("Kd", 1, 3, True),
        ("As", 2, 2, True),
    ]


def test_a_hand_whose_order_was_not_recorded_is_a_set(pit):
    rack = rack_of(pit, played(dealt(1, "As"), dealt(1, "Kd"), racked(1), dealt(2, "2c"), racked(2, "2c")))
    one, other = rack.rounds[0].piles
    assert (one.ordered, one.first_place, one.last_place) == (False, 1, 2)
    assert {card.card: card.place for card in one.cards} == {"As": None, "Kd": None}
    assert other.cards[0].place == 3
    assert rack.rounds[0].reconstruction == "hands_as_sets"


def test_a_card_read_at_pick_up_and_never_dealt_lies_where_it_was_read(pit):
    rack = rack_of(pit, played(dealt(1, "As"), racked(1, "7c", "As"), racked(2, "Kd", None)))
    assert piles(rack) == [("1", ["7c", "As"]), ("2", ["Kd", None])]


def test_a_card_taken_out_of_the_rack_again_is_not_in_it(pit):
    rack = rack_of(
        pit,
        played(
            event("card_burned", card="9h"), dealt(1, "As"), dealt(1, "Kd"), dealt(2, "2c"),
            event("card_moved", of=2, to=2), racked(1, "As", "Kd"), racked(2, "2c", "9h"),
        ),
    )  # fmt: skip
    assert piles(rack) == [("burn", []), ("1", ["As", "Kd"]), ("2", ["2c", "9h"])]
    assert rack.size == 4


def test_what_was_not_picked_up_is_told_apart(pit):
    rack = rack_of(pit, played(dealt(1, "As"), dealt(2, "Kd"), racked(1, "As")))
    (one,) = rack.rounds
    assert [(left.hand, left.cards) for left in one.not_racked] == [("2", ["Kd"])]
    assert one.reconstruction == "not_possible_from_rack"
    assert one.opened_at == one.closed_at is not None


def test_a_hand_of_which_nothing_is_known_has_no_places_in_front_of_it(pit):
    rack = rack_of(pit, played(dealt(1, "As"), racked(1, "As"), racked(2), dealt(3, "2c"), racked(3, "2c")))
    one, unknown, other = rack.rounds[0].piles
    assert (rack.size, unknown.size, unknown.cards) == (None, None, [])
    assert [(card.place, card.place_from_front) for card in one.cards + other.cards] == [(1, None), (None, 1)]
    assert rack.rounds[0].reconstruction == "not_possible_from_rack"


def test_discards_of_a_draw_lie_there_before_the_hand(pit):
    rack = rack_of(
        pit,
        played(
            dealt(1, "As"), dealt(1, "Kd"), event("cards_discarded", spot=1, cards=["Kd", "7c"]),
            dealt(1, "2c"), racked(1, "2c", "As"),
        ),
    )  # fmt: skip
    assert piles(rack) == [("1", ["Kd", "7c"]), ("1", ["2c", "As"])]
    assert [pile.kind for pile in rack.rounds[0].piles] == ["discards", "hand"]


def test_a_voided_round_leaves_its_cards_where_they_were_put(pit):
    void = event("voided", reason="misdeal")
    rack = rack_of(pit, played(dealt(1, "As"), dealt(2, "Kd"), void, racked(1, "As")))
    (one,) = rack.rounds
    assert (one.status, piles(rack), one.not_racked[0].hand) == ("voided", [("1", ["As"])], "2")


# --- since when ---------------------------------------------------------------------


def shoe(number, face, **header):
    return played(dealt(1, face), racked(1, face), number=number, **header)


def test_without_a_shuffle_a_rack_goes_on_from_round_to_round(pit):
    rack = rack_of(pit, shoe(1, "As"), shoe(2, "Kd"), shoe(3, "2c"), until="T-1/2026-11-28/2")
    assert [one.key for one in rack.rounds] == [ROUND_1, "T-1/2026-11-28/2"]
    assert piles(rack) == [("1", ["As"]), ("1", ["Kd"])]
    assert (rack.begins.round, rack.begins.because, rack.begins.recorded) == (ROUND_1, "first_round", False)
    assert rack.begins.detail.startswith("no shuffle is recorded")


@pytest.mark.parametrize(
    ("header", "because"),
    [
        ({"deck": "B8"}, "other_deck"),
        ({"session": 2}, "other_session"),
        ({"gaming_date": "2026-11-29"}, "other_gaming_date"),
    ],
)
def test_a_rack_begins_anew_where_something_else_begins(pit, header, because):
    former = {"deck": "B7", "session": None if because == "other_gaming_date" else 1}
    later = {**former, **header}
    key = f"T-1/{later.get('gaming_date', '2026-11-28')}/2"
    rack = rack_of(pit, shoe(1, "As", **former), shoe(2, "Kd", **later), until=key)
    assert (rack.begins.round, rack.begins.because, piles(rack)) == (key, because, [("1", ["Kd"])])
    assert rack.deck == later["deck"]


def test_of_two_decks_in_turn_the_cards_of_one_lie_there(pit):
    rounds = [shoe(number, face, deck=f"B{number % 2}") for number, face in enumerate(("As", "Kd", "2c"), 1)]
    rack = rack_of(pit, *rounds, until="T-1/2026-11-28/3")
    assert (piles(rack), rack.deck, rack.begins.rule) == ([("1", ["2c"])], "B1", "13:69F-23.2")


def timed(number, clock, face):
    """A round dealt from B7, opened at a time."""
    return round_record(
        opened(occurred_at=at(clock)), dealt(1, face), racked(1, face), CLOSED, number=number, deck="B7"
    )


@pytest.mark.parametrize(("shuffled", "begins"), [("20:30:00", 3), ("20:31:00", 3), ("20:32:00", 1)])
def test_a_rack_begins_with_the_first_round_opened_since_a_shuffle_on_record(pit, shuffled, begins):
    deck = {
        "format": "pitledger/1", "stream": "deck", "name": "B7",
        "events": [
            event("inspected", occurred_at=at("18:00:00"), batch="G", backs="red", source="manual", by="C-1"),
            event("shuffle_completed", occurred_at=at("18:10:00"), machine="m1"),
            event("shuffle_completed", occurred_at=at(shuffled), machine="m1"),
        ],
    }  # fmt: skip
    rounds = [timed(1, "20:10:00", "As"), timed(2, "20:20:00", "Kd"), timed(3, "20:31:00", "2c")]
    rack = rack_of(pit, deck, *rounds, until="T-1/2026-11-28/3")
    assert rack.rounds[0].key == f"T-1/2026-11-28/{begins}"
    assert (rack.begins.recorded, rack.begins.because) == (True, "shuffle_recorded")


@pytest.mark.parametrize("taken", ["shuffler_loaded", "shuffle_started", "loaded", "unloaded", "withdrawn"])
def test_a_rack_begins_anew_where_its_cards_were_taken_out_whatever_became_of_the_shuffle(pit, taken):
    where = {"shuffler_loaded": {"machine": "m1"}, "loaded": {"table": "T-1"}, "unloaded": {"table": "T-1"}}
    deck = {
        "format": "pitledger/1", "stream": "deck", "name": "B7",
        "events": [
            event("inspected", occurred_at=at("18:00:00"), batch="G", backs="red", source="manual", by="C-1"),
            event(taken, occurred_at=at("20:25:00"), **where.get(taken, {})),
        ],
    }  # fmt: skip
    rounds = [timed(1, "20:10:00", "As"), timed(2, "20:20:00", "Kd"), timed(3, "20:31:00", "2c")]
    rack = rack_of(pit, deck, *rounds, until="T-1/2026-11-28/3")
    assert (piles(rack), rack.begins.recorded, rack.begins.because) == (
        [("1", ["2c"])], True, "cards_taken_out_recorded",
    )  # fmt: skip


def test_rounds_lie_there_in_the_order_dealt_and_a_time_asks_for_those_that_were_over(pit):
    """The second was told after the third; each closes a minute after it opened."""
    late = [
        timed(n, when, face)
        for n, when, face in ((1, "20:10:00", "As"), (3, "20:31:00", "2c"), (2, "20:20:00", "Kd"))
    ]
    for one in late:
        one["events"][-1]["occurred_at"] = one["events"][0]["occurred_at"].replace(":00-05", ":59-05")
    pit.now = clock("21:00:00")
    before = pit.tell(*SETUP, *late[:2])
    pit.now = clock("22:00:00")
    pit.tell(late[2])
    whole = pit.views.rack("T-1")
    assert (whole.until, piles(whole)) == ("T-1/2026-11-28/3", [("1", ["As"]), ("1", ["Kd"]), ("1", ["2c"])])
    assert piles(pit.views.rack("T-1", at=clock("20:31:30"))) == [("1", ["As"]), ("1", ["Kd"])]
    assert piles(pit.views.rack("T-1", at=clock("20:20:30"))) == [("1", ["As"])]
    for asked in ({"as_of": before, "at": clock("20:31:59")}, {"as_known_at": clock("21:30:00")}):
        assert piles(pit.views.rack("T-1", **asked)) == [("1", ["As"]), ("1", ["2c"])]
    assert pit.views.rack_check(["As", "Kd"], "T-1", at=clock("20:31:30")).agrees
    for asked in ({"at": clock("20:00:00")}, {"at": clock("20:31:30"), "until": ROUND_1}):
        with pytest.raises((RoundNotFound, InvalidQuery)):
            pit.views.rack("T-1", **asked)


def test_a_round_that_was_not_over_when_it_was_looked_at_is_not_in_the_rack_of_that_time(pit):
    told = timed(1, "20:10:00", "As")
    pit.tell(*SETUP, {**told, "events": told["events"][:3]})
    before = pit.ledger.recorder.head()
    closed = {**told["events"][3], "occurred_at": at("20:11:00"), "source": "dealer", "by": "D-1"}
    pit.tell({**told, "after": 3, "events": [closed]})
    assert pit.views.rack("T-1", at=clock("20:12:00")).until == ROUND_1
    with pytest.raises(RoundNotFound):
        pit.views.rack("T-1", at=clock("20:12:00"), as_of=before)


def test_a_table_keeps_its_own_rack(pit):
    pit.tell(*SETUP, shoe(1, "As"), shoe(1, "Kd", table="T-2"), shoe(2, "2c"))
    assert piles(pit.views.rack("T-1")) == [("1", ["As"]), ("1", ["2c"])]
    assert piles(pit.views.rack("T-2")) == [("1", ["Kd"])]
    assert pit.views.rack("T-1").until == "T-1/2026-11-28/2"


# --- known when, and by whom --------------------------------------------------------


def test_a_pick_up_put_right_later_is_in_its_old_place_from_then_on(pit):
    before = pit.tell(*SETUP, played(dealt(1, "As"), dealt(1, "Kd"), racked(1, "As", "Kd"),
                                     dealt(2, "2c"), racked(2, "2c")))  # fmt: skip
    fix = {**racked(1, "Kd", "As"), "occurred_at": "2026-11-28T20:14:03-05:00"}
    righted = event("corrected", corrects=4, event=fix, reason="video", by="F-1", approved_by="S-1")
    pit.tell(round_record({**righted, "source": "video_review"}, after=7))
    views = pit.views
    assert piles(views.rack(until=ROUND_1, as_of=before)) == [("1", ["As", "Kd"]), ("2", ["2c"])]
    assert piles(views.rack(until=ROUND_1)) == [("1", ["Kd", "As"]), ("2", ["2c"])]


def test_as_of_a_position_no_later_event_is_known(pit):
    pit.tell(*SETUP)
    start = pit.ledger.recorder.head()
    pit.tell(round_record(opened(), dealt(1, "As", "up"), racked(1, "As"), dealt(2, "Kd")))
    views = pit.views
    rack = views.rack("T-1", as_of=start + 2)
    assert (piles(rack), rack.rounds[0].version, rack.as_of, rack.lag) == ([], 2, start + 2, 0)
    assert piles(views.rack("T-1", as_of=start + 3)) == [("1", ["As"])]
    with pytest.raises(RoundNotFound):
        views.rack("T-1", as_of=start)
    with pytest.raises(RoundNotFound):
        views.rack(until=ROUND_1, as_of=start)


FACE_DOWN = (opened(), dealt(1, "As"), dealt(1, "Kd", "up"), racked(1, "As", "Kd"))


def test_a_face_that_nobody_has_seen_is_masked_in_an_open_round(pit):
    rack = rack_of(pit, round_record(*FACE_DOWN))
    assert piles(rack) == [("1", [None, "Kd"])]
    assert piles(pit.views.rack(until=ROUND_1, sees_all=True)) == [("1", ["As", "Kd"])]
    assert pit.views.rack_check([None, "Kd"], until=ROUND_1).agrees


def test_a_round_that_is_over_hides_nothing_at_any_position(pit):
    pit.tell(*SETUP, round_record(*FACE_DOWN))
    open_yet = pit.ledger.recorder.head()
    pit.tell(round_record({**CLOSED, "source": "dealer", "by": "D-1"}, after=4))
    rack = pit.views.rack(until=ROUND_1, as_of=open_yet)
    assert (piles(rack), rack.rounds[0].status) == ([("1", ["As", "Kd"])], "open")


# --- disputes -----------------------------------------------------------------------


def test_s_16_a_push_paid_as_a_win_is_backed_up_from_the_order_of_the_rack(pit):
    rack = rack_of(
        pit,
        played(
            placed(1, "main", 50_00), dealt(1, "Td", "up"), dealt(1, "7c", "up"),
            dealt("dealer", "9h", "up"), dealt("dealer", "8s", "up"),
            event("outcome_declared", spot=1, outcome="win"),
            event("wager_paid", spot=1, wager="main", amount=50_00),
            racked(1, "7c", "Td"), racked("dealer", "8s", "9h"),
        ),
    )  # fmt: skip
    assert piles(rack) == [("1", ["7c", "Td"]), ("dealer", ["8s", "9h"])]
    assert rack.rounds[0].reconstruction == "in_order"
    told = pit.views.rack_check(["7c", "Th", "8s", "9h"], until=ROUND_1)
    (one,) = told.differences
    (hand,) = one.implies
    assert (one.kind, told.first_difference) == ("replaced", 2)
    assert (hand.hand, hand.recorded, hand.found) == ("1", ["7c", "Td"], ["7c", "Th"])


def test_s_21_a_killed_hand_is_read_from_the_top_of_the_muck_and_the_claim_is_no_card(pit):
    killed = (dealt(2, None), dealt(2, None), dealt(5, None), dealt(5, None), racked(2), racked(5))
    rack = rack_of(pit, played(*killed))
    assert [pile.last_place for pile in rack.rounds[0].piles] == [2, 4]
    told = pit.views.rack_check([None, None, "Qs", "7d"], until=ROUND_1)
    assert told.agrees
    assert [(card.hand, card.card, card.place) for card in told.learned] == [("5", "Qs", 3), ("5", "7d", 4)]
    assert piles(pit.views.rack(until=ROUND_1)) == [("2", [None, None]), ("5", [None, None])]


def test_s_23_cards_cleared_wrongly_are_not_to_be_had_from_the_rack(pit):
    rack = rack_of(
        pit,
        played(
            dealt(1, "As", "up"), dealt(1, "Kd", "up"), dealt("dealer", "9h", "up"), racked("dealer", "9h")
        ),
    )
    (one,) = rack.rounds
    assert one.reconstruction == "not_possible_from_rack"
    assert [(left.hand, left.cards) for left in one.not_racked] == [("1", ["As", "Kd"])]
    assert one.opened_at is not None
    assert one.closed_at is not None
