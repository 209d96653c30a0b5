"""S-01, S-03, S-05, S-07, S-09, S-10, S-11d: what a deck that was not as it should be touched, to the hand.

The figures are the published ones; hands, spots and faces beside them are ours.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from ledger.cards import DECK
from projections.decks.impact import Fault
from tests.projections.pit import table
from tests.scenarios.shoe import coup, coups, deck, happened, in_use, inspected

T0 = datetime.fromisoformat("2012-04-30T20:00:00-04:00")
MINUTE = timedelta(minutes=1)
PLAIN = {1: ("5c", "6d"), 2: ("9s", "8h")}

WINNING = range(12, 12 + 41)
WON = {1: 50_00, 2: 500_00}


def hands(number, spots=(1,)):
    """So many rounds with a hand at each of some spots, none with a jack of spades or a seven of hearts."""
    return [dict.fromkeys(spots, ("5c", "6d"))] * number


def codes(state):
    return [finding["code"] for finding in state.findings]


@pytest.fixture
def pit_open(pit):
    pit.tell(table("T-1"))
    return pit


def test_s_01_a_shoe_that_was_never_shuffled_repeats_itself_and_each_patrons_total_is_known(pit_open):
    order = random.Random(7).sample(DECK * 2, 60)
    dealt = [{1: order[4 * n : 4 * n + 2], 2: order[4 * n + 2 : 4 * n + 4]} for n in range(15)]
    rounds = [
        coup(
            number,
            T0 + 2 * MINUTE * number,
            "GN-1",
            dealt[(number - 1) % 15],
            net=WON if number in WINNING else {},
        )
        for number in range(1, 61)
    ]
    pit_open.tell(
        deck(
            "GN-1", inspected(T0, decks=8, preshuffled=True), happened(T0, "loaded", table="T-1", shoe="S-1")
        ),
        *rounds,
    )
    views = pit_open.views
    assert "shoe_without_shuffle_evidence" in codes(views.deck("GN-1"))
    order_of = views.deck_order("GN-1")
    assert (order_of.repeated.round, order_of.repeated.period) == ("T-1/2012-04-30/16", 60)
    assert order_of.findings == ["sequence_repeated"]
    touched = views.deck_impact("GN-1", Fault())
    won = sum(one.net > 0 for one in touched.touched)
    assert (touched.rounds, won) == (60, 41)
    assert {one.patron: one.net for one in touched.by_patron} == {
        "P-1": 41 * 50_00 - 19 * 50_00, "P-2": 41 * 500_00 - 19 * 50_00,
    }  # fmt: skip


def test_s_03_a_shuffler_loaded_and_not_started_is_found_when_the_cards_leave_it(pit_open):
    at = datetime.fromisoformat("2024-06-15T21:00:00-04:00")
    pit_open.tell(
        deck(
            "OC-1", inspected(at), happened(at, "shuffler_loaded", machine="m17"),
            happened(at + MINUTE, "shuffler_unloaded", machine="m17"),
            happened(at + MINUTE, "loaded", table="T-1"),
        ),
        *coups(1, at + 2 * MINUTE, MINUTE, "OC-1", hands(25)),
    )  # fmt: skip
    views = pit_open.views
    found = {one["code"]: one["event"] for one in views.deck("OC-1").findings}
    assert found["unloaded_without_completed_shuffle"] == 3
    touched = views.deck_impact("OC-1", Fault(since=at + MINUTE))
    assert (touched.rounds, touched.hands, touched.net_to_patrons) == (25, 25, -25 * 50_00)
    assert [(one.patron, one.hands, one.net) for one in touched.by_patron] == [("P-1", 25, -25 * 50_00)]


def test_s_05_the_rounds_of_three_and_a_half_hours_are_counted_by_what_happened_when(pit_open):
    at = datetime.fromisoformat("2011-12-10T18:00:00-05:00")
    pit_open.tell(
        deck("TM-1", inspected(at, decks=8), happened(at, "loaded", table="T-1")),
        *coups(1, at, 3 * MINUTE, "TM-1", hands(80)),
    )
    use = pit_open.views.deck("TM-1").uses[0]
    touched = pit_open.views.deck_impact("TM-1", Fault(use.since, use.since + timedelta(hours=3, minutes=30)))
    assert (touched.rounds, touched.net_to_patrons) == (70, -70 * 50_00)


def test_s_07_a_machine_set_to_sort_is_found_and_so_is_the_order_of_what_it_gave(pit_open):
    by_suit = sorted(DECK, key=lambda card: card[1])
    dealt = [{1: by_suit[3 * n : 3 * n + 3]} for n in range(16)]
    pit_open.tell(
        deck(
            "SH-1", inspected(T0), happened(T0, "shuffle_completed", machine="m2", mode="sort"),
            happened(T0, "loaded", table="T-1"),
        ),
        *coups(1, T0, MINUTE, "SH-1", dealt),
    )  # fmt: skip
    views = pit_open.views
    assert "shuffle_in_sort_mode" in codes(views.deck("SH-1"))
    assert views.deck_impact("SH-1", Fault()).hands == 16
    assert views.deck_order("SH-1").findings == ["sequence_in_order"]


def test_s_09_four_incidents_are_four_reports_and_hands_are_not_rounds(pit_open):
    at = T0
    extra = [happened(at, "card_inserted", card="7h"), happened(at + 500 * MINUTE, "card_removed", card="7h")]
    back = [happened(at, "card_found", card="9c", state="extra", backs="blue")]
    pit_open.tell(
        deck("RP-1", *in_use(at - MINUTE), *extra),
        deck("RP-2", *in_use(at - MINUTE), *back),
        # 863 hands in 124 rounds: seven spots, and one round with two.
        *coups(1, at, MINUTE, "RP-1", [*hands(123, range(1, 8)), *hands(1, (1, 2))]),
        coup(900, at + 600 * MINUTE, "RP-1", PLAIN),
        *coups(1001, at, MINUTE, "RP-2", hands(70, range(1, 6))),
        *coups(2001, at, MINUTE, "RP-3", hands(64)),
        *coups(3001, at, MINUTE, "RP-4", hands(94)),
        deck("RP-3", inspected(at)), deck("RP-4", inspected(at)),
    )  # fmt: skip
    views = pit_open.views
    one = views.deck_impact("RP-1", Fault(extra="7h"))
    assert (one.hands, one.rounds) == (863, 124)
    two = views.deck_impact("RP-2", Fault(extra="9c"))
    assert (two.hands, two.rounds, two.windows[0].backs) == (350, 70, "blue")
    assert "foreign_back" in codes(views.deck("RP-2"))
    assert [views.deck_impact(name, Fault()).rounds for name in ("RP-3", "RP-4")] == [64, 94]


def test_s_10a_a_card_set_aside_touches_the_hands_dealt_until_it_was_replaced(pit_open):
    at = datetime.fromisoformat("2015-04-10T20:00:00-04:00")
    gone, back = at + 20 * MINUTE, at + 78 * MINUTE
    pit_open.tell(
        deck(
            "HW-1", *in_use(at),
            happened(gone, "card_removed", card="7h", reason="damaged by the shuffler"),
            happened(gone, "play_continued", reason="carry on", by="F-9"),
            happened(back, "card_inserted", card="7h"),
        ),
        *coups(1, at, MINUTE, "HW-1", hands(20)),
        *coups(101, gone, timedelta(seconds=80), "HW-1", hands(42)),
        *coups(201, back, MINUTE, "HW-1", hands(20)),
    )  # fmt: skip
    views = pit_open.views
    touched = views.deck_impact("HW-1", Fault(missing="7h"))
    assert (touched.hands, touched.touched[0].key) == (42, "T-1/2015-04-10/101")
    assert (touched.windows[0].until - touched.windows[0].since) == timedelta(minutes=58)
    said = [one for one in views.deck("HW-1").events if one["type"] == "play_continued"]
    assert [(one["by"], one["reason"]) for one in said] == [("F-9", "carry on")]


def test_s_10b_a_card_found_in_the_well_may_have_been_missing_since_it_was_last_dealt(pit_open):
    at = datetime.fromisoformat("2015-04-11T20:00:00-04:00")
    found = at + 34 * MINUTE
    pit_open.tell(
        deck(
            "HW-2", *in_use(at),
            happened(found, "card_found", card="Js", state="missing", where="the well"),
            happened(found + 3 * MINUTE, "card_inserted", card="Js"),
        ),
        *coups(1, at, MINUTE, "HW-2", hands(9)),
        coup(10, at + 10 * MINUTE, "HW-2", {1: ("Js", "2c")}),
        *coups(11, at + 13 * MINUTE, timedelta(seconds=39), "HW-2", hands(32)),
        *coups(101, at + 40 * MINUTE, MINUTE, "HW-2", hands(5)),
    )  # fmt: skip
    touched = pit_open.views.deck_impact("HW-2", Fault(missing="Js"))
    assert touched.bounded_by == "T-1/2015-04-11/10"
    assert (touched.hands, touched.touched[0].key) == (32, "T-1/2015-04-11/11")
    assert touched.windows[0].known_at == found


def test_s_11d_five_cards_were_missing_for_438_rounds_and_hands_are_counted_apart(pit_open):
    at = datetime.fromisoformat("2023-09-19T02:00:00-04:00")
    missing = ("2c", "5d", "9h", "Ts", "Kc")
    pit_open.tell(
        deck(
            "EV-1", *in_use(at - MINUTE),
            *(happened(at, "card_removed", card=card) for card in missing),
            *(happened(at + timedelta(hours=16, minutes=30), "card_inserted", card=card) for card in missing),
        ),
        *coups(1, at, timedelta(seconds=135), "EV-1", hands(438, (1, 2))),
        *coups(501, at + timedelta(hours=17), MINUTE, "EV-1", hands(10)),
    )  # fmt: skip
    views = pit_open.views
    for card in missing:
        touched = views.deck_impact("EV-1", Fault(missing=card))
        assert (touched.rounds, touched.hands) == (438, 876)
    assert touched.windows[0].until - touched.windows[0].since > timedelta(hours=16)
    held = views.deck("EV-1", at=at + timedelta(hours=1)).cards
    assert (held.size, held.differs) == (47, dict.fromkeys(missing, -1))
