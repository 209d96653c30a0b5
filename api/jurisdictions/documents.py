"""Profiles as documents: every question with what the jurisdiction says, null where it is not known."""

from __future__ import annotations

from typing import Any, TypeAlias

from ledger.jurisdictions.profile import Profile, Question
from ledger.jurisdictions.profiles import PROFILES, named
from ledger.jurisdictions.questions import QUESTIONS

Document: TypeAlias = dict[str, Any]


def profiles() -> Document:
    """The profiles, with how much is known of each."""
    return {
        "jurisdictions": [
            {"jurisdiction": one.name, "title": one.title, "known": len(one.rows), "of": len(QUESTIONS)}
            for one in PROFILES.values()
        ]
    }


def profile(name: str) -> Document:
    """A profile row by row, in the order of the questions.  Raises JurisdictionNotFound."""
    found = named(name)
    rows = [_row(found, question) for question in QUESTIONS.values()]
    return {"jurisdiction": found.name, "title": found.title, "rows": rows}


def _row(of: Profile, question: Question) -> Document:
    row = of.rows.get(question.name)
    return {
        "name": question.name,
        "words": question.words,
        "unit": question.unit,
        "value": None if row is None else row.value,
        "source": None if row is None else row.source,
        "evidence": None if row is None else row.evidence,
    }
