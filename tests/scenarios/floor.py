"""What a floor records and an accountant asks, over HTTP, in as few words as a scenario has."""

from __future__ import annotations

from typing import Any

from httpx2 import Response

from tests.api.desk import Desk
from tests.scenario import Event, event, session_record

DATE = "2026-11-28"
OPENER = {"500": 600, "2500": 400, "10000": 200}
OPENER_VALUE = 33_000_00


def at(time: str, one: Event) -> Event:
    """An event at a time of the evening, New York in winter."""
    return {**one, "occurred_at": f"{DATE}T{time}-05:00"}


def opened(**fields: Any) -> Event:
    return at(
        "20:00:00",
        event(
            "opened",
            opener=OPENER,
            shift="swing",
            source="supervisor",
            by="F-22",
            approved_by="D-1",
            **fields,
        ),
    )


class Session:
    """A session of T-1, and how many of its events are stored."""

    def __init__(self, desk: Desk, number: int, *events: Event) -> None:
        self.desk = desk
        self.number = number
        self.key = f"T-1/{DATE}/{number}"
        said = self.whole(opened(), *events)
        assert said.status_code == 201, said.text
        self.version: int = said.json()["version"]

    def whole(self, *events: Event) -> Response:
        """The session as one record from its first event on."""
        return self.desk.record(session_record(*events, number=self.number))

    def goes_on(self, *events: Event) -> Response:
        """What came next; the version is kept up where it was taken."""
        said = self.refused_or_not(*events)
        assert said.status_code == 201, said.text
        self.version = said.json()["version"]
        return said

    def refused_or_not(self, *events: Event) -> Response:
        """The same, whatever is answered."""
        record = session_record(*events, number=self.number, after=self.version)
        record["events"][0] = {"source": "supervisor", "by": "F-22", **record["events"][0]}
        return self.desk.record(record)

    def shown(self, **asked: Any) -> dict[str, Any]:
        """The session whole, with everything recorded in the views."""
        self.desk.project()
        said = self.desk.get("accountant", f"/v1/sessions/{self.key}", params=asked)
        assert said.status_code == 200, said.text
        found: dict[str, Any] = said.json()
        return found

    def figures(self) -> dict[str, Any]:
        """Its part of the reconciliation of the day."""
        self.desk.project()
        asked = {"gaming_date": DATE, "table": "T-1"}
        day = self.desk.get("accountant", "/v1/reconciliations", params=asked).json()
        (found,) = [one for one in day["sessions"] if one["number"] == self.number]
        return dict(found)

    def findings(self, **asked: Any) -> list[tuple[str, int]]:
        """Code and event of what was not as it should have been."""
        return [(one["code"], one["event"]) for one in self.shown(**asked)["findings"]]

    def exceptions(self, **asked: Any) -> list[tuple[str, int]]:
        """The same of its part of the exception report of the day."""
        self.desk.project()
        asked = {"gaming_date": DATE, "limit": 500, **asked}
        lines = self.desk.get("accountant", "/v1/reports/exceptions", params=asked).json()["lines"]
        return [(one["code"], one["version"]) for one in lines if one["key"] == self.key]


def closed(chips: dict[str, int], time: str = "23:00:00", **fields: Any) -> Event:
    signed = {"source": "supervisor", "by": "F-22", "approved_by": "D-1"}
    return at(time, event("closed", closer=chips, **{**signed, **fields}))


def counted(cash: int, documents: int = 0, coupons: int = 0) -> list[Event]:
    """The box dropped and counted twice, the same both times."""
    found = {"cash": cash, "documents": documents, "coupons": coupons}
    return [
        at("23:05:00", event("box_dropped", box="B-1", source="supervisor", by="S-5", approved_by="F-22")),
        at(
            "23:59:00",
            event("drop_counted", box="B-1", first=found, second=found, source="manual", by="CT-1",
                  approved_by="CT-2"),
        ),
    ]  # fmt: skip


def slip_step(name: str, serial: int, chips: dict[str, int], time: str = "21:00:00", **fields: Any) -> Event:
    kind = name.partition("_")[0]
    return at(
        time, event(name, slip={"type": kind, "series": "2026", "serial": serial}, chips=chips, **fields)
    )
