"""A simulated pit that plays for a fund of the ledger: the dealer knew of its meter what the view says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.application.opening import open_ledger
from ledger.events.registry import InlineSubmission, MeterPrize
from ledger.games.ranks import RANK_NAMES
from ledger.simulate import pit
from ledger.simulate.evening import Evening
from ledger.simulate.funds import SEED
from ledger.simulate.offers import OFFERS, Election
from projections.rounds.answers import RoundFilter
from projections.runner import Projector
from projections.views import open_views
from tests.simulate.evenings import read_one_by_one

TABLES = ("CST-01", "CST-02")
PAIRS_AND_UP = [rank for rank in RANK_NAMES if rank != "high_card"]


@pytest.fixture(params=["table_inventory", "cage"])
def shares(monkeypatch, request):
    """The game offered with a hundredth of the meter for every pair and more, paid from somewhere."""
    elects = InlineSubmission(
        pay_tables={"progressive": {rank: MeterPrize(meter_percent=1) for rank in PAIRS_AND_UP}},
        options={"progressive_paid_from": request.param, "progressive_winners": "share_meter"},
    )
    offer = replace(
        OFFERS["caribbean_stud"], submissions=(Election("shares", "Shares of the meter", elects),)
    )
    monkeypatch.setattr(pit, "OFFERS", {"caribbean_stud": offer})
    return Evening("caribbean_stud", TABLES, rounds=12, seed=5, fund="CST-PROG")


def test_what_is_won_is_a_share_of_what_the_meter_showed_and_nothing_is_found(settings, shares):
    with open_ledger(settings) as ledger:
        assert {one.status for one in ledger.record_all(pit.simulate(shares), by="test")} == {"appended"}
    Projector(settings).catch_up()
    with open_views(settings) as views:
        fund = views.fund("CST-PROG")
        page = views.rounds(RoundFilter(), limit=50, sees_all=True)
    assert (len(page.rounds), [one.findings for one in page.rounds if one.findings]) == (24, [])
    assert {one.table for one in fund.winners} == set(TABLES)
    prizes = [one.amount or 0 for one in fund.winners]
    assert len(prizes) == len(set(prizes)) > 5  # each of another meter
    assert (fund.owed, fund.findings) == (0, [])
    assert fund.meter == SEED + fund.contributed - sum(prizes)


def test_its_rounds_say_nothing_of_the_meter_themselves(shares):
    for state, _ in read_one_by_one(shares):
        assert state.header.funds is None
