"""What the events of a batch say of funds, collected while their streams are folded one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from ledger.book.funds import Said, news, said_by_round, said_by_session
from ledger.events.base import Event, Recorded
from ledger.events.funds import FundEstablished
from ledger.events.sessions import ProgressiveSwept, SessionCorrected
from ledger.funds.state import Fact
from ledger.rounds.state import Round
from ledger.sessions.state import Session
from projections.funds.keeping import Keeper, Saying

# Events of a round that may concern a fund, at whichever table.
OF_FUNDS: Final = frozenset({"fund_contributed", "progressive_won", "progressive_paid", "corrected"})
# What changes a stake that plays for one; before cards are out any event may be the one that makes it stand.
OF_STAKES: Final = frozenset({"wager_placed", "wager_increased", "wager_withdrawn", "wager_carried"})


class Ear:
    """Listens to one stream: what it has said of funds before an event and after it."""

    def __init__(
        self, heard: list[Saying], of: Fact, said: Callable[[], Said], concerns: Callable[[Event], bool]
    ) -> None:
        self._heard = heard
        self._of = of
        self._said = said
        self._concerns = concerns
        self._before: Said | None = None

    def before(self, event: Event) -> None:
        """Listen where an event may say something."""
        self._before = self._said() if self._concerns(event) else None

    def after(self, one: Recorded, happened: datetime | None) -> None:
        """Keep what the event said, now that it is folded; `happened` is when, by the floor's clock."""
        if self._before is None:
            return
        of = self._of._replace(version=one.version)
        for fact in news(self._said(), self._before, of):
            self._heard.append(_saying(one, fact, fact.key, happened))


class Sayings:
    """All that the events of a batch say of funds; `playing` are the wagers that play for one, by table."""

    def __init__(self, playing: Mapping[str, frozenset[str]]) -> None:
        self._playing = playing
        self._heard: list[Saying] = []

    def round(self, state: Round, currency: str, news: Iterable[Recorded]) -> Ear | None:
        """An ear for a round; None where none of its news can concern a fund, as is so of most."""
        playing = self._playing.get(state.header.table, frozenset())
        if not playing and not _has_prizes(state) and OF_FUNDS.isdisjoint([one.event.type for one in news]):
            return None

        def concerns(event: Event) -> bool:
            if playing and (not state.cards or event.type in OF_STAKES):
                return True
            return event.type in OF_FUNDS or _pays_a_prize(state, event)

        of = Fact("won", None, 0, currency, state.header.table, "round", state.key, 0)
        return Ear(self._heard, of, lambda: said_by_round(state, playing), concerns)

    def session(self, state: Session, currency: str) -> Ear:
        """An ear for a session."""
        of = Fact("stake", None, 0, currency, state.header.table, "session", state.key, 0)
        return Ear(
            self._heard,
            of,
            lambda: said_by_session(state),
            lambda event: isinstance(event, ProgressiveSwept | SessionCorrected),
        )

    def fund(self, name: str, recorded: Sequence[Recorded]) -> None:
        """Take what was decided about a fund."""
        self._heard += [_saying(one, one.event, name, one.event.occurred_at) for one in recorded]

    def in_order(self) -> list[Saying]:
        """All of it in the order of record."""
        return sorted(self._heard, key=lambda saying: saying.position)


def _saying(one: Recorded, said: Fact | Event, key: str, happened: datetime | None) -> Saying:
    assert one.position is not None, "events of the log have their position"
    return Saying(one.position, said, key, one.version, one.event.type, happened, one.recorded_at)


def playing(keeper: Keeper, events: Iterable[Recorded]) -> dict[str, frozenset[str]]:
    """The wagers that play for a fund, by table: of funds known, and of those that some events establish."""
    pairs = list(keeper.playing())
    for one in events:
        if isinstance(one.event, FundEstablished):
            rules = one.event.rules
            pairs += [(table, rules.wager) for table in rules.tables]
    found: dict[str, frozenset[str]] = {}
    for table, wager in pairs:
        found[table] = found.get(table, frozenset()) | {wager}
    return found


def _pays_a_prize(state: Round, event: Event) -> bool:
    """Whether a payment of the table inventory may be of what was won of a fund."""
    return event.type == "wager_paid" and _has_prizes(state)


def _has_prizes(state: Round) -> bool:
    return any(wager.prizes for wager in state.wagers)
