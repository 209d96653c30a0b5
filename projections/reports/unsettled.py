"""What a round leaves open: what nobody recorded, what contradicts itself, and what would settle each.

Pure.  Contradictions are findings of the round, what cannot be judged is what
its resolutions miss; nothing is guessed, and nobody's word settles a card.
Source: disputes B.2, what evidence decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ledger.application.ledger import RoundSeen
from ledger.events.rounds import WagerCollected, WagerPaid
from ledger.rounds.parts import Card
from ledger.rounds.racking import lying, picked_up
from ledger.rounds.state import Round
from projections.reports.words import place as named
from projections.reports.words import plain

Document: TypeAlias = dict[str, Any]
Kind: TypeAlias = Literal["unknown", "contradiction", "undetermined"]

# So much before and after the event is looked at; ours, as no text read says how much.
MARGIN: Final = timedelta(minutes=1)


class Open(NamedTuple):
    """A fact that is open: what it is, at which event (version), and the evidence that would settle it."""

    kind: Kind
    about: str
    event: int
    what: str
    evidence: Sequence[str]


class Window(NamedTuple):
    """From when until when to look at the table; None where no time is recorded."""

    since: datetime | None
    until: datetime | None


# Which evidence settles what.  Source: disputes B.2: video always, cards backed up from the rack in pick-up
# order, machine logs, the rules as approved.
CARDS: Final = ("video", "rack", "shoe")
# By the code of a finding.
CONTRADICTIONS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "card_contradicted": CARDS,
        "card_duplicated": (*CARDS, "deck"),
        "card_not_in_deck": (*CARDS, "deck"),
        "deck_exceeded": (*CARDS, "deck"),
        "stub_count_wrong": ("video", "deck"),
        "card_not_dealt": CARDS,
        "card_not_found": CARDS,
        "decision_contradicted": ("video",),
        "outcome_misdeclared": ("video", "rack"),
        "rank_misdeclared": ("video", "rack"),
        "wager_unknown": ("video", "tray"),
        "amount_beyond_stake": ("video", "tray"),
        "wager_unsettled": ("video", "tray"),
        "progressive_misstated": ("meter", "video"),
    }
)


def unsettled(seen: RoundSeen) -> Iterator[Document]:
    """What a round leaves open, by event; what an open round has still to show is not among it."""
    found = [*_contradictions(seen), *_undetermined(seen)]
    if seen.state.closed_at is not None:
        found += [*_cards(seen.state), *_pick_ups(seen.state), *_chips(seen.state)]
    for one in sorted(found, key=lambda one: (one.event, one.about)):
        window = _window(seen.state, one.event)
        yield {
            "kind": one.kind,
            "about": one.about,
            "event": one.event,
            "what": one.what,
            "settled_by": [
                text for name in one.evidence if (text := EVIDENCE[name](seen, window)) is not None
            ],
            "window": {
                "table": seen.state.table,
                "since": None if window.since is None else window.since.isoformat(),
                "until": None if window.until is None else window.until.isoformat(),
            },
        }


# --- what is open -----------------------------------------------------------------


def _contradictions(seen: RoundSeen) -> Iterator[Open]:
    for finding in seen.judgement.findings:
        evidence = CONTRADICTIONS.get(finding.code)
        if evidence is not None:
            yield Open("contradiction", finding.code, finding.event, finding.detail, evidence)


def _undetermined(seen: RoundSeen) -> Iterator[Open]:
    """What each resolution misses, told once for all wagers and pots that miss it."""
    said = seen.judgement.adjudication
    missing: dict[tuple[str, bool], list[str]] = {}
    for line in said.resolutions:
        if line.outcome == "undetermined" and line.missing:
            of_rule = line.evidence == "not_found"
            missing.setdefault((line.missing, of_rule), []).append(f"spot {line.spot} {plain(line.wager)}")
    for pot in said.pots:
        if pot.outcome == "undetermined" and pot.missing:
            missing.setdefault((pot.missing, False), []).append(f"pot {pot.pot}")
    for (text, of_rule), whose in missing.items():
        evidence = ("meter",) if "meter" in text else ("submission",) if of_rule else CARDS
        what = f"{', '.join(dict.fromkeys(whose))}: cannot be judged; missing: {text}"
        yield Open("undetermined", "resolution", seen.state.closed_at or seen.state.version, what, evidence)


def _cards(state: Round) -> Iterator[Open]:
    """Cards of which nobody recorded the face, or not the suit, by place."""
    places: list[tuple[str, Sequence[Card]]] = [(named(place), hand) for place, hand in state.hands.items()]
    for where, hand in (*places, ("burned", state.burned)):
        faceless = [card for card in hand if card.face is None]
        if faceless:
            what = f"{where}: {len(faceless)} of {len(hand)} cards were never seen"
            yield Open("unknown", "card", faceless[0].version, what, CARDS)
        for card in hand:
            if card.face is not None and card.face.endswith("?"):
                what = f"{where}: the suit of the {card.face[0]} is not known"
                yield Open("unknown", "suit", card.version, what, CARDS)


def _pick_ups(state: Round) -> Iterator[Open]:
    """Hands that were not picked up by the record, or not in a known order: then the rack proves less."""
    picked = picked_up(state)
    for one in picked:
        if one.kind in {"hand", "discards"} and not one.ordered:
            what = f"{named(one.owner)}: in which order the cards went into the rack is not recorded"
            yield Open("unknown", "pick_up_order", one.version, what, ("video",))
    # The board goes into the rack with the dealer's hand, in every game that has both.
    with_the_dealer = {"board"} if "dealer" in {one.owner for one in picked} else set()
    left = [named(place) for place in lying(state) if place not in with_the_dealer]
    if left:
        what = f"{', '.join(left)}: that the cards went into the rack is not recorded, nor in which order"
        yield Open("unknown", "pick_up", state.closed_at or state.version, what, ("video",))


def _chips(state: Round) -> Iterator[Open]:
    """Payments and collections of which nobody recorded the chips: the tray's vector cannot have them."""
    events = [
        (version, event)
        for version, event in enumerate(state.events, 1)
        if isinstance(event, WagerPaid | WagerCollected) and event.chips is None
    ]
    if state.tray is not None and events:
        what = f"{len(events)} payments or collections do not say which chips moved"
        yield Open("unknown", "chips", events[0][0], what, ("video", "tray"))


