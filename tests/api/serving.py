"""An application behind uvicorn on a port of this machine."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI


@contextmanager
def serving(
    app: FastAPI, *, listener: socket.socket | None = None, send_buffer: int | None = None
) -> Iterator[int]:
    """Serve meanwhile; the port.  `send_buffer` is what a connection holds of an answer, in bytes."""
    with listener or socket.create_server(("127.0.0.1", 0)) as own:
        if send_buffer is not None:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        server = uvicorn.Server(
            uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
        )
        worker = threading.Thread(target=server.run, kwargs={"sockets": [own]})
        worker.start()
        try:
            yield own.getsockname()[1]
        finally:
            server.should_exit = True
            worker.join()
