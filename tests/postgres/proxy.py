"""A proxy before a server that breaks a connection at a chosen moment, once."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

from psycopg.conninfo import conninfo_to_dict, make_conninfo

CHUNK = 1 << 16


class SeveringProxy:
    """Passes everything on, until it is told to sever: then the next message with that content is the last.

    `lose_answer_to` lets the message through, waits until the server has
    answered, and breaks the connection instead of passing the answer on.
    `lose_message` breaks it before the server has the message.  From
    `fall_silent` on nothing passes, of new connections neither, and nobody is
    told; `speak_again` breaks what was open and serves what comes then.
    """

    def __init__(self, server: str, listener: socket.socket | None = None) -> None:
        self._server = conninfo_to_dict(server)
        self._listener = listener or socket.create_server(("127.0.0.1", 0))
        self._answer_to: bytes | None = None
        self._message: bytes | None = None
        self.severed = 0
        self._speaks = threading.Event()
        self._speaks.set()
        self._silences = 0
        host, port = self._listener.getsockname()
        self.url = make_conninfo(server, host=host, port=port, sslmode="disable")
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def lose_answer_to(self, content: bytes) -> None:
        self._answer_to = content

    def lose_message(self, content: bytes) -> None:
        self._message = content

    def fall_silent(self) -> None:
        self._silences += 1
        self._speaks.clear()

    def speak_again(self) -> None:
        self._speaks.set()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _connect(self) -> socket.socket:
        host, port = str(self._server.get("host", "localhost")), int(self._server.get("port") or 5432)
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        upstream = socket.socket(socket.AF_UNIX)
        upstream.connect(f"{host}/.s.PGSQL.{port}")
        return upstream

    def _serve(self, client: socket.socket) -> None:
        self._speaks.wait()
        with client, self._connect() as server:
            mute = threading.Event()
            answers = threading.Thread(target=self._pass_answers, args=(server, client, mute), daemon=True)
            answers.start()
            self._pass_messages(client, server, mute)
            answers.join()

    def _goes_on(self, silences: int) -> bool:
        """Wait out a silence; whether there was none since."""
        self._speaks.wait()
        return silences == self._silences

    def _pass_messages(self, client: socket.socket, server: socket.socket, mute: threading.Event) -> None:
        seen, silences = b"", self._silences
        while (chunk := _receive(client)) and self._goes_on(silences):
            # A message may arrive in pieces; what came before we were told does not count.
            armed = self._message or self._answer_to
            seen = (seen + chunk)[-2 * CHUNK :] if armed else b""
            if self._message and self._message in seen:
                self._message = None
                self.severed += 1
                break
            if self._answer_to and self._answer_to in seen:
                self._answer_to = None
                mute.set()
            _pass_on(server, chunk)
        _hang_up(server)

    def _pass_answers(self, server: socket.socket, client: socket.socket, mute: threading.Event) -> None:
        silences = self._silences
        while (chunk := _receive(server)) and self._goes_on(silences):
            if mute.is_set():
                self.severed += 1
                break
            _pass_on(client, chunk)
        _hang_up(client)
        _hang_up(server)


def _receive(end: socket.socket) -> bytes:
    try:
        return end.recv(CHUNK)
    except OSError:
        return b""


def _pass_on(end: socket.socket, chunk: bytes) -> None:
    # Whoever has hung up is noticed where the next chunk is awaited.
    with suppress(OSError):
        end.sendall(chunk)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
