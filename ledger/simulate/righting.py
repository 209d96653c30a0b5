"""A hand that was misread is put right: the floor rules, and what is owed is adjusted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ledger.events.round_parts import WagerNamed
from ledger.events.rounds import AdjustmentPosted, RulingMade, WagerCollected
from ledger.games.resolution import Resolution
from ledger.simulate.telling import RoundTelling

if TYPE_CHECKING:
    from ledger.simulate.settling import Table

PayOut = Callable[[int, int], dict[int, int]]


def put_right(telling: RoundTelling, table: Table, owed: Sequence[Resolution], pay_out: PayOut) -> None:
    """Rule for the spot whose wagers were taken, and pay what is owed with two people."""
    spot = owed[0].spot
    telling.tell(
        RulingMade,
        source="supervisor",
        by=table.floor,
        after_s=180,
        ruling=f"The hand was rebuilt from the rack: spot {spot} wins.",
        wagers=[WagerNamed(spot=spot, wager=line.wager) for line in owed],
        rule=owed[0].rule,
        approved_by=table.supervisor,
    )
    for line in owed:
        _adjust(telling, table, line, pay_out)


def _adjust(telling: RoundTelling, table: Table, line: Resolution, pay_out: PayOut) -> None:
    amount = line.stake + line.paid
    telling.tell(
        AdjustmentPosted,
        source="supervisor",
        by=table.floor,
        spot=line.spot,
        wager=line.wager,
        amount=amount,
        chips=pay_out(line.spot, amount),
        direction="to_patron",
        session=table.session,
        approved_by=table.supervisor,
        corrects=_taken_at(telling, line),
        reason=f"the {line.wager} of a winning hand was taken",
    )


def _taken_at(telling: RoundTelling, line: Resolution) -> int:
    """The version at which a wager was collected."""
    return next(
        version
        for version, event in enumerate(telling.events, 1)
        if isinstance(event, WagerCollected) and (event.spot, event.wager) == (line.spot, line.wager)
    )
