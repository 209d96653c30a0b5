"""A wire that loses every packet while it is cut, as when a machine or a switch is gone: half-open TCP.

Its far end lies in a network namespace of its own, which only root may make.
Nobody is told of a cut: what was open stays open, and what is sent is sent
again by the kernel, until either gives up or the wire is mended.
"""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

NETWORK_NAMESPACE = 0x40000000


class Wire:
    """`listener` accepts at the far end; what connects to it goes over the wire."""

    def __init__(self, name: str, listener: socket.socket) -> None:
        self._name = name
        self.listener = listener

    def cut(self) -> None:
        _ip("-n", self._name, "link", "set", self._name, "down")

    def mend(self) -> None:
        _ip("-n", self._name, "link", "set", self._name, "up")


@contextmanager
def wire() -> Iterator[Wire]:
    """One of this process, gone at the end; the test is skipped where none can be made, and says why."""
    name, place = f"plw{os.getpid()}", os.getpid() % 2**14
    # A network that nobody's routers know: RFC 2544.
    near, far = (f"198.18.{place >> 6}.{(place & 63) * 4 + end}" for end in (1, 2))
    try:
        _ip("netns", "add", name)
    except (OSError, subprocess.CalledProcessError) as trouble:
        pytest.skip(f"no network of its own can be made here, as root with `ip`: {_said(trouble)}")
    try:
        _ip("link", "add", f"{name}n", "type", "veth", "peer", "name", name, "netns", name)
        _ip("addr", "add", f"{near}/30", "dev", f"{name}n")
        _ip("link", "set", f"{name}n", "up")
        _ip("-n", name, "addr", "add", f"{far}/30", "dev", name)
        _ip("-n", name, "link", "set", name, "up")
        # A thread of its own goes there and is not used again.
        with ThreadPoolExecutor(1) as there:
            listener = there.submit(_listening, name, far).result()
        with listener:
            yield Wire(name, listener)
    finally:
        _ip("netns", "delete", name)


def _listening(namespace: str, address: str) -> socket.socket:
    kernel = ctypes.CDLL(None, use_errno=True)
    with Path("/run/netns", namespace).open() as place:
        if kernel.setns(place.fileno(), NETWORK_NAMESPACE):
            raise OSError(ctypes.get_errno(), "setns")
    return socket.create_server((address, 0))


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def _said(trouble: Exception) -> str:
    return str(getattr(trouble, "stderr", "") or trouble).strip()
