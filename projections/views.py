"""The views, asked: every question that HTTP, commands and reports put to them.

Each view's questions stand beside it (`asked.py`).  All answers are frozen
pydantic models; `.model_dump(mode="json")` is the document of CONTRACT §4 and §5.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.jurisdictions.profiles import DEFAULT
from ledger.postgres.connect import Role
from ledger.settings import Settings
from projections import tracking
from projections.answers import ViewStatus
from projections.chapters.asked import ChaptersAsked
from projections.days.asked import DaysAsked
from projections.days.continuity import USUAL_PATTERN, Pattern
from projections.decks.burning import BurningAsked
from projections.disputes.asked import DisputesAsked
from projections.exceptions.asked import ExceptionsAsked
from projections.funds.asked import FundsAsked
from projections.funds.standing import Standing
from projections.inventory.asked import InventoryAsked
from projections.patterns.asked import PatternsAsked
from projections.racks.asked import RacksAsked
from projections.reconciliation.asked import ReconciliationAsked
from projections.reports.asked import ReportsAsked
from projections.rounds.asked import RoundsAsked
from projections.sessions.asked import SessionsAsked
from projections.slips.asked import SlipsAsked
from projections.theory.asked import ALARM, TheoryAsked


class Customs(NamedTuple):
    """What a property has settled for itself, where neither the record nor the question says otherwise.

    `video_days` is for how long surveillance video is kept.
    """

    jurisdiction: str = DEFAULT
    pattern: Pattern = USUAL_PATTERN
    alarm: int = ALARM
    video_days: int = 7


USUAL: Final = Customs()


@contextmanager
def open_views(settings: Settings) -> Iterator[Views]:
    """The views of the property that the settings name, connections closed at the end.

    Raises SchemaNotCurrent, StoreUnavailable.
    """
    with open_ledger(settings, Role.READER) as ledger:
        pattern = Pattern(settings.shortages, settings.shortage_days)
        customs = Customs(settings.jurisdiction, pattern, settings.alarm_sigma, settings.video_days)
        yield Views(ledger, customs)


class Views(
    ReportsAsked,
    InventoryAsked,
    RoundsAsked,
    RacksAsked,
    ReconciliationAsked,
    FundsAsked,
    DaysAsked,
    SessionsAsked,
    TheoryAsked,
    SlipsAsked,
    ExceptionsAsked,
    BurningAsked,
    DisputesAsked,
    PatternsAsked,
    ChaptersAsked,
):
    """The views of one property.  Threads may share it.

    `ledger` is one opened as `Role.READER`: a writer may not read views.  Every
    method raises StoreUnavailable; `as_of` beyond what a view has read, and a
    cursor that is none, are InvalidQuery.
    """

    def __init__(self, ledger: Ledger, customs: Customs = USUAL) -> None:
        self.ledger = ledger
        self.jurisdiction, self.pattern, self.alarm, self.video_days = customs
        # Rounds are judged by what meters showed, which this view of funds knows.
        ledger.meters = Standing(ledger).meters

    def reached(self) -> tracking.Reached:
        """How far all of them have read, and the true head."""
        return self.ledger.recorder.datastore.patiently(lambda connection, _: tracking.reached(connection))

    def status(self) -> tuple[ViewStatus, ...]:
        """How far each view has read, against the true head."""
        return self.ledger.recorder.datastore.patiently(lambda connection, _: tracking.status(connection))
