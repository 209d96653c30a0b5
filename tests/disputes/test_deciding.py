"""The row of the pay table that decides a wager, and the row by which it was settled."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.application.ledger import RoundSeen
from ledger.events.base import Recorded
from ledger.events.disputes import DisputeOpened
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.rounds.judge import judge
from projections.disputes.report.deciding import decided
from tests.scenario import event, folded, opened, paid, placed, revealed

AT = datetime(2026, 11, 29, 20, tzinfo=UTC)
FLUSH, STRAIGHT, NOTHING = ("Kd", "9d", "4d"), ("9c", "8d", "7h"), ("Kc", "8d", "3h")
DEALER = ("Qc", "Th", "5s")


def seen(*settled, hand=FLUSH, stake=20_00):
    """A round of three-card poker with an ante of $25 and a pair plus, revealed and settled as said."""
    facts = [
        opened(spots=[3]), placed(3, "ante", 25_00), placed(3, "pair_plus", stake), event("betting_closed"),
        *(event("card_dealt", to=to, card=card, face="down") for to, cards in ((3, hand), ("dealer", DEALER))
          for card in cards),
        placed(3, "play", 25_00), revealed("dealer", *DEALER), revealed(3, *hand), *settled, event("closed"),
    ]  # fmt: skip
    state = folded(facts, game="three_card_poker")
    used = elections.elect(state.rules, "default", 0, InlineSubmission())
    recorded = tuple(
        Recorded(UUID(int=1), version, one, AT, "desk", version) for version, one in enumerate(state.log, 1)
    )
    return RoundSeen(recorded, state, judge(state, used))


def about(spot=None, wager=None):
    return DisputeOpened(occurred_at=AT, rounds=["T-1/2026-11-28/1"], subject="S-1", claim="no", spot=spot,
                         wager=wager)  # fmt: skip


def marked(one):
    return {row.row: row.marks for row in one.rows if row.marks}


@pytest.mark.parametrize(
    ("hand", "amount", "marks", "to_patron"),
    [
        (FLUSH, 80_00, {"flush": ["rules", "settled"]}, 0),
        (FLUSH, 120_00, {"flush": ["rules"], "straight": ["settled"]}, 40_00),
        (FLUSH, 20_00, {"flush": ["rules"], "pair": ["settled"]}, -60_00),
        # No row pays that: it was not the wrong row.
        (FLUSH, 85_00, {"flush": ["rules"]}, 5_00),
        (STRAIGHT, 80_00, {"straight": ["rules"], "flush": ["settled"]}, -40_00),
        # The rules give no row at all, and the stake was theirs to take.
        (NOTHING, 20_00, {"pair": ["settled"]}, 40_00),
    ],
)
def test_the_row_of_the_rules_and_the_row_paid_are_marked(hand, amount, marks, to_patron):
    (one,) = decided(seen(paid(3, "pair_plus", amount), hand=hand), about(3, "pair_plus"))
    assert (marked(one), one.to_patron, one.paid) == (marks, to_patron, amount)


@given(st.integers(1, 10_000_00))
def test_a_row_pays_its_odds_on_any_stake(stake):
    (one,) = decided(seen(stake=stake), about(3, "pair_plus"))
    odds = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
    assert {row.row: row.pays for row in one.rows} == {row: n * stake for row, n in odds.items()}
    assert one.due == 4 * stake


def test_a_bonus_that_nobody_places_is_counted_on_the_ante():
    (one,) = decided(seen(paid(3, "ante_bonus", 25_00), hand=STRAIGHT), about(3, "ante_bonus"))
    assert (one.stake, one.due, one.to_patron) == (0, 25_00, 0)
    assert marked(one) == {"straight": ["rules", "settled"]}
    assert {row.row: row.pays for row in one.rows}["straight"] == 25_00


def test_a_complaint_that_names_no_wager_is_about_those_not_settled_by_the_rules():
    round_ = seen(paid(3, "ante", 25_00), paid(3, "play", 25_00), paid(3, "pair_plus", 120_00))
    assert [one.wager for one in decided(round_, about())] == ["pair_plus"]
    assert [one.wager for one in decided(round_, about(spot=3))] == ["ante", "pair_plus", "play"]
    assert decided(round_, about(spot=4)) == []


def test_what_the_rules_cannot_say_is_said_so():
    (one,) = decided(seen(hand=("Kd", None, "4d")), about(3, "pair_plus"))
    assert (one.outcome, one.due, one.rank, one.cards) == ("undetermined", None, None, [])
    assert one.missing
    assert marked(one) == {}
