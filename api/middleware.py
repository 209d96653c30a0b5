"""Around every request: time and status measured, faults caught, headers for every answer, bodies read."""

from __future__ import annotations

import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.draining import Drained
from api.metrics import Metrics
from api.problems import answer, unexpected
from ledger.errors import StoreBusy

HEADERS: Final = {
    # Answers depend on who asks, and on what has happened since.
    "Cache-Control": "no-store",
    "Vary": "Accept, Authorization, X-API-Key",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
NO_ROUTE: Final = "none"
# What anybody may invent is no label.
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


# Requests that record at the same time, those that wait included: more would only wait longer, and in memory.
MOST_RECORDING: Final = 256


class Around:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self._recording = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0
        began = time.perf_counter()
        talk = Drained(receive, send)

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await talk.send(message)

        records = scope["method"] == "POST"
        self._recording += records
        try:
            if self._recording > MOST_RECORDING and records:
                await answer(StoreBusy(waiting=MOST_RECORDING))(scope, talk.receive, send_on)
            else:
                await self.app(scope, talk.receive, send_on)
        except Exception as trouble:
            if status:
                # Too late for another answer: the server breaks off, so that nobody takes this one for whole.
                raise
            await unexpected(scope["method"], scope["path"], trouble)(scope, talk.receive, send_on)
        finally:
            self._recording -= records
            route = getattr(scope.get("route"), "path_format", NO_ROUTE)
            method = scope["method"] if scope["method"] in METHODS else "OTHER"
            self.metrics.requests.labels(method, route, status).inc()
            self.metrics.seconds.labels(method, route).observe(time.perf_counter() - began)
