"""What a round is: the one fold of its events.

`evolve(round, event)` is used by the command side, the reconstruction, the
replayer, the reports and the tests.  It accepts everything that is a record,
judges nothing, and keeps as `remarks` what later becomes a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from ledger.events.base import Event, InForce
from ledger.events.records import RoundHeader
from ledger.events.rounds import (
    AdjustmentPosted,
    BettingClosed,
    DecisionMade,
    FundContributed,
    IrregularityNoted,
    OutcomeDeclared,
    PotAwarded,
    ProgressivePaid,
    RakeTaken,
    RoundClosed,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    RulingMade,
    WagerCarried,
    WagerCollected,
    WagerIncreased,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.games.registry import GAMES
from ledger.games.seam import BEFORE_THE_DEAL, LATER_WAGERS, Game
from ledger.rounds import dealing
from ledger.rounds.parts import CHIPS, MATCH_PLAY, Card, Place, Pot, Racked, Remark, Wager, WagerKey

Settlement: TypeAlias = WagerWithdrawn | WagerCollected | WagerPaid | WagerReturned


class NamesWager(Protocol):
    """An event, or a part of one, that says which wager is meant."""

    @property
    def spot(self) -> int: ...
    @property
    def wager(self) -> str | None: ...
    @property
    def on(self) -> str | None: ...
    @property
    def patron(self) -> str | None: ...
    @property
    def tender(self) -> str | None: ...


# After these a round takes no more of anything else without a finding.
AFTER_CLOSE = frozenset(
    {"corrected", "ruling_made", "adjustment_posted", "progressive_won", "progressive_paid", "hand_revealed"}
)


class Round:
    """A round as far as it was recorded.

    `log` holds the events as recorded, `events` those in effect: where one was
    corrected the event as it should have been, None where it should not be.
    Version v stands at index v - 1 in both.  `tray` is the key of the session
    whose tray the round touches, None in no session or in chips.
    """

    __slots__ = (
        "burned", "by_name", "cards", "closed_at", "corrections", "decisions", "events",
        "folded_at", "hands", "header", "in_force", "irregularities", "key", "keyed", "limits",
        "log", "opened", "pot", "rack", "remarks", "rules", "rulings", "shut", "stub_at",
        "stub_count", "tray", "voided_at", "wagers",
    )  # fmt: skip

    def __init__(self, header: RoundHeader, in_force: InForce | None = None) -> None:
        self.header = header
        self.in_force = in_force
        self.rules: Game = GAMES[header.game or ""]
        self.key = header.key
        self.tray = None if header.currency == "chip" else header.session_key
        self.log: list[Event] = []
        self.corrections: dict[int, Event | None] = {}
        self._clear()

    def _clear(self) -> None:
        self.events: list[Event | None] = []
        self.opened: RoundOpened | None = None
        self.wagers: list[Wager] = []
        self.keyed: dict[WagerKey, Wager] = {}
        self.by_name: dict[tuple[int, str], list[Wager]] = {}
        self.cards: dict[int, Card] = {}
        self.hands: dict[Place, list[Card]] = {}
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

    @property
    def meters(self) -> Mapping[str, int]:
        """The meter of each fund as the round opened, where the header says it."""
        return {name: fund.meter for name, fund in (self.header.funds or {}).items()}

    @property
    def pooled(self) -> bool:
        """Whether wagers go to a pot."""
        return self.rules.banked == "players"

    def faces(self, place: Place) -> tuple[str | None, ...]:
        """The faces at a place in the order dealt, as adjudication uses them."""
        return tuple(card.face for card in self.hands.get(place, ()))

    def decided(self, spot: int, decision: str) -> int | None:
        """The first version at which a spot made a decision, or None."""
        return next((at for at, who, what in self.decisions if who == spot and what == decision), None)

    def matching(self, event: NamesWager) -> list[Wager]:
        """The wagers that an event naming one can mean (CONTRACT §3)."""
        found = self.by_name.get((event.spot, event.wager or ""), [])
        return [
            wager
            for wager in found
            if (event.on is None or event.on == wager.on)
            and (event.patron is None or event.patron == wager.patron)
            and (event.tender is None or event.tender == wager.tender)
        ]

    def is_shut(self, wager: str) -> bool:
        """Whether betting on a wager has been closed; `*` closes all that may be placed before the deal."""
        return wager in self.shut or (BEFORE_THE_DEAL in self.shut and wager not in LATER_WAGERS)

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
    if isinstance(event, RoundCorrected):
        _correct(state, event)
    else:
        _apply(state, event)


def effective(state: Round, corrects: int) -> int:
    """The version of the fact that a correction is about, through corrections of corrections."""
    while isinstance(target := state.log[corrects - 1], RoundCorrected):
        corrects = target.corrects
    return corrects


def _correct(state: Round, event: RoundCorrected) -> None:
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
    state._clear()
    for number, logged in enumerate(state.log, 1):
        now = state.corrections.get(number, logged)
        if now is None or isinstance(logged, RoundCorrected):
            state.events.append(None if now is None else logged)
        else:
            _apply(state, now)


def _apply(state: Round, event: Event) -> None:
    state.events.append(event)
    version = len(state.events)
    if state.closed_at is not None and event.type not in AFTER_CLOSE:
        state.remarks.append(Remark("event_after_close", version, {"type": event.type}))
    step = STEPS.get(event.type)
    if step is not None:
        step(state, event, version)


# --- wagers -------------------------------------------------------------------


def _opened(state: Round, event: RoundOpened, version: int) -> None:
    state.opened = event
    for name, limits in (event.limits or {}).items():
        state.limits[name] = (limits.minimum, limits.maximum)


def _added(state: Round, event: WagerPlaced | WagerIncreased | WagerCarried, version: int) -> Wager:
    """The wager that an event adds to, made if there is none."""
    found = state.matching(event) if event.type == "wager_increased" else []
    if len(found) == 1:
        return found[0]
    key = (event.spot, event.wager, event.on, event.patron, event.tender or CHIPS)
    wager = state.keyed.get(key)
    if wager is None:
        wager = state.keyed[key] = Wager(key, version)
        state.wagers.append(wager)
        state.by_name.setdefault(key[:2], []).append(wager)
    return wager


def _placed(state: Round, event: WagerPlaced | WagerIncreased, version: int) -> None:
    wager = _added(state, event, version)
    if state.is_shut(event.wager):
        wager.late += event.amount
        wager.placed_late_at = wager.placed_late_at or version
    else:
        wager.stake += event.amount
    if state.may_lie(event.wager):
        wager.on_layout += event.amount
    if state.pooled:
        state.pot.put_in[event.spot] = state.pot.put_in.get(event.spot, 0) + event.amount


def _withdrawn(state: Round, event: WagerWithdrawn, version: int) -> None:
    wager = _settling(state, event, version)
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + event.amount
    if wager is None:
        return
    taken = min(event.amount, wager.on_layout)
    wager.on_layout -= taken
    wager.withdrawn += taken
    from_late = min(taken, wager.late)
    wager.late -= from_late
    wager.stake -= min(taken - from_late, wager.stake)


def _carried(state: Round, event: WagerCarried, version: int) -> None:
    wager = _added(state, event, version)
    wager.stake += event.amount
    if state.may_lie(event.wager):
        wager.carried += event.amount
        wager.on_layout += event.amount


def _closed_betting(state: Round, event: BettingClosed, version: int) -> None:
    state.shut.update(state.rules.closes(state) if event.wagers is None else event.wagers)


def _settling(state: Round, event: Settlement, version: int) -> Wager | None:
    """The wager a settlement is about; a remark where there is none, or too much is moved."""
    wager = state.one(event)
    if wager is None:
        if event.wager not in state.rules.unstaked:
            state.remarks.append(Remark("wager_unknown", version, {"spot": event.spot, "wager": event.wager}))
        return None
    there = wager.on_layout + (wager.dropped if event.type == "wager_collected" else 0)
    moved_off_layout = event.type in {"wager_collected", "wager_returned", "wager_withdrawn"}
    if moved_off_layout and event.amount > there:
        beyond = {"spot": event.spot, "wager": event.wager, "beyond": event.amount - there}
        state.remarks.append(Remark("amount_beyond_stake", version, beyond))
    return wager


def unplaced(state: Round, event: Settlement | AdjustmentPosted | ProgressivePaid, version: int) -> Wager:
    """A wager that was paid or collected without being placed: it has no stake."""
    key = (event.spot, event.wager, event.on, event.patron, event.tender or CHIPS)
    wager = state.keyed[key] = Wager(key, version)
    state.wagers.append(wager)
    state.by_name.setdefault(key[:2], []).append(wager)
    return wager


def _collected(state: Round, event: WagerCollected, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    # A coupon that went into the box with its payment is not collected a second time.
    amount = event.amount - min(event.amount, wager.dropped)
    wager.dropped -= event.amount - amount
    wager.on_layout -= min(amount, wager.on_layout)
    wager.collected += amount
    wager.settled_at = version
    if into_box(event.into, wager.tender):
        wager.into_box += amount
    if state.pooled:
        state.pot.collected += amount


def into_box(into: str | None, tender: str) -> bool:
    """Whether what is collected goes to the drop box: cash and coupons do unless said otherwise."""
    return (into or ("drop_box" if tender in {"cash", "match_play"} else "table_inventory")) == "drop_box"


def _paid(state: Round, event: WagerPaid, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    wager.paid += event.amount
    wager.paid_at = wager.paid_at or version
    wager.settled_at = version
    if event.stake == "stays":
        return
    if wager.tender == MATCH_PLAY:  # a coupon that won is dropped, not handed back
        wager.collected += wager.on_layout
        wager.into_box += wager.on_layout
        wager.dropped += wager.on_layout
    else:
        wager.returned += wager.on_layout
    wager.on_layout = 0


def _progressive_paid(state: Round, event: ProgressivePaid, version: int) -> None:
    """What the table inventory pays is paid on the wager; what the cage pays is not the table's."""
    if event.at == "table_inventory":
        wager = state.one(event) or unplaced(state, event, version)
        wager.paid += event.amount
        wager.paid_at = wager.paid_at or version


