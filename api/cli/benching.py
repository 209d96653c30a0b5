"""The command `bench`: the table of figures, each beside its peer's in the same run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from api.cli import terminal

if TYPE_CHECKING:
    from api.bench.result import Row


def bench(
    events: Annotated[
        int,
        typer.Option(help="Events of the larger data set that is imported; the other has a tenth of them."),
    ] = 1_000_000,
    scale: Annotated[
        list[int] | None,
        typer.Option(
            help="Instead: ask a month of so many events, beside the smallest given; built once and kept."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document for programs.")] = False,
) -> None:
    """Measure, beside stock eventsourcing and COPY on the same server, and print the ratios."""
    from api.bench.run import at_scale, run
    from ledger.settings import load_settings

    described: dict[str, Any] = {}
    rows: list[Row] = []
    settings = load_settings()
    measured = (
        at_scale(settings, scale, describe=described.update)
        if scale
        else run(settings, events=events, describe=described.update)
    )
    for row in measured:
        rows.append(row)
        if not as_json:
            terminal.news(f"measured: {row.what}")
    if as_json:
        terminal.say(json.dumps({"machine": described, "rows": [row.document() for row in rows]}))
        return
    terminal.say(", ".join(f"{name} {value}" for name, value in described.items()))
    terminal.table(
        "bench",
        ["what", "ours", "spread", "peer", "peer's", "ratio", "to reach", "note"],
        [_cells(row) for row in rows],
    )


def _cells(row: Row) -> list[str]:
    ours = row.ours
    return [
        row.what,
        f"{_figure(ours.median)} {row.unit}",
        f"{_figure(ours.least)} – {_figure(ours.most)}",
        row.peer_name,
        "" if row.peer is None else _figure(row.peer.median),
        "" if row.ratio is None else f"{row.ratio:.2f} ×",
        row.mark,
        row.note,
    ]


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
