"""Slips on their way in a session, as all sessions of the table together know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.money import value
from projections.asking import Look
from projections.reconciliation.answers import SessionFigures, Transit
from projections.slips.elsewhere import Elsewhere


def travelled(look: Look, sessions: Sequence[SessionFigures]) -> list[SessionFigures]:
    """The same sessions: what came in on a slip sent in another session of the table had left the other end.

    What was on its way when a session was counted was so, and is told with where it arrived.
    """
    names = {slip.slip for one in sessions for slip in one.in_transit}
    if not names:
        return list(sessions)
    known = Elsewhere(look, names)
    return [
        one.model_copy(update={"in_transit": list(_travelled(known, one))}) if one.in_transit else one
        for one in sessions
    ]


def _travelled(known: Elsewhere, session: SessionFigures) -> Iterator[Transit]:
    key = f"{session.table}/{session.gaming_date}/{session.number}"
    for one in session.in_transit:
        chips, words = known.on_the_way(key, one.slip, one.kind, one.by_denomination)
        if chips:
            yield _told(one, chips, words) if words else one


def _told(one: Transit, chips: Mapping[int, int], words: str) -> Transit:
    evidence = one.evidence.model_copy(update={"sentence": f"slip {one.slip}: chips {words}"})
    said = {"by_denomination": dict(chips), "amount": value(chips), "evidence": evidence}
    return one.model_copy(update=said)
