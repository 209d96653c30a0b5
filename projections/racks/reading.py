"""The discard rack read from the events of the rounds whose cards lie in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ledger.application.ledger import Ledger
from ledger.decks.state import Deck
from ledger.decks.state import fold as fold_deck
from ledger.errors import InvalidQuery, RoundNotFound
from ledger.events.base import Event, Recorded
from ledger.events.records import DeckHeader, RoundHeader
from ledger.events.rounds import HandCollected
from ledger.identity import resolve, stream_id
from ledger.rounds.masking import hides, masked
from ledger.rounds.parts import Card
from ledger.rounds.racking import PickUp, lying, picked_up, shuffled_after_each_round
from ledger.rounds.state import Round, fold
from projections.asking import Fields, Look
from projections.decks.hiding import seen_deck
from projections.racks import queries
from projections.racks.answers import Lying, Pile, Rack, RackCard, RackRound, Reconstruction
from projections.racks.beginning import TAKEN, Taken, began

# Rounds read at once: some two thousand events.
AT_ONCE: Final = 32
# How many cards lie before a pile, or behind it; None where nobody counted some of them.
Beside: TypeAlias = int | None


class Asked(NamedTuple):
    """Which rack, for whose eyes.

    Of a table right after a round (key or uuid), after the last that was over by
    a time of the floor's clock, or else after its last.
    """

    table: str | None
    until: str | None
    at: datetime | None
    sees_all: bool


class _Told(NamedTuple):
    """A round without its piles, what it put into the rack, and the events that say so."""

    round: RackRound
    piles: tuple[tuple[PickUp, Event], ...]


def rack(ledger: Ledger, look: Look, asked: Asked) -> Rack:
    """The rack from what was recorded up to the position looked at.  Raises InvalidQuery, RoundNotFound."""
    until, sees_all = _until(ledger, look, asked), asked.sees_all
    (last,) = _rounds(ledger, look, [until["round_id"]], sees_all=sees_all)
    before = [] if shuffled_after_each_round(last.rules) else queries.before(look, until)
    rows, begins = began(until, last, before, _taken(ledger, look, last.header.deck))
    earlier = _rounds(ledger, look, [row["round_id"] for row in rows[:-1]], sees_all=sees_all)
    told = [_told(row, state) for row, state in zip(rows[:-1], earlier, strict=True)]
    told.append(_told(rows[-1], last))
    sizes = [_size(pile) for one in told for pile, _ in one.piles]
    return Rack(
        as_of=look.as_of,
        lag=look.lag,
        table=last.header.table,
        deck=last.header.deck,
        until=last.key,
        begins=begins,
        size=_sums(sizes)[-1],
        rounds=list(_placed(told, _sums(sizes), _sums(sizes[::-1])[::-1])),
    )


def seen_deck_of(ledger: Ledger, look: Look, name: str | None, *, sees_all: bool) -> Deck | None:
    """A deck as one may see it as of the position looked at; None where it has no record."""
    recorded = _of_deck(ledger, look.as_of, name)
    return seen_deck(ledger, look, recorded, sees_all=sees_all).deck if recorded else None


def _of_deck(ledger: Ledger, as_of: int, name: str | None) -> list[Recorded]:
    if name is None:
        return []
    stream = stream_id(ledger.property, "deck", name)
    return [one for one in ledger.recorded([stream]).get(stream, []) if (one.position or 0) <= as_of]


def _taken(ledger: Ledger, look: Look, name: str | None) -> list[Taken]:
    """When the cards of a deck were taken out of the rack, as its record says."""
    recorded = _of_deck(ledger, look.as_of, name)
    deck = fold_deck(DeckHeader(name=name or ""), (one.event for one in recorded)) if recorded else None
    return [
        Taken(name or "", event.occurred_at, version, event.type)
        for version, event in (deck.events if deck is not None else ())
        if event.type in TAKEN and event.occurred_at is not None
    ]


def _until(ledger: Ledger, look: Look, asked: Asked) -> Fields:
    """The row of the round after which the rack is asked for."""
    table, until, at = asked.table, asked.until, asked.at
    if until is not None and at is not None:
        raise InvalidQuery(detail="name the round until which the rack is wanted, or a time, not both")
    if until is not None:
        found = queries.opened(look, resolve(ledger.property, "round", until))
    elif table is None:
        raise InvalidQuery(detail="name a table, or the round until which the rack is wanted")
    elif at is not None:
        found = _over_by(ledger, look, table, at)
    else:
        found = queries.latest(look, table)
    if found is None:
        raise RoundNotFound(round=until or f"of {table}")
    if table not in {None, found["table_name"]}:
        raise InvalidQuery(detail=f"until: that round was played at {found['table_name']}")
    return found


def _over_by(ledger: Ledger, look: Look, table: str, at: datetime) -> Fields | None:
    """The last round of a table that was over by a time, as of the position looked at."""
    for row in queries.over_by(look, table, at, AT_ONCE):
        if row["position"] <= look.as_of:
            return row
        (state,) = _rounds(ledger, look, [row["round_id"]], sees_all=True)
        closed = _event(state, state.closed_at)
        if closed is not None and closed.occurred_at is not None and closed.occurred_at <= at:
            return row
    return None


def _rounds(ledger: Ledger, look: Look, ids: Sequence[UUID], *, sees_all: bool) -> Iterator[Round]:
    """The rounds as one may see them, a few in memory at a time."""
    for start in range(0, len(ids), AT_ONCE):
        some = ids[start : start + AT_ONCE]
        recorded = ledger.recorded(some)
        for stream in some:
            yield _seen(recorded[stream], look.as_of, sees_all=sees_all)


def _seen(recorded: Sequence[Recorded], as_of: int, *, sees_all: bool) -> Round:
    """A round as of a position; one that is over by now hides nothing then either."""
    header = recorded[0].header
    assert isinstance(header, RoundHeader)
    in_force = recorded[0].in_force
    state = fold(header, (one.event for one in recorded if (one.position or 0) <= as_of), in_force)
    if sees_all or not hides(state):
        return state
    over = state.version < len(recorded) and not hides(
        fold(header, (one.event for one in recorded), in_force)
    )
    return state if over else masked(state)


# --- what one round put there ---------------------------------------------------


def _told(row: Fields, state: Round) -> _Told:
    picked = picked_up(state)
    left = lying(state)
    opened, closed = state.events[0], _event(state, state.closed_at)
    told = RackRound(
        round=row["round_id"],
        key=state.key,
        version=state.version,
        game=state.game,
        title=state.header.title,
        deck=state.header.deck,
        status=_status(state),
        opened_at=None if opened is None else opened.occurred_at,
        closed_at=None if closed is None else closed.occurred_at,
        reconstruction=_reconstruction(picked, over=state.closed_at is not None, left=left),
        piles=[],
        not_racked=[
            Lying(hand=str(place), cards=[card.face for card in cards]) for place, cards in left.items()
        ],
    )
    events = ((one, _event(state, one.version)) for one in picked)
    return _Told(told, tuple((one, event) for one, event in events if event is not None))


def _event(state: Round, version: int | None) -> Event | None:
    return None if version is None else state.events[version - 1]


def _status(state: Round) -> Literal["open", "closed", "voided"]:
    if state.voided_at is not None:
        return "voided"
    return "open" if state.closed_at is None else "closed"


def _reconstruction(picked: Iterable[PickUp], *, over: bool, left: Iterable[object]) -> Reconstruction:
    """How far the hands can be rebuilt from the rack; of a round that goes on, those that lie there."""
    hands = [one for one in picked if one.kind == "hand"]
    left_out = over and any(place == "dealer" or isinstance(place, int) for place in left)
    if left_out or not all(one.counted for one in hands):
        return "not_possible_from_rack"
    return "in_order" if all(one.ordered for one in hands) else "hands_as_sets"


# --- places in the rack ----------------------------------------------------------


def _size(one: PickUp) -> Beside:
    return len(one.cards) if one.counted else None


def _sums(sizes: Sequence[Beside]) -> list[Beside]:
    """How many cards lie behind each pile, and at the end all."""
    sums: list[Beside] = [0]
    for size in sizes:
        behind = sums[-1]
        sums.append(None if behind is None or size is None else behind + size)
    return sums


def _placed(told: Sequence[_Told], behind: Sequence[Beside], before: Sequence[Beside]) -> Iterator[RackRound]:
    """The rounds with their piles; `behind` and `before` say how many cards lie on the two sides of each."""
    number = 0
    for one in told:
        piles = []
        for pick_up, event in one.piles:
            piles.append(_pile(pick_up, event, behind[number], before[number + 1]))
            number += 1
        yield one.round.model_copy(update={"piles": piles})


def _pile(one: PickUp, event: Event, behind: Beside, before: Beside) -> Pile:
    size = _size(one)
    return Pile(
        kind=one.kind,
        hand=one.kind if one.owner is None else str(one.owner),
        version=one.version,
        occurred_at=event.occurred_at,
        source=event.source,
        by=event.by,
        spread=isinstance(event, HandCollected) and bool(event.spread),
        ordered=one.ordered,
        size=size,
        first_place=behind + 1 if behind is not None and size else None,
        last_place=behind + size if behind is not None and size else None,
        cards=[_card(one, number, card, behind, before) for number, card in enumerate(one.cards)],
    )


def _card(one: PickUp, number: int, card: Card | None, behind: Beside, before: Beside) -> RackCard:
    """A card with its place; in a set only the places of the whole are known."""
    return RackCard(
        place=behind + number + 1 if one.ordered and behind is not None else None,
        place_from_front=before + len(one.cards) - number if one.ordered and before is not None else None,
        card=None if card is None else card.face,
        shown=card is not None and card.shown,
        dealt_at=None if card is None else card.version,
        source=None if card is None else card.source,
    )
