"""`seal` and `verify`: checkpoints signed, and the whole ledger held against them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson

if TYPE_CHECKING:
    from ledger.postgres.attentive import Attentive
    from ledger.settings import Settings
    from projections.integrity.answers import Verification
    from projections.integrity.stored import Sealed

Output = Annotated[Path | None, typer.Option("-o", "--output", help="Write it to this file instead.")]
SHOWN: Final = 20


def run() -> None:
    """Seal what is recorded, as it comes, until it is stopped."""
    from api.cli.opening import ready
    from api.cli.serving import log_to_standard_error
    from ledger.settings import load_settings
    from projections.integrity.sealer import Sealer
    from projections.runner import stopping

    settings = load_settings()
    log_to_standard_error()
    with stopping() as stop:
        ready(settings)
        Sealer(settings).run(stop)


def checkpoint(output: Output = None) -> None:
    """Seal all there is, close the days that are audited, and print the signed checkpoint.

    Kept where the ledger's owner cannot reach it, it proves later that nothing before it changed.
    """
    from api.cli.opening import catch_up, ready
    from ledger.errors import ChaptersDamaged
    from ledger.settings import load_settings
    from projections.integrity.sealer import Sealer
    from projections.integrity.stored import StoredTree

    settings = load_settings()
    ready(settings)
    try:
        with terminal.progress() as show:
            newest = Sealer(settings).seal(on_progress=lambda size: show(f"sealed: {size:,} events"))
        if settings.database_url is None and _days_wait(settings):
            # Which events are of a day the views know, and on one's own server nobody else keeps them.
            catch_up(settings)
            Sealer(settings).seal()
    except ChaptersDamaged:
        # The events are sealed all the same.
        with _reading(settings) as connection:
            _tell(StoredTree(connection).latest(), output)
        raise
    _tell(newest, output)


def _tell(newest: Sealed | None, output: Path | None) -> None:
    """Print a checkpoint, or write it to a file.  Raises NotSealed."""
    from ledger.errors import NotSealed

    if newest is None:
        raise NotSealed(what="an empty ledger")
    if output is None:
        for line in newest.note.splitlines():
            terminal.say(line)
        return
    output.write_text(newest.note)
    terminal.say(f"{output}: the checkpoint of {newest.size:,} events")


def _days_wait(settings: Settings) -> bool:
    """Whether a gaming day is audited and not closed as a chapter yet."""
    from projections.chapters.stored import waiting

    with _reading(settings) as connection:
        return waiting(connection) > 0


def keys(*, as_json: AsJson = False) -> None:
    """List the public keys of the seal, in the order of their use."""
    from api.cli.opening import ready
    from ledger.settings import load_settings
    from projections.integrity.proofs import public_keys

    settings = load_settings()
    ready(settings)
    with _reading(settings) as connection:
        found = public_keys(connection)
    if as_json:
        terminal.answer(found.model_dump())
        return
    for key in found.keys:
        terminal.say(f"{key.key}  from event {key.since_size + 1:,} on")


def rotate(
    *,
    lost: Annotated[
        bool, typer.Option("--lost", help="The present key is lost: nobody vouches for the new one.")
    ] = False,
) -> None:
    """Make a new signing key, endorsed by the present one; it signs from now on.

    Whoever verifies must be told of a key that nobody vouches for (verify --key).
    """
    from api.cli.opening import ready
    from ledger.settings import load_settings
    from projections.integrity.sealer import Sealer

    settings = load_settings()
    ready(settings)
    successor = Sealer(settings).rotate(lost=lost)
    beside = "tell of it who verifies" if lost else "the key before it is kept beside it"
    terminal.say(f"{successor} signs from now on; {beside}")


def verify(
    *,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="A checkpoint kept elsewhere, to prove that nothing before it changed.",
        ),
    ] = None,
    key: Annotated[
        str | None, typer.Option(help="The key to trust (name+hash+key); absent: the first the ledger names.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Hash every event anew and hold it against the seal.

    Exit 1 if anything is not as it was sealed.
    """
    from api.cli.opening import ready
    from ledger.seal.notes import VerifierKey
    from ledger.settings import load_settings
    from projections.integrity.keys import origin_of
    from projections.integrity.sealer import memory_of
    from projections.integrity.verifying import verify as verified

    settings = load_settings()
    trusted = None if key is None else VerifierKey.read(key)
    old = None if checkpoint is None else checkpoint.read_text(errors="replace")
    ready(settings)
    with terminal.progress() as show:
        found = verified(
            lambda: _reading(settings),
            origin_of(settings.property),
            key=trusted,
            old=old,
            here=memory_of(settings).read(),
            on_progress=lambda events: show(f"verified: {events:,} events"),
        )
    _show(found, as_json=as_json)
    if not found.ok:
        raise typer.Exit(1)


def _show(found: Verification, *, as_json: bool) -> None:
    if as_json:
        terminal.answer(found.model_dump(mode="json"))
        return
    for one in found.mismatches[:SHOWN]:
        what = "of refused record" if one.kind.startswith("refused_") else "at position"
        terminal.say(f"{one.kind} {what} {one.position}: {one.detail}")
    more = len(found.mismatches) - SHOWN + found.more_mismatches
    if more > 0:
        terminal.say(f"and {more:,} more")
    if found.size is None:
        terminal.say("nothing is signed yet: pitledger seal checkpoint" if found.ok else "no checkpoint held")
    else:
        terminal.say(f"{found.checkpoints:,} checkpoints held; the newest is of {found.size:,} events")
        terminal.say(f"its root: {found.root}")
    terminal.say(f"{found.events:,} events read, {found.unsealed:,} of them not sealed yet")
    if found.unsigned:
        terminal.say(
            f"{found.unsigned:,} sealed events are under no checkpoint that held: they are not proven"
        )
    if found.refused:
        terminal.say(
            f"{found.refused:,} refused records read, {found.refused_unsealed:,} of them not sealed yet"
        )
    for key in found.keys:
        terminal.say(f"trusted: {key}")
    terminal.say("as it was sealed" if found.ok else "NOT as it was sealed")


def _reading(settings: Settings) -> Attentive[Any]:
    from ledger.postgres.connect import Role, connect, database_url

    return connect(database_url(settings), property=settings.property, role=Role.READER)
