"""A session at a table of hold 'em bonus: patrons come with cash, play, and go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.simulate.evening import Shift
from ledger.simulate.holdem_bonus import HoldemBonusRound
from ledger.simulate.mistakes import HOLDEM_BONUS, Slip
from ledger.simulate.patrons import Patron, seated
from ledger.simulate.sessions import Sitting, hundreds
from ledger.simulate.settling import Table

SPOTS: Final = 6
LEAVES: Final = 0.03


def holdem_bonus_session(shift: Shift) -> Iterator[str]:
    """The records of one session and its rounds, in the order in which they end."""
    sitting, chance = shift.sitting, shift.chance
    sitting.open()
    patrons = seated(chance, SPOTS)
    table = Table(
        session=sitting.telling.header.key,
        tray=sitting.tray,
        submission=shift.submission,
        floor=sitting.floor,
        supervisor=sitting.supervisor,
    )
    for number in range(1, shift.rounds + 1):
        if chance.happens(LEAVES):
            patrons = seated(chance, SPOTS)
        for patron in patrons:
            _make_ready(sitting, patron)
        if sitting.telling.has_news:
            yield sitting.telling.record()
        telling = shift.round(number, dealing="automated_shoe")
        slip = Slip.of(HOLDEM_BONUS, shift.evening.mistakes, chance)
        HoldemBonusRound(telling, table, patrons, slip, chance).deal()
        yield telling.record()
    sitting.close()
    yield sitting.telling.record()


def _make_ready(sitting: Sitting, patron: Patron) -> None:
    """Cash for what a round may take, three times over, and chips small enough to bet it."""
    sitting.fill_where_low()
    if patron.short:
        sitting.buy_in(patron.purse, hundreds(3 * patron.short))
    while not patron.can_bet(*patron.needs):
        sitting.change(patron.purse)
