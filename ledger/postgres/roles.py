"""The group roles: made once for a whole server, and granted to the login that migrates.

Roles belong to the server, not to a database or schema, so that no migration
can own them.  An administrator may make them beforehand; then no right to
make roles is needed.
"""

from __future__ import annotations

import time
from typing import Final

import psycopg
from psycopg import errors
from psycopg.sql import SQL, Composed, Identifier

from ledger.errors import StoreUnavailable
from ledger.postgres.connect import Role

# Processes that migrate other databases of the same server may be making the same roles.
ATTEMPTS: Final = 20


def make_roles(connection: psycopg.Connection) -> None:
    """Make the roles that are missing and join those that the login is not in.

    Needs CREATEROLE the first time, nothing later.  Raises StoreUnavailable
    with the statements that an administrator may run instead.
    """
    statements = _missing(connection)
    for _ in range(ATTEMPTS):
        if not statements:
            return
        try:
            for statement in statements:
                connection.execute(statement)
        except (errors.DuplicateObject, errors.UniqueViolation, errors.InternalError_):
            # Another was quicker, or "tuple concurrently updated".
            time.sleep(0.05)
        except errors.InsufficientPrivilege as refusal:
            asked = "; ".join(statement.as_string(connection) for statement in statements)
            raise StoreUnavailable(detail=f"an administrator must first run: {asked}") from refusal
        statements = _missing(connection)
    if statements:
        raise StoreUnavailable(detail="the roles could not be made")


def _missing(connection: psycopg.Connection) -> list[Composed]:
    """What is still to be done, as statements."""
    login = connection.info.user
    # Since version 16 whoever makes a role may administer it, but is not thereby in it.
    joined = "SET" if connection.info.server_version >= 160_000 else "MEMBER"
    known = {
        name: bool(is_in)
        for name, is_in in connection.execute(
            "SELECT rolname, pg_has_role(%s, oid, %s) AND pg_has_role(%s, oid, 'USAGE') FROM pg_roles"
            " WHERE rolname = ANY(%s)",
            [login, joined, login, list(Role)],
        )
    }
    make = [SQL("CREATE ROLE {} NOLOGIN").format(Identifier(role)) for role in Role if role not in known]
    join = [
        SQL("GRANT {} TO {}").format(Identifier(role), Identifier(login))
        for role in Role
        if not known.get(role, False)
    ]
    return make + join
