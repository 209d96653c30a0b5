"""Drop boxes that may have been swapped: one off by as much as another, the other way.

Offered as what may explain it, and never booked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from projections.reconciliation.answers import SessionFigures


def with_offsets(
    sessions: Sequence[SessionFigures], all_of_the_date: Callable[[], Sequence[SessionFigures]]
) -> list[SessionFigures]:
    """The same sessions, those whose drop is off with the sessions whose drop is off by it the other way.

    `all_of_the_date` are all sessions of the gaming date; they are fetched where a drop is off.
    """
    if not any(one.drop.variance for one in sessions):
        return list(sessions)
    off: dict[tuple[str, int], list[str]] = {}
    for one in all_of_the_date():
        if one.drop.variance:
            off.setdefault((one.currency, one.drop.variance), []).append(_key(one))
    return [
        one.model_copy(update={"drop_offset_by": off.get((one.currency, -one.drop.variance), [])})
        if one.drop.variance
        else one
        for one in sessions
    ]


def _key(one: SessionFigures) -> str:
    return f"{one.table}/{one.gaming_date}/{one.number}"
