"""The peer message-db: its own functions and tables, in a database of its own on the same server.

It is SQL alone; `make bench` fetches it beside our environment, and where it
is not there its figures are quoted instead.  It needs the extension pgcrypto
for nothing that PostgreSQL does not have itself by now.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
from psycopg.conninfo import make_conninfo

from api.bench.place import fresh
from api.bench.timing import Rate, Turn
from ledger.settings import Settings

INSTALLED: Final = Path(sys.prefix, "message-db", "node_modules", "@eventide", "message-db")
# In the order of its own install.sh.
PARTS: Final = (
    "schema/message-store", "tables/messages", "types/message",
    *(f"functions/{name}" for name in (
        "message-store-version", "hash-64", "acquire-lock", "category", "is-category", "id", "cardinal-id",
        "stream-version", "write-message",
    )),
    "indexes/messages-id", "indexes/messages-stream", "indexes/messages-category",
)  # fmt: skip
# Quoted, measured by others on another machine with two cores and fsync; the least and the most.
# Source: DESIGN §9.
QUOTED: Final = Rate(10_700, 3_500, 10_700)
QUOTED_NAME: Final = "message-db, quoted: not measured here"


class MessageDb:
    """An installed message store, and what writes to it."""

    def __init__(self, url: str, release: str) -> None:
        self.name = f"message-db {release}"
        self.url = make_conninfo(url, options="-c search_path=message_store,public")

    def append_singly(self, states: Sequence[str], turn: Turn) -> int:
        """Stream after stream, a message for each event, while the turn lasts; how many that were.

        All streams are of one category, within which it keeps the order of messages.
        """
        done = 0
        with psycopg.connect(self.url, autocommit=True) as connection:
            while turn.lasts():
                stream = f"round-{uuid4()}"
                for version, state in enumerate(states, -1):
                    if not turn.lasts():
                        break
                    connection.execute(
                        "SELECT write_message(%s, %s, 'Noted', %s::jsonb, NULL, %s)",
                        [str(uuid4()), stream, state, version],
                    )
                    done += 1
        return done


@contextmanager
def message_db(settings: Settings) -> Iterator[MessageDb | None]:
    """The peer, installed for the time; None where there is nothing to install."""
    if not INSTALLED.is_dir():
        yield None
        return
    release = json.loads((INSTALLED / "package.json").read_text())["version"]
    with fresh(settings) as url:
        peer = MessageDb(url, release)
        with psycopg.connect(peer.url, autocommit=True) as connection:
            for part in PARTS:
                connection.execute((INSTALLED / "database" / f"{part}.sql").read_bytes())
        yield peer
