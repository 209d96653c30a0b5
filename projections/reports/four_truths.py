"""The four truths of a wager in words, from a report: for a terminal and for paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from projections.reports.words import Money, plain

Document: TypeAlias = Mapping[str, Any]

DASH: Final = "–"


def named(wager: Document) -> str:
    """Which wager: its spot, its name, and what else tells it from others."""
    more = [f"{name} {wager[name]}" for name in ("on", "patron", "tender") if name in wager]
    return ", ".join([f"spot {wager['spot']} {plain(wager['wager'])}", *more])


def by_the_rules(lines: Sequence[Document], money: Money) -> str:
    """What the rules give it: outcome, hand, sums, citation."""
    return "; ".join(_line(line, money) for line in lines) or DASH


def _line(line: Document, money: Money) -> str:
    said = line["outcome"]
    if line.get("rank"):
        said += f", {plain(line['rank'])}"
    moved = _moved(line, money)
    said += f", {moved}" if moved else ""
    if line.get("missing"):
        said += f" (missing: {line['missing']})"
    return f"{said} [{line['rule']}]" if line.get("rule") else said


def _moved(sums: Document, money: Money) -> str:
    names = ("paid", "collected", "returned", "won", "paid_at_cage")
    parts = [f"{plain(name)} {money(sums[name])}" for name in names if sums.get(name)]
    return ", ".join(parts)


def declared(said: Document | None) -> str:
    """What the dealer announced of it."""
    if said is None:
        return DASH
    rank = said.get("rank")
    return f"{said['outcome']}, {plain(rank)}" if rank else str(said["outcome"])


def settled(sums: Document, money: Money) -> str:
    """What moved on it at the table."""
    left = f", left {money(sums['left'])}" if sums.get("left") else ""
    return (_moved(sums, money) + left).removeprefix(", ") or DASH
