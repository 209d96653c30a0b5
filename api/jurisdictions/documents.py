"""Profiles as documents: every question with what the jurisdiction says, null where it is not known."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from ledger.jurisdictions import disputing
from ledger.jurisdictions.profile import Profile, Question
from ledger.jurisdictions.profiles import NAMES, named
from ledger.jurisdictions.questions import QUESTIONS

Document: TypeAlias = dict[str, Any]


# What is asked of the books, and then of disputes.
ASKED: Final = {**QUESTIONS, **disputing.QUESTIONS}


def profiles() -> Document:
    """The profiles, with how much is known of each."""
    return {"jurisdictions": [_known(_whole(name)) for name in NAMES]}


def profile(name: str) -> Document:
    """A profile row by row, in the order of the questions.  Raises JurisdictionNotFound."""
    found = _whole(name)
    rows = [_row(found, question) for question in ASKED.values()]
    return {"jurisdiction": found.name, "title": found.title, "rows": rows}


def _whole(name: str) -> Profile:
    """What one asks of the books and of disputes.  Raises JurisdictionNotFound."""
    books = named(name)
    of_disputes = disputing.PROFILES.get(name)
    more = {} if of_disputes is None else of_disputes.rows
    return Profile(books.name, books.title, {**books.rows, **more})


def _known(found: Profile) -> Document:
    return {"jurisdiction": found.name, "title": found.title, "known": len(found.rows), "of": len(ASKED)}


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
