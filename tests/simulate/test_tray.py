"""The tray of the simulation: a prize beyond what it holds is brought from the cage first."""

from datetime import date, datetime

from ledger.events.records import RoundHeader, SessionHeader
from ledger.events.sessions import FillReceived
from ledger.games import elections
from ledger.games.registry import GAMES
from ledger.simulate.chance import Chance
from ledger.simulate.chips import Purse
from ledger.simulate.evening import FLOOR_TIME
from ledger.simulate.mistakes import SHARED, Slip
from ledger.simulate.patrons import Patron
from ledger.simulate.sessions import TRAY, Sitting
from ledger.simulate.settling import Settling, Table
from ledger.simulate.telling import Clock, RoundTelling

DATE = date(2026, 11, 28)
MILLION = 1_000_000_00


def test_a_prize_that_the_tray_does_not_hold_is_filled_for_and_paid():
    clock = Clock(datetime(2026, 11, 28, 20, tzinfo=FLOOR_TIME))
    sitting = Sitting(
        SessionHeader(table="T-1", gaming_date=DATE, number=1), Purse(TRAY), clock, Chance(1), rate=0.0
    )
    game = GAMES["texas_holdem_bonus"]
    header = RoundHeader(table="T-1", gaming_date=DATE, number=1, game=game.name)
    patron = Patron(1, Purse({}), 1500, {}, ())
    table = Table(
        session=sitting.telling.header.key,
        tray=sitting.tray,
        submission=elections.default(game),
        floor="F-1",
        supervisor="F-2",
        fill=sitting.fill_for,
        change=sitting.change,
    )
    settling = Settling(
        RoundTelling(header, clock, "D-1"), table, {1: patron}, Slip(None, SHARED), announced="flop"
    )
    before = sitting.tray.value
    settling.pay_out(1, MILLION)
    (received,) = [event for event in sitting.telling.events if isinstance(event, FillReceived)]
    brought = sum(face * count for face, count in received.chips.items())
    assert patron.purse.value == MILLION
    assert sitting.tray.value == before + brought - MILLION
