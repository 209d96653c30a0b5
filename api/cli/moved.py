"""What moved in a gaming date after its report was printed or audited, on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.cli import terminal

if TYPE_CHECKING:
    from projections.reconciliation.answers import DayReport


def say_moved(found: DayReport) -> None:
    """A line for each figure that is another than it was, and by how much."""
    for one in found.moved:
        figure = one.figure.replace("_", " ").replace(".", " ")
        was, now, by = (terminal.money(cents, one.currency) for cents in (one.was, one.now, one.by))
        terminal.say(f"  {one.session} {figure}: {was} in the {found.last_state} report, {now} now, by {by}")
