"""What each jurisdiction asks, restated by hand from the regulations that the rows name."""

import pytest

from api.jurisdictions import documents
from ledger.errors import LedgerError
from ledger.jurisdictions import disputing
from ledger.jurisdictions.profile import Row, profile
from ledger.jurisdictions.profiles import DEFAULT, PROFILES, named, recorded
from ledger.jurisdictions.questions import QUESTIONS
from ledger.settings import Settings

NUMBERS = {
    "NJ": {
        "opener_mismatch_written_above": 25_00, "opener_mismatch_regulator_from": 100_00,
        "inventory_slip_parts": 2, "fill_slip_parts": 3, "manual_request_parts": 2,
        "uncollected_commission_parts": 2, "boxes_counted_within": 2, "drop_variance_parts": 2,
        "adjustment_reported_above": 2_000_00, "negative_poker_revenue_within": 5,
        "non_value_chips_counted_within": 30, "keep_online_play": 10, "keep_casino_records": 7,
        "keep_dispute_history": 1, "keep_preshuffle_video": 7,
    },
    "WA": {
        "opener_mismatch_regulator_from": 200_00, "opener_mismatch_regulator_within": 24,
        "inventory_slip_parts": 3,
    },
    "MD": {"boxes_counted_within": 1, "win_to_drop_interval": 95, "keep_superseded_rules": 5},
    "OH": {"void_signatories": 2},
    "IN": {"keep_casino_records": 5},
    "LA": {},
    "AR": {"gaming_day_at_most": 24},
}  # fmt: skip
WORDS = {
    "NJ": {
        "opener_mismatch_told_at_once", "opener_mismatch_recount", "opener_mismatch_regulator_how",
        "void_before_transport", "serial_exceptions_reported", "promotional_deduction",
    },
    "WA": {"opener_mismatch_regulator_how", "opener_shortage_pattern_reported"},
    "MD": {"inventory_slip_per_shift", "coupons_into_box"},
    "OH": {"serial_scope", "variance_review", "liability_reconciled"},
    "IN": {"negative_float"},
    "LA": {"relief_burns", "shuffle_burns"},
    "AR": set(),
}  # fmt: skip


@pytest.mark.parametrize("name", list(PROFILES))
def test_a_profile_says_what_was_read_and_no_more(name):
    found = PROFILES[name]
    numbers = {row.name: row.value for row in found.rows.values() if isinstance(row.value, int)}
    assert numbers == NUMBERS[name]
    assert {row.name for row in found.rows.values()} - set(numbers) == WORDS[name]


@pytest.mark.parametrize("found", PROFILES.values(), ids=list(PROFILES))
def test_every_row_answers_a_question_in_its_unit_and_names_its_source(found):
    for row in found.rows.values():
        in_words = QUESTIONS[row.name].unit in {"text", "yes"}
        assert isinstance(row.value, str) is in_words, row
        assert row.source, row


def test_only_the_tiers_of_new_jersey_that_were_not_read_are_unconfirmed():
    unconfirmed = [(one.name, row.name) for one in PROFILES.values() for row in one.rows.values()
                   if row.evidence != "V"]  # fmt: skip
    assert unconfirmed == [("NJ", "keep_casino_records")]


def test_what_is_not_known_of_one_is_never_taken_from_another():
    washington = PROFILES["WA"]
    assert washington.number("opener_mismatch_written_above") is None
    assert washington.text("opener_mismatch_told_at_once") is None
    assert (washington.asks("relief_burns"), PROFILES["LA"].asks("relief_burns")) == (False, True)


def test_a_day_recorded_under_rules_that_nobody_read_is_known_by_its_name():
    assert (recorded("ZZ").name, dict(recorded("ZZ").rows)) == ("ZZ", {})
    assert recorded(DEFAULT) is PROFILES["NJ"]
    with pytest.raises(LedgerError) as caught:
        named("ZZ")
    assert caught.value.code == "jurisdiction_not_found"


@pytest.mark.parametrize("name", list(disputing.PROFILES))
def test_whoever_was_read_on_disputes_alone_is_asked_for_by_name_too(name):
    found = named(name)
    assert (found.name, found.title) == (name, disputing.PROFILES[name].title)
    assert {row.name for row in found.rows.values()} <= set(QUESTIONS)
    assert Settings(_env_file=None, jurisdiction=name).jurisdiction == name
    rows = {row["name"]: row["value"] for row in documents.profile(name)["rows"]}
    for row in disputing.PROFILES[name].rows.values():
        assert rows[row.name] == row.value


def test_a_profile_says_each_thing_once():
    row = Row("relief_burns", "yes", "somewhere", "S")
    with pytest.raises(ValueError, match="twice"):
        profile("ZZ", "Nowhere", (row, row))
