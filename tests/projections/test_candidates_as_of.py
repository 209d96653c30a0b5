"""Candidates as of an earlier position: what came later neither adds one nor takes one away."""

from __future__ import annotations

from datetime import date

from tests.projections.pit import DATE, OPENER, SUBMISSION, example, holdem_table, table
from tests.scenario import event, round_record, session_record

PEOPLE = {"source": "supervisor", "by": "F-2", "approved_by": "D-1"}
ROUND = {"table": "THB-03", "number": 412}
# The worked round moves -1 × $100, -7 × $25 and -5 × $5, of which an ante of $25 that was not due.
AS_DUE = {**OPENER, "10000": 19, "2500": 94, "500": 195}


def test_a_round_that_was_put_right_later_is_offered_as_it_stood_then(pit):
    """The tray still holds the $25 that the round says was paid: it may have been recorded wrong."""
    evening = session_record(
        event("opened", occurred_at=f"{DATE}T20:00:00-05:00", opener=OPENER, shift="swing", **PEOPLE),
        event("closed", occurred_at=f"{DATE}T23:00:00-05:00", closer=AS_DUE, **PEOPLE),
        table="THB-03",
    )
    pit.tell(SUBMISSION, holdem_table(), table(), evening, example("round_thb_412.json"))
    then = pit.views.reconcile(date.fromisoformat(DATE))
    (told,) = then.sessions
    assert told.variance.total == 25_00
    suspects = [
        part for one in told.candidates for part in one.explanations if part.kind == "round_misrecorded"
    ]
    assert [(part.amount, part.evidence[0].stream) for part in suspects] == [(25_00, f"THB-03/{DATE}/412")]

    never = event(
        "corrected", occurred_at=f"{DATE}T23:30:00-05:00", source="video_review", by="S-1", approved_by="S-2",
        corrects=35, event=None, reason="the video shows that the ante was handed back alone",
    )  # fmt: skip
    pit.tell(
        round_record(
            never, game="texas_holdem_bonus", after=len(example("round_thb_412.json")["events"]), **ROUND
        )
    )
    assert pit.views.reconcile(date.fromisoformat(DATE)).sessions[0].variance.total == 0
    again = pit.views.reconcile(date.fromisoformat(DATE), as_of=then.as_of)
    assert again.sessions == then.sessions
