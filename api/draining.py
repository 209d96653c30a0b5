"""What a client still sends after it was answered is read and thrown away.

A server that closes a connection with something unread in it resets it, and
the client may lose the answer that explains why nobody listened (RFC 9112,
9.6).  The answer goes out at once, and its end when the client has sent all,
so that neither waits for the other.
"""

from __future__ import annotations

from typing import Final

import anyio
from starlette.types import Message, Receive, Send

# Enough for a body several times too large; who sends more, or slowly, may be cut off.
MOST_BYTES: Final = 1 << 26
LONGEST_S: Final = 10.0


class Drained:
    """One request's way in and out: its answer ends when its body has."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._ended = False

    async def receive(self) -> Message:
        """The next piece of the body, as the server gives it."""
        message = await self._receive()
        self._ended = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Send a part of the answer; before its end what is left of the body is read."""
        last = message["type"] == "http.response.body" and not message.get("more_body", False)
        if not last or self._ended:
            await self._send(message)
            return
        await self._send({**message, "more_body": True})
        await self._drain()
        await self._send({"type": "http.response.body", "body": b""})

    async def _drain(self) -> None:
        length = 0
        with anyio.move_on_after(LONGEST_S):
            while not self._ended and length < MOST_BYTES:
                length += len((await self.receive()).get("body", b""))
