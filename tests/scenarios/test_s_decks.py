"""S-01, S-03, S-05, S-07, S-09, S-10, S-11d: what a deck that was not as it should be touched, to the hand.

The figures are the published ones; hands, spots and faces beside them are ours.
"""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest

from ledger.cards import DECK
from projections.decks.impact import Fault
from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.projections.pit import table
from tests.scenario import event, session_record
from tests.scenarios.dispute import dispute
from tests.scenarios.shoe import coup, coups, deck, happened, in_use, inspected

T0 = datetime.fromisoformat("2012-04-30T20:00:00-04:00")
MINUTE = timedelta(minutes=1)
PLAIN = {1: ("5c", "6d"), 2: ("9s", "8h")}

# S-01: 14 patrons, 60 coups, of which 41 in a row were won by all of them.
PLAYERS = range(1, 15)
WINNING = range(12, 12 + 41)
CASHED, WITHHELD = 558_900_00, 977_800_00
LOST = 10_00 * (60 - len(WINNING))
# From $10 to the maximum of $5,000, a bit more each coup.
BETS = [min(10_00 + 134_00 * n, 5_000_00) for n in range(len(WINNING))]
# The last of them won what is left of the published sum, in two coups more than the others.
MORE = (CASHED + WITHHELD - len(PLAYERS) * (sum(BETS) - LOST)) // 2


def stake_of(player, number):
    """What a patron staked on a coup of S-01, in cents: $10 until the game began to be won."""
    if number not in WINNING:
        return 10_00
    return BETS[number - WINNING.start] + (MORE if player == 14 and number in {20, 21} else 0)


def hands(number, spots=(1,)):
    """So many rounds with a hand at each of some spots, none with a jack of spades or a seven of hearts."""
    return [dict.fromkeys(spots, ("5c", "6d"))] * number


def codes(state):
    return [finding["code"] for finding in state.findings]


@pytest.fixture
def pit_open(pit):
    pit.tell(table("T-1"))
    return pit


@pytest.fixture(scope="module")
def never_shuffled(shared_pit):
    """Eight decks said to be shuffled, in the same order every fifteen coups; the pit sees it in the 30th."""
    order = random.Random(7).sample(DECK * 2, 60)
    rounds = []
    for number in range(1, 61):
        place = 4 * ((number - 1) % 15)
        hands = dict.fromkeys(PLAYERS, ()) | {
            1: order[place : place + 2],
            2: order[place + 2 : place + 4],
        }
        sign = 1 if number in WINNING else -1
        net = {player: sign * stake_of(player, number) for player in PLAYERS}
        rounds.append(coup(number, T0 + 2 * MINUTE * number, "GN-1", hands, net=net))
    seen = event(
        "irregularity_noted", kind="cards_repeat", note="watched, play goes on", source="supervisor",
        by="F-7", occurred_at=(T0 + 61 * MINUTE).isoformat(),
    )  # fmt: skip
    rounds[29]["events"].insert(-1, seen)
    rounds[29]["events"][-1] |= {"source": "dealer", "by": "D-1"}
    shared_pit.tell(
        table("T-1"),
        deck(
            "GN-1", inspected(T0, decks=8, preshuffled=True), happened(T0, "loaded", table="T-1", shoe="S-1")
        ),
        *rounds,
    )
    return shared_pit


def test_s_01_a_shoe_that_was_never_shuffled_is_found_when_it_is_opened_and_repeats_itself(never_shuffled):
    views = never_shuffled.views
    flags = {one["code"]: one["event"] for one in views.deck("GN-1").findings}
    assert flags == {"shoe_without_shuffle_evidence": 2}
    order_of = views.deck_order("GN-1")
    # Every fifteen coups of four cards.
    assert (order_of.repeated.round, order_of.repeated.period) == ("T-1/2012-04-30/16", 60)
    assert order_of.findings == ["sequence_repeated"]


