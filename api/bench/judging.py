"""Bench rows of the rules: adjudication alone, and with the fold and the book."""

from __future__ import annotations

from collections.abc import Callable

from api.bench.material import Material
from api.bench.result import Row, row
from api.bench.timing import interleaved
from ledger.book import rounds as book
from ledger.events.records import RoundHeader, read_record
from ledger.games.elections import default
from ledger.rounds.decide import begin, extend
from ledger.rounds.state import Round, evolve


def adjudication(material: Material, repeats: int) -> list[Row]:
    """Spots a second on one core, over simulated rounds."""
    supply = material.rounds()
    records = [read_record(next(supply)[0]) for _ in range(300)]
    headers = [record.head for record in records]
    states = [extend(_begun(header), record.facts) for header, record in zip(headers, records, strict=True)]
    spots = sum(len(state.spots) for state in states)
    elected = default(states[0].rules)

    def alone() -> int:
        for state in states:
            state.rules.adjudicate(state, elected)
        return spots

    def with_fold_and_postings() -> int:
        for header, record in zip(headers, records, strict=True):
            state = _begun(header)
            for event in record.facts:
                book.post(state, event)
                evolve(state, event)
            state.rules.adjudicate(state, elected)
        return spots

    works: list[Callable[[], int]] = [alone, with_fold_and_postings]
    first, second = interleaved(works, repeats)
    return [
        row("adjudicate, hold 'em bonus, one core", "spots/s", first, mark="≥ 200,000"),
        row("the same with fold and postings", "spots/s", second, mark="≥ 40,000"),
    ]


def _begun(header: object) -> Round:
    assert isinstance(header, RoundHeader)
    return begin(header)
