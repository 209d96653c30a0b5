"""A round told event by event, each by a name: tests change one thing and ask what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ledger.cards import DECK
from ledger.events.registry import InlineSubmission
from ledger.games import elections
from ledger.games.resolution import Resolution
from ledger.games.seam import Finding, Game
from ledger.rounds.judge import Judgement, judge
from ledger.rounds.state import Round
from tests.scenario import Event, folded

Told: TypeAlias = dict[str, Event]
Funds: TypeAlias = Mapping[str, Mapping[str, int]]


def money(line: Resolution) -> tuple[int, str, int, int, int]:
    """A line's stake and outcome, and what is paid, collected and returned."""
    return (line.stake, line.outcome, line.paid, line.collected, line.returned)


def from_one_deck(told: Told, place: int | str) -> Told:
    """The round where no other spot holds a card of the hand at a place: it holds the next free card."""
    mine = {one["card"] for one in told.values() if one["type"] == "card_dealt" and one["to"] == place}
    held = {one["card"] for one in told.values() if one["type"] == "card_dealt"}
    free = [card for card in DECK if card not in held]
    fresh: dict[tuple[object, str], str] = {}
    for one in told.values():
        if one["type"] != "card_dealt":
            continue
        spot, card = one["to"], one["card"]
        if isinstance(spot, int) and spot != place and card in mine & {*DECK}:
            same = next((other for other in free if other[0] == card[0]), free[0])
            free.remove(same)
            fresh[spot, card] = same
    return {name: _exchanged(one, fresh) for name, one in told.items()} if fresh else told


def _exchanged(one: Event, fresh: Mapping[tuple[object, str], str]) -> Event:
    spot = one.get("to")
    if one["type"] == "card_dealt":
        return {**one, "card": fresh.get((spot, one["card"]), one["card"])}
    if one["type"] in {"hand_revealed", "hand_collected"} and one.get("cards"):
        return {**one, "cards": [fresh.get((spot, card), card) for card in one["cards"]]}
    return one


@dataclass(frozen=True)
class Evening:
    """A game, one round of it dealt without a mistake, and the pay tables by which tests judge.

    Every method that takes `told` starts from the clean round where it is not given.
    """

    game: Game
    clean: Told
    pay_tables: Mapping[str, Mapping[str, str]]

    # --- changing one thing -----------------------------------------------------------

    def without(self, *names: str, told: Told | None = None) -> Told:
        """The round without some of its events."""
        return {name: one for name, one in (told or self.clean).items() if name not in names}

    def until(self, last: str, told: Told | None = None) -> Told:
        """The round up to an event."""
        told = told or self.clean
        names = list(told)
        return {name: told[name] for name in names[: names.index(last) + 1]}

    def moved(self, *names: str, before: str, told: Told | None = None) -> Told:
        """The round with some events told before another one instead of where they stand."""
        told = told or self.clean
        left = list(self.without(*names, told=told))
        at = left.index(before)
        return {name: told[name] for name in (*left[:at], *names, *left[at:])}

    def changed(self, name: str, told: Told | None = None, **fields: Any) -> Told:
        """The round with an event told otherwise; a field of None is left out."""
        told = told or self.clean
        one = {key: value for key, value in {**told[name], **fields}.items() if value is not None}
        return {**told, name: one}

    def added(self, name: str, one: Event, *, before: str, told: Told | None = None) -> Told:
        """The round with one more event."""
        return self.moved(name, before=before, told={**(told or self.clean), name: one})

    # --- asking -----------------------------------------------------------------------

    def state_of(self, told: Told, **header: Any) -> Round:
        """The round after these events, through the door and the checks."""
        return folded(told.values(), game=self.game.name, **header)

    def judged(
        self, told: Told, *, dealing: str | None = None, funds: Funds | None = None, **elected: Any
    ) -> Judgement:
        """The round judged by the game's defaults but for the evening's pay tables and these elections.

        They are taken as accepted once: a table with gaps is judged by.
        """
        tables = elected.pop("pay_tables", self.pay_tables)
        given = InlineSubmission.model_validate({"pay_tables": tables, "options": elected})
        header = {"dealing": dealing, "funds": funds}
        state = self.state_of(told, **{name: said for name, said in header.items() if said is not None})
        return judge(state, elections.elect(self.game, "inline", 0, given))

    def lines(self, told: Told, **elected: Any) -> dict[tuple[int, str], Resolution]:
        """What becomes of each wager, late ones apart, by spot and name."""
        found = self.judged(told, **elected).adjudication.resolutions
        return {(line.spot, line.wager): line for line in found if not line.late}

    def outcomes(self, told: Told, **elected: Any) -> dict[tuple[int, str], str]:
        """The outcome of each wager by spot and name."""
        return {wager: line.outcome for wager, line in self.lines(told, **elected).items()}

    def missing(self, told: Told, spot: int, wager: str, **elected: Any) -> str | None:
        """What is missing to judge a wager that cannot be judged."""
        line = self.lines(told, **elected)[spot, wager]
        assert line.outcome == "undetermined"
        assert (line.paid, line.collected, line.returned) == (0, 0, 0)
        return line.missing

    def order(self, told: Told, **elected: Any) -> list[str]:
        """The dealer's steps."""
        return list(self.judged(told, **elected).adjudication.settlement_order)

    def found(self, told: Told, **elected: Any) -> list[tuple[str, str]]:
        """The code of each finding and the name of the event that it is at."""
        return [(one.code, list(told)[one.event - 1]) for one in self.judged(told, **elected).findings]

    def finding(self, told: Told, code: str, **elected: Any) -> Finding:
        """The one finding of a code."""
        (one,) = [one for one in self.judged(told, **elected).findings if one.code == code]
        return one

    def rule(self, told: Told, code: str, **elected: Any) -> tuple[str, str]:
        """The paragraph of the one finding of a code, and how well it is known."""
        one = self.finding(told, code, **elected)
        return (one.rule, one.evidence)
