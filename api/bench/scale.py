"""A casino's month as the bench's data set: built once, kept, and asked for what must not grow with it.

Every table plays a gaming date after the other, the closer of one the opener of
the next; a table is a copy, under a name of its own, of one of a few simulated
ones, so that ten million events are made as fast as they are recorded.  A table
deals from one deck for many dates, so that what a deck touched is much.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier
from pydantic import SecretStr

from ledger.application.bulk import Bulk
from ledger.application.opening import open_ledger
from ledger.postgres.connect import database_url
from ledger.postgres.migrate import migrate
from ledger.settings import Settings
from ledger.simulate.evening import FIRST_DATE, OPENS_AT, Evening
from ledger.simulate.pit import simulate
from projections.runner import Projector

DATES: Final = 30
EVENTS_A_TABLE: Final = 50_000  # over all dates: 200 tables make ten million
GAMES: Final = ("texas_holdem_bonus", "three_card_poker", "caribbean_stud", "boston_5_stud")
SEEDS: Final = (1, 2)  # tables simulated for each game
PLACE: Final = "TABLE-NAME"
ROUNDS_A_DECK: Final = 500


@dataclass(frozen=True)
class Month:
    """A month of so many events, about: `tables` of them, thirty gaming dates each."""

    events: int

    @property
    def tables(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(f"T-{number:03}" for number in range(1, max(self.events // EVENTS_A_TABLE, 1) + 1))

    @property
    def dates(self) -> tuple[date, ...]:
        """Its gaming dates."""
        return tuple(FIRST_DATE + timedelta(days=day) for day in range(DATES))

    @cached_property
    def _simulated(self) -> tuple[Simulated, ...]:
        kinds = [(game, seed) for seed in SEEDS for game in GAMES][: len(self.tables)]
        return tuple(Simulated.of(game, seed) for game, seed in kinds)

    def prepared(self) -> Month:
        """Itself, the work of simulating done."""
        assert self._simulated
        return self

    def rounds(self, table: str) -> int:
        """How many rounds the table plays each gaming date."""
        return self._at(self.tables.index(table)).rounds

    def deck(self, table: str) -> str:
        """The deck that a table deals from first."""
        return f"{table}-1"

    def records(self) -> Iterator[str]:
        """What registers tables and submissions, then date by date what happened at each table."""
        for number, name in enumerate(self.tables):
            yield from (text.replace(PLACE, name) for text in self._at(number).registrations)
        for day in self.dates:
            for number, name in enumerate(self.tables):
                yield from (text.replace(PLACE, name) for text in self._at(number).days[str(day)])

    def _at(self, number: int) -> Simulated:
        return self._simulated[number % len(self._simulated)]


@dataclass(frozen=True)
class Simulated:
    """A table dealt for a month: what registers it and its decks, and the records of each gaming date."""

    registrations: tuple[str, ...]
    days: dict[str, list[str]]
    rounds: int

    @classmethod
    def of(cls, game: str, seed: int) -> Simulated:
        """The table of a game and a seed, with as many rounds a date as make up its share of events."""
        rounds = cls._rounds(game, seed)
        dealt = Evening(game, (PLACE,), rounds * DATES, seed, session_rounds=rounds)
        registrations: list[str] = []
        days: dict[str, list[str]] = {}
        for text in simulate(dealt):
            record = json.loads(text)
            if "gaming_date" not in record:
                registrations.append(text)
                continue
            of_day = days.setdefault(record["gaming_date"], [])
            if record["stream"] == "round":
                record["deck"] = f"{PLACE}-{1 + (len(days) - 1) * rounds // ROUNDS_A_DECK}"
            of_day.append(json.dumps(record))
        decks = 1 + (DATES - 1) * rounds // ROUNDS_A_DECK
        registrations += [_deck(f"{PLACE}-{number}") for number in range(1, decks + 1)]
        return cls(tuple(registrations), days, rounds)

    @staticmethod
    def _rounds(game: str, seed: int) -> int:
        tried = 10
        dealt = Evening(game, (PLACE,), tried * DATES, seed, session_rounds=tried)
        records = map(json.loads, simulate(dealt))
        events = sum(len(record["events"]) for record in records if "gaming_date" in record)
        return max(1, EVENTS_A_TABLE * tried // events)


def _deck(name: str) -> str:
    """A deck inspected and brought to its table an hour before the month."""
    at = (datetime.combine(FIRST_DATE, OPENS_AT) - timedelta(hours=1)).isoformat()
    inspected = {"type": "inspected", "source": "manual", "by": "CR-1", "batch": "B-1", "backs": "blue"}
    loaded = {"type": "loaded", "table": PLACE}
    events = [{**event, "occurred_at": at} for event in (inspected, loaded)]
    return json.dumps({"format": "pitledger/1", "stream": "deck", "name": name, "events": events})


def kept(settings: Settings, month: Month) -> Settings:
    """Settings of the database that holds the month, built where it is not there whole.

    A build that was stopped goes on where it stopped: what is recorded is
    recognised, and views move on from where they stand.
    """
    server = database_url(settings)
    name = f"pitledger_month_{month.events}"
    with psycopg.connect(server, autocommit=True) as administration:
        known = administration.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone()
        if known is None:
            administration.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        url = make_conninfo(server, dbname=name)
        migrate(url, settings.property)
        placed = settings.model_copy(update={"database_url": SecretStr(url)})
        done = administration.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s", [name]
        ).fetchone()
        if done is None or done[0] != "whole":
            _record(placed, month)
            administration.execute(SQL("COMMENT ON DATABASE {} IS 'whole'").format(Identifier(name)))
    Projector(placed).catch_up()
    return placed


def _record(settings: Settings, month: Month) -> None:
    with open_ledger(settings) as ledger:
        for receipt in Bulk(ledger, by="bench", judged=False).record(month.records()):
            assert receipt.problem is None, receipt