def _returned(state: Round, event: WagerReturned, version: int) -> None:
    wager = _settling(state, event, version) or unplaced(state, event, version)
    wager.on_layout -= min(event.amount, wager.on_layout)
    wager.returned += event.amount
    wager.settled_at = version
    if state.pooled:
        state.pot.returned[event.spot] = state.pot.returned.get(event.spot, 0) + event.amount


def _declared(state: Round, event: OutcomeDeclared, version: int) -> None:
    named = (
        [event.wager] if event.wager else [wager.wager for wager in state.wagers if wager.spot == event.spot]
    )
    for name in named:
        for wager in state.by_name.get((event.spot, name), []):
            wager.declared = event.outcome
            wager.declared_rank = event.rank


def _adjusted(state: Round, event: AdjustmentPosted, version: int) -> None:
    wager = state.one(event)
    if wager is None:
        wager = unplaced(state, event, version)
    wager.adjusted += event.amount if event.direction == "to_patron" else -event.amount


def _closed(state: Round, event: RoundClosed, version: int) -> None:
    if state.closed_at is not None:
        return
    state.closed_at = version
    for wager in state.wagers:
        wager.left = wager.on_layout
        if not state.is_live(wager):
            wager.on_layout = 0


def _voided(state: Round, event: RoundVoided, version: int) -> None:
    state.voided_at = state.voided_at or version


