"""What Prometheus is told: requests, and how far each view and the seal are behind the last event.

Lag and head are read when asked, against the true head: a stopped projector,
or a sealer that refuses to sign over what was tampered with, shows as a lag that grows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, TypeAlias

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ledger.application.ledger import Receipt
from ledger.errors import LedgerError, Unavailable
from projections.answers import ViewStatus

MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
# From a look at one round to the recording of a whole import.
SECONDS: Final = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)

Positions: TypeAlias = Callable[[], tuple[ViewStatus, ...]]
# The position of the last event and when it was recorded; None in an empty ledger.
Head: TypeAlias = Callable[[], tuple[int, datetime | None]]
# The position of the last event under a signed checkpoint; 0 where nothing is sealed.
SealedUpTo: TypeAlias = Callable[[], int]
# Whether the chapters are those that were signed, and how many audits wait to be closed as one.
ChaptersSigned: TypeAlias = Callable[[], tuple[bool, int]]


class Metrics:
    """The meters of one application."""

    def __init__(
        self, positions: Positions, head: Head, sealed: SealedUpTo, chapters: ChaptersSigned
    ) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(_Positions(positions, head))
        self.registry.register(_Seal(head, sealed, chapters))
        self.requests = Counter(
            "pitledger_http_requests", "Requests answered.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self.seconds = Histogram(
            "pitledger_http_request_seconds", "From request to the end of the answer.", ("method", "route"),
            buckets=SECONDS, registry=self.registry,
        )  # fmt: skip
        self.records = Counter(
            "pitledger_records", "Records by what became of them.", ("status",), registry=self.registry
        )
        self.refusals = Counter("pitledger_refusals", "Refusals by code.", ("code",), registry=self.registry)

    def recorded(self, receipt: Receipt) -> None:
        """Count what became of a record."""
        self.records.labels(receipt.status).inc()
        if receipt.problem is not None:
            self.refused(receipt.problem)

    def refused(self, refused: LedgerError) -> None:
        """Count a refusal."""
        self.refusals.labels(refused.code).inc()

    def text(self) -> bytes:
        """Everything in the exposition format."""
        return generate_latest(self.registry)


class _Positions(Collector):
    """The head of the ledger and the position of each view."""

    def __init__(self, positions: Positions, head: Head) -> None:
        self._positions = positions
        self._head = head

    def collect(self) -> Iterable[Metric]:
        up = GaugeMetricFamily("pitledger_store_up", "Whether the database answers.")
        head = GaugeMetricFamily("pitledger_head_position", "Position of the last event.")
        age = GaugeMetricFamily("pitledger_head_age_seconds", "Since the last event was recorded.")
        position = GaugeMetricFamily(
            "pitledger_projection_position", "Last position that a view has taken in.", labels=("view",)
        )
        lag = GaugeMetricFamily(
            "pitledger_projection_lag_events", "Events between a view and the last event.", labels=("view",)
        )
        gap = GaugeMetricFamily(
            "pitledger_projection_gap_events",
            "Events up to its position that a view has not taken in; absent where that is not known.",
            labels=("view",),
        )
        held = GaugeMetricFamily(
            "pitledger_projection_quarantined",
            "Whether a view stands before an event that it cannot take in.",
            labels=("view",),
        )
        try:
            for view in self._positions():
                position.add_metric((view.view,), view.position)
                lag.add_metric((view.view,), view.lag)
                held.add_metric((view.view,), view.quarantined is not None)
                if view.gap is not None:
                    gap.add_metric((view.view,), view.gap)
            last, recorded_at = self._head()
            head.add_metric((), last)
            if recorded_at is not None:
                age.add_metric((), time.time() - recorded_at.timestamp())
        except Unavailable:
            up.add_metric((), 0)
            return (up,)
        up.add_metric((), 1)
        return up, head, age, position, lag, gap, held


class _Seal(Collector):
    """How far the ledger is under a signed checkpoint, and whether its chapters are those signed."""

    def __init__(self, head: Head, sealed: SealedUpTo, chapters: ChaptersSigned) -> None:
        self._head = head
        self._sealed = sealed
        self._chapters = chapters

    def collect(self) -> Iterable[Metric]:
        position = GaugeMetricFamily(
            "pitledger_seal_position", "Position of the last event under a signed checkpoint."
        )
        lag = GaugeMetricFamily(
            "pitledger_seal_lag_events", "Events between the last signed checkpoint and the last event."
        )
        damaged = GaugeMetricFamily(
            "pitledger_seal_chapters_damaged", "Whether chapters are not those signed: none is signed after."
        )
        waiting = GaugeMetricFamily(
            "pitledger_seal_chapters_waiting", "Audits of gaming days that no chapter is signed for yet."
        )
        try:
            # What is sealed first: it only grows, and the head is never before it.
            sealed = self._sealed()
            head, _ = self._head()
            held, wait = self._chapters()
        except Unavailable:
            return ()
        position.add_metric((), sealed)
        lag.add_metric((), head - sealed)
        damaged.add_metric((), not held)
        waiting.add_metric((), wait)
        return position, lag, damaged, waiting
