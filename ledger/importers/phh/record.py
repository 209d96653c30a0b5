"""A hand as a record: its events, then what came back, the rake, the awards and the close.

Pots and awards come from the actions and the cards through the rules of the
game.  What the file says was collected decides only where cards stay unknown;
everywhere else it is compared, and a hand that contradicts itself is refused.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, TypeAlias, cast

from ledger.errors import LedgerError
from ledger.events.records import RoundHeader, read_record
from ledger.events.registry import InlineSubmission
from ledger.games.elections import inline
from ledger.games.poker import POKER
from ledger.games.poker.play import Play, follow
from ledger.games.poker.pots import is_even
from ledger.games.poker.showdown import is_over, stakes
from ledger.games.seam import PotResolution, Submission
from ledger.importers.phh.actions import Action, read_actions
from ledger.importers.phh.awards import FROM_THE_FILE, awards, smallest_chip
from ledger.importers.phh.hand import Fields, Hand, read_hand
from ledger.importers.phh.identity import begun, round_number, table_of
from ledger.importers.phh.money import money, said
from ledger.importers.phh.refusals import HandRefused
from ledger.importers.phh.result import Stated, cancelled, rake_taken, stated
from ledger.importers.phh.telling import Event, Telling, tell
from ledger.rounds.decide import begin, extend
from ledger.rounds.state import Round

Options: TypeAlias = dict[str, object]
Record: TypeAlias = dict[str, object]

SOURCE: Final[Event] = {"source": "import", "by": "phh"}
UNCALLED: Final = "uncalled"
VOID: Final = "void"


class Imported(NamedTuple):
    """A record, and what has to be said of how it ends: who decided awards, or why none were made."""

    record: Record
    awards_told: bool
    unfinished: str | None


def import_hand(fields: Fields, section: str | None = None) -> Imported:
    """The record of a hand from the fields of its TOML table.  Raises HandRefused."""
    hand = read_hand(fields)
    actions = read_actions(hand.actions, hand.players)
    cash = money(hand, actions)
    telling = tell(hand, cash, actions, _heading(hand))
    begun_at = begun(hand)
    telling.events[0].update(SOURCE, occurred_at=None if begun_at is None else begun_at.isoformat())
    header: Record = {
        "format": "pitledger/1",
        "stream": "round",
        "table": table_of(hand, cash.currency).name,
        "gaming_date": None if hand.held_on is None else hand.held_on.isoformat(),
        "number": round_number(hand, section),
        "game": POKER.name,
        "variant": hand.kind.variant,
        "currency": cash.currency,
    }
    if cash.unit is not None:
        header["unit"] = cash.unit
    try:
        return _finished(Ending(telling, header, actions))
    except LedgerError as error:
        raise HandRefused("not_a_record", f"{error.code} {error.pointer or ''}: {error.message}") from None


def _heading(hand: Hand) -> str:
    """What the file says of the hand beside the play, but for people's names."""
    said_too = ((name, hand.fields.get(name)) for name in ("event", "level", "table", "time"))
    zone = hand.fields.get("time_zone") or hand.fields.get("time_zone_abbreviation")
    parts = [f"{name} {value}" for name, value in said_too if value is not None]
    return "; ".join([f"PHH {hand.fields['variant']}", *parts, *([str(zone)] if zone else [])])


class Ending:
    """A hand whose actions have been told, on its way to a whole record."""

    def __init__(self, telling: Telling, header: Record, actions: tuple[Action, ...]) -> None:
        self.telling = telling
        self.header = header
        self.actions = actions
        self.options: Options = {}
        if _short_ante(telling) and not telling.hand.trims_antes:
            self.options["short_ante"] = "all"
        self.returned: dict[int, int] = {}

    def fold(self) -> Round:
        """The round as told so far, through the door."""
        record = read_record(json.dumps({**self.header, "events": self.telling.events}))
        return extend(begin(cast("RoundHeader", record.head)), record.facts)

    def pots(self, seen: Round) -> tuple[PotResolution, ...]:
        """What the rules give; with the smallest chip in play where one is split unevenly."""
        found = POKER.adjudicate(seen, self.submission).pots
        if all(len(line.winners) < 2 or is_even(_net(line), len(line.winners), 1) for line in found):
            return found
        units = self.telling.money.units
        chip = smallest_chip([units(amount) for amount in said(self.telling.hand, self.actions)])
        if chip > 1:
            self.options["smallest_chip"] = chip
        return POKER.adjudicate(seen, self.submission).pots

    @property
    def submission(self) -> Submission:
        """What the hand elects beside the game's defaults."""
        return inline(POKER, InlineSubmission.model_validate({"options": self.options}))

    def record(self) -> Record:
        """The whole record."""
        elected: Record = {"submission": {"options": self.options}} if self.options else {}
        return {**self.header, **elected, "events": self.telling.events}


