"""What if a round had been judged by another submission: said in the answer, recorded nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.desk import RECORD_412, ROUND_412, Desk
from tests.scenario import event

PATH = f"/v1/rounds/{ROUND_412}"
OWN = {"name": "thb-2026-01", "version": 1, "game": "texas_holdem_bonus"}


def submitted(effective: str, game: str = "texas_holdem_bonus", **fields: Any) -> dict[str, Any]:
    return event(
        "submitted", occurred_at="2026-01-02T09:00:00-05:00", source="manual", by="C-01", game=game,
        jurisdiction="NJ", effective=effective, **fields,
    )  # fmt: skip


def registered(desk: Desk, name: str, *events: dict[str, Any]) -> None:
    record = {"format": "pitledger/1", "stream": "submission", "name": name, "events": list(events)}
    assert desk.record(record).status_code == 201


def supposed(desk: Desk, name: str, view: str = "resolutions") -> dict[str, Any]:
    answer = desk.get("floor", f"{PATH}/{view}", params={"submission": name})
    assert answer.status_code == 200
    said: dict[str, Any] = answer.json()
    return said


def bonus(said: dict[str, Any]) -> dict[str, Any]:
    (line,) = [one for one in said["resolutions"] if one["wager"] == "bonus"]
    found: dict[str, Any] = line
    return found


@pytest.fixture
def dealt(desk: Desk) -> Desk:
    """The worked round recorded, in which a bonus is paid 20 to 1 by the submission in force."""
    assert desk.record(RECORD_412).status_code == 201
    return desk


TWENTY_FIVE = {"bonus": {"AA": "30:1", "AK_suited": "27:1", "AQ_AJ_suited": "25:1"}}


def test_the_answer_says_that_it_is_a_what_if_by_which_submission_and_instead_of_which(dealt):
    registered(dealt, "thb-2026-02", submitted("2026-03-01", pay_tables=TWENTY_FIVE))
    said = supposed(dealt, "thb-2026-02")
    assert bonus(said)["paid"] == 125_00
    assert said["submission"] == {"name": "thb-2026-02", "version": 1, "game": "texas_holdem_bonus"}
    assert said["what_if"] == {
        "says": "What if: judged by thb-2026-02 (version 1) instead of thb-2026-01 (version 1); "
        "nothing of it is recorded.",
        "instead_of": OWN,
        "effective": "2026-03-01",
        "superseded": None,
        "remarks": [],
    }


def test_nothing_is_recorded_and_the_round_stays_judged_by_its_own(dealt):
    registered(dealt, "thb-2026-02", submitted("2026-03-01", pay_tables=TWENTY_FIVE))
    before = dealt.get("floor", f"{PATH}/resolutions").json()
    supposed(dealt, "thb-2026-02")
    assert dealt.get("floor", f"{PATH}/resolutions").json() == before
    assert (before["submission"], bonus(before)["paid"]) == (OWN, 100_00)
    assert "what_if" not in before


def test_of_several_versions_the_one_of_the_gaming_date_is_supposed(dealt):
    later = submitted(
        "2027-01-01", pay_tables={"bonus": {"AA": "40:1", "AK_suited": "35:1", "AQ_AJ_suited": "30:1"}}
    )
    registered(dealt, "thb-2026-02", submitted("2026-03-01", pay_tables=TWENTY_FIVE), later)
    said = supposed(dealt, "thb-2026-02")
    assert (said["submission"]["version"], said["what_if"]["effective"]) == (1, "2026-03-01")
    assert bonus(said)["paid"] == 125_00


def test_a_submission_not_yet_in_force_is_supposed_all_the_same_and_says_so(dealt):
    registered(dealt, "thb-2027-01", submitted("2027-01-01", pay_tables=TWENTY_FIVE))
    said = supposed(dealt, "thb-2027-01")
    assert bonus(said)["paid"] == 125_00
    assert said["what_if"]["remarks"] == ["not in force before 2027-01-01; the round is of 2026-11-28"]


@pytest.mark.parametrize(
    ("since", "remarks"),
    [
        ("2026-11-28", ["superseded by thb-2026-01 from 2026-11-28; the round is of 2026-11-28"]),
        ("2026-11-29", []),
    ],
)
def test_a_submission_superseded_is_supposed_all_the_same_and_says_so(dealt, since, remarks):
    over = event(
        "superseded", occurred_at="2026-01-03T09:00:00-05:00", by="thb-2026-01", from_=since, decided_by="C-2"
    )
    registered(dealt, "thb-2025-09", submitted("2025-09-01", pay_tables=TWENTY_FIVE), over)
    said = supposed(dealt, "thb-2025-09")
    assert bonus(said)["paid"] == 125_00
    assert said["what_if"]["superseded"] == {"by": "thb-2026-01", "from": since}
    assert said["what_if"]["remarks"] == remarks


def test_the_report_says_it_too_for_programs_and_for_people(dealt):
    registered(dealt, "thb-2027-01", submitted("2027-01-01", pay_tables=TWENTY_FIVE))
    report = supposed(dealt, "thb-2027-01", "report")
    assert (report["what_if"]["instead_of"], report["submission"]["name"]) == (OWN, "thb-2027-01")
    page = dealt.get("floor", f"{PATH}/report.html", params={"submission": "thb-2027-01"}).text
    assert report["what_if"]["says"] in page
    assert "thb-2027-01: not in force before 2027-01-01" in page
    own = dealt.get("floor", f"{PATH}/report.json").json()
    assert "what_if" not in own
    unsupposed = dealt.get("floor", f"{PATH}/report.html")
    assert (unsupposed.status_code, "What if" in unsupposed.text) == (200, False)


def test_the_report_prints_every_option_with_how_well_it_is_known(dealt):
    elected = {
        "irregularities": {"shoe_jammed": "ROUND_VOID_RETURN_ALL"}, "payout_limits": {"bonus": 5_000_00},
    }  # fmt: skip
    registered(dealt, "thb-2026-02", submitted("2026-03-01", options=elected))
    options = supposed(dealt, "thb-2026-02", "report")["rules_in_force"]["options"]
    assert options["irregularities"]["value"] == {"shoe_jammed": "ROUND_VOID_RETURN_ALL"}
    for name in ("payout_limits", "aggregate_limits", "late_wagers", "breakage", "irregularities"):
        assert options[name]["evidence"] == "not_found"
    page = dealt.get("floor", f"{PATH}/report.html", params={"submission": "thb-2026-02"}).text
    assert "<dd>shoe jammed ROUND_VOID_RETURN_ALL " in page
    assert "<dd>bonus $5,000.00 " in page
    assert "<dt>Aggregate limits</dt><dd>none " in page


@pytest.mark.parametrize(("name", "code"), [("nj-1999", "unknown_submission"), ("bj-1", "game_mismatch")])
def test_what_cannot_judge_the_round_is_refused(dealt, name, code):
    registered(dealt, "bj-1", submitted("2026-01-01", game="unruled"))
    answer = dealt.get("floor", f"{PATH}/resolutions", params={"submission": name})
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["pointer"]) == (code, "/submission")


def test_a_record_with_a_gap_in_its_own_table_is_refused_with_the_field(desk):
    gap = {"pay_tables": {"pair_plus": {"pair": "1:1"}}}
    refused = desk.record({**RECORD_412, "game": "three_card_poker", "submission": gap})
    assert refused.status_code == 422
    assert (refused.json()["code"], refused.json()["pointer"]) == (
        "missing_row",
        "/submission/pay_tables/pair_plus",
    )
