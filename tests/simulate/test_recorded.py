"""A simulated pit in the database: rebuilt, booked and reconciled as it was dealt."""

import json
from datetime import date

import pytest

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.rounds.answers import adjudication
from ledger.simulate.offers import OFFERS
from projections.runner import Projector
from projections.views import open_views
from tests.simulate.evenings import dealt

DATE = date(2026, 11, 28)


@pytest.fixture(params=OFFERS)
def pit(request):
    return dealt(request.param, rounds=25, seed=11, mistakes=0.3)


def record(ledger: Ledger, documents):
    return [(receipt.status, receipt.problem) for receipt in ledger.record_all(documents, by="test")]


def test_a_pit_that_was_recorded_is_rebuilt_as_it_was_dealt(settings, pit):
    with open_ledger(settings) as ledger:
        assert set(record(ledger, pit.documents)) == {("appended", None)}
        for played in pit.rounds:
            seen = ledger.round(played.state.key)
            rebuilt, live = (
                json.dumps(adjudication("", one)["resolutions"]) for one in (seen.judgement, played.judgement)
            )
            assert rebuilt == live
            assert seen.state.log == played.events


def test_recording_it_again_appends_nothing(settings, pit):
    with open_ledger(settings) as ledger:
        record(ledger, pit.documents)
        head = ledger.recorder.head()
        assert set(record(ledger, pit.documents)) == {("already_there", None)}
        assert ledger.recorder.head() == head


def test_its_gaming_date_reconciles(settings, pit):
    with open_ledger(settings) as ledger:
        record(ledger, pit.documents)
    Projector(settings).catch_up()
    with open_views(settings) as views:
        found = views.reconcile(DATE)
        balance = views.trial_balance()
    (session,) = found.sessions
    win = session.round_win
    assert session.identity_holds
    assert win.total == (win.rules or 0) + (win.mispayments or 0) + win.unjudged
    assert session.variance is not None
    assert session.variance.total == -sum(hidden(pit).values())
    off = {face: -count for face, count in session.variance.by_denomination.items() if count}
    assert sum(face * count for face, count in off.items()) == sum(hidden(pit).values())
    assert session.drop.variance == 0
    assert found.stray_rounds == []
    assert set(balance.out_of_balance.values()) == {0}


def hidden(pit):
    """What went out of the tray that no record shows, in cents, by the note that says so."""
    found = {}
    for one in (*pit.rounds, *pit.sessions.values()):
        for version, event in enumerate(one.events):
            note = event.note or ""
            if "overpaid_buy_in" in note:
                found[id(one), version] = 100_00
            elif "wrong_denomination" in note:
                went, recorded = (int(word.strip(";")) for word in note.split() if word.strip(";").isdigit())
                found[id(one), version] = went - recorded
    return found
