"""An evening's records, read through the door, folded and booked: what the tests look at."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ledger.book import rounds as round_book
from ledger.book import sessions as session_book
from ledger.book.postings import Posting
from ledger.events.base import Event
from ledger.events.records import RoundHeader, SessionHeader, SubmissionRecord, read_record
from ledger.games import elections
from ledger.games.seam import Submission
from ledger.rounds.decide import begin, extend
from ledger.rounds.judge import Judgement, judge
from ledger.rounds.state import Round
from ledger.sessions.state import Session
from ledger.sessions.state import evolve as evolve_session
from ledger.simulate.evening import Evening
from ledger.simulate.mistakes import name_of
from ledger.simulate.pit import evening, simulate


@dataclass
class Booked:
    """A stream with its postings, those of each event apart."""

    events: list[Event] = field(default_factory=list)
    postings: list[list[Posting]] = field(default_factory=list)

    @property
    def legs(self) -> list[Posting]:
        return [leg for legs in self.postings for leg in legs]


@dataclass
class Played(Booked):
    """A round with its judgement."""

    state: Round = None  # type: ignore[assignment]  # set as it is read
    judgement: Judgement = None  # type: ignore[assignment]  # set as it is read


@dataclass
class Sat(Booked):
    """A session."""

    state: Session = None  # type: ignore[assignment]  # set as it is read


@dataclass
class Pit:
    """All that was dealt."""

    documents: list[str]
    rounds: list[Played] = field(default_factory=list)
    sessions: dict[str, Sat] = field(default_factory=dict)
    submission: Submission = None  # type: ignore[assignment]  # set as it is read

    @property
    def notes(self) -> list[str]:
        """The names of the mistakes made, in the order of the records."""
        events = [event for one in (*self.rounds, *self.sessions.values()) for event in one.events]
        return [name_of(event.note) for event in events if event.note is not None]

    def legs(self) -> list[Posting]:
        return [leg for one in (*self.rounds, *self.sessions.values()) for leg in one.legs]


def dealt(game: str, *, rounds: int, seed: int, mistakes: float = 0.0, kinds: tuple[str, ...] = ()) -> Pit:
    """An evening at one table, dealt and read back."""
    made = evening(game, tables=1, rounds=rounds, seed=seed, mistakes=mistakes)
    return read(simulate(replace(made, kinds=kinds)))


def read_one_by_one(dealt: Evening) -> Iterator[tuple[Round, Submission]]:
    """The rounds of an evening, each with its submission; nothing of them is kept, or booked."""
    pit = Pit([])
    for document in simulate(dealt):
        if '"stream": "round"' in document:
            record = read_record(document)
            assert isinstance(record.head, RoundHeader)
            yield extend(begin(record.head), record.facts), pit.submission
        elif '"stream": "submission"' in document:
            _read_into(pit, [document])


def read(documents: Iterable[str]) -> Pit:
    pit = Pit(list(documents))
    _read_into(pit, pit.documents)
    return pit


def _read_into(pit: Pit, documents: Iterable[str]) -> None:
    for document in documents:
        record = read_record(document)
        head = record.head
        if isinstance(record, SubmissionRecord):
            (given,) = record.events
            pit.submission = elections.submitted(record.name, 1, _game(document), given)  # type: ignore[arg-type]  # a submission is submitted
        elif isinstance(head, RoundHeader):
            pit.rounds.append(_played(head, record.facts, pit.submission))
        elif isinstance(head, SessionHeader):
            sat = pit.sessions.setdefault(head.key, Sat(state=Session(head)))
            assert len(sat.events) == record.after
            for event in record.facts:
                sat.postings.append(session_book.post(sat.state, event))
                evolve_session(sat.state, event)
                sat.events.append(event)


def _game(document: str) -> Any:
    from ledger.games.registry import GAMES

    return GAMES[json.loads(document)["events"][0]["game"]]


def _played(head: RoundHeader, events: Iterable[Event], submission: Submission) -> Played:
    """A round told event by event, each booked on the round as it stood before."""
    played = Played(state=begin(head))
    for event in events:
        played.postings.append(round_book.post(played.state, event))
        extend(played.state, [event])
        played.events.append(event)
    played.judgement = judge(played.state, submission)
    return played
