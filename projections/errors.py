"""Refusals of what is asked of views, beside those that the ledger has of its own."""

from __future__ import annotations

from ledger.errors import Conflict, NotARecord, NotFound, Unavailable


class RackUnreadable(NotARecord):
    code = "rack_unreadable"
    text = "these are no cards as found: {detail}"


class TooManyCards(NotARecord):
    code = "too_many_cards"
    text = "{cards} cards were found, there can be {most} at most"


class ChartUnreadable(Unavailable):
    code = "chart_unreadable"
    text = "the chart of accounts {file} cannot be used: {detail}"


class ReportUnreadable(NotARecord):
    code = "report_unreadable"
    text = "this is no report of a dispute in its JSON form: {detail}"


class DayNotPreliminary(NotFound):
    code = "day_not_preliminary"
    text = "no preliminary report of {gaming_date} was issued"


class DayNotAudited(NotFound):
    code = "day_not_audited"
    text = "the gaming day {gaming_date} is not audited"


class NotChecked(NotFound):
    code = "not_checked"
    text = "this ledger was never checked: run pitledger check"


class ChapterNotFound(NotFound):
    code = "chapter_not_found"
    text = "no such chapter of the gaming day {gaming_date} is signed"


class ChapterUnreadable(NotARecord):
    code = "chapter_unreadable"
    text = "this is no chapter with its events: {detail}"


class FacesWithheld(Conflict):
    code = "faces_withheld"
    text = "{round} is still open and hides faces, so that not everybody may have its events"
