"""Figures divided by figures, and lengths of time: what is said of cents and instants, never booked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

PLACES: Final = 6
HOUR: Final = timedelta(hours=1)


def ratio(part: int | None, whole: int | None) -> float | None:
    """A part by the whole; None where one is not known or there is nothing to divide by."""
    if part is None or not whole:
        return None
    # Nothing of a drop below 0, as a counter check redeemed can leave it, is 0 and not -0.
    return round(part / whole, PLACES) + 0.0


def hours(since: datetime | None, until: datetime | None) -> float | None:
    """The hours that passed between two instants, whatever the clocks on the wall did meanwhile.

    None where one is not known, or they are not in this order.
    """
    if since is None or until is None or until < since:
        return None
    return round((until - since) / HOUR, PLACES)
