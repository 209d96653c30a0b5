"""JSON Schemas of everything that comes in and goes out, by name, made from the models themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter

from api.errors import SchemaNotFound
from api.feed.schemas import FeedEvent
from api.jurisdictions.schemas import JurisdictionProfile, Jurisdictions
from api.problems import Problem
from api.records.schemas import Continuation, RecordAnswer
from api.reference.schemas import FindingKinds, Games, Submissions
from api.rounds.schemas import Adjudicated, Frame, Hand, RoundReport, RoundState
from api.tables.schemas import TableList
from ledger.events.records import (
    AnyRecord,
    ChipSetRecord,
    DeckRecord,
    DisputeRecord,
    FundRecord,
    GamingDayRecord,
    RoundRecord,
    SessionRecord,
    SubmissionRecord,
    TableRecord,
)
from projections.days.answers import ChipFloat, DayPage, DayState, Openers
from projections.exceptions.answers import ExceptionReport, RefusedBody, RefusedList
from projections.funds.answers import FundPage, FundState
from projections.inventory.answers import Postings, Tray, TrialBalance
from projections.reconciliation.answers import Reconciliation
from projections.reconciliation.listed import SessionPage
from projections.reports.adjustments import Adjustments
from projections.reports.journal import Journal
from projections.reports.master_game import MasterGameReport
from projections.reports.poker_revenue import PokerRevenue
from projections.reports.statistics import Statistics
from projections.rounds.answers import RoundPage
from projections.sessions.answers import SessionReport
from projections.slips.answers import CouponList, NumberedSlips, SlipNumbers, SlipPage

MEDIA_TYPE: Final = "application/schema+json"
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# What is sent, as it is read; `record` is any of those after it but `continuation`.
SENT: Final[Mapping[str, TypeAdapter[Any]]] = MappingProxyType(
    {
        "record": TypeAdapter(AnyRecord),
        "round": TypeAdapter(RoundRecord),
        "session": TypeAdapter(SessionRecord),
        "table": TypeAdapter(TableRecord),
        "submission": TypeAdapter(SubmissionRecord),
        "fund": TypeAdapter(FundRecord),
        "gaming-day": TypeAdapter(GamingDayRecord),
        "chip-set": TypeAdapter(ChipSetRecord),
        "deck": TypeAdapter(DeckRecord),
        "dispute": TypeAdapter(DisputeRecord),
        "continuation": TypeAdapter(Continuation),
    }
)
# What is answered, as it is written.
ANSWERED: Final[Mapping[str, type[BaseModel]]] = MappingProxyType(
    {
        "record-answer": RecordAnswer,
        "problem": Problem,
        "round-state": RoundState,
        "round-page": RoundPage,
        "hand": Hand,
        "resolutions": Adjudicated,
        "frame": Frame,
        "report": RoundReport,
        "tray": Tray,
        "days": DayPage,
        "day-state": DayState,
        "openers": Openers,
        "chip-float": ChipFloat,
        "jurisdictions": Jurisdictions,
        "jurisdiction-profile": JurisdictionProfile,
        "funds": FundPage,
        "fund-state": FundState,
        "tables": TableList,
        "sessions": SessionPage,
        "session-report": SessionReport,
        "postings": Postings,
        "trial-balance": TrialBalance,
        "reconciliation": Reconciliation,
        "master-game-report": MasterGameReport,
        "journal": Journal,
        "statistics": Statistics,
        "adjustments": Adjustments,
        "poker-revenue": PokerRevenue,
        "slips": SlipPage,
        "slip": NumberedSlips,
        "slip-numbers": SlipNumbers,
        "coupons": CouponList,
        "exceptions": ExceptionReport,
        "refused": RefusedList,
        "refused-record": RefusedBody,
        "feed-event": FeedEvent,
        "findings": FindingKinds,
        "games": Games,
        "submissions": Submissions,
    }
)


def names() -> list[str]:
    """What there are schemas of."""
    return sorted((*SENT, *ANSWERED))


def schema(name: str) -> dict[str, Any]:
    """The schema of a name.  Raises SchemaNotFound."""
    if name in SENT:
        made = SENT[name].json_schema(by_alias=True, mode="validation")
    elif name in ANSWERED:
        made = ANSWERED[name].model_json_schema(mode="serialization")
    else:
        raise SchemaNotFound(schema=name, known=", ".join(names()))
    return {"$schema": DIALECT, "$id": f"/v1/schemas/{name}", **made}
