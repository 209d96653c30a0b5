"""Who was on the table, and when nobody was: from the dealers' signing in and out, by the floor's clock.

By when it occurred, whenever it was recorded.  A dealer who signs the closer
is at the table until it is counted, though signed out a moment before.
Source: accounting A.6, O16.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ledger.events.sessions import DealerSignedIn, DealerSignedOut, SessionClosed
from ledger.sessions.parts import Remark

if TYPE_CHECKING:
    from ledger.sessions.state import Session

Moment: TypeAlias = tuple[datetime, int, DealerSignedIn | DealerSignedOut | SessionClosed]


class Relief(NamedTuple):
    """One dealer gone and the next one there: `since` and `until` by the floor's clock.

    `out` signed out last, at version `left`; `into` signed in, or None where
    the closer came next, at version `version`.  `gap_s` is how many seconds
    nobody was signed in; 0 where the next dealer came before the last one went.
    """

    out: str
    into: str | None
    since: datetime
    until: datetime
    left: int
    version: int

    @property
    def gap_s(self) -> float:
        """How long nobody was signed in, in seconds."""
        return (self.until - self.since).total_seconds()


def reliefs(state: Session) -> list[Relief]:
    """Each time that the table changed hands or stood alone, in order of time; after the closer none."""
    found: list[Relief] = []
    floor = _Floor()
    for at, version, event in sorted(_moments(state), key=lambda moment: moment[:2]):
        if isinstance(event, SessionClosed):
            found += floor.closed(event, at, version)
            break
        step = floor.came if isinstance(event, DealerSignedIn) else floor.went
        found += step(event.dealer, at, version)
    return found


def present(state: Session) -> dict[str, int]:
    """Who is signed in and not out, each with the version at which they signed in."""
    found: dict[str, int] = {}
    for version, event in _signings(state):
        if isinstance(event, DealerSignedIn):
            found.setdefault(event.dealer, version)
        else:
            found.pop(event.dealer, None)
    return found


def dealer_at(state: Session, at: datetime) -> str | None:
    """Who dealt at a time: of those signed in then the one who came last; None where nobody was."""
    there: dict[str, None] = {}
    for _, event in _signings(state):
        if event.occurred_at is None or event.occurred_at > at:
            continue
        there.pop(event.dealer, None)
        if isinstance(event, DealerSignedIn):
            there[event.dealer] = None
    return next(reversed(there), None)


def mistakes(state: Session) -> Iterator[Remark]:
    """Dealers who signed in while they were on the table, or out while they were not."""
    there: set[str] = set()
    for version, event in _signings(state):
        came, was = isinstance(event, DealerSignedIn), event.dealer in there
        if came == was:
            code = "dealer_signed_in_twice" if came else "dealer_not_signed_in"
            yield Remark(code, version, {"dealer": event.dealer})
        (there.add if came else there.discard)(event.dealer)


def _signings(state: Session) -> list[tuple[int, DealerSignedIn | DealerSignedOut]]:
    """The signings in effect by the floor's clock, each with its version; without a time by the record."""
    found = [
        (version, event)
        for version, event in enumerate(state.events, 1)
        if isinstance(event, DealerSignedIn | DealerSignedOut)
    ]
    timed = [(event.occurred_at, version, event) for version, event in found if event.occurred_at is not None]
    if len(timed) < len(found):
        return found
    return [(version, event) for _, version, event in sorted(timed, key=lambda one: one[:2])]


class _Floor:
    """Who is on the table, each since when, and who was the last to leave it empty."""

    def __init__(self) -> None:
        self.present: dict[str, tuple[datetime, int]] = {}
        self.gone: tuple[str, datetime, int] | None = None

    def came(self, dealer: str, at: datetime, version: int) -> Iterator[Relief]:
        if self.gone is not None and not self.present:
            out, since, left = self.gone
            yield Relief(out, dealer, since, at, left, version)
            self.gone = None
        self.present.setdefault(dealer, (at, version))

    def went(self, dealer: str, at: datetime, version: int) -> Iterator[Relief]:
        """Who leaves the table empty is waited for; who leaves it to one that came later is relieved."""
        since = self.present.pop(dealer, None)
        if since is None:
            return
        if not self.present:
            self.gone = (dealer, at, version)
        elif len(self.present) == 1:
            ((other, came),) = self.present.items()
            if came > since:
                yield Relief(dealer, other, at, at, version, version)

    def closed(self, event: SessionClosed, at: datetime, version: int) -> Iterator[Relief]:
        if self.gone is not None and not self.present and self.gone[0] not in {event.approved_by, event.by}:
            yield Relief(self.gone[0], None, self.gone[1], at, self.gone[2], version)


def _moments(state: Session) -> Iterator[Moment]:
    """The signings in effect and the closer that stands; what has no time says nothing of gaps."""
    for version, event in enumerate(state.events, 1):
        if event is None or event.occurred_at is None:
            continue
        if isinstance(event, DealerSignedIn | DealerSignedOut) or (
            isinstance(event, SessionClosed) and event is state.closed
        ):
            yield event.occurred_at, version, event
