"""Around every request: time and status measured, faults caught, headers for every answer, bodies read."""

from __future__ import annotations

import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.draining import Drained
from api.metrics import Metrics
from api.problems import unexpected

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


class Around:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

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

        try:
            await self.app(scope, talk.receive, send_on)
        except Exception as trouble:
            if status:
                # Too late for another answer: the server breaks off, so that nobody takes this one for whole.
                raise
            await unexpected(scope["method"], scope["path"], trouble)(scope, talk.receive, send_on)
        finally:
            route = getattr(scope.get("route"), "path_format", NO_ROUTE)
            method = scope["method"] if scope["method"] in METHODS else "OTHER"
            self.metrics.requests.labels(method, route, status).inc()
            self.metrics.seconds.labels(method, route).observe(time.perf_counter() - began)
