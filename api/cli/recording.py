"""`pitledger record`: records from files and pipes into the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli import terminal
from api.cli.arguments import AsJson, DryRun, Files

if TYPE_CHECKING:
    from api.cli.reading import Documents
    from ledger.application.ledger import Ledger, Receipt

SHOWN_EVERY: Final = 50
# So many streams back a piece is known to continue one that had findings.
STREAMS_KEPT: Final = 10_000


@dataclass
class Tally:
    """What became of the records so far: how many of each, their events, the findings in their streams."""

    records: Counter[str] = field(default_factory=Counter)
    events: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    _last: dict[str, Counter[str]] = field(default_factory=dict)

    def count(self, receipt: Receipt) -> None:
        """Take one more receipt.  A stream that comes in pieces has its findings once, those of the last."""
        self.records[receipt.status] += 1
        self.events += receipt.appended
        if receipt.status == "refused":
            return
        found = Counter(finding.code for finding in receipt.findings)
        self.findings.update(found)
        self.findings.subtract(self._last.pop(receipt.stream, Counter()))
        if found:
            self._last[receipt.stream] = found
            if len(self._last) > STREAMS_KEPT:
                del self._last[next(iter(self._last))]

    @property
    def refused(self) -> int:
        """How many records were refused."""
        return self.records["refused"]

    def said(self, *, dry: bool = False) -> str:
        """One line for people."""
        appended = f"{self.records['appended']:,} {'would be appended' if dry else 'appended'}"
        return (
            f"{appended} ({self.events:,} events), {self.records['already_there']:,} already there,"
            f" {self.refused:,} refused, {self.findings.total():,} findings"
        )


def record(
    files: Files,
    *,
    enforce: Annotated[
        bool, typer.Option("--enforce", help="Refuse records in which procedure was not kept.")
    ] = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
) -> None:
    """Append records.

    What is there already is left as it is, and a bad record does not stop the rest.
    """
    from api.cli.opening import ledger_of
    from api.cli.reading import Documents, opened
    from ledger.application.rehearsal import rehearsal
    from ledger.settings import load_settings

    tally = Tally()
    with ledger_of(load_settings()) as real, terminal.progress() as show:
        ledger = rehearsal(real) if dry_run else real
        for path in files:
            name = str(path) if len(files) > 1 else ""
            with opened(path) as stream:
                documents = Documents(stream)
                for line, receipt in received(ledger, documents, enforce=enforce, dry=dry_run):
                    tally.count(receipt)
                    _tell(line, receipt, name, as_json=as_json)
                    if tally.records.total() % SHOWN_EVERY == 0:
                        show(tally.said(dry=dry_run))
            tally.records["refused"] += _damaged(documents, name)
    (terminal.news if as_json else terminal.say)(tally.said(dry=dry_run))
    if not as_json:
        findings(tally)
    if tally.refused:
        raise typer.Exit(1)


def received(
    ledger: Ledger, documents: Documents, *, enforce: bool = False, dry: bool = False
) -> Iterator[tuple[int, Receipt]]:
    """Append the documents; each one's receipt with the line on which it began."""
    from api.cli.opening import recorded_by
    from ledger.application.bulk import WORKERS, Bulk

    bulk = Bulk(ledger, by=recorded_by(), enforce=enforce)
    for receipt in bulk.record(documents, workers=0 if dry else WORKERS):
        yield documents.began.popleft(), receipt


def findings(tally: Tally) -> None:
    """A table of what was found, by code, the most frequent first."""
    rows = [(code, f"{count:,}") for code, count in tally.findings.most_common() if count]
    if rows:
        terminal.table("", ("finding", "times"), rows, numbers=("times",))


def _tell(line: int, receipt: Receipt, file: str, *, as_json: bool) -> None:
    """One line a record for programs; for people only what was refused."""
    if as_json:
        from ledger.application import receipts

        said = receipts.receipt(line, receipt)
        terminal.answer({**said, "file": file} if file else said)
    elif receipt.problem is not None:
        terminal.refusal(receipt.problem, _place(line, file))


def _damaged(documents: Documents, file: str) -> int:
    if documents.damage is None:
        return 0
    terminal.refusal(documents.damage, _place(documents.line + 1, file))
    return 1


def _place(line: int, file: str) -> str:
    return f"{file}, line {line}" if file else f"line {line}"
