"""S-14, S-15, S-20 to S-22: disputes at poker tables, told to the second and to the card.

The figures are the published ones; times, seats and faces beside them are ours.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from projections.reports.round import round_report
from projections.rounds.answers import RoundFilter
from tests.funds.told import fund_record
from tests.projections.pit import DATE, table
from tests.scenario import dealt, event, opened, placed, revealed, round_record
from tests.scenarios.dispute import dispute, hand_at, said

T0 = datetime.fromisoformat("2026-11-28T21:00:00-05:00")
CLOSED = event("closed")


@pytest.fixture
def pit_open(pit):
    pit.tell(table("PKR-1", "poker"))
    return pit


def report(pit, key):
    return round_report(pit.views, key, software="test")


def faces(hand):
    return [card["card"] for card in hand]


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
    # In the linked room one table was in a hand, another between two.
    linked = [
        hand_at(DATE, [("20:01:30", event("opened", spots=[1, 4, 6])), ("20:04:00", CLOSED)],
                table="PKR-2", game="poker", variant="no_limit_hold_em"),
        hand_at(DATE, [("19:58:00", event("opened", spots=[2, 3])), ("20:02:00", CLOSED)],
                table="PKR-3", game="poker", variant="no_limit_hold_em"),
    ]  # fmt: skip
    pit_open.tell(
        table("PKR-2", "poker"), table("PKR-3", "poker"), *linked,
        bad_beat(), hand_at(DATE, hand, table="PKR-1", game="poker", variant="no_limit_hold_em"),
        dispute("D-1", at=T0, rounds=["PKR-1/2026-11-28/1"], amount=120_000_00, claim="the jackpot"),
    )  # fmt: skip
    key = "PKR-1/2026-11-28/1"
    told = report(pit_open, key)["timeline"]
    when = {one["version"]: datetime.fromisoformat(one["occurred_at"]) for one in told}
    river, checked, tabled, showdown = 12, 14, 15, 16
    assert when[river] < when[checked] < when[tabled] < when[showdown]
    assert when[tabled] - when[river] == timedelta(seconds=9)
    # Who was dealt in at that instant, in all linked rooms.
    dealt_in = {
        one.table: one.spots
        for one in pit_open.views.rounds(RoundFilter(game="poker")).rounds
        if one.opened_at <= when[tabled] < one.closed_at
    }
    assert dealt_in == {"PKR-1": [1, 2], "PKR-2": [1, 4, 6]}
    # What nobody has ruled on is owed by the fund, and is nobody's revenue.
    fund = pit_open.views.fund("bad-beat")
    assert (fund.owed, [one.outstanding for one in fund.obligations]) == (120_000_00, [120_000_00])
    assert (fund.in_dispute, [one.in_dispute for one in fund.obligations]) == (120_000_00, [["D-1"]])
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
    held = told["rules_in_force"]
    assert (held["submission"]["game"], held["section"]) == ("poker", "13:69F-14")
    assert held["rules_version"] == told["integrity"]["rules_version"]
    fund = pit_open.views.fund("bad-beat")
    assert (fund.owed, fund.in_dispute) == (96_000_00, 96_000_00)
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
        dealt(3, None), dealt(3, None), dealt(5, None), dealt(5, None),
        event("hand_collected", to=3, cards=[None, None]),
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
    # The floor looks at the top two of the muck: the seat's own lie behind the winner's.
    piles = pit_open.views.rack("PKR-1").rounds[0].piles
    assert [(pile.hand, [card.card for card in pile.cards]) for pile in piles] == [
        ("3", [None, None]),
        ("5", ["Qs", "Qd"]),
    ]
    assert [card.place for card in piles[0].cards] == [1, 2]


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
