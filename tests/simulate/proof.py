"""What people did against what the ledger found: counted by kind of mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ledger.games.registry import GAMES
from ledger.rounds.judge import judge
from ledger.simulate.evening import DEALINGS, Evening
from ledger.simulate.mistakes import name_of
from ledger.simulate.offers import OFFERS
from ledger.simulate.pit import evening
from tests.simulate.evenings import read_one_by_one

HOUSE_BANKED = sorted(game for game in OFFERS if GAMES[game].banked == "house")


@dataclass
class Proof:
    """Mistakes made and found by name, and what was found of rounds in which nobody erred."""

    made: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    missed: list[tuple[str, str, set[str]]] = field(default_factory=list)
    rounds: int = 0
    clean: int = 0
    unfounded: list[tuple[str, set[str]]] = field(default_factory=list)

    def take(self, dealt: Evening) -> None:
        """Deal an evening, and judge each of its rounds by the limits posted."""
        offer = OFFERS[dealt.game]
        posted = {wager: (limits.minimum, limits.maximum) for wager, limits in offer.limits.items()}
        for state, submission in read_one_by_one(dealt):
            self.rounds += 1
            key = f"{state.key} ({state.header.dealing}, {submission.name})"
            codes = {finding.code for finding in judge(state, submission, posted).findings}
            names = [name_of(event.note) for event in state.log if event.note]
            assert len(names) <= 1, (key, names)
            if not names:
                self.clean += 1
                if codes:
                    self.unfounded.append((key, codes))
            for name in names:
                self.made[name] += 1
                if offer.mistakes[name].is_proved_by(codes):
                    self.found[name] += 1
                else:
                    self.missed.append((key, name, codes))

    def missed_of(self, kind: str) -> list[tuple[str, set[str]]]:
        """The rounds in which a mistake of a kind was not found, and what was found there."""
        return [(key, codes) for key, name, codes in self.missed if name == kind]

    def __str__(self) -> str:
        lines = [
            f"{name:24} {self.made[name]:5} made {self.found[name]:5} found" for name in sorted(self.made)
        ]
        return "\n".join([*lines, f"{self.clean} of {self.rounds} rounds without a mistake"])


def every_way(game: str, rounds: int, seed: int, mistakes: float) -> Iterator[Evening]:
    """A game by each of its submissions and each method of dealing, the rounds shared among them."""
    submissions = OFFERS[game].submissions
    ways = len(submissions) * len(DEALINGS)
    for submission in submissions:
        for dealing in DEALINGS:
            dealt = evening(game, tables=1, rounds=-(-rounds // ways), seed=seed, mistakes=mistakes)
            yield replace(dealt, submission=submission.name, dealing=dealing)
