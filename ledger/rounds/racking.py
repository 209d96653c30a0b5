"""What a round puts into the discard rack, in physical order.

The first pick-up lies at the back, the last in front: burned cards and folded
hands as they go, then hands as they are settled, the dealer's and what is left
of the deck last.  A card that was taken out of the rack again is not in it.

Source: 13:69F-16.10(g), 20.10(d), 24.10(g), 28.10(i): picked up in order, so
that each hand can be reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from ledger.events.rounds import StubCollected
from ledger.games.seam import Evidence, Game
from ledger.rounds.dealing import RACK
from ledger.rounds.parts import Card, Place, Racked
from ledger.rounds.state import Round

Kind: TypeAlias = Literal["hand", "discards", "burn", "stub"]

# The event that puts cards into the rack, by what it puts there.
KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {"hand_collected": "hand", "cards_discarded": "discards", "card_burned": "burn", "stub_collected": "stub"}
)


class PickUp(NamedTuple):
    """Cards that went into the rack at once, back to front.

    `version` is that of the event, `owner` whose cards they were, None of burned
    cards and the stub.  A card is None where nothing at all is known of it.
    `ordered` is False where the order inside was not recorded, `counted` where
    not even the number of the cards is known.
    """

    version: int
    kind: Kind
    owner: Place | None
    cards: tuple[Card | None, ...]
    ordered: bool
    counted: bool


class Shuffled(NamedTuple):
    """The paragraph by which the whole deck is shuffled after each round, and how well it is known."""

    rule: str
    evidence: Evidence


# Source: 13:69F-14.5(a), read of poker; of the games against the house by analogy with it.
AFTER_EACH_ROUND: Final[Mapping[str, Shuffled]] = MappingProxyType(
    {"players": Shuffled("13:69F-14.5(a)", "nj_text"), "house": Shuffled("13:69F-14.5(a)", "derived")}
)


def shuffled_after_each_round(game: Game) -> Shuffled | None:
    """By what a game's one deck is shuffled after each round; None where its deck is not known here."""
    return AFTER_EACH_ROUND.get(game.banked) if game.deck else None


def picked_up(state: Round) -> tuple[PickUp, ...]:
    """What the round put into the rack, back to front."""
    found = [*_racked(state), *_stubs(state)]
    return tuple(sorted(found, key=lambda one: one.version))


def lying(state: Round) -> Mapping[Place, tuple[Card, ...]]:
    """The cards by place that were dealt and of which no pick-up was recorded, in the order dealt."""
    gone = {id(card) for one in picked_up(state) for card in one.cards}
    left = {place: [card for card in hand if id(card) not in gone] for place, hand in state.hands.items()}
    return {place: tuple(cards) for place, cards in left.items() if cards}


def _racked(state: Round) -> list[PickUp]:
    """What the fold saw go there, each card once and only where it still lies."""
    found: list[PickUp] = []
    seen: set[int] = set()
    for one in state.rack:
        event = state.events[one.version - 1]
        assert event is not None, "what was corrected to nothing is not folded"
        kind = KINDS[event.type]
        stays = one.owner if kind == "hand" else RACK
        cards = tuple(card for card in one.cards if card.place == stays and id(card) not in seen)
        seen.update(id(card) for card in cards)
        found.append(_pick_up(one, kind, cards))
    return found


def _pick_up(one: Racked, kind: Kind, cards: tuple[Card, ...]) -> PickUp:
    """A pick-up with a blank for each card that was counted and of which nothing is known."""
    blanks = one.size - len(one.cards)
    return PickUp(
        version=one.version,
        kind=kind,
        owner=None if kind == "burn" else one.owner,
        cards=cards + (None,) * blanks,
        ordered=one.ordered or one.size == 1,
        counted=one.size > 0,
    )


def _stubs(state: Round) -> Iterator[PickUp]:
    """What was left undealt, a blank for each card where they were counted."""
    for version, event in enumerate(state.events, 1):
        if isinstance(event, StubCollected):
            blanks = (None,) * (event.count or 0)
            yield PickUp(version, "stub", None, blanks, ordered=False, counted=event.count is not None)
