"""A report with one thing in it changed: every way in which somebody may alter it, and what is found."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ledger.errors import LedgerError
from projections.disputes.report.checking import Checked, check

Place: TypeAlias = tuple[str | int, ...]
# The report of the prepared dispute, ruled, settled and closed, as the first of this format was made.
KEPT = Path(__file__).with_name("dispute_report_2.json.gz")


def kept_report() -> Any:
    """A report that an earlier run made, and sealed."""
    return json.loads(gzip.decompress(KEPT.read_bytes()))


def checked(document: Any) -> Checked:
    return check(json.dumps(document).encode())


def unnoticed(document: Any, tried: Iterable[Change]) -> Iterator[tuple[str, Any]]:
    """The changes that are neither found out nor stand under what is named as not proven."""
    named = [one.where for one in checked(document).unproven if one.where]
    for change in tried:
        covered = not any(f"{change.pointer}/".startswith(f"{where}/") for where in named)
        if covered and not _noticed(changed(document, change)):
            yield change.pointer, change.value


def _noticed(document: Any) -> bool:
    try:
        return not checked(document).holds
    except LedgerError:
        return True


class Change(NamedTuple):
    """What stands at a pointer is put in the place of what stood there; `absent`: it is taken away."""

    path: Place
    value: Any
    absent: bool = False

    @property
    def pointer(self) -> str:
        """As a JSON pointer."""
        return "".join(f"/{name}" for name in self.path)

    @property
    def pattern(self) -> str:
        """The pointer with a star for each place in a list: alike are changes of the same part."""
        return "".join("/*" if isinstance(name, int) else f"/{name}" for name in self.path)


def changes(found: Any, path: Place = ()) -> Iterator[Change]:
    """Each leaf otherwise, each item of a list taken away or doubled, a name added to each object."""
    if isinstance(found, dict):
        yield Change((*path, "added"), 1)
        for name, value in found.items():
            yield from changes(value, (*path, name))
    elif isinstance(found, list):
        yield Change((*path, len(found)), found[-1] if found else "x")
        for place, value in enumerate(found):
            yield Change((*path, place), None, absent=True)
            yield from changes(value, (*path, place))
    else:
        yield from (Change(path, other) for other in _others(found))


def _others(leaf: Any) -> Iterator[Any]:
    """Other things that could stand in the place of one and be read all the same."""
    if isinstance(leaf, bool):
        yield not leaf
    elif isinstance(leaf, int):
        yield leaf + 1
    elif isinstance(leaf, str):
        yield None
        if "T" in leaf and leaf[:4].isdecimal():
            yield (datetime.fromisoformat(leaf) + timedelta(minutes=1)).isoformat()
        else:
            yield leaf[:-1] + ("B" if leaf.endswith("A") else "A")
    else:
        yield from ("x", 1, "2026-11-29T20:47:00-05:00")


def changed(document: Any, change: Change) -> Any:
    """The document after a change; what did not change is the same object."""
    name, *rest = change.path
    if isinstance(document, dict):
        inside = change.value if not rest else changed(document[name], change._replace(path=tuple(rest)))
        return {**document, str(name): inside}
    assert isinstance(name, int)
    if rest:
        inside = [changed(document[name], change._replace(path=tuple(rest)))]
    else:
        inside = [] if change.absent else [change.value]
    return [*document[:name], *inside, *document[name + 1 :]]
