"""The tray of a session by denomination: opener, each kind of movement, expected, counted, variance.

Source: accounting A.5, whose lines stand in this order.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.book.postings import UNSPECIFIED
from ledger.money import value
from projections.reconciliation.answers import TrayRow
from projections.reconciliation.sums import Sums

EXPECTED: Final = "expected"
COUNTED: Final = "counted"
VARIANCE: Final = "variance"

# Reason of a movement -> what a person reads; the order is that of the lines.
WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "opener": "opener",
        "fill": "fills received",
        "credit": "credits sent",
        "buyin_cash": "cash buy-ins",
        "buyin_coupon": "coupon buy-ins",
        "buyin_redemption": "redemptions for chips",
        "buyin_card": "card buy-ins",
        "buyin_counter_check": "counter checks issued",
        "counter_check_redeemed": "counter checks redeemed",
        "color_change": "color changes",
        "tip_change": "tip changes",
        "badbeat_change": "bad-beat changes",
        "collect_loss": "losing wagers",
        "coin": "coin and hand fees",
        "rake": "rake",
        "progressive_sweep": "progressive swept",
        "pay_win": "winning wagers",
        "progressive": "progressive paid",
        "adjustment": "put right later",
        "goodwill": "goodwill",
        "exception": "exceptions",
        "account_cashout": "game accounts cashed out",
        "commission": "commission",
    }
)


def tray_rows(sums: Sums, closer: Mapping[int, int] | None) -> list[TrayRow]:
    """The lines of a tray; without a count none of it is counted or off."""
    moved: dict[str, dict[int, tuple[int, int]]] = {}
    for (account, why, face), total in sums.items():
        if account == "table_inventory":
            moved.setdefault(why, {})[face] = total
    rows: list[TrayRow] = []
    named = [word for word in WORDS if word in moved]
    for reason in [*named, *sorted(moved.keys() - WORDS.keys())]:
        rows.append(_movement(reason, moved[reason], rows[-1].running or 0 if rows else 0))
    expected = _expected(rows)
    rows.append(expected)
    if closer is not None:
        rows.append(_line(COUNTED, closer, 0, value(closer)))
        faces = {**expected.by_denomination, **closer}
        off = {face: closer.get(face, 0) - expected.by_denomination.get(face, 0) for face in faces}
        rows.append(_line(VARIANCE, off, -expected.unspecified, value(closer) - expected.total))
    return rows


def _movement(reason: str, by_face: Mapping[int, tuple[int, int]], before: int) -> TrayRow:
    chips = {face: count for face, (count, _) in by_face.items() if face != UNSPECIFIED and count}
    total = sum(amount for _, amount in by_face.values())
    return _line(reason, chips, by_face.get(UNSPECIFIED, (0, 0))[1], total, before + total)


def _expected(rows: list[TrayRow]) -> TrayRow:
    chips: dict[int, int] = {}
    for row in rows:
        for face, count in row.by_denomination.items():
            chips[face] = chips.get(face, 0) + count
    return _line(EXPECTED, chips, sum(row.unspecified for row in rows), sum(row.total for row in rows))


def _line(
    movement: str, chips: Mapping[int, int], unspecified: int, total: int, running: int | None = None
) -> TrayRow:
    return TrayRow(
        movement=movement,
        by_denomination=dict(sorted(chips.items())),
        unspecified=unspecified,
        total=total,
        running=running,
    )
