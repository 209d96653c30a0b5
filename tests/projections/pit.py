"""A pit for tests: what is recorded in it, when, and what its views then say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ledger.application.ledger import Ledger
from ledger.application.opening import open_ledger
from ledger.settings import Settings
from projections.runner import Projector
from projections.views import Views, open_views
from tests.scenario import Event, event, session_record, table_record

EXAMPLES = Path(__file__).parents[1] / "book" / "examples"
DATE = "2026-11-28"
OPENER = {"100": 100, "500": 200, "2500": 100, "10000": 20}
OPENER_VALUE = 100_00 + 1_000_00 + 2_500_00 + 2_000_00
SUBMISSION = {
    "format": "pitledger/1",
    "stream": "submission",
    "name": "thb-2026-01",
    "events": [
        {
            "type": "submitted",
            "occurred_at": "2026-01-02T09:00:00-05:00",
            "source": "manual",
            "by": "C-01",
            "game": "texas_holdem_bonus",
            "jurisdiction": "NJ",
            "effective": "2026-01-05",
            "options": {"ante_pays_from": "flush"},
        }
    ],
}


def clock(text: str) -> datetime:
    """A time of the evening, New York in winter: `20:14:03`."""
    return datetime.fromisoformat(f"{DATE}T{text}-05:00")


def at(text: str) -> str:
    """The same as records write it."""
    return clock(text).isoformat()


class Pit:
    """One property's ledger, its projector and its views.

    `now` is our clock; None lets it run.
    """

    def __init__(self, settings: Settings, ledger: Ledger, views: Views) -> None:
        self.settings = settings
        self.ledger = ledger
        self.projector = Projector(settings)
        self.now: datetime | None = None
        self._views = views
        ledger.clock = lambda: self.now or datetime.now(UTC)

    def tell(self, *records: dict[str, Any]) -> int:
        """Record all of it; the position of the last event."""
        documents = [json.dumps({"property": self.settings.property, **record}) for record in records]
        for receipt in self.ledger.record_all(documents, by="test"):
            assert receipt.status == "appended", (receipt.stream, receipt.problem)
        return self.ledger.recorder.head()

    @property
    def views(self) -> Views:
        """The views, with everything recorded so far in them."""
        self.projector.catch_up()
        return self._views

    @property
    def views_as_they_are(self) -> Views:
        return self._views


@contextmanager
def pit_of(settings: Settings) -> Iterator[Pit]:
    with open_ledger(settings) as ledger, open_views(settings) as views:
        yield Pit(settings, ledger, views)


# --- what is told ----------------------------------------------------------------


def example(name: str, **header: Any) -> dict[str, Any]:
    """A worked record, under another table or number where the header says so."""
    return {**json.loads((EXAMPLES / name).read_text()), "property": "demo", **header}


def table(
    name: str = "T-1", game: str = "unruled", submission: str | None = None, **offer: Any
) -> dict[str, Any]:
    """A table that has offered its game since the beginning of 2025."""
    record = table_record(name, game, submission)
    for one in record["events"]:
        one["occurred_at"] = "2025-01-02T10:00:00-05:00"
    record["events"][1].update(offer)
    return record


def holdem_table(name: str = "THB-03") -> dict[str, Any]:
    return table(name, "texas_holdem_bonus", "thb-2026-01")


def opener(**fields: Any) -> Event:
    """$5,600 counted at 20:00."""
    return event(
        "opened", occurred_at=at("20:00:00"), source="supervisor", by="F-2", approved_by="D-1",
        shift="swing", opener=OPENER, **fields,
    )  # fmt: skip


def closer(chips: dict[str, int], **fields: Any) -> Event:
    """A closer counted at 23:00 by the floor."""
    return event("closed", **{"occurred_at": at("23:00:00"), "source": "supervisor", "by": "F-2",
                              "approved_by": "D-1", "closer": chips, **fields})  # fmt: skip


def dropped(**found: int) -> list[Event]:
    """The box taken at closing and counted in the morning, the same twice."""
    counted = {"cash": 0, "documents": 0, "coupons": 0, **found}
    taken = {"by": "S-5", "approved_by": "F-2", "box": "B-1", "source": "supervisor"}
    count = {"by": "CT-1", "approved_by": "CT-2", "box": "B-1", "source": "manual"}
    return [
        event("box_dropped", occurred_at=at("23:05:00"), **taken),
        event("drop_counted", occurred_at=at("23:59:00"), first=counted, second=counted, **count),
    ]


def bought_in(cash: int, chips: dict[str, int], when: str = "20:30:00", **fields: Any) -> Event:
    return event("buy_in", occurred_at=at(when), source="dealer", by="D-1", tender="cash", tendered=cash,
                 chips=chips, **fields)  # fmt: skip


def session(*events: Event, **header: Any) -> dict[str, Any]:
    """Session 1 of T-1, opened by its opener."""
    return session_record(opener(), *events, **header)


def more(after: int, *events: Event, **header: Any) -> dict[str, Any]:
    """What comes after the events already stored of session 1 of T-1."""
    return session_record(*events, after=after, **header)
