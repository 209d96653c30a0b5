"""What is due in a dispute and by when, by the profile of its jurisdiction; first of all the video.

A deadline is only as good as its row: each says its source and evidence.  How
long a property keeps its video is the property's own figure where no row of
its jurisdiction says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.disputes.state import Dispute
from ledger.events.disputes import DisputeClosed, DisputeRuled, NoticeGiven
from ledger.jurisdictions.profile import Profile

Kind: TypeAlias = Literal[
    "preserve_video", "tell_regulator", "tell_patron", "written_notice", "answer", "final_answer",
    "disable_device", "decision", "reconsideration", "judicial_review",
]  # fmt: skip
State: TypeAlias = Literal["done", "due", "overdue", "open_ended"]
# How much of what happened before and after is looked at beside the rounds themselves.
MARGIN: Final = timedelta(minutes=5)
NEVER: Final = datetime.max.replace(tzinfo=UTC)


class Window(NamedTuple):
    """What cameras saw at a table in a time."""

    table: str
    since: datetime
    until: datetime


class Due(NamedTuple):
    """Something that somebody is to do.

    `by` None: no time is known, or at once.  `source` and `evidence` are those of
    the row that asks for it, and `done` the version of the event that did it.
    """

    kind: Kind
    words: str
    by: datetime | None
    done: int | None
    source: str
    evidence: str

    def state(self, now: datetime) -> State:
        """How it stands at a time."""
        if self.done is not None:
            return "done"
        if self.by is None:
            return "open_ended"
        return "overdue" if now > self.by else "due"


def due(dispute: Dispute, profile: Profile, windows: tuple[Window, ...], video_days: int) -> tuple[Due, ...]:
    """All that is due, what is to be done first in front; `windows` are those of the rounds in dispute."""
    if dispute.opened is None or dispute.received_at is None:
        return ()
    found = [*_video(dispute, profile, windows, video_days), *_asked(dispute, profile, dispute.received_at)]
    return tuple(sorted(found, key=_urgency))


def _urgency(one: Due) -> tuple[bool, bool, datetime, str]:
    """What cannot be had again comes first, then what is due soonest, then what has no time."""
    return (one.done is not None, one.kind != "preserve_video", one.by or NEVER, one.kind)


def _video(dispute: Dispute, profile: Profile, windows: tuple[Window, ...], days: int) -> Iterator[Due]:
    """The video of each window, for as long as it is kept; done when all that was asked for is secured."""
    row = profile.rows.get("video_kept")
    kept = days if row is None else min(days, int(row.value))
    requests = [one for one in dispute.requests if one.event.what == "video"]
    secured = [one.preserved for one in requests]
    done = max((one for one in secured if one is not None), default=None) if None not in secured else None
    source = (row.source, row.evidence) if row is not None and kept == row.value else ("configuration", "B")
    for window in windows:
        span = f"{window.since.isoformat()} to {window.until.isoformat()}"
        words = f"secure the video of {window.table} from {span}"
        yield Due("preserve_video", words, window.until + timedelta(days=kept), done, *source)


def _asked(dispute: Dispute, profile: Profile, received: datetime) -> Iterator[Due]:
    """What the rows of a profile ask of such a dispute."""
    for question, kind, after in _DEADLINES:
        row = profile.rows.get(question)
        if row is None:
            continue
        start = after(dispute, received)
        if start is None:
            continue
        unit = timedelta(hours=1) if question == "written_notice_after" else timedelta(days=1)
        by = start + int(row.value) * unit
        yield Due(kind, _WORDS[kind], by, _done(dispute, kind), row.source, row.evidence)
    yield from _by_amount(dispute, profile)


def _by_amount(dispute: Dispute, profile: Profile) -> Iterator[Due]:
    opened = dispute.opened
    assert opened is not None, "a dispute begins with its complaint"
    amount = opened.amount or 0
    threshold = profile.number("regulator_told_from")
    if threshold is not None:
        question: tuple[str, Kind] = ("regulator_told_from", "tell_regulator")
        if amount < threshold:
            question = ("patron_told_of_right", "tell_patron")
        if (row := profile.rows.get(question[0])) is not None:
            words = _WORDS[question[1]] if question[1] == "tell_regulator" else f"tell the patron {row.value}"
            yield Due(question[1], words, None, _done(dispute, question[1]), row.source, row.evidence)
    row = profile.rows.get("device_disabled_from")
    if row is not None and opened.electronic and amount >= int(row.value):
        history = profile.text("device_history") or "capture its history"
        done = _done(dispute, "disable_device")
        yield Due("disable_device", f"disable the device; {history}", None, done, row.source, row.evidence)


def _received(_: Dispute, received: datetime) -> datetime | None:
    return received


def _ruled(dispute: Dispute, _: datetime) -> datetime | None:
    return next((event.occurred_at for _, event in reversed(dispute.of(DisputeRuled))), None)


# Row of a profile, what it asks for, and from when its time runs; None: not yet.
_DEADLINES: Final[tuple[tuple[str, Kind, Callable[[Dispute, datetime], datetime | None]], ...]] = (
    ("written_notice_after", "written_notice", _received),
    ("operator_answers_within", "answer", _received),
    ("final_answer_within", "final_answer", _received),
    ("agent_decides_within", "decision", _received),
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
    "tell_regulator": "tell the regulator at once, unless it is resolved",
}
# What a notice has to be about, by a word of its text, to have done what was due.
_RESOLVES: Final[frozenset[Kind]] = frozenset(
    {
        "written_notice",
        "answer",
        "final_answer",
        "decision",
        "tell_regulator",
        "tell_patron",
        "disable_device",
    }
)
_NOTICES: Final = {
    "tell_regulator": "regulator",
    "tell_patron": "patron",
    "written_notice": "patron",
    "answer": "operator",
    "final_answer": "patron",
}


def _done(dispute: Dispute, kind: Kind) -> int | None:
    """The event that did it: a notice to whom it is due, or the end of the dispute."""
    told = _NOTICES.get(kind)
    if told is not None:
        for version, notice in dispute.of(NoticeGiven):
            if told in notice.to:
                return version
    if kind in _RESOLVES and (closed := dispute.of(DisputeClosed)):
        return closed[-1][0]
    return None
