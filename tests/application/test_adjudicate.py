"""Adjudication of whole records: what becomes of submissions that are refused, continued or given again."""

from __future__ import annotations

import json
from typing import Any

from ledger.application.adjudicate import Adjudicated, adjudicate
from tests.scenario import T0, Event, dealt, event, opened, placed, revealed, round_record

PAYS_50 = {"pair_plus": {"straight_flush": "50:1"}}
PAYS_99 = {"pair_plus": {"straight_flush": "99:1"}}
GAP = {"pair_plus": {"pair": "1:1"}}


def submitted(tables: Any, effective: str = "2026-01-05") -> Event:
    return event(
        "submitted", game="three_card_poker", jurisdiction="NJ", effective=effective, pay_tables=tables
    )


def of(*events: Event, **header: Any) -> Event:
    told = [{"occurred_at": T0, "source": "manual", "by": "C-01", **one} for one in events]
    return {"format": "pitledger/1", "stream": "submission", "name": "tcp-1", **header, "events": told}


def straight_flush(submission: Any) -> Event:
    suited = [dealt(1, card) for card in ("Ac", "Kc", "Qc")]
    down = [dealt("dealer", card) for card in ("9c", "3c", "4d")]
    shown = [revealed("dealer", "9c", "3c", "4d"), revealed(1, "Ac", "Kc", "Qc")]
    told = [opened(), placed(1, "pair_plus", 1_00), event("betting_closed"), *suited, *down, *shown]
    return round_record(*told, game="three_card_poker", submission=submission)


def answers(*records: Event) -> list[Any]:
    """What is paid on the pair plus by each round, or the line and code of what was refused."""
    found: list[Any] = []
    for one in adjudicate([json.dumps(record, default=str) for record in records], "demo"):
        if isinstance(one, Adjudicated):
            (line,) = one.judgement.adjudication.resolutions
            found.append(line.paid)
        else:
            found.append((one[0], one[1].code))
    return found


def test_a_submission_refused_is_not_there_and_the_rest_of_the_input_is_judged():
    assert answers(of(submitted(GAP)), straight_flush("tcp-1"), straight_flush({})) == [
        (1, "missing_row"),
        (2, "unknown_submission"),
        40_00,
    ]


def test_nothing_is_taken_of_a_submission_record_that_is_refused_in_a_part():
    assert answers(of(submitted(PAYS_50), submitted(GAP, "2026-02-01")), straight_flush("tcp-1")) == [
        (1, "missing_row"),
        (2, "unknown_submission"),
    ]
    later = of(submitted(PAYS_99, "2026-02-01"), submitted(GAP, "2026-03-01"), after=1)
    assert answers(of(submitted(PAYS_50)), later, straight_flush("tcp-1")) == [(2, "missing_row"), 50_00]


def test_a_submission_of_other_content_under_the_same_name_is_a_conflict_and_no_version():
    found = answers(of(submitted(PAYS_50)), of(submitted(PAYS_99)), straight_flush("tcp-1"))
    assert found == [(2, "version_conflict"), 50_00]
    gap = answers(of(submitted(PAYS_50)), of(submitted(PAYS_99), after=2), straight_flush("tcp-1"))
    assert gap == [(2, "version_gap"), 50_00]


def test_a_submission_told_again_is_already_there_and_a_continuation_is_its_next_version():
    first = submitted(PAYS_50)
    assert answers(of(first), of(first), straight_flush("tcp-1")) == [50_00]
    second = submitted(PAYS_99, "2026-02-01")
    assert answers(of(first), of(second, after=1), straight_flush("tcp-1")) == [99_00]
    assert answers(of(first), of(first, second), straight_flush("tcp-1")) == [99_00]


def findings(*records: Event) -> list[tuple[str, int, str]]:
    """The findings about submissions of the rounds among the records."""
    judged = adjudicate([json.dumps(record, default=str) for record in records], "demo")
    return [
        (one.code, one.event, one.detail)
        for round_ in judged
        if isinstance(round_, Adjudicated)
        for one in round_.judgement.findings
        if one.code == "submission_not_in_force"
    ]


def test_a_round_of_a_date_before_its_submission_holds_is_judged_by_it_and_says_so():
    told = of(submitted(PAYS_50, "2027-01-01")), straight_flush("tcp-1")
    assert answers(*told) == [50_00]
    assert findings(*told) == [
        ("submission_not_in_force", 1, "tcp-1 holds from 2027-01-01, the round is of 2026-11-28")
    ]
    assert findings(of(submitted(PAYS_50)), straight_flush("tcp-1"), straight_flush({})) == []


def test_a_round_that_names_a_submission_superseded_is_judged_by_it_and_says_so():
    after = of(submitted(PAYS_99), name="tcp-2")
    over = event("superseded", by="tcp-2", from_="2026-11-01")
    told = of(submitted(PAYS_50), over), after, straight_flush("tcp-1")
    assert answers(*told) == [50_00]
    assert findings(*told) == [
        ("submission_not_in_force", 1, "tcp-1 was superseded from 2026-11-01, the round is of 2026-11-28")
    ]
    assert findings(of(submitted(PAYS_50), over), straight_flush("tcp-1")) == []
