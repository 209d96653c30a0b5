"""The way into the database: which server, as which role, in which schema.

Every connection of Pitledger is opened here or with `conninfo` from here, so
that each one has given up the rights that it does not need.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ledger.errors import StoreUnavailable
from ledger.postgres import embedded
from ledger.postgres.attentive import Attentive
from ledger.settings import Settings

# So that a server which vanished without a word is noticed within seconds; the URL may say otherwise.
NETWORK: Final = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}


class Role(StrEnum):
    """The group roles, one for each thing that a process may be doing."""

    OWNER = "pitledger_owner"  # owns the tables of record; used by migrations alone
    WRITER = "pitledger_writer"  # adds events and idempotency rows, changes nothing
    PROJECTOR = "pitledger_projector"  # reads events, owns the views
    SEALER = "pitledger_sealer"  # reads events, adds to the seal, changes nothing
    CUSTODIAN = "pitledger_custodian"  # reads, writes and erases personal data, sees nothing else
    READER = "pitledger_reader"  # reads


# What the order promise, the retry rules and our queries are written for, whatever the server's defaults.
SESSION: Final = {
    "TimeZone": "UTC",
    "default_transaction_isolation": "read committed",
    "default_transaction_read_only": "off",
    # Where scans are switched off, what can only be scanned is thought to be beyond all measure, and would
    # be compiled each time: a tenth of a second for what takes a millisecond.
    "jit": "off",
}


def database_url(settings: Settings) -> str:
    """The server's connection string with its password; without one set, the embedded server, started.

    Raises StoreUnavailable.
    """
    if settings.database_url is None:
        return embedded.start(settings.home).url
    url = settings.database_url.get_secret_value()
    if settings.database_password_file is None:
        return url
    try:
        password = settings.database_password_file.read_text().rstrip("\r\n")
    except OSError as trouble:
        raise StoreUnavailable(detail=f"the password file cannot be read: {trouble}") from trouble
    return make_conninfo(url, password=password)


def conninfo(url: str, *, property: str, role: Role | None, **session: str) -> str:
    """A libpq connection string that opens in a property's schema as a role (None: as the login itself).

    `session` adds settings of the server, by name.
    """
    settings = {"search_path": f'"{property}",pg_temp', **SESSION, **session}
    if role is not None:
        settings["role"] = role
    given = NETWORK | conninfo_to_dict(url)
    ours = " ".join(f"-c {name}={_escaped(value)}" for name, value in settings.items())
    # Of two settings of one name the later wins.
    given["options"] = f"{given.get('options') or ''} {ours}".strip()
    given.setdefault("application_name", f"pitledger {property}")
    return make_conninfo("", **given)


def connect(
    url: str, *, property: str, role: Role | None, answered_s: float | None = None, **session: str
) -> Attentive[Any]:
    """A connection in autocommit mode, in a property's schema as a role.

    It breaks where one answer takes longer than `answered_s`; without, it
    waits.  Raises psycopg.OperationalError where the server does not answer or
    does not know the role, which `pitledger migrate` makes.
    """
    made: Attentive[Any] = Attentive.connect(
        conninfo(url, property=property, role=role, **session), autocommit=True
    )
    made.answered_s = answered_s
    return made


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace(" ", "\\ ")
