"""S-02, S-04, S-11a, c, S-13, S-18, S-23: what happened, not what is said of it.

The figures are the published ones; times, seats and faces beside them are ours.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from projections.alternatives.supposing import Supposition
from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.projections.pit import at, session, table
from tests.scenario import (
    collected,
    dealt,
    event,
    opened,
    paid,
    placed,
    round_record,
    session_record,
)
from tests.scenarios.dispute import dispute, said
from tests.scenarios.shoe import deck, in_use

KEY = "T-1/2026-11-28/1"
T0 = datetime.fromisoformat("2026-11-28T21:00:00-05:00")
CLOSED = event("closed")


@pytest.fixture
def pit_open(pit):
    pit.tell(table(), table("PKR-1", "poker"))
    return pit


def report(pit, key=KEY, **asked):
    return round_report(pit.views, key, software="test", **asked)


def codes(found):
    return [one["code"] for one in found["findings"]]


def faces(hand):
    return [card["card"] for card in hand]


def test_s_02_accommodations_turned_cards_and_a_batch_used_for_days_are_traced(pit_open):
    asked = (
        "a private area", "a dealer who speaks Mandarin", "one shoe of eight decks, not replaced",
        "an automatic shuffler", "some cards are to be turned",
    )  # fmt: skip
    granted = [
        event("accommodation_granted", request=text, requested_by="P-2", source="supervisor", by="F-3",
              approved_by="VP-1", occurred_at=at(f"20:{minute:02}:00"))
        for minute, text in enumerate(asked, 1)
    ]  # fmt: skip
    turned = [
        opened(), dealt(2, "9s", "up", orientation="rotated_180", note="turned as asked"),
        dealt(2, "4c", "up", orientation="as_dealt"), CLOSED,
    ]  # fmt: skip
    pit_open.tell(
        session(*granted), round_record(*turned, number=1, session=1, deck="BG-1"),
        *(deck(f"BG-{n}", *in_use(T0 - timedelta(days=n), batch="GEM-12")) for n in range(1, 5)),
    )  # fmt: skip
    told = pit_open.views.session("T-1/2026-11-28/1").events
    found = [one.event for one in told if one.type == "accommodation_granted"]
    assert [one["request"] for one in found] == [*asked]
    assert {(one["requested_by"], one["by"], one["approved_by"]) for one in found} == {("P-2", "F-3", "VP-1")}
    timeline = report(pit_open)["timeline"]
    assert [one["event"]["orientation"] for one in timeline if one["type"] == "card_dealt"] == [
        "rotated_180", "as_dealt",
    ]  # fmt: skip
    assert pit_open.views.deck("BG-1").same_batch == ["BG-2", "BG-3", "BG-4"]


def test_s_02_the_result_is_there_by_session_and_by_bet_beside_what_was_expected(pit_open):
    """Baccarat at $1,000 a bet over two evenings; the edges are those the house set, no rule of ours."""
    figures = {
        "edges": {"player": "0.0124", "banker": "0.0106"},
        "variances": {"player": "1", "banker": "0.86"},
    }
    house = {
        "format": "pitledger/1", "stream": "submission", "name": "house", "events": [
            event("submitted", occurred_at="2012-01-02T09:00:00-05:00", source="manual", by="C-1",
                  game="unruled", jurisdiction="NJ", effective="2012-01-02", options=figures),
        ],
    }  # fmt: skip

    def evening(session_number, bets):
        """Each bet of $1,000, won by the patron where it is said so."""
        return [
            round_record(
                opened(occurred_at=at(f"21:{minute:02}:00")), placed(2, wager, 1_000_00),
                (paid if won else collected)(2, wager, 1_000_00), CLOSED,
                number=100 * session_number + minute, session=session_number, submission="house",
            )
            for minute, (wager, won) in enumerate(bets)
        ]  # fmt: skip

    lucky = [("player", True)] * 9 + [("player", False)]
    pit_open.tell(
        house, session(), *evening(1, lucky),
        session_record(event("opened", opener={"10000": 100}, shift="swing", source="supervisor", by="F-1",
                             approved_by="D-1", occurred_at=at("20:30:00")), number=2),
        *evening(2, [("banker", True)] * 4 + [("banker", False)] * 4),
    )  # fmt: skip
    found = pit_open.views.theory(T0.date(), by="session")
    by_session = {
        one.name: [
            (line.wager, line.wagers, line.theoretical.actual, line.theoretical.z) for line in one.wagers
        ]
        for one in found.groups
    }
    # Ten bets at an edge of 1.24 per cent: $124 expected, $8,000 lost, a sigma of $3,162.28.
    assert by_session == {
        "T-1/2026-11-28/1": [("player", 10, -8_000_00, "-2.57")],
        "T-1/2026-11-28/2": [("banker", 8, 0, "-0.03")],
    }
    (first, _) = found.groups
    assert (first.theoretical.win, first.theoretical.sigma) == (124_00, 3_162_28)


def test_s_04_goodwill_chips_leave_the_tray_as_a_prohibited_exception_and_not_as_play(pit_open):
    gone = event(
        "movement_recorded", chips={"10000": -16}, reason="goodwill", incident="INC-1", source="supervisor",
        by="F-1", occurred_at=at("21:30:00"),
    )  # fmt: skip
    lost = [
        round_record(
            opened(occurred_at=at(f"21:0{n}:00")), placed(4, "main", 400_00),
            collected(4, "main", 400_00, chips={"10000": 4}), CLOSED, number=n, session=1,
        )
        for n in range(1, 5)
    ]  # fmt: skip
    pit_open.tell(session(gone), *lost)
    views = pit_open.views
    (one,) = views.reconcile(T0.date(), table="T-1").sessions
    assert (one.round_win.total, one.exceptions) == (1_600_00, -1_600_00)
    told = views.session("T-1/2026-11-28/1")
    assert "prohibited_reason" in [found["code"] for found in told.findings]
    assert views.tray("T-1").total == 5_600_00 + 1_600_00 - 1_600_00
    listed = views.exceptions(T0.date(), T0.date())
    assert "prohibited_reason" in listed.model_dump_json()


def test_s_11a_cards_put_back_are_beside_the_hands_as_first_dealt(pit_open):
    """The dealer dealt the players and not himself; the last card was taken back and dealt to him."""
    pit_open.tell(
        round_record(
            opened(), placed(1, "main", 50_00),
            dealt(1, "5c", "up"), dealt(1, "6d", "up"), dealt(1, "Th", "up"),
            event("card_moved", of=5, to="dealer"), event("irregularity_noted", kind="cards_moved_back"),
            collected(1, "main", 50_00), CLOSED,
        )
    )  # fmt: skip
    now = report(pit_open)
    assert (faces(now["cards"]["1"]), faces(now["cards"]["dealer"])) == (["5c", "6d"], ["Th"])
    assert faces(report(pit_open, version=5)["cards"]["1"]) == ["5c", "6d", "Th"]
    found = pit_open.views.alternatives([KEY], _suppose((6, None)))
    assert found.rounds[0].wagers[0].stands == -50_00
    # Of a game whose rules are not here nobody can say what the hand would have won.
    assert found.rounds[0].wagers[0].supposed is None


def _suppose(*events):
    return [Supposition.model_validate({"corrects": version, "event": one}) for version, one in events]


def test_s_11c_a_spin_of_three_turns_is_void_and_settles_nothing(pit_open):
    spin = [
        opened(), placed(1, "straight", 10_00, on="17"),
        event("wheel_spun", revolutions=3, result="17"),
        event("irregularity_noted", kind="too_few_revolutions"),
        event("wager_returned", spot=1, wager="straight", amount=10_00, reason="void"),
        event("voided", reason="3 revolutions where 4 are wanted"), CLOSED,
    ]  # fmt: skip
    again = [
        opened(), event("wager_carried", spot=1, wager="straight", on="17", amount=10_00, from_=KEY),
        event("wheel_spun", revolutions=9, result="4"), collected(1, "straight", 10_00, on="17"), CLOSED,
    ]  # fmt: skip
    pit_open.tell(
        round_record(*spin, title="roulette"), round_record(*again, number=2, title="roulette"),
    )  # fmt: skip
    # Four more dealers who did not know.
    others = [
        round_record(
            {**spin[0], "by": f"D-{n}"}, spin[2], spin[3], spin[5], CLOSED, number=n, title="roulette"
        )
        for n in range(3, 7)
    ]
    pit_open.tell(*others)
    void = report(pit_open)
    assert (void["status"], void["house"]["settled"]) == ("voided", 0)
    assert void["wagers"][0]["settled"]["returned"] == 10_00
    (carried,) = [
        one for one in report(pit_open, "T-1/2026-11-28/2")["timeline"] if one["type"] == "wager_carried"
    ]
    assert carried["event"]["from"] == KEY
    # Each spin of too few turns is found with its dealer's name.
    found = pit_open.views.rounds(RoundFilter(finding="irregularity_noted")).rounds
    told = [one for row in found for one in report(pit_open, row.key)["timeline"]]
    assert sorted(one["by"] for one in told if one["type"] == "wheel_spun") == [
        "D-1", "D-3", "D-4", "D-5", "D-6",
    ]  # fmt: skip


def test_s_13_statements_that_conflict_stand_beside_one_another_and_settle_nothing(pit_open):
    def roll(number, kind, dice, *after):
        noted = [event("irregularity_noted", kind=kind, source="supervisor", by="BOX-1")] if kind else []
        return round_record(
            opened(),
            placed(3, "pass_line", 65_00),
            event("dice_shaken", dice=dice),
            *noted,
            *after,
            CLOSED,
            number=number,
            title="craps",
        )

    lost = collected(3, "pass_line", 65_00)
    pit_open.tell(
        # A short roll called no roll, another short one that was let stand, and one as it should be.
        roll(1, "no_roll_short", [6, 5], lost), roll(2, "roll_short", [3, 4], lost),
        roll(3, None, [2, 2], lost),
        dispute(
            "D-1", said("complainant", "S-1", "the box said go ahead"),
            said("floor", "BOX-1", "I called no roll"), at=T0, rounds=[KEY], spot=3, wager="pass_line",
            amount=170_00,
        ),
    )  # fmt: skip
    before = report(pit_open)
    assert before["wagers"][0]["settled"]["collected"] == 65_00
    told = pit_open.views.dispute("D-1")
    statements = [one for one in told.events if one["type"] == "statement_recorded"]
    assert [(one["role"], one["text"]) for one in statements] == [
        ("complainant", "the box said go ahead"), ("floor", "I called no roll"),
    ]  # fmt: skip
    assert (told.status, told.to_patron) == ("open", 0)
    # How others of that shift were called.
    short = pit_open.views.rounds(RoundFilter(finding="irregularity_noted", table="T-1")).rounds
    noted = {one.key: report(pit_open, one.key)["findings"] for one in short}
    kinds = {key: [one["kind"] for one in found if "kind" in one] for key, found in noted.items()}
    assert kinds == {KEY: ["no_roll_short"], "T-1/2026-11-28/2": ["roll_short"]}


# --- cards that moved ------------------------------------------------------------------------------


def test_s_18_cards_shifted_by_a_seat_keep_both_places_and_the_objection(pit_open):
    shifted = [
        opened(), placed(2, "main", 25_00), placed(3, "main", 25_00),
        dealt(1, "6h", "up"), dealt(2, "Td", "up"),
        event("card_moved", of=5, to=3), event("card_moved", of=4, to=2),
        event("ruling_made", ruling="all cards move one spot, house policy 2011-3", source="supervisor",
              by="F-1", approved_by="F-2"),
        CLOSED,
    ]  # fmt: skip
    pit_open.tell(
        round_record(*shifted, title="blackjack"),
        dispute("D-1", said("complainant", "S-3", "I was made to keep the six"), at=T0, rounds=[KEY], spot=2),
    )
    cards = report(pit_open)["cards"]
    places = {
        place: [(one["card"], one["dealt_to"]) for one in hand] for place, hand in cards.items() if hand
    }
    assert places == {"2": [("6h", "1")], "3": [("Td", "2")]}
    first = report(pit_open, version=5)["cards"]
    assert (faces(first["1"]), faces(first["2"])) == (["6h"], ["Td"])
    assert any("house policy 2011-3" in one["says"] for one in report(pit_open)["timeline"])
    assert "six" in pit_open.views.dispute("D-1").events[1]["text"]


def test_s_23_where_the_rack_cannot_tell_the_next_best_is_the_video_of_that_minute(pit_open):
    cleared = [
        opened(), placed(1, "main", 2_000_00), dealt(1, "As", "up"), dealt(1, "Kd", "up"),
        dealt("dealer", "9h", "up"), event("hand_collected", to="dealer", cards=["9h"]),
        paid(1, "main", 3_000_00), CLOSED,
    ]  # fmt: skip
    pit_open.tell(round_record(*cleared, title="blackjack"))
    (racked,) = pit_open.views.rack("T-1").rounds
    assert racked.reconstruction == "not_possible_from_rack"
    assert [(one.hand, one.cards) for one in racked.not_racked] == [("1", ["As", "Kd"])]
    (one,) = [one for one in report(pit_open)["unsettled"] if one["about"] == "pick_up"]
    assert one["what"].startswith("spot 1: that the cards went into the rack is not recorded")
    assert one["settled_by"] == [
        f"the video of T-1 from {one['window']['since']} to {one['window']['until']}"
    ]
