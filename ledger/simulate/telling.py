"""Events as they come about at a table: when, who says so, and the record that tells them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from ledger.events.base import Event, Header, Source
from ledger.events.records import FORMAT, RoundHeader, SessionHeader
from ledger.events.rounds import RoundCorrected
from ledger.rounds.state import Round, evolve, fold

AnEvent = TypeVar("AnEvent", bound=Event)
AHeader = TypeVar("AHeader", bound=Header)
BEAT_S: Final = 2


class Clock:
    """The floor's clock: it goes on when it is told to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def wait(self, seconds: int) -> datetime:
        """The time some seconds later."""
        self.at += timedelta(seconds=seconds)
        return self.at


class Telling(Generic[AHeader]):
    """The events of one stream in the order in which they happen; `told` are in records already."""

    def __init__(self, header: AHeader, clock: Clock, by: str) -> None:
        self.header = header
        self.events: list[Event] = []
        self.by = by
        self.clock = clock
        self.told = 0
        self._note: str | None = None

    def tell(
        self,
        event: type[AnEvent],
        *,
        source: Source = "dealer",
        by: str | None = None,
        after_s: int = BEAT_S,
        **fields: object,
    ) -> AnEvent:
        """Something happens, some seconds after what was before; `in_` stands for the word Python keeps."""
        said = {name.rstrip("_"): value for name, value in fields.items()}
        if said.get("note") is None:
            said["note"], self._note = self._note, None
        at = self.clock.wait(after_s)
        made = event.model_validate({"occurred_at": at, "source": source, "by": by or self.by, **said})
        self.take(made)
        return made

    def note_next(self, note: str) -> None:
        """What happens next gets this note."""
        self._note = note

    def take(self, event: Event) -> None:
        """Take an event in."""
        self.events.append(event)

    @property
    def version(self) -> int:
        """How many events there are."""
        return len(self.events)

    @property
    def has_news(self) -> bool:
        """Whether something happened that is in no record yet."""
        return self.told < len(self.events)

    def record(self) -> str:
        """A record of what is in none yet, on one line."""
        made = document(self.header, self.events[self.told :], after=self.told)
        self.told = len(self.events)
        return made


class RoundTelling(Telling[RoundHeader]):
    """A round, with the state that follows from its events."""

    def __init__(self, header: RoundHeader, clock: Clock, by: str) -> None:
        super().__init__(header, clock, by)
        self.state = Round(header)
        self._truth: dict[int, Event | None] = {}

    def pass_over(self) -> None:
        """What was told last is a mistake that nobody at the table acts upon."""
        self._truth[self.version] = None

    def in_truth(self, **fields: object) -> None:
        """What was told last lacks what those at the table see, or will: these fields."""
        self._truth[self.version] = self.events[-1].model_copy(update=fields)

    @property
    def believed(self) -> Round:
        """The round as its dealer settles it: all cards known, and as if what is passed over had not been."""
        if not self._truth:
            return self.state
        seen = [self._truth.get(version) or event for version, event in enumerate(self.events, 1)]
        undone = [
            RoundCorrected(
                source="dealer", by=self.by, corrects=version, reason="passed over", approved_by=self.by
            )
            for version, event in self._truth.items()
            if event is None
        ]
        found = fold(self.header, [*seen, *undone])
        found.meters = self.state.meters
        return found

    def take(self, event: Event) -> None:
        """Take an event in and fold it."""
        super().take(event)
        evolve(self.state, event)


SessionTelling = Telling[SessionHeader]


def document(header: Header, events: Sequence[Event], *, after: int = 0) -> str:
    """A record as one line of JSON; source and by are said where they change."""
    said = [_led(event.model_dump(mode="json", exclude_none=True)) for event in events]
    for name in ("source", "by"):
        last = None
        for one in said:
            if one[name] == last:
                del one[name]
            else:
                last = one[name]
    head = header.model_dump(mode="json", exclude_none=True)
    continued = {"after": after} if after else {}
    return json.dumps({"format": FORMAT, "stream": header.STREAM, **continued, **head, "events": said})


def _led(event: dict[str, object]) -> dict[str, object]:
    """An event with what all events have in front, but for the note."""
    first = {name: event.pop(name) for name in ("type", "occurred_at", "source", "by")}
    return {**first, **event}
