"""How random gaming days are told: a pit with a clock of its own, and the books that are kept beside it."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine

from tests.days_machine import told
from tests.days_machine.checks import Checks
from tests.days_machine.house import Session, Stream
from tests.days_machine.pits import NewPit
from tests.scenario import Event, session_record

NEW_YORK = ZoneInfo("America/New_York")
CHANCES = st.randoms(use_true_random=False)


class Telling(RuleBasedStateMachine):
    """A property, what was told of it, and the time that it is; `day` is the gaming date that runs."""

    day: date
    now: datetime

    def __init__(self, new_pit: NewPit) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.pit = self.stack.enter_context(new_pit())
        self.sessions: list[Session] = []
        self.days: dict[date, Stream] = {}
        self.funds: dict[str, Stream] = {}
        self.serials: dict[str, int] = {}
        self.documents = 0
        self.boxes = 0
        self.steps = 0
        self.checks = Checks(self.pit, self.sessions)

    def _later(self, chance: Random) -> None:
        self.now += timedelta(minutes=chance.randint(1, 45))
        self.pit.now = self.now

    def _local(self, at: datetime) -> str:
        return at.astimezone(NEW_YORK).isoformat()

    def _tell(self, stream: Stream, record: dict[str, Any], *events: Event) -> None:
        """Record what comes after what is known of a stream, and note it."""
        known = len(stream.log)
        more = {"after": known} if known else {}
        for one in events:
            note(f"{list(stream.header.values())} {one}")
        self.pit.tell({**record, **stream.header, **more, "events": list(events)})
        for one in events:
            stream.take(one)

    def _at_table(self, session: Session, chance: Random, *events: Event) -> None:
        """What happened at a table a moment ago, or some time since its opener, known only now."""
        self._later(chance)
        began = datetime.fromisoformat(session.log[0]["occurred_at"])
        at = self.now - timedelta(seconds=30)
        if chance.random() < 0.2:
            at = began + timedelta(seconds=int((at - began).total_seconds() * chance.random()))
        said = [{"occurred_at": self._local(at), **one} for one in events]
        self._tell(session, session_record(), *said)

    def _any(self, chance: Random) -> Session:
        """A session, mostly one that is open."""
        still = [one for one in self.sessions if one.closer is None]
        return chance.choice(still if still and told.mostly(chance) else self.sessions)
