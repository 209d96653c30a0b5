"""What a round is: the one fold of its events.

`evolve(round, event)` is used by the command side, the reconstruction, the
replayer, the reports and the tests.  It accepts everything that is a record,
judges nothing, and keeps as `remarks` what later becomes a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from ledger.amounts import CHIP, DEFAULT_CURRENCY
from ledger.events.base import Event, InForce
from ledger.events.records import RoundHeader
from ledger.events.rounds import (
    DecisionMade,
    IrregularityNoted,
    RoundClosed,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    RulingMade,
)
from ledger.games.registry import GAMES
from ledger.games.seam import ALL_BEFORE_THE_DEAL, LATER_WAGERS, Game
from ledger.games.view import AtSpot, WagerKey
from ledger.rounds import dealing, wagering
from ledger.rounds.parts import Card, NamesWager, Place, Pot, Racked, Remark, Wager

NOBODYS: Final[Sequence[Wager]] = ()
UNASKED: Final = (None, NOBODYS)  # no event has been asked about
# After these a round takes no more of anything else without a finding.
AFTER_CLOSE: Final = frozenset(
    {"corrected", "ruling_made", "adjustment_posted", "progressive_won", "progressive_paid", "hand_revealed"}
)


class Round:
    """A round as far as it was recorded.

    `log` holds the events as recorded, `events` those in effect: where one was
    corrected the event as it should have been, None where it should not be.
    Version v stands at index v - 1 in both.  `tray` is the key of the session
    whose tray the round touches, None in no session or in chips.  `meters` is
    the meter of each fund in cents as the round opened: what the header says;
    where it says nothing, whoever knows the ledger's funds sets it.  `pooled` is
    whether wagers go to a pot, `stakes` where they lie: in the pot of the round, or
    on the layout of the table.  `sides` are the wagers resolved beside the hand.
    `asked` is the event whose wagers were looked for last, and those found: the
    checks, the book and the fold ask the same of each.

    What adjudication asks of every round is kept as the events come: `read`, the
    faces at each place in the order dealt, `known`, all of them, `apart`, whether
    each is a whole card or unknown and none is there twice, and `acted_late`,
    whether anybody decided or placed a later wager after a card was turned up that
    may be the dealer's (`dealer_seen`).
    """

    __slots__ = (
        "acted_late", "apart", "asked", "at_spots", "burned", "by_name", "cards", "closed_at",
        "corrections", "currency", "dealer_seen", "decisions", "events", "folded_at", "handled", "hands",
        "header", "in_force", "irregularities", "key", "known", "limits", "log", "meters", "opened",
        "pooled", "pot", "rack", "read", "remarks", "rules", "rulings", "shut", "sides", "stakes",
        "stub_at", "stub_count", "table", "tray", "turned_up", "voided_at", "wagers",
    )  # fmt: skip

    def __init__(self, header: RoundHeader, in_force: InForce | None = None) -> None:
        self.header = header
        self.in_force = in_force
        self.rules: Game = GAMES[header.game or ""]
        self.sides = self.rules.sides
        self.pooled = self.rules.banked == "players"
        self.key = header.key
        self.table = header.table
        self.stakes: tuple[Literal["pot", "layout"], str] = (
            ("pot", self.key) if self.pooled else ("layout", self.table)
        )
        self.currency = header.currency or (in_force and in_force.currency) or DEFAULT_CURRENCY
        self.tray = None if self.currency == CHIP else header.session_key
        self.meters: Mapping[str, int] = (
            {name: fund.meter for name, fund in header.funds.items()} if header.funds else {}
        )
        self.log: list[Event] = []
        self.corrections: dict[int, Event | None] = {}
        self.clear()

    def clear(self) -> None:
        """Forget what was folded; the log and its corrections stay."""
        self.events: list[Event | None] = []
        self.opened: RoundOpened | None = None
        self.wagers: list[Wager] = []
        self.by_name: dict[tuple[int, str], list[Wager]] = {}
        self.at_spots: dict[int, AtSpot] = {}
        self.asked: tuple[NamesWager | None, Sequence[Wager]] = UNASKED
        self.cards: dict[int, Card] = {}
        self.hands: dict[Place, list[Card]] = {}
        self.read: dict[Place, list[str | None]] = {}
        self.handled: dict[int, Card] = {}
        self.turned_up: list[int] = []
        self.known: set[str | None] = set()
        self.apart = True
        self.dealer_seen = False
        self.acted_late = False
        self.burned: list[Card] = []
        self.rack: list[Racked] = []
        self.decisions: list[tuple[int, int, str]] = []
        self.folded_at: dict[int, int] = {}
        self.irregularities: list[tuple[int, str]] = []
        self.rulings: list[int] = []
        self.shut: set[str] = set()
        self.limits: dict[str, tuple[int | None, int | None]] = {}
        self.pot = Pot()
        self.remarks: list[Remark] = []
        self.stub_at: int | None = None
        self.stub_count: int | None = None
        self.closed_at: int | None = None
        self.voided_at: int | None = None

    @property
    def version(self) -> int:
        """How many events are recorded."""
        return len(self.log)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.name

    @property
    def spots(self) -> Sequence[int]:
        """The spots in play, ascending: those opened and those with a wager or a hand."""
        found = set((self.opened and self.opened.spots) or ())
        found.update(wager.spot for wager in self.wagers)
        found.update(place for place in self.hands if isinstance(place, int))
        return sorted(found)

    def laid(self, key: WagerKey, version: int) -> Wager:
        """The wager of a key; one that was not there before is put where it belongs."""
        spot, name, _, _, _ = key
        named = self.by_name.get((spot, name))
        if named is None:
            named = self.by_name[spot, name] = []
        for wager in named:
            if wager.key == key:
                return wager
        wager = Wager(key, version)
        self.asked = UNASKED
        if self.dealer_seen and name in LATER_WAGERS:
            self.acted_late = True
        self.wagers.append(wager)
        named.append(wager)
        at = self.at_spots.get(spot)
        if at is None:
            at = self.at_spots[spot] = AtSpot()
        (at.side if name in self.sides else at.main).append(wager)
        return wager

    def faces(self, place: Place) -> tuple[str | None, ...]:
        """The faces at a place in the order dealt, as adjudication uses them."""
        return tuple(self.read.get(place, ()))

    def decided(self, spot: int, decision: str) -> int | None:
        """The first version at which a spot made a decision, or None."""
        return next((at for at, who, what in self.decisions if who == spot and what == decision), None)

    def matching(self, event: NamesWager) -> Sequence[Wager]:
        """The wagers that an event naming one can mean (CONTRACT §3)."""
        if event is self.asked[0]:
            return self.asked[1]
        said = event.__dict__
        found = self.by_name.get((said["spot"], said["wager"]), NOBODYS)
        if found and not (said["on"] is said["patron"] is said["tender"] is None):
            found = _told_apart(found, said["on"], said["patron"], said["tender"])
        self.asked = (event, found)
        return found

    def is_shut(self, wager: str) -> bool:
        """Whether betting on a wager has been closed; `*` closes all that may be placed before the deal."""
        return wager in self.shut or (ALL_BEFORE_THE_DEAL in self.shut and wager not in LATER_WAGERS)

    def is_live(self, wager: Wager) -> bool:
        """Whether the game lets a wager live on past the close of the round."""
        return self.rules.lives_on is None or wager.wager in self.rules.lives_on

    def may_lie(self, wager: str) -> bool:
        """Whether what is placed now lies on the layout: after the close only what lives on does."""
        lives_on = self.rules.lives_on
        return self.closed_at is None or lives_on is None or wager in lives_on

    def one(self, event: NamesWager) -> Wager | None:
        """The one wager meant, or None; the first where a record is ambiguous."""
        found = self.matching(event)
        return found[0] if found else None


def _told_apart(
    wagers: Sequence[Wager], on: str | None, patron: str | None, tender: str | None
) -> Sequence[Wager]:
    """Of wagers of one name at a spot those that fit; None fits any."""
    return [
        wager
        for wager in wagers
        if (on is None or on == wager.on)
        and (patron is None or patron == wager.patron)
        and (tender is None or tender == wager.tender)
    ]


def fold(
    header: RoundHeader, events: Iterable[Event], in_force: InForce | None = None, until: int | None = None
) -> Round:
    """The round after its events, or after version `until` of them."""
    found = Round(header, in_force)
    for event in events:
        if until is not None and found.version >= until:
            break
        evolve(found, event)
    return found


def evolve(state: Round, event: Event) -> None:
    """Take one more event, whatever it is."""
    state.log.append(event)
    events = state.events
    events.append(event)
    if state.closed_at is not None and event.type not in AFTER_CLOSE:
        state.remarks.append(Remark("event_after_close", len(events), {"type": event.type}))
    step = STEPS.get(type(event))
    if step is not None:
        step(state, event, len(events))


def effective(state: Round, corrects: int) -> int:
    """The version of the fact that a correction is about, through corrections of corrections."""
    while isinstance(target := state.log[corrects - 1], RoundCorrected):
        corrects = target.corrects
    return corrects


def _correct(state: Round, event: RoundCorrected, _: int) -> None:
    """Fold again with the event as it should have been: corrections are rare, and this is always right."""
    version = effective(state, event.corrects)
    undone = isinstance(state.log[event.corrects - 1], RoundCorrected) and event.event is None
    if undone:
        state.corrections.pop(version, None)
    elif event.event is None:
        state.corrections[version] = None
    else:
        original = state.log[version - 1]
        state.corrections[version] = event.event.model_copy(
            update={"occurred_at": event.event.occurred_at or original.occurred_at}
        )
    log, state.log = state.log, []
    state.clear()
    for number, logged in enumerate(log, 1):
        now = state.corrections.get(number, logged)
        if now is None or isinstance(logged, RoundCorrected):
            state.events.append(None if now is None else logged)
        else:
            evolve(state, now)
    state.log = log


def _opened(state: Round, event: RoundOpened, version: int) -> None:
    state.opened = event
    for name, limits in (event.limits or {}).items():
        state.limits[name] = (limits.minimum, limits.maximum)


def _closed(state: Round, event: RoundClosed, version: int) -> None:
    if state.closed_at is not None:
        return
    state.closed_at = version
    lives_on = state.rules.lives_on
    for wager in state.wagers:
        wager.left = wager.on_layout
        if lives_on is not None and wager.wager not in lives_on:
            wager.on_layout = 0


def _voided(state: Round, event: RoundVoided, version: int) -> None:
    state.voided_at = state.voided_at or version


def _decided(state: Round, event: DecisionMade, version: int) -> None:
    spot, decision = event.spot, event.decision
    state.decisions.append((version, spot, decision))
    if state.dealer_seen:
        state.acted_late = True
    if decision == "fold":
        state.folded_at.setdefault(spot, version)


def _irregular(state: Round, event: IrregularityNoted, version: int) -> None:
    state.irregularities.append((version, event.kind))


def _ruled(state: Round, event: RulingMade, version: int) -> None:
    state.rulings.append(version)


STEPS: Final[dict[type[Event], Callable[[Round, Any, int], None]]] = {
    RoundOpened: _opened,
    DecisionMade: _decided,
    IrregularityNoted: _irregular,
    RulingMade: _ruled,
    RoundVoided: _voided,
    RoundClosed: _closed,
    RoundCorrected: _correct,
    **wagering.STEPS,
    **dealing.STEPS,
}
