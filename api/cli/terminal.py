"""What a command writes: tables for people, lines of JSON for programs, news on the side.

Answers go to standard output, news and refusals to standard error.  rich is
loaded when there is something to draw, so that `--json` never waits for it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol

from api.cli.hints import hint
from ledger.amounts import CHIP, DEFAULT_CURRENCY, amount_written, chips_written, written
from ledger.errors import LedgerError

if TYPE_CHECKING:
    from rich.console import Console

# Where nobody looks at it, a table is as wide as what it says.
UNBOUNDED: Final = 10_000
DASH: Final = "–"
# The codes whose next step was said already: one is enough for a thousand bad lines.
_HINTED: Final[set[str]] = set()


def printable(text: str) -> str:
    """A text on one line without what a terminal would obey: records may hold anything."""
    line = " ".join(text.splitlines()) if "\n" in text else text
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)


def console() -> Console:
    """Standard output for people; colours on a terminal only, and never with NO_COLOR."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else UNBOUNDED, highlight=False, soft_wrap=True)


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str] = ()
) -> None:
    """A table on standard output; `numbers` are the columns to align on the right."""
    from rich.box import SIMPLE
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=title or None, title_justify="left", box=SIMPLE, title_style="bold", pad_edge=False)
    for column in columns:
        drawn.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(printable(cell)) for cell in row))
    screen = console()
    with screen.capture() as captured:
        screen.print(drawn)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    sys.stdout.write("\n" + "\n".join(line for line in lines if line) + "\n\n")


def say(text: str = "") -> None:
    """A line for people on standard output."""
    sys.stdout.write(f"{printable(text)}\n")


def answer(document: object) -> None:
    """A JSON document on one line of standard output."""
    sys.stdout.write(f"{json.dumps(document, ensure_ascii=False, default=str)}\n")


def news(text: str) -> None:
    """A line on the side, for people, that is no part of the answer."""
    sys.stderr.write(f"{printable(text)}\n")


def refusal(refused: LedgerError, where: str = "") -> None:
    """A refusal on standard error: its code, where, what, and the first time what to do next."""
    at = f" at {refused.pointer}" if refused.pointer else ""
    place = f"{where}: " if where else ""
    news(f"{place}{refused.code}{at}: {refused.message}")
    if refused.code not in _HINTED:
        _HINTED.add(refused.code)
        if (step := hint(refused.code)) is not None:
            news(f"  next: {step}")


def money(cents: int | None, currency: str) -> str:
    """Cents as people write them, `-1,234.50`; units of a chip game as they are; a dash for the unknown."""
    return DASH if cents is None else amount_written(cents, currency)


def hundredths(cents: int | None) -> str:
    """Cents of whichever currency, which is said beside them or not known."""
    return DASH if cents is None else written(cents)


def named(currency: str) -> str:
    """Which currency an amount is of, where that is not the usual one; of a chip game, that it is chips."""
    if currency == DEFAULT_CURRENCY:
        return ""
    return " chips" if currency == CHIP else f" {currency}"


def chips(counts: Mapping[str, int] | Mapping[int, int] | None, currency: str) -> str:
    """Chips as people read them, the largest first, `3×100 2×25`; a dash for none or unknown."""
    if not counts:
        return DASH
    return chips_written({int(face): count for face, count in counts.items()}, currency) or DASH


class Counter(Protocol):
    """Where a long command says how far it is."""

    def __call__(self, said: str, /) -> None:
        """Show where it is now."""
        ...


@contextmanager
def progress() -> Iterator[Counter]:
    """A line that changes on standard error while something long runs; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status("…") as status:
        yield status.update
