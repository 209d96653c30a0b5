"""The profiles: one table of rows a jurisdiction, each row with its source and evidence.

Only what was read of a jurisdiction stands here; its other answers are not
known.  Amounts are whole cents.  Source: accounting A.1 to A.4, disputes B.4
and B.5, and the regulation that each row names.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.errors import JurisdictionNotFound
from ledger.jurisdictions import disputing
from ledger.jurisdictions.profile import Profile, Row, profile
from ledger.jurisdictions.questions import QUESTIONS

DEFAULT: Final = "NJ"

# fmt: off
_NEW_JERSEY = profile("NJ", "New Jersey", (
    Row("opener_mismatch_told_at_once", "manager, security, surveillance", "N.J.A.C. 13:69D-1.21(e)", "V"),
    Row("opener_mismatch_recount", "counted again onto a corrected slip", "N.J.A.C. 13:69D-1.21(e)", "V"),
    Row("opener_mismatch_written_above", 25_00, "N.J.A.C. 13:69D-1.21(e)", "V"),
    Row("opener_mismatch_regulator_from", 100_00, "N.J.A.C. 13:69D-1.21(e)", "V"),
    Row("opener_mismatch_regulator_how", "a copy of the written report", "N.J.A.C. 13:69D-1.21(e)", "V"),
    Row("inventory_slip_parts", 2, "N.J.A.C. 13:69D-1.21", "V"),
    Row("fill_slip_parts", 3, "N.J.A.C. 13:69D-1.22", "V"),
    Row("manual_request_parts", 2, "N.J.A.C. 13:69D-1.22(c)", "V"),
    Row("void_before_transport", "before transport, by the chip-bank cashier, with reason and signature on"
        " all copies", "N.J.A.C. 13:69D-1.22", "V"),
    Row("serial_exceptions_reported", "monthly", "N.J.A.C. 13:69D-1.5", "V"),
    Row("uncollected_commission_parts", 2, "N.J.A.C. 13:69D-1.30", "V"),
    Row("boxes_counted_within", 2, "N.J.A.C. 13:69D-1.17", "V"),
    Row("drop_variance_parts", 2, "N.J.A.C. 13:69D-1.33", "V"),
    Row("adjustment_reported_above", 2_000_00, "N.J.A.C. 13:69D-1.34", "V"),
    Row("negative_poker_revenue_within", 5, "N.J.A.C. 13:69D-1.34", "V"),
    Row("promotional_deduction", "issued by the operator and received as a wager", "N.J.S.A. 5:12-38a", "V"),
    Row("non_value_chips_counted_within", 30, "N.J.A.C. 13:69E-1.5", "V"),
    Row("keep_online_play", 10, "N.J.A.C. 13:69O-1.8(d)", "V"),
    Row("keep_casino_records", 7, "N.J.A.C. 13:69D-1.8 has tiers whose years were not read", "B"),
    Row("keep_dispute_history", 1, "N.J.A.C. 13:69E-1.31", "V"),
    Row("keep_preshuffle_video", 7, "N.J.A.C. 13:69E-1.18A", "V"),
))
_WASHINGTON = profile("WA", "Washington", (
    Row("opener_mismatch_regulator_from", 200_00, "WAC 230-15-495", "V"),
    Row("opener_mismatch_regulator_within", 24, "WAC 230-15-495", "V"),
    Row("opener_mismatch_regulator_how", "notification of error slip, kept in a log", "WAC 230-15-495", "V"),
    Row("opener_shortage_pattern_reported", "yes", "WAC 230-15-495", "V"),
    Row("inventory_slip_parts", 3, "WAC 230-15-535", "V"),
))
_MARYLAND = profile("MD", "Maryland", (
    Row("inventory_slip_per_shift", "one a shift that the table was open, with boxes of three compartments",
        "COMAR 36.05.03.10", "V"),
    Row("boxes_counted_within", 1, "COMAR 36.03.10.43, .45", "V"),
    Row("coupons_into_box", "when the wager wins or loses; on a push it stays on the layout",
        "COMAR 36.05.03.12", "V"),
    Row("win_to_drop_interval", 95, "COMAR 36.05.03.25", "V"),
    Row("keep_superseded_rules", 5, "COMAR 36.05.03.19", "V"),
))
_OHIO = profile("OH", "Ohio", (
    Row("serial_scope", "calendar year", "Ohio Adm. Code 3772-11-31", "V"),
    Row("void_signatories", 2, "Ohio Adm. Code 3772-11-31", "V"),
    Row("variance_review", "weekly", "Ohio Adm. Code 3772-11-43", "V"),
    Row("liability_reconciled", "quarterly", "Ohio Adm. Code 3772-11-43", "V"),
))
_INDIANA = profile("IN", "Indiana", (
    Row("negative_float", "investigate at once, tell the agent, notify the commission in writing the next"
        " business day", "68 IAC 15-5-3", "V"),
    Row("keep_casino_records", 5, "68 IAC 15-1", "V"),
))
_LOUISIANA = profile("LA", "Louisiana", (
    Row("relief_burns", "yes", "La. Admin. Code 42:III-3106", "V"),
    Row("shuffle_burns", "yes", "La. Admin. Code 42:III-3106", "V"),
))
_ARKANSAS = profile("AR", "Arkansas", (
    Row("gaming_day_at_most", 24, "Arkansas rules as published by dfa.arkansas.gov, EGS 18.0", "V"),
))
# fmt: on
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {one.name: one for one in (_NEW_JERSEY, _WASHINGTON, _MARYLAND, _OHIO, _INDIANA, _LOUISIANA, _ARKANSAS)}
)


# Of some it was read what they ask of a dispute, and of the books no more than how long they are kept.
NAMES: Final = tuple(dict.fromkeys((*PROFILES, *disputing.PROFILES)))


def named(name: str) -> Profile:
    """The profile that somebody asks for.  Raises JurisdictionNotFound."""
    if name not in NAMES:
        raise JurisdictionNotFound(jurisdiction=name, known=", ".join(NAMES))
    return recorded(name)


def recorded(name: str) -> Profile:
    """The profile that a gaming day was recorded under: of one that is not here nothing is known."""
    if name in PROFILES or name not in disputing.PROFILES:
        return PROFILES.get(name, Profile(name, name))
    other = disputing.PROFILES[name]
    return profile(name, other.title, (row for row in other.rows.values() if row.name in QUESTIONS))
