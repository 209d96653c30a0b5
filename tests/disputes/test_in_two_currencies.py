"""What was paid to settle a dispute about rounds in two currencies, against what was ruled in each."""

from __future__ import annotations

import pytest

from ledger.disputes.findings import findings
from tests.disputes.test_dispute import CLOSED, ROUND, after, complaint, dispute, settled
from tests.scenario import event

DOLLARS, EUROS = ROUND, "EUR-1/2026-11-28/1"
PLAYED_IN = {DOLLARS: "USD", EUROS: "EUR"}


def given(**amounts):
    """A ruling that gives amounts by currency."""
    wagers = [
        {"round": round_, "spot": 3, "wager": "ante", "to_patron": amounts[currency]}
        for round_, currency in PLAYED_IN.items()
        if currency in amounts
    ]
    return after(2, event("ruling_made", ruling="paid wrongly", wagers=wagers, approved_by="F-9"))


def paid_in(currency, amount, direction="to_patron"):
    (round_,) = [one for one, of in PLAYED_IN.items() if of == currency]
    return settled(amount, direction, round=round_)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([given(USD=10_00, EUR=20_00), paid_in("USD", 10_00), paid_in("EUR", 20_00)], []),
        # The same sum, and nobody got what was ruled.
        ([given(USD=10_00, EUR=20_00), paid_in("USD", 20_00), paid_in("EUR", 10_00)],
         [("EUR", 20_00, 10_00), ("USD", 10_00, 20_00)]),
        ([given(USD=10_00, EUR=-10_00)], [("EUR", -10_00, 0), ("USD", 10_00, 0)]),
        # Nobody said in which it was paid: it settles neither, and is found for itself.
        ([given(USD=10_00), settled(10_00, "to_patron")], [("USD", 10_00, 0)]),
    ],
)  # fmt: skip
def test_what_was_paid_is_compared_with_what_was_ruled_currency_by_currency(events, found):
    state = dispute(complaint(rounds=[DOLLARS, EUROS]), *events, CLOSED)
    beside = [one for one in findings(state, (), PLAYED_IN) if one.code == "settlement_beside_ruling"]
    assert [(one.facts["currency"], one.facts["ruled"], one.facts["paid"]) for one in beside] == found
    # Who does not know in what they were played cannot say.
    assert "settlement_beside_ruling" not in {one.code for one in findings(state)}
