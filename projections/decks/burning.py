"""A card that was not burned after the shuffle: every later card in its shifted place.

Had it been burned, each place would have got the card that came so many later.
What players and dealer decided is left as it was: nobody knows what they would
have done with other cards.  Source: disputes I16; scenario O-O.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ledger.application.ledger import RoundSeen
from ledger.decks.state import Deck
from ledger.events.base import Event
from ledger.events.decks import DeckLoaded
from ledger.events.rounds import CardBurned, CardDealt, HandCollected, HandRevealed
from ledger.jurisdictions.profile import Profile
from projections.alternatives.answers import Alternatives
from projections.alternatives.asked import AlternativesAsked
from projections.alternatives.supposing import Supposition
from projections.asking import Look, look
from projections.days.said import ruled
from projections.decks import queries
from projections.decks.answers import MissedBurn, ShiftedCard
from projections.decks.asked import DecksAsked
from projections.decks.impact import DealtRounds
from projections.decks.projection import NAME as DECKS
from projections.rounds.projection import NAME as ROUNDS

# What follows a missed burn is shown of so many rounds, unless more are asked for.
ROUNDS_SHOWN: Final = 5
RULE: Final = "shuffle_burns"
AskedBy: TypeAlias = Literal["asked", "house", "jurisdiction", "nobody"]


class Given(NamedTuple):
    """A card as the shoe gave it: in which round, by which event, where to, and its face if it is known."""

    round: str
    version: int
    to: str
    face: str | None
    burned: bool


class Due(NamedTuple):
    """How many cards should have been burned, who asks for it, and the paragraph where there is one."""

    burns: int
    by: AskedBy
    rule: str = ""


class BurningAsked(DecksAsked, AlternativesAsked):
    """Burn cards after the shuffle."""

    def missed_burn(
        self,
        name: str,
        *,
        burns: int | None = None,
        rounds: int = ROUNDS_SHOWN,
        jurisdiction: str | None = None,
        as_of: int | None = None,
        as_known_at: datetime | None = None,
        sees_all: bool = False,
    ) -> MissedBurn:
        """What follows where a deck was dealt, the last time it was loaded, without the cards burned first.

        `burns` is how many should have been; absent: as its loading or the
        jurisdiction says.  Raises DeckNotFound, JurisdictionNotFound.
        """

        def work(seen: Look) -> MissedBurn:
            deck = self._folded(name, seen, sees_all=sees_all).deck
            due = _due(deck, burns, ruled(jurisdiction, None, self.jurisdiction).profile)
            dealt = self._since_loaded(deck, seen, sees_all=sees_all)
            given = [card for one in dealt for card in _given(one)]
            first = next((n for n, card in enumerate(given) if not card.burned), len(given))
            shift = max(due.burns - first, 0) if first < len(given) else 0
            # A shoe that was dealt out is another one, in another order.
            own = given[: sum(deck.expected.values()) or None]
            shifted = _shifted(own, shift)
            shown = dealt[:rounds] if shift else []
            return MissedBurn(
                as_of=seen.as_of,
                lag=seen.lag,
                deck=name,
                table=deck.uses[-1].table if deck.uses else None,
                due=due.burns,
                asked_by=due.by,
                burned=first,
                findings=[_finding(given[first], due, first)] if shift else [],
                cards=shifted,
                alternatives=self._supposed(shown, shifted, seen.as_of, sees_all=sees_all) if shown else None,
            )

        return look(self.ledger, [ROUNDS, DECKS], as_of, work, known_at=as_known_at)

    def _since_loaded(self, deck: Deck, seen: Look, *, sees_all: bool) -> list[RoundSeen]:
        """The rounds dealt from a deck since it was last loaded, in the order dealt."""
        use = deck.uses[-1] if deck.uses else None
        since, until = (None, None) if use is None else (use.since, use.until)
        dealt = DealtRounds(self.ledger, seen, deck.header.name, sees_all=sees_all).between(since, until)
        ids = queries.stream_ids(dealt)
        recorded = self.ledger.recorded(ids) if ids else {}
        self.ledger.registry.refresh()
        return [
            self.ledger.rebuilt(
                [one for one in recorded[stream] if (one.position or 0) <= seen.as_of], sees_all=sees_all
            )
            for stream in ids
        ]

    def _supposed(
        self, rounds: Sequence[RoundSeen], cards: Sequence[ShiftedCard], as_of: int, *, sees_all: bool
    ) -> Alternatives:
        """The rounds with each card in its shifted place."""
        suppose = [one for round_ in rounds for one in _suppositions(round_, cards)]
        keys = [one.state.key for one in rounds]
        return self.alternatives(keys, suppose, as_of=as_of, sees_all=sees_all)


def _due(deck: Deck, asked: int | None, profile: Profile) -> Due:
    """How many cards are burned when a shoe is new: as asked, as the house says, as the jurisdiction does."""
    if asked is not None:
        return Due(asked, "asked")
    said = [one.event.burns for one in deck.events if isinstance(one.event, DeckLoaded)]
    if said and said[-1] is not None:
        return Due(said[-1], "house")
    if profile.asks(RULE):
        return Due(1, "jurisdiction", profile.rows[RULE].source)
    return Due(0, "nobody")


def _finding(card: Given, due: Due, burned: int) -> dict[str, Any]:
    """Said of the first card that was dealt, in the form of findings."""
    return {
        "code": "shoe_not_burned",
        "rule": due.rule,
        "evidence": "not_nj_text" if due.rule else "derived",
        "event": card.version,
        "detail": f"{burned} of {due.burns} cards were burned after the shuffle before the first was dealt",
        "round": card.round,
        "due": due.burns,
        "burned": burned,
    }


def _given(one: RoundSeen) -> list[Given]:
    """The cards of a round in the order in which they left the shoe."""
    found = []
    for version, event in _facts(one):
        if isinstance(event, CardDealt | CardBurned):
            burned = isinstance(event, CardBurned)
            to = "burned" if isinstance(event, CardBurned) else str(event.to)
            face = one.state.cards[version].face if version in one.state.cards else event.card
            found.append(Given(one.state.key, version, to, face, burned))
    return found


def _facts(one: RoundSeen) -> list[tuple[int, Event]]:
    """The events of a round in effect, each with its version."""
    return [(version, event) for version, event in enumerate(one.state.events, 1) if event is not None]


def _shifted(given: Sequence[Given], shift: int) -> list[ShiftedCard]:
    """Each card, and the one that came so many later."""
    faces = [one.face for one in given]
    return [
        ShiftedCard(
            number=number,
            round=one.round,
            version=one.version,
            to=one.to,
            card=one.face,
            would_be=faces[number - 1 + shift] if number - 1 + shift < len(faces) else None,
            shift=shift,
        )
        for number, one in enumerate(given, 1)
    ]


# --- what is supposed of a round -------------------------------------------------------


def _suppositions(one: RoundSeen, cards: Iterable[ShiftedCard]) -> list[Supposition]:
    """Its cards as they would have been, and so the hands that were turned up or taken."""
    own = {card.version: card for card in cards if card.round == one.state.key}
    hands: dict[str, list[ShiftedCard]] = {}
    for card in own.values():
        hands.setdefault(card.to, []).append(card)
    found = []
    for version, event in _facts(one):
        change: dict[str, Any] = {}
        if version in own:
            change = {"card": own[version].would_be}
        elif isinstance(event, HandRevealed | HandCollected) and event.cards is not None:
            change = {"cards": _swapped(event.cards, hands.get(str(event.to), ()))}
        if change:
            found.append(_supposition(one.state.key, version, event, change))
    return found


def _swapped(faces: Iterable[str | None], hand: Iterable[ShiftedCard]) -> list[str | None]:
    """A hand with each card as it would have been, in the order in which it was told."""
    left, found = list(hand), []
    for face in faces:
        card = next((one for one in left if one.card == face), None)
        if card is not None:
            left.remove(card)
        found.append(None if card is None else card.would_be)
    return found


def _supposition(key: str, version: int, event: Event, change: Mapping[str, Any]) -> Supposition:
    said = event.model_dump(mode="json", by_alias=True, exclude_none=True)
    return Supposition.model_validate(
        {"round": key, "corrects": version, "event": {**said, **change}}, strict=False
    )
