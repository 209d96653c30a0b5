"""`serve`, `project`, `migrate`, `status`, `stop`: the server, the schema, the API and the projector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

if TYPE_CHECKING:
    from ledger.settings import Settings

RUNNING: Final = "running"
STOPPED: Final = "stopped"


def serve() -> None:
    """Serve the API until Ctrl-C.

    With the embedded server its schema is brought up to date and its views are
    kept current as well; for a server named by PITLEDGER_DATABASE_URL run
    `migrate` before and `project` beside.
    """
    from api.cli.serving import listening, served
    from ledger.settings import load_settings

    settings = load_settings()
    with listening(settings) as socket:
        terminal.news(f"http://{settings.host}:{settings.port}/docs")
        served(settings, socket)


def project() -> None:
    """Keep the views current until it is stopped."""
    from api.cli.opening import ready
    from api.cli.serving import log_to_standard_error
    from ledger.settings import load_settings
    from projections.runner import Projector, stopping

    settings = load_settings()
    log_to_standard_error()
    with stopping() as stop:
        ready(settings)
        Projector(settings).run(stop)


def migrate() -> None:
    """Bring the schema up to date."""
    from ledger.postgres.connect import database_url
    from ledger.postgres.migrate import migrate as applied
    from ledger.settings import load_settings

    settings = load_settings()
    done = applied(database_url(settings), settings.property)
    for name in done:
        terminal.say(name)
    terminal.say(f"{len(done)} migrations applied, the schema of {settings.property} is current")


def stop() -> None:
    """Stop the embedded server; its data stay."""
    from ledger.postgres import embedded
    from ledger.settings import load_settings

    settings = load_settings()
    if settings.database_url is not None:
        raise typer.BadParameter("the server of PITLEDGER_DATABASE_URL is not ours to stop")
    stopped = embedded.stop(settings.home)
    terminal.say(f"the server under {settings.home} {'is stopped' if stopped else 'was not running'}")


def status(*, as_json: AsJson = False) -> None:
    """Say how server, schema and views are.

    Exit 1 if the server does not run or the schema is not current.
    """
    from ledger.settings import load_settings

    settings = load_settings()
    found = _status(settings)
    if as_json:
        terminal.answer(found)
    else:
        _show(found)
    if found["server"] != RUNNING or found["pending"]:
        raise typer.Exit(1)


def _status(settings: Settings) -> dict[str, object]:
    """What is found without starting or changing anything.  Raises StoreUnavailable."""
    from ledger.postgres import embedded
    from ledger.postgres.connect import database_url
    from ledger.postgres.migrate import pending

    found: dict[str, object] = {
        "property": settings.property,
        "database": f"embedded, under {settings.home}" if settings.database_url is None else "by URL",
        "server": RUNNING,
        "pending": [],
        "views": [],
    }
    if settings.database_url is None and embedded.status(settings.home) is None:
        return {**found, "server": STOPPED}
    found["pending"] = list(pending(database_url(settings), settings.property))
    if not found["pending"]:
        from projections.runner import Projector

        found["views"] = [view.model_dump(mode="json") for view in Projector(settings).status()]
    return found


def _show(found: dict[str, object]) -> None:
    pending, views = found["pending"], found["views"]
    assert isinstance(pending, list)
    assert isinstance(views, list)
    terminal.say(f"property  {found['property']}")
    terminal.say(f"database  {found['database']}: {found['server']}")
    if found["server"] == RUNNING:
        said = f"{len(pending)} migrations to apply: run pitledger migrate" if pending else "current"
        terminal.say(f"schema    {said}")
    for view in views:
        lag = view["lag"]
        said = f"{lag:,} events behind" if lag else "has everything"
        if view["quarantined"]:
            said = f"in quarantine, {said}"
        if view["gap"]:
            said = f"{said}, {view['gap']:,} events MISSED"
        terminal.say(f"view      {view['view']}: {said}, position {view['position']:,} of {view['head']:,}")
