"""The API as a process: its socket, with projector and sealer beside it on the embedded server."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ledger.settings import Settings

BACKLOG: Final = 2048
# What is being answered is answered; what streams for ever is not waited for.
GRACE_S: Final = 5
# Who takes nothing of what was sent for so long is cut off, and may come again.
SILENT_S: Final = 60


@contextmanager
def listening(settings: Settings) -> Iterator[socket.socket]:
    """The API's address, taken before anything is begun.  Raises OSError where it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    address = (settings.host, settings.port)
    try:
        listener = socket.create_server(address, family=family, backlog=BACKLOG)
    except OSError as taken:
        raise OSError(
            f"{settings.host}:{settings.port} cannot be listened on ({taken}); set PITLEDGER_PORT"
        ) from taken
    with listener:
        if sys.platform == "linux":
            # Each connection has it from here.  Only the kernel knows what the other side takes.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_S * 1000)
        yield listener


def served(settings: Settings, listener: socket.socket) -> None:
    """Answer until SIGINT or SIGTERM."""
    import uvicorn

    from api.app import create_app
    from api.cli.opening import ready

    log_to_standard_error()
    if settings.database_url is None:
        # Of another's server the API itself says how it is, and waits for it.
        ready(settings)
    config = uvicorn.Config(
        create_app(settings), log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_S
    )
    with _at_work(settings):
        try:
            uvicorn.Server(config).run(sockets=[listener])
        except KeyboardInterrupt:
            # uvicorn raises the signal again when it has ended as it was asked to.
            return


@contextmanager
def _at_work(settings: Settings) -> Iterator[None]:
    """Keep the views of the embedded server current and seal it meanwhile: nobody else does."""
    if settings.database_url is not None:
        yield
        return
    from projections.integrity.sealer import Sealer
    from projections.runner import Projector

    stop = threading.Event()
    workers = [
        threading.Thread(target=run, args=[stop], name=name, daemon=True)
        for name, run in (("projector", Projector(settings).run), ("sealer", Sealer(settings).run))
    ]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        stop.set()
        for worker in workers:
            worker.join(GRACE_S)


def log_to_standard_error() -> None:
    """Send what is logged where it does not mix with answers."""
    import structlog

    # Whatever standard error is by then.
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
