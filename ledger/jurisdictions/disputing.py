"""What jurisdictions ask of a dispute: who is told, how soon, what is kept.

Only what was read of a jurisdiction stands here; its other answers are not
known.  Amounts are whole cents.  Source: disputes B.1, B.4, B.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.jurisdictions.profile import Profile, Question, Row, profile

# fmt: off
_QUESTIONS: Final = (
    Question("regulator_told_from", "cents",
        "what is unresolved from this amount on is told the regulator at once"),
    Question("patron_told_of_right", "text", "what the patron is told where it is less"),
    Question("decision_appealable", "text", "where the decision can be taken"),
    Question("agent_decides_within", "days", "the regulator's agent decides so soon"),
    Question("reconsideration_within", "days", "a decision can be asked to be reconsidered for so long"),
    Question("judicial_review_within", "days", "a final order can be taken to a court for so long"),
    Question("operator_answers_within", "days", "the operator is answered on a patron or game issue so soon"),
    Question("written_notice_after", "hours",
        "unresolved for so long it wants a written notice to the patron"),
    Question("complaint_report", "text", "when a report of the complaint is issued"),
    Question("final_answer_within", "days", "the patron has a final answer so soon"),
    Question("adr_offered", "text", "which alternative dispute resolution is offered"),
    Question("adr_reported", "text", "how often disputes referred to it are reported, and what of them"),
    Question("device_disabled_from", "cents", "from this amount on the electronic device is disabled"),
    Question("device_history", "text", "what is captured before it is played again"),
    Question("evidence_destroyed", "text", "what follows where the evidence is destroyed"),
    Question("mispays_corrected", "text", "whether a mispay may be corrected"),
    Question("video_kept", "days", "surveillance video is kept"),
    Question("video_kept_recommended", "days", "and is recommended to be kept"),
    Question("dispute_report_kept", "years", "the report of a dispute is kept"),
)
_PROFILES: Final = (
    profile("NV", "Nevada", (
        Row("regulator_told_from", 500_00, "Mondaq 724892, on Nevada's patron disputes", "S"),
        Row("patron_told_of_right", "of the right to ask the Board", "Mondaq 724892", "S"),
        Row("agent_decides_within", 45, "NRS 463.362, as remembered", "B"),
        Row("reconsideration_within", 20, "NRS 463.363, as remembered", "B"),
        Row("judicial_review_within", 20, "NRS 463.3662", "V"),
        Row("mispays_corrected", "a casino may correct mispays, especially as they occur",
            "the Board, as quoted by Las Vegas Advisor", "S"),
        Row("video_kept", 7, "Nevada casino surveillance regulations, as reported", "S"),
        Row("video_kept_recommended", 15, "the Board, December 2025, as reported", "S"),
        Row("keep_casino_records", 5, "Regulation 6, as remembered", "B"),
    )),
    profile("NJ", "New Jersey", (
        Row("decision_appealable", "to the courts", "read without its paragraph", "V"),
        Row("device_disabled_from", 100_00, "N.J.A.C. 13:69E-1.31, amended July 1, 2024", "V"),
        Row("device_history",
            "game history captured before re-enabling, photo of the display, kept for a year",
            "N.J.A.C. 13:69E-1.31", "V"),
    )),
    profile("NJ-online", "New Jersey, online", (
        Row("operator_answers_within", 3, "N.J.A.C. 13:69O-3.1", "V"),
        Row("mispays_corrected", "games are void by agreed procedure alone", "N.J.A.C. 13:69O-3.1", "V"),
        Row("keep_online_play", 10, "N.J.A.C. 13:69O-1.8(d)", "V"),
    )),
    profile("NE", "Nebraska", (
        Row("written_notice_after", 48, "296 Neb. Admin. Code 11.001", "V"),
        Row("patron_told_of_right", "of five business days in which to complain",
            "296 Neb. Admin. Code 11.001", "V"),
        Row("complaint_report", "immediately", "296 Neb. Admin. Code 11.001", "V"),
        Row("dispute_report_kept", 5, "296 Neb. Admin. Code 11.001", "V"),
        Row("keep_casino_records", 7, "296 Neb. Admin. Code 2.001", "V"),
    )),
    profile("MS", "Mississippi", (
        Row("evidence_destroyed", "presumed to be against the casino", "781 So.2d 125 (Miss. 2001)", "V"),
    )),
    profile("GB", "Great Britain", (
        Row("final_answer_within", 56, "Gambling Commission, LCCP 17: eight weeks", "V"),
        Row("adr_offered", "free of charge", "Gambling Commission, ADR requirements", "V"),
    )),
    profile("MT", "Malta", (
        Row("adr_offered", "must be offered; the regulator no longer judges disputes",
            "ADR directive, as summed up by GTG", "V"),
        Row("adr_reported", "monthly: player id, subject, conclusion",
            "ADR directive, as summed up by Deloitte", "V"),
    )),
)
# fmt: on
QUESTIONS: Final[Mapping[str, Question]] = MappingProxyType({one.name: one for one in _QUESTIONS})
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType({one.name: one for one in _PROFILES})
