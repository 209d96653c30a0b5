"""Rebuilding a view beside the live one, and the digest that compares two (to be filled)."""

from __future__ import annotations

from collections.abc import Callable

from ledger.settings import Settings


def rebuild(settings: Settings, view: str, on_progress: Callable[[int, int], None] | None = None) -> int:
    """Build a view anew from the first event, then put it in the place of the live one; the position reached.

    `on_progress` is told the position reached and the head.  Raises
    InvalidQuery where there is no such view, StoreUnavailable.
    """
    raise NotImplementedError


def digest(settings: Settings, view: str) -> str:
    """A hash (hex) of what a view says, whatever the positions and times of recording it was said at."""
    raise NotImplementedError
