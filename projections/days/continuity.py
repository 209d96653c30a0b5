"""Each opener against the closer before it: the difference by denomination, and what it asks for.

`openers` is pure: from counts in the order of the sessions of a table to what
is found of each.  Source: accounting A.3, "Opener ≠ count"; A.4, formula 12;
A.6, O1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from ledger.jurisdictions.profile import Profile
from ledger.money import value
from projections.days.answers import Asked, AskedFor, Opener, OpenerStatus, VarianceReport


class Pattern(NamedTuple):
    """So many short openers of a table within so many gaming days are a pattern.

    A number of the operator's: no rule that was read gives one.
    """

    shortages: int
    days: int


USUAL_PATTERN: Final = Pattern(shortages=3, days=7)


class Counts(NamedTuple):
    """A session's two counts of its tray; None where one was not made."""

    session: str
    table: str
    gaming_date: date
    number: int
    opener: Mapping[int, int] | None
    closer: Mapping[int, int] | None


class Rules(NamedTuple):
    """What the openers of a table are looked at by; it plays in `currency`."""

    profile: Profile
    pattern: Pattern
    currency: str


class Kept(NamedTuple):
    """What one opener is laid against; where it is short, the shortages of the pattern's days up to it."""

    own: Counts
    before: Counts | None
    shortages: int


def openers(
    counts: Iterable[Counts],
    gaming_date: date,
    profile: Profile,
    pattern: Pattern,
    reports: Mapping[str, Sequence[VarianceReport]],
    *,
    currency_of: Callable[[str], str],
) -> list[Opener]:
    """What is found of each opener of a gaming date, by table and number.

    `counts` are those of each table's sessions of that date and the session
    before them, and of a table that is short on it of all days of the pattern:
    what stands first is laid against nothing.  `reports` are the openers'
    variance reports by session, `currency_of` says what a table plays in.
    """
    found = []
    in_order = sorted(counts, key=lambda one: (one.table, one.gaming_date, one.number))
    for table, sessions in groupby(in_order, key=lambda one: one.table):
        rules = Rules(profile, pattern, currency_of(table))
        found += [
            _opener(kept, rules, reports.get(kept.own.session, ()))
            for kept in _kept(list(sessions), pattern)
            if kept.own.gaming_date == gaming_date
        ]
    return found


def tables_short(counts: Iterable[Counts], gaming_date: date) -> list[str]:
    """The tables that have a short opener on a date."""
    in_order = sorted(counts, key=lambda one: (one.table, one.gaming_date, one.number))
    return sorted(
        {
            own.table
            for before, own in pairwise(in_order)
            if own.gaming_date == gaming_date
            and own.table == before.table
            and _is_short(own.opener, before.closer)
        }
    )


def difference(opener: Mapping[int, int], closer: Mapping[int, int]) -> dict[int, int]:
    """Opener less closer by denomination; what agrees is left out.  Negative: chips are missing."""
    faces = sorted({*opener, *closer})
    chips = {face: opener.get(face, 0) - closer.get(face, 0) for face in faces}
    return {face: count for face, count in chips.items() if count}


def _kept(sessions: Sequence[Counts], pattern: Pattern) -> Iterator[Kept]:
    """The sessions of one table, each with the one before it and the shortages up to it."""
    short: list[date] = []
    before: Counts | None = None
    for own in sessions:
        shortages = 0
        if before is not None and _is_short(own.opener, before.closer):
            short.append(own.gaming_date)
            since = own.gaming_date - timedelta(days=pattern.days - 1)
            shortages = sum(1 for day in short if day >= since)
        yield Kept(own, before, shortages)
        before = own


def _is_short(opener: Mapping[int, int] | None, closer: Mapping[int, int] | None) -> bool:
    return opener is not None and closer is not None and value(opener) < value(closer)


def _opener(kept: Kept, rules: Rules, reports: Sequence[VarianceReport]) -> Opener:
    own, before = kept.own, kept.before
    closer = None if before is None else before.closer
    compared = own.opener is not None and closer is not None
    chips = difference(own.opener or {}, closer or {}) if compared else {}
    amount = value(chips)
    is_pattern = kept.shortages >= rules.pattern.shortages
    return Opener(
        session=own.session,
        table=own.table,
        gaming_date=own.gaming_date,
        number=own.number,
        currency=rules.currency,
        previous=None if before is None else before.session,
        status=_status(own, before, chips),
        opener=None if own.opener is None else value(own.opener),
        closer=None if closer is None else value(closer),
        by_denomination=chips,
        amount=amount if compared else None,
        shortages=kept.shortages,
        pattern=is_pattern,
        asked=asked(amount, rules.profile, rules.currency, is_pattern=is_pattern) if chips else [],
        reports=list(reports),
    )


def _status(own: Counts, before: Counts | None, chips: Mapping[int, int]) -> OpenerStatus:
    if own.opener is None:
        return "not_counted"
    if before is None:
        return "first"
    if before.closer is None:
        return "previous_not_closed"
    return "differs" if chips else "agrees"


# --- what a jurisdiction asks of a difference ----------------------------------------


def asked(amount: int, profile: Profile, currency: str, *, is_pattern: bool) -> list[Asked]:
    """What a difference asks for under a profile, the mildest first; nothing where nothing is known.

    An amount in another currency than the profile's is over no threshold of it and under none.
    """
    size = abs(amount)
    found = []
    if (told := profile.text("opener_mismatch_told_at_once")) is not None:
        found.append(_asked("tell_at_once", f"tell at once: {told}", "opener_mismatch_told_at_once", profile))
    written = profile.amount("opener_mismatch_written_above", currency)
    if written is not None and size > written:
        found.append(_asked("written_report", "a written report", "opener_mismatch_written_above", profile))
    regulator = profile.amount("opener_mismatch_regulator_from", currency)
    if regulator is not None and size >= regulator:
        found.append(_regulator("opener_mismatch_regulator_from", profile))
    elif is_pattern and profile.asks("opener_shortage_pattern_reported"):
        found.append(_regulator("opener_shortage_pattern_reported", profile))
    return found


def _regulator(question: str, profile: Profile) -> Asked:
    how = profile.text("opener_mismatch_regulator_how") or "notice"
    within = profile.number("opener_mismatch_regulator_within")
    return _asked("regulator", f"the regulator: {how}", question, profile, within)


def _asked(
    kind: AskedFor, words: str, question: str, profile: Profile, within_hours: int | None = None
) -> Asked:
    row = profile.rows[question]
    return Asked(kind=kind, words=words, within_hours=within_hours, source=row.source, evidence=row.evidence)
