"""Which submission took the place of another, as far as that names one that can.

What was decided is a fact and kept whatever it says.  A supersession by one
that is not registered, or is for another game, or that leads back, has no
effect: the submission before stays in force.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from ledger.submissions.state import SubmissionStream


def successor(name: str, gaming_date: date | None, streams: Mapping[str, SubmissionStream]) -> str:
    """The submission in the place of one on a gaming date (None: not known), followed to the last of them."""
    passed: set[str] = set()
    while name in streams:
        passed.add(name)
        over = streams[name].superseded
        if over is None or (gaming_date or date.max) < over.from_:
            break
        by = over.by or ""
        if by in passed or _unusable(name, by, streams) is not None:
            break
        name = by
    return name


def superseded_from(
    name: str, gaming_date: date | None, streams: Mapping[str, SubmissionStream]
) -> date | None:
    """Since when another had the place of a submission on a gaming date; None where none had."""
    over = streams[name].superseded
    if over is None or gaming_date is None or gaming_date < over.from_:
        return None
    return over.from_ if without_effect(name, streams) is None else None


def without_effect(name: str, streams: Mapping[str, SubmissionStream]) -> str | None:
    """Why the supersession of a submission has no effect, in plain words; None where it has, or is none."""
    over = streams[name].superseded
    if over is None:
        return None
    by = over.by or ""
    why = _unusable(name, by, streams)
    if why is None and name in _following(by, streams):
        why = f"{by} leads back to {name}"
    return why


def _unusable(name: str, by: str, streams: Mapping[str, SubmissionStream]) -> str | None:
    if by == name:
        return "a submission cannot take its own place"
    if by not in streams or streams[by].game is None:
        return f"no submission {by} is registered"
    if streams[by].game != streams[name].game:
        return f"{by} is for {streams[by].game}"
    return None


def _following(name: str, streams: Mapping[str, SubmissionStream]) -> set[str]:
    """The names that follow one, itself among them."""
    found: set[str] = set()
    while name in streams and name not in found:
        found.add(name)
        over = streams[name].superseded
        name = "" if over is None or over.by is None else over.by
    return found
