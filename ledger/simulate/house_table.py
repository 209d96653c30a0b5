"""A session at a house-banked table: patrons come with cash, play, and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ledger.simulate.evening import Shift
from ledger.simulate.house import HouseGame, Seat
from ledger.simulate.mistakes import Slip
from ledger.simulate.patrons import Patron, seated
from ledger.simulate.sessions import Sitting, hundreds
from ledger.simulate.settling import Table

LEAVES: Final = 0.03


def house_session(game: HouseGame) -> Callable[[Shift], Iterator[str]]:
    """What deals one session of a game: its records and those of its rounds, as they end."""
    return lambda shift: _session(game, shift)


def _session(game: HouseGame, shift: Shift) -> Iterator[str]:
    sitting, chance = shift.sitting, shift.chance
    sitting.open()
    patrons = seated(chance, game.spots, game.habits)
    table = Table(
        session=sitting.telling.header.key,
        tray=sitting.tray,
        submission=shift.submission,
        floor=sitting.floor,
        supervisor=sitting.supervisor,
        fill=sitting.fill_for,
        change=sitting.change,
    )
    kinds = shift.evening.kinds or tuple(game.mistakes)
    for number in range(1, shift.rounds + 1):
        if chance.happens(LEAVES):
            patrons = seated(chance, game.spots, game.habits)
        for patron in patrons:
            _make_ready(sitting, patron)
        if sitting.telling.has_news:
            yield sitting.telling.record()
        telling = shift.round(number, dealing=shift.dealing, **({} if shift.fund else game.round.header()))
        if shift.fund is not None:
            telling.state.meters = shift.fund.meters
        slip = Slip.of(game.mistakes, kinds, shift.evening.mistakes, chance)
        game.round(Seat(telling, table, patrons, slip, chance, shift.dealing, game.limits)).deal()
        if shift.fund is not None:
            shift.fund.take(telling.state)
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
