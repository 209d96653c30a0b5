"""What a run of events says, for all views together: a batch.

In order of position what happened (`Moved`, `Counted`, `Offered`, `FundMoved`), and by
stream what is the case at the batch's end (`FoldedRound`, `FoldedSession`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, TypeAlias
from uuid import UUID

from ledger.book.postings import Posting
from ledger.events.base import Event, Recorded
from ledger.events.rounds import RoundCorrected
from ledger.rounds import state as rounds
from ledger.rounds.judge import Judgement
from ledger.rounds.masking import masked
from ledger.rounds.state import Round
from ledger.sessions import state as sessions
from ledger.sessions.state import Session
from projections.days.listening import DayNews
from projections.disputes.listening import DisputeNews
from projections.funds.keeping import FundMoved


class Moved(NamedTuple):
    """The postings of one event.

    `key` is that of its stream, `occurred_at` when it happened.  Of a correction there is
    one for each time at which it changes what happened; `before` is how many legs of the
    same event come before these.
    """

    position: int
    key: str
    version: int
    type: str
    currency: str
    occurred_at: datetime | None
    recorded_at: datetime
    legs: Sequence[Posting]
    before: int = 0


class Counted(NamedTuple):
    """An opener or closer as counted; `chips` None where a correction took the count back."""

    position: int
    session: str
    table: str
    kind: str
    chips: Mapping[int, int] | None
    occurred_at: datetime | None
    recorded_at: datetime


class Offered(NamedTuple):
    """A table offered a game; one without rules here is named by its title."""

    position: int
    table: str
    game: str
    occurred_at: datetime | None


class Placed(NamedTuple):
    """A table was registered, moved to a pit, or retired: `what` says which."""

    position: int
    table: str
    what: str
    pit: str | None
    occurred_at: datetime | None


class FoldedRound:
    """A round as far as it was read, and what can be said of it to whom."""

    __slots__ = ("_judge", "_seen", "currency", "first_position", "position", "state", "stream_id")

    def __init__(
        self, stream_id: UUID, state: Round, currency: str, judging: Callable[[Round], Judgement]
    ) -> None:
        self.stream_id = stream_id
        self.state = state
        self.currency = currency
        self.first_position = 0
        self.position = 0
        self._judge = judging
        self._seen: Seen | None = None

    @property
    def version(self) -> int:
        """How many events are folded."""
        return self.state.version

    def take(self, event: Event) -> None:
        """Fold one more event."""
        rounds.evolve(self.state, event)

    def took(self, first: int, last: int) -> None:
        """Say where the events just folded stand in the log."""
        self.first_position = self.first_position or first
        self.position = last
        self._seen = None

    @property
    def is_corrected(self) -> bool:
        """Whether anything of the round was put right by a correction."""
        return RoundCorrected in map(type, self.state.log)

    @property
    def opened_at(self) -> datetime | None:
        """When the round opened; None where an import does not know."""
        opened = self.state.events[0]
        return None if opened is None else opened.occurred_at

    @property
    def seen(self) -> Seen:
        """The round as everybody may see it, and judged from that."""
        if self._seen is None:
            state = masked(self.state)
            self._seen = Seen(state, self._judge(state))
        return self._seen

    def again(self, version: int) -> FoldedRound:
        """The round as it was after a version of it, 0 before the first, to be folded on from there."""
        state = rounds.fold(self.state.header, self.state.log, self.state.in_force, version)
        state.meters = self.state.meters
        return FoldedRound(self.stream_id, state, self.currency, self._judge)

    @property
    def whole(self) -> Seen:
        """The round as surveillance sees it."""
        return Seen(self.state, self._judge(self.state)) if self.hides else self.seen

    @property
    def hides(self) -> bool:
        """Whether a face is known that not everybody may see yet."""
        return self.seen.state is not self.state


class Seen(NamedTuple):
    """A round as somebody may see it, judged."""

    state: Round
    judgement: Judgement


class FoldedSession:
    """A session as far as it was read."""

    __slots__ = ("currency", "first_position", "position", "state", "stream_id")

    def __init__(self, stream_id: UUID, state: Session, currency: str) -> None:
        self.stream_id = stream_id
        self.state = state
        self.currency = currency
        self.first_position = 0
        self.position = 0

    @property
    def version(self) -> int:
        """How many events are folded."""
        return self.state.version

    def take(self, event: Event) -> None:
        """Fold one more event."""
        sessions.evolve(self.state, event)

    def took(self, first: int, last: int) -> None:
        """Say where the events just folded stand in the log."""
        self.first_position = self.first_position or first
        self.position = last


Folded: TypeAlias = FoldedRound | FoldedSession


@dataclass(slots=True)
class Batch:
    """What a run of events says: in order of position what happened, by stream what is the case at its end.

    The events are those after position `after` up to `position`, in that order;
    `streams` has the same by the number of their stream's uuid.
    """

    after: int
    position: int
    events: Sequence[Recorded]
    streams: Mapping[int, Sequence[Recorded]]
    moved: list[Moved] = field(default_factory=list)
    counted: list[Counted] = field(default_factory=list)
    offered: list[Offered] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    funded: list[FundMoved] = field(default_factory=list)
    of_days: DayNews = field(default_factory=DayNews)
    of_disputes: DisputeNews = field(default_factory=DisputeNews)
    rounds: list[FoldedRound] = field(default_factory=list)
    sessions: list[FoldedSession] = field(default_factory=list)
