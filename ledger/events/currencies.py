"""Which currencies can be kept: money is whole hundredths, of whichever currency (CONTRACT §3).

One without hundredths is kept in them all the same, ¥1,000 as 100000; one that
is divided further would lose the rest, or be taken for ten times as much.
"""

from __future__ import annotations

from typing import Final

from ledger.errors import InvalidField

# Source: ISO 4217, minor units of three and four decimals.
DIVIDED_FURTHER: Final = frozenset({"BHD", "CLF", "IQD", "JOD", "KWD", "LYD", "OMR", "TND", "UYW"})


def check_currency(currency: str | None, at: str) -> None:
    """Refuse a currency whose sums are not whole hundredths; `at` points at the event.

    Raises InvalidField.
    """
    if currency in DIVIDED_FURTHER:
        detail = f"currency: {currency} has more than two decimals, and money is kept in whole hundredths"
        raise InvalidField(detail=detail, pointer=f"{at}/currency")
