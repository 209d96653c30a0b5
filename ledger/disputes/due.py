"""What is due in a dispute and by when, by the profile of its jurisdiction; first of all the video.

A deadline is only as good as its row: each says its source and evidence.  How
long a property keeps its video is the property's own figure where no row of
its jurisdiction says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.disputes.doing import Done, done, reported, ruled_by_regulator, sent_to_adr, told_regulator
from ledger.disputes.securing import MARGIN, Window, secured
from ledger.disputes.state import Dispute
from ledger.events.disputes import Duty
from ledger.jurisdictions.profile import Profile, Row

__all__ = ["MARGIN", "Due", "Kind", "State", "Window", "due"]

Kind: TypeAlias = Duty | Literal[
    "preserve_video", "keep_evidence", "complaint_report", "disable_device", "decision", "reconsideration",
    "judicial_review",
]  # fmt: skip
State: TypeAlias = Literal["done", "done_late", "due", "overdue", "open_ended"]
NEVER: Final = datetime.max.replace(tzinfo=UTC)
# What has no time because it is due at once.
AT_ONCE: Final = frozenset(
    {"tell_regulator", "tell_patron", "complaint_report", "disable_device", "keep_evidence"}
)


class Due(NamedTuple):
    """Something that somebody is to do.

    `by` None: no time is known, or at once.  `source` and `evidence` are those of
    the row that asks for it; `done` is the version of the event that did it, and
    `done_at` when that was.
    """

    kind: Kind
    words: str
    by: datetime | None
    done: int | None
    source: str
    evidence: str
    done_at: datetime | None = None

    def state(self, now: datetime) -> State:
        """How it stands at a time."""
        if self.done is not None:
            late = self.by is not None and self.done_at is not None and self.done_at > self.by
            return "done_late" if late else "done"
        if self.by is None:
            return "due" if self.kind in AT_ONCE or self.kind == "preserve_video" else "open_ended"
        return "overdue" if now > self.by else "due"


class _Amount(NamedTuple):
    """What is in dispute, beside what a jurisdiction asks from an amount on."""

    cents: int | None
    currency: str
    profile: Profile

    def unknown(self, row: Row) -> str:
        """Why nobody can say whether it reaches the amount of a row; empty where one can."""
        asked = f"{self.profile.currency} {int(row.value) // 100} or more"
        if self.cents is None:
            return f"if {asked} is in dispute: nobody said"
        return "" if self.currency == self.profile.currency else f"if it is {asked}: it is {self.currency}"

    def reaches(self, row: Row) -> bool:
        """Whether it is known to."""
        return not self.unknown(row) and (self.cents or 0) >= int(row.value)


def due(
    dispute: Dispute,
    profile: Profile,
    windows: tuple[Window, ...],
    video_days: int,
    untimed: tuple[str, ...] = (),
    *,
    currency: str = "USD",
) -> tuple[Due, ...]:
    """All that is due, what is to be done first in front.

    `windows` are those of the rounds in dispute, `untimed` the tables and rounds of which no time is known.
    The amount in dispute is of `currency`: a profile's amounts are of its own, and nothing is exchanged.
    """
    received = dispute.received_at
    if dispute.opened is None or received is None:
        return ()
    found = [*_video(dispute, profile, windows, video_days), *_untimed(dispute, untimed)]
    amount = _Amount(dispute.opened.amount, currency, profile)
    found += [*_in_time(dispute, profile, received), *_told(dispute, profile, amount)]
    found += _device(dispute, profile, amount)
    found += _outside(dispute, profile)
    return tuple(sorted(found, key=_urgency))


def _urgency(one: Due) -> tuple[bool, bool, bool, datetime, str]:
    """What cannot be had again comes first, then what is due at once, soonest, and at no time."""
    at_once = one.kind in AT_ONCE
    return (one.done is not None, one.kind != "preserve_video", not at_once, one.by or NEVER, one.kind)


def _due(kind: Kind, words: str, row: Row, did: Done | None, by: datetime | None = None) -> Due:
    version, at = did or (None, None)
    return Due(kind, words, by, version, row.source, row.evidence, at)


# --- evidence ---------------------------------------------------------------------------


def _video(dispute: Dispute, profile: Profile, windows: tuple[Window, ...], days: int) -> Iterator[Due]:
    """The video of each window, for as long as it is kept; done when what was asked for of it is secured."""
    row = profile.rows.get("video_kept")
    kept = days if row is None else min(days, int(row.value))
    source = row if row is not None and kept == row.value else _configured(kept)
    for window in windows:
        span = f"{window.since.isoformat()} to {window.until.isoformat()}"
        words = f"secure the video of {window.table} from {span}"
        # What was filmed first is erased first.
        by = window.since + timedelta(days=kept)
        yield _due("preserve_video", words, source, secured(dispute, window), by)
    if (presumed := profile.rows.get("evidence_destroyed")) is not None:
        words = f"destroy no evidence: what is destroyed is {presumed.value}"
        yield _due("keep_evidence", words, presumed, done(dispute, "keep_evidence"))


def _untimed(dispute: Dispute, untimed: tuple[str, ...]) -> Iterator[Due]:
    """Video that nobody can name the time of: it is asked for all the same."""
    for what in untimed:
        words = f"secure the video of {what}: no time of it is recorded"
        yield _due("preserve_video", words, _configured(0), secured(dispute, None))


def _configured(days: int) -> Row:
    return Row("video_kept", days, "configuration", "B")


# --- what the rows ask --------------------------------------------------------------------


def _received(_: Dispute, received: datetime) -> datetime | None:
    return received


def _regulator_told(dispute: Dispute, _: datetime) -> datetime | None:
    return (told_regulator(dispute) or (0, None))[1]


def _ruled(dispute: Dispute, _: datetime) -> datetime | None:
    return (ruled_by_regulator(dispute) or (0, None))[1]


# Row of a profile, what it asks for, and from when its time runs; None: not yet.
_DEADLINES: Final[tuple[tuple[str, Kind, Callable[[Dispute, datetime], datetime | None]], ...]] = (
    ("written_notice_after", "written_notice", _received),
    ("operator_answers_within", "answer", _received),
    ("final_answer_within", "final_answer", _received),
    ("agent_decides_within", "decision", _regulator_told),
    ("reconsideration_within", "reconsideration", _ruled),
    ("judicial_review_within", "judicial_review", _ruled),
)
_WORDS: Final = {
    "written_notice": "give the patron a written notice, unless it is resolved by then",
    "answer": "answer the operator",
    "final_answer": "give the patron a final answer",
    "decision": "the regulator's agent decides",
    "reconsideration": "the decision can be asked to be reconsidered until then",
    "judicial_review": "a final order can be taken to a court until then",
}


def _in_time(dispute: Dispute, profile: Profile, received: datetime) -> Iterator[Due]:
    """What the rows of a profile ask within a time."""
    for question, kind, after in _DEADLINES:
        row = profile.rows.get(question)
        start = None if row is None else after(dispute, received)
        if row is None or start is None:
            continue
        unit = timedelta(hours=1) if question == "written_notice_after" else timedelta(days=1)
        yield _due(kind, _WORDS[kind], row, done(dispute, kind), start + int(row.value) * unit)


def _told(dispute: Dispute, profile: Profile, amount: _Amount) -> Iterator[Due]:
    """Who is told at once: the regulator from an amount on, the patron below it or in any case."""
    threshold, right = profile.rows.get("regulator_told_from"), profile.rows.get("patron_told_of_right")
    if threshold is not None and ((unknown := amount.unknown(threshold)) or amount.reaches(threshold)):
        words = "tell the regulator at once, unless it is resolved"
        words += f", {unknown}" if unknown else ""
        yield _due("tell_regulator", words, threshold, done(dispute, "tell_regulator"))
    if right is not None and (threshold is None or not amount.reaches(threshold)):
        yield _due("tell_patron", f"tell the patron {right.value}", right, done(dispute, "tell_patron"))
    if (report := profile.rows.get("complaint_report")) is not None:
        words = f"issue a report of the complaint: {report.value}"
        yield _due("complaint_report", words, report, reported(dispute))


def _device(dispute: Dispute, profile: Profile, amount: _Amount) -> Iterator[Due]:
    opened, row = dispute.opened, profile.rows.get("device_disabled_from")
    assert opened is not None, "a dispute begins with its complaint"
    if row is None or not opened.electronic:
        return
    if (unknown := amount.unknown(row)) or amount.reaches(row):
        history = profile.text("device_history") or "capture its history"
        words = f"disable the device; {history}" + (f"; asked for {unknown}" if unknown else "")
        yield _due("disable_device", words, row, done(dispute, "disable_device"))


def _outside(dispute: Dispute, profile: Profile) -> Iterator[Due]:
    """What is due where somebody else than the house decides."""
    offered, monthly = profile.rows.get("adr_offered"), profile.rows.get("adr_reported")
    if offered is not None:
        words = f"offer the patron alternative dispute resolution, unless it is resolved: {offered.value}"
        yield _due("offer_adr", words, offered, done(dispute, "offer_adr"))
    if monthly is not None and sent_to_adr(dispute) is not None:
        yield _due("report_adr", f"report it: {monthly.value}", monthly, done(dispute, "report_adr"))
    appeal = profile.rows.get("decision_appealable")
    if appeal is not None and ruled_by_regulator(dispute) is not None:
        yield _due("judicial_review", f"the regulator's decision can be taken {appeal.value}", appeal, None)
