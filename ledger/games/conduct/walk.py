"""How far a round has come, event by event, and what a step still lacks.

`Walk` is where `conform` stands in the record.  It reports nothing by itself
but through `take` and `report`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, cast

from ledger.events.records import RoundHeader
from ledger.events.rounds import CardHandled
from ledger.games.conduct.rows import ANTE, Condition, Conduct, Deal, Manner, Place, Places, Stage, Turn
from ledger.games.orders import clockwise, handed_back
from ledger.games.seam import EMPTY, Adjudication, Finding
from ledger.games.view import RoundView

# A wager that the dealer has to move: lost, won, forfeited, or on its own and not yet judged.
TO_SETTLE: Final = frozenset({"lose", "win", "waits"})


class Walk:
    """A round as far as it has been walked.

    `said` is what the rules give, `due` of it the wagers at each spot for which
    money is to be taken or paid, and how: lose, win, forfeit, or `waits` for a
    side wager not yet judged.  `laid` are the spots where each wager lies;
    `fullest` is the number of cards that the hands have come to; `taken` the
    version at which each step was taken first; `up` the places whose cards have
    been turned up, `faced` the single cards that lie up at each; `begun` the version
    at which a single pass of settlement came to each spot, in that order.  `void`
    are the spots whose ante was handed back as void: nothing more is due to them;
    `freed` those where by the rules it is, so that no hand is compared.  `awaiting`
    are the spots in play that get cards in the first deal, None where wagers have
    come or gone since that was asked.
    """

    __slots__ = (
        "awaiting", "begun", "burned", "cards", "conduct", "covered", "deal_of", "dealing", "decided",
        "deciding", "due", "faced", "folded_at", "found", "freed", "fullest", "in_play", "laid",
        "last_dealt", "lies_at", "placed_at", "playing", "racked", "reported", "rows_of", "said", "seen",
        "settled", "showdown_at", "shut", "stakes", "taken", "up", "up_cards", "void",
    )  # fmt: skip

    def __init__(self, conduct: Conduct, seen: RoundView, said: Adjudication) -> None:
        self.conduct, self.seen, self.said = conduct, seen, said
        self.rows_of, self.deal_of, self.deciding = conduct.rows_of, conduct.deal_of, conduct.deciding
        self.due, self.freed = _due(conduct, said), _freed(conduct, said)
        self.found: list[Finding] = []
        self.reported: set[tuple[str, Place]] = set()
        self.dealing = cast("RoundHeader", seen.header).dealing
        self.stakes: dict[tuple[int, str], int] = {}
        self.laid: dict[str, set[int]] = {wager: set() for wager in conduct.wagers}
        self.placed_at: dict[tuple[int, str], int] = {}
        self.in_play: set[int] = set()
        self.awaiting: Collection[int] | None = None
        self.shut: set[str] = set()
        self.cards: dict[Place, int] = {}
        self.fullest = 0
        self.up_cards = 0
        self.last_dealt: Place | None = None
        self.lies_at: dict[int, Place] = {}
        self.burned = False
        self.covered = False
        self.decided: dict[str, dict[int, str]] = {stage: {} for stage in conduct.decisions}
        self.playing: set[int] = set()
        self.folded_at: dict[int, int] = {}
        self.taken: dict[str, int] = {}
        self.showdown_at: int | None = None
        self.up: set[Place] = set()
        self.faced: dict[Place, set[int]] = {}
        self.begun: dict[int, int] = {}
        self.settled: set[tuple[int, str]] = set()
        self.racked: list[Place] = []
        self.void: set[int] = {*self.freed}

    # --- cards and stages ---

    @property
    def board(self) -> int:
        """How many community cards lie on the table."""
        return self.cards.get("board", 0)

    def lie(self, deal: Deal) -> int:
        """How many cards a deal's hands or board have come to."""
        return self.cards.get("board", 0) if deal.to == "board" else self.fullest

    def is_open(self, stage: Stage) -> bool:
        """Whether it is the time of a stage of wagers and decisions."""
        before = self.conduct.deal_before[stage.name]
        return (before is None or self.lie(before) >= before.opens_at) and not self.is_over(stage)

    def is_over(self, stage: Stage) -> bool:
        """Whether the cards have gone past a stage."""
        deal = self.conduct.next_deal[stage.name]
        if deal is None:
            return self.showdown_at is not None
        return self.lie(deal) > deal.before or (stage.after is None and bool(self.cards))

    def passed_at(self, step: str) -> int | None:
        """When the table went on to something after a step; None where it did not."""
        place_of = self.conduct.place_of_step
        later = [
            version
            for other, version in self.taken.items()
            if place_of[other] > place_of[step] and other in self.conduct.landmarks
        ]
        return min(later, default=None)

    def manner(self, deal: Deal) -> Manner:
        """How the cards of a deal should come by the round's dealing method; unsaid, only where all agree."""
        if self.dealing is None:
            return deal.shoe if deal.shoe == deal.machine else "either"
        return deal.machine if self.dealing == "automated_shoe" else deal.shoe

    # --- spots ---

    @property
    def antes(self) -> list[int]:
        """The spots with an ante, from the dealer's left."""
        return clockwise(self.laid[ANTE])

    @property
    def standing(self) -> Collection[int]:
        """The spots whose hands are turned up and compared: who plays on, and who needs no decision.

        What an irregularity voids is not compared.
        """
        alone = self.conduct.alone
        if not alone and not self.freed:
            return self.playing
        staying = self.playing.union(*[self.laid[wager] - self.laid[ANTE] for wager in alone])
        return staying - self.freed

    @property
    def dealt_to(self) -> Collection[int]:
        """The spots with a wager for which they get cards."""
        alone = self.conduct.alone
        return self.laid[ANTE].union(*[self.laid[wager] for wager in alone]) if alone else self.laid[ANTE]

    def awaits(self, deal: Deal) -> Collection[int]:
        """The spots that get cards in a deal: in a later one those who play."""
        if deal.before:
            return self.playing
        if self.awaiting is None:
            self.awaiting = self.in_play.intersection(self.dealt_to)
        return self.awaiting

    def enter(self, spot: int) -> None:
        """A spot is in play: it has a wager placed in time, or a card."""
        if spot not in self.in_play:
            self.in_play.add(spot)
            self.awaiting = None

    def asked(self, stage: str) -> Collection[int]:
        """The spots that have to decide in a stage."""
        asks = self.conduct.stage_named[stage].asks
        if asks == "antes":
            return self.laid[ANTE]
        return self.playing if asks == "playing" else ()

    def unsettled(
        self, spot: int, wagers: Collection[str] | None = None, how: Collection[str] = TO_SETTLE
    ) -> bool:
        """Whether money is due at a spot that has not been moved: of some wagers, or in some way."""
        for wager, due in self.due.get(spot, EMPTY).items():
            if due in how and (wagers is None or wager in wagers) and (spot, wager) not in self.settled:
                return True
        return False

    def is_on_layout(self, spot: int, wager: str) -> bool:
        """Whether a wager was placed and not wholly taken back."""
        return spot in self.laid[wager]

    def stake(self, spot: int, wager: str, amount: int) -> int:
        """Add to a stake, or take from it; what is then there."""
        left = self.stakes[spot, wager] = self.stakes.get((spot, wager), 0) + amount
        self.awaiting = None
        if left > 0:
            self.laid[wager].add(spot)
        else:
            self.laid[wager].discard(spot)
        return left

    def is_folded(self, spot: int) -> bool:
        """Whether a spot folded and does not play all the same."""
        return spot in self.folded_at and spot not in self.playing

    def place_of(self, event: CardHandled) -> Place | None:
        """Where the card that an event is about lies, as far as it says."""
        if event.of is not None:
            return self.lies_at.get(event.of)
        if event.from_ is not None or event.card is None:
            return event.from_
        holding = (
            place for place, hand in self.seen.hands.items() if event.card in [card.face for card in hand]
        )
        return next(holding, None)

    # --- reporting ---

    def report(
        self,
        code: str,
        version: int,
        detail: str,
        facts: Mapping[str, object] = EMPTY,
        step: str | None = None,
    ) -> None:
        """Add a finding, with the rule and evidence of its kind unless a nearer step is given."""
        cited = self.conduct.kind[code] if step is None else self.conduct.step[step]
        self.found.append(Finding(code, cited.rule, cited.evidence, version, detail, facts))

    def take(self, step: str, place: Place, version: int) -> None:
        """A step is taken at a place: report what should have been before it, and who was passed over."""
        conditions, turn, in_pass = self.rows_of[step]
        for row in conditions:
            for who in row.needs(self, place):
                self._lacking(row, who, place, version)
        if turn is not None and (passed := turn.passed(self, place)):
            self._out_of_turn(turn, passed, place, version)
        self.taken.setdefault(step, version)
        if in_pass and isinstance(place, int):
            self._begin(place, version)

    def _lacking(self, row: Condition, who: Place, place: Place, version: int) -> None:
        if (row.code, who) in self.reported:
            return
        self.reported.add((row.code, who))
        facts = at(place) if "{spot}" in row.detail else at(who)
        detail = row.detail.format(who=named(who), spot=place)
        self.found.append(Finding(row.code, row.rule, row.evidence, version, detail, facts))

    def _out_of_turn(self, turn: Turn, passed: Places, place: Place, version: int) -> None:
        # A single pass is gone through once; every other step has an order of its own.
        order = "pass" if turn.step in self.conduct.pass_steps else turn.step
        key = f"{turn.code} of {order}"
        if (key, place) in self.reported:
            return
        self.reported.add((key, place))
        detail = f"{named(place)} came before {', '.join(named(other) for other in passed)}"
        facts = {**at(place), "passed_over": [*passed]}
        self.report(turn.code, version, detail, facts, turn.step)

    def _begin(self, spot: int, version: int) -> None:
        """The pass comes to a spot, or comes back to one that it had left unsettled."""
        if spot not in self.begun:
            self.begun[spot] = version
            return
        came = list(self.begun)
        if spot != came[-1] and ("settlement_incomplete", spot) not in self.reported:
            self.reported.add(("settlement_incomplete", spot))
            other = came[came.index(spot) + 1]
            detail = f"spot {other} was begun before spot {spot} was settled"
            facts = {"spot": spot, "begun": other}
            self.report("settlement_incomplete", self.begun[other], detail, facts)


