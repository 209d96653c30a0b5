"""Hands of the folder `hands` imported: the record, the round it makes, and what each player ends with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ledger.events.records import RoundRecord, read_record
from ledger.games.elections import default, inline
from ledger.games.poker import POKER
from ledger.importers.phh import Tally, records
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import Judgement, judge
from ledger.rounds.state import Round

HANDS = Path(__file__).parent / "hands"

Record = dict[str, object]


class Imported(NamedTuple):
    """One imported hand."""

    record: Record
    round: Round
    judgement: Judgement
    tally: Tally

    @property
    def events(self) -> list[dict[str, object]]:
        return [event for event in self.record["events"] if isinstance(event, dict)]  # type: ignore[attr-defined]  # a list of events

    def told(self, kind: str) -> list[dict[str, object]]:
        """The events of a type, in order."""
        return [event for event in self.events if event["type"] == kind]

    @property
    def findings(self) -> list[str]:
        return [finding.code for finding in self.judgement.findings]


def hand(name: str) -> bytes:
    return (HANDS / name).read_bytes()


def imported(document: bytes) -> Imported:
    """The only hand of a document, which must be importable."""
    tally = Tally()
    found = [record for record in records(document, tally=tally) if record["stream"] == "round"]
    assert tally.refused == []
    (record,) = found
    return Imported(record, *judged(record), tally)


def judged(record: Record) -> tuple[Round, Judgement]:
    """The round that a record makes, through the door, judged by the submission it names."""
    read = read_record(json.dumps(record))
    assert isinstance(read, RoundRecord)
    state = extend(begin(read), read.facts)
    assert not isinstance(read.submission, str)
    submission = default(POKER) if read.submission is None else inline(POKER, read.submission)
    return state, judge(state, submission)


def refused(document: bytes) -> str:
    """The code with which the only hand of a document is refused."""
    tally = Tally()
    assert [record for record in records(document, tally=tally) if record["stream"] == "round"] == []
    (noted,) = tally.refused
    return noted.what


def ends_with(state: Round, stacks: Mapping[int, int]) -> dict[int, int]:
    """What each spot ends with: its stack, less what it put in, with what came back and what it won."""
    pot = state.pot
    return {
        spot: stack - pot.put_in.get(spot, 0) + pot.returned.get(spot, 0) + pot.awarded.get(spot, 0)
        for spot, stack in stacks.items()
    }


def stacks_of(state: Round) -> Mapping[int, int]:
    assert state.opened is not None
    assert state.opened.stacks is not None
    return state.opened.stacks
