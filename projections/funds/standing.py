"""Funds as they stood at a position, as far as the view has come."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from ledger.application.ledger import Ledger
from ledger.events.records import FundHeader
from ledger.funds.state import Fund, fold
from ledger.identity import stream_id
from ledger.rounds.state import Round
from projections.asking import Fields, Look, look
from projections.funds.keeping import playing_for
from projections.funds.projection import NAME

# Every fund named by then, with its last movement: one seek each.
STANDING: Final = (
    "SELECT name, movement.* FROM funds CROSS JOIN LATERAL ("
    " SELECT status, meter, stands, owed, contributed, carry FROM fund_movements"
    " WHERE fund = name AND position <= %(as_of)s ORDER BY position DESC, n DESC LIMIT 1) AS movement"
    " WHERE first_position <= %(as_of)s ORDER BY name"
)


class Standing:
    """Asks the view of a property; `ledger` is one opened to read views, or to write them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def as_of(self, position: int) -> list[Fund] | None:
        """All funds as of a position, by name; None where the view has not come so far."""

        def work(seen: Look) -> list[Fields] | None:
            return seen.rows(STANDING, as_of=position) if seen.position >= position else None

        rows = look(self._ledger, [NAME], None, work)
        if rows is None:
            return None
        decided = funds_by_their_own(self._ledger, [row["name"] for row in rows], position)
        for row in rows:
            fund = decided[row["name"]]
            fund.stands, fund.owed = int(row["stands"]), int(row["owed"])
            fund.contributed, fund.carry = int(row["contributed"]), Fraction(row["carry"])
            fund.remarks.clear()  # they are in the view
        return list(decided.values())

    def meters(self, state: Round, position: int) -> Mapping[str, int]:
        """The meters that a round plays for, as of a position; none where the view has not come so far."""
        funds = self.as_of(position) or ()
        playing = set(playing_for(state, funds))
        return {fund.name: fund.stands for fund in funds if fund.name in playing and fund.status == "open"}


def funds_by_their_own(ledger: Ledger, names: list[str], position: int) -> dict[str, Fund]:
    """Funds after their own events up to a position, by name; what rounds said of them is not in it."""
    ids = {name: stream_id(ledger.property, "fund", name) for name in names}
    recorded = ledger.recorded(ids.values()) if ids else {}
    return {
        name: fold(
            FundHeader(name=name),
            (one.event for one in recorded[stream] if one.position is not None and one.position <= position),
        )
        for name, stream in ids.items()
    }