def named(place: Place) -> str:
    """A place in words."""
    return f"spot {place}" if isinstance(place, int) else f"the {place}"


def at(place: Place) -> Mapping[str, object]:
    """A place as facts of a finding: a spot, or nothing."""
    return {"spot": place} if isinstance(place, int) else EMPTY


def _freed(conduct: Conduct, said: Adjudication) -> frozenset[int]:
    """The spots whose wagers on the hand compared are void by the rules; all of them where there are none."""
    if "void" not in [line.verdict.outcome for line in said.resolutions]:
        return frozenset()
    sides = {wager for wager, kind in conduct.wagers.items() if kind.side}
    main = [line for line in said.resolutions if line.wager not in sides]
    played = {line.spot for line in main if line.stake}
    return handed_back([*main, *[line for line in said.resolutions if line.spot not in played]])


def _due(conduct: Conduct, said: Adjudication) -> dict[int, dict[str, str]]:
    """What the dealer has to take or pay at each spot, by wager."""
    due: dict[int, dict[str, str]] = {}
    for line in said.resolutions:
        spot, wager, _, _, _ = line.key
        outcome: str = line.verdict.outcome
        if outcome in {"open", "undetermined"}:
            kind = conduct.wagers.get(wager)
            if kind is None or not kind.side:
                continue
            outcome = "waits"
        elif outcome not in {"win", "lose", "forfeit"} or not (line.paid or line.collected):
            continue
        due.setdefault(spot, {}).setdefault(wager, outcome)
    return due
