"""Rounds under another fact, another rule, or taken back whole; beside what stands, and never recorded."""

from __future__ import annotations

import json

import pytest

from ledger.errors import InvalidQuery, LedgerError, RoundNotFound, UnknownSubmission
from ledger.rounds.parts import PROMOTIONS
from projections.alternatives.supposing import Supposition
from tests.projections.pit import SUBMISSION, example, holdem_table, table

ROUND = "THB-03/2026-11-28/412"

INSURANCE = {"type": "wager_placed", "spot": 1, "wager": "insurance", "amount": 1}


@pytest.fixture
def worked(pit):
    pit.tell(SUBMISSION, holdem_table(), table(), example("round_thb_412.json"))
    return pit


def suppose(version, event=None, **more):
    return Supposition.model_validate({"corrects": version, "event": event, **more})


def wagers(found, place=0):
    return {(one.spot, one.wager): one for one in found.rounds[place].wagers}


def versions(pit, kind, **fields):
    """The versions of the events of a kind in the worked round."""
    recorded = pit.ledger.stream("round", ROUND)
    return [
        one.version
        for one in recorded
        if one.event.type == kind and all(getattr(one.event, name) == value for name, value in fields.items())
    ]


def test_without_a_supposition_what_stands_is_beside_the_rules(worked):
    found = worked.views.alternatives([ROUND])
    # Recorded with an ante paid that was not due: it stands, and the rules push it.
    off = {key: (one.stands, one.rules) for key, one in wagers(found).items() if one.stands != one.rules}
    assert len(off) == 1
    ((stands, rules),) = off.values()
    assert (stands > 0, rules) == (True, 0)
    assert all(one.supposed == one.rules for one in found.rounds[0].wagers)
    assert found.rounds[0].findings_new == found.rounds[0].findings_gone == []


def test_a_wager_that_had_not_been_is_nothing_and_what_was_paid_for_it_changes_hands(worked):
    spot, wager = next(
        key for key, one in wagers(worked.views.alternatives([ROUND])).items() if one.stands > 0
    )
    (version,) = versions(worked, "wager_placed", spot=spot, wager=wager)
    found = wagers(worked.views.alternatives([ROUND], [suppose(version)]))[spot, wager]
    assert (found.supposed_stake, found.supposed, found.difference) == (0, 0, -found.stands)


@pytest.mark.parametrize("tender", sorted(PROMOTIONS))
def test_the_houses_own_chips_are_nothing_that_a_patron_gets_or_loses(pit, tender):
    """Spot 2 folds an ante staked in a coupon or in promotional chips: as it stands and by the rules, 0."""
    told = example("round_thb_412.json")
    for one in told["events"]:
        if one.get("spot") == 2 and one["type"] in {"wager_placed", "wager_collected"}:
            one.pop("chips", None)
            one.update({"tender": tender} if one["type"] == "wager_placed" else {})
    pit.tell(SUBMISSION, holdem_table(), table(), told)
    ante = wagers(pit.views.alternatives([ROUND]))[2, "ante"]
    assert (ante.stake, ante.stands, ante.rules, ante.difference) == (25_00, 0, 0, 0)


def test_a_larger_wager_pays_more_by_the_same_rule(worked):
    before = wagers(worked.views.alternatives([ROUND]))
    key = next(key for key, one in before.items() if (one.rules or 0) > 0 and one.wager != "bonus")
    (version,) = versions(worked, "wager_placed", spot=key[0], wager=key[1])
    event = {"type": "wager_placed", "spot": key[0], "wager": key[1], "amount": 2 * before[key].stake}
    after = wagers(worked.views.alternatives([ROUND], [suppose(version, event)]))[key]
    assert (after.supposed, after.stands, after.rules) == (
        2 * before[key].rules,
        before[key].stands,
        before[key].rules,
    )


def test_another_card_is_another_hand(worked):
    (flop, *_) = versions(worked, "card_dealt", to="board")
    event = {"type": "card_dealt", "to": "board", "card": "2d", "face": "up"}
    found = worked.views.alternatives([ROUND], [suppose(flop, event)])
    changed = [
        one
        for one in found.rounds[0].wagers
        if one.rules != one.supposed or one.rules_outcome != one.supposed_outcome
    ]
    recorded = worked.ledger.stream("round", ROUND)
    assert len(recorded) == recorded[-1].version == 49
    assert found.rounds[0].version == 49
    assert changed or found.rounds[0].findings_new


def test_nothing_of_it_is_recorded(worked):
    head = worked.ledger.recorder.head()
    worked.views.alternatives([ROUND], [suppose(2)])
    assert worked.ledger.recorder.head() == head


def test_totals_by_patron_are_the_sum_over_all_rounds_and_to_restore_is_what_stands_taken_back(worked):
    worked.tell(example("round_thb_412.json", number=413))
    found = worked.views.alternatives([ROUND, "THB-03/2026-11-28/413"])
    stands = sum(one.stands for round_ in found.rounds for one in round_.wagers)
    assert sum(one.stands for one in found.by_patron) == stands
    assert all(one.restore == -one.stands and one.rounds == 2 for one in found.by_patron)


def test_another_submission_judges_by_its_own_rows(worked):
    other = json.loads(json.dumps({**SUBMISSION, "name": "thb-other"}))
    other["events"][0]["options"] = {"payout_limits": {"flop": 10_00}}
    worked.tell(other)
    found = worked.views.alternatives([ROUND], submission="thb-other")
    assert found.submission == "thb-other"
    won = [one for one in found.rounds[0].wagers if one.wager == "flop" and one.rules > 10_00]
    assert {one.supposed for one in won} == {10_00}


@pytest.mark.parametrize(
    ("rounds", "supposed", "submission", "refusal"),
    [
        (["THB-03/2026-11-28/999"], [], None, RoundNotFound),
        ([], [], None, InvalidQuery),
        ([ROUND], [], "thb-none", UnknownSubmission),
        ([ROUND], [{"corrects": 2, "round": "THB-03/2026-11-28/1"}], None, InvalidQuery),
    ],
)
def test_what_cannot_be_supposed_is_refused(worked, rounds, supposed, submission, refusal):
    asked = [Supposition.model_validate(one) for one in supposed]
    with pytest.raises(refusal):
        worked.views.alternatives(rounds, asked, submission=submission)


@pytest.mark.parametrize(
    ("supposed", "code", "pointer"),
    [
        ({"corrects": 99}, "unknown_version", "/suppose/0/corrects"),
        ({"corrects": 1}, "not_opened", "/suppose/0/event"),
        ({"corrects": 2, "event": INSURANCE}, "unknown_wager", "/suppose/0/event/wager"),
    ],
)  # fmt: skip
def test_a_supposition_that_no_round_could_have_is_refused_where_it_stands(worked, supposed, code, pointer):
    with pytest.raises(LedgerError) as caught:
        worked.views.alternatives([ROUND], [Supposition.model_validate(supposed)])
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