# --- what would settle it -------------------------------------------------------------


def _video(seen: RoundSeen, window: Window) -> str:
    table = seen.state.table
    if window.since is None or window.until is None:
        return f"the video of {table}; no time is recorded"
    return f"the video of {table} from {window.since.isoformat()} to {window.until.isoformat()}"


def _rack(seen: RoundSeen, _: Window) -> str | None:
    if not picked_up(seen.state):
        return None
    command = f"pitledger rack check {seen.state.table}"
    return f"the discard rack, backed up card by card until it is shuffled ({command})"


def _shoe(seen: RoundSeen, _: Window) -> str | None:
    of_a_shoe = seen.state.header.dealing == "automated_shoe" or any(
        event.source == "shoe" for event in seen.state.log
    )
    return "the record of the shoe, which reads each card as it leaves" if of_a_shoe else None


def _deck(seen: RoundSeen, _: Window) -> str:
    deck = seen.state.header.deck
    return "a count and inspection of the deck" + (f" {deck} (pitledger deck show {deck})" if deck else "")


def _submission(seen: RoundSeen, _: Window) -> str:
    used = seen.judgement.submission
    return f"the approved rules: what the submission {used.name} elects, or the text that it rests on"


def _meter(_: RoundSeen, __: Window) -> str:
    return "what the meter of the fund showed as the round opened, and its controller's log"


def _tray(seen: RoundSeen, _: Window) -> str | None:
    session = seen.state.tray
    return None if session is None else f"the next count of the tray, against {session}"


EVIDENCE: Final[Mapping[str, Callable[[RoundSeen, Window], str | None]]] = MappingProxyType(
    {
        "video": _video,
        "rack": _rack,
        "shoe": _shoe,
        "deck": _deck,
        "submission": _submission,
        "meter": _meter,
        "tray": _tray,
    }
)


def _window(state: Round, version: int) -> Window:
    """Around the event; where it has no time, the round from its first time to its last."""
    at = state.log[version - 1].occurred_at
    if at is not None:
        return Window(at - MARGIN, at + MARGIN)
    times = sorted(_times(event.occurred_at for event in state.log))
    return Window(times[0] - MARGIN, times[-1] + MARGIN) if times else Window(None, None)


def _times(found: Iterable[datetime | None]) -> Iterator[datetime]:
    return (one for one in found if one is not None)
