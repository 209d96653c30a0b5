"""The steps of the fold that concern fills and credits.

Requested, issued, dispatched, received; void only before transport.  One slip,
one effect: a step recorded a second time moves nothing and is remarked.
Source: 13:69D-1.22 (fills) and 1.23 (credits), accounting A.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ledger.events.session_parts import SlipEvent
from ledger.sessions.parts import ORDER, Kind, Remark, SlipTrail, Step, StepName, slip_name

if TYPE_CHECKING:
    from ledger.sessions.state import Session

RULES: Final[Mapping[Kind, str]] = {"fill": "13:69D-1.22", "credit": "13:69D-1.23"}

# Event type -> what it is a step of.
SLIP_STEPS: Final[Mapping[str, tuple[Kind, StepName]]] = {
    "fill_requested": ("fill", "requested"),
    "fill_issued": ("fill", "issued"),
    "fill_dispatched": ("fill", "dispatched"),
    "fill_received": ("fill", "received"),
    "fill_voided": ("fill", "voided"),
    "credit_requested": ("credit", "requested"),
    "credit_issued": ("credit", "issued"),
    "credit_dispatched": ("credit", "dispatched"),
    "credit_received": ("credit", "received"),
    "credit_voided": ("credit", "voided"),
}

# A step -> the one that comes before it, and the finding where that is not recorded by then.
BEFORE: Final[Mapping[StepName, tuple[StepName, str]]] = {
    "issued": ("requested", "slip_issued_not_requested"),
    "dispatched": ("issued", "slip_dispatched_not_issued"),
    "received": ("dispatched", "slip_received_not_dispatched"),
}


def trail(state: Session, event: SlipEvent) -> SlipTrail | None:
    """The slip an event is about, as far as it is known."""
    kind, _ = SLIP_STEPS[event.type]
    return state.slips.get((kind, slip_name(event.slip)))


def take(state: Session, event: SlipEvent, version: int) -> None:
    """Take one step of a slip."""
    kind, step = SLIP_STEPS[event.type]
    found = trail(state, event)
    if found is None:
        found = state.slips[kind, slip_name(event.slip)] = SlipTrail(kind, event.slip)
    if step in found.steps:
        _remark(state, found, "slip_step_repeated", version, step)
        return
    if step == "voided":
        _void(state, found, event, version)
    else:
        _follow(state, found, event, version)
    found.steps[step] = Step(version, event.chips, event.by, event.approved_by, event.reason)
    if step == "voided":
        found.in_transit.clear()
    elif step in {"dispatched", "received"}:
        found.send(event.chips, 1 if step == "dispatched" else -1)


def _follow(state: Session, found: SlipTrail, event: SlipEvent, version: int) -> None:
    """Remark what should have come before this step, or said the same chips."""
    _, step = SLIP_STEPS[event.type]
    if "voided" in found.steps:
        _remark(state, found, "slip_used_after_void", version, step)
    before = BEFORE.get(step)
    if before is not None and before[0] not in found.steps:
        _remark(state, found, before[1], version, step)
    earlier = [name for name in ORDER[: ORDER.index(step)] if name in found.steps]
    if earlier and not same_chips(found.steps[earlier[-1]].chips, event.chips):
        facts = {
            "slip": found.name,
            earlier[-1]: said(found.steps[earlier[-1]].chips),
            step: said(event.chips),
        }
        state.remarks.append(Remark("chips_differ_on_slip", version, facts, RULES[found.kind]))


def _void(state: Session, found: SlipTrail, event: SlipEvent, version: int) -> None:
    if "dispatched" in found.steps or "received" in found.steps:
        _remark(state, found, "slip_voided_after_transport", version, "voided")
    if event.reason is None:
        _remark(state, found, "slip_voided_without_reason", version, "voided")


def _remark(state: Session, found: SlipTrail, code: str, version: int, step: StepName) -> None:
    facts = {"slip": found.name, "step": step}
    state.remarks.append(Remark(code, version, facts, RULES[found.kind]))


def same_chips(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    """Whether two countings are of the same chips; a denomination counted as none is as good as absent."""
    return all(one.get(denomination, 0) == other.get(denomination, 0) for denomination in {**one, **other})


def said(chips: Mapping[int, int]) -> dict[str, int]:
    """Chips as a record writes them."""
    return {str(denomination): count for denomination, count in sorted(chips.items())}