def _short_ante(telling: Telling) -> bool:
    """Whether somebody could not pay the ante in full."""
    return any(telling.stacks.get(spot, ante) < ante for spot, ante in telling.antes.items())


def _net(line: PotResolution) -> int:
    return line.amount - line.rake - line.contributed


def _finished(ending: Ending) -> Imported:
    """What came back, the rake, the awards, the close."""
    telling = ending.telling
    seen = ending.fold()
    play = follow(seen)
    if play.betting_over:
        _hand_back_uncalled(ending, seen, play)
    told = stated(telling, ending.returned)
    if not is_over(play, seen):
        if cancelled(telling, told, ending.returned):
            return _cancelled(ending)
        if told.nothing:
            return Imported(ending.record(), awards_told=False, unfinished="the actions stop before the end")
        if not play.betting_over:
            raise HandRefused("cut_short", f"spot {play.betting.turn} had still to act")
    return _awarded(ending, told)


def _hand_back_uncalled(ending: Ending, seen: Round, play: Play) -> None:
    """What nobody called goes back where the betting ended, the last chips in first."""
    staked = stakes(play, ending.submission)
    if not staked.over:
        return
    ending.returned[staked.over_spot] = staked.over
    backs = _taken_back(seen, staked.over_spot, staked.over, UNCALLED)
    at = ending.telling.last_bet or len(ending.telling.events)
    ending.telling.events[at:at] = backs


def _taken_back(seen: Round, spot: int, amount: int, reason: str) -> list[Event]:
    """An amount handed back to a spot, wager by wager, the last placed first."""
    backs: list[Event] = []
    for wager in reversed(seen.wagers):
        part = min(wager.on_layout, amount) if wager.spot == spot else 0
        if part:
            amount -= part
            named: Event = {"type": "wager_returned", "spot": spot, "wager": wager.wager}
            backs.append({**named, "amount": part, "reason": reason})
    return backs


def _cancelled(ending: Ending) -> Imported:
    """Everybody has back what he put in: the hand was not played out."""
    telling, seen = ending.telling, ending.fold()
    for spot, amount in telling.put.items():
        rest = amount - ending.returned.get(spot, 0)
        telling.events.extend(_taken_back(seen, spot, rest, VOID))
    telling.tell("voided", reason="the file gives every player back what he put in")
    telling.tell("closed")
    return Imported(ending.record(), awards_told=False, unfinished=None)


def _awarded(ending: Ending, told: Stated) -> Imported:
    """The rake, the awards and the close; without the last two where nobody says who won."""
    telling = ending.telling
    pot = sum(telling.put.values()) - sum(ending.returned.values())
    if pot and told.collected and told.nothing:
        raise HandRefused("contradicts_itself", "nobody collects the pot")
    rake, implied = rake_taken(telling, told, pot)
    if rake > pot:
        raise HandRefused("contradicts_itself", f"a rake of {rake} from a pot of {pot}")
    if rake:
        if implied:
            telling.remark("not in the file: what the players put in and did not get back")
        telling.tell("rake_taken", amount=rake, kind="unspecified", into="rake")
    found = awards(ending.pots(ending.fold()), told)
    if found is None:
        return Imported(
            ending.record(), awards_told=False, unfinished="the cards of the winner are not known"
        )
    for award in found:
        if award.told:
            telling.remark(FROM_THE_FILE)
        telling.tell("pot_awarded", spot=award.spot, pot=award.pot, amount=award.amount)
    telling.tell("closed")
    return Imported(ending.record(), awards_told=any(award.told for award in found), unfinished=None)
