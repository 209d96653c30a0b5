"""Bench rows of the rules: adjudication of each game alone, and with the fold and the book."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, cast

from phevaluator import evaluate_cards

from api.bench.material import GAME, Material
from api.bench.result import Peer, Row, row
from api.bench.timing import Watch, interleaved
from ledger.application.collecting import uncollected
from ledger.application.ledger import BATCH
from ledger.book.rounds import booked
from ledger.events.base import Event
from ledger.events.records import RoundHeader, read_record
from ledger.games.elections import default
from ledger.games.registry import GAMES
from ledger.games.seam import Game, Submission
from ledger.rounds.decide import begin, extend
from ledger.rounds.state import Round

ROUNDS: Final = 300
PASSES: Final = 10  # over all of them, so that a run is long enough to be timed
MARK: Final = "≥ 200,000"

# Each game dealt against the house, and whose cards stand beside a spot's own in a hand of five to seven.
BESIDE: Final[Mapping[str, str | None]] = MappingProxyType(
    {GAME: "board", "three_card_poker": "dealer", "caribbean_stud": None, "boston_5_stud": None}
)

Recorded = tuple[RoundHeader, Sequence[Event]]


def adjudication(material: Material, repeats: int) -> list[Row]:
    """Spots a second on one core, over simulated rounds, beside phevaluator alone on the same hands."""
    rows = [_alone(game, _recorded(Material.prepared(game=game)), repeats) for game in BESIDE]
    return [*rows, _with_fold_and_postings(_recorded(material), repeats)]


def _recorded(material: Material) -> list[Recorded]:
    supply = material.rounds()
    records = [read_record(next(supply)[0]) for _ in range(ROUNDS)]
    return [(cast("RoundHeader", record.head), record.facts) for record in records]


def _alone(game: str, recorded: Sequence[Recorded], repeats: int) -> Row:
    """Every line of every spot, each round right after its fold, as the ledger does; beside it phevaluator.

    The fold is not counted, nor is anything but the numbers of the same hands on the other side.
    """
    rules = GAMES[game]
    states = [extend(begin(header), events) for header, events in recorded]
    hands = [hand for state in states for hand in _hands(state, BESIDE[game])]
    spots, elected = sum(len(state.at_spots) for state in states), default(rules)
    watch = Watch()

    def ours() -> int:
        for _ in range(PASSES):
            for header, events in recorded:
                state = extend(begin(header), events)
                with watch:
                    rules.adjudicate(state, elected)
        return spots * PASSES

    def theirs() -> int:
        with watch:
            for _ in range(PASSES):
                for hand in hands:
                    evaluate_cards(*hand)
        return len(hands) * PASSES

    works: list[Callable[[], int]] = [ours, theirs]
    mine, numbers = interleaved(works, repeats, watch.counted)
    lines = sum(len(rules.adjudicate(state, elected).resolutions) for state in states)
    return row(
        f"adjudicate, {rules.title}, one core", "spots/s", mine,
        peer=Peer("phevaluator, hands alone", numbers), mark=MARK, note=f"{lines / spots:.1f} lines a spot",
    )  # fmt: skip


def _hands(state: Round, beside: str | None) -> list[tuple[str, ...]]:
    """The hands of a round as far as they are known, whole enough to be numbered."""
    other = () if beside is None else state.faces(beside)
    hands = [state.faces(spot) + other for spot in state.at_spots]
    return [cast("tuple[str, ...]", hand) for hand in hands if len(hand) >= 5 and None not in hand]


def _with_fold_and_postings(recorded: Sequence[Recorded], repeats: int) -> Row:
    """The same of hold 'em bonus from its events on: folded, booked, adjudicated.

    Garbage is collected as the ledger has it while it records, by the same wrapper:
    between what it would commit together, and not within.
    """
    together = [recorded[at : at + BATCH] for at in range(0, len(recorded), BATCH)]

    def ours() -> int:
        return sum(_judged(together))

    (mine,) = interleaved([ours], repeats, time.thread_time)
    events = sum(len(events) for _, events in recorded)
    note = f"{events / ours():.0f} events a spot"
    title = f"the same with fold and postings, {GAMES[GAME].title}"
    return row(title, "spots/s", mine, mark="≥ 40,000", note=note)


@uncollected
def _judged(together: Iterable[Sequence[Recorded]]) -> Iterator[int]:
    """Spots in the rounds of each commit, once each round is judged."""
    rules = GAMES[GAME]
    elected = default(rules)
    for rounds in together:
        yield sum([_spots_of(header, events, rules, elected) for header, events in rounds])


def _spots_of(header: RoundHeader, events: Sequence[Event], rules: Game, elected: Submission) -> int:
    """The spots of a round that is folded, booked and adjudicated."""
    state = begin(header)
    for event in events:
        booked(state, event)
    rules.adjudicate(state, elected)
    return len(state.at_spots)
