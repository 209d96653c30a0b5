"""The peer UmaDB: its own server from its own wheel, on a folder of its own, asked over its own protocol.

It is in the dependency group `bench` alone; where that is not installed its
rows are left out.  Each append says, as ours does, what it continues.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import uuid4

from api.bench.timing import Turn

STARTS_WITHIN_S: Final = 10


class Uma:
    """A running server, and what asks it."""

    def __init__(self, url: str, release: str) -> None:
        self.name = f"UmaDB {release}"
        self._url = url
        # It ships no types.
        self._umadb: Any = import_module("umadb")

    def append_singly(self, states: Sequence[bytes], turn: Turn) -> int:
        """Stream after stream, an append for each event, while the turn lasts; how many that were."""
        umadb, done = self._umadb, 0
        with umadb.Client(self._url) as client:
            while turn.lasts():
                tag, last = str(uuid4()), None
                continued = umadb.Query(items=[umadb.QueryItem(tags=[tag])])
                for state in states:
                    if not turn.lasts():
                        break
                    event = umadb.Event("round.note.v1", state, tags=[tag])
                    last = client.append([event], umadb.AppendCondition(continued, after=last))
                    done += 1
        return done


@contextmanager
def uma() -> Iterator[Uma | None]:
    """The peer while it runs; None where it is not installed."""
    try:
        release = version("umadb")
    except PackageNotFoundError:
        yield None
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    program = Path(sys.executable).with_name("umadb")
    with TemporaryDirectory(prefix="pitledger-bench-") as folder:
        server = subprocess.Popen(  # noqa: S603 - the peer's own program, beside our interpreter
            [program, "--listen", address, "--db-path", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _answers(address)
            yield Uma(f"http://{address}", release)
        finally:
            server.terminate()
            server.wait()


def _answers(address: str) -> None:
    """Wait until the server takes connections.  Raises OSError where it does not in time."""
    host, port = address.split(":")
    deadline = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            socket.create_connection((host, int(port))).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return