def test_s_01_each_patrons_stake_and_win_are_listed_and_come_to_the_published_sum(never_shuffled):
    """What the cage paid out and what it holds back is of the patrons' complaints, one each."""
    views = never_shuffled.views
    touched = views.deck_impact("GN-1", Fault())
    won = [one.key for one in touched.touched if one.net > 0]
    assert (touched.rounds, won) == (60, [f"T-1/2012-04-30/{number}" for number in WINNING])
    assert len(touched.by_patron) == 14
    assert touched.net_to_patrons == sum(one.net for one in touched.by_patron) == CASHED + WITHHELD
    staked = {one.patron: one.staked for one in touched.by_patron}
    assert staked == {
        f"P-{player}": sum(stake_of(player, number) for number in range(1, 61)) for player in PLAYERS
    }
    held = dict.fromkeys(PLAYERS, WITHHELD // 14) | {14: WITHHELD - 13 * (WITHHELD // 14)}
    never_shuffled.tell(
        *(
            dispute(
                f"D-{player}", at=T0 + 200 * MINUTE, rounds=won, subject=f"P-{player}", amount=cents,
                claim="my chips are not cashed",
            )
            for player, cents in held.items()
        )
    )  # fmt: skip
    outstanding = {one.subject: one.amount for one in never_shuffled.views.disputes().disputes}
    assert sum(outstanding.values()) == WITHHELD
    assert sum(one.net - outstanding[one.patron] for one in touched.by_patron) == CASHED


def test_s_01_the_game_stands_or_is_restored_and_each_patrons_stakes_are_there_by_round(never_shuffled):
    views = never_shuffled.views
    touched = views.deck_impact("GN-1", Fault())
    head = never_shuffled.ledger.recorder.head()
    found = views.alternatives([one.key for one in touched.touched])
    net = {one.patron: one.net for one in touched.by_patron}
    assert {one.patron: (one.stands, one.restore) for one in found.by_patron} == {
        name: (cents, -cents) for name, cents in net.items()
    }
    assert never_shuffled.ledger.recorder.head() == head
    for player in (1, 14):
        stakes = [
            wager.stake for one in found.rounds for wager in one.wagers if wager.patron == f"P-{player}"
        ]
        assert stakes == [stake_of(player, number) for number in range(1, 61)]
    assert (min(BETS), max(BETS)) == (10_00, 5_000_00)


def test_s_01_the_first_moment_at_which_the_pit_knew_is_there_and_what_was_dealt_after_it(never_shuffled):
    views = never_shuffled.views
    (noted,) = views.rounds(RoundFilter(finding="irregularity_noted")).rounds
    told = round_report(views, noted.key, software="test")["timeline"]
    (knew,) = [one for one in told if one["type"] == "irregularity_noted"]
    assert (noted.key, knew["by"], knew["source"]) == ("T-1/2012-04-30/30", "F-7", "supervisor")
    at = datetime.fromisoformat(knew["occurred_at"])
    assert at == T0 + 61 * MINUTE
    after = views.deck_impact("GN-1", Fault(since=at))
    assert (after.rounds, after.touched[0].key) == (30, "T-1/2012-04-30/31")


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


def test_s_05_the_rounds_of_three_and_a_half_hours_and_who_was_at_the_table(pit_open):
    at = datetime.fromisoformat("2011-12-10T18:00:00-05:00")
    until = at + timedelta(hours=3, minutes=30)

    def came(dealer, minute, way="in"):
        name = f"dealer_signed_{way}"
        return happened(at + minute * MINUTE, name, dealer=dealer, source="dealer", by=dealer)

    shift = session_record(
        happened(at - 30 * MINUTE, "opened", opener={"10000": 100}, shift="swing", source="supervisor",
                 by="F-1", approved_by="D-1"),
        came("D-1", 0), came("D-1", 80, "out"), came("D-2", 80), came("D-2", 100, "out"), came("D-1", 100),
        happened(at + 120 * MINUTE, "shift_changed", from_="swing", to="grave", count={"10000": 100},
                 source="supervisor", by="F-2", approved_by="D-1"),
        came("D-1", 215, "out"), came("D-3", 215),
        gaming_date="2011-12-10",
    )  # fmt: skip
    rounds = coups(1, at, 3 * MINUTE, "TM-1", hands(80))
    for one in rounds:
        one["session"] = 1
        # The events of a round name the shoe, not the dealer.
        one["events"][0] |= {"source": "shoe", "by": "SHOE-4"}
    pit_open.tell(
        deck(
            "TM-1", inspected(at, decks=8), happened(at, "loaded", table="T-1"),
            happened(until, "unloaded", table="T-1"),
        ),
        shift, *rounds,
    )  # fmt: skip
    use = pit_open.views.deck("TM-1").uses[0]
    assert use.until - use.since == timedelta(hours=3, minutes=30)
    touched = pit_open.views.deck_impact("TM-1", Fault(use.since, use.until))
    assert (touched.rounds, touched.net_to_patrons) == (70, -70 * 50_00)
    (key,) = {one.session for one in touched.touched}
    events = [one for one in pit_open.views.session(key).events if one.occurred_at < use.until]
    there = [one.event for one in events if one.type in {"dealer_signed_in", "dealer_signed_out"}]
    assert [(one["dealer"], one["type"]) for one in there] == [
        ("D-1", "dealer_signed_in"), ("D-1", "dealer_signed_out"), ("D-2", "dealer_signed_in"),
        ("D-2", "dealer_signed_out"), ("D-1", "dealer_signed_in"),
    ]  # fmt: skip
    assert [one.event["by"] for one in events if one.type in {"opened", "shift_changed"}] == ["F-1", "F-2"]


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
    touched = views.deck_impact("SH-1", Fault())
    assert (touched.hands, [one.key for one in touched.touched]) == (
        16,
        [f"T-1/{T0.date()}/{number}" for number in range(1, 17)],
    )
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


def test_s_11d_five_cards_of_two_decks_were_missing_for_438_rounds_and_hands_are_counted_apart(pit_open):
    at = datetime.fromisoformat("2023-09-19T02:00:00-04:00")
    until = at + timedelta(hours=16, minutes=30)
    # The shoe's two decks lack a card twice, and three others.
    missing = ("2c", "2c", "9h", "Ts", "Kc")
    pit_open.tell(
        deck(
            "EV-1", *in_use(at - MINUTE, decks=2),
            *(happened(at, "card_removed", card=card) for card in missing),
            *(happened(until, "card_inserted", card=card) for card in missing),
        ),
        *coups(1, at, timedelta(seconds=135), "EV-1", hands(438, (1, 2))),
        *coups(501, until + 30 * MINUTE, MINUTE, "EV-1", hands(10)),
    )  # fmt: skip
    views = pit_open.views
    for card in missing:
        touched = views.deck_impact("EV-1", Fault(missing=card))
        assert (touched.rounds, touched.hands) == (438, 876)
        assert {one.until - one.since for one in touched.windows} == {timedelta(hours=16, minutes=30)}
    state = views.deck("EV-1", at=at + timedelta(hours=1))
    assert (state.cards.size, state.cards.differs) == (104 - 5, {"2c": -2, "9h": -1, "Ts": -1, "Kc": -1})
    assert [one.card for one in state.gaps] == [*missing]
    assert views.deck("EV-1", at=until).cards.size == 104