# --- pots ---------------------------------------------------------------------


def _awarded(state: Round, event: PotAwarded, version: int) -> None:
    state.pot.awarded[event.spot] = state.pot.awarded.get(event.spot, 0) + event.amount


def _raked(state: Round, event: RakeTaken, version: int) -> None:
    state.pot.rake += event.amount


def _contributed(state: Round, event: FundContributed, version: int) -> None:
    state.pot.contributed += event.amount
    state.pot.funds[event.fund] = state.pot.funds.get(event.fund, 0) + event.amount


# --- decisions and other news ---------------------------------------------------


def _decided(state: Round, event: DecisionMade, version: int) -> None:
    state.decisions.append((version, event.spot, event.decision))
    if event.decision == "fold":
        state.folded_at.setdefault(event.spot, version)


def _irregular(state: Round, event: IrregularityNoted, version: int) -> None:
    state.irregularities.append((version, event.kind))


def _ruled(state: Round, event: RulingMade, version: int) -> None:
    state.rulings.append(version)


STEPS: Mapping[str, Callable[[Round, Any, int], None]] = {
    "opened": _opened,
    "wager_placed": _placed,
    "wager_increased": _placed,
    "wager_withdrawn": _withdrawn,
    "wager_carried": _carried,
    "betting_closed": _closed_betting,
    "wager_collected": _collected,
    "wager_paid": _paid,
    "wager_returned": _returned,
    "progressive_paid": _progressive_paid,
    "outcome_declared": _declared,
    "adjustment_posted": _adjusted,
    "decision_made": _decided,
    "irregularity_noted": _irregular,
    "ruling_made": _ruled,
    "pot_awarded": _awarded,
    "rake_taken": _raked,
    "fund_contributed": _contributed,
    "voided": _voided,
    "closed": _closed,
    **dealing.STEPS,
}
