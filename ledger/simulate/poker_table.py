"""A session at a poker table: players buy chips from the tray, the rake is dropped at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.events.sessions import SessionRakeTaken
from ledger.simulate.awarding import Awarding
from ledger.simulate.chance import Chance
from ledger.simulate.chips import Purse
from ledger.simulate.evening import Shift
from ledger.simulate.mistakes import POKER, Slip
from ledger.simulate.poker import BIG_BLIND, Player, PokerHand
from ledger.simulate.sessions import Sitting, hundreds

SEATS: Final = 9
LEAST_PLAYERS: Final = 4
BUY_INS: Final = (10_000, 20_000, 20_000, 30_000)
SHORT: Final = 10 * BIG_BLIND
LEAVES: Final = 0.03


def poker_session(shift: Shift) -> Iterator[str]:
    """The records of one session and its hands, in the order in which they end."""
    sitting, chance = shift.sitting, shift.chance
    sitting.open()
    players = _seated(chance)
    rake = 0
    for number in range(1, shift.rounds + 1):
        if chance.happens(LEAVES):
            players = _seated(chance)
        for player in players:
            _make_ready(sitting, player, chance)
        if sitting.telling.has_news:
            yield sitting.telling.record()
        telling = shift.round(number, variant="no_limit_hold_em", dealing="manual_shoe")
        kinds = shift.evening.kinds or tuple(POKER)
        slip = Slip.of(POKER, kinds, shift.evening.mistakes, chance)
        awarding = Awarding(telling, shift.submission, slip)
        button = players[number % len(players)].spot
        PokerHand(telling, players, awarding, slip, chance).deal(button)
        rake += telling.state.pot.rake
        yield telling.record()
    if rake:
        sitting.telling.tell(SessionRakeTaken, by=sitting.dealer, amount=rake, into="drop_box")
    sitting.close(beside=rake)
    yield sitting.telling.record()


def _seated(chance: Chance) -> list[Player]:
    """Some players, too many for the button to be a blind."""
    spots = chance.shuffled(range(1, SEATS + 1))[: LEAST_PLAYERS + chance.below(SEATS - LEAST_PLAYERS + 1)]
    return [Player(spot, 0, 0.05 + chance.below(4) / 20) for spot in sorted(spots)]


def _make_ready(sitting: Sitting, player: Player, chance: Chance) -> None:
    """Somebody short buys in again."""
    if player.stack < SHORT:
        chips = Purse({})
        sitting.buy_in(chips, hundreds(chance.pick(BUY_INS)))
        player.stack += chips.value
