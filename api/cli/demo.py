"""`pitledger demo`: a worked pit in a real Postgres, answered by the real API."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.recording import SHOWN_EVERY, Tally

if TYPE_CHECKING:
    from ledger.settings import Settings

Exit = Annotated[bool, typer.Option("--exit", help="Load, print what to try, and stop: for scripts.")]

# Each answers a question of one of the three for whom this is.
COMMANDS: Final = (
    "round show THB-03/2026-11-28/412",
    "reconcile --gaming-date 2025-03-08 --table BJ-04",
    "table inventory THB-03",
)
KEY_OF: Final = "demo-{scope}"
# Of these a command in another shell has to be told, unless they stand in .env.
TOLD: Final = (
    "PITLEDGER_HOME",
    "PITLEDGER_PROPERTY",
    "PITLEDGER_DATABASE_URL",
    "PITLEDGER_DATABASE_PASSWORD_FILE",
)


def demo(*, leave: Exit = False) -> None:
    """Load a worked pit and serve it until Ctrl-C.

    It needs nothing installed: without PITLEDGER_DATABASE_URL a Postgres of its
    own is started under PITLEDGER_HOME.  With PITLEDGER_HANDS the hand histories
    of that folder are imported, too.
    """
    from api.cli.serving import listening, served
    from ledger.settings import load_settings

    settings = load_settings()
    with nullcontext() if leave else listening(settings) as listener, _server(settings):
        _load(settings)
        keys = _new_keys(settings)
        _say_keys(keys)
        if listener is not None:
            _say_what_to_open(settings, keys)
        _say_what_to_try()
        if listener is not None:
            terminal.say("Ctrl-C ends it; what was recorded stays.")
            sys.stdout.flush()
            served(settings, listener)


@contextmanager
def _server(settings: Settings) -> Iterator[None]:
    """The server, its schema up to date; an embedded one that was started here is stopped at the end."""
    from ledger.postgres import embedded
    from ledger.postgres.connect import database_url
    from ledger.postgres.migrate import migrate

    started = settings.database_url is None and embedded.start(settings.home).started
    try:
        migrate(database_url(settings), settings.property)
        yield
    finally:
        if started:
            embedded.stop(settings.home)


# --- what is in it ----------------------------------------------------------------


def _load(settings: Settings) -> None:
    from api.cli.opening import catch_up, ledger_of, recorded_by
    from ledger.simulate.worked_pit import worked_pit

    tally = Tally()
    with ledger_of(settings) as ledger, terminal.progress() as show:
        for receipt in ledger.record_all(worked_pit(), by=recorded_by()):
            tally.count(receipt)
            if tally.records.total() % SHOWN_EVERY == 0:
                show(f"the worked pit: {tally.said()}")
    terminal.say(f"The worked pit: {tally.said()}.")
    if tally.refused:
        terminal.say(
            f"{tally.refused} records differ from those of an earlier version, which stay as they are."
        )
    if settings.hands is not None:
        _import(settings, settings.hands)
    catch_up(settings)


def _import(settings: Settings, folder: Path) -> None:
    """Hand histories of the operator's own; what cannot be imported is counted and stops nothing."""
    from api.cli.importing import documents, imported
    from ledger.importers.phh import Tally as Hands

    if not folder.is_dir():
        terminal.news(f"PITLEDGER_HANDS: there is no folder {folder}")
        return
    hands = Hands()
    tally = imported(settings, documents([folder], hands), hands)
    terminal.say(
        f"Hands of {folder}: {hands.hands:,} read, {len(hands.refused):,} not imported; {tally.said()}."
    )


def _new_keys(settings: Settings) -> Mapping[str, str]:
    """An API key for each scope; those of an earlier demo end, for nobody can read them again."""
    from api import keys
    from api.errors import KeyNotFound
    from api.scopes import Scope

    made = {}
    with keys.administration(settings) as connection:
        for scope in Scope:
            name = KEY_OF.format(scope=scope.value)
            with suppress(KeyNotFound):
                keys.revoke(connection, name)
            made[scope.value] = keys.create(connection, name, [scope.value])[1]
    return made


# --- what it says -----------------------------------------------------------------


def _say_keys(keys: Mapping[str, str]) -> None:
    from api.scopes import MEANS

    terminal.say()
    terminal.say("API keys, by what they open; the next demo makes new ones:")
    for scope, meaning in MEANS.items():
        terminal.say(f"  {scope.value:<13} {keys[scope.value]}  {meaning}")


def _say_what_to_open(settings: Settings, keys: Mapping[str, str]) -> None:
    at = f"http://{settings.host}:{settings.port}"
    terminal.say()
    terminal.say("Open:")
    terminal.say(f"  {at}/docs")
    terminal.say(f"  curl -H 'Authorization: Bearer {keys['reporting']}' '{at}/v1/feed?limit=3'")


def _say_what_to_try() -> None:
    terminal.say()
    terminal.say("Try:")
    for command in COMMANDS:
        terminal.say(f"  {_invocation()} {command}")
    terminal.say()


def _invocation() -> str:
    """How this program is run from here, in any shell of this user."""
    program = Path(sys.argv[0]).absolute()
    found = shutil.which("pitledger")
    name = "pitledger"
    if found is None or Path(found).absolute() != program:
        name = str(program.relative_to(Path.cwd())) if program.is_relative_to(Path.cwd()) else str(program)
    told = [f"{name}={shlex.quote(os.environ[name])}" for name in TOLD if _may_be_told(name)]
    return " ".join([*told, shlex.quote(name)])


def _may_be_told(name: str) -> bool:
    """Whether a variable is set for this process alone, and no password would be shown with it."""
    from psycopg.conninfo import conninfo_to_dict

    given = os.environ.get(name)
    return bool(given) and (
        name != "PITLEDGER_DATABASE_URL" or "password" not in conninfo_to_dict(given or "")
    )
