"""`pitledger import`: hands that were played elsewhere."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, DryRun
from api.cli.recording import SHOWN_EVERY, Tally

if TYPE_CHECKING:
    from ledger.importers.phh import Tally as Hands
    from ledger.settings import Settings


STATUSES: Final = ("appended", "already_there", "refused")


def _existing(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise typer.BadParameter(f"there is no {path}")
    return paths


Paths = Annotated[
    list[Path],
    typer.Argument(
        metavar="PATH",
        callback=_existing,
        help="Files .phh or .phhs, and folders of them, however deep.",
        show_default=False,
    ),
]
ToRecords = Annotated[bool, typer.Option("--to-records", help="Print the records, and touch no database.")]


def phh(
    paths: Paths, *, to_records: ToRecords = False, dry_run: DryRun = False, as_json: AsJson = False
) -> None:
    """Import hand histories in PHH.

    A second import of the same bytes appends nothing.  Pots and awards come
    from actions and cards; where cards stay unknown the file decides, and such
    hands are counted.
    """
    from ledger.importers.phh import Tally as HandTally
    from ledger.settings import load_settings

    hands, tally = HandTally(), Tally()
    found = documents(paths, hands)
    if to_records:
        for document in found:
            sys.stdout.buffer.write(document + b"\n")
    else:
        tally = imported(load_settings(), found, hands, dry_run=dry_run)
    if as_json and not to_records:
        terminal.answer(_document(hands, tally))
    else:
        _report(hands, tally, to_records=to_records, dry_run=dry_run)
    if hands.refused or tally.refused:
        raise typer.Exit(1)


def documents(paths: Sequence[Path], hands: Hands) -> Iterator[bytes]:
    """The records of hand histories, each as JSON; what is to be said of the hands is counted in `hands`."""
    from ledger.importers.phh import records

    for record in records(*paths, tally=hands):
        yield json.dumps(record, ensure_ascii=False).encode()


def imported(settings: Settings, documents: Iterator[bytes], hands: Hands, *, dry_run: bool = False) -> Tally:
    """Append the records of hands; what became of them."""
    from api.cli.opening import ledger_of, recorded_by
    from ledger.application.bulk import WORKERS, Bulk
    from ledger.application.rehearsal import rehearsal

    tally = Tally()
    with ledger_of(settings) as real, terminal.progress() as show:
        ledger = rehearsal(real) if dry_run else real
        bulk = Bulk(ledger, by=recorded_by(), judged=False)
        for receipt in bulk.record(documents, workers=0 if dry_run else WORKERS):
            tally.count(receipt)
            if receipt.problem is not None:
                terminal.refusal(receipt.problem, receipt.stream)
            if tally.records.total() % SHOWN_EVERY == 0:
                show(f"{hands.hands:,} hands read; {tally.said(dry=dry_run)}")
    return tally


def _report(hands: Hands, tally: Tally, *, to_records: bool, dry_run: bool) -> None:
    """What is to be known of the hands: how many, which were refused and why, where the file decided."""
    say = terminal.news if to_records else terminal.say
    if not to_records:
        say(tally.said(dry=dry_run))
    say(
        f"{hands.hands:,} hands: {hands.imported:,} imported, {len(hands.refused):,} refused,"
        f" {len(hands.told):,} with awards decided by the file, {len(hands.unfinished):,} unfinished"
    )
    for reason, count in Counter(noted.what for noted in hands.refused).most_common():
        say(f"refused, {reason}: {count:,}")
    for noted in hands.refused:
        terminal.news(f"{noted.where}: {noted.what}: {noted.why}")


def _document(hands: Hands, tally: Tally) -> dict[str, object]:
    """The same for programs; `told` are the hands whose awards the file decided."""
    return {
        "hands": hands.hands,
        "imported": hands.imported,
        "refused": [{"hand": one.where, "code": one.what, "detail": one.why} for one in hands.refused],
        "told": [{"hand": one.where, "round": one.what} for one in hands.told],
        "unfinished": [{"hand": one.where, "round": one.what, "detail": one.why} for one in hands.unfinished],
        "records": {status: tally.records[status] for status in STATUSES},
        "events": tally.events,
    }
