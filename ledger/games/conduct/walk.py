"""How far a round has come, event by event, and what a step still lacks.

`Walk` is where `conform` stands in the record.  It reports nothing by itself
but through `take` and `report`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ledger.events.records import RoundHeader
from ledger.events.rounds import CardHandled
from ledger.games.conduct.dues import NOBODY, Dues, Spots
from ledger.games.conduct.rows import ANTE, Condition, Conduct, Deal, Place, Places, Turn
from ledger.games.conduct.times import Times
from ledger.games.orders import clockwise
from ledger.games.seam import EMPTY, Adjudication, Finding
from ledger.games.view import RoundView


class Walk(Dues):
    """A round as far as it has been walked, and what is due by the rules.

    `pass_of` is the pass to which each spot belongs, `manners` how the cards of each
    deal should come.  `laid` are the spots where each wager lies; `fullest` is the
    number of cards that the hands have come to; `taken` the version at which each
    step was taken first; `up` the places whose cards have been turned up, `faced` the
    single cards that lie up at each; `begun` the version at which a single pass of
    settlement came to each spot, in that order, and `come_to` the one it is at.
    `void` are the spots whose ante was handed back as void, or is by the rules:
    nothing more is due to them; `back` are those handed back so far.  `racked` are
    the places whose hands are in the rack, and how many cards each had then.

    `awaiting` are the spots in play that get cards in the first deal, `staying` those
    whose hands are compared, `now` the stages that are open and over; None where
    wagers or cards have come or gone since that was asked.  `coming` are the places
    to which the cards of the deal `coming_by` are still due, the next one last, empty
    where a card went elsewhere; `as_due` is whether the card that is dealt comes so.
    """

    __slots__ = (
        "as_due", "awaiting", "back", "begun", "burned", "cards", "come_to", "coming", "coming_by", "conduct",
        "covered", "decided", "faced", "folded_at", "found", "fullest", "in_play", "laid", "last_dealt",
        "lies_at", "manners", "now", "pass_of", "placed_at", "playing", "racked", "reported", "rows_of",
        "said", "seen", "showdown_at", "shut", "stakes", "staying", "taken", "up", "up_cards", "void",
    )  # fmt: skip

    awaiting: Spots | None
    staying: Spots | None
    now: Times | None
    coming_by: Deal | None
    last_dealt: Place | None
    showdown_at: int | None
    come_to: int | None

    def __init__(self, conduct: Conduct, seen: RoundView, said: Adjudication) -> None:
        super().__init__(conduct, said)
        self.conduct, self.seen, self.said = conduct, seen, said
        self.rows_of, self.pass_of = conduct.rows_of, conduct.passes(said)
        self.manners = conduct.manners(cast("RoundHeader", seen.header).dealing)
        self.found: list[Finding] = []
        self.reported: set[tuple[str, Place]] = set()
        self.stakes: dict[tuple[int, str], int] = {}
        self.laid: dict[str, set[int]] = {wager: set() for wager in conduct.wagers}
        self.placed_at: dict[tuple[int, str], int] = {}
        self.in_play: set[int] = set()
        self.awaiting = self.staying = self.now = None
        self.shut: set[str] = set()
        self.cards: dict[Place, int] = {}
        self.fullest = self.up_cards = 0
        self.coming: list[Place] = []
        self.coming_by = self.last_dealt = None
        self.lies_at: dict[int, Place] = {}
        self.as_due = self.burned = self.covered = False
        self.decided: dict[str, dict[int, str]] = {stage: {} for stage in conduct.decisions}
        self.playing: set[int] = set()
        self.folded_at: dict[int, int] = {}
        self.taken: dict[str, int] = {}
        self.up: set[Place] = set()
        self.faced: dict[Place, set[int]] = {}
        self.begun: dict[int, int] = {}
        self.showdown_at = self.come_to = None
        self.racked: dict[Place, int] = {}
        self.void: set[int] = {*self.freed}
        self.back: set[int] = set()

    # --- cards and stages ---

    @property
    def board(self) -> int:
        """How many community cards lie on the table."""
        return self.cards.get("board", 0)

    def lie(self, deal: Deal) -> int:
        """How many cards a deal's hands or board have come to."""
        return self.cards.get("board", 0) if deal.to == "board" else self.fullest

    @property
    def times(self) -> Times:
        """The stages that are open and those that are over."""
        if self.now is None:
            shown_down = self.showdown_at is not None
            self.now = self.conduct.stages_at(
                self.fullest, self.board, begun=bool(self.cards), shown_down=shown_down
            )
        return self.now

    def passed_at(self, step: str) -> int | None:
        """When the table went on to something after a step; None where it did not."""
        place_of = self.conduct.place_of_step
        later = [
            version
            for other, version in self.taken.items()
            if place_of[other] > place_of[step] and other in self.conduct.landmarks
        ]
        return min(later, default=None)

    # --- spots ---

    @property
    def antes(self) -> list[int]:
        """The spots with an ante, from the dealer's left."""
        return clockwise(self.laid[ANTE])

    @property
    def standing(self) -> Spots:
        """The spots whose hands are turned up and compared: who plays on, and who needs no decision.

        What an irregularity voids is not compared, nor what was handed back as void.
        """
        alone = self.conduct.alone
        if not alone and not self.void:
            return self.playing
        if self.staying is None:
            antes = self.laid[ANTE]
            staying = self.playing.union(*[self.laid[wager] - antes for wager in alone])
            self.staying = staying - self.void
        return self.staying

    @property
    def dealt_to(self) -> Spots:
        """The spots with a wager for which they get cards."""
        alone = self.conduct.alone
        return self.laid[ANTE].union(*[self.laid[wager] for wager in alone]) if alone else self.laid[ANTE]

    def awaits(self, deal: Deal) -> Spots:
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
            self.awaiting, self.coming = None, []

    def asked(self, stage: str) -> Spots:
        """The spots that have to decide in a stage."""
        asks = self.conduct.stage_named[stage].asks
        if asks == "antes":
            return self.laid[ANTE]
        return self.playing if asks == "playing" else NOBODY

    def is_on_layout(self, spot: int, wager: str) -> bool:
        """Whether a wager was placed and not wholly taken back."""
        return spot in self.laid[wager]

    def stake(self, spot: int, wager: str, amount: int) -> int:
        """Add to a stake, or take from it; what is then there."""
        key, stakes, laid = (spot, wager), self.stakes, self.laid[wager]
        left = stakes[key] = stakes.get(key, 0) + amount
        if wager in self.conduct.dealt_for:
            self.awaiting = self.staying = None
            self.coming = []
        if left > 0:
            laid.add(spot)
        else:
            laid.discard(spot)
        return left

    def play_on(self, spot: int, *, on: bool) -> None:
        """A spot plays on, or no longer does."""
        if on:
            self.playing.add(spot)
        else:
            self.playing.discard(spot)
        self.staying, self.coming = None, []

    def free(self, spot: int) -> None:
        """A spot's hand goes back as void: it decides nothing more and is not compared."""
        self.back.add(spot)
        self.void.add(spot)
        self.staying = None

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
        rows, in_pass = self.rows_of[step]
        for asks, row in rows:
            if places := asks(self, place):
                if isinstance(row, Turn):
                    self._out_of_turn(row, places, place, version)
                else:
                    self._lacking(row, places, place, version)
        if step not in self.taken:
            self.taken[step] = version
        if in_pass and place != self.come_to and isinstance(place, int):
            self._begin(place, version)

    def _lacking(self, row: Condition, lacking: Places, place: Place, version: int) -> None:
        for who in lacking:
            if (row.code, who) in self.reported:
                continue
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
        self.come_to = spot
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
