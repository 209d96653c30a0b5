"""Findings of sessions: what was not as it should have been, by permanent code.

They are derived from the events each time they are asked for and never stored.
A code without a paragraph follows from the record itself; a finding about a
slip cites 13:69D-1.22 (fills) or 1.23 (credits).  Source: accounting A.2, A.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from ledger.amounts import DEFAULT_CURRENCY
from ledger.games.facts import in_words
from ledger.games.seam import Finding, FindingKind
from ledger.sessions.attendance import mistakes, reliefs
from ledger.sessions.parts import Remark
from ledger.sessions.slips import RULES, said
from ledger.sessions.state import Session

INVENTORY = "13:69D-1.20(a)"
SLIPS = "13:69D-1.22"
COUNT = "13:69D-1.33"
COMPLIMENTARY = "13:69D-1.9(c)"
COMMISSION = "13:69D-1.30"
COLOR = "13:69E-1.5"

KINDS: Mapping[str, FindingKind] = MappingProxyType(
    {
        kind.code: kind
        for kind in (
            FindingKind(
                "session_events_after_close",
                "record",
                "something was recorded after the closer",
                "",
                "derived",
            ),
            FindingKind(
                "dealer_signed_in_twice", "record", "a dealer signed in who was on the table", "", "derived"
            ),
            FindingKind(
                "dealer_not_signed_in",
                "record",
                "a dealer signed out who was not on the table",
                "",
                "derived",
            ),
            FindingKind(
                "shift_not_running", "record", "a shift was handed over that did not run", "", "derived"
            ),
            FindingKind(
                "buy_in_not_equal", "settlement", "chips handed out are not what was tendered", "", "derived"
            ),
            FindingKind(
                "exchange_not_equal", "settlement", "chips were changed at unequal face", INVENTORY, "nj_text"
            ),
            FindingKind(
                "counter_check_not_equal",
                "settlement",
                "a counter check and what was given for it differ",
                "",
                "derived",
            ),
            FindingKind(
                "counter_check_overredeemed",
                "record",
                "more was redeemed than the counter check is for",
                "",
                "derived",
            ),
            FindingKind(
                "document_repeated", "record", "one document was given for chips twice", "", "derived"
            ),
            FindingKind(
                "taking_not_equal",
                "record",
                "the amount taken is not what its chips add up to",
                "",
                "derived",
            ),
            FindingKind(
                "movement_outside_list",
                "settlement",
                "chips moved for a reason outside the closed list",
                INVENTORY,
                "nj_text",
            ),
            FindingKind(
                "prohibited_reason",
                "settlement",
                "chips left the tray for a reason that is prohibited",
                COMPLIMENTARY,
                "nj_text",
            ),
            FindingKind(
                "color_not_equal", "settlement", "color and what was given for it differ", "", "derived"
            ),
            FindingKind(
                "color_not_as_marked",
                "procedure",
                "color was sold or cashed at another value than its marker says",
                COLOR,
                "nj_text",
            ),
            FindingKind(
                "color_outstanding",
                "settlement",
                "color was sold and not cashed by the close, as far as the session says",
                COLOR,
                "derived",
            ),
            FindingKind(
                "impressment_not_met",
                "record",
                "the non-value chips of a color are not the fixed set",
                COLOR,
                "nj_text",
            ),
            FindingKind(
                "account_cashout_not_equal",
                "settlement",
                "chips paid for a game account are not its balance",
                "",
                "derived",
            ),
            FindingKind(
                "chip_value_overridden",
                "settlement",
                "chips were let stand for another value than their face",
                "",
                "derived",
            ),
            FindingKind(
                "commission_overrecovered",
                "record",
                "more commission came in than was owed on its form",
                COMMISSION,
                "derived",
            ),
            FindingKind("form_repeated", "record", "one number was used for two forms", "", "derived"),
            FindingKind(
                "slip_reprinted_unknown",
                "record",
                "a slip was printed again that this session does not have",
                "",
                "derived",
            ),
            FindingKind(
                "table_unattended",
                "procedure",
                "the table was open and no dealer was signed in",
                "",
                "derived",
            ),
            FindingKind(
                "relief_not_burned",
                "procedure",
                "a dealer relieved another and burned no card before dealing, where that is asked",
                "",
                "not_nj_text",
            ),
            FindingKind(
                "slip_voided_by_one",
                "procedure",
                "a slip was voided by one person, where two must sign",
                "",
                "not_nj_text",
            ),
            FindingKind(
                "slip_issued_not_requested",
                "procedure",
                "a slip was issued that nobody had requested",
                SLIPS,
                "nj_text",
            ),
            FindingKind(
                "slip_dispatched_not_issued",
                "procedure",
                "chips left on a slip that was not issued",
                SLIPS,
                "nj_text",
            ),
            FindingKind(
                "slip_received_not_dispatched",
                "procedure",
                "chips came in on a slip that was not dispatched",
                SLIPS,
                "nj_text",
            ),
            FindingKind(
                "chips_differ_on_slip",
                "settlement",
                "two steps of a slip say different chips",
                SLIPS,
                "derived",
            ),
            FindingKind(
                "slip_step_repeated",
                "record",
                "a step of a slip was recorded again and moves nothing",
                SLIPS,
                "derived",
            ),
            FindingKind(
                "slip_voided_after_transport",
                "procedure",
                "a slip was voided after its chips had left",
                SLIPS,
                "nj_text",
            ),
            FindingKind(
                "slip_voided_without_reason",
                "procedure",
                "a slip was voided and no reason given",
                SLIPS,
                "nj_text",
            ),
            FindingKind(
                "slip_used_after_void", "procedure", "chips moved on a slip that was void", SLIPS, "derived"
            ),
            FindingKind(
                "slip_in_transit_at_close",
                "settlement",
                "chips were on their way when the session closed",
                SLIPS,
                "derived",
            ),
            FindingKind(
                "box_dropped_twice", "record", "a drop box was taken from the table twice", "", "derived"
            ),
            FindingKind(
                "box_counted_not_dropped",
                "record",
                "a drop box was counted that was not dropped",
                "",
                "derived",
            ),
            FindingKind(
                "box_counted_twice",
                "record",
                "a drop box was counted again, which settles nothing",
                "",
                "derived",
            ),
            FindingKind(
                "box_counted_by_one",
                "procedure",
                "a drop box was counted by one person, and no second one signed for the count",
                COUNT,
                "nj_text",
            ),
            FindingKind(
                "closed_before_opened", "record", "the closer is timed before the opener", "", "derived"
            ),
            FindingKind(
                "last_box_missing",
                "record",
                "no drop box was taken from the table after its closer",
                COUNT,
                "derived",
            ),
            FindingKind(
                "drop_counts_differ",
                "procedure",
                "the two blind counts of a drop box differ",
                COUNT,
                "nj_text",
            ),
        )
    }
)


def findings(state: Session, currency: str = DEFAULT_CURRENCY) -> tuple[Finding, ...]:
    """The findings of a session as far as it was recorded, by event; worded in what its table plays in."""
    remarks = [*state.remarks]
    for told in (_in_transit, _color_out, mistakes, _unattended, _shifts, _counts_differ, _last_box, _order):
        remarks.extend(told(state))
    found = (as_finding(remark, currency) for remark in remarks)
    return tuple(sorted(found, key=lambda finding: finding.event))


def as_finding(remark: Remark, currency: str = DEFAULT_CURRENCY) -> Finding:
    """What the fold saw, in the words of its code."""
    kind = KINDS[remark.code]
    return Finding(
        remark.code,
        remark.rule or kind.rule,
        kind.evidence,
        remark.version,
        in_words(kind, remark.facts, currency),
        remark.facts,
    )


def _in_transit(state: Session) -> Iterator[Remark]:
    """Slips of a closed session that left one end and have not arrived; before the closer they still may."""
    if state.closed_at is None:
        return
    for slip in state.slips.values():
        if any(count > 0 for count in slip.in_transit.values()):
            facts = {"slip": slip.name, "chips": said(slip.in_transit)}
            yield Remark("slip_in_transit_at_close", state.closed_at, facts, RULES[slip.kind])


def _color_out(state: Session) -> Iterator[Remark]:
    """Color that patrons hold when the closer is counted.  Source: A.4, formula 14."""
    if state.closed_at is not None and (out := state.outstanding_color):
        chips = {name: one.sold - one.cashed for name, one in state.colors.items() if one.sold != one.cashed}
        yield Remark("color_outstanding", state.closed_at, {"amount": out, "sold_not_cashed": chips})


def _unattended(state: Session) -> Iterator[Remark]:
    """Seconds in which nobody was signed in; one that lasts is none yet."""
    for relief in reliefs(state):
        if relief.gap_s > 0:
            facts = {
                "seconds": round(relief.gap_s),
                "out": relief.out,
                "in": relief.into,
                "since": relief.left,
            }
            yield Remark("table_unattended", relief.version, facts)


def _counts_differ(state: Session) -> Iterator[Remark]:
    """Boxes of which the two blind counts did not agree, and whether that was settled since."""
    for name, box in state.boxes.items():
        if box.counted_at is not None and box.first != box.second:
            facts = {"box": name, "settled": box.counted is not None}
            yield Remark("drop_counts_differ", box.counted_at, facts)


def _last_box(state: Session) -> Iterator[Remark]:
    """Of a closed session; while no box of it is counted the last may still come."""
    if state.closed_at is None or not state.last_box_missing:
        return
    if any(box.counted_at is not None for box in state.boxes.values()):
        yield Remark("last_box_missing", state.closed_at, {"boxes": sorted(state.boxes)})


def _order(state: Session) -> Iterator[Remark]:
    """A closer that happened before the opener, by the floor's clock."""
    opened, closed = state.opened, state.closed
    first, last = (None if one is None else one.occurred_at for one in (opened, closed))
    if state.closed_at is not None and first is not None and last is not None and last < first:
        yield Remark("closed_before_opened", state.closed_at, {"opened": first, "closed": last})


def _shifts(state: Session) -> Iterator[Remark]:
    """Shifts taken over from another than the one that ran, in order of the floor's clock."""
    running: str | None = None
    for shift in state.shifts:
        if shift.over_from not in {None, running}:
            yield Remark("shift_not_running", shift.version, {"from": shift.over_from, "running": running})
        running = shift.name
