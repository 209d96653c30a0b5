"""A round under another fact: the very fold that corrections go through, and nothing of it recorded.

A supposition says of one event how it should have been, or that it should not
be: a card changed, a wager counted or not, a decision taken otherwise.  A card
is changed wherever the round names it: where it was dealt, turned up, picked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import Field

from ledger.application.ledger import Ledger, RoundSeen
from ledger.application.what_if import Instead
from ledger.errors import LedgerError
from ledger.events.base import Event, Model, Recorded, Version
from ledger.events.rounds import Fact, RoundCorrected
from ledger.identity import PlayKey
from ledger.rounds import decide
from ledger.rounds.retelling import retold
from ledger.rounds.state import Round, effective

MOST_ROUNDS: Final = 500
MOST_SUPPOSED: Final = 1000
# Who corrects what is only supposed, and why.
NOBODY: Final = "nobody"


class Supposition(Model):
    """What if the event `corrects` of a round had been `event`, or, where that is null, had not been.

    `source`, `by` and `occurred_at` of the event are those of the one it stands for where they are absent.
    """

    round: Annotated[PlayKey | None, Field(description="absent where one round is asked about")] = None
    corrects: Version
    event: Fact | None = None


def supposed(
    ledger: Ledger,
    recorded: Sequence[Recorded],
    suppositions: Sequence[tuple[int, Supposition]],
    *,
    sees_all: bool,
    submission: Instead | None,
) -> RoundSeen:
    """The round as it would be; each supposition comes with its place in what was asked, for pointers.

    Raises UnknownVersion, NotOpened, OpenedTwice, UnknownWager, WagerAmbiguous.
    """
    state = ledger.rebuilt(recorded, sees_all=True).state
    instead: dict[int, Event | None] = {}
    told: list[RoundCorrected] = []
    for index, supposition in suppositions:
        event = _otherwise(state, supposition.corrects, supposition.event)
        try:
            decide.check(state, event, index)
        except LedgerError as refused:
            raise refused.at((refused.pointer or "").replace("/events/", "/suppose/", 1)) from None
        told.append(event)
        instead[effective(state, supposition.corrects)] = supposition.event
    told += [_otherwise(state, version, event) for version, event in retold(state, instead).items()]
    last = recorded[-1]
    added = [
        last._replace(version=version, event=event, header=None, in_force=None)
        for version, event in enumerate(told, len(recorded) + 1)
    ]
    return ledger.rebuilt([*recorded, *added], sees_all=sees_all, submission=submission)


def _otherwise(state: Round, corrects: int, event: Fact | None) -> RoundCorrected:
    """What would put an event of a round in another's place."""
    return RoundCorrected(
        corrects=corrects,
        event=event,
        reason="supposed",
        source="manual",
        by=NOBODY,
        approved_by=NOBODY,
        occurred_at=state.log[-1].occurred_at,
    )
