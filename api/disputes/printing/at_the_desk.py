"""The dispute itself on paper: its steps, evidence and custody, people, deadlines, proofs, contents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from api.disputes.printing.blocks import (
    NOT_RECORDED,
    Block,
    Grid,
    Line,
    Pairs,
    Part,
    Words,
    grid_or,
    listed,
    moment,
    said,
    times_said,
)
from projections.disputes.report.model import Deadline, DisputeReport, Evidence, Played, Step
from projections.reports.words import plain

STEPS = Grid(("event", "by the floor’s clock", "recorded", "who", "what"), (), wide=("what",))
# How well a row of a profile is known.
KNOWN: Final = MappingProxyType({"V": "read there", "S": "as others report it", "B": "not confirmed"})
# What is wanting of evidence that was secured, by the finding that says so.
WANTS: Final = MappingProxyType(
    {
        "evidence_preserved_in_part": "only in part: nothing of {missing}",
        "evidence_preserved_late": "after the time at which it would be erased",
    }
)
READ_BY_CLOCK = "Times are those of the clock that was read, with its offset from UTC."


def before_the_rounds(report: DisputeReport) -> Iterator[Part]:
    """What happened in the dispute."""
    changes = [
        Line((change.status, f"#{change.version}", moment(change.occurred_at), said(change.by)))
        for change in report.history
    ]
    yield Part(
        "The dispute, step by step",
        [
            _steps(report.events),
            Grid(("status", "event", "since", "by"), changes, wide=("by",)),
            Words(READ_BY_CLOCK, "soft"),
        ],
    )


def after_the_rounds(report: DisputeReport) -> Iterator[Part]:
    """What stands at the end."""
    yield Part("Corrections of the dispute", [_corrections(report)])
    yield Part("People", [_people(report)])
    yield Part("Statements", [_steps(report.statements)])
    yield Part("What was done about it", [_steps(_done(report))])
    yield Part("Surveillance review", [_steps(report.reviews)])
    yield Part("Evidence and custody", list(_custody(report)))
    yield Part("Deadlines", [_deadlines(report)])
    yield Part("Integrity", list(_integrity(report)))
    yield Part("What this report must hold", [_contents(report)])


def _steps(steps: Sequence[Step]) -> Block:
    rows = [
        Line(
            (
                f"#{step.version}",
                moment(step.occurred_at),
                moment(step.recorded_at),
                said(step.by) + (f", approved by {step.approved_by}" if step.approved_by else ""),
                step.says
                + (f" (corrected by #{step.corrected_by})" if step.corrected_by else "")
                + (f" – {step.note}" if step.note else ""),
            ),
            "soft" if step.corrected_by else "plain",
        )
        for step in steps
    ]
    return grid_or(rows, STEPS)


def _done(report: DisputeReport) -> list[Step]:
    done = [*report.notices, *report.rulings, *report.settlements, *report.escalations]
    return sorted(done, key=lambda step: step.version)


def _corrections(report: DisputeReport) -> Block:
    rows = [
        Line(
            (
                f"#{one.version} of #{one.corrects}",
                one.first_recorded.says,
                one.as_corrected or "should not have been recorded",
                one.reason,
                f"{said(one.by)}, approved by {one.approved_by}, {moment(one.occurred_at)}",
            )
        )
        for one in report.corrections
    ]
    columns: tuple[str, ...] = ("event", "as first recorded", "as corrected", "reason", "who and when")
    return grid_or(rows, Grid(columns, (), wide=columns[1:4]), "nothing was corrected")


def _people(report: DisputeReport) -> Block:
    rows = [Line((one.person, ", ".join(one.as_what))) for one in report.people]
    return grid_or(rows, Grid(("who", "as what"), (), wide=("as what",)))


def _custody(report: DisputeReport) -> Iterator[Block]:
    for window in report.windows:
        yield Words(
            f"To look at: {window.table} from {moment(window.since)} until {moment(window.until)},"
            f" cameras {listed(window.cameras)}.",
            strong=True,
        )
    rows = [_asked_for(report, one) for one in report.requests]
    columns: tuple[str, ...] = ("event", "asked for", "erased if nobody acts", "secured")
    yield grid_or(rows, Grid(columns, (), wide=("asked for", "secured")), "no evidence was asked for")
    held = sorted([*report.preserved, *report.linked], key=lambda step: step.version)
    rows = [
        Line((f"#{step.version}", moment(step.occurred_at), said(step.by), step.event["location"],
              said(step.event.get("sha256"))))
        for step in held
    ]  # fmt: skip
    columns = ("event", "when", "by", "where it lies", "SHA-256")
    yield grid_or(rows, Grid(columns, (), wide=columns[3:]), "no evidence is recorded")
    rows = [
        Line((f"#{step.version}", moment(step.occurred_at), said(step.by), plain(step.event["what"]),
              said(step.event.get("format")), step.event["reason"], said(step.event.get("sha256"))))
        for step in report.accesses
    ]  # fmt: skip
    columns = ("event", "when", "by", "what", "as", "reason", "SHA-256")
    yield grid_or(rows, Grid(columns, (), wide=columns[5:]), "nobody had taken anything away before")
    if report.erasures:
        yield _steps(report.erasures)


def _asked_for(report: DisputeReport, one: Evidence) -> Line:
    """Evidence that was asked for, and how it was secured: well where nothing is found of it."""
    secured = NOT_RECORDED if one.preserved is None else f"#{one.preserved.version}: {one.preserved.says}"
    wants = [WANTS[found["code"]].format(**found) for found in report.findings
             if found["code"] in WANTS and found["request"] == one.request.version]  # fmt: skip
    cells = (
        f"#{one.request.version}",
        one.request.says,
        moment(one.request.event.get("expires_at")),
        "; ".join((secured, *wants)),
    )
    return Line(cells, "bad" if one.preserved is None or wants else "good")


def _when_done(one: Deadline) -> str:
    if one.done is None:
        return "no"
    late = one.by is not None and one.done_at is not None and one.done_at > one.by
    return f"#{one.done}, late: {moment(one.done_at)}" if late else f"#{one.done}"


def _deadlines(report: DisputeReport) -> Block:
    rows = [
        Line((times_said(one.words), "at once, or not known" if one.by is None else moment(one.by),
              _when_done(one), f"{one.source} ({KNOWN[one.evidence]})"))
        for one in report.deadlines
    ]  # fmt: skip
    columns: tuple[str, ...] = ("what is due", "by", "done", "asked for by")
    return grid_or(
        rows, Grid(columns, (), wide=("what is due", "asked for by")), "nothing is known to be due"
    )


def _integrity(report: DisputeReport) -> Iterator[Block]:
    held = report.integrity
    yield Pairs(
        [
            ("As of", f"position {report.as_of:,} of the ledger of {report.property}"),
            (
                "Events cited",
                f"{len(held.events)}, positions {held.first_position:,} to {held.last_position:,}",
            ),
            ("Software", held.software),
            ("Format", report.format),
            ("Rules version", listed(dict.fromkeys(map(_rules, report.rounds)))),
        ]
    )
    rows = [
        Line((f"{proof.kind} {proof.key} #{proof.version}", f"{proof.position:,}", proof.event_id,
              proof.leaf_hash or "withheld: a face in it was not shown yet"))
        for proof in held.events
    ]  # fmt: skip
    yield Grid(
        ("event", "position", "id", "hash of its leaf"),
        rows,
        numbers=("position",),
        wide=("hash of its leaf",),
    )
    yield Words("The JSON form of this report holds each event as it is stored and, once it is sealed, the"
                " path of its hash to the signed root. What it makes of these events can be made again from"
                " them alone (pitledger verify-report), which names item by item what they do not prove: what"
                " lay in the tray before and after, rounds beside, dealers, cameras and posted limits.",
                "soft")  # fmt: skip


def _rules(one: Played) -> str:
    return f"{one.report['game_title']}, {one.report['integrity']['rules_version']}"


def _contents(report: DisputeReport) -> Block:
    rows = [
        Line((one.item, one.asked_by, "in this report" if one.recorded else NOT_RECORDED),
             "plain" if one.recorded else "soft")
        for one in report.contents
    ]  # fmt: skip
    return Grid(("item", "asked for by", "here"), rows, wide=("item",))
