"""S-01, S-02, S-04, S-11a, c, S-13 to S-15, S-18, S-20 to S-23: what happened, not what is said of it.

The figures are the published ones; times, seats and faces beside them are ours.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from projections.alternatives.supposing import Supposition
from projections.decks.impact import Fault
from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.funds.told import fund_record
from tests.projections.pit import DATE, at, session, table
from tests.scenario import collected, dealt, event, opened, paid, placed, revealed, round_record
from tests.scenarios.dispute import dispute, hand_at, said
from tests.scenarios.shoe import coup, deck, happened, in_use

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
    void = report(pit_open)
    assert (void["status"], void["house"]["settled"]) == ("voided", 0)
    assert void["wagers"][0]["settled"]["returned"] == 10_00
    (carried,) = [
        one for one in report(pit_open, "T-1/2026-11-28/2")["timeline"] if one["type"] == "wager_carried"
    ]
    assert carried["event"]["from"] == KEY
    # Five dealers did not know: each spin of too few turns is found with its dealer's name.
    found = pit_open.views.rounds(RoundFilter(finding="irregularity_noted")).rounds
    assert [one.key for one in found] == [KEY]


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


# --- poker ---------------------------------------------------------------------------------------


def bad_beat(**fields):
    return fund_record(
        event("established", kind="bad_beat", seed=120_000_00, rules={"tables": ["PKR-1"]}, source="manual",
              by="C-1", occurred_at="2017-07-01T10:00:00-07:00", **fields),
        name="bad-beat",
    )  # fmt: skip


TABLED = [
    ("20:00:00", event("opened", spots=[1, 2])),
    ("20:00:10", placed(1, "bet", 500_00, action="bet")),
    ("20:00:15", placed(2, "bet", 500_00, action="call")),
    ("20:00:20", dealt(1, None)), ("20:00:20", dealt(1, None)),
    ("20:00:21", dealt(2, None)), ("20:00:21", dealt(2, None)),
    ("20:01:00", dealt("board", "6h", "up")), ("20:01:00", dealt("board", "7h", "up")),
    ("20:01:00", dealt("board", "8h", "up")),
    ("20:01:40", dealt("board", "2c", "up")),
    ("20:02:10", dealt("board", "3d", "up")),
    ("20:02:14", event("decision_made", spot=1, decision="check")),
    ("20:02:15", event("decision_made", spot=2, decision="check")),
    ("20:02:19", revealed(2, "9h", "Th")),
    ("20:02:27", revealed(1, "5h", "4h")),
]  # fmt: skip


def test_s_14_that_the_cards_were_tabled_after_the_river_is_there_to_the_second(pit_open):
    jackpot = event("progressive_won", spot=1, wager="bet", fund="bad-beat", amount=120_000_00)
    pushed = event("pot_awarded", spot=2, pot=0, amount=1_000_00)
    hand = [*TABLED, ("20:02:40", jackpot), ("20:02:50", pushed), ("20:02:55", CLOSED)]
    pit_open.tell(
        bad_beat(), hand_at(DATE, hand, table="PKR-1", game="poker", variant="no_limit_hold_em"),
        dispute("D-1", at=T0, rounds=["PKR-1/2026-11-28/1"], amount=120_000_00, claim="the jackpot"),
    )  # fmt: skip
    key = "PKR-1/2026-11-28/1"
    told = report(pit_open, key)["timeline"]
    when = {one["version"]: datetime.fromisoformat(one["occurred_at"]) for one in told}
    river, checked, tabled, showdown = 12, 14, 15, 16
    assert when[river] < when[checked] < when[tabled] < when[showdown]
    assert when[tabled] - when[river] == timedelta(seconds=9)
    assert report(pit_open, key)["spots"] == [1, 2]
    # What nobody has ruled on is owed by the fund, and is nobody's revenue.
    fund = pit_open.views.fund("bad-beat")
    assert (fund.owed, [one.outstanding for one in fund.obligations]) == (120_000_00, [120_000_00])
    balances = pit_open.views.trial_balance().balances["USD"]
    assert balances.get("rake", 0) == balances.get("over_short", 0) == 0
    assert pit_open.views.dispute("D-1").status == "open"


def test_s_15_two_words_are_a_breach_that_is_reported_and_the_shares_stay_a_proposal(pit_open):
    words = event(
        "irregularity_noted", kind="communication", spots=[5], note="bad beat", source="supervisor", by="F-7"
    )
    won = event(
        "progressive_won", spot=1, wager="bet", fund="bad-beat", amount=96_000_00, source="dealer", by="D-1"
    )
    pushed = event("pot_awarded", spot=2, pot=0, amount=1_000_00)
    hand = [*TABLED, ("20:02:33", words), ("20:02:40", won), ("20:02:50", pushed), ("20:02:55", CLOSED)]
    proposal = (
        "48,000 to the loser, 24,000 to the winner, 3,000 to each of 8 others, if the rule is not broken"
    )
    pit_open.tell(
        bad_beat(), hand_at(DATE, hand, table="PKR-1", game="poker", variant="no_limit_hold_em"),
        dispute(
            "D-1", said("floor", "F-7", proposal), at=T0, rounds=["PKR-1/2026-11-28/1"], amount=96_000_00
        ),
    )  # fmt: skip
    told = report(pit_open, "PKR-1/2026-11-28/1")
    (breach,) = [one for one in told["timeline"] if one["type"] == "irregularity_noted"]
    assert (breach["by"], breach["note"], breach["occurred_at"]) == (
        "F-7",
        "bad beat",
        f"{DATE}T20:02:33-05:00",
    )
    assert told["rules_in_force"]["submission"]["game"] == "poker"
    assert pit_open.views.fund("bad-beat").owed == 96_000_00
    dispute_told = pit_open.views.dispute("D-1")
    assert (dispute_told.to_patron, dispute_told.status) == (0, "open")


def test_s_20_a_flop_of_unknown_suits_and_a_pot_chopped_lose_nothing(pit_open):
    mucked = [
        opened(spots=[1, 2]), placed(1, "bet", 650_00, action="bet"), placed(2, "bet", 650_00, action="call"),
        dealt("board", "K?", "up"), dealt("board", "4?", "up"), dealt("board", "5?", "up"),
        event("irregularity_noted", kind="board_mucked_early"),
        event(
            "ruling_made", ruling="a random K-4-5, or a chop; both chose the chop", source="supervisor",
            by="F-1", approved_by="F-2",
        ),
        *(event("pot_awarded", spot=spot, pot=0, amount=650_00) for spot in (1, 2)), CLOSED,
    ]  # fmt: skip
    pit_open.tell(round_record(*mucked, table="PKR-1", game="poker", variant="no_limit_hold_em"))
    told = report(pit_open, "PKR-1/2026-11-28/1")
    assert faces(told["cards"]["board"]) == ["K?", "4?", "5?"]
    pot = told["pot"]
    assert sum(pot["put_in"].values()) == sum(pot["awarded"].values()) == 1_300_00
    assert pot["content"] == 0
    assert [one["what"] for one in told["unsettled"] if one["about"] == "suit"] == [
        f"the board: the suit of the {rank} is not known" for rank in "K45"
    ]
    assert any("both chose the chop" in one["says"] for one in told["timeline"])


def test_s_21_a_claim_of_aces_is_a_statement_and_never_a_card(pit_open):
    killed = [
        opened(spots=[3, 5]),
        placed(3, "bet", 200_00, action="all_in"), placed(5, "bet", 200_00, action="call"),
        dealt(3, None), dealt(3, None), dealt(5, None), dealt(5, None), event("hand_collected", to=3),
        event("irregularity_noted", kind="hand_killed", spots=[3]), revealed(5, "Qs", "Qd"),
        event("pot_awarded", spot=5, pot=0, amount=400_00), event("hand_collected", to=5), CLOSED,
    ]  # fmt: skip
    key = "PKR-1/2026-11-28/1"
    pit_open.tell(
        round_record(*killed, table="PKR-1", game="poker", variant="no_limit_hold_em"),
        dispute("D-1", said("complainant", "S-1", "I had two aces"), at=T0, rounds=[key], spot=3),
    )
    assert faces(report(pit_open, key)["cards"]["3"]) == [None, None]
    assert pit_open.views.rounds(RoundFilter(card="As")).rounds == []
    (said_so,) = [one for one in pit_open.views.dispute("D-1").events if one["type"] == "statement_recorded"]
    assert (said_so["role"], said_so["text"]) == ("complainant", "I had two aces")
    (open_yet,) = [one for one in report(pit_open, key)["unsettled"] if one["about"] == "card"]
    assert open_yet["what"] == "spot 3: 2 of 2 cards were never seen"
    assert not any("statement" in text or "claim" in text for text in open_yet["settled_by"])


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


def test_s_22_a_card_of_uncertain_identity_is_shown_as_uncertain(pit_open):
    retrieved = [
        opened(spots=[1, 2]),
        placed(1, "bet", 100_00, action="all_in"), placed(2, "bet", 100_00, action="call"),
        dealt("board", None), dealt("board", None), dealt("board", None),
        event("card_moved", card=None, to="board", note="from the muck; which of four is the extra one?"),
        CLOSED,
    ]  # fmt: skip
    pit_open.tell(round_record(*retrieved, table="PKR-1", game="poker", variant="no_limit_hold_em"))
    told = report(pit_open, "PKR-1/2026-11-28/1")
    assert faces(told["cards"]["board"]) == [None, None, None]
    (moved,) = [one for one in told["unsettled"] if one["about"] == "card_not_found"]
    assert moved["kind"] == "contradiction"
    assert moved["settled_by"][0].startswith("the video of PKR-1 from")


def test_s_23_where_the_rack_cannot_tell_the_next_best_is_the_video_of_that_minute(pit_open):
    cleared = [
        opened(), placed(1, "main", 2_000_00), dealt(1, "As", "up"), dealt(1, "Kd", "up"),
        dealt("dealer", "9h", "up"), event("hand_collected", to="dealer", cards=["9h"]),
        paid(1, "main", 3_000_00), CLOSED,
    ]  # fmt: skip
    pit_open.tell(round_record(*cleared, title="blackjack"))
    (one,) = [one for one in report(pit_open)["unsettled"] if one["about"] == "pick_up"]
    assert one["what"].startswith("spot 1: that the cards went into the rack is not recorded")
    assert one["settled_by"] == [
        f"the video of T-1 from {one['window']['since']} to {one['window']['until']}"
    ]


def test_s_01_the_game_stands_or_is_restored_without_a_word_changed(pit_open):
    start = datetime.fromisoformat("2012-04-30T20:00:00-04:00")
    rounds = [
        coup(n, start + n * timedelta(minutes=3), "GN-1", {1: ("5c", "6d"), 2: ("9s", "8h")},
             net={1: 10_00, 2: 5_000_00})
        for n in range(1, 11)
    ]  # fmt: skip
    pit_open.tell(
        deck("GN-1", happened(start, "inspected", batch="GEM-77", backs="red", preshuffled=True)), *rounds
    )
    touched = [one.key for one in pit_open.views.deck_impact("GN-1", Fault()).touched]
    head = pit_open.ledger.recorder.head()
    found = {one.patron: one for one in pit_open.views.alternatives(touched).by_patron}
    assert {name: (one.rounds, one.stands, one.restore) for name, one in found.items()} == {
        "P-1": (10, 100_00, -100_00), "P-2": (10, 50_000_00, -50_000_00),
    }  # fmt: skip
    assert pit_open.ledger.recorder.head() == head
