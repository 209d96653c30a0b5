"""A report of a dispute on a round that plays for a meter: what its events prove, and what they do not."""

from __future__ import annotations

import json

import pytest

from projections.disputes.report.checking import check
from projections.integrity.sealer import Sealer
from tests.api.desk import Desk
from tests.api.reported import take
from tests.funds.told import established, fund_record
from tests.scenario import collected, dealt, event, opened, placed, revealed, round_record

SEED = 10_000_00
DEALER = ("Ah", "Kd", "9h", "8c", "2s")
ROYAL = ("As", "Ks", "Qs", "Js", "Ts")
PAIR = ("As", "Ac", "Qs", "Js", "4s")
METERS = "/rounds/0/report/meters"
# What is made of every round in dispute.
OF_ALL = {"/decided", "/amounts", "/people", "/findings", "/windows", "/deadlines", "/rounds/0"}


def played(number, hand):
    """A round at T-1 in which spot 2 plays a hand, and a dollar on the progressive."""
    cards = [dealt(place, card) for place, own in ((2, hand), ("dealer", DEALER)) for card in own]
    return round_record(
        opened(), placed(2, "ante", 10_00), placed(2, "progressive", 1_00), event("betting_closed"), *cards,
        placed(2, "bet", 20_00), revealed("dealer", *DEALER), revealed(2, *hand),
        collected(2, "progressive", 1_00), event("closed"),
        number=number, game="caribbean_stud", session=None,
    )  # fmt: skip


@pytest.fixture
def disputed(desk: Desk):
    """The sealed report of a dispute about a round at a table that plays for CS-PROG, seeded with $10,000."""

    def report(hand):
        desk.record(fund_record(established()))
        assert desk.record(played(1, hand)).status_code == 201
        complaint = {
            "type": "opened", "occurred_at": "2026-11-28T21:00:00-05:00", "source": "manual", "by": "F-1",
            "rounds": ["T-1/2026-11-28/1"], "subject": "S-1", "claim": "it was mine", "jurisdiction": "NJ",
        }  # fmt: skip
        told = {"name": "D-1", "events": [complaint]}
        assert desk("floor", "POST", "/v1/disputes", json=told).status_code == 201
        desk.project()
        Sealer(desk.settings).seal()
        return take(desk, "floor", name="D-1").json()

    return report


def checked(report):
    return check(json.dumps(report).encode())


def test_where_nobody_wins_of_a_meter_everything_is_made_again(disputed):
    report = disputed(PAIR)
    found = checked(report)
    assert (found.wrong, found.unjudged, "meters" in report["rounds"][0]["report"]) == ((), (), False)
    assert not {METERS, *OF_ALL} & {one.where for one in found.unproven}


def test_of_a_share_of_a_meter_only_what_the_meter_showed_is_not_proven(disputed):
    report = disputed(ROYAL)
    assert report["rounds"][0]["report"]["meters"] == {"CS-PROG": SEED}
    found = checked(report)
    assert (found.wrong, found.unjudged) == ((), ())
    where = {one.where: one.why for one in found.unproven}
    assert not OF_ALL & set(where)
    assert "fund" in where[METERS]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda round_: round_["meters"].update({"CS-PROG": SEED + 1}), "/rounds/0/report/resolutions"),
        (lambda round_: round_["house"].update(rules=0), "/rounds/0/report/house"),
        (lambda round_: round_["resolutions"][0].update(paid=1), "/rounds/0/report/resolutions"),
    ],
)
def test_what_is_told_otherwise_than_the_events_and_the_meter_make_it_is_found_out(disputed, change, where):
    report = disputed(ROYAL)
    change(report["rounds"][0]["report"])
    assert any(one.startswith(where) for one in checked(report).wrong)


def test_a_meter_that_nothing_hangs_on_is_no_part_of_the_report(disputed):
    report = disputed(PAIR)
    report["rounds"][0]["report"]["meters"] = {"CS-PROG": SEED}
    assert checked(report).wrong == (f"{METERS}: it is no part of the report of a round",)


def test_a_report_made_before_meters_were_told_is_not_called_altered(disputed):
    report = disputed(ROYAL)
    del report["rounds"][0]["report"]["meters"]
    found = checked({**report, "format": "pitledger/dispute-report/1"})
    assert (found.wrong, found.unjudged) == ((), ("T-1/2026-11-28/1",))
    assert checked(report).wrong == ("/rounds/0/report: what the round was judged by is missing",)
